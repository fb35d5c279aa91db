"""What is played for somebody who misses a decision or has left (A25)."""

from __future__ import annotations

from engine.apex.legal import free_civilisations, free_homes
from engine.apex.moves import CLOSE, Move, Secret, Settle
from engine.apex.state import Phase, State
from engine.game import Seat


def default(state: State, seat: Seat) -> Move:
    """Return the move that is played for a seat that must decide."""
    if state.phase is Phase.SETUP:
        return Settle(free_civilisations(state)[0], free_homes(state)[0])
    if state.phase is Phase.CHOOSE:
        hand = state.sides[seat - 1].hand
        return Secret(hand[0], "W", hand[1] if state.rules.seats == 2 else 0)
    return CLOSE
