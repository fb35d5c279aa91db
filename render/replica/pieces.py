"""Sprites of pieces: two-sided discs in their seat's shape. A king's side has a crown, and a ring around it.

All lengths are parts of a square's side.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.seat import Seat
from render import icons
from render.badges import outline
from render.canvas import Canvas, Pen, Picture, shape
from render.masks import Mask, Point, polar
from render.theme import Colour, Shape, Theme, colours

BODY = 0.345
RIM = 0.032
HALO = 0.455
"""Reach of a king's ring."""

AHEAD: dict[Seat, int] = {1: 45, 2: 225}
"""The direction of the enemy corner, in degrees clockwise from north (P3)."""


@dataclass(frozen=True, slots=True)
class Stand:
    """The look of pieces on a board; `square` is a square's side, in pixels."""

    theme: Theme
    square: float


def draw_piece(canvas: Canvas, stand: Stand, centre: Point, seat: Seat, angle: float | None, *, king: bool) -> None:
    """Draw a piece with its king's side up, or the other one.

    `angle` is the direction of the enemy corner, in degrees clockwise from upwards, None to leave out the marks of
    movement.
    """
    style = colours(stand.theme).seat(seat)
    face = _king(stand, seat) if king else _common(stand, seat, angle)
    canvas.cut(face, _body(style.shape, HALO if king else BODY + RIM, stand.square), centre, style.edge)


@lru_cache(maxsize=32)
def _common(stand: Stand, seat: Seat, angle: float | None) -> Picture:
    """Return the inside of a common piece, with three small arrowheads for its directions (P3)."""
    style, side, mark = colours(stand.theme).seat(seat), stand.square, colours(stand.theme).mark(seat)
    canvas = _layered(stand, seat, BODY + RIM, ((BODY, style.fill), (0.2, mark), (0.172, style.fill)))
    if angle is not None:
        canvas.fill(_ways(style.shape, angle, side), _middle(canvas), style.ink)
    return canvas.picture


@lru_cache(maxsize=32)
def _king(stand: Stand, seat: Seat) -> Picture:
    style, side = colours(stand.theme).seat(seat), stand.square
    canvas = _layered(
        stand, seat, HALO, ((HALO - 0.02, style.fill), (HALO - 0.055, style.ink), (HALO - 0.08, style.fill))
    )
    (x, y), low = _middle(canvas), 0.01 * side
    canvas.fill(icons.mask(icons.crown, 0.27 * side), (x, y + low), style.ink)
    return canvas.picture


def _layered(stand: Stand, seat: Seat, reach: float, layers: Sequence[tuple[float, Colour]]) -> Canvas:
    """Return a picture of the size of a piece, with a seat's shape in some sizes and colours on it."""
    style, side = colours(stand.theme).seat(seat), stand.square
    canvas = Canvas.blank(*_body(style.shape, reach, side).size, style.edge, stand.theme)
    for inner, colour in layers:
        canvas.fill(_body(style.shape, inner, side), _middle(canvas), colour)
    return canvas


def _middle(canvas: Canvas) -> Point:
    return canvas.width / 2, canvas.height / 2


@lru_cache(maxsize=64)
def _body(form: Shape, reach: float, side: float) -> Mask:
    size = 2 * math.ceil((reach + 0.02) * side * (1 if form is Shape.CIRCLE else 1.02))
    return shape(size, lambda pen: outline(pen, form, reach * side))


@lru_cache(maxsize=16)
def _ways(form: Shape, angle: float, side: float) -> Mask:

    def paint(pen: Pen) -> None:
        for turn in (-45, 0, 45):
            tip = 0.315 if form is Shape.CIRCLE or turn else 0.38
            icons.arrowhead(pen, polar((0, 0), tip * side, angle + turn), 0.07 * side, angle + turn)

    return shape(2 * math.ceil(0.4 * side), paint)


@lru_cache(maxsize=16)
def ghost_mask(form: Shape, side: float, *, king: bool) -> Mask:
    reach = HALO if king else BODY + RIM

    def paint(pen: Pen) -> None:
        outline(pen, form, reach * side)
        pen.ink = 0
        outline(pen, form, (reach - 0.03) * side)
        if king:
            pen.ink = 255
            icons.crown(pen, (0, 0.01 * side), 0.25 * side)

    return shape(2 * math.ceil((reach + 0.02) * side), paint)
