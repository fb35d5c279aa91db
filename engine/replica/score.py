"""How players stand in Replica: by the pieces that they have left."""

from __future__ import annotations

from engine.game import Event
from engine.replica.events import Captured
from engine.replica.state import State
from engine.score import Standing
from engine.text import say

_PIECES = say("Pieces")


def standing(state: State) -> Standing:
    """Return how many pieces each seat has on the board (P4)."""
    return Standing(_PIECES, (float(state.white.bit_count()), float(state.black.bit_count())))


def taken(event: Event) -> int:
    """Return whether an event is a capture (P4)."""
    return int(isinstance(event, Captured))
