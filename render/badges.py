"""The seats' shapes, and badges in them."""

from __future__ import annotations

import math
from functools import lru_cache

from engine.seat import Seat
from render.canvas import Canvas, Pen, shape
from render.masks import Mask, Point, polar
from render.theme import Colours, Shape


def outline(pen: Pen, form: Shape, reach: float, centre: Point = (0, 0), *, flat: bool = True) -> None:
    """Fill a seat's shape; `reach` is the radius of the circle, the other shapes have about the same area.

    The lozenge is wide, or tall unless `flat`: long towards corners of a hex with or without a flat top.
    """
    x, y = centre
    if form is Shape.CIRCLE:
        pen.disc(centre, reach)
    elif form is Shape.SQUARE:
        size = reach * 0.92
        pen.box(x - size, y - size, x + size, y + size, size * 0.2)
    elif form is Shape.DIAMOND:
        blunt = reach * 0.1
        wide, tall = (reach * 1.42 - blunt, reach * 1.06 - blunt)
        if not flat:
            wide, tall = tall, wide
        corners = [(x, y - tall), (x + wide, y), (x, y + tall), (x - wide, y)]
        pen.polygon(corners)
        pen.line([*corners, *corners[:2]], blunt * 2)
    elif form is Shape.TRIANGLE:
        blunt = reach * 0.16
        points = [(x, y - 1.04 * reach), (x + 1.06 * reach, y + 0.8 * reach), (x - 1.06 * reach, y + 0.8 * reach)]
        pen.polygon(points)
        pen.line([*points, *points[:2]], blunt * 2)
    elif form is Shape.BURST:
        pen.polygon([polar(centre, reach * (1.2 if point % 2 == 0 else 0.86), 22.5 * point) for point in range(16)])
    else:
        size, arm = reach * 1.02, reach * 0.6
        pen.box(x - size, y - arm, x + size, y + arm, size * 0.16)
        pen.box(x - arm, y - size, x + arm, y + size, size * 0.16)


def badge(canvas: Canvas, scheme: Colours, seat: Seat, centre: Point, radius: float) -> None:
    """Draw a seat's shape with its letter."""
    style = scheme.seat(seat)
    canvas.fill(silhouette(style.shape, radius), centre, style.edge)
    canvas.fill(silhouette(style.shape, radius * 0.87), centre, style.fill)
    low = 0.18 * radius if style.shape is Shape.TRIANGLE else 0
    canvas.text((centre[0], centre[1] + low), style.letter, radius * 1.05, style.ink, anchor="m")


@lru_cache(maxsize=256)
def silhouette(form: Shape, radius: float) -> Mask:
    """Return a seat's shape as a mask."""
    reach = radius * (0.82 if form is Shape.DIAMOND else 1)
    return shape(2 * math.ceil(1.25 * radius), lambda pen: outline(pen, form, reach))
