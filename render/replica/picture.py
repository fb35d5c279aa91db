"""The picture of a position: board, pieces, cards, options, and what happened last."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PIL import Image

from engine.events import Event
from engine.replica.events import Jumped, Stepped
from engine.replica.view import Piece, ReplicaView
from render.canvas import Canvas
from render.glide import between, ways
from render.hexes import Point
from render.lettering import plain
from render.look import PLAIN, Look
from render.overlay import Overlay
from render.replica.board import board
from render.replica.cards import draw_card
from render.replica.frame import frame_of
from render.replica.marks import draw_above, draw_below, draw_goals
from render.replica.overlay import draw_overlay
from render.replica.pieces import AHEAD, Stand, draw_piece
from render.replica.scene import Scene, dressed
from render.replica.status import draw_foot, draw_status
from render.theme import colours


def draw(view: ReplicaView, last: Sequence[Event] = (), look: Look = PLAIN, *, overlay: Overlay | None = None) -> bytes:
    """Return a position as a PNG file with a fixed palette."""
    scene = _scene(view, last, look)
    draw_goals(scene)
    draw_below(scene)
    _pieces(scene, view.pieces, marks=look.marks)
    draw_above(scene)
    if overlay is not None:
        draw_overlay(scene, overlay)
    _around(scene)
    return scene.canvas.png()


def glide(view: ReplicaView, last: Sequence[Event], look: Look = PLAIN, *, count: int) -> list[Image.Image]:
    """Return pictures of the pieces on their way from a position (`render.extras.Gliding`)."""
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
    return between(scene.canvas.image, scene.theme, gliding, count)


def _scene(view: ReplicaView, last: Sequence[Event], look: Look) -> Scene:
    plan, theme = frame_of(view, look.width, look.side), dressed(look.theme)
    return Scene(look.translate, look.called(plain), board(theme, plan), plan, theme, colours(theme), view, last)


def _around(scene: Scene) -> None:
    """Draw what stands around the board."""
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
