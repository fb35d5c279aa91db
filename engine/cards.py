"""Where the cards of a game are, as one reader may know it: `/match cards` shows it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.text import Text


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that are in the same place, as one player sees it.

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
