"""The picture of a position: board, pieces, cards, options, and what happened last."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import Event
from engine.replica.view import ReplicaView
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
    plan, theme = frame_of(view, look.width, look.side), dressed(look.theme)
    scene = Scene(look.translate, look.called(plain), board(theme, plan), plan, theme, colours(theme), view, last)
    draw_goals(scene)
    draw_below(scene)
    stand = Stand(theme, plan.square)
    for each in view.pieces:
        angle = plan.angle(AHEAD[each.seat]) if look.marks else None
        draw_piece(scene.canvas, stand, scene.at(each.square), each.seat, angle, king=each.king)
    draw_above(scene)
    if overlay is not None:
        draw_overlay(scene, overlay)
    draw_status(scene)
    for seat in (1, 2):
        draw_card(scene, seat)
    draw_foot(scene)
    return scene.canvas.png()
