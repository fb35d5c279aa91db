"""What the parts of a picture share while it is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.events import Event
from engine.replicants.view import ReplicantsView
from render.canvas import Canvas
from render.hexes import Point
from render.replicants.frame import Frame
from render.telling import Telling
from render.theme import Colours, Theme


@dataclass(frozen=True, slots=True)
class Scene(Telling):
    """A picture in the making.

    Attributes:
        canvas: What is drawn on.
        plan: Where everything lies.
        theme: The reader's choice.
        scheme: The theme's colours.
        view: The position.
        last: The events of the last turn.
        spots: The centres of all hexes, by name.
    """

    canvas: Canvas
    plan: Frame
    theme: Theme
    scheme: Colours
    view: ReplicantsView
    last: Sequence[Event]
    spots: Mapping[str, Point]

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
        return self.spots[name]
