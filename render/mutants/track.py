"""The force track with its stacks, and the line of rounds and scores below it."""

from __future__ import annotations

from engine.mutants.components import Rounds
from engine.mutants.duels import ForceMoved, HealthChanged
from engine.mutants.view import Boss
from engine.seat import Seat
from engine.text import say
from render import icons
from render.canvas import Canvas, Pen
from render.lettering import Weight, fit, width
from render.masks import Box, Point
from render.mutants.frame import LABELS, MARK, NUMBERS, PITCH, ROUNDS, Scene
from render.theme import Colours

_DREAD = say("Dread", context="part of the force track")
_CHALLENGER = say("Challenger", context="part of the force track")
_FURY = say("Fury", context="part of the force track")
_ROUND = 98


def draw_track(scene: Scene) -> None:
    """Draw the force track: spaces, their names, stacks with the leader on top (M4, M5)."""
    box, view, unit, canvas, scheme = scene.plan.track, scene.view, scene.unit, scene.canvas, scene.scheme
    if box is None:
        return
    count = len(view.force)
    pitch, top = box.width / count, box.top + NUMBERS * unit
    bottom = box.bottom - LABELS * unit
    for place in range(count):
        left = box.left + place * pitch
        space = Box(left + 2 * unit, top, left + pitch - 2 * unit, bottom)
        special = place < view.dread or place in (view.challenger, count - 1)
        edge = scheme.danger if place < view.dread else scheme.text
        canvas.box(space.corners, 10 * unit, edge if special else scheme.well)
        if special:
            canvas.box(space.inside(3 * unit).corners, 7 * unit, scheme.surface)
        if place == count - 1:
            canvas.box(space.inside(6 * unit).corners, 4 * unit, scheme.well)
        middle = left + pitch / 2
        canvas.text((middle, box.top + 14 * unit), str(place), 22 * unit, scheme.muted, anchor="m")
    labels = (
        (0, view.dread, _DREAD),
        (view.challenger - 1, view.challenger + 2, _CHALLENGER),
        (count - 2, count, _FURY),
    )
    size, y = round(27 * unit), box.bottom - (LABELS / 2 - 2) * unit
    for start, end, text in labels:
        room = (end - start) * pitch - 6 * unit
        shown = fit(scene.text_of(text), room, size)
        middle = box.left + (start + end) / 2 * pitch
        ink = scheme.danger if text is _DREAD else scheme.text
        if text is _FURY:
            canvas.text((box.right - 4 * unit, y), shown, size, ink, anchor="r")
        else:
            canvas.text((middle, y), shown, size, ink, anchor="m")
    _starts(scene, box, pitch, bottom)
    for place, stack in enumerate(view.force):
        for height, seat in enumerate(stack):
            _marker(scene, seat, _at(box, pitch, bottom, place, height, unit))


def _at(box: Box, pitch: float, bottom: float, place: int, height: int, unit: float) -> Point:
    return box.left + (place + 0.5) * pitch, bottom - (MARK + 6 + height * PITCH) * unit


def _marker(scene: Scene, seat: Seat, centre: Point) -> None:
    unit = scene.unit
    moved = any(isinstance(event, ForceMoved) and event.seat == seat for event in scene.last)
    scene.canvas.fill(icons.mask(icons.disc, (MARK + (6 if moved else 3)) * unit), centre, scene.scheme.surface)
    if moved:
        scene.canvas.fill(icons.mask(ring, (MARK + 5) * unit), centre, scene.scheme.accent)
    scene.marker(seat, centre, MARK * unit)


def ring(pen: Pen, centre: Point, radius: float) -> None:
    pen.ring(centre, radius, 0.12 * radius)


def _starts(scene: Scene, box: Box, pitch: float, bottom: float) -> None:
    moves: dict[Seat, tuple[int, int]] = {}
    for event in scene.last:
        if isinstance(event, ForceMoved) and event.seat is not None:
            start, _ = moves.get(event.seat, (event.start, 0))
            moves[event.seat] = start, event.end
    unit = scene.unit
    for place, (seat, (start, end)) in enumerate(sorted(moves.items())):
        if start == end:
            continue
        y = bottom + 5 * unit
        left, right = sorted(box.left + (each + 0.5) * pitch for each in (start, end))
        colour = scene.scheme.danger if scene.is_boss(seat) else scene.scheme.seat(seat).edge
        y -= place * 7 * unit
        scene.canvas.box([(left, y - 2 * unit), (right, y + 2 * unit)], 0, colour)
        origin = box.left + (start + 0.5) * pitch, y
        scene.canvas.fill(icons.mask(icons.disc, 8 * unit), origin, colour)


def draw_rounds(scene: Scene) -> None:
    """Draw the points of the rounds, red and black, the current one framed; scores or the boss's health beside."""
    box, view, unit = scene.plan.rounds, scene.view, scene.unit
    rounds = Rounds(view.red, view.black, frozenset())
    draw_points(scene.canvas, scene.scheme, rounds, view.round, (box.left, box.top), unit)
    rest = Box(box.left + len(view.red) * (_ROUND + 6) * unit + 10 * unit, box.top, box.right, box.bottom)
    if view.boss is not None:
        _health(scene, view.boss, rest)
    elif view.draft is None:
        _score(scene, rest)


def draw_points(canvas: Canvas, scheme: Colours, rounds: Rounds, now: int, corner: Point, unit: float) -> None:
    """Draw the points of all rounds, red ones in a lozenge, black ones in a ring; `now` is framed, 0 for none."""
    for place, (red, black) in enumerate(zip(rounds.red, rounds.black, strict=True)):
        left, top = corner[0] + place * (_ROUND + 6) * unit, corner[1]
        part = Box(left, top, left + _ROUND * unit, top + ROUNDS * unit)
        here, gone = place + 1 == now, place + 1 < now
        canvas.box(part.corners, 12 * unit, scheme.accent if here else scheme.surface)
        if here:
            canvas.box(part.inside(4 * unit).corners, 9 * unit, scheme.surface)
        ink = scheme.muted if gone else scheme.text
        y = part.middle
        canvas.fill(icons.mask(diamond, 25 * unit), (left + 29 * unit, y), scheme.muted if gone else scheme.danger)
        canvas.text((left + 29 * unit, y), str(red), 28 * unit, scheme.page, anchor="m")
        canvas.fill(icons.mask(icons.disc, 20 * unit), (left + 73 * unit, y), ink)
        canvas.fill(icons.mask(icons.disc, 17 * unit), (left + 73 * unit, y), scheme.page)
        canvas.text((left + 73 * unit, y), str(black), 26 * unit, ink, anchor="m")


def diamond(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    pen.polygon([(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)])


def _score(scene: Scene, box: Box) -> None:
    """Draw the occupied spaces of the score track, each with its stack from the bottom up to the right (M6)."""
    canvas, scheme, unit, y = scene.canvas, scene.scheme, scene.unit, box.middle
    canvas.box(box.corners, 12 * unit, scheme.surface)
    canvas.fill(icons.mask(icons.star, 17 * unit), (box.left + 28 * unit, y), scheme.muted)
    left, size = box.left + 58 * unit, round(32 * unit)
    for space, stack in scene.view.score:
        text = str(space)
        canvas.text((left, y), text, size, scheme.text)
        left += width(text, size) + 8 * unit
        for seat in stack:
            canvas.fill(icons.mask(icons.disc, 22 * unit), (left + 20 * unit, y), scheme.surface)
            scene.marker(seat, (left + 20 * unit, y), 19 * unit)
            left += 30 * unit
        left += 26 * unit


def _health(scene: Scene, boss: Boss, box: Box) -> None:
    canvas, scheme, unit, y = scene.canvas, scene.scheme, scene.unit, box.middle
    canvas.box(box.corners, 12 * unit, scheme.surface)
    canvas.fill(icons.mask(icons.heart, 22 * unit), (box.left + 34 * unit, y), scheme.danger)
    text, size = f"{boss.health}", round(42 * unit)
    canvas.text((box.left + 66 * unit, y), text, size, scheme.text)
    left = box.left + 74 * unit + width(text, size)
    full = f"/ {boss.full}"
    canvas.text((left, y + 3 * unit), full, 28 * unit, scheme.muted, weight=Weight.MEDIUM)
    left += width(full, round(28 * unit), Weight.MEDIUM) + 18 * unit
    change = sum(event.change for event in scene.last if isinstance(event, HealthChanged))
    right = box.right - 18 * unit
    if change:
        label = f"+{change}" if change > 0 else f"−{-change}"
        canvas.text((right, y), label, 30 * unit, scheme.danger if change < 0 else scheme.text, anchor="r")
        right -= width(label, round(30 * unit)) + 16 * unit
    share = min(1.0, boss.health / boss.full)
    canvas.box([(left, y - 11 * unit), (right, y + 11 * unit)], 11 * unit, scheme.well)
    if share > 0.02:
        canvas.box([(left, y - 11 * unit), (left + share * (right - left), y + 11 * unit)], 11 * unit, scheme.danger)
