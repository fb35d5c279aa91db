"""How players stand while a game goes on: for curves over a whole game, and for what is told at its end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, runtime_checkable

from engine.game import Event, Seat
from engine.history import Moment
from engine.text import Text

S_contra = TypeVar("S_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Standing:
    """How the players stand in a position.

    Attributes:
        label: What is counted, e.g. "Points".
        values: For seat 1, 2, …; more is better.
    """

    label: Text
    values: tuple[float, ...]


@runtime_checkable
class Scored(Protocol[S_contra]):
    """A game that can tell how players stand. Optional: a `Game` may be one of these too."""

    def standing(self, state: S_contra) -> Standing:
        """Return how the players stand, as far as everybody may know; the label does not change during a game."""
        ...

    def taken(self, event: Event) -> int:
        """Return how many things of others the seat of an event captured or destroyed by it."""
        ...


def captures(game: Scored[Any], history: Iterable[Moment], seats: int) -> tuple[int, ...]:
    """Return how much each of so many seats captured or destroyed, as far as everybody may know."""
    counts: dict[Seat | None, int] = {}
    for event in (event for moment in history for event in moment.told(None)):
        counts[event.seat] = counts.get(event.seat, 0) + game.taken(event)
    return tuple(counts.get(seat, 0) for seat in range(1, seats + 1))
