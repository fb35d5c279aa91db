"""What one Replicant may do, laid over the arena: each kind of mark has a form of its own."""

from __future__ import annotations

from engine.hexgrid import parse_hex
from render import icons
from render.canvas import Canvas, Pen
from render.hexes import Point, corners, polar
from render.overlay import Overlay
from render.replicants.board import label_size
from render.replicants.frame import Frame
from render.theme import Colours


def draw_overlay(canvas: Canvas, plan: Frame, look: Colours, overlay: Overlay) -> None:
    """Draw an overlay on a finished arena: discs are walks, rings leaps, targets captures, flashes arcs, bars threats."""
    if overlay.origin:
        _frame(canvas, plan, look, overlay.origin)
    for name in sorted(overlay.threatened - overlay.captures):
        threat(canvas, plan, look, name)
    for name in sorted(overlay.walks):
        walk(canvas, plan, look, name)
    for name in sorted(overlay.leaps):
        leap(canvas, plan, look, name)
    for name in sorted(overlay.captures):
        _capture(canvas, plan, look, name)
    for name in sorted(overlay.arcs):
        _arc(canvas, plan, look, name)


def walk(canvas: Canvas, plan: Frame, look: Colours, name: str) -> None:
    """Mark a hex to walk to: a disc with its name."""
    centre, radius = plan.layout.at(parse_hex(name)), plan.layout.radius
    canvas.smooth(_around(centre, radius), look.walk, lambda pen: pen.disc(centre, 0.5 * radius))
    canvas.text(centre, name, label_size(plan), look.page, anchor="mm")


def leap(canvas: Canvas, plan: Frame, look: Colours, name: str) -> None:
    """Mark a hex to leap to: a ring around its name."""
    centre, radius = plan.layout.at(parse_hex(name)), plan.layout.radius
    canvas.smooth(_around(centre, radius), look.leap, lambda pen: pen.ring(centre, 0.6 * radius, 0.13 * radius))
    canvas.text(centre, name, label_size(plan), look.text, anchor="mm")


def threat(canvas: Canvas, plan: Frame, look: Colours, name: str) -> None:
    """Mark a hex not to enter: a bar through it."""
    centre, radius = plan.layout.at(parse_hex(name)), plan.layout.radius

    def paint(pen: Pen) -> None:
        pen.ring(centre, 0.6 * radius, 0.1 * radius)
        pen.line([polar(centre, 0.55 * radius, 315), polar(centre, 0.55 * radius, 135)], 0.1 * radius)

    canvas.smooth(_around(centre, radius), look.danger, paint)


def _frame(canvas: Canvas, plan: Frame, look: Colours, name: str) -> None:
    centre, radius = plan.layout.at(parse_hex(name)), plan.layout.radius
    shape = corners(0.95 * radius, centre, flat=plan.layout.flat)
    canvas.smooth(_around(centre, 1.1 * radius), look.accent, lambda pen: pen.line([*shape, shape[0]], 0.09 * radius))


def _capture(canvas: Canvas, plan: Frame, look: Colours, name: str) -> None:
    centre, radius = plan.layout.at(parse_hex(name)), plan.layout.radius

    def paint(pen: Pen) -> None:
        for corner in range(6):
            angle = plan.layout.angle(corner + 0.5)
            pen.arc(centre, 0.84 * radius, angle - 17, angle + 17, 0.1 * radius)
            pen.line([polar(centre, 0.7 * radius, angle), polar(centre, 0.98 * radius, angle)], 0.1 * radius)

    canvas.smooth(_around(centre, 1.1 * radius), look.danger, paint)


def _arc(canvas: Canvas, plan: Frame, look: Colours, name: str) -> None:
    middle, radius = plan.layout.at(parse_hex(name)), plan.layout.radius
    centre = polar(middle, 0.68 * radius, plan.layout.angle(1.5))
    canvas.smooth(_around(centre, 0.4 * radius), look.page, lambda pen: pen.disc(centre, 0.33 * radius))
    canvas.smooth(_around(centre, 0.4 * radius), look.arc, lambda pen: pen.disc(centre, 0.29 * radius))
    canvas.smooth(_around(centre, 0.4 * radius), look.page, lambda pen: icons.bolt(pen, centre, 0.23 * radius))


def _around(centre: Point, reach: float) -> list[Point]:
    return [(centre[0] - reach, centre[1] - reach), (centre[0] + reach, centre[1] + reach)]
