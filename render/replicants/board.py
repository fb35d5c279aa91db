"""The empty arena and cards, drawn once for each theme and plan and kept."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.hexgrid import Hex
from engine.seat import Seat
from render.canvas import Canvas, shape
from render.hexes import corners
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


@lru_cache(maxsize=512)
def stand(theme: Theme, plan: Frame, place: Hex, seat: Seat) -> Image.Image:
    """Return the hex under a player's Replicant; of the size of `tile`."""
    canvas, mask, centre = board(theme, plan), tile(plan.layout.radius, flat=plan.layout.flat), plan.layout.at(place)
    canvas.fill(mask, centre, colours(theme).tint(seat))
    left, top = round(centre[0] - mask.size[0] / 2), round(centre[1] - mask.size[1] / 2)
    return canvas.image.crop((left, top, left + mask.size[0], top + mask.size[1]))
