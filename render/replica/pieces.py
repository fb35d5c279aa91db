"""Sprites of pieces: two-sided discs in their seat's shape. A king shows its other side: a crown, and a ring around it.

All lengths are parts of a square's side.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from engine.game import Seat
from render import icons
from render.badges import outline
from render.canvas import Canvas, Pen, shape, solid, sprite
from render.hexes import Point, polar
from render.theme import Colours, Shape, Theme, colours

BODY = 0.345
RIM = 0.032
HALO = 0.455
"""Reach of a king's ring."""

AHEAD: dict[Seat, int] = {1: 45, 2: 225}
"""Where the enemy corner lies, in degrees clockwise from north (P3)."""


@dataclass(frozen=True, slots=True)
class Stand:
    """How pieces stand on a board.

    Attributes:
        theme: The colours.
        square: A square's side, in pixels.
    """

    theme: Theme
    square: float


def draw_piece(canvas: Canvas, stand: Stand, centre: Point, seat: Seat, angle: float | None, *, king: bool) -> None:
    """Draw a piece.

    Args:
        canvas: What to draw on.
        stand: How it stands.
        centre: Where.
        seat: Its owner.
        angle: Where the enemy corner lies, in degrees clockwise from upwards; None to leave out how it moves.
        king: Which side of it is up.
    """
    canvas.stamp(_sprite(stand, seat, angle, king), centre)


@lru_cache(maxsize=64)
def _sprite(stand: Stand, seat: Seat, angle: float | None, king: bool) -> Image.Image:
    look, side = colours(stand.theme), stand.square
    form = look.seat(seat).shape
    reach = HALO if king else BODY + RIM

    def paint(pen: Pen) -> None:
        if king:
            _king(pen, look, seat, side)
        else:
            _common(pen, look, seat, side)
            if angle is not None:
                _ways(pen, look, seat, angle, side)

    return sprite(2 * math.ceil((reach + 0.02) * side * (1 if form is Shape.CIRCLE else 1.02)), paint)


def _common(pen: Pen, look: Colours, seat: Seat, side: float) -> None:
    style = look.seat(seat)
    pen.ink = solid(style.edge)
    outline(pen, style.shape, (BODY + RIM) * side)
    pen.ink = solid(style.fill)
    outline(pen, style.shape, BODY * side)
    pen.ink = solid(look.mark(seat))
    outline(pen, style.shape, 0.2 * side)
    pen.ink = solid(style.fill)
    outline(pen, style.shape, 0.172 * side)


def _king(pen: Pen, look: Colours, seat: Seat, side: float) -> None:
    style = look.seat(seat)
    layers = ((HALO, style.edge), (HALO - 0.02, style.fill), (HALO - 0.055, style.ink), (HALO - 0.08, style.fill))
    for reach, colour in layers:
        pen.ink = solid(colour)
        outline(pen, style.shape, reach * side)
    pen.ink = solid(style.ink)
    icons.crown(pen, (0, 0.01 * side), 0.27 * side)


def _ways(pen: Pen, look: Colours, seat: Seat, angle: float, side: float) -> None:
    """Draw three small arrowheads: the directions in which the piece goes (P3)."""
    style = look.seat(seat)
    pen.ink = solid(style.ink)
    for turn in (-45, 0, 45):
        tip = 0.315 if style.shape is Shape.CIRCLE or turn else 0.38
        icons.arrowhead(pen, polar((0, 0), tip * side, angle + turn), 0.07 * side, angle + turn)


@lru_cache(maxsize=16)
def ghost_mask(form: Shape, side: float, *, king: bool) -> Image.Image:
    """Return the outline of a piece that is no longer there, as a mask."""
    reach = HALO if king else BODY + RIM

    def paint(pen: Pen) -> None:
        outline(pen, form, reach * side)
        pen.ink = 0
        outline(pen, form, (reach - 0.03) * side)
        if king:
            pen.ink = 255
            icons.crown(pen, (0, 0.01 * side), 0.25 * side)

    return shape(2 * math.ceil((reach + 0.02) * side), paint)
