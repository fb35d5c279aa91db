"""How players stand in Replicants: by points where the mode counts them, by Replicants in the arena elsewhere."""

from __future__ import annotations

from engine.events import Event
from engine.outcome import Standing
from engine.replicants.events import Destroyed
from engine.replicants.outcome import half_points
from engine.replicants.state import State
from engine.seat import Seat
from engine.text import Text, say

_POINTS, _ARENA = say("Points", context="title of a chart"), say("Replicants in the arena")


def standing(state: State) -> Standing:
    """Return the points of each seat (R23), or how many Replicants it has in the arena (R22, R28)."""
    if state.rules.counts_points:
        return Standing(_POINTS, tuple(half_points(state, seat) / 2 for seat in range(1, len(state.sides) + 1)))
    return Standing(_ARENA, tuple(float(len(side.pieces)) for side in state.sides))


def feats(event: Event) -> dict[Seat, int]:
    """Return whose destruction of an enemy an event was (R15); being struck by oneself is none (R13)."""
    if isinstance(event, Destroyed) and event.seat is not None and event.owner != event.seat:
        return {event.seat: 1}
    return {}


def feats_text(count: int) -> Text:
    """Return how many enemies a player destroyed."""
    return say("destroyed: {count}", count=count)
