"""Where a game's cards are, as far as somebody may know: an optional protocol for games with cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

from engine.game import Seat
from engine.text import Text

S_contra = TypeVar("S_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that are in the same place for somebody's eyes.

    Attributes:
        title: Where they are, e.g. "Your hand".
        keys: What they are called, in their order.
        texts: What each of them is, in one line; empty where the name is enough.
    """

    title: Text
    keys: tuple[str, ...]
    texts: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class CardList:
    """Every card of a game.

    Attributes:
        heading: Of which part of the game it tells, e.g. "Age 2, round 3".
        piles: Those that are not empty, what matters most first.
        odds: What is likely of the cards that the reader does not see, one sentence a line.
    """

    heading: Text
    piles: tuple[Pile, ...]
    odds: tuple[Text, ...] = ()


@runtime_checkable
class Carded(Protocol[S_contra]):
    """A game with cards. Optional: a `Game` may be one of these too."""

    def cards(self, state: S_contra, seat: Seat | None) -> CardList:
        """Return where the cards are, as far as a seat, or a spectator (None), may know."""
        ...
