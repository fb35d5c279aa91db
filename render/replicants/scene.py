"""What the parts of a picture share while it is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from engine.game import Event, Seat
from engine.hexgrid import parse_hex
from engine.replicants.view import ReplicantsView
from engine.text import Text
from render.canvas import Canvas
from render.hexes import Point
from render.lettering import Weight, fit, width
from render.replicants.frame import Frame
from render.theme import Colours, Theme
from render.words import Name, Translate


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture in the making.

    Attributes:
        canvas: What is drawn on.
        plan: Where everything lies.
        theme: The reader's choice.
        look: The theme's colours.
        view: The position.
        last: The events of the last turn.
        translate: The reader's language.
        name: What to call a seat.
    """

    canvas: Canvas
    plan: Frame
    theme: Theme
    look: Colours
    view: ReplicantsView
    last: Sequence[Event]
    translate: Translate
    name: Name

    @property
    def unit(self) -> float:
        """Pixels for one pixel of the design."""
        return self.plan.unit

    @property
    def radius(self) -> float:
        """Of a hex, in pixels."""
        return self.plan.layout.radius

    def at(self, name: str) -> Point:
        """Return the centre of a hex such as `"E8"`."""
        return self.plan.layout.at(parse_hex(name))

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
