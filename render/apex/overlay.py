"""What may be done, laid over the map: each kind of mark has a form of its own."""

from __future__ import annotations

from render import icons
from render.apex.icons import conversion, portal
from render.apex.marks import frame_sector
from render.apex.scene import Scene
from render.canvas import Pen, around
from render.hexes import polar
from render.icons import Icon
from render.overlay import Overlay
from render.theme import Colour


def draw_overlay(scene: Scene, overlay: Overlay) -> None:
    """Draw an overlay: where ships start, may move to, may go through a portal, what may be attacked or converted."""
    scheme = scene.scheme
    if overlay.origin:
        frame_sector(scene, scheme.accent, overlay.origin)
    for name in sorted(overlay.threatened - overlay.captures):
        _brackets(scene, name, scheme.danger, 45)
    for name in sorted(overlay.captures):
        _brackets(scene, name, scheme.danger, 0)
    kinds: tuple[tuple[frozenset[str], Icon, Colour], ...] = (
        (overlay.walks, icons.disc, scheme.walk),
        (overlay.leaps, portal, scheme.leap),
        (overlay.arcs, icons.bolt, scheme.arc),
        (overlay.flips, conversion, scheme.walk),
    )
    for names, icon, colour in kinds:
        for name in sorted(names):
            centre = polar(scene.at(name), 1.06 * scene.radius, 128)
            scene.canvas.fill(icons.mask(icons.disc, 0.32 * scene.radius), centre, scheme.page)
            scene.canvas.fill(icons.mask(icon, 0.24 * scene.radius), centre, colour)


def _brackets(scene: Scene, name: str, colour: Colour, turn: float) -> None:
    centre, radius = scene.at(name), scene.radius

    def paint(pen: Pen) -> None:
        for quarter in range(0, 360, 90):
            pen.arc(centre, 1.04 * radius, quarter + turn + 15, quarter + turn + 75, 0.1 * radius)

    scene.canvas.smooth(around(centre, 1.2 * radius), colour, paint)
