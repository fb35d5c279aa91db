"""What one Replicant may do, laid over the arena: each kind of mark has a form of its own."""

from __future__ import annotations

from render import icons
from render.canvas import Pen, around
from render.hexes import corners, polar
from render.overlay import Overlay
from render.replicants.board import label_size
from render.replicants.marks import frame_hex
from render.replicants.scene import Scene


def draw_overlay(scene: Scene, overlay: Overlay) -> None:
    """Draw an overlay: discs for walks, rings for leaps, brackets for captures, flashes for arcs, bars for threats."""
    if overlay.origin:
        frame_hex(scene, scene.scheme.accent, overlay.origin)
    for name in sorted(overlay.threatened - overlay.captures):
        _threat(scene, name)
    for name in sorted(overlay.walks):
        _walk(scene, name)
    for name in sorted(overlay.leaps):
        _leap(scene, name)
    for name in sorted(overlay.captures):
        _capture(scene, name)
    for name in sorted(overlay.arcs):
        _arc(scene, name)


def _walk(scene: Scene, name: str) -> None:
    centre, scheme = scene.at(name), scene.scheme
    scene.canvas.fill(icons.mask(icons.disc, 0.52 * scene.radius), centre, scheme.walk)
    scene.canvas.text(centre, name, label_size(scene.plan), scheme.page, anchor="m")


def _leap(scene: Scene, name: str) -> None:
    centre, scheme = scene.at(name), scene.scheme
    scene.canvas.fill(icons.mask(icons.disc, 0.64 * scene.radius), centre, scheme.leap)
    scene.canvas.fill(icons.mask(icons.disc, 0.5 * scene.radius), centre, scheme.cell)
    scene.canvas.text(centre, name, label_size(scene.plan), scheme.text, anchor="m")


def _threat(scene: Scene, name: str) -> None:
    centre, radius = scene.at(name), scene.radius

    def paint(pen: Pen) -> None:
        pen.ring(centre, 0.6 * radius, 0.1 * radius)
        pen.line([polar(centre, 0.55 * radius, 315), polar(centre, 0.55 * radius, 135)], 0.1 * radius)

    scene.canvas.smooth(around(centre, radius), scene.scheme.danger, paint)


def _capture(scene: Scene, name: str) -> None:
    centre, radius = scene.at(name), scene.radius
    points = corners(0.9 * radius, centre, flat=scene.plan.layout.flat)

    def paint(pen: Pen) -> None:
        for before, corner, after in zip(points[-1:] + points[:-1], points, points[1:] + points[:1], strict=True):
            ends = [(corner[0] * 0.7 + end[0] * 0.3, corner[1] * 0.7 + end[1] * 0.3) for end in (before, after)]
            pen.line([ends[0], corner, ends[1]], 0.13 * radius)

    scene.canvas.smooth(around(centre, 1.05 * radius), scene.scheme.danger, paint)


def _arc(scene: Scene, name: str) -> None:
    scheme, radius = scene.scheme, scene.radius
    centre = polar(scene.at(name), 0.76 * radius, 30 if scene.plan.layout.flat else 60)
    scene.canvas.fill(icons.mask(icons.disc, 0.33 * radius), centre, scheme.page)
    scene.canvas.fill(icons.mask(icons.disc, 0.29 * radius), centre, scheme.arc)
    scene.canvas.fill(icons.mask(icons.bolt, 0.23 * radius), centre, scheme.page)
