"""The empty arena and cards, drawn once for each theme and plan and kept."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.hexgrid import Hex
from engine.seat import Seat
from render.canvas import Canvas, Pen, shape
from render.hexes import Point, corners
from render.lettering import Weight
from render.masks import Mask
from render.replicants.frame import Frame, cells, label_places
from render.theme import Theme, colours

GAP = 0.035
"""Half of the gap between neighbouring hexes, as a part of their radius."""


def board(theme: Theme, plan: Frame) -> Canvas:
    """Return a new canvas with the page, the arena and its coordinates, and empty cards."""
    return Canvas(_board(theme, plan).copy(), theme)


@lru_cache(maxsize=8)
def _board(theme: Theme, plan: Frame) -> Image.Image:
    scheme = colours(theme)
    canvas = Canvas.blank(plan.width, plan.height, scheme.page, theme)
    for place in cells(oval=plan.oval):
        canvas.fill(tile(plan.layout.radius, flat=plan.layout.flat), plan.layout.at(place), scheme.cell)
        canvas.text(plan.layout.at(place), str(place), label_size(plan), scheme.muted, anchor="m", weight=Weight.MEDIUM)
    for text, where in label_places(plan.layout, oval=plan.oval):
        canvas.text(where, text, 32 * plan.unit, scheme.muted, anchor="m")
    for box in (box for boxes in plan.cards for box in boxes):
        canvas.box(box.corners, 14 * plan.unit, scheme.surface)
    return canvas.image


def label_size(plan: Frame) -> float:
    """Return how large the name of an empty hex is written, in pixels."""
    return 0.42 * plan.layout.radius


@lru_cache(maxsize=64)
def tile(radius: float, *, flat: bool) -> Mask:
    """Return the mask of a hex, slightly smaller than its cell."""
    size = (1 - 2 * GAP / 3**0.5) * radius
    return shape(2 * round(radius) + 2, lambda pen: pen.polygon(corners(size, flat=flat)))


@lru_cache(maxsize=16)
def team_rim(team: int, radius: float, *, flat: bool) -> Mask:
    """Return the mask of what partners' hexes have in common, of the size of `tile`.

    Args:
        team: From 0: the first team's hexes have a line all around, the second's one at each corner.
        radius: Of a hex, in pixels.
        flat: Whether the hexes have flat tops.
    """
    ends, thickness = corners(0.9 * radius, flat=flat), max(1.4, 0.07 * radius)

    def paint(pen: Pen) -> None:
        if team == 0:
            pen.line([*ends, ends[0]], thickness)
            return
        for before, corner, after in zip(ends[-1:] + ends, ends, ends[1:] + ends[:1], strict=False):
            pen.line([_towards(corner, before), corner, _towards(corner, after)], thickness)

    return shape(2 * round(radius) + 2, paint)


def _towards(start: Point, end: Point) -> Point:
    """Return the point on the way from a corner of a hex to the next where the line at the corner ends."""
    return start[0] + (end[0] - start[0]) * 0.2, start[1] + (end[1] - start[1]) * 0.2


@lru_cache(maxsize=512)
def stand(theme: Theme, plan: Frame, place: Hex, seat: Seat, team: int | None) -> Image.Image:
    """Return the hex under a Replicant, with the outline of a team if there is one; of the size of `tile`."""
    canvas, mask, centre = board(theme, plan), tile(plan.layout.radius, flat=plan.layout.flat), plan.layout.at(place)
    scheme = colours(theme)
    canvas.fill(mask, centre, scheme.tint(seat))
    if team is not None:
        canvas.fill(team_rim(team, plan.layout.radius, flat=plan.layout.flat), centre, scheme.muted)
    left, top = round(centre[0] - mask.size[0] / 2), round(centre[1] - mask.size[1] / 2)
    return canvas.image.crop((left, top, left + mask.size[0], top + mask.size[1]))
