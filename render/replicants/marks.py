"""The last turn's events, and the moves of one Replicant, marked on the arena."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TypeGuard

from engine.events import Event
from engine.replicants.events import Created, Destroyed, Moved, Rotated, Struck
from engine.seat import Seat
from render import icons
from render.canvas import Pen, shape
from render.masks import Mask, Point, bearing, corners, polar
from render.renderer import Overlay
from render.replicants.frame import Scene, label_size, tile
from render.replicants.pieces import BODY, body
from render.theme import Colour


def draw_below(scene: Scene) -> None:
    """Draw the marks under the Replicants: the way of a move, frames, and ghosts."""
    taken = {piece.hex for piece in scene.view.pieces}
    for event in scene.last:
        if isinstance(event, Destroyed) and event.hex not in taken:
            _gone(scene, event.owner, event.value, event.hex, icons.cross)
        elif isinstance(event, Struck) and event.hex not in taken:
            _gone(scene, event.seat or 1, event.value, event.hex, icons.bolt)
        elif isinstance(event, Created):
            frame_hex(scene, scene.scheme.accent, event.hex)
        elif isinstance(event, Moved):
            if event.origin not in taken:
                _ghost(scene, event.seat or 1, event.value, event.origin)
            frame_hex(scene, scene.scheme.accent, event.target)
            _way(scene, event.origin, event.target)


def draw_above(scene: Scene) -> None:
    """Draw the marks over the Replicants: rotations, and badges for events on occupied hexes."""
    taken = {piece.hex for piece in scene.view.pieces}
    scheme = scene.scheme
    for event in scene.last:
        if isinstance(event, Rotated):
            _rotation(scene, event)
        elif isinstance(event, Created):
            _badge(scene, event.hex, scheme.accent, scheme.page, icons.plus)
        elif isinstance(event, Destroyed) and event.hex in taken:
            _badge(scene, event.hex, scheme.seat(event.owner).fill, scheme.seat(event.owner).ink, icons.cross)
        elif isinstance(event, Struck) and event.hex in taken:
            owner = scheme.seat(event.seat or 1)
            _badge(scene, event.hex, owner.fill, owner.ink, icons.bolt)


def frame_hex(scene: Scene, colour: Colour, name: str) -> None:
    scene.canvas.fill(_frame(scene.radius, scene.plan.layout.flat), scene.at(name), colour)


@lru_cache(maxsize=16)
def _frame(radius: float, flat: bool) -> Mask:
    points = corners(0.93 * radius, flat=flat)
    return shape(2 * math.ceil(1.05 * radius), lambda pen: pen.line([*points, *points[:2]], 0.08 * radius))


def _ghost(scene: Scene, seat: Seat, value: int, name: str) -> None:
    canvas, scheme, layout = scene.canvas, scene.scheme, scene.plan.layout
    style, centre, radius = scheme.seat(seat), scene.at(name), scene.radius
    faint = scheme.ghost(seat)
    canvas.fill(tile(radius, flat=layout.flat), centre, scheme.cell)
    for reach, colour in ((BODY, faint), (BODY - 0.06, scheme.cell)):
        canvas.fill(body(style.shape, reach, radius, layout.flat), centre, colour)
    canvas.text(centre, str(value), 0.6 * radius, faint, anchor="m")


def _gone(scene: Scene, seat: Seat, value: int, name: str, icon: icons.Icon) -> None:
    _ghost(scene, seat, value, name)
    scene.canvas.fill(icons.mask(icon, 0.75 * scene.radius), scene.at(name), scene.scheme.danger)


def _way(scene: Scene, origin: str, target: str) -> None:
    start, end, radius = scene.at(origin), scene.at(target), scene.radius
    angle = bearing(start, end)
    start, tip = polar(start, 0.62 * radius, angle), polar(end, 0.64 * radius, angle + 180)
    middle = ((start[0] + tip[0]) / 2, (start[1] + tip[1]) / 2)
    scene.canvas.fill(
        _arrow(round(tip[0] - start[0], 1), round(tip[1] - start[1], 1), radius), middle, scene.scheme.accent
    )


@lru_cache(maxsize=256)
def _arrow(across: float, down: float, radius: float) -> Mask:
    start, tip = (-across / 2, -down / 2), (across / 2, down / 2)
    angle = bearing(start, tip)

    def paint(pen: Pen) -> None:
        pen.line([start, polar(tip, 0.3 * radius, angle + 180)], 0.13 * radius)
        icons.arrowhead(pen, tip, 0.42 * radius, angle)

    return shape(2 * math.ceil(max(abs(across), abs(down)) / 2 + 0.4 * radius), paint)


def _rotation(scene: Scene, event: Rotated) -> None:
    centre, radius, scheme = scene.at(event.hex), scene.radius, scene.scheme
    before = scene.plan.layout.angle(event.heading - event.by)
    scene.canvas.fill(_arc(before, event.by, radius), centre, scheme.accent)
    _badge(scene, event.hex, scheme.accent, scheme.page, icons.right_turn if event.by > 0 else icons.left_turn)


@lru_cache(maxsize=64)
def _arc(before: float, by: int, radius: float) -> Mask:
    start, end = sorted((before, before + 34 * by))
    return shape(2 * math.ceil(radius), lambda pen: pen.arc((0, 0), 0.78 * radius, start, end, 0.09 * radius))


def _badge(scene: Scene, name: str, fill: Colour, ink: Colour, icon: icons.Icon) -> None:
    centre, radius = badge_place(scene, name), 0.27 * scene.radius
    scene.canvas.fill(icons.mask(icons.disc, 1.18 * radius), centre, scene.scheme.page)
    scene.canvas.fill(icons.mask(icons.disc, radius), centre, fill)
    scene.canvas.fill(icons.mask(icon, 0.72 * radius), centre, ink)


def badge_place(scene: Scene, name: str) -> Point:
    """Return the place of a badge: the upper left corner of a hex, or another one that hides neither nose nor arrow."""
    layout, centre = scene.plan.layout, scene.at(name)
    places = (330, 30, 270, 90, 210) if layout.flat else (300, 0, 60, 240, 180)
    busy = [layout.angle(piece.heading) for piece in scene.view.pieces if piece.hex == name]
    busy += [bearing(centre, scene.at(event.origin)) for event in scene.last if _arrives(event, name)]
    free = [place for place in places if all(abs((place - angle + 180) % 360 - 180) > 45 for angle in busy)]
    return polar(centre, 0.78 * scene.radius, (free or places)[0])


def _arrives(event: Event, name: str) -> TypeGuard[Moved]:
    return isinstance(event, Moved) and event.target == name


# The moves of one Replicant, laid over the arena: each kind of mark has a form of its own.


def draw_overlay(scene: Scene, overlay: Overlay) -> None:
    """Draw an overlay: discs for walks, rings for leaps, brackets for captures, flashes for arcs, bars for threats."""
    if overlay.origin:
        frame_hex(scene, scene.scheme.accent, overlay.origin)
    for name in sorted(overlay.threatened - overlay.captures):
        scene.canvas.fill(_threat(scene.radius), scene.at(name), scene.scheme.danger)
    for name in sorted(overlay.walks):
        _walk(scene, name)
    for name in sorted(overlay.leaps):
        _leap(scene, name)
    for name in sorted(overlay.captures):
        scene.canvas.fill(_capture(scene.radius, flat=scene.plan.layout.flat), scene.at(name), scene.scheme.danger)
    for name in sorted(overlay.arcs):
        _overlay_arc(scene, name)


def _walk(scene: Scene, name: str) -> None:
    centre, scheme = scene.at(name), scene.scheme
    scene.canvas.fill(icons.mask(icons.disc, 0.52 * scene.radius), centre, scheme.walk)
    scene.canvas.text(centre, name, label_size(scene.plan), scheme.page, anchor="m")


def _leap(scene: Scene, name: str) -> None:
    centre, scheme = scene.at(name), scene.scheme
    scene.canvas.fill(icons.mask(icons.disc, 0.64 * scene.radius), centre, scheme.leap)
    scene.canvas.fill(icons.mask(icons.disc, 0.5 * scene.radius), centre, scheme.cell)
    scene.canvas.text(centre, name, label_size(scene.plan), scheme.text, anchor="m")


@lru_cache(maxsize=16)
def _threat(radius: float) -> Mask:
    def paint(pen: Pen) -> None:
        pen.ring((0, 0), 0.6 * radius, 0.1 * radius)
        pen.line([polar((0, 0), 0.55 * radius, 315), polar((0, 0), 0.55 * radius, 135)], 0.1 * radius)

    return shape(2 * math.ceil(radius), paint)


@lru_cache(maxsize=16)
def _capture(radius: float, *, flat: bool) -> Mask:
    points = corners(0.9 * radius, flat=flat)

    def paint(pen: Pen) -> None:
        for before, corner, after in zip(points[-1:] + points[:-1], points, points[1:] + points[:1], strict=True):
            ends = [(corner[0] * 0.7 + end[0] * 0.3, corner[1] * 0.7 + end[1] * 0.3) for end in (before, after)]
            pen.line([ends[0], corner, ends[1]], 0.13 * radius)

    return shape(2 * math.ceil(1.05 * radius), paint)


def _overlay_arc(scene: Scene, name: str) -> None:
    scheme, radius = scene.scheme, scene.radius
    centre = polar(scene.at(name), 0.76 * radius, 30 if scene.plan.layout.flat else 60)
    scene.canvas.fill(icons.mask(icons.disc, 0.33 * radius), centre, scheme.page)
    scene.canvas.fill(icons.mask(icons.disc, 0.29 * radius), centre, scheme.arc)
    scene.canvas.fill(icons.mask(icons.bolt, 0.23 * radius), centre, scheme.page)
