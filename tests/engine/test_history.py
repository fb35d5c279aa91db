"""A game's history: every position from one replay, and parts of games."""

from __future__ import annotations

import pytest

from engine import record, registry
from engine.__main__ import selfplay
from engine.chance import Chance
from engine.errors import SetupError
from engine.game import Setup
from engine.history import at, moments, part
from engine.outcome import void
from engine.session import Session
from engine.text import ENGLISH
from tests.engine.toys import DUEL

NAMES = ("red", "yellow", "blue", "green")


def duel(*turns: tuple[int, str]) -> Session:
    session = Session.start(DUEL, Setup("2"), Chance.from_text("duel"))
    for seat, text in turns:
        session = session.play(seat, text)
    return session


def random_game(mode: str, seed: str = "history") -> Session:
    return selfplay(registry.get("replicants"), Setup(mode), seed)


@pytest.mark.parametrize("mode", ["2", "teams"])
def test_every_moment_is_the_session_that_was(mode: str) -> None:
    game, turns = registry.get("replicants"), []
    session = Session.start(game, Setup(mode), Chance.from_text(""))
    was = [session]
    for moment in moments(random_game(mode))[1:]:
        assert moment.last is not None
        session = session.play(moment.last.seat, moment.last.text)
        was.append(session)
        turns.append(moment.number)
    whole = was[-1]
    assert turns == list(range(1, len(was)))
    assert [at(whole, moment) for moment in moments(whole)] == was


def test_a_joint_choice_is_one_turn_and_a_barrier_does_not_split_one() -> None:
    session = duel((1, "go/end"), (2, "3"), (1, "1"), (1, "roll"), (1, "stay"))
    found = moments(session)
    assert [(each.number, each.last.text) for each in found if each.last] == [
        (1, "go/end"),
        (2, "1/3"),
        (3, "roll/stay"),
    ]
    assert [event.text().render(ENGLISH) for event in found[2].told(None)] == ["1: 1", "2: 3"]
    assert found[-1].state == session.state


def test_what_is_sealed_is_in_no_moment() -> None:
    session = duel((1, "go/end"), (2, "3"))
    assert session.sealed
    last = moments(session)[-1]
    assert last.number == 1
    assert at(session, last).sealed == ()


def test_a_surrender_inside_a_turn_ends_it() -> None:
    session = Session.start(DUEL, Setup("2"), Chance.from_text("duel")).move(1, "go").forfeit(1, late=True)
    (_, only) = moments(session)
    assert only.last is not None
    assert only.last.text == "go/F"
    assert len(only.told(None)) == 2
    assert at(session, only) == session


def test_only_those_who_were_late_until_then_are() -> None:
    game = registry.get("replicants")
    session = Session.start(game, Setup("2"), Chance.from_text("")).play(1, "E/2C6/D8-").forfeit(2, late=True)
    start, first, end = moments(session)
    assert at(session, start).late == at(session, first).late == frozenset()
    assert at(session, end).outcome == session.outcome


def test_a_ruling_counts_at_the_last_moment_only() -> None:
    session = Session.start(registry.get("replicants"), Setup("2"), Chance.from_text("")).play(1, "E/2C6/D8-")
    session = session.rule(void(2))
    start, end = moments(session)
    assert at(session, start).outcome is None
    assert at(session, end).outcome == session.ruling


@pytest.mark.parametrize("mode", ["2", "teams"])
def test_a_part_reads_back_and_leads_where_the_game_was(mode: str) -> None:
    whole = random_game(mode)
    every = moments(whole)
    names = NAMES[: 2 if mode == "2" else 4]
    for first, last in ((1, 5), (4, 9), (6, 6), (len(every) - 3, len(every) - 1)):
        text = record.write(part(whole, first, last), names)
        assert ("[Position" in text) is (first > 1)
        again = record.replay(record.read(text))
        assert again.state == every[last].state
        assert again.outcome == at(whole, every[last]).outcome
        assert len(moments(again)) == last - first + 2


def test_a_part_must_exist() -> None:
    whole = random_game("2")
    for first, last in ((0, 3), (4, 3), (1, len(moments(whole)))):
        with pytest.raises(ValueError, match="no turns"):
            part(whole, first, last)


def test_a_game_of_chance_is_not_cut_at_its_beginning() -> None:
    session = duel((1, "go/end"), (2, "3"), (1, "1"))
    assert part(session, 1, 1).entries == session.entries[:2]
    with pytest.raises(SetupError) as caught:
        part(session, 2, 2)
    assert caught.value.code == "no-positions"
