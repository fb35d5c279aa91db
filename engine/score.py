"""How players stand while a game goes on: for curves over a whole game, and for what is told at its end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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

    def feats(self, event: Event) -> Mapping[Seat, int]:
        """Return how many feats an event was, and whose: what the game finds worth counting to the end."""
        ...

    def feats_text(self, count: int) -> Text:
        """Return how many feats were somebody's, in few words, e.g. "captures: 3"."""
        ...


def feats(game: Scored[Any], history: Iterable[Moment], seats: int) -> tuple[int, ...]:
    """Return how many feats were those of each of so many seats, as far as everybody may know."""
    counts = [0] * seats
    for event in (event for moment in history for event in moment.told(None)):
        for seat, count in game.feats(event).items():
            counts[seat - 1] += count
    return tuple(counts)
