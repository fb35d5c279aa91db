"""How a reader sees a game: one value that every picture and every text is made with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.game import Seat
from engine.text import Text
from render.theme import Theme
from render.words import Name, Translate, seat_names

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
        translate: Gives a template in the reader's language, as gettext does; the default leaves it English.
    """

    names: Sequence[str] = ()
    theme: Theme = _THEME
    width: int = 1200
    side: Seat | None = None
    marks: bool = True
    translate: Translate = str

    def called(self, clean: Callable[[str, str], str]) -> Name:
        """Return what to call each seat; `clean` is as `render.words.seat_names` wants it."""
        return seat_names(self.names, self.translate, clean)

    def told(self, text: Text) -> str:
        """Return a text without names in the reader's language."""
        return text.render(self.translate, str)


PLAIN = Look()
"""In English, in the default theme, 1,200 pixels wide, in the game's own orientation, players by number."""
