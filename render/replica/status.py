"""The lines above and below the board: whose turn it is or how the game ended, and which options are chosen."""

from __future__ import annotations

from engine.outcome import Outcome
from render.badges import badge
from render.lettering import Weight, fit, width
from render.replica.scene import Scene
from render.replica.wording import next_text, power_text, round_label, sight_text
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
    right -= width(text, size, Weight.MEDIUM) + 24 * unit
    badge(canvas, scheme, scene.view.to_act or 1, (box.left + 36 * unit, box.middle), 22 * unit)
    left = box.left + 70 * unit
    shown = scene.told_in(next_text(scene.view), right - left, round(36 * unit))
    canvas.text((left, box.middle), shown, 36 * unit, scheme.text)


def draw_foot(scene: Scene) -> None:
    """Draw the options: how kings see, and the house rule."""
    canvas, scheme, unit, box = scene.canvas, scene.scheme, scene.unit, scene.plan.foot
    size, half = round(26 * unit), (box.width - 40 * unit) / 2
    sight = fit(scene.told(sight_text(scene.view)), half, size, Weight.MEDIUM)
    power = fit(scene.told(power_text(scene.view)), half, size, Weight.MEDIUM)
    canvas.text((box.left + 16 * unit, box.middle), sight, size, scheme.muted, weight=Weight.MEDIUM)
    canvas.text((box.right - 16 * unit, box.middle), power, size, scheme.muted, anchor="r", weight=Weight.MEDIUM)


def _banner(scene: Scene, outcome: Outcome) -> None:
    canvas, scheme, unit, box = scene.canvas, scene.scheme, scene.unit, scene.plan.status
    winners = outcome.winners
    winner = scheme.seat(winners[0]) if len(winners) == 1 else None
    canvas.box(box.corners, 16 * unit, winner.edge if winner else scheme.well)
    canvas.box(box.inside(4 * unit).corners, 13 * unit, winner.fill if winner else scheme.well)
    ink = winner.ink if winner else scheme.text
    middle, room = (box.left + box.right) / 2, box.width - 180 * unit
    title = scene.told_in(result_text(outcome), room, round(44 * unit))
    reason = scene.told_in(outcome.reason, room, round(28 * unit), Weight.MEDIUM)
    canvas.text((middle, box.top + 35 * unit), title, 44 * unit, ink, anchor="m")
    canvas.text((middle, box.bottom - 27 * unit), reason, 28 * unit, ink, anchor="m", weight=Weight.MEDIUM)
    if winner:
        for x in (box.left + 52 * unit, box.right - 52 * unit):
            badge(canvas, scheme, winners[0], (x, box.middle), 30 * unit)
