"""How good the end of a Revolt is (M61): a victory before a defeat, then its round, then what health the boss kept.

A boss is best beaten soon; who is beaten by it, or gives up, has best held out for long.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.mutants.outcome import BEATEN
from engine.mutants.state import State
from engine.outcome import Grade
from engine.text import Text, say, say_n

_HEALTH = 1000
"""More than any boss has."""
_VICTORY = 1000 * _HEALTH
"""More than any defeat is worth."""


def grade(state: State) -> Grade:
    """Return how good a Revolt that is over was; its points are the round and the health that the boss kept."""
    points = (state.round, state.health)
    if state.over == BEATEN:
        return Grade(2 * _VICTORY - _HEALTH * state.round, points)
    return Grade(_HEALTH * state.round + _HEALTH - 1 - state.health, points)


def grade_text(won: bool, points: Sequence[int]) -> Text:
    """Return what a result says, in few words."""
    number, health = points
    if won:
        return say("victory in round {round}", round=number)
    return say_n(
        "defeat in round {round}, the boss had {count} health left",
        "defeat in round {round}, the boss had {count} health left",
        health,
        round=number,
    )
