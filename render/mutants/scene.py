"""What the parts of a picture share while it is drawn."""

from __future__ import annotations

from dataclasses import dataclass

from engine.events import Event
from engine.mutants.view import MutantsView
from engine.seat import Seat
from render import icons
from render.badges import badge
from render.canvas import Canvas
from render.hexes import Point
from render.mutants.frame import Frame
from render.mutants.wording import BOSS
from render.telling import Telling
from render.theme import Colours, Theme


@dataclass(frozen=True, slots=True)
class Scene(Telling):
    """A picture in the making.

    Attributes:
        canvas: What is drawn on.
        plan: Where everything lies.
        theme: The reader's choice, with the livery of genes.
        scheme: The theme's colours.
        view: The position.
        last: The events of the last turn.
    """

    canvas: Canvas
    plan: Frame
    theme: Theme
    scheme: Colours
    view: MutantsView
    last: tuple[Event, ...]

    @property
    def unit(self) -> float:
        """Pixels for one pixel of the design."""
        return self.plan.unit

    def is_boss(self, seat: Seat) -> bool:
        """Return whether a seat is the boss of a Revolt."""
        return self.view.boss is not None and seat == BOSS

    def marker(self, seat: Seat, centre: Point, radius: float) -> None:
        """Draw a seat's badge; a boss has a crowned one that is no player's."""
        if not self.is_boss(seat):
            badge(self.canvas, self.scheme, seat, centre, radius)
            return
        self.canvas.fill(icons.mask(icons.disc, radius), centre, self.scheme.text)
        self.canvas.fill(icons.mask(icons.disc, 0.88 * radius), centre, self.scheme.danger)
        self.canvas.fill(icons.mask(icons.crown, 0.62 * radius), centre, self.scheme.page)
