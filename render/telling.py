"""Sentences on pictures, in the reader's language and in the room there is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from engine.seat import Seat
from engine.text import Text, Translate
from render.lettering import Weight, fit, width
from render.words import Name


@dataclass(frozen=True, slots=True)
class Telling:
    """For whom a picture is made.

    Attributes:
        translate: The reader's language.
        name: What to call a seat.
    """

    translate: Translate
    name: Name

    def told(self, text: Text) -> str:
        """Return a text in the reader's language."""
        return text.render(self.translate, self.name)

    def told_in(self, text: Text, room: float, size: int, weight: Weight = Weight.BOLD) -> str:
        """Return a text that is to fit some pixels; names are cut before anything else is."""
        whole = self.told(text)
        for share in (0.6, 0.4, 0.25, 0.15):
            if width(whole, size, weight) <= room:
                return whole
            whole = text.render(self.translate, partial(self._short, room=share * room, size=size, weight=weight))
        return fit(whole, room, size, weight)

    def _short(self, seat: Seat, room: float, size: int, weight: Weight) -> str:
        return fit(self.name(seat), room, size, weight)
