"""The line above the arena: whose turn it is and what comes next, or how the game ended."""

from __future__ import annotations

from engine.game import Outcome, Seat
from engine.replicants.view import ReplicantsView
from render.canvas import Canvas, Pen
from render.lettering import Weight, fit, width
from render.replicants.cards import badge
from render.replicants.frame import Box, Frame
from render.replicants.wording import next_text, result_text, round_label
from render.theme import Colours
from render.words import Name, Translate


def draw_status(
    canvas: Canvas, plan: Frame, look: Colours, view: ReplicantsView, translate: Translate, name: Name
) -> None:
    """Draw the line of a running game, or the banner of one that is over."""
    if view.outcome is not None:
        _banner(canvas, plan, look, view.outcome, translate, name)
        return
    box, unit = plan.status, plan.unit
    seat = view.to_act or 1
    round_text = round_label(view).render(translate, name)
    size = round(30 * unit)
    canvas.text((box.right - 8 * unit, box.middle), round_text, size, look.muted, anchor="rm", weight=Weight.MEDIUM)
    dots = box.right - 8 * unit - width(round_text, size, Weight.MEDIUM) - 120 * unit
    _steps(canvas, plan, look, view.action or 1, seat, dots)
    badge(canvas, look, seat, (box.left + 26 * unit, box.middle), 21 * unit)
    room = dots - box.left - 80 * unit
    text = fit(next_text(view).render(translate, name), room, round(36 * unit))
    canvas.text((box.left + 60 * unit, box.middle), text, 36 * unit, look.text)


def _steps(canvas: Canvas, plan: Frame, look: Colours, action: int, seat: Seat, left: float) -> None:
    """Draw three dots, one an action: done, next, to come."""
    unit, y = plan.unit, plan.status.middle
    for index in range(3):
        x = left + (10 + 32 * index) * unit
        done = index + 1 < action
        colour = look.text if index + 1 == action else look.muted

        def paint(pen: Pen, x: float = x, done: bool = done, ahead: bool = index + 1 > action) -> None:
            if ahead:
                pen.ring((x, y), 9 * unit, 3 * unit)
            else:
                pen.disc((x, y), (9 if done else 12) * unit)

        canvas.smooth([(x - 14 * unit, y - 14 * unit), (x + 14 * unit, y + 14 * unit)], colour, paint)


def _banner(canvas: Canvas, plan: Frame, look: Colours, outcome: Outcome, translate: Translate, name: Name) -> None:
    box, unit = plan.status, plan.unit
    winners = outcome.winners
    style = look.seat(winners[0]) if len(winners) <= 2 else None
    fill, ink = (style.fill, style.ink) if style else (look.well, look.text)
    _panel(canvas, box, fill, 16 * unit)
    room = box.width - 48 * unit
    middle = (box.left + box.right) / 2
    title = fit(result_text(outcome).render(translate, name), room, round(46 * unit))
    reason = fit(outcome.reason.render(translate, name), room, round(28 * unit), Weight.MEDIUM)
    canvas.text((middle, box.top + 34 * unit), title, 46 * unit, ink, anchor="mm")
    canvas.text((middle, box.bottom - 25 * unit), reason, 28 * unit, ink, anchor="mm", weight=Weight.MEDIUM)


def _panel(canvas: Canvas, box: Box, colour: tuple[int, int, int], rounding: float) -> None:
    corners = [(box.left, box.top), (box.right, box.bottom)]
    canvas.smooth(corners, colour, lambda pen: pen.box(box.left, box.top, box.right, box.bottom, rounding))
