"""The picture of a position: arena, Replicants, cards, status lines, and the last events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial

from PIL import Image

from engine.events import Event
from engine.outcome import Outcome
from engine.replicants.board import souls
from engine.replicants.events import Moved
from engine.replicants.view import Piece, ReplicantsView
from render import icons
from render.badges import badge
from render.canvas import Canvas, between, ways
from render.lettering import Weight, fit, plain, width
from render.masks import Point, polar
from render.renderer import POSITIONS_KEPT, Overlay
from render.replicants.cards import draw_card
from render.replicants.frame import Scene, board, frame_of, spots, stand
from render.replicants.marks import draw_above, draw_below, draw_overlay
from render.replicants.pieces import draw_piece, stand_on
from render.replicants.words import next_text, round_label
from render.theme import colours
from render.words import PLAIN, Look, result_text

# The lines above and below the arena: the turn or the result; the note on reconstruction.


def draw_status(scene: Scene) -> None:
    if scene.view.outcome is not None:
        _banner(scene, scene.view.outcome)
        return
    canvas, scheme, unit, box = scene.canvas, scene.scheme, scene.unit, scene.plan.status
    text, size = scene.text_of(round_label(scene.view)), round(30 * unit)
    right = box.right - 8 * unit
    canvas.text((right, box.middle), text, size, scheme.muted, anchor="r", weight=Weight.MEDIUM)
    right -= width(text, size, Weight.MEDIUM) + 120 * unit
    _steps(scene, right)
    badge(canvas, scheme, scene.view.to_act or 1, (box.left + 26 * unit, box.middle), 21 * unit)
    left = box.left + 60 * unit
    shown = scene.text_in(next_text(scene.view), right - left - 20 * unit, round(36 * unit))
    canvas.text((left, box.middle), shown, 36 * unit, scheme.text)


def draw_foot(scene: Scene) -> None:
    box, notice, unit = scene.plan.foot, scene.view.reconstruction, scene.unit
    if box is not None and notice is not None:
        size = round(28 * unit)
        shown = fit(scene.text_of(notice), box.width - 16 * unit, size, Weight.MEDIUM)
        place = (box.right - 8 * unit, box.middle)
        scene.canvas.text(place, shown, size, scene.scheme.text, anchor="r", weight=Weight.MEDIUM)


def _steps(scene: Scene, left: float) -> None:
    canvas, scheme, unit, y = scene.canvas, scene.scheme, scene.unit, scene.plan.status.middle
    for action in (1, 2, 3):
        centre = (left + (32 * action - 22) * unit, y)
        if action == scene.view.action:
            canvas.fill(icons.mask(icons.disc, 13 * unit), centre, scheme.text)
        else:
            canvas.fill(icons.mask(icons.disc, 9 * unit), centre, scheme.muted)
            if action > (scene.view.action or 1):
                canvas.fill(icons.mask(icons.disc, 6 * unit), centre, scheme.page)


def _banner(scene: Scene, outcome: Outcome) -> None:
    canvas, scheme, unit, box = scene.canvas, scene.scheme, scene.unit, scene.plan.status
    winners = outcome.winners
    fill, ink = scheme.well, scheme.text
    shown = () if outcome.undecided or len(winners) > 2 else winners
    if shown:
        fill, ink = scheme.seat(winners[0]).fill, scheme.seat(winners[0]).ink
    canvas.box(box.corners, 16 * unit, fill)
    middle, room = (box.left + box.right) / 2, box.width - 180 * unit
    title = scene.text_in(result_text(outcome), room, round(44 * unit))
    reason = scene.text_in(outcome.reason, room, round(28 * unit), Weight.MEDIUM)
    canvas.text((middle, box.top + 35 * unit), title, 44 * unit, ink, anchor="m")
    canvas.text((middle, box.bottom - 27 * unit), reason, 28 * unit, ink, anchor="m", weight=Weight.MEDIUM)
    for seat, x in zip(shown, (box.left + 50 * unit, box.right - 50 * unit), strict=False):
        badge(canvas, scheme, seat, (x, box.middle), 30 * unit)


def draw(
    view: ReplicantsView, last: Sequence[Event] = (), look: Look = PLAIN, *, overlay: Overlay | None = None
) -> bytes:
    scene = _position(view, tuple(last), look)
    if overlay is not None:
        scene = replace(scene, canvas=scene.canvas.copy())
        draw_overlay(scene, overlay)
    return scene.canvas.png()


@lru_cache(maxsize=POSITIONS_KEPT)
def _position(view: ReplicantsView, last: tuple[Event, ...], look: Look) -> Scene:
    scene = _scene(view, last, look)
    _stands(scene, view.pieces)
    draw_below(scene)
    _pieces(scene, view.pieces, marks=look.marks)
    draw_above(scene)
    _around(scene)
    return scene


def glide(view: ReplicantsView, last: Sequence[Event], look: Look = PLAIN, *, count: int) -> list[Image.Image]:
    scene = _scene(view, (), look)
    went = ways((event.origin, event.target) for event in last if isinstance(event, Moved))
    staying = [piece for piece in view.pieces if piece.hex not in went]
    going = [piece for piece in view.pieces if piece.hex in went]
    if not going:
        return []
    _stands(scene, staying)
    _pieces(scene, staying, marks=look.marks)
    _around(scene)
    gliding = [
        ([scene.at(each) for each in went[piece.hex]], partial(_piece, scene, piece=piece, marks=look.marks))
        for piece in going
    ]
    return between(scene.canvas, gliding, count)


def _scene(view: ReplicantsView, last: Sequence[Event], look: Look) -> Scene:
    plan, theme = frame_of(view, look.width, look.side), look.theme
    ground, scheme = board(theme, plan), colours(theme)
    return Scene(look.translate, look.called(plain), ground, plan, theme, scheme, view, last, spots(plan))


def _around(scene: Scene) -> None:
    draw_status(scene)
    for each in scene.view.sides:
        draw_card(scene, each)
    draw_foot(scene)


def _stands(scene: Scene, pieces: Sequence[Piece]) -> None:
    """Tint the hexes with a Replicant, with their names in a corner away from its nose.

    A name is in one corner or in the opposite one: names of neighbours then never share a corner.
    """
    flat, radius = scene.plan.layout.flat, scene.radius
    teams = {side.seat: side.team for side in scene.view.sides}
    for each in pieces:
        scene.canvas.lay(*stand(scene.theme, scene.plan, each.hex, each.seat, teams[each.seat]))
    for each in pieces:
        corner = 150 if flat else 120
        beside = abs(scene.plan.layout.angle(each.heading) % 360 - corner) == 30
        place = polar(scene.at(each.hex), 0.91 * radius, corner + 180 if beside else corner)
        scene.canvas.text(place, each.hex, 0.31 * radius, scene.scheme.text, anchor="m", weight=Weight.BOLD)


def _pieces(scene: Scene, pieces: Sequence[Piece], *, marks: bool) -> None:
    for each in pieces:
        _piece(scene, scene.canvas, scene.at(each.hex), piece=each, marks=marks)


def _piece(scene: Scene, canvas: Canvas, centre: Point, *, piece: Piece, marks: bool) -> None:
    layout = scene.plan.layout
    chart = souls().sets[scene.view.charts].charts[piece.value] if marks else None
    standing, tint = stand_on(scene.theme, layout.radius, flat=layout.flat), scene.scheme.tint(piece.seat)
    draw_piece(canvas, standing, centre, tint, piece.seat, piece.value, layout.angle(piece.heading), chart)
