"""The star map, and each sector: its controller, its pawns, and the bonus of a colony."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from engine.apex.view import Pawns, Sector
from render import icons
from render.apex.frame import Frame, Scene, draw_legend
from render.apex.icons import BONUSES, question
from render.badges import silhouette
from render.canvas import Canvas, Pen, Picture, inks, shape
from render.lettering import width
from render.masks import Mask, Point, hard, polar
from render.theme import Colour, Colours, SeatStyle, Shape, Theme, colours

# The empty star map: lanes, sectors and empty cards, cached for each theme and plan.


def galaxy(theme: Theme, plan: Frame, lanes: tuple[tuple[str, str], ...], words: tuple[str, ...]) -> Canvas:
    """Return a new canvas with the page, the lanes, empty sectors and cards, and the meanings of symbols."""
    return Canvas.on(_galaxy(inks(theme).theme, plan, lanes, words), theme, crowded=True)


@lru_cache(maxsize=6)
def _galaxy(theme: Theme, plan: Frame, lanes: tuple[tuple[str, str], ...], words: tuple[str, ...]) -> Picture:
    scheme = colours(theme)
    canvas = Canvas.on(_lanes(theme, plan, lanes), theme, crowded=True)
    for name, place in plan.places:
        canvas.fill(plain_body(plan.radius, home=name.startswith("H")), place, scheme.cell)
    for box in (*plan.cards, *plan.panel):
        canvas.box(box.corners, 14 * plan.unit, scheme.surface)
    draw_legend(canvas, scheme, plan.legend, plan.unit, words)
    return canvas.picture


def _lanes(theme: Theme, plan: Frame, lanes: tuple[tuple[str, str], ...]) -> Picture:
    page, ink = (inks(theme).entry(colour) for colour in (colours(theme).page, colours(theme).muted))
    image = Image.new("L", (plan.width, plan.height), page)
    draw = ImageDraw.Draw(image)
    for one, other in lanes:
        ends = [(round(x), round(y)) for x, y in (plan.at(one), plan.at(other))]
        draw.line(ends, fill=ink, width=max(1, round(4.6 * plan.unit)))
    return Picture(image)


@lru_cache(maxsize=64)
def body(radius: float, *, home: bool) -> Mask:
    """Return a sector as a mask: a disc, or an octagon for a home."""
    return shape(2 * round(1.1 * radius) + 2, lambda pen: paint_body(pen, (0, 0), radius, home=home))


@lru_cache(maxsize=64)
def plain_body(radius: float, *, home: bool) -> Mask:
    """Return a sector as a mask without smooth edges, for similar colours."""
    return hard(body(radius, home=home))


def paint_body(pen: Pen, centre: Point, radius: float, *, home: bool) -> None:
    if home:
        pen.polygon([polar(centre, radius * 1.06, 22.5 + 45 * corner) for corner in range(8)])
    else:
        pen.disc(centre, radius)


RIM = 0.085
"""Width of a sector's rim, in radii."""


@dataclass(frozen=True, slots=True)
class _Layout:
    """The arrangement of civilisations in a sector, in radii: rows of `columns`, sizes of tokens and numbers.

    `dome` is how much wider than a token a colony is.
    """

    columns: int
    token: float
    number: float
    pitch: float
    dome: float


_LAYOUTS = (
    _Layout(1, 0.33, 0.64, 0.0, 1.4),
    _Layout(1, 0.225, 0.47, 0.54, 1.25),
    _Layout(2, 0.19, 0.4, 0.48, 1.15),
    _Layout(2, 0.19, 0.4, 0.48, 1.15),
    _Layout(2, 0.155, 0.33, 0.375, 1.15),
    _Layout(2, 0.155, 0.33, 0.375, 1.15),
)
"""For 1, 2, … civilisations."""


def draw_sector(scene: Scene, sector: Sector) -> None:
    _ground(scene, sector)
    if sector.pawns:
        _head(scene, sector)
        _pawns(scene, sector)
    else:
        _empty(scene, sector)


def _ground(scene: Scene, sector: Sector) -> None:
    """Fill a controlled sector with its controller's colour and pattern; a contested one gets a broken rim."""
    canvas, scheme, radius, centre = scene.canvas, scene.scheme, scene.radius, scene.at(sector.slot)
    if sector.controller is not None:
        seat = sector.controller
        style, ground = scheme.seat(seat), (scheme.tint(seat), scheme.hatch(seat))
        tile = _controlled(canvas.inks.theme, style, ground, radius, home=sector.home)
        canvas.cut(tile, body(radius, home=sector.home), centre, style.edge)
    elif sector.pawns:
        canvas.fill(_broken(radius, home=sector.home), centre, scheme.text)
    elif sector.face_down:
        canvas.fill(plain_body(0.93 * radius, home=False), centre, scheme.page)
    elif sector.home:
        canvas.fill(plain_body(0.93 * radius, home=True), centre, scheme.page)


def _empty(scene: Scene, sector: Sector) -> None:
    scheme, radius, (x, y) = scene.scheme, scene.radius, scene.at(sector.slot)
    icon = question if sector.face_down else BONUSES.get(sector.bonus)
    if icon is None:
        scene.canvas.text((x, y), sector.slot, round(0.44 * radius), scheme.muted, anchor="m")
        return
    ink = scheme.muted if sector.face_down else scheme.text
    scene.canvas.text((x, y - 0.48 * radius), sector.slot, round(0.4 * radius), ink, anchor="m")
    scene.canvas.fill(icons.mask(icon, 0.34 * radius), (x, y + 0.22 * radius), ink)


def _head(scene: Scene, sector: Sector) -> None:
    scheme, radius, (x, y) = scene.scheme, scene.radius, scene.at(sector.slot)
    size, height = round(0.38 * radius), y - 0.6 * radius
    if not sector.bonus:
        scene.canvas.text((x, height), sector.slot, size, scheme.text, anchor="m")
        return
    symbol, gap = 0.22 * radius, 0.09 * radius
    start = x - (2 * symbol + gap + width(sector.slot, size)) / 2
    scene.canvas.fill(icons.mask(BONUSES[sector.bonus], symbol), (start + symbol, height), scheme.text)
    scene.canvas.text((start + 2 * symbol + gap, height), sector.slot, size, scheme.text)


def _pawns(scene: Scene, sector: Sector) -> None:
    layout = _LAYOUTS[len(sector.pawns) - 1]
    radius, (x, y) = scene.radius, scene.at(sector.slot)
    rows = math.ceil(len(sector.pawns) / layout.columns)
    for place, each in enumerate(sector.pawns):
        row, column = divmod(place, layout.columns)
        across = min(len(sector.pawns) - row * layout.columns, layout.columns)
        below = 0.22 + (row - (rows - 1) / 2) * layout.pitch
        # A circle is narrower below.
        apart = min(0.43, 0.98 * math.sqrt(1 - (abs(below) + layout.token) ** 2) - 0.33)
        centre = (x + (2 * column - across + 1) * apart * radius, y + below * radius)
        _group(scene, each, centre, layout)


def _group(scene: Scene, pawns: Pawns, centre: Point, layout: _Layout) -> None:
    radius, scheme = scene.radius, scene.scheme
    reach, size = layout.token * radius, round(layout.number * radius)
    count = str(pawns.ships) if pawns.ships else ""
    if layout.columns == 2 and len(count) == 2:
        size = round(0.85 * size)
    gap = 0.32 * reach if count else 0
    half = reach * (layout.dome if pawns.colony else 1)
    start = centre[0] - (2 * half + gap + width(count, size)) / 2
    middle = (start + half, centre[1])
    if pawns.colony:
        scene.canvas.fill(_glass(half), (middle[0], middle[1] - 0.08 * half), scheme.seat(pawns.seat).edge)
    token(scene, pawns.seat, middle, 0.6 * half if pawns.colony else reach)
    scene.canvas.text((start + 2 * half + gap, centre[1]), count, size, scheme.text)


def draw_ships(scene: Scene, pawns: Pawns, canvas: Canvas, centre: Point) -> None:
    """Draw moving ships, as if they were alone in a sector with that centre."""
    alone = centre[0], centre[1] + 0.22 * scene.radius
    _group(replace(scene, canvas=canvas), pawns, alone, _LAYOUTS[0])


def token(scene: Scene, seat: int, centre: Point, reach: float) -> None:
    draw_token(scene.canvas, scene.scheme, seat, centre, reach)


def draw_token(canvas: Canvas, scheme: Colours, seat: int, centre: Point, reach: float) -> None:
    style = scheme.seat(seat)
    canvas.fill(silhouette(style.shape, reach * 1.08), centre, style.edge)
    canvas.fill(silhouette(style.shape, reach * 0.92), centre, style.fill)
    letter_on(canvas, style, centre, style.letter, 1.1 * reach)


def letter_on(canvas: Canvas, style: SeatStyle, centre: Point, text: str, size: float) -> None:
    """Write a short text on a token, lower and smaller in a triangle."""
    if style.shape is Shape.TRIANGLE:
        centre, size = (centre[0], centre[1] + 0.17 * size), 0.92 * size
    canvas.text(centre, text, round(size), style.ink, anchor="m")


@lru_cache(maxsize=16)
def _glass(radius: float) -> Mask:
    """Return the dome of a colony as a mask: a vault around its civilisation's token, and a base."""

    def paint(pen: Pen) -> None:
        thick = 0.13 * radius
        pen.arc((0, 0), radius - thick / 2, -90, 90, thick)
        for side in (-1, 1):
            x = side * (radius - thick / 2)
            pen.line([(x, 0), (x, 0.72 * radius)], thick)
        pen.line([(-0.98 * radius, 0.78 * radius), (0.98 * radius, 0.78 * radius)], 0.2 * radius)

    return shape(2 * math.ceil(1.15 * radius), paint)


@lru_cache(maxsize=128)
def _controlled(theme: Theme, style: SeatStyle, ground: tuple[Colour, Colour], radius: float, *, home: bool) -> Picture:
    """Return a controlled sector: a rim in its controller's colour around tint and pattern, the colours of `ground`."""
    whole, inner = body(radius, home=home), radius * (1 - RIM)
    tile = Canvas.blank(*whole.size, style.edge, theme, crowded=True)
    middle = (whole.size[0] / 2, whole.size[1] / 2)
    tile.fill(plain_body(inner, home=home), middle, ground[0])
    tile.fill(hatching(style.shape, inner, home=home), middle, ground[1])
    return tile.picture


@lru_cache(maxsize=64)
def hatching(form: Shape, radius: float, *, home: bool) -> Mask:
    """Return the pattern of a civilisation's sectors, as a mask in the form of a sector.

    Patterns consist of upright rectangles, slanted lines of steps: equal rows make files small.
    """
    whole = plain_body(radius, home=home).levels
    size, pitch = whole.width, max(4, round(0.38 * radius))
    thick, grain = max(2, round(0.13 * radius)), max(1, round(0.05 * radius))
    pattern = Image.new("L", whole.size)
    draw = ImageDraw.Draw(pattern)

    def fill(left: int, top: int, wide: int, tall: int) -> None:
        draw.rectangle((left, top, left + wide - 1, top + tall - 1), fill=255)

    starts = range((size // 2 - thick // 2) % pitch - pitch, size, pitch)
    match form:
        case Shape.CIRCLE:
            for at in starts:
                fill(0, at, size, thick)
        case Shape.SQUARE:
            for at in starts:
                fill(at, 0, thick, size)
        case Shape.BURST:
            for at in starts:
                fill(at, 0, max(1, thick // 2), size)
                fill(0, at, size, max(1, thick // 2))
        case Shape.TRIANGLE:
            for row, top in enumerate(starts):
                for left in starts:
                    fill(left + pitch // 2 * (row % 2), top, thick + grain, thick + grain)
        case _:
            slope = 1 if form is Shape.DIAMOND else -1
            for top in range(0, size, grain):
                for left in range(slope * top % pitch - pitch, size, pitch):
                    fill(left, top, thick, grain)
    return Mask(ImageChops.multiply(whole, pattern))


@lru_cache(maxsize=16)
def _broken(radius: float, *, home: bool) -> Mask:
    size = body(radius, home=home).width

    def paint(pen: Pen) -> None:
        paint_body(pen, (0, 0), radius, home=home)
        pen.ink = 0
        paint_body(pen, (0, 0), radius * (1 - RIM), home=home)
        for turn in range(0, 360, 30):
            pen.line([polar((0, 0), 0.8 * radius, turn), polar((0, 0), 1.2 * radius, turn)], 0.2 * radius)

    return shape(size, paint)
