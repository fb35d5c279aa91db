"""How players stand in APEX: by points; and the battles that they won."""

from __future__ import annotations

from engine.apex.events import Battle
from engine.apex.state import State
from engine.events import Event
from engine.outcome import Standing
from engine.seat import Seat
from engine.text import Text, say

_POINTS = say("Points", context="title of a chart")


def standing(state: State) -> Standing:
    """Return the points of each seat so far."""
    return Standing(_POINTS, tuple(float(side.points) for side in state.sides))


def feats(event: Event) -> dict[Seat, int]:
    """Return who won the battle that an event was (A38)."""
    return {event.winner: 1} if isinstance(event, Battle) and event.winner is not None else {}


def feats_text(count: int) -> Text:
    """Return how many battles a player won."""
    return say("battles won: {count}", count=count)
