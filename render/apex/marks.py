"""What happened last, marked on the map: each kind of event has a form of its own."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.apex.events import Ambushed, Battle, Colonised, Converted, Explored, Moved, Produced, Settled
from engine.game import Event, Seat
from render import icons
from render.apex.galaxy import paint_body
from render.apex.icons import ambush, conversion, dome, question, swords
from render.apex.scene import Scene
from render.apex.sectors import letter_on
from render.badges import silhouette
from render.canvas import Pen, around
from render.curves import dashed
from render.hexes import Point, polar
from render.icons import Icon
from render.theme import Colour

_BADGES = (68, 128, 180, 232, 292, 340)
"""Where badges lie on a sector's rim, in degrees clockwise from upwards."""


@dataclass(frozen=True, slots=True)
class _Sign:
    """What is put on a sector's rim: a symbol on a disc, in the colour of whom it is about, if of anybody."""

    icon: Icon
    seat: Seat | None
    danger: bool = False


def draw_below(scene: Scene) -> None:
    """Draw lines around the sectors where something happened, under what stands there."""
    touched = dict.fromkeys(slot for event in scene.last for slot in _touched(event))
    for slot in touched:
        frame_sector(scene, scene.look.accent, slot)


def draw_above(scene: Scene) -> None:
    """Draw arrows for moves and badges for everything else."""
    ways: Counter[tuple[Seat, str, str, bool]] = Counter()
    for event in scene.last:
        if isinstance(event, Moved):
            ways[event.seat or 1, event.origin, event.target, event.portal] += event.count
    for (seat, origin, target, portal), count in ways.items():
        _way(scene, seat, (origin, target), count, portal=portal)
    signs: dict[str, Counter[_Sign]] = {}
    for slot, sign in _signs(scene.last):
        signs.setdefault(slot, Counter())[sign] += 1
    for slot, every in signs.items():
        for turn, (sign, count) in zip(_BADGES, every.items(), strict=False):
            _badge(scene, polar(scene.at(slot), 1.02 * scene.radius, turn), sign, count)


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
    """Draw a line around a sector."""
    centre, radius, home = scene.at(slot), scene.radius, slot.startswith("H")

    def paint(pen: Pen) -> None:
        paint_body(pen, centre, 1.09 * radius, home=home)
        pen.ink = 0
        paint_body(pen, centre, 1.02 * radius, home=home)

    scene.canvas.smooth(around(centre, 1.25 * radius), colour, paint)


def _touched(event: Event) -> tuple[str, ...]:
    match event:
        case Moved():
            return (event.target,)
        case Battle() | Colonised() | Produced() | Explored() | Ambushed() | Converted():
            return (event.slot,)
        case Settled():
            return (event.home,)
    return ()


def _way(scene: Scene, seat: Seat, ends: tuple[str, str], count: int, *, portal: bool) -> None:
    """Draw an arrow, broken for a portal, with the number of ships on its mover's shape."""
    start, end = (scene.at(slot) for slot in ends)
    radius, look = scene.radius, scene.look
    angle = math.degrees(math.atan2(end[0] - start[0], start[1] - end[1])) % 360
    start, tip = polar(start, 0.8 * radius, angle), polar(end, 0.84 * radius, angle + 180)
    foot = polar(tip, 0.2 * radius, angle + 180)
    thick = 0.1 * radius
    strokes = list(dashed([start, foot], (0.3 * radius, 0.24 * radius))) if portal else [[start, foot]]
    bounds = [corner for point in (start, tip) for corner in around(point, 0.5 * radius)]
    for colour, more in ((look.page, 0.1 * radius), (look.seat(seat).edge, 0.0)):

        def paint(pen: Pen, more: float = more) -> None:
            for stroke in strokes:
                pen.line(stroke, thick + more)
            icons.arrowhead(pen, polar(tip, more, angle), 0.36 * radius + 1.6 * more, angle)

        scene.canvas.smooth(bounds, colour, paint)
    # The tail, where the ships came from, leaves the head and what stands in the target alone.
    _count(scene, seat, start, count)


def _count(scene: Scene, seat: Seat, centre: Point, count: int) -> None:
    style, reach = scene.look.seat(seat), 0.25 * scene.radius
    scene.canvas.fill(silhouette(style.shape, 1.3 * reach), centre, scene.look.page)
    scene.canvas.fill(silhouette(style.shape, 1.12 * reach), centre, style.edge)
    scene.canvas.fill(silhouette(style.shape, 0.95 * reach), centre, style.fill)
    letter_on(scene.canvas, style, centre, str(count), 1.3 * reach)


def _badge(scene: Scene, centre: Point, sign: _Sign, count: int) -> None:
    """Draw a disc with a symbol, and how often it happened there if more than once."""
    radius, look = 0.24 * scene.radius, scene.look
    fill, ink = (look.danger if sign.danger else look.accent), look.page
    if sign.seat is not None:
        fill, ink = look.seat(sign.seat).fill, look.seat(sign.seat).ink
    wide = 0.95 * radius if count > 1 else 0
    left, right = centre[0] - wide, centre[0] + wide
    for reach, colour in ((1.28 * radius, look.page), (1.1 * radius, look.text), (0.98 * radius, fill)):
        corners = [(left - reach, centre[1] - reach), (right + reach, centre[1] + reach)]
        scene.canvas.box(corners, reach, colour)
    scene.canvas.fill(icons.mask(sign.icon, 0.68 * radius), (left, centre[1]), ink)
    if count > 1:
        scene.canvas.text((right, centre[1]), str(count), round(1.4 * radius), ink, anchor="m")
