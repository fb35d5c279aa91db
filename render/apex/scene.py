"""What the parts of a picture share while it is drawn."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.apex.components import components
from engine.apex.view import ApexView
from engine.events import Event
from render.apex.frame import Frame
from render.canvas import Canvas
from render.hexes import Point
from render.telling import Telling
from render.theme import Colours, Livery, Theme


@dataclass(frozen=True, slots=True)
class Scene(Telling):
    """A picture in the making.

    Attributes:
        canvas: What is drawn on.
        plan: Where everything lies.
        theme: The reader's choice, with the livery of the civilisations that the seats lead.
        scheme: The theme's colours.
        view: The position.
        last: The events of the last turn.
    """

    canvas: Canvas
    plan: Frame
    theme: Theme
    scheme: Colours
    view: ApexView
    last: tuple[Event, ...]

    @property
    def unit(self) -> float:
        """Pixels for one pixel of the design."""
        return self.plan.unit

    @property
    def radius(self) -> float:
        """Of a sector, in pixels."""
        return self.plan.radius

    def at(self, slot: str) -> Point:
        """Return the centre of a sector such as `"B2"`."""
        return self.plan.at(slot)


def dressed(theme: Theme, view: ApexView | None) -> Theme:
    """Return a reader's theme with what the seats of a view wear; without a view, with civilisations in their order."""
    if view is None:
        return replace(theme, livery=Livery.STARS, worn=())
    order = [civilisation.code for civilisation in components(view.data).civilisations]
    worn = tuple(order.index(side.civilisation) + 1 if side.civilisation else 0 for side in view.sides)
    return replace(theme, livery=Livery.STARS, worn=worn)
