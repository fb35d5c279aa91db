"""The picture of a position: star map, pawns, strategies, battles, players, a hand, and what happened last."""

from __future__ import annotations

from collections.abc import Sequence

from engine.apex.view import ApexView
from engine.game import Event, Seat
from render.apex import hand
from render.apex.frame import frame_of
from render.apex.galaxy import galaxy
from render.apex.legend import ITEMS
from render.apex.marks import draw_above, draw_below
from render.apex.overlay import draw_overlay
from render.apex.panel import draw_panel
from render.apex.players import draw_player
from render.apex.scene import Scene
from render.apex.sectors import draw_sector
from render.apex.status import draw_foot, draw_status
from render.apex.strategies import draw_strip
from render.lettering import plain
from render.overlay import Overlay
from render.theme import Theme, colours
from render.words import Translate, seat_names


def draw(
    view: ApexView,
    last: Sequence[Event],
    *,
    names: Sequence[str],
    theme: Theme,
    width: int,
    overlay: Overlay | None,
    side: Seat | None,
    translate: Translate,
) -> bytes:
    """Return a position as a PNG file.

    The arguments are those of `render.registry.Renderer.draw`; the theme's livery is what the view's seats wear.
    """
    events = tuple(last)
    plan = frame_of(view, width, side, events)
    name = seat_names(names, translate, plain)
    words = tuple(text.render(translate, name) for _, text in ITEMS)
    scene = Scene(translate, name, galaxy(theme, plan, view.lanes, words), plan, theme, colours(theme), view, events)
    draw_below(scene)
    for sector in view.sectors:
        draw_sector(scene, sector)
    draw_above(scene)
    if overlay is not None:
        draw_overlay(scene, overlay)
    draw_status(scene)
    draw_strip(scene)
    draw_panel(scene)
    for each in view.sides:
        draw_player(scene, each)
    hand.draw_below(scene)
    draw_foot(scene)
    return scene.canvas.png()
