"""Random games of every form end, and break nothing on the way (M55)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.chance import Chance
from engine.game import Setup
from engine.mutants.apply import apply_moves, forfeit
from engine.mutants.game import start
from engine.mutants.legal import KINDS, legal
from engine.mutants.rules import rules_of
from engine.mutants.stack import Leaving
from engine.mutants.state import State, to_act
from tests.volume import many

SETUPS = [
    Setup("2"),
    Setup("3"),
    Setup("4"),
    Setup("2", (("reserve", "ready"),)),
    Setup("4", (("reserve", "ready"), ("decks", "4213"))),
    Setup("3", (("reserve", "constructed"),)),
    Setup("solo"),
    Setup("solo", (("boss", "jack"), ("ultra", "yes"), ("limits", "BD"))),
]


def begin(setup: Setup, draw: random.Random) -> State:
    rules = rules_of(setup)
    codes = [card.code for card in rules.allowed]
    reserves = tuple(tuple(draw.sample(codes * 2, 12)) for _ in range(rules.seats))
    return start(rules, reserves if rules.reserve == "constructed" else (), Chance.from_text(str(draw.random()))).state


def count_cards(state: State) -> Counter[str]:
    """Return every card of every side, wherever it is."""
    found: Counter[str] = Counter(state.boxed)
    for side in state.sides:
        for zone in (side.hand, side.deck, side.discard, side.freezer, side.arena, (side.incubator,), *side.piles):
            found.update(zone)
    found.update(frame.card for frame in state.stack if isinstance(frame, Leaving) and not frame.frozen)
    del found[""]
    return found


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: "-".join((setup.mode, *(v for _, v in setup.options))))
def test_a_random_game_ends_and_loses_no_card(setup: Setup) -> None:
    """M55."""
    for seed in range(many(4, 60)):
        draw = random.Random(f"{setup} {seed}")
        state, cards, decisions = begin(setup, draw), None, 0
        while not state.over:
            step = apply_moves(state, {seat: draw.choice(legal(state, seat)) for seat in to_act(state)})
            state, decisions = step.state, decisions + 1
            assert decisions < 1_000
            assert state.ask is None or state.ask.kind in KINDS
            if state.round and not state.over:
                cards = cards or count_cards(state)
                assert count_cards(state) == cards
            _check_marks(state)


@pytest.mark.parametrize("setup", SETUPS[1:6], ids=lambda setup: "-".join((setup.mode, *(v for _, v in setup.options))))
def test_a_random_game_in_which_players_leave_ends(setup: Setup) -> None:
    """M54."""
    for seed in range(many(8, 60)):
        draw = random.Random(f"{setup} {seed} leaving")
        state = begin(setup, draw)
        while not state.over:
            if draw.random() < 0.03:
                staying = [seat for seat in range(1, state.rules.seats + 1) if seat not in state.gone]
                state = forfeit(state, draw.choice(staying)).state
            else:
                state = apply_moves(state, {seat: draw.choice(legal(state, seat)) for seat in to_act(state)}).state
            assert not to_act(state) & set(state.gone)
            _check_marks(state)


def _check_marks(state: State) -> None:
    for side in state.sides:
        assert len(side.hand) == len(side.hand_marks)
        assert len(side.deck) == len(side.deck_marks)
        assert len(side.freezer) == len(side.freezer_marks)
    assert sorted(state.line) == [seat for seat, space in enumerate(state.spaces, 1) if space >= 0]
    assert [state.spaces[seat - 1] for seat in state.line] == sorted(state.spaces[seat - 1] for seat in state.line)
