"""The players' cards: name, energy, reserve, hearts, points."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Event, Outcome, Seat
from engine.replicants.events import Charged, Skipped, Surrendered
from engine.replicants.view import ReplicantsView, Side
from engine.text import Text, say
from render import icons
from render.canvas import Canvas, Pen
from render.hexes import Point
from render.lettering import Weight, fit, width
from render.replicants.frame import CARD_PAD, CARD_ROW, Box, Frame
from render.replicants.pieces import outline
from render.replicants.wording import points_text
from render.theme import Colour, Colours, mix
from render.words import Name, Translate

ENERGIES = (0, 1, 2, 3, 4, 5, 6, 7, 9)
"""The marks of the energy bar (R12)."""


def draw_card(
    canvas: Canvas,
    plan: Frame,
    look: Colours,
    view: ReplicantsView,
    side: Side,
    last: Sequence[Event],
    translate: Translate,
    name: Name,
) -> None:
    """Draw what lies beside the arena for one player."""
    unit = plan.unit
    boxes = plan.cards[side.seat - 1]
    for box in boxes:
        _panel(canvas, look, box, side.seat if view.to_act == side.seat else None, unit)
    first, other = boxes[0], boxes[-1]
    rows = [_row(first, index, unit) for index in range(3)]
    split = len(boxes) == 2
    _title(canvas, look, view, side, rows[0], unit, last, translate, name)
    _energy(canvas, look, side, rows[1], unit, last)
    if split:
        _hearts(canvas, look, side, (_row(other, 0, unit).left + 20 * unit, _row(other, 0, unit).middle), unit)
        _reserve(canvas, look, side, _row(other, 1, unit), unit)
    else:
        _hearts(canvas, look, side, (rows[1].right - 66 * unit, rows[1].middle), unit)
        _reserve(canvas, look, side, rows[2], unit)


def badge(canvas: Canvas, look: Colours, seat: Seat, centre: Point, radius: float) -> None:
    """Draw a seat's shape with its letter."""
    style = look.seat(seat)
    x, y = centre
    reach = radius * 1.5
    box = [(x - reach, y - reach), (x + reach, y + reach)]
    canvas.smooth(box, style.edge, lambda pen: outline(pen, style.shape, radius, centre))
    canvas.smooth(box, style.fill, lambda pen: outline(pen, style.shape, radius * 0.87, centre))
    canvas.text(centre, style.letter, radius * 1.05, style.ink, anchor="mm")


def _panel(canvas: Canvas, look: Colours, box: Box, acting: Seat | None, unit: float) -> None:
    def fill(pen: Pen) -> None:
        pen.box(box.left, box.top, box.right, box.bottom, 14 * unit)

    def inside(pen: Pen) -> None:
        edge = 4 * unit
        pen.box(box.left + edge, box.top + edge, box.right - edge, box.bottom - edge, 11 * unit)

    bounds = [(box.left, box.top), (box.right, box.bottom)]
    canvas.smooth(bounds, look.surface if acting is None else look.seat(acting).fill, fill)
    if acting is not None:
        canvas.smooth(bounds, look.surface, inside)


def _row(box: Box, index: int, unit: float) -> Box:
    top = box.top + (CARD_PAD + index * CARD_ROW) * unit
    return Box(box.left + 16 * unit, top, box.right - 16 * unit, top + CARD_ROW * unit)


def _title(
    canvas: Canvas,
    look: Colours,
    view: ReplicantsView,
    side: Side,
    row: Box,
    unit: float,
    last: Sequence[Event],
    translate: Translate,
    name: Name,
) -> None:
    badge(canvas, look, side.seat, (row.left + 20 * unit, row.middle), 19 * unit)
    right = row.right
    notes = [note.render(translate, name) for note in _notes(view, side, last)]
    size = round(26 * unit)
    if notes:
        text = " · ".join(notes)
        canvas.text((right, row.middle), text, size, look.muted, anchor="rm", weight=Weight.MEDIUM)
        right -= width(text, size, Weight.MEDIUM) + 16 * unit
    if view.counts_points:
        points = points_text(side)
        canvas.text((right, row.middle), points, 32 * unit, look.text, anchor="rm")
        right -= width(points, round(32 * unit)) + 22 * unit
        _icon(canvas, icons.star, (right, row.middle), 15 * unit, look.muted)
        right -= 24 * unit
    left = row.left + 52 * unit
    shown = fit(name(side.seat), right - left, round(34 * unit))
    canvas.text((left, row.middle), shown, 34 * unit, look.muted if side.out else look.text)


def _notes(view: ReplicantsView, side: Side, last: Sequence[Event]) -> list[Text]:
    notes = []
    if side.team is not None:
        notes.append(say("Team {number}", number=side.team + 1))
    if any(isinstance(event, Surrendered) and event.seat == side.seat for event in last):
        notes.append(say("gave up"))
    elif side.out:
        notes.append(say("out"))
    elif view.outcome is not None:
        notes.append(_place(view.outcome, side.seat))
    if any(isinstance(event, Skipped) and event.seat == side.seat for event in last):
        notes.append(say("no move"))
    return notes


def _place(outcome: Outcome, seat: Seat) -> Text:
    rank = outcome.ranks[seat - 1]
    return say("winner") if rank == 1 else say("place {rank}", rank=rank)


def _energy(canvas: Canvas, look: Colours, side: Side, row: Box, unit: float, last: Sequence[Event]) -> None:
    style = look.seat(side.seat)
    _icon(canvas, icons.bolt, (row.left + 14 * unit, row.middle), 18 * unit, look.muted)
    fresh = {event.energy for event in last if isinstance(event, Charged) and event.seat == side.seat}
    pitch = 39 * unit
    for place, energy in enumerate(ENERGIES):
        left, right = row.left + 34 * unit + place * pitch, row.left + 34 * unit + (place + 1) * pitch - 4 * unit
        top, bottom = row.middle - 19 * unit, row.middle + 19 * unit
        if energy == side.energy:
            fill, ink = style.fill, style.ink
        elif energy < side.energy:
            fill, ink = mix(look.surface, style.fill, 0.4), look.text
        else:
            fill, ink = look.well, look.muted
        bounds = [(left - 4 * unit, top - 4 * unit), (right + 4 * unit, bottom + 4 * unit)]
        if energy in fresh:
            canvas.smooth(
                bounds,
                look.accent,
                lambda pen, a=left, b=top, c=right, d=bottom: pen.box(
                    a - 3 * unit, b - 3 * unit, c + 3 * unit, d + 3 * unit, 10 * unit
                ),
            )
        canvas.smooth(bounds, fill, lambda pen, a=left, b=top, c=right, d=bottom: pen.box(a, b, c, d, 7 * unit))
        canvas.text(((left + right) / 2, row.middle), str(energy), 27 * unit, ink, anchor="mm")


def _hearts(canvas: Canvas, look: Colours, side: Side, at: Point, unit: float) -> None:
    _icon(canvas, icons.heart, at, 17 * unit, look.danger)
    canvas.text((at[0] + 26 * unit, at[1]), str(side.hearts), 32 * unit, look.text)


def _reserve(canvas: Canvas, look: Colours, side: Side, row: Box, unit: float) -> None:
    style = look.seat(side.seat)
    souls = [value for value, count in enumerate(side.reserve, 2) for _ in range(count)]
    for place, value in enumerate(souls):
        centre = (row.left + (20 + 41 * place) * unit, row.middle)
        _chip(canvas, style.fill, style.ink, centre, str(value), unit)


def _chip(canvas: Canvas, fill: Colour, ink: Colour, centre: Point, text: str, unit: float) -> None:
    x, y = centre
    reach = 19 * unit
    canvas.smooth([(x - reach, y - reach), (x + reach, y + reach)], fill, lambda pen: pen.disc(centre, reach * 0.95))
    canvas.text(centre, text, 25 * unit, ink, anchor="mm")


def _icon(canvas: Canvas, icon: icons.Icon, centre: Point, radius: float, colour: Colour) -> None:
    x, y = centre
    canvas.smooth([(x - radius, y - radius), (x + radius, y + radius)], colour, lambda pen: icon(pen, centre, radius))
