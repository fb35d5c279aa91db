"""Sprites of Replicants: a body in its seat's shape and colour, its value, its nose, the marks of its chart.

All lengths are parts of a hex's radius (centre to corner).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from engine.replicants.board import MATRIX, Chart, Path
from engine.seat import Seat
from render.badges import outline
from render.canvas import Canvas, Pen, Picture, shape
from render.masks import Mask, Point, polar
from render.theme import Colour, Shape, Theme, colours

BODY = 0.57
RIM = 0.05
NOSE_TIP = 0.885
NOSE_FOOT = 0.56
NOSE_HALF = 0.31


@dataclass(frozen=True, slots=True, eq=False)
class Stand:
    """The look of pieces on a board: colours, a hex's radius in pixels, and whether hexes have flat tops.

    It is equal to itself alone: what is cached by it is found fast.
    """

    theme: Theme
    radius: float
    flat: bool


@lru_cache(maxsize=32)
def stand_on(theme: Theme, radius: float, *, flat: bool) -> Stand:
    """Return the look of pieces on hexes of a radius in pixels: one object for the same ones."""
    return Stand(theme, radius, flat)


def draw_piece(
    canvas: Canvas,
    stand: Stand,
    centre: Point,
    ground: Colour,
    seat: Seat,
    value: int,
    angle: float,
    chart: Chart | None,
) -> None:
    """Draw a Replicant on a hex of the colour `ground`.

    `angle` is its heading, in degrees clockwise from upwards; `chart` is shown by small marks, None for none.
    """
    scheme, radius = colours(stand.theme), stand.radius
    whole = body(scheme.seat(seat).shape, BODY + RIM, radius, stand.flat)
    # On whole pixels the same Replicant has the same pixels in every place.
    centre = (round(centre[0]), round(centre[1]))

    def paint(on: Canvas, middle: Point) -> None:
        on.cut(_face(stand, seat, value), whole, middle, scheme.seat(seat).edge)
        if chart is not None and value != MATRIX:
            on.fill(_marks(chart, angle, radius), middle, scheme.mark(seat))

    canvas.repeat(whole, centre, ground, (stand, seat, value, angle, chart), paint)
    # Over the body, so that the body's shape hides no part of it at any angle.
    nose = polar(centre, NOSE_FOOT * radius, angle)
    canvas.fill(_nose(angle, radius, 0.05), nose, scheme.tint(seat))
    canvas.fill(_nose(angle, radius, 0), nose, scheme.text)


@lru_cache(maxsize=64)
def _nose(angle: float, radius: float, grown: float) -> Mask:
    """Return the mask of a nose around the middle of its foot; `grown` by a part of the radius for its rim."""
    tip = polar((0, 0), (NOSE_TIP - NOSE_FOOT + 0.6 * grown) * radius, angle)
    foot = polar((0, 0), -grown * radius, angle)
    ends = [polar(foot, (NOSE_HALF + grown) * radius, angle + side) for side in (90, -90)]
    return shape(2 * math.ceil(0.44 * radius), lambda pen: pen.polygon([tip, *ends]))


@lru_cache(maxsize=96)
def body(form: Shape, reach: float, radius: float, flat: bool) -> Mask:
    """Return the mask of a body, or of its outline; `reach` as a part of the radius, `flat` as in `Stand`."""
    room = 0.9 if form is Shape.DIAMOND else 0.66
    return shape(2 * math.ceil(room * radius), lambda pen: outline(pen, form, reach * radius, flat=flat))


@lru_cache(maxsize=256)
def _face(stand: Stand, seat: Seat, value: int) -> Picture:
    """Return the inside of a body: its rim, its colour and its value."""
    style, radius = colours(stand.theme).seat(seat), stand.radius
    layers = [(BODY, style.fill)]
    if value == MATRIX:
        layers += [(BODY - 0.03, style.ink), (BODY - 0.09, style.fill)]
    size = body(style.shape, BODY, radius, stand.flat).size
    canvas, middle = Canvas.blank(*size, style.edge, stand.theme), (size[0] / 2, size[1] / 2)
    for reach, colour in layers:
        canvas.fill(body(style.shape, reach, radius, stand.flat), middle, colour)
    canvas.text(middle, str(value), radius * 0.76, style.ink, anchor="m")
    return canvas.picture


@lru_cache(maxsize=128)
def _marks(chart: Chart, angle: float, radius: float) -> Mask:
    size = 0.042 * radius

    def paint(pen: Pen) -> None:
        for path in chart.walk:
            pen.disc(_place(path, angle, radius), size)
        for path in chart.leap:
            pen.ring(_place(path, angle, radius), size * 1.3, size * 0.6)
        for path in chart.arc:
            x, y = _place(path, angle, radius)
            pen.line([(x - size, y - size), (x + size, y + size)], size * 0.6)
            pen.line([(x - size, y + size), (x + size, y - size)], size * 0.6)

    return shape(2 * math.ceil(0.6 * radius), paint)


def _place(path: Path, angle: float, radius: float) -> Point:
    """Return the place of a path's mark on a body: straight ones further out, the others between two directions."""
    first, last = path[0], path[-1]
    if len(path) == 1:
        return polar((0, 0), 0.38 * radius, angle + 60 * first)
    if first == last:
        return polar((0, 0), 0.5 * radius, angle + 60 * first)
    return polar((0, 0), 0.47 * radius, angle + 60 * first + (30 if (last - first) % 6 == 1 else -30))
