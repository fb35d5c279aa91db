"""Sprites of Replicants: a body in its seat's shape and colour, its value, its nose, the marks of its chart.

All lengths are parts of a hex's radius (centre to corner).
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from engine.replicants.charts import MATRIX, Chart, Path
from render.canvas import Pen, solid, sprite
from render.hexes import Point, polar
from render.lettering import cap_height, font
from render.theme import Colour, Colours, SeatStyle, Shape, Theme, colours

BODY = 0.57
RIM = 0.05
NOSE_TIP = 0.885
NOSE_FOOT = 0.56
NOSE_HALF = 0.31


@lru_cache(maxsize=384)
def piece(
    theme: Theme, seat: int, value: int, angle: float, radius: float, chart: Chart | None, *, flat: bool
) -> Image.Image:
    """Return a Replicant.

    Args:
        theme: The colours.
        seat: Its owner.
        value: Its soul.
        angle: In degrees clockwise from upwards.
        radius: Of a hex, in pixels.
        chart: Its soul's chart, shown by small marks; None for none.
        flat: Whether the hexes have flat tops.
    """
    look = colours(theme)
    style = look.seat(seat)

    def paint(pen: Pen) -> None:
        pen.ink = solid(style.edge)
        outline(pen, style.shape, (BODY + RIM) * radius, flat=flat)
        pen.ink = solid(style.fill)
        outline(pen, style.shape, BODY * radius, flat=flat)
        if value == MATRIX:
            _core(pen, style, radius, flat=flat)
        if chart is not None and value != MATRIX:
            _marks(pen, look.mark(seat), chart, angle, radius)
        _nose(pen, look, look.tint(seat), angle, radius)

    image = sprite(2 * round(radius), paint)
    _digit(image, str(value), style.ink, radius)
    return image


def outline(pen: Pen, shape: Shape, reach: float, centre: Point = (0, 0), *, flat: bool = True) -> None:
    """Fill a seat's shape; `reach` is the radius of the circle, the other shapes take about as much room.

    The lozenge is long towards corners of the hex, where no piece can face.
    """
    x, y = centre
    if shape is Shape.CIRCLE:
        pen.disc(centre, reach)
    elif shape is Shape.SQUARE:
        size = reach * 0.92
        pen.box(x - size, y - size, x + size, y + size, size * 0.2)
    elif shape is Shape.DIAMOND:
        blunt = reach * 0.1
        wide, tall = (reach * 1.42 - blunt, reach * 1.06 - blunt)
        if not flat:
            wide, tall = tall, wide
        corners = [(x, y - tall), (x + wide, y), (x, y + tall), (x - wide, y)]
        pen.polygon(corners)
        pen.line([*corners, *corners[:2]], blunt * 2)
    else:
        size, arm = reach * 1.02, reach * 0.6
        pen.box(x - size, y - arm, x + size, y + arm, size * 0.16)
        pen.box(x - arm, y - size, x + arm, y + size, size * 0.16)


def _nose(pen: Pen, look: Colours, ground: Colour, angle: float, radius: float) -> None:
    """Draw the heading over the body, so that it looks the same whatever the body's shape hides at that angle."""
    for ink, grown in ((ground, 0.05), (look.text, 0.0)):
        pen.ink = solid(ink)
        tip = polar((0, 0), (NOSE_TIP + (grown and 0.03)) * radius, angle)
        foot = polar((0, 0), (NOSE_FOOT - grown) * radius, angle)
        half = (NOSE_HALF + grown) * radius
        pen.polygon([tip, polar(foot, half, angle + 90), polar(foot, half, angle - 90)])


def _core(pen: Pen, style: SeatStyle, radius: float, *, flat: bool) -> None:
    pen.ink = solid(style.ink)
    outline(pen, style.shape, (BODY - 0.03) * radius, flat=flat)
    pen.ink = solid(style.fill)
    outline(pen, style.shape, (BODY - 0.09) * radius, flat=flat)


def _marks(pen: Pen, ink: Colour, chart: Chart, angle: float, radius: float) -> None:
    size = 0.042 * radius
    pen.ink = solid(ink)
    for path in chart.walk:
        pen.disc(_place(path, angle, radius), size)
    for path in chart.leap:
        pen.ring(_place(path, angle, radius), size * 1.3, size * 0.6)
    for path in chart.arc:
        x, y = _place(path, angle, radius)
        pen.line([(x - size, y - size), (x + size, y + size)], size * 0.6)
        pen.line([(x - size, y + size), (x + size, y - size)], size * 0.6)


def _place(path: Path, angle: float, radius: float) -> Point:
    """Return where on a body a path's end is marked: straight ones further out, the others between two directions."""
    first, last = path[0], path[-1]
    if len(path) == 1:
        return polar((0, 0), 0.38 * radius, angle + 60 * first)
    if first == last:
        return polar((0, 0), 0.5 * radius, angle + 60 * first)
    return polar((0, 0), 0.47 * radius, angle + 60 * first + (30 if (last - first) % 6 == 1 else -30))


def _digit(image: Image.Image, text: str, ink: Colour, radius: float) -> None:
    size = round(radius * 0.76)
    middle = image.width / 2
    ImageDraw.Draw(image).text(
        (middle, middle + cap_height(size) / 2), text, fill=solid(ink), font=font(size), anchor="ms"
    )
