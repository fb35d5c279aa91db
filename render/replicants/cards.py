"""The players' cards: name, energy, hearts, reserve, points, trophies."""

from __future__ import annotations

from functools import lru_cache

from engine.events import Surrendered
from engine.outcome import Outcome
from engine.replicants.events import Charged, Skipped
from engine.replicants.view import Side
from engine.seat import Seat
from engine.text import Text, say
from render import icons
from render.badges import badge
from render.canvas import Canvas, Picture
from render.lettering import Weight, fit, width
from render.masks import Box
from render.replicants.frame import CARD_PAD, CARD_ROW, Frame, Scene, board, team_rim
from render.replicants.words import points_text
from render.theme import Theme, colours
from render.words import team_letter

ENERGIES = (0, 1, 2, 3, 4, 5, 6, 7, 9)
"""The marks of the energy bar (R12)."""


def draw_card(scene: Scene, side: Side) -> None:
    boxes = scene.plan.cards[side.seat - 1]
    if scene.view.to_act == side.seat and scene.view.outcome is None:
        _frame(scene, side.seat)
    rows = [_row(scene, boxes[0], index) for index in range(3)]
    _title(scene, side, rows[0])
    _energy(scene, side, rows[1])
    if len(boxes) == 2:
        upper, lower = (_row(scene, boxes[1], index) for index in range(2))
        _hearts(scene, side, upper.left + 20 * scene.unit, upper.middle)
        _trophies(scene, side, upper)
        _reserve(scene, side, lower)
    else:
        _hearts(scene, side, rows[1].right - 62 * scene.unit, rows[1].middle)
        _reserve(scene, side, rows[2])
        _trophies(scene, side, rows[2])


def _frame(scene: Scene, seat: Seat) -> None:
    for picture, box in zip(_framed(scene.theme, scene.plan, seat), scene.plan.cards[seat - 1], strict=True):
        scene.canvas.lay(picture, (box.left, box.top))


@lru_cache(maxsize=32)
def _framed(theme: Theme, plan: Frame, seat: Seat) -> tuple[Picture, ...]:
    scheme, edge, canvas = colours(theme), 4 * plan.unit, board(theme, plan)
    pictures = []
    for box in plan.cards[seat - 1]:
        canvas.box(box.corners, 14 * plan.unit, scheme.seat(seat).edge)
        canvas.box(box.inside(edge).corners, 11 * plan.unit, scheme.surface)
        left, top, right, bottom = (round(each) for each in (box.left, box.top, box.right, box.bottom))
        pictures.append(canvas.picture.crop((left, top, right, bottom)))
    return tuple(pictures)


def _row(scene: Scene, box: Box, index: int) -> Box:
    unit = scene.unit
    top = box.top + (CARD_PAD + index * CARD_ROW) * unit
    return Box(box.left + 16 * unit, top, box.right - 16 * unit, top + CARD_ROW * unit)


def _title(scene: Scene, side: Side, row: Box) -> None:
    canvas, scheme, unit = scene.canvas, scene.scheme, scene.unit
    badge(canvas, scheme, side.seat, (row.left + 20 * unit, row.middle), 19 * unit)
    right = row.right
    size = round(26 * unit)
    if notes := " · ".join(scene.text_of(note) for note in _notes(scene, side)):
        canvas.text((right, row.middle), notes, size, scheme.muted, anchor="r", weight=Weight.MEDIUM)
        right -= width(notes, size, Weight.MEDIUM) + 18 * unit
    if side.team is not None:
        # The mark of this player's and the partner's hexes.
        canvas.fill(
            team_rim(side.team, 17 * unit, flat=scene.plan.layout.flat), (right - 8 * unit, row.middle), scheme.muted
        )
        right -= 40 * unit
    if scene.view.counts_points:
        points = points_text(side)
        canvas.text((right, row.middle), points, 32 * unit, scheme.text, anchor="r")
        right -= width(points, round(32 * unit)) + 22 * unit
        canvas.fill(icons.mask(icons.star, 15 * unit), (right, row.middle), scheme.muted)
        right -= 26 * unit
    left = row.left + 52 * unit
    shown = fit(scene.name(side.seat), right - left, round(34 * unit))
    canvas.text((left, row.middle), shown, 34 * unit, scheme.muted if side.out else scheme.text)


def _notes(scene: Scene, side: Side) -> list[Text]:
    notes = []
    mine = [event for event in scene.last if event.seat == side.seat]
    if side.team is not None:
        notes.append(say("Team {letter}", letter=team_letter(side.team)))
    if any(isinstance(event, Surrendered) for event in mine):
        late = scene.view.outcome is not None and scene.view.outcome.out_of_time(side.seat)
        notes.append(
            say("out of time", context="state of a player") if late else say("resigned", context="state of a player")
        )
    elif side.out:
        notes.append(say("out", context="state of a player"))
    elif scene.view.outcome is not None and not scene.view.outcome.undecided:
        notes.append(_place(scene.view.outcome, side.seat))
    if any(isinstance(event, Skipped) for event in mine):
        notes.append(say("no move", context="state of a player"))
    return notes


def _place(outcome: Outcome, seat: Seat) -> Text:
    rank = outcome.ranks[seat - 1]
    return say("winner", context="state of a player") if rank == 1 else say("place {rank}", rank=rank)


def _energy(scene: Scene, side: Side, row: Box) -> None:
    canvas, scheme, unit = scene.canvas, scene.scheme, scene.unit
    canvas.fill(icons.mask(icons.bolt, 18 * unit), (row.left + 12 * unit, row.middle), scheme.muted)
    fresh = {event.energy for event in scene.last if isinstance(event, Charged) and event.seat == side.seat}
    bar = _bar(scene.theme, side.seat, side.energy, frozenset(fresh), unit)
    canvas.lay(bar, (row.left + 28 * unit, row.middle - bar.height / 2))


@lru_cache(maxsize=256)
def _bar(theme: Theme, seat: Seat, charge: int, fresh: frozenset[int], unit: float) -> Picture:
    """Return an energy bar; the marks reached in the last turn are framed."""
    scheme, style, edge = colours(theme), colours(theme).seat(seat), 4 * unit
    canvas = Canvas.blank(round(9 * 38 * unit + 2 * edge), round(46 * unit), scheme.surface, theme)
    for place, energy in enumerate(ENERGIES):
        if energy == charge:
            fill, ink = style.fill, style.ink
        elif energy < charge:
            fill, ink = scheme.spent(seat), scheme.text
        else:
            fill, ink = scheme.well, scheme.muted
        left = edge + place * 38 * unit
        cell = Box(left, edge, left + 34 * unit, canvas.height - edge)
        if energy in fresh:
            canvas.box(cell.inside(-3 * unit).corners, 10 * unit, scheme.accent)
        canvas.box(cell.corners, 7 * unit, fill)
        canvas.text((left + 17 * unit, cell.middle), str(energy), 27 * unit, ink, anchor="m")
    return canvas.picture


def _hearts(scene: Scene, side: Side, x: float, y: float) -> None:
    scene.canvas.fill(icons.mask(icons.heart, 17 * scene.unit), (x, y), scene.scheme.danger)
    scene.canvas.text((x + 26 * scene.unit, y), str(side.hearts), 32 * scene.unit, scene.scheme.text)


def _reserve(scene: Scene, side: Side, row: Box) -> None:
    """Draw the souls of the reserve; larger numbers than a game can have overlap."""
    waiting = tuple(value for value, count in enumerate(side.reserve, 2) for _ in range(count))
    if waiting:
        chips = _chips(scene.theme, side.seat, waiting, scene.unit)
        scene.canvas.lay(chips, (row.left + scene.unit, row.middle - chips.height / 2))


@lru_cache(maxsize=256)
def _chips(theme: Theme, seat: Seat, waiting: tuple[int, ...], unit: float) -> Picture:
    scheme, style = colours(theme), colours(theme).seat(seat)
    pitch = min(41 * unit, 9 * 41 * unit / len(waiting))
    canvas = Canvas.blank(round(38 * unit + (len(waiting) - 1) * pitch) + 2, round(40 * unit), scheme.surface, theme)
    for place, value in enumerate(waiting):
        centre = (19 * unit + place * pitch, canvas.height / 2)
        canvas.fill(icons.mask(icons.disc, 18 * unit), centre, style.fill)
        canvas.text(centre, str(value), 25 * unit, style.ink, anchor="m")
    return canvas.picture


def _trophies(scene: Scene, side: Side, row: Box) -> None:
    """Draw the destroyed enemy souls after a cross, in order; the last alone if there is no room."""
    if not side.trophies:
        return
    unit, scheme = scene.unit, scene.scheme
    room = row.width - (110 if len(scene.plan.cards[side.seat - 1]) == 2 else 9 * 41 + 40) * unit
    values = [str(value) for value in side.trophies]
    choices = ((" ".join(values), 28), ("".join(values), 28), ("".join(values), 20))
    sized = ((text, round(size * unit)) for text, size in choices)
    text, size = next((each for each in sized if width(*each) <= room), (values[-1], round(28 * unit)))
    scene.canvas.text((row.right, row.middle), text, size, scheme.muted, anchor="r")
    cross = (row.right - width(text, size) - 22 * unit, row.middle)
    scene.canvas.fill(icons.mask(icons.cross, 13 * unit), cross, scheme.muted)
