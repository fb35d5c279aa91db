"""The last events and possible actions, marked on the map: each kind has a form of its own."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.apex.events import Ambushed, Battle, Colonised, Converted, Explored, Moved, Produced, Settled
from engine.events import Event
from engine.seat import Seat
from render import icons
from render.apex.frame import Scene
from render.apex.icons import ambush, conversion, dome, portal, question, swords
from render.apex.sectors import paint_body
from render.canvas import Pen, shape
from render.charts import dashed
from render.icons import Icon
from render.masks import Mask, Point, polar
from render.renderer import Overlay
from render.theme import Colour

_BADGES = (68, 128, 180, 232, 292, 340, 20, 98, 154, 206, 262, 316)
"""Places for badges on a sector's rim, in degrees clockwise from upwards, the best first."""

_CLEAR = 40
"""Degrees away from a signpost."""

_POST = 0.46
"""Length of a signpost, in radii."""


@dataclass(frozen=True, slots=True)
class _Sign:
    """A mark on a sector's rim: a symbol on a disc, in the colour of its seat, if any."""

    icon: Icon
    seat: Seat | None
    danger: bool = False


@dataclass(frozen=True, slots=True)
class _Way:
    seat: Seat
    origin: str
    target: str
    portal: bool


def draw_below(scene: Scene) -> None:
    """Draw lines of movements and frames of sectors with events, under the pawns."""
    for way in _ways(scene):
        _line(scene, way)
    touched = dict.fromkeys(slot for event in scene.last for slot in _touched(event))
    for slot in touched:
        frame_sector(scene, scene.scheme.accent, slot)


def draw_above(scene: Scene) -> None:
    """Draw the ends of movements and badges for everything else."""
    ways = _ways(scene)
    for way, count in ways.items():
        _ends(scene, way, count)
    signs: dict[str, Counter[_Sign]] = {}
    for slot, sign in _signs(scene.last):
        signs.setdefault(slot, Counter())[sign] += 1
    for slot, every in signs.items():
        posts = [_angle(scene, slot, way.origin) for way in ways if way.target == slot]
        posts += [_angle(scene, slot, way.target) for way in ways if way.origin == slot]
        turns = [turn for turn in _BADGES if all(abs((turn - post + 180) % 360 - 180) >= _CLEAR for post in posts)]
        places = turns if len(turns) >= len(every) else _BADGES
        for turn, (sign, count) in zip(places, every.items(), strict=False):
            _badge(scene, polar(scene.at(slot), 1.02 * scene.radius, turn), sign, count)


def _ways(scene: Scene) -> Counter[_Way]:
    ways: Counter[_Way] = Counter()
    for event in scene.last:
        if isinstance(event, Moved):
            ways[_Way(event.seat or 1, event.origin, event.target, event.portal)] += event.count
    return ways


def _signs(last: Sequence[Event]) -> Iterator[tuple[str, _Sign]]:
    for event in last:
        match event:
            case Battle():
                yield event.slot, _Sign(swords, None, danger=True)
            case Colonised():
                yield event.slot, _Sign(dome, event.seat)
            case Settled():
                yield event.home, _Sign(dome, event.seat)
            case Produced():
                yield event.slot, _Sign(icons.plus, event.seat)
            case Explored():
                yield event.slot, _Sign(question, None)
            case Ambushed():
                yield event.slot, _Sign(ambush, event.victim)
            case Converted():
                yield event.slot, _Sign(conversion, event.victim)


def frame_sector(scene: Scene, colour: Colour, slot: str) -> None:
    scene.canvas.fill(_frame(scene.radius, home=slot.startswith("H")), scene.at(slot), colour)


@lru_cache(maxsize=16)
def _frame(radius: float, *, home: bool) -> Mask:

    def paint(pen: Pen) -> None:
        paint_body(pen, (0, 0), 1.09 * radius, home=home)
        pen.ink = 0
        paint_body(pen, (0, 0), 1.02 * radius, home=home)

    return shape(2 * math.ceil(1.2 * radius), paint)


def _touched(event: Event) -> tuple[str, ...]:
    match event:
        case Moved():
            return (event.target,)
        case Battle() | Colonised() | Produced() | Explored() | Ambushed() | Converted():
            return (event.slot,)
        case Settled():
            return (event.home,)
    return ()


def _line(scene: Scene, way: _Way) -> None:
    """Draw a line between sectors, broken for a portal; sectors on the way cover it."""
    radius, scheme = scene.radius, scene.scheme
    angle = _angle(scene, way.origin, way.target)
    line = [polar(scene.at(way.origin), 0.96 * radius, angle), polar(scene.at(way.target), radius, angle + 180)]
    strokes = list(dashed(line, (0.3 * radius, 0.24 * radius))) if way.portal else [line]
    for colour, thick in ((scheme.page, 0.22 * radius), (scheme.seat(way.seat).edge, 0.11 * radius)):
        for start, *_, end in strokes:
            middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
            scene.canvas.fill(_stroke(round(math.dist(start, end)), round(angle), thick), middle, colour)


@lru_cache(maxsize=256)
def _stroke(length: int, angle: int, thick: float) -> Mask:
    ends = [polar((0, 0), length / 2, turn) for turn in (angle + 180, angle)]
    return shape(2 * math.ceil((length + thick) / 2 + 1), lambda pen: pen.line(ends, thick))


def _ends(scene: Scene, way: _Way, count: int) -> None:
    """Draw a dot at the origin of ships and a signpost with their number at the target."""
    radius, scheme, style = scene.radius, scene.scheme, scene.scheme.seat(way.seat)
    angle = _angle(scene, way.origin, way.target)
    dot = polar(scene.at(way.origin), 1.02 * radius, angle)
    for reach, colour in ((0.16, scheme.page), (0.11, style.edge)):
        scene.canvas.fill(icons.mask(icons.disc, reach * radius), dot, colour)
    # Names are in the upper half of sectors: a post from above ends at the rim, and one from
    # below goes in deeper, so that it does not touch the name in its own sector.
    tip = 1.0 if math.cos(math.radians(angle + 180)) > 0.25 else 0.8
    centre = polar(scene.at(way.target), (tip + _POST / 2) * radius, angle + 180)
    for colour, more in ((scheme.page, 0.11), (style.edge, 0.05), (style.fill, 0.0)):
        scene.canvas.fill(_signpost(round(angle), radius, more), centre, colour)
    centre = polar(scene.at(way.target), (tip + 0.28) * radius, angle + 180)
    scene.canvas.text(centre, str(count), round(0.34 * radius), style.ink, anchor="m")


def _angle(scene: Scene, origin: str, target: str) -> float:
    start, end = scene.at(origin), scene.at(target)
    return math.degrees(math.atan2(end[0] - start[0], start[1] - end[1])) % 360


@lru_cache(maxsize=256)
def _signpost(angle: int, radius: float, more: float) -> Mask:
    """Return a board with a point at one end as a mask, larger all around by a part of the radius."""
    tip, half, points = polar((0, 0), _POST / 2 * radius, angle), 0.21 * radius, []
    for back, aside in ((0.0, 0.0), (0.18, half), (_POST, half), (_POST, -half), (0.18, -half)):
        foot = polar(tip, back * radius, angle + 180)
        points.append(polar(foot, aside, angle + 90))

    def paint(pen: Pen) -> None:
        pen.polygon(points)
        if more:
            pen.line([*points, points[0], points[1]], 2 * more * radius)

    return shape(2 * math.ceil(0.55 * radius), paint)


def _badge(scene: Scene, centre: Point, sign: _Sign, count: int) -> None:
    radius, scheme = 0.24 * scene.radius, scene.scheme
    fill, ink = (scheme.danger if sign.danger else scheme.accent), scheme.page
    if sign.seat is not None:
        fill, ink = scheme.seat(sign.seat).fill, scheme.seat(sign.seat).ink
    wide = 0.95 * radius if count > 1 else 0
    edge = scene.plan.width - wide - 1.28 * radius
    centre = (min(max(centre[0], scene.plan.width - edge), edge), centre[1])
    left, right = centre[0] - wide, centre[0] + wide
    for reach, colour in ((1.28 * radius, scheme.page), (1.1 * radius, scheme.text), (0.98 * radius, fill)):
        if count > 1:
            scene.canvas.box([(left - reach, centre[1] - reach), (right + reach, centre[1] + reach)], reach, colour)
        else:
            scene.canvas.fill(icons.mask(icons.disc, reach), centre, colour)
    scene.canvas.fill(icons.mask(sign.icon, 0.68 * radius), (left, centre[1]), ink)
    if count > 1:
        scene.canvas.text((right, centre[1]), str(count), round(1.4 * radius), ink, anchor="m")


# Possible actions, laid over the map: each kind of mark has a form of its own.


def draw_overlay(scene: Scene, overlay: Overlay) -> None:
    """Draw an overlay: origins of ships, their targets by movement or portal, and possible ambushes or conversions."""
    scheme = scene.scheme
    if overlay.origin:
        frame_sector(scene, scheme.accent, overlay.origin)
    for name in sorted(overlay.threatened - overlay.captures):
        scene.canvas.fill(_brackets(scene.radius, 45), scene.at(name), scheme.danger)
    for name in sorted(overlay.captures):
        scene.canvas.fill(_brackets(scene.radius, 0), scene.at(name), scheme.danger)
    kinds: tuple[tuple[frozenset[str], Icon, Colour], ...] = (
        (overlay.walks, icons.disc, scheme.walk),
        (overlay.leaps, portal, scheme.leap),
        (overlay.arcs, icons.bolt, scheme.arc),
        (overlay.flips, conversion, scheme.walk),
    )
    for names, icon, colour in kinds:
        for name in sorted(names):
            centre = polar(scene.at(name), 1.06 * scene.radius, 128)
            scene.canvas.fill(icons.mask(icons.disc, 0.32 * scene.radius), centre, scheme.page)
            scene.canvas.fill(icons.mask(icon, 0.24 * scene.radius), centre, colour)


@lru_cache(maxsize=16)
def _brackets(radius: float, turn: float) -> Mask:
    def paint(pen: Pen) -> None:
        for quarter in range(0, 360, 90):
            pen.arc((0, 0), 1.04 * radius, quarter + turn + 15, quarter + turn + 75, 0.1 * radius)

    return shape(2 * math.ceil(1.2 * radius), paint)
