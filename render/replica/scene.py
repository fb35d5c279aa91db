"""What the parts of a picture share while it is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.events import Event
from engine.replica.view import ReplicaView
from render.canvas import Canvas
from render.hexes import Point
from render.replica.frame import Frame
from render.telling import Telling
from render.theme import Colour, Colours, Livery, Theme


@dataclass(frozen=True, slots=True)
class Scene(Telling):
    """A picture in the making.

    Attributes:
        canvas: What is drawn on.
        plan: Where everything lies.
        theme: The reader's choice, with the livery of chess.
        scheme: The theme's colours.
        view: The position.
        last: The events of the last turn.
    """

    canvas: Canvas
    plan: Frame
    theme: Theme
    scheme: Colours
    view: ReplicaView
    last: Sequence[Event]

    @property
    def unit(self) -> float:
        """Pixels for one pixel of the design."""
        return self.plan.unit

    @property
    def square(self) -> float:
        """A square's side, in pixels."""
        return self.plan.square

    def at(self, name: str) -> Point:
        """Return the centre of a square such as `"e4"`."""
        return self.plan.at(name)

    def ground(self, name: str) -> Colour:
        """Return the colour of a square: a1 is a darker one."""
        return self.scheme.check if (ord(name[0]) + int(name[1])) % 2 == 0 else self.scheme.cell


def dressed(theme: Theme) -> Theme:
    """Return a reader's theme with White and Black on a chequered board."""
    return replace(theme, livery=Livery.CHESS)
