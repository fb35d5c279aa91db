"""What happened in the last turn, marked on the arena."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.game import Event, Seat
from engine.hexgrid import parse_hex
from engine.replicants.events import Created, Destroyed, Moved, Rotated, Struck
from engine.replicants.view import ReplicantsView
from render import icons
from render.canvas import Canvas, Pen
from render.hexes import Point, corners, polar
from render.replicants.board import tile
from render.replicants.frame import Frame
from render.replicants.pieces import BODY, outline
from render.theme import Colour, Colours, mix


def draw_below(canvas: Canvas, plan: Frame, look: Colours, view: ReplicantsView, last: Sequence[Event]) -> None:
    """Draw what belongs under the Replicants: the way of a move, frames, and what is no longer there."""
    taken = {piece.hex for piece in view.pieces}
    for event in last:
        if isinstance(event, Destroyed) and event.hex not in taken:
            _gone(canvas, plan, look, event.owner, event.value, event.hex, icons.cross)
        elif isinstance(event, Struck) and event.hex not in taken:
            _gone(canvas, plan, look, event.seat or 1, event.value, event.hex, icons.bolt)
        elif isinstance(event, Created):
            _border(canvas, plan, look.accent, event.hex)
        elif isinstance(event, Moved):
            if event.origin not in taken:
                _ghost(canvas, plan, look, event.seat or 1, event.value, event.origin)
            _border(canvas, plan, look.accent, event.target)
            _way(canvas, plan, look, event.origin, event.target)


def draw_above(canvas: Canvas, plan: Frame, look: Colours, view: ReplicantsView, last: Sequence[Event]) -> None:
    """Draw what belongs over the Replicants: rotations, and badges for what happened where one stands."""
    taken = {piece.hex for piece in view.pieces}
    for event in last:
        if isinstance(event, Rotated):
            _rotation(canvas, plan, look, event)
        elif isinstance(event, Created):
            _badge(canvas, plan, look, event.hex, look.accent, look.page, icons.plus)
        elif isinstance(event, Destroyed) and event.hex in taken:
            victim = look.seat(event.owner)
            _badge(canvas, plan, look, event.hex, victim.fill, victim.ink, icons.cross)
        elif isinstance(event, Struck) and event.hex in taken:
            victim = look.seat(event.seat or 1)
            _badge(canvas, plan, look, event.hex, victim.fill, victim.ink, icons.bolt)


def badge_place(plan: Frame, name: str) -> Point:
    """Return where a badge lies: at the upper left corner of a hex, where no nose can be."""
    angle = 330 if plan.layout.flat else 300
    return polar(plan.layout.at(parse_hex(name)), 0.76 * plan.layout.radius, angle)


def _around(centre: Point, reach: float) -> list[Point]:
    return [(centre[0] - reach, centre[1] - reach), (centre[0] + reach, centre[1] + reach)]


def _border(canvas: Canvas, plan: Frame, colour: Colour, name: str) -> None:
    centre, radius = plan.layout.at(parse_hex(name)), plan.layout.radius
    shape = corners(0.93 * radius, centre, flat=plan.layout.flat)
    canvas.smooth(_around(centre, 1.05 * radius), colour, lambda pen: pen.line([*shape, shape[0]], 0.07 * radius))


def _ghost(canvas: Canvas, plan: Frame, look: Colours, seat: Seat, value: int, name: str) -> None:
    layout, style = plan.layout, look.seat(seat)
    centre, reach = layout.at(parse_hex(name)), BODY * layout.radius
    faint = mix(look.cell, style.edge, 0.6)
    canvas.stamp(tile(look.cell, layout.radius, flat=layout.flat), centre)
    box = _around(centre, layout.radius)
    canvas.smooth(box, faint, lambda pen: outline(pen, style.shape, reach, centre, flat=layout.flat))
    canvas.smooth(
        box, look.cell, lambda pen: outline(pen, style.shape, reach - 0.06 * layout.radius, centre, flat=layout.flat)
    )
    canvas.text(centre, str(value), 0.6 * layout.radius, faint, anchor="mm")


def _gone(canvas: Canvas, plan: Frame, look: Colours, seat: Seat, value: int, name: str, icon: icons.Icon) -> None:
    _ghost(canvas, plan, look, seat, value, name)
    centre, radius = plan.layout.at(parse_hex(name)), plan.layout.radius
    canvas.smooth(_around(centre, radius), look.danger, lambda pen: icon(pen, centre, 0.8 * radius))


def _way(canvas: Canvas, plan: Frame, look: Colours, origin: str, target: str) -> None:
    start, end = plan.layout.at(parse_hex(origin)), plan.layout.at(parse_hex(target))
    radius = plan.layout.radius
    angle = math.degrees(math.atan2(end[0] - start[0], start[1] - end[1]))
    start, tip = polar(start, 0.62 * radius, angle), polar(end, 0.66 * radius, angle + 180)
    foot = polar(tip, 0.3 * radius, angle + 180)

    def paint(pen: Pen) -> None:
        pen.line([start, foot], 0.13 * radius)
        icons.arrowhead(pen, tip, 0.42 * radius, angle)

    reach = 0.4 * radius
    box = [(x + dx, y + dy) for x, y in (start, tip) for dx in (-reach, reach) for dy in (-reach, reach)]
    canvas.smooth(box, look.accent, paint)


def _rotation(canvas: Canvas, plan: Frame, look: Colours, event: Rotated) -> None:
    centre, radius = plan.layout.at(parse_hex(event.hex)), 0.8 * plan.layout.radius
    before, after = plan.layout.angle(event.heading - event.by), plan.layout.angle(event.heading)
    after = before + 60 * event.by

    def paint(pen: Pen) -> None:
        end = after - 22 * event.by
        pen.arc(centre, radius, before, end, 0.1 * plan.layout.radius)
        tip = polar(polar(centre, radius, end), 0.24 * plan.layout.radius, end + 90 * event.by)
        icons.arrowhead(pen, tip, 0.3 * plan.layout.radius, end + 90 * event.by + 8 * event.by)

    canvas.smooth(_around(centre, 1.1 * plan.layout.radius), look.accent, paint)


def _badge(canvas: Canvas, plan: Frame, look: Colours, name: str, fill: Colour, ink: Colour, icon: icons.Icon) -> None:
    centre, radius = badge_place(plan, name), 0.25 * plan.layout.radius
    box = _around(centre, 1.5 * radius)
    canvas.smooth(box, look.page, lambda pen: pen.disc(centre, 1.18 * radius))
    canvas.smooth(box, fill, lambda pen: pen.disc(centre, radius))
    canvas.smooth(box, ink, lambda pen: icon(pen, centre, 0.68 * radius))
