"""The bot's own pictures: its avatar and its banner, made of a board of Replicants.

Discord shows an avatar as a circle, often only 24 pixels wide, and a banner behind the upper half of a profile. Sizes:
https://docs.discord.com/developers (1,024 x 1,024 and 680 x 240; twice that here, for dense screens).
"""

from __future__ import annotations

import math

from render.canvas import Canvas, Pen
from render.masks import Point, corners, polar
from render.replicants.pieces import BODY, RIM, body, draw_piece, stand_on
from render.theme import Colour, Theme, colours

AVATAR_PX = 1024
BANNER_PX = (1360, 480)
NAME = "Arena"

_GAP = 1.05
"""Distance of the centres of two cells, as a part of that of cells that touch."""
_NOSE_ANGLE = 60


def avatar() -> bytes:
    """Return the avatar as a PNG: a Replicant with the bot's initial, on the middle one of seven cells."""
    theme = Theme()
    scheme, middle, radius = colours(theme), (AVATAR_PX / 2, AVATAR_PX / 2), 0.42 * AVATAR_PX
    canvas = Canvas.blank(AVATAR_PX, AVATAR_PX, scheme.page, theme)
    for turn in range(6):
        _cell(canvas, polar(middle, _GAP * math.sqrt(3) * radius, 60 * turn), radius, scheme.cell)
    _cell(canvas, middle, radius, scheme.tint(1))
    style, size = scheme.seat(1), 1.16 * radius
    for reach, colour in ((BODY + RIM, style.edge), (BODY, style.fill)):
        canvas.fill(body(style.shape, reach, size, flat=True), middle, colour)
    canvas.text(middle, NAME[0], 0.86 * size, style.ink, anchor="m")

    def nose(pen: Pen, grown: float) -> None:
        tip = polar(middle, (0.88 + grown) * size, _NOSE_ANGLE)
        foot = polar(middle, (0.57 - grown) * size, _NOSE_ANGLE)
        pen.polygon([tip, *(polar(foot, (0.3 + grown) * size, _NOSE_ANGLE + side) for side in (90, -90))])

    bounds = ((0.0, 0.0), (float(AVATAR_PX), float(AVATAR_PX)))
    canvas.smooth(bounds, scheme.tint(1), lambda pen: nose(pen, 0.05))
    canvas.smooth(bounds, scheme.text, lambda pen: nose(pen, 0.0))
    return canvas.png()


def banner() -> bytes:
    """Return the banner as a PNG: the name, and Replicants of four players around one cell."""
    theme = Theme()
    scheme, (width, height) = colours(theme), BANNER_PX
    canvas, radius = Canvas.blank(width, height, scheme.page, theme), height / 4.4
    across, down = 1.5 * _GAP * radius, math.sqrt(3) * _GAP * radius
    middle = (0.69 * width, height / 2)
    pieces = {(-1, -0.5): (1, 5, 120), (1, -0.5): (2, 4, 240), (1, 0.5): (3, 6, 300), (-1, 0.5): (4, 3, 60)}
    for column in range(-2, 4):
        for row in range(-3, 4):
            place = (column, row + (0.5 if column % 2 else 0.0))
            centre = (middle[0] + place[0] * across, middle[1] + place[1] * down)
            seat, value, angle = pieces.get(place, (0, 0, 0))
            ground = scheme.tint(seat) if seat else scheme.cell
            _cell(canvas, centre, radius, ground)
            if seat:
                draw_piece(canvas, stand_on(theme, radius, flat=True), centre, ground, seat, value, angle, None)
    canvas.text((0.05 * width, height / 2), NAME, 0.32 * height, scheme.text)
    return canvas.png()


def _cell(canvas: Canvas, centre: Point, radius: float, colour: Colour) -> None:
    bounds = [(centre[0] - radius, centre[1] - radius), (centre[0] + radius, centre[1] + radius)]
    canvas.smooth(bounds, colour, lambda pen: pen.polygon(corners(radius, centre, flat=True)))
