"""A21, A55: a strategy that has no effect says why, and is warned of before it is chosen."""

from __future__ import annotations

import random

import pytest

from engine.apex.components import Track
from engine.apex.events import Closed, Evolved
from engine.apex.game import APEX
from engine.apex.legal import OWN_REASONS, REASONS, RULES, Idle
from engine.apex.moves import Secret
from engine.apex.rules import TOP
from engine.apex.state import Phase, State, with_side
from engine.chance import Chance
from engine.extras import Cautious
from engine.game import Setup


def test_every_reason_has_words_and_a_rule() -> None:
    assert isinstance(APEX, Cautious)
    assert set(REASONS) == set(OWN_REASONS) == set(RULES) == set(Idle)


def choosing(mode: str, seed: int, rounds: int) -> State:
    """A position of a random game in which all choose, so many rounds from the start."""
    lot = random.Random(seed)
    state = APEX.initial(Setup(mode), Chance.from_text(str(seed)))
    while state.phase is not Phase.CHOOSE or (state.age - 1) * 5 + state.round <= rounds:
        moves = {seat: lot.choice(APEX.legal(state, seat)) for seat in sorted(APEX.to_act(state))}
        state = APEX.apply(state, moves).state
    return state


@pytest.mark.parametrize("mode", ["3", "4"])
@pytest.mark.parametrize("seed", range(6))
def test_what_is_warned_of_comes_true_if_nothing_happens_before(mode: str, seed: int) -> None:
    state = choosing(mode, seed, 2 * seed)
    for move in APEX.legal(state, 1):
        if not isinstance(move, Secret) or move.side == "X":
            continue
        # Expansion comes last (A19): what the others do then changes nothing for the first.
        others = {
            seat: next(each for each in APEX.legal(state, seat) if isinstance(each, Secret) and each.side == "X")
            for seat in range(2, int(mode) + 1)
        }
        happened = APEX.apply(state, {1: move, **others}).events
        idle = [
            str(each.text())
            for each in happened
            if each.seat == 1
            and ((isinstance(each, Closed) and each.idle) or (isinstance(each, Evolved) and not each.rose))
        ]
        caution = APEX.caution(state, 1, move)
        assert (caution is not None) == bool(idle)
        if caution is not None:
            assert str(caution).rpartition("(")[2].rstrip(").") == idle[0].rpartition("(")[2].rstrip(").")


def test_a_track_at_its_top_is_warned_of() -> None:  # A41
    state = choosing("3", 1, 1)
    side = state.sides[0]
    move = next(each for each in APEX.legal(state, 1) if isinstance(each, Secret) and each.side == "E")
    assert APEX.caution(state, 1, move) is None
    levels = [TOP] * len(Track)
    full = with_side(state, 1, type(side)(side.civ, side.home, side.ships, side.colonies, tuple(levels), 0, side.hand))
    assert "the track is already at level 5 (A41)" in str(APEX.caution(full, 1, move))


def test_an_expansion_that_can_do_nothing_is_warned_of() -> None:  # A55
    state = choosing("3", 1, 1)
    side = state.sides[0]
    nowhere = type(side)(side.civ, side.home, (0,) * len(side.ships), (), (0, 0, 0, 0), 0, side.hand)
    bare = with_side(state, 1, nowhere)
    warned = {
        each.card: APEX.caution(bare, 1, each)
        for each in APEX.legal(bare, 1)
        if isinstance(each, Secret) and each.side == "X"
    }
    for card, caution in warned.items():
        ways = {action.name for action in bare.rules.cards[card - 1].expansion}
        assert (caution is not None) == ("PRODUCTION" not in ways and "AMBUSH" not in ways), ways


def test_nothing_else_is_warned_of() -> None:
    state = APEX.initial(Setup("2"), Chance.from_text("start"))
    assert APEX.caution(state, 1, APEX.legal(state, 1)[0]) is None
