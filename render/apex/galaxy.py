"""The empty star map: lanes, sectors and empty cards, drawn once for each theme and plan and kept."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from render.apex.frame import Frame
from render.apex.legend import draw_legend
from render.canvas import Canvas, Pen, shape
from render.hexes import Point, polar
from render.inks import inks
from render.masks import Mask, hard
from render.theme import Theme, colours


def galaxy(theme: Theme, plan: Frame, lanes: tuple[tuple[str, str], ...], words: tuple[str, ...]) -> Canvas:
    """Return a new canvas with the page, the lanes, empty sectors and cards, and what symbols mean in some words."""
    return Canvas(_galaxy(inks(theme).theme, plan, lanes, words).copy(), theme, crowded=True)


@lru_cache(maxsize=6)
def _galaxy(theme: Theme, plan: Frame, lanes: tuple[tuple[str, str], ...], words: tuple[str, ...]) -> Image.Image:
    scheme = colours(theme)
    canvas = Canvas.blank(plan.width, plan.height, scheme.page, theme, crowded=True)
    _lanes(canvas, plan, lanes, scheme.muted)
    for name, place in plan.places:
        canvas.fill(plain_body(plan.radius, home=name.startswith("H")), place, scheme.cell)
    for box in (*plan.cards, *plan.panel):
        canvas.box(box.corners, 14 * plan.unit, scheme.surface)
    draw_legend(canvas, scheme, plan.legend, plan.unit, words)
    return canvas.image


def _lanes(canvas: Canvas, plan: Frame, lanes: tuple[tuple[str, str], ...], colour: tuple[int, int, int]) -> None:
    draw, ink = ImageDraw.Draw(canvas.image), canvas.inks.entry(colour)
    for one, other in lanes:
        ends = [(round(x), round(y)) for x, y in (plan.at(one), plan.at(other))]
        draw.line(ends, fill=ink, width=max(1, round(4.6 * plan.unit)))


@lru_cache(maxsize=64)
def body(radius: float, *, home: bool) -> Mask:
    """Return a sector as a mask: a disc, or an octagon for a home."""
    return shape(2 * round(1.1 * radius) + 2, lambda pen: paint_body(pen, (0, 0), radius, home=home))


@lru_cache(maxsize=64)
def plain_body(radius: float, *, home: bool) -> Mask:
    """Return a sector as a mask without smooth edges, for colours that are much alike."""
    return hard(body(radius, home=home))


def paint_body(pen: Pen, centre: Point, radius: float, *, home: bool) -> None:
    """Fill a sector with a pen."""
    if home:
        pen.polygon([polar(centre, radius * 1.06, 22.5 + 45 * corner) for corner in range(8)])
    else:
        pen.disc(centre, radius)
