"""Writing moves, the one canonical way (P10)."""

from __future__ import annotations

from engine.replica.board import NAMES
from engine.replica.moves import Go, Move, Transform
from engine.replica.state import State

CLOSING = "-"


def format_move(state: State, move: Move) -> str:
    """Return the canonical text of a legal move: `b2-c3`, `b2xc3`, `a3=K` or `-`."""
    match move:
        case Go(origin, target):
            mark = "x" if state.theirs >> target & 1 else "-"
            return f"{NAMES[origin]}{mark}{NAMES[target]}"
        case Transform(square):
            return f"{NAMES[square]}=K"
        case _:
            return CLOSING
