"""How a reader sees a game: one value that every picture and every text is made with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.seat import Seat
from engine.text import ENGLISH, Text, Translate, say
from render.theme import Theme
from render.words import Name

_THEME = Theme()


@dataclass(frozen=True, slots=True)
class Look:
    """How a reader sees a game; what a picture or a text has no use for changes nothing in it.

    Attributes:
        names: The players' display names for seat 1, 2, …; a missing or empty one is shown as "Player 2".
        theme: The reader's colours.
        width: Of a picture, in pixels.
        side: The seat from whose side the board is seen, with places named as ever and text upright; None is the
            game's own orientation.
        marks: Whether pieces show how they move.
        translate: The reader's language.
    """

    names: Sequence[str] = ()
    theme: Theme = _THEME
    width: int = 1200
    side: Seat | None = None
    marks: bool = True
    translate: Translate = ENGLISH

    def called(self, clean: Callable[[str, str], str]) -> Name:
        """Return what to call each seat.

        Args:
            clean: Given a name and what to show in its stead ("Player 2"), returns what can be shown of it.
        """

        def name(seat: Seat) -> str:
            fallback = say("Player {seat}", seat=seat).render(self.translate)
            return clean(self.names[seat - 1] if seat <= len(self.names) else "", fallback)

        return name

    def told(self, text: Text) -> str:
        """Return a text without names in the reader's language."""
        return text.render(self.translate)

    def notice(self, reconstruction: Text | None) -> str:
        """Return the sentence that comes first wherever words show what is reconstructed; empty where nothing is.

        It is first so that it stays where words are too many.
        """
        return "" if reconstruction is None else f"{self.told(reconstruction)}. "


PLAIN = Look()
"""In English, in the default theme, 1,200 pixels wide, in the game's own orientation, players by number."""
