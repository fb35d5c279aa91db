"""Moves in as few words as are clear, for the button that plays them."""

from __future__ import annotations

from engine.replica.board import NAMES
from engine.replica.moves import Go, Move, Transform
from engine.replica.state import State
from engine.text import Text, say


def brief(state: State, move: Move) -> Text:
    """Return a legal move in few words: "a4 → b5"."""
    match move:
        case Go(origin, target):
            if state.theirs >> target & 1:
                return say("{origin} × {target}", origin=NAMES[origin], target=NAMES[target])
            return say("{origin} → {target}", origin=NAMES[origin], target=NAMES[target])
        case Transform(square):
            return say("make {square} a king", square=NAMES[square])
        case _:
            return say("end the turn", context="in few words")
