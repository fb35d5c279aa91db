"""The picture of a position: board, pieces, cards, status lines, and the last events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial

from PIL import Image

from engine.events import Event
from engine.outcome import Outcome
from engine.replica.events import Jumped, Stepped
from engine.replica.view import Piece, ReplicaView
from render.badges import badge
from render.canvas import Canvas, between, ways
from render.lettering import Weight, fit, plain, width
from render.masks import Point
from render.renderer import POSITIONS_KEPT, Overlay
from render.replica.cards import draw_card
from render.replica.frame import Scene, board, dressed, frame_of
from render.replica.marks import draw_above, draw_below, draw_goals, draw_overlay
from render.replica.pieces import AHEAD, Stand, draw_piece
from render.replica.words import next_text, power_text, round_label, sight_text
from render.theme import colours
from render.words import PLAIN, Look, result_text

# The lines above and below the board: the turn or the result, and the options.


def draw_status(scene: Scene) -> None:
    if scene.view.outcome is not None:
        _banner(scene, scene.view.outcome)
        return
    canvas, scheme, unit, box = scene.canvas, scene.scheme, scene.unit, scene.plan.status
    text, size = scene.text_of(round_label(scene.view)), round(30 * unit)
    right = box.right - 8 * unit
    canvas.text((right, box.middle), text, size, scheme.muted, anchor="r", weight=Weight.MEDIUM)
    right -= width(text, size, Weight.MEDIUM) + 24 * unit
    badge(canvas, scheme, scene.view.to_act or 1, (box.left + 36 * unit, box.middle), 22 * unit)
    left = box.left + 70 * unit
    shown = scene.text_in(next_text(scene.view), right - left, round(36 * unit))
    canvas.text((left, box.middle), shown, 36 * unit, scheme.text)


def draw_foot(scene: Scene) -> None:
    canvas, scheme, unit, box = scene.canvas, scene.scheme, scene.unit, scene.plan.foot
    size, half = round(26 * unit), (box.width - 40 * unit) / 2
    sight = fit(scene.text_of(sight_text(scene.view)), half, size, Weight.MEDIUM)
    power = fit(scene.text_of(power_text(scene.view)), half, size, Weight.MEDIUM)
    canvas.text((box.left + 16 * unit, box.middle), sight, size, scheme.muted, weight=Weight.MEDIUM)
    canvas.text((box.right - 16 * unit, box.middle), power, size, scheme.muted, anchor="r", weight=Weight.MEDIUM)


def _banner(scene: Scene, outcome: Outcome) -> None:
    canvas, scheme, unit, box = scene.canvas, scene.scheme, scene.unit, scene.plan.status
    winners = outcome.winners
    winner = scheme.seat(winners[0]) if len(winners) == 1 else None
    canvas.box(box.corners, 16 * unit, winner.edge if winner else scheme.well)
    canvas.box(box.inside(4 * unit).corners, 13 * unit, winner.fill if winner else scheme.well)
    ink = winner.ink if winner else scheme.text
    middle, room = (box.left + box.right) / 2, box.width - 180 * unit
    title = scene.text_in(result_text(outcome), room, round(44 * unit))
    reason = scene.text_in(outcome.reason, room, round(28 * unit), Weight.MEDIUM)
    canvas.text((middle, box.top + 35 * unit), title, 44 * unit, ink, anchor="m")
    canvas.text((middle, box.bottom - 27 * unit), reason, 28 * unit, ink, anchor="m", weight=Weight.MEDIUM)
    if winner:
        for x in (box.left + 52 * unit, box.right - 52 * unit):
            badge(canvas, scheme, winners[0], (x, box.middle), 30 * unit)


def draw(view: ReplicaView, last: Sequence[Event] = (), look: Look = PLAIN, *, overlay: Overlay | None = None) -> bytes:
    scene = _position(view, tuple(last), look)
    if overlay is not None:
        scene = replace(scene, canvas=scene.canvas.copy())
        draw_overlay(scene, overlay)
    return scene.canvas.png()


@lru_cache(maxsize=POSITIONS_KEPT)
def _position(view: ReplicaView, last: tuple[Event, ...], look: Look) -> Scene:
    scene = _scene(view, last, look)
    draw_goals(scene)
    draw_below(scene)
    _pieces(scene, view.pieces, marks=look.marks)
    draw_above(scene)
    _around(scene)
    return scene


def glide(view: ReplicaView, last: Sequence[Event], look: Look = PLAIN, *, count: int) -> list[Image.Image]:
    scene = _scene(view, (), look)
    went = ways((event.origin, event.target) for event in last if isinstance(event, Stepped | Jumped))
    going = [piece for piece in view.pieces if piece.square in went]
    if not going:
        return []
    draw_goals(scene)
    _pieces(scene, [piece for piece in view.pieces if piece.square not in went], marks=look.marks)
    _around(scene)
    gliding = [
        ([scene.at(each) for each in went[piece.square]], partial(_piece, scene, piece=piece, marks=look.marks))
        for piece in going
    ]
    return between(scene.canvas, gliding, count)


def _scene(view: ReplicaView, last: Sequence[Event], look: Look) -> Scene:
    plan, theme = frame_of(view, look.width, look.side), dressed(look.theme)
    return Scene(look.translate, look.called(plain), board(theme, plan), plan, theme, colours(theme), view, last)


def _around(scene: Scene) -> None:
    draw_status(scene)
    for seat in (1, 2):
        draw_card(scene, seat)
    draw_foot(scene)


def _pieces(scene: Scene, pieces: Sequence[Piece], *, marks: bool) -> None:
    for each in pieces:
        _piece(scene, scene.canvas, scene.at(each.square), piece=each, marks=marks)


def _piece(scene: Scene, canvas: Canvas, centre: Point, *, piece: Piece, marks: bool) -> None:
    angle = scene.plan.angle(AHEAD[piece.seat]) if marks else None
    draw_piece(canvas, Stand(scene.theme, scene.plan.square), centre, piece.seat, angle, king=piece.king)
