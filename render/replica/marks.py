"""The last turn's events, and the moves of one piece, marked on the board."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from engine.events import Event
from engine.replica.events import Arrived, Captured, Jumped, Stepped, Transformed
from engine.replica.rules import GOALS
from engine.seat import Seat
from render import icons
from render.canvas import Pen, around, shape
from render.charts import dashed
from render.masks import Mask, Point, bearing, polar
from render.renderer import Overlay
from render.replica.frame import Scene
from render.replica.pieces import ghost_mask
from render.theme import Colour


def draw_goals(scene: Scene) -> None:
    """Draw a faint king on each empty goal (P7)."""
    taken = {piece.square for piece in scene.view.pieces}
    for seat, goal in GOALS.items():
        if goal not in taken:
            mask = ghost_mask(scene.scheme.seat(seat).shape, scene.square, king=True)
            scene.canvas.fill(mask, scene.at(goal), scene.scheme.faint(seat))


def draw_below(scene: Scene) -> None:
    """Draw the marks under the pieces: lit squares, ghosts, frames of targets, kings' sight."""
    taken = {piece.square for piece in scene.view.pieces}
    for name in dict.fromkeys(name for event in scene.last for name in _places(event)):
        _lit(scene, name)
    for event in scene.last:
        if isinstance(event, Stepped | Jumped):
            if event.origin not in taken:
                _ghost(scene, event.seat or 1, event.origin, king=event.king)
            frame_square(scene, scene.scheme.accent, event.target)
        elif isinstance(event, Captured) and event.square not in taken:
            _ghost(scene, event.owner, event.square, king=event.king)
        elif isinstance(event, Transformed):
            frame_square(scene, scene.scheme.accent, event.square)
            for king in event.seen_from:
                _sight(scene, king, event.square)


def draw_above(scene: Scene) -> None:
    """Draw the marks over the pieces: the way of a move, and badges for events on occupied squares."""
    scheme = scene.scheme
    for event in scene.last:
        if isinstance(event, Stepped | Jumped):
            _way(scene, event)
    for event in scene.last:
        if isinstance(event, Captured):
            owner = scheme.seat(event.owner)
            _badge(scene, event.square, owner.edge, owner.fill, owner.ink, icons.cross)
            if event.king:
                _badge(scene, event.square, owner.edge, owner.fill, owner.ink, icons.crown, right=True)
        elif isinstance(event, Transformed):
            _badge(scene, event.square, scheme.page, scheme.accent, scheme.page, icons.right_turn)
        elif isinstance(event, Arrived):
            _badge(scene, event.square, scheme.page, scheme.accent, scheme.page, icons.star)
    for name in scene.view.moved:
        _badge(scene, name, scheme.page, scheme.accent, scheme.page, icons.tick, right=True)


def frame_square(scene: Scene, colour: Colour, name: str) -> None:
    scene.canvas.fill(_frame(scene.square), scene.at(name), colour)


@lru_cache(maxsize=16)
def _frame(side: float) -> Mask:
    reach = 0.475 * side
    corners = [(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)]
    return shape(2 * math.ceil(side / 2), lambda pen: pen.line([*corners, *corners[:2]], 0.045 * side))


def _places(event: Event) -> tuple[str, ...]:
    if isinstance(event, Stepped | Jumped):
        return event.origin, event.target
    if isinstance(event, Captured | Transformed | Arrived):
        return (event.square,)
    return ()


def _lit(scene: Scene, name: str) -> None:
    (x, y), reach = scene.at(name), scene.square / 2
    colour = scene.scheme.glow(scene.ground(name))
    scene.canvas.box([(x - reach, y - reach), (x + reach, y + reach)], 0, colour)


def _ghost(scene: Scene, seat: Seat, name: str, *, king: bool) -> None:
    mask = ghost_mask(scene.scheme.seat(seat).shape, scene.square, king=king)
    scene.canvas.fill(mask, scene.at(name), scene.scheme.ghost(seat))


def _sight(scene: Scene, king: str, name: str) -> None:
    start, end, side = scene.at(king), scene.at(name), scene.square
    angle = bearing(start, end)
    strokes = list(dashed([polar(start, 0.3 * side, angle), end], [0.02 * side, 0.11 * side]))
    _stroke(scene, [start, end], scene.scheme.accent, strokes, 0.07)


def _way(scene: Scene, event: Stepped | Jumped) -> None:
    """Draw an arrow: straight for a step, and in leaps from friend to friend for a jump."""
    start, end, side = scene.at(event.origin), scene.at(event.target), scene.square
    angle = bearing(start, end)
    points = [start]
    if isinstance(event, Jumped):
        stops = [start, *map(scene.at, event.over), end]
        points = _hops(stops, angle, side)
    else:
        points = [polar(start, 0.12 * side, angle), polar(end, 0.42 * side, angle + 180)]
    along = bearing(points[-2], points[-1])
    tip = points[-1]
    foot = polar(tip, 0.14 * side, along + 180)
    bounds = [corner for point in points for corner in around(point, 0.4 * side)]

    def paint(pen: Pen, grown: float) -> None:
        pen.line([*points[:-1], foot], (0.075 + 2 * grown) * side)
        icons.arrowhead(pen, polar(tip, 1.6 * grown * side, along), (0.25 + 3.2 * grown) * side, along)

    scene.canvas.smooth(bounds, scene.scheme.page, lambda pen: paint(pen, 0.014))
    scene.canvas.smooth(bounds, scene.scheme.accent, lambda pen: paint(pen, 0))


def _hops(stops: Sequence[Point], angle: float, side: float) -> list[Point]:
    """Return a curve beside the jumped friends, from origin to target."""
    start, end = stops[0], stops[-1]
    length = math.dist(start, end)
    # Bent to the side that is further up on the picture, so that it passes over them.
    bent = angle - 90 if math.cos(math.radians(angle - 90)) > 0 else angle + 90
    rise = 0.5 * side
    steps = 28
    points = []
    for step in range(steps + 1):
        share = step / steps
        along = polar(start, length * share, angle)
        height = rise * (1 - (2 * share - 1) ** 4)
        points.append(polar(along, height, bent))
    inner = [point for point in points if math.dist(point, end) > 0.44 * side]
    return [point for point in inner if math.dist(point, start) > 0.05 * side]


def _stroke(
    scene: Scene, ends: Sequence[Point], colour: Colour, strokes: Sequence[Sequence[Point]], thick: float
) -> None:
    bounds = [corner for point in ends for corner in around(point, 0.2 * scene.square)]

    def paint(pen: Pen) -> None:
        for stroke in strokes:
            pen.line(stroke, thick * scene.square)

    scene.canvas.smooth(bounds, colour, paint)


def _badge(
    scene: Scene, name: str, edge: Colour, fill: Colour, ink: Colour, icon: icons.Icon, *, right: bool = False
) -> None:
    (x, y), side = scene.at(name), scene.square
    centre = (x + (0.34 if right else -0.34) * side, y - 0.34 * side)
    scene.canvas.fill(icons.mask(icons.disc, 0.168 * side), centre, scene.scheme.page)
    scene.canvas.fill(icons.mask(icons.disc, 0.155 * side), centre, edge)
    scene.canvas.fill(icons.mask(icons.disc, 0.135 * side), centre, fill)
    scene.canvas.fill(icons.mask(icon, 0.1 * side), centre, ink)


# The moves of one piece, laid over the board: each kind of mark has a form of its own.


def draw_overlay(scene: Scene, overlay: Overlay) -> None:
    """Draw an overlay: discs for steps, rings for jumps, brackets for captures, crowns for pieces that can be kings."""
    if overlay.origin:
        frame_square(scene, scene.scheme.accent, overlay.origin)
    for name in sorted(overlay.walks):
        _walk(scene, name)
    for name in sorted(overlay.leaps):
        _leap(scene, name)
    for name in sorted(overlay.captures):
        scene.canvas.fill(_capture(scene.square, 0.115), scene.at(name), scene.scheme.page)
        scene.canvas.fill(_capture(scene.square, 0.08), scene.at(name), scene.scheme.danger)
    for name in sorted(overlay.flips):
        _flip(scene, name)


def _walk(scene: Scene, name: str) -> None:
    centre, scheme = scene.at(name), scene.scheme
    scene.canvas.fill(icons.mask(icons.disc, 0.29 * scene.square), centre, scheme.walk)
    scene.canvas.text(centre, name, 0.26 * scene.square, scheme.page, anchor="m")


def _leap(scene: Scene, name: str) -> None:
    centre, scheme = scene.at(name), scene.scheme
    scene.canvas.fill(icons.mask(icons.disc, 0.36 * scene.square), centre, scheme.leap)
    scene.canvas.fill(icons.mask(icons.disc, 0.28 * scene.square), centre, scheme.page)
    scene.canvas.text(centre, name, 0.26 * scene.square, scheme.text, anchor="m")


@lru_cache(maxsize=16)
def _capture(side: float, thickness: float) -> Mask:
    def paint(pen: Pen) -> None:
        reach = 0.44 * side
        for right in (-1, 1):
            for down in (-1, 1):
                corner = (right * reach, down * reach)
                ends = [(corner[0] - right * 0.22 * side, corner[1]), (corner[0], corner[1] - down * 0.22 * side)]
                pen.line([ends[0], corner, ends[1]], thickness * side)

    return shape(2 * math.ceil(side / 2), paint)


def _flip(scene: Scene, name: str) -> None:
    (x, y), side, scheme = scene.at(name), scene.square, scene.scheme
    centre = (x + 0.29 * side, y + 0.29 * side)
    scene.canvas.fill(icons.mask(icons.disc, 0.195 * side), centre, scheme.page)
    scene.canvas.fill(icons.mask(icons.disc, 0.177 * side), centre, scheme.arc)
    scene.canvas.fill(icons.mask(icons.crown, 0.125 * side), centre, scheme.page)
