"""How players stand in Replica: by the pieces that they have left."""

from __future__ import annotations

from engine.events import Event
from engine.outcome import Standing
from engine.replica.events import Captured
from engine.replica.state import State
from engine.seat import Seat
from engine.text import Text, say

_PIECES = say("Pieces", context="title of a chart")


def standing(state: State) -> Standing:
    """Return how many pieces each seat has on the board (P4)."""
    return Standing(_PIECES, (float(state.white.bit_count()), float(state.black.bit_count())))


def feats(event: Event) -> dict[Seat, int]:
    """Return whose capture an event was (P4)."""
    return {event.seat: 1} if isinstance(event, Captured) and event.seat is not None else {}


def feats_text(count: int) -> Text:
    """Return how many captures a player made."""
    return say("captures: {count}", count=count)
