"""Turns that nobody chooses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import registry
from engine.auto_turns import drawn_turn, only_turn
from engine.chance import Chance
from engine.game import Mode, Setup
from engine.session import Session
from tests.characters import ANY
from tests.engine.toys import DUEL

MODES = [
    pytest.param(game.info.key, mode, id=f"{game.info.key}-{mode.key}")
    for game in registry.games()
    for mode in game.info.modes
]


@pytest.mark.parametrize(("key", "mode"), MODES)
def test_drawn_turns_are_whole_and_legal(key: str, mode: Mode) -> None:
    game, chance = registry.get(key), Chance.from_text("luck")
    session = Session.start(game, Setup(mode.key), Chance.from_text("start"))
    for number in range(20):
        if session.outcome is not None:
            break
        seat = min(session.to_act)
        text = drawn_turn(game, session.state, seat, Chance.from_text(f"{chance.commitment}{number}"))
        turn = session.preview(seat, text)
        assert turn.over or turn.barrier
        session = session.play(seat, text)


@given(st.text(ANY, max_size=8))
def test_the_same_chance_draws_the_same_turn(seed: str) -> None:
    game = registry.get("replicants")
    state = Session.start(game, Setup(game.info.modes[0].key), Chance.from_text("start")).state
    first, second = (drawn_turn(game, state, 1, Chance.from_text(seed)) for _ in range(2))
    assert first == second


def test_every_turn_may_be_drawn() -> None:
    state = Session.start(DUEL, Setup("2"), Chance.from_text("start")).state
    assert {drawn_turn(DUEL, state, 1, Chance.from_text(str(seed))) for seed in range(40)} == {
        "go/end",
        "go/stay",
        "roll",
    }


def test_where_there_is_a_choice_no_turn_is_the_only_one() -> None:
    session = Session.start(DUEL, Setup("2"), Chance.from_text("start"))
    assert only_turn(DUEL, session.state, 1) is None
    assert only_turn(DUEL, session.state, 2) is None


def test_the_only_turn_may_have_several_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    legal = type(DUEL).legal
    monkeypatch.setattr(type(DUEL), "legal", lambda self, state, seat: legal(self, state, seat)[:1])
    session = Session.start(DUEL, Setup("2"), Chance.from_text("start"))
    assert only_turn(DUEL, session.state, 1) == "go/end"
    together = session.play(1, "go/end")
    assert [only_turn(DUEL, together.state, seat) for seat in (1, 2)] == ["1", "1"]


def test_what_follows_from_chance_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    legal = type(DUEL).legal
    monkeypatch.setattr(type(DUEL), "legal", lambda self, state, seat: legal(self, state, seat)[1:2])
    session = Session.start(DUEL, Setup("2"), Chance.from_text("start"))
    assert only_turn(DUEL, session.state, 1) == "roll"
