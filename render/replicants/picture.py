"""The picture of a position: arena, Replicants, cards, and what happened last."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PIL import Image

from engine.events import Event
from engine.hexgrid import parse_hex
from engine.replicants.charts import souls
from engine.replicants.events import Moved
from engine.replicants.view import Piece, ReplicantsView
from render.canvas import Canvas
from render.glide import between, ways
from render.hexes import Point, polar
from render.lettering import Weight, plain
from render.look import PLAIN, Look
from render.overlay import Overlay
from render.replicants.board import board, stand, tile
from render.replicants.cards import draw_card
from render.replicants.frame import frame_of, spots
from render.replicants.marks import draw_above, draw_below
from render.replicants.overlay import draw_overlay
from render.replicants.pieces import Stand, draw_piece
from render.replicants.scene import Scene
from render.replicants.status import draw_foot, draw_status
from render.theme import colours


def draw(
    view: ReplicantsView, last: Sequence[Event] = (), look: Look = PLAIN, *, overlay: Overlay | None = None
) -> bytes:
    """Return a position as a PNG file with a fixed palette."""
    scene = _scene(view, last, look)
    _stands(scene, view.pieces)
    draw_below(scene)
    _pieces(scene, view.pieces, marks=look.marks)
    draw_above(scene)
    if overlay is not None:
        draw_overlay(scene, overlay)
    _around(scene)
    return scene.canvas.png()


def glide(view: ReplicantsView, last: Sequence[Event], look: Look = PLAIN, *, count: int) -> list[Image.Image]:
    """Return pictures of the pieces on their way from a position (`render.extras.Gliding`)."""
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
    return between(scene.canvas.image, scene.theme, gliding, count)


def _scene(view: ReplicantsView, last: Sequence[Event], look: Look) -> Scene:
    plan, theme = frame_of(view, look.width, look.side), look.theme
    ground, scheme = board(theme, plan), colours(theme)
    return Scene(look.translate, look.called(plain), ground, plan, theme, scheme, view, last, spots(plan))


def _around(scene: Scene) -> None:
    """Draw what stands around the arena."""
    draw_status(scene)
    for each in scene.view.sides:
        draw_card(scene, each)
    draw_foot(scene)


def _stands(scene: Scene, pieces: Sequence[Piece]) -> None:
    """Tint the hexes with a Replicant, with their names in a corner that its nose is not beside.

    A name stands in one corner or in the opposite one: names of neighbours then never share a corner.
    """
    flat, radius = scene.plan.layout.flat, scene.radius
    teams = {side.seat: side.team for side in scene.view.sides}
    for each in pieces:
        picture = stand(scene.theme, scene.plan, parse_hex(each.hex), each.seat, teams[each.seat])
        scene.canvas.replace(picture, tile(radius, flat=flat), scene.at(each.hex))
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
    standing, tint = Stand(scene.theme, layout.radius, layout.flat), scene.scheme.tint(piece.seat)
    draw_piece(canvas, standing, centre, tint, piece.seat, piece.value, layout.angle(piece.heading), chart)
