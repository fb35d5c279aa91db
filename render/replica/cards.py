"""The players' cards: name, numbers of pieces and kings, and the fate of the twelve."""

from __future__ import annotations

import math
from functools import lru_cache

from engine.events import Surrendered
from engine.outcome import Outcome
from engine.replica.events import Closed
from engine.seat import Seat
from engine.text import Text, say
from render import icons
from render.badges import badge, outline
from render.canvas import Pen, shape
from render.lettering import Weight, fit, width
from render.masks import Mask
from render.replica.frame import Scene
from render.theme import Shape

MOST = 12
"""Pieces of a seat at the start (P1)."""


def draw_card(scene: Scene, seat: Seat) -> None:
    canvas, scheme, unit, box = scene.canvas, scene.scheme, scene.unit, scene.plan.cards[seat - 1]
    style = scheme.seat(seat)
    if scene.view.to_act == seat and scene.view.outcome is None:
        canvas.box(box.corners, 14 * unit, style.edge)
        canvas.box(box.inside(4 * unit).corners, 11 * unit, scheme.surface)
    badge(canvas, scheme, seat, (box.left + 36 * unit, box.middle), 20 * unit)
    mine = [piece for piece in scene.view.pieces if piece.seat == seat]
    kings = sum(piece.king for piece in mine)
    size = round(28 * unit)
    right = box.right - 20 * unit
    count = scene.text_of(say("pieces: {count}, kings: {kings}", count=len(mine), kings=kings))
    canvas.text((right, box.middle), count, size, scheme.text, anchor="r", weight=Weight.MEDIUM)
    right -= max(width(count, size, Weight.MEDIUM), 270 * unit) + 24 * unit
    pitch = 36 * unit
    for place in range(MOST):
        centre = (right - (MOST - place - 0.5) * pitch, box.middle)
        if place < kings:
            canvas.fill(icons.mask(icons.crown, 14 * unit), centre, scheme.text)
        else:
            held = place < len(mine)
            canvas.fill(_pip(style.shape, unit, held), centre, scheme.text if held else scheme.muted)
    right -= MOST * pitch + 20 * unit
    left = box.left + 70 * unit
    if note := _note(scene, seat):
        label = fit(scene.text_of(note), 0.45 * (right - left), size, Weight.MEDIUM)
        canvas.text((right, box.middle), label, size, scheme.muted, anchor="r", weight=Weight.MEDIUM)
        right -= width(label, size, Weight.MEDIUM) + 16 * unit
    canvas.text((left, box.middle), fit(scene.name(seat), right - left, round(34 * unit)), 34 * unit, scheme.text)


def _note(scene: Scene, seat: Seat) -> Text | None:
    mine = [event for event in scene.last if event.seat == seat]
    if any(isinstance(event, Surrendered) for event in mine):
        late = scene.view.outcome is not None and scene.view.outcome.out_of_time(seat)
        return say("out of time", context="state of a player") if late else say("resigned", context="state of a player")
    if scene.view.outcome is not None:
        return _place(scene.view.outcome, seat)
    if any(isinstance(event, Closed) for event in mine):
        return say("turn ended", context="state of a player")
    return None


def _place(outcome: Outcome, seat: Seat) -> Text | None:
    return say("winner", context="state of a player") if seat in outcome.winners and not outcome.undecided else None


@lru_cache(maxsize=16)
def _pip(form: Shape, unit: float, held: bool) -> Mask:
    """Return the mask of a small piece, hollow and smaller for a lost one."""
    reach = (12 if held else 8) * unit

    def paint(pen: Pen) -> None:
        outline(pen, form, reach)
        pen.ink = 0
        if not held:
            outline(pen, form, reach - 2.5 * unit)

    return shape(2 * math.ceil(reach + 2), paint)
