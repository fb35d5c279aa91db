"""The symbols of APEX, each recognisable by its form alone."""

from __future__ import annotations

from render.canvas import Pen
from render.icons import Icon, arrowhead, crown, cut, star
from render.masks import Point, polar


def portal(pen: Pen, centre: Point, radius: float) -> None:
    pen.ring(centre, radius, 0.3 * radius)
    pen.disc(centre, 0.34 * radius)


def movement(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    pen.box(x - 0.95 * radius, y - 0.22 * radius, x + 0.2 * radius, y + 0.22 * radius, 0)
    arrowhead(pen, (x + radius, y), 1.05 * radius, 90)


def production(pen: Pen, centre: Point, radius: float) -> None:
    for tooth in range(8):
        pen.line([centre, polar(centre, 0.86 * radius, 45 * tooth)], 0.32 * radius)
    pen.disc(centre, 0.74 * radius)
    cut(pen, lambda: pen.disc(centre, 0.3 * radius))


def ambush(pen: Pen, centre: Point, radius: float) -> None:
    pen.ring(centre, 0.72 * radius, 0.2 * radius)
    for turn in range(0, 360, 90):
        pen.line([polar(centre, 0.34 * radius, turn), polar(centre, 0.9 * radius, turn)], 0.22 * radius)


def conversion(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    for side in (1, -1):
        height = y - side * 0.42 * radius
        tail, tip = x - side * 0.9 * radius, x + side * 0.95 * radius
        pen.line([(tail, height), (x + side * 0.3 * radius, height)], 0.28 * radius)
        arrowhead(pen, (tip, height), 0.72 * radius, 90 * side)


def shield(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    half = ((0, -0.95), (0.8, -0.7), (0.78, 0.05), (0.52, 0.55), (0, 1))
    points = [*half, *((-dx, dy) for dx, dy in reversed(half[1:-1]))]
    pen.polygon([(x + dx * radius, y + dy * radius) for dx, dy in points])
    cut(pen, lambda: pen.line([(x, y - 0.5 * radius), (x, y + 0.5 * radius)], 0.2 * radius))
    cut(
        pen,
        lambda: pen.line(
            [(x - 0.36 * radius, y - 0.14 * radius), (x + 0.36 * radius, y - 0.14 * radius)], 0.2 * radius
        ),
    )


def swords(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    for side in (1, -1):
        pen.line(
            [(x - side * 0.8 * radius, y - 0.85 * radius), (x + side * 0.72 * radius, y + 0.82 * radius)], 0.22 * radius
        )
        guard = (x + side * 0.36 * radius, y + 0.42 * radius)
        pen.line(
            [
                (guard[0] - side * 0.36 * radius, guard[1] + 0.3 * radius),
                (guard[0] + side * 0.34 * radius, guard[1] - 0.34 * radius),
            ],
            0.2 * radius,
        )


def growth(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    for height in (-0.42, 0.34):
        points = ((-0.75, 0.42), (0, -0.36), (0.75, 0.42))
        pen.line([(x + dx * radius, y + (height + dy) * radius) for dx, dy in points], 0.3 * radius)


def dome(pen: Pen, centre: Point, radius: float) -> None:
    """Draw a colony: a dome on a base."""
    x, y = centre
    pen.disc((x, y + 0.2 * radius), 0.82 * radius)
    cut(pen, lambda: pen.box(x - radius, y + 0.34 * radius, x + radius, y + 1.1 * radius, 0))
    pen.box(x - radius, y + 0.46 * radius, x + radius, y + 0.8 * radius, 0.08 * radius)


def spread(pen: Pen, centre: Point, radius: float) -> None:
    for turn in range(45, 360, 90):
        pen.line([polar(centre, 0.16 * radius, turn), polar(centre, 0.6 * radius, turn)], 0.24 * radius)
        arrowhead(pen, polar(centre, 1.05 * radius, turn), 0.56 * radius, turn)


def ship(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    points = ((0, -1), (0.3, -0.35), (0.9, 0.62), (0.9, 0.85), (0.26, 0.58), (0.2, 0.9))
    outline = [*points, *((-dx, dy) for dx, dy in reversed(points[1:]))]
    pen.polygon([(x + dx * radius, y + dy * radius) for dx, dy in outline])


def dock(pen: Pen, centre: Point, radius: float) -> None:
    """Draw a ship that waits in a dock: in the supply, not on the map."""
    x, y = centre
    ship(pen, (x, y - 0.22 * radius), 0.66 * radius)
    _tray(pen, centre, radius)


def depot(pen: Pen, centre: Point, radius: float) -> None:
    """Draw a colony that waits in a dock."""
    x, y = centre
    dome(pen, (x, y + 0.02 * radius), 0.6 * radius)
    _tray(pen, centre, radius)


def _tray(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    sides = ((-0.88, -0.5), (-0.88, 0.86), (0.88, 0.86), (0.88, -0.5))
    pen.line([(x + dx * radius, y + dy * radius) for dx, dy in sides], 0.2 * radius)


def draw_sector_sign(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    pen.disc(centre, 0.56 * radius)
    pen.line([(x - 0.92 * radius, y + 0.36 * radius), (x + 0.92 * radius, y - 0.36 * radius)], 0.18 * radius)


def question(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    pen.arc((x, y - 0.36 * radius), 0.45 * radius, -80, 150, 0.26 * radius)
    pen.line([polar((x, y - 0.36 * radius), 0.45 * radius, 150), (x, y + 0.3 * radius)], 0.26 * radius)
    pen.disc((x, y + 0.8 * radius), 0.17 * radius)


BONUSES: dict[str, Icon] = {
    "portal": portal,
    "movement": movement,
    "production": production,
    "ambush": ambush,
    "conversion": conversion,
    "victory": star,
    "influence": crown,
    "armament": shield,
}
"""By a colony's bonus; actions and tracks of the same name have the same symbol."""

ACTIONS: tuple[Icon, ...] = (portal, movement, production, ambush, conversion)
"""By `engine.apex.components.Action`."""

TRACKS: tuple[Icon, ...] = (production, movement, crown, shield)
"""By `engine.apex.components.Track`."""

SIDES: dict[str, Icon] = {"W": swords, "E": growth, "C": dome, "X": spread}
"""By the side of a card."""
