"""Small drawn symbols, so that no picture depends on a typeface's pictographs.

Each is drawn around a centre and fits a circle of the given radius.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from render.canvas import Pen, shape
from render.masks import Mask, Point, polar

Icon: TypeAlias = Callable[[Pen, Point, float], None]
"""Draws a symbol with a pen, around a centre, in a circle of a radius."""


@lru_cache(maxsize=512)
def mask(icon: Icon, radius: float) -> Mask:
    return shape(2 * math.ceil(radius) + 2, lambda pen: icon(pen, (0, 0), radius))


def cut(pen: Pen, paint: Callable[[], None]) -> None:
    """Erase a shape from a mask."""
    ink = pen.ink
    pen.ink = 0
    paint()
    pen.ink = ink


def disc(pen: Pen, centre: Point, radius: float) -> None:
    pen.disc(centre, radius)


def bolt(pen: Pen, centre: Point, radius: float) -> None:
    """Draw a flash of lightning."""
    x, y = centre
    points = ((0.22, -1), (-0.62, 0.16), (-0.06, 0.16), (-0.22, 1), (0.62, -0.2), (0.06, -0.2))
    pen.polygon([(x + dx * radius, y + dy * radius) for dx, dy in points])


def heart(pen: Pen, centre: Point, radius: float) -> None:
    """Draw a heart."""
    x, y = centre
    points = []
    for index in range(48):
        turn = index * math.tau / 48
        dx = 16 * math.sin(turn) ** 3
        dy = 13 * math.cos(turn) - 5 * math.cos(2 * turn) - 2 * math.cos(3 * turn) - math.cos(4 * turn)
        points.append((x + dx * radius / 17, y - (dy + 2.5) * radius / 17))
    pen.polygon(points)


def star(pen: Pen, centre: Point, radius: float) -> None:
    """Draw a five-pointed star."""
    pen.polygon([polar(centre, radius if point % 2 == 0 else radius * 0.45, 36 * point) for point in range(10)])


def cross(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    reach = radius * 0.66
    for slope in (1, -1):
        pen.line([(x - reach, y - slope * reach), (x + reach, y + slope * reach)], radius * 0.34)


def plus(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    reach = radius * 0.8
    pen.line([(x - reach, y), (x + reach, y)], radius * 0.42)
    pen.line([(x, y - reach), (x, y + reach)], radius * 0.42)


def crown(pen: Pen, centre: Point, radius: float) -> None:
    """Draw a crown with three points."""
    x, y = centre
    tips = ((-0.9, -0.42), (0, -0.74), (0.9, -0.42))
    points = [(-0.9, -0.42), (-0.42, 0.0), (0, -0.7), (0.42, 0.0), (0.9, -0.42), (0.66, 0.44), (-0.66, 0.44)]
    pen.polygon([(x + dx * radius, y + dy * radius) for dx, dy in points])
    for dx, dy in tips:
        pen.disc((x + dx * radius, y + dy * radius), 0.16 * radius)
    pen.box(x - 0.66 * radius, y + 0.54 * radius, x + 0.66 * radius, y + 0.76 * radius, 0.08 * radius)


def tick(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    points = ((-0.7, 0.05), (-0.2, 0.55), (0.75, -0.55))
    pen.line([(x + dx * radius, y + dy * radius) for dx, dy in points], radius * 0.36)


def right_turn(pen: Pen, centre: Point, radius: float) -> None:
    """Draw an arrow that runs clockwise."""
    _turn(pen, centre, radius, 1)


def left_turn(pen: Pen, centre: Point, radius: float) -> None:
    _turn(pen, centre, radius, -1)


def arrowhead(pen: Pen, tip: Point, size: float, angle: float) -> None:
    """Draw a triangle with its tip at a point; `angle` is its direction in degrees clockwise from upwards."""
    foot = polar(tip, size, angle + 180)
    pen.polygon([tip, polar(foot, size * 0.62, angle + 90), polar(foot, size * 0.62, angle - 90)])


def _turn(pen: Pen, centre: Point, radius: float, way: int) -> None:
    reach, end = 0.7 * radius, 95
    pen.arc(centre, reach, -140 * way, end * way, radius * 0.3)
    start = polar(centre, reach, end * way)
    along = (end + 90) * way
    arrowhead(pen, polar(start, 0.6 * radius, along), 0.85 * radius, along)
