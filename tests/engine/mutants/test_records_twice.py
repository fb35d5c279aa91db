"""The engine's records, and copies while a match runs, against what the second reading of N10 to N14 writes."""

from __future__ import annotations

import random

import pytest

from engine.chance import Chance
from engine.game import Setup
from engine.mutants.game import MUTANTS
from engine.record import write
from engine.session import Session
from tests.engine.kit import label
from tests.engine.mutants.comparing import options, start, with_reserves
from tests.volume import many

SETUPS = [
    *(Setup(mode, options(reserve=kind)) for mode in ("2", "3", "4") for kind in ("draft", "ready", "constructed")),
    Setup("3", options(reserve="ready", decks="421")),
    Setup("solo"),
    Setup("solo", options(boss="jack", ultra="yes", limits="BDF")),
]
LOOKED = 0.02
"""How often somebody looks at their copy."""


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
