"""The engine's records, and copies while a match runs, against what the second reading of N10 to N14 writes."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from engine.chance import Chance
from engine.game import Setup
from engine.mutants.game import MUTANTS
from engine.mutants.outcome import BEATEN, CONCEDED, LOST
from engine.mutants.state import State
from engine.record import write
from engine.session import Session
from tests.engine.kit import label
from tests.engine.mutants.comparing import Manner, compare, differences, like, options, start, whole_game, with_reserves
from tests.engine.mutants.reference import Reference
from tests.engine.mutants.scenes import known
from tests.volume import many

SETUPS = [
    *(Setup(mode, options(reserve=kind)) for mode in ("2", "3", "4") for kind in ("draft", "ready", "constructed")),
    Setup("3", options(reserve="ready", decks="421")),
    Setup("solo"),
    Setup("solo", options(boss="jack", ultra="yes", limits="BDF")),
]
LOOKED = 0.02
"""How often a player looks at their copy."""


@pytest.mark.parametrize("leaving", [0.0, 0.01])
@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_records_of_random_games(setup: Setup, leaving: float) -> None:
    for number in range(many(2, 40)):
        seed = f"{label(setup)} {leaving} {number}"
        draw, setup_ = random.Random(seed), with_reserves(setup, seed)
        session = Session.start(MUTANTS, setup_, Chance.from_text(seed))
        game = start(setup_, Chance.from_text(seed))
        while seats := game.acting():
            if draw.random() < leaving:
                leaver = draw.choice(sorted(set(game.run.match.seats) - game.left()))
                session, game = session.forfeit(leaver), game.forfeit(leaver)
                continue
            texts = {seat: draw.choice(sorted(game.answers(seat))) for seat in seats}
            for seat in draw.sample(seats, len(seats)):
                # Writing a whole record takes its time. N14: picks that are not yet complete have no line.
                if draw.random() < LOOKED:
                    reader = draw.choice([None, *game.run.match.seats])
                    assert lines(session, reader=reader, reveal=False) == game.copy_for(reader)
                session = session.move(seat, texts[seat])
            game = game.after(texts)
        assert lines(session) == game.record()


def lines(session: Session, *, reader: int | None = None, reveal: bool = True) -> list[str]:
    names = [f"S{seat}" for seat in range(1, session.state.rules.seats + 1)]
    _, _, body = write(session, names, reader=reader, reveal=reveal).partition("\n\n")
    return body.splitlines()


# Best results of the Revolt: a victory before a defeat, the sooner the better; a defeat the later the better.


START = MUTANTS.initial(Setup("solo"), Chance.from_text("x"))


def over(how: str, number: int, health: int) -> State:
    return replace(START, over=how, round=number, health=health)


def test_from_the_best_to_the_worst() -> None:
    order = [
        over(BEATEN, 1, 0),
        over(BEATEN, 2, 0),
        over(BEATEN, 5, 0),
        over(LOST, 5, 1),
        over(LOST, 5, 42),
        over(CONCEDED, 4, 1),
        over(CONCEDED, 4, 3),
        over(CONCEDED, 1, 42),
        over(CONCEDED, 0, 42),
    ]
    assert all(MUTANTS.grade(better).merit > MUTANTS.grade(worse).merit for better, worse in pairwise(order))
    assert MUTANTS.grade(order[0]).merit == MUTANTS.grade(over(BEATEN, 1, -3)).merit


def test_it_is_told_by_what_it_follows_from() -> None:
    grade = MUTANTS.grade(over(LOST, 5, 7))
    assert (grade.merit, grade.points) == (5_992, (5, 7))  # merits of all versions are compared
    assert str(MUTANTS.grade_text(False, grade.points)) == "defeat in round 5 with the boss at 7 health"
    assert str(MUTANTS.grade_text(True, (3, 0))) == "victory in round 3"


# Positions that look alike to a seat, judged by what the second implementation says that the seat knows.


ALIKE_TWICE_SETUPS = [
    *(Setup("3", options(reserve=kind)) for kind in ("draft", "ready", "constructed")),
    *(Setup("solo", options(boss=boss)) for boss in ("wizard", "jack")),
]


@pytest.mark.parametrize("setup", ALIKE_TWICE_SETUPS, ids=label)
def test_a_position_that_looks_alike_can_be_played_and_tells_its_seat_the_same(setup: Setup) -> None:
    for number in range(many(1, 10)):
        seed = f"{label(setup)} {number} alike"
        draw = random.Random(seed)
        tried = 0

        def look(state: State, game: Reference, draw: random.Random = draw) -> None:
            nonlocal tried
            turn_begins = {"act", "flank"} & set(game.told()["asked"].values())
            if not turn_begins or draw.random() > 0.1:
                return
            for reader in (None, *game.run.match.seats):
                other = MUTANTS.alike(state, reader, Chance.from_text(str(draw.random())))
                again = like(other)
                compare(other, again)
                assert differences(known(game, reader), known(again, reader)) == {}
                tried += 1

        whole_game(with_reserves(setup, seed), seed, Manner(), look)
        assert tried
