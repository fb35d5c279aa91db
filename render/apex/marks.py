"""What happened last, marked on the map: each kind of event has a form of its own."""

from __future__ import annotations

import math
from collections import Counter

from engine.apex.events import (
    Ambushed,
    Battle,
    Colonised,
    Converted,
    Explored,
    Moved,
    Produced,
    Settled,
)
from render import icons
from render.apex.galaxy import paint_body
from render.apex.icons import ambush, conversion, question, swords
from render.apex.scene import Scene
from render.apex.sectors import colony_place
from render.canvas import Pen, around
from render.curves import dashed
from render.hexes import Point, polar
from render.icons import Icon
from render.theme import Colour

_BADGES = (38, 76, 114, 152)
"""Where badges lie on a sector's rim, in degrees clockwise from upwards."""


def draw_below(scene: Scene) -> None:
    """Draw lines around the sectors where something happened, under what stands there."""
    touched = dict.fromkeys(slot for event in scene.last for slot in _touched(event))
    for slot in touched:
        frame_sector(scene, scene.look.accent, slot)


def draw_above(scene: Scene) -> None:
    """Draw arrows for moves and badges for everything else."""
    look = scene.look
    ways: Counter[tuple[str, str, bool]] = Counter()
    badges: dict[str, list[tuple[Icon, Colour, Colour]]] = {}
    for event in scene.last:
        match event:
            case Moved():
                ways[event.origin, event.target, event.portal] += event.count
            case Battle():
                badges.setdefault(event.slot, []).append((swords, look.danger, look.page))
            case Colonised() | Settled():
                slot = event.slot if isinstance(event, Colonised) else event.home
                _colony_frame(scene, slot)
            case Produced():
                badges.setdefault(event.slot, []).append((icons.plus, look.accent, look.page))
            case Explored():
                badges.setdefault(event.slot, []).append((question, look.accent, look.page))
            case Ambushed():
                style = look.seat(event.victim)
                badges.setdefault(event.slot, []).append((ambush, style.fill, style.ink))
            case Converted():
                style = look.seat(event.victim)
                badges.setdefault(event.slot, []).append((conversion, style.fill, style.ink))
    for (origin, target, portal), count in ways.items():
        _way(scene, origin, target, count, portal=portal)
    for slot, signs in badges.items():
        for place, sign in zip(_BADGES, dict.fromkeys(signs), strict=False):
            _badge(scene, polar(scene.at(slot), 0.98 * scene.radius, place), *sign)


def frame_sector(scene: Scene, colour: Colour, slot: str) -> None:
    """Draw a line around a sector."""
    centre, radius, home = scene.at(slot), scene.radius, slot.startswith("H")

    def paint(pen: Pen) -> None:
        paint_body(pen, centre, 1.07 * radius, home=home)
        pen.ink = 0
        paint_body(pen, centre, 0.99 * radius, home=home)

    scene.canvas.smooth(around(centre, 1.2 * radius), colour, paint)


def _touched(event: object) -> tuple[str, ...]:
    match event:
        case Moved():
            return (event.target,)
        case Battle() | Colonised() | Produced() | Explored() | Ambushed() | Converted():
            return (event.slot,)
        case Settled():
            return (event.home,)
    return ()


def _colony_frame(scene: Scene, slot: str) -> None:
    centre, radius = colony_place(scene, slot), scene.radius
    scene.canvas.smooth(
        around(centre, 0.6 * radius),
        scene.look.accent,
        lambda pen: pen.ring(centre, 0.52 * radius, 0.08 * radius),
    )


def _way(scene: Scene, origin: str, target: str, count: int, *, portal: bool) -> None:
    """Draw an arrow, broken for a portal, with the number of ships where there is room."""
    start, end, radius, look = scene.at(origin), scene.at(target), scene.radius, scene.look
    angle = math.degrees(math.atan2(end[0] - start[0], start[1] - end[1])) % 360
    start, tip = polar(start, 0.86 * radius, angle), polar(end, 0.84 * radius, angle + 180)
    foot = polar(tip, 0.2 * radius, angle + 180)
    thick = 0.1 * radius
    strokes = list(dashed([start, foot], (0.3 * radius, 0.24 * radius))) if portal else [[start, foot]]
    bounds = [corner for point in (start, tip) for corner in around(point, 0.5 * radius)]
    for colour, more in ((look.page, 0.09 * radius), (look.accent, 0.0)):

        def paint(pen: Pen, more: float = more) -> None:
            for stroke in strokes:
                pen.line(stroke, thick + more)
            icons.arrowhead(pen, polar(tip, more, angle), 0.36 * radius + 1.6 * more, angle)

        scene.canvas.smooth(bounds, colour, paint)
    if math.dist(start, tip) > 1.1 * radius:
        _number(scene, ((start[0] + foot[0]) / 2, (start[1] + foot[1]) / 2), count)


def _number(scene: Scene, centre: Point, count: int) -> None:
    reach = 0.24 * scene.radius
    scene.canvas.fill(icons.mask(icons.disc, 1.2 * reach), centre, scene.look.page)
    scene.canvas.fill(icons.mask(icons.disc, reach), centre, scene.look.accent)
    scene.canvas.text(centre, str(count), round(1.35 * reach), scene.look.page, anchor="m")


def _badge(scene: Scene, centre: Point, icon: Icon, fill: Colour, ink: Colour) -> None:
    radius = 0.24 * scene.radius
    scene.canvas.fill(icons.mask(icons.disc, 1.2 * radius), centre, scene.look.page)
    scene.canvas.fill(icons.mask(icons.disc, radius), centre, fill)
    scene.canvas.fill(icons.mask(icon, 0.66 * radius), centre, ink)
