"""The players' cards: name, points, evolution tracks, what is in the supply and in hand."""

from __future__ import annotations

from engine.apex.events import Evolved, Scored, Surrendered
from engine.apex.view import Side
from engine.game import Outcome
from engine.text import Text, say
from render import icons
from render.apex.frame import CARD_PAD, CARD_ROW
from render.apex.icons import TRACKS, cards, dome, sector, ship
from render.apex.scene import Scene
from render.apex.sectors import token
from render.apex.wording import civilisation
from render.box import Box
from render.icons import Icon
from render.lettering import Weight, fit, width

TOP = 5
"""The highest level of a track (A7)."""


def draw_player(scene: Scene, side: Side) -> None:
    """Draw what lies beside the map for one player."""
    box, unit = scene.plan.cards[side.seat - 1], scene.unit
    if side.seat in scene.view.to_act and len(scene.view.to_act) == 1:
        style, edge = scene.look.seat(side.seat), 5 * unit
        scene.canvas.box(box.corners, 14 * unit, style.edge)
        scene.canvas.box(box.inside(edge).corners, 10 * unit, scene.look.surface)
    rows = [
        Box(box.left + 16 * unit, box.top + (CARD_PAD + row * CARD_ROW) * unit, box.right - 14 * unit, 0)
        for row in range(3)
    ]
    rows = [Box(row.left, row.top, row.right, row.top + CARD_ROW * unit) for row in rows]
    _title(scene, side, rows[0])
    _levels(scene, side, rows[1])
    _supply(scene, side, rows[2])


def _title(scene: Scene, side: Side, row: Box) -> None:
    canvas, look, unit = scene.canvas, scene.look, scene.unit
    token(scene, side.seat, (row.left + 20 * unit, row.middle), 19 * unit)
    points, size = str(side.points), round(38 * unit)
    canvas.text((row.right, row.middle), points, size, look.text, anchor="r")
    right = row.right - width(points, size) - 24 * unit
    canvas.fill(icons.mask(icons.star, 17 * unit), (right, row.middle), look.text)
    right -= 28 * unit
    small = round(24 * unit)
    for note in _notes(scene, side):
        text = scene.told(note)
        canvas.text((right, row.middle), text, small, look.muted, anchor="r", weight=Weight.MEDIUM)
        right -= width(text, small, Weight.MEDIUM) + 14 * unit
    left, size = row.left + 52 * unit, round(34 * unit)
    name = fit(scene.name(side.seat), right - left, size)
    canvas.text((left, row.middle), name, size, look.muted if side.left else look.text)
    left += width(name, size) + 14 * unit
    if side.civilisation:
        people = scene.told(civilisation(side))
        if left + width(people, small, Weight.MEDIUM) <= right:
            canvas.text((left, row.middle + 2 * unit), people, small, look.muted, weight=Weight.MEDIUM)


def _notes(scene: Scene, side: Side) -> list[Text]:
    notes: list[Text] = []
    mine = [event for event in scene.last if event.seat == side.seat]
    if side.left or any(isinstance(event, Surrendered) for event in mine):
        notes.append(say("gave up"))
    elif scene.view.outcome is not None:
        notes.append(_place(scene.view.outcome, side.seat))
    notes += [say("+{points}", points=event.sectors + event.bonus) for event in mine if isinstance(event, Scored)]
    return notes


def _place(outcome: Outcome, seat: int) -> Text:
    rank = outcome.ranks[seat - 1]
    return say("winner") if rank == 1 else say("place {rank}", rank=rank)


def _levels(scene: Scene, side: Side, row: Box) -> None:
    """Draw the four tracks: a symbol, the level, and what colonies add to it; a track that just rose is framed."""
    canvas, look, unit = scene.canvas, scene.look, scene.unit
    risen = {event.track for event in scene.last if isinstance(event, Evolved) and event.seat == side.seat}
    totals = (*side.levels[:2], side.influence, side.armament)
    across = row.width / 4
    for track, (icon, level, total) in enumerate(zip(TRACKS, side.levels, totals, strict=True)):
        left = row.left + track * across
        if track in risen:
            frame = Box(left - 7 * unit, row.top + 1 * unit, left + across - 9 * unit, row.bottom - 1 * unit)
            canvas.box(frame.corners, 9 * unit, look.accent)
            canvas.box(frame.inside(3 * unit).corners, 7 * unit, look.surface)
        _number(scene, icon, left, row.middle, str(level), strong=True)
        if total > level:
            at = left + 46 * unit + width(str(level), round(32 * unit))
            canvas.text((at, row.middle), f"+{total - level}", 26 * unit, look.muted)
        elif across > 110 * unit:
            _pips(scene, side, left + 66 * unit, row.middle, level)


def _pips(scene: Scene, side: Side, left: float, y: float, level: int) -> None:
    style, unit = scene.look.seat(side.seat), scene.unit
    for step in range(TOP):
        x = left + 13 * step * unit
        corners = [(x, y - 12 * unit), (x + 9 * unit, y + 12 * unit)]
        scene.canvas.box(corners, 2 * unit, style.edge if step < level else scene.look.well)


def _supply(scene: Scene, side: Side, row: Box) -> None:
    """Draw ships and colonies that are left, cards in hand, and how many sectors are controlled."""
    across = row.width / 4
    values = ((ship, side.supply), (dome, side.colonies_left), (cards, side.hand_size), (sector, side.controlled))
    for place, (icon, value) in enumerate(values):
        _number(scene, icon, row.left + place * across, row.middle, str(value), strong=False)


def _number(scene: Scene, icon: Icon, left: float, y: float, text: str, *, strong: bool) -> None:
    unit, look = scene.unit, scene.look
    colour = look.text if strong else look.muted
    scene.canvas.fill(icons.mask(icon, 17 * unit), (left + 19 * unit, y), colour)
    scene.canvas.text((left + 42 * unit, y), text, 32 * unit, colour)
