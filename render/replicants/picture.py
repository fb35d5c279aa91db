"""The picture of a position: arena, Replicants, cards, and what happened last."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Event, Seat
from engine.hexgrid import parse_hex
from engine.replicants.charts import souls
from engine.replicants.view import ReplicantsView
from render.canvas import Canvas
from render.hexes import polar
from render.lettering import Weight, plain
from render.overlay import Overlay
from render.replicants.board import board, tile
from render.replicants.cards import draw_card
from render.replicants.frame import Frame, frame_of
from render.replicants.marks import draw_above, draw_below
from render.replicants.overlay import draw_overlay
from render.replicants.pieces import piece
from render.replicants.status import draw_status
from render.theme import Colours, Theme, colours
from render.words import Translate, seat_names


def draw(
    view: ReplicantsView,
    last: Sequence[Event],
    *,
    names: Sequence[str],
    theme: Theme,
    width: int,
    overlay: Overlay | None,
    side: Seat | None,
    marks: bool,
    translate: Translate,
) -> bytes:
    """Return a position as a PNG file; the arguments are those of `render.registry.Renderer.draw`."""
    plan, look = frame_of(view, width, side), colours(theme)
    name = seat_names(names, translate, plain)
    canvas = board(theme, plan)
    _stands(canvas, plan, look, view)
    draw_below(canvas, plan, look, view, last)
    _pieces(canvas, plan, theme, view, marks=marks)
    draw_above(canvas, plan, look, view, last)
    if overlay is not None:
        draw_overlay(canvas, plan, look, overlay)
    draw_status(canvas, plan, look, view, translate, name)
    for each in view.sides:
        draw_card(canvas, plan, look, view, each, last, translate, name)
    return canvas.png(theme)


def _stands(canvas: Canvas, plan: Frame, look: Colours, view: ReplicantsView) -> None:
    """Tint the hexes with a Replicant, with their names in a corner where no nose can be."""
    layout = plan.layout
    angle = 150 if layout.flat else 180
    for each in view.pieces:
        centre = layout.at(parse_hex(each.hex))
        canvas.stamp(tile(look.tint(each.seat), layout.radius, flat=layout.flat), centre)
        canvas.text(
            polar(centre, 0.8 * layout.radius, angle),
            each.hex,
            0.24 * layout.radius,
            look.text,
            anchor="mm",
            weight=Weight.MEDIUM,
        )


def _pieces(canvas: Canvas, plan: Frame, theme: Theme, view: ReplicantsView, *, marks: bool) -> None:
    layout, charts = plan.layout, souls().sets[view.charts].charts
    for each in view.pieces:
        chart = charts[each.value] if marks else None
        sprite = piece(theme, each.seat, each.value, layout.angle(each.heading), layout.radius, chart, flat=layout.flat)
        canvas.stamp(sprite, layout.at(parse_hex(each.hex)))
