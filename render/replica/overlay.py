"""What one piece may do, laid over the board: each kind of mark has a form of its own."""

from __future__ import annotations

from render import icons
from render.canvas import Pen, around
from render.overlay import Overlay
from render.replica.marks import frame_square
from render.replica.scene import Scene


def draw_overlay(scene: Scene, overlay: Overlay) -> None:
    """Draw an overlay: discs for steps, rings for jumps, brackets for captures, crowns for pieces that can be kings."""
    if overlay.origin:
        frame_square(scene, scene.scheme.accent, overlay.origin)
    for name in sorted(overlay.walks):
        _walk(scene, name)
    for name in sorted(overlay.leaps):
        _leap(scene, name)
    for name in sorted(overlay.captures):
        _capture(scene, name)
    for name in sorted(overlay.flips):
        _flip(scene, name)


def _walk(scene: Scene, name: str) -> None:
    centre, scheme = scene.at(name), scene.scheme
    scene.canvas.fill(icons.mask(icons.disc, 0.29 * scene.square), centre, scheme.walk)
    scene.canvas.text(centre, name, 0.26 * scene.square, scheme.page, anchor="m")


def _leap(scene: Scene, name: str) -> None:
    centre, scheme = scene.at(name), scene.scheme
    scene.canvas.fill(icons.mask(icons.disc, 0.36 * scene.square), centre, scheme.leap)
    scene.canvas.fill(icons.mask(icons.disc, 0.28 * scene.square), centre, scheme.page)
    scene.canvas.text(centre, name, 0.26 * scene.square, scheme.text, anchor="m")


def _capture(scene: Scene, name: str) -> None:
    (x, y), side = scene.at(name), scene.square

    def paint(pen: Pen, thickness: float) -> None:
        reach = 0.44 * side
        for right in (-1, 1):
            for down in (-1, 1):
                corner = (x + right * reach, y + down * reach)
                ends = [(corner[0] - right * 0.22 * side, corner[1]), (corner[0], corner[1] - down * 0.22 * side)]
                pen.line([ends[0], corner, ends[1]], thickness * side)

    scene.canvas.smooth(around((x, y), side / 2), scene.scheme.page, lambda pen: paint(pen, 0.115))
    scene.canvas.smooth(around((x, y), side / 2), scene.scheme.danger, lambda pen: paint(pen, 0.08))


def _flip(scene: Scene, name: str) -> None:
    (x, y), side, scheme = scene.at(name), scene.square, scene.scheme
    centre = (x + 0.29 * side, y + 0.29 * side)
    scene.canvas.fill(icons.mask(icons.disc, 0.195 * side), centre, scheme.page)
    scene.canvas.fill(icons.mask(icons.disc, 0.177 * side), centre, scheme.arc)
    scene.canvas.fill(icons.mask(icons.crown, 0.125 * side), centre, scheme.page)
