"""How players stand in APEX: by points; and what they destroyed."""

from __future__ import annotations

from engine.apex.events import Ambushed, Battle, Converted
from engine.apex.state import State
from engine.game import Event
from engine.score import Standing
from engine.text import say

_POINTS = say("Points")


def standing(state: State) -> Standing:
    """Return the points of each seat so far."""
    return Standing(_POINTS, tuple(float(side.points) for side in state.sides))


def taken(event: Event) -> int:
    """Return how many pawns of others the seat of an event destroyed by it."""
    if isinstance(event, Ambushed | Converted):
        return 1
    if not isinstance(event, Battle):
        return 0
    return sum(
        each.ships - each.ships_left + each.colony - each.colony_left
        for each in event.fighters
        if each.seat != event.seat
    )
