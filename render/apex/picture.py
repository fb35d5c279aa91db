"""The picture of a position: star map, pawns, strategies, battles, players, a hand, and what happened last."""

from __future__ import annotations

from collections.abc import Sequence

from engine.apex.view import ApexView
from engine.events import Event
from render.apex import hand
from render.apex.frame import frame_of
from render.apex.galaxy import galaxy
from render.apex.legend import ITEMS
from render.apex.marks import draw_above, draw_below
from render.apex.overlay import draw_overlay
from render.apex.panel import draw_panel
from render.apex.players import draw_player
from render.apex.scene import Scene, dressed
from render.apex.sectors import draw_sector
from render.apex.status import draw_foot, draw_status
from render.apex.strategies import draw_strip
from render.lettering import plain
from render.look import PLAIN, Look
from render.overlay import Overlay
from render.theme import colours


def draw(view: ApexView, last: Sequence[Event] = (), look: Look = PLAIN, *, overlay: Overlay | None = None) -> bytes:
    """Return a position as a PNG file with a fixed palette; no pawn points anywhere, so none has marks."""
    events = tuple(last)
    plan, theme = frame_of(view, look.width, look.side, events), dressed(look.theme, view)
    ground = galaxy(theme, plan, view.lanes, tuple(look.told(text) for _, text in ITEMS))
    scene = Scene(look.translate, look.called(plain), ground, plan, theme, colours(theme), view, events)
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


def height(view: ApexView, last: Sequence[Event] = (), look: Look = PLAIN) -> int:
    """Return how high a picture is, in pixels: battles, actions that are left and a hand take room."""
    return frame_of(view, look.width, look.side, tuple(last)).height
