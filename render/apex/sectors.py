"""A sector as it stands: who controls it, whose pawns are there, what a colony would bring."""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image, ImageChops

from engine.apex.view import Pawns, Sector
from render import icons
from render.apex.galaxy import body, paint_body
from render.apex.icons import BONUSES, dome, question
from render.apex.scene import Scene
from render.badges import silhouette
from render.canvas import Canvas, Pen, shape
from render.hexes import Point, polar
from render.lettering import width
from render.theme import Colours, Shape

RIM = 0.085
"""Width of a sector's rim, in radii."""

# For 1, 2, … civilisations in a sector: columns, the token's radius and the height of the number, in radii.
_LAYOUTS = ((1, 0.36, 0.66), (1, 0.27, 0.5), (2, 0.215, 0.37), (2, 0.215, 0.37), (2, 0.175, 0.32), (2, 0.175, 0.32))


def draw_sector(scene: Scene, sector: Sector) -> None:
    """Draw what lies on a sector; its body is there already."""
    _ground(scene, sector)
    _head(scene, sector)
    ships = [each for each in sector.pawns if each.ships]
    if sector.face_down:
        x, y = scene.at(sector.slot)
        scene.canvas.fill(icons.mask(question, 0.4 * scene.radius), (x, y + 0.26 * scene.radius), scene.look.muted)
    _ships(scene, sector, ships)
    for each in sector.pawns:
        if each.colony:
            _colony(scene, sector, each)


def _ground(scene: Scene, sector: Sector) -> None:
    """Fill a controlled sector with its controller's colour and pattern; a contested one gets a broken rim."""
    canvas, look, radius, centre = scene.canvas, scene.look, scene.radius, scene.at(sector.slot)
    if sector.controller is not None:
        style = look.seat(sector.controller)
        canvas.fill(body(radius, home=sector.home), centre, style.edge)
        inner = radius * (1 - RIM)
        canvas.fill(body(inner, home=sector.home), centre, look.tint(sector.controller))
        canvas.fill(hatching(style.shape, inner, home=sector.home), centre, look.hatch(sector.controller))
    elif sector.pawns:
        canvas.fill(_broken(radius, home=sector.home), centre, look.text)
    elif sector.face_down:
        canvas.fill(body(0.93 * radius, home=False), centre, look.page)
    elif sector.home:
        canvas.fill(body(0.93 * radius, home=True), centre, look.page)


def _head(scene: Scene, sector: Sector) -> None:
    """Write the slot's name and draw its bonus."""
    look, radius, (x, y) = scene.look, scene.radius, scene.at(sector.slot)
    size = round(0.4 * radius)
    height = y - 0.56 * radius
    if not sector.bonus:
        scene.canvas.text((x, height), sector.slot, size, look.text, anchor="m")
        return
    symbol, gap = 0.25 * radius, 0.1 * radius
    start = x - (2 * symbol + gap + width(sector.slot, size)) / 2
    scene.canvas.fill(icons.mask(BONUSES[sector.bonus], symbol), (start + symbol, height), look.text)
    scene.canvas.text((start + 2 * symbol + gap, height), sector.slot, size, look.text)


def _ships(scene: Scene, sector: Sector, ships: list[Pawns]) -> None:
    """Draw a token with the civilisation's letter and the number of its ships, for each."""
    if not ships:
        return
    columns, token, height = _LAYOUTS[len(ships) - 1]
    radius, (x, y) = scene.radius, scene.at(sector.slot)
    rows = math.ceil(len(ships) / columns)
    middle = y + 0.22 * radius
    pitch = (2.45 if rows < 3 else 2.35) * token * radius
    for place, each in enumerate(ships):
        row, column = divmod(place, columns)
        across = len(ships) - row * columns if row == rows - 1 else columns
        centre = (
            x + (column - (min(across, columns) - 1) / 2) * 0.8 * radius,
            middle + (row - (rows - 1) / 2) * pitch,
        )
        _token(scene, each, centre, token * radius, round(height * radius))


def _token(scene: Scene, pawns: Pawns, centre: Point, reach: float, size: int) -> None:
    canvas = scene.canvas
    count = str(pawns.ships)
    gap = 0.3 * reach
    start = centre[0] - (2 * reach + gap + width(count, size)) / 2
    token(scene, pawns.seat, (start + reach, centre[1]), reach)
    canvas.text((start + 2 * reach + gap, centre[1]), count, size, scene.look.text)


def token(scene: Scene, seat: int, centre: Point, reach: float) -> None:
    """Draw a civilisation's shape with its letter."""
    draw_token(scene.canvas, scene.look, seat, centre, reach)


def draw_token(canvas: Canvas, look: Colours, seat: int, centre: Point, reach: float) -> None:
    """Draw the shape of what a seat wears with its letter."""
    style = look.seat(seat)
    canvas.fill(silhouette(style.shape, reach * 1.08), centre, style.edge)
    canvas.fill(silhouette(style.shape, reach * 0.92), centre, style.fill)
    low = 0.18 * reach if style.shape is Shape.TRIANGLE else 0
    canvas.text((centre[0], centre[1] + low), style.letter, round(1.1 * reach), style.ink, anchor="m")


def _colony(scene: Scene, sector: Sector, pawns: Pawns) -> None:
    """Draw a colony on the sector's lower rim; a home colony is larger, with a line around it."""
    canvas, look, radius = scene.canvas, scene.look, scene.radius
    style, home = look.seat(pawns.seat), sector.owner == pawns.seat
    centre = colony_place(scene, sector.slot)
    reach = (0.38 if home else 0.33) * radius
    canvas.fill(icons.mask(dome, 1.22 * reach), centre, look.page)
    canvas.fill(icons.mask(dome, 1.1 * reach), centre, style.edge)
    canvas.fill(icons.mask(dome, 0.94 * reach), centre, style.fill)
    canvas.text((centre[0], centre[1] - 0.1 * reach), style.letter, round(0.8 * reach), style.ink, anchor="m")


def colony_place(scene: Scene, slot: str) -> Point:
    """Return where a colony lies."""
    return polar(scene.at(slot), 0.92 * scene.radius, 218)


@lru_cache(maxsize=64)
def hatching(form: Shape, radius: float, *, home: bool) -> Image.Image:
    """Return the pattern of what a civilisation controls, as a mask in the form of a sector."""
    whole = body(radius, home=home)
    step, reach = 0.27 * radius, 1.2 * radius
    lines = [-reach + step * (number + 0.5) for number in range(int(2 * reach / step) + 1)]

    def paint(pen: Pen) -> None:
        thick = 0.1 * radius
        match form:
            case Shape.CIRCLE:
                for at in lines:
                    pen.line([(-reach, at), (reach, at)], thick)
            case Shape.TRIANGLE:
                for row, y in enumerate(lines):
                    for x in lines:
                        pen.disc((x + step / 2 * (row % 2), y), 0.075 * radius)
            case Shape.SQUARE:
                for at in lines:
                    pen.line([(at, -reach), (at, reach)], thick)
            case Shape.DIAMOND:
                for at in lines:
                    pen.line([(at * 1.4 - reach, -reach), (at * 1.4 + reach, reach)], thick)

            case Shape.CROSS:
                for at in lines:
                    pen.line([(at * 1.4 + reach, -reach), (at * 1.4 - reach, reach)], thick)
            case Shape.BURST:
                for ring in range(1, 5):
                    pen.ring((0, 0), ring * step + thick / 2, thick)

    size = whole.width
    return ImageChops.multiply(whole, shape(size, paint))


@lru_cache(maxsize=16)
def _broken(radius: float, *, home: bool) -> Image.Image:
    """Return the broken rim of a sector that nobody controls though there are pawns, as a mask."""
    size = body(radius, home=home).width

    def paint(pen: Pen) -> None:
        paint_body(pen, (0, 0), radius, home=home)
        pen.ink = 0
        paint_body(pen, (0, 0), radius * (1 - RIM), home=home)
        for turn in range(0, 360, 30):
            pen.line([polar((0, 0), 0.8 * radius, turn), polar((0, 0), 1.2 * radius, turn)], 0.2 * radius)

    return shape(size, paint)
