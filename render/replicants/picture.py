"""The picture of a position: arena, Replicants, cards, and what happened last."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import Event
from engine.hexgrid import parse_hex
from engine.replicants.charts import souls
from engine.replicants.view import ReplicantsView
from render.hexes import polar
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
    plan, theme = frame_of(view, look.width, look.side), look.theme
    ground, scheme = board(theme, plan), colours(theme)
    scene = Scene(look.translate, look.called(plain), ground, plan, theme, scheme, view, last, spots(plan))
    _stands(scene)
    draw_below(scene)
    _pieces(scene, marks=look.marks)
    draw_above(scene)
    if overlay is not None:
        draw_overlay(scene, overlay)
    draw_status(scene)
    for each in view.sides:
        draw_card(scene, each)
    draw_foot(scene)
    return scene.canvas.png()


def _stands(scene: Scene) -> None:
    """Tint the hexes with a Replicant, with their names in a corner where no nose can be."""
    flat, radius = scene.plan.layout.flat, scene.radius
    teams = {side.seat: side.team for side in scene.view.sides}
    for each in scene.view.pieces:
        picture = stand(scene.theme, scene.plan, parse_hex(each.hex), each.seat, teams[each.seat])
        scene.canvas.replace(picture, tile(radius, flat=flat), scene.at(each.hex))
    for each in scene.view.pieces:
        place = polar(scene.at(each.hex), 0.85 * radius, 150 if flat else 120)
        scene.canvas.text(place, each.hex, 0.24 * radius, scene.scheme.text, anchor="m", weight=Weight.MEDIUM)


def _pieces(scene: Scene, *, marks: bool) -> None:
    layout, charts = scene.plan.layout, souls().sets[scene.view.charts].charts
    standing = Stand(scene.theme, layout.radius, layout.flat)
    for each in scene.view.pieces:
        chart = charts[each.value] if marks else None
        angle = layout.angle(each.heading)
        draw_piece(
            scene.canvas,
            standing,
            scene.at(each.hex),
            scene.scheme.tint(each.seat),
            each.seat,
            each.value,
            angle,
            chart,
        )
