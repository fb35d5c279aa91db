"""What kings see, and with it which pieces can transform (P5)."""

from __future__ import annotations

from engine.replica.rules import Rules
from engine.replica.state import State
from engine.seat import Seat


def seen(rules: Rules, seat: Seat, kings: int, blockers: int, wanted: int) -> int:
    """Return those of the wanted squares that at least one king sees.

    Args:
        rules: The options; they say which way a king sees.
        seat: Whose kings.
        kings: Where they stand.
        blockers: Where sight ends: at the enemy's pieces, which are never wanted.
        wanted: The squares that matter.
    """
    rising, falling = rules.rising_sight[seat - 1], rules.falling_sight[seat - 1]
    everywhere = rules.all_sight[seat - 1]
    left = wanted
    while kings and left:
        low = kings & -kings
        kings ^= low
        king = low.bit_length() - 1
        lines = everywhere[king]
        if not lines & left:
            continue
        if not lines & blockers:
            left &= ~lines
            continue
        for ray in rising[king]:
            block = ray & blockers
            left &= ~(ray & (block & -block) - 1)
        for ray in falling[king]:
            left &= ~(ray & -1 << (ray & blockers).bit_length())
    return wanted & ~left


def transformable(state: State) -> int:
    """Return where the pieces stand that the seat whose turn begins may flip."""
    mine, kings = state.mine, state.kings
    return seen(state.rules, state.seat, mine & kings, state.theirs, mine & ~kings)


def seers(state: State, seat: Seat, square: int) -> int:
    """Return where the kings of a seat stand that see a square."""
    mine, theirs = (state.white, state.black) if seat == 1 else (state.black, state.white)
    wanted = 1 << square
    found, kings = 0, mine & state.kings & ~wanted
    while kings:
        king = kings & -kings
        kings ^= king
        if seen(state.rules, seat, king, theirs, wanted):
            found |= king
    return found
