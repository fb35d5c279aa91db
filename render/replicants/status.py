"""The lines above and below the arena: whose turn it is, or how the game ended; and what is reconstructed."""

from __future__ import annotations

from engine.outcome import Outcome
from render import icons
from render.badges import badge
from render.lettering import Weight, fit, width
from render.replicants.scene import Scene
from render.replicants.wording import next_text, round_label
from render.results import result_text


def draw_status(scene: Scene) -> None:
    """Draw the line of a running game, or the banner of one that is over."""
    if scene.view.outcome is not None:
        _banner(scene, scene.view.outcome)
        return
    canvas, scheme, unit, box = scene.canvas, scene.scheme, scene.unit, scene.plan.status
    text, size = scene.told(round_label(scene.view)), round(30 * unit)
    right = box.right - 8 * unit
    canvas.text((right, box.middle), text, size, scheme.muted, anchor="r", weight=Weight.MEDIUM)
    right -= width(text, size, Weight.MEDIUM) + 120 * unit
    _steps(scene, right)
    badge(canvas, scheme, scene.view.to_act or 1, (box.left + 26 * unit, box.middle), 21 * unit)
    left = box.left + 60 * unit
    shown = scene.told_in(next_text(scene.view), right - left - 20 * unit, round(36 * unit))
    canvas.text((left, box.middle), shown, 36 * unit, scheme.text)


def draw_foot(scene: Scene) -> None:
    """Write what is reconstructed, if anything is."""
    box, notice, unit = scene.plan.foot, scene.view.reconstruction, scene.unit
    if box is not None and notice is not None:
        size = round(28 * unit)
        shown = fit(scene.told(notice), box.width - 16 * unit, size, Weight.MEDIUM)
        place = (box.right - 8 * unit, box.middle)
        scene.canvas.text(place, shown, size, scene.scheme.text, anchor="r", weight=Weight.MEDIUM)


def _steps(scene: Scene, left: float) -> None:
    """Draw three dots, one an action: done, next, to come."""
    canvas, scheme, unit, y = scene.canvas, scene.scheme, scene.unit, scene.plan.status.middle
    for action in (1, 2, 3):
        centre = (left + (32 * action - 22) * unit, y)
        if action == scene.view.action:
            canvas.fill(icons.mask(icons.disc, 13 * unit), centre, scheme.text)
        else:
            canvas.fill(icons.mask(icons.disc, 9 * unit), centre, scheme.muted)
            if action > (scene.view.action or 1):
                canvas.fill(icons.mask(icons.disc, 6 * unit), centre, scheme.page)


def _banner(scene: Scene, outcome: Outcome) -> None:
    canvas, scheme, unit, box = scene.canvas, scene.scheme, scene.unit, scene.plan.status
    winners = outcome.winners
    fill, ink = scheme.well, scheme.text
    shown = () if outcome.undecided or len(winners) > 2 else winners
    if shown:
        fill, ink = scheme.seat(winners[0]).fill, scheme.seat(winners[0]).ink
    canvas.box(box.corners, 16 * unit, fill)
    middle, room = (box.left + box.right) / 2, box.width - 180 * unit
    title = scene.told_in(result_text(outcome), room, round(44 * unit))
    reason = scene.told_in(outcome.reason, room, round(28 * unit), Weight.MEDIUM)
    canvas.text((middle, box.top + 35 * unit), title, 44 * unit, ink, anchor="m")
    canvas.text((middle, box.bottom - 27 * unit), reason, 28 * unit, ink, anchor="m", weight=Weight.MEDIUM)
    for seat, x in zip(shown, (box.left + 50 * unit, box.right - 50 * unit), strict=False):
        badge(canvas, scheme, seat, (x, box.middle), 30 * unit)
