"""The lines above and below the map: who must decide, or how the game ended; where hands go; what is reconstructed."""

from __future__ import annotations

from engine.outcome import Outcome
from render.apex.scene import Scene
from render.apex.sectors import token
from render.apex.wording import next_text, passing_text, round_label
from render.lettering import Weight, fit, width
from render.results import result_text


def draw_status(scene: Scene) -> None:
    """Draw the line of a running game, or the banner of one that is over."""
    if scene.view.outcome is not None:
        _banner(scene, scene.view.outcome)
        return
    canvas, scheme, unit, box, view = scene.canvas, scene.scheme, scene.unit, scene.plan.status, scene.view
    text, size = scene.told(round_label(view)), round(34 * unit)
    right = box.right - 8 * unit
    canvas.text((right, box.middle), text, size, scheme.muted, anchor="r")
    right -= width(text, size) + 24 * unit
    left = box.left + 10 * unit
    if len(view.to_act) == 1:
        token(scene, view.to_act[0], (left + 24 * unit, box.middle), 23 * unit)
        left += 62 * unit
    shown = scene.told_in(next_text(view), right - left, round(38 * unit))
    canvas.text((left, box.middle), shown, 38 * unit, scheme.text)


def draw_foot(scene: Scene) -> None:
    """Draw the last line."""
    canvas, scheme, unit, box, view = scene.canvas, scene.scheme, scene.unit, scene.plan.foot, scene.view
    size, right = round(26 * unit), box.right - 8 * unit
    if view.reconstruction is not None:
        shown = fit(scene.told(view.reconstruction), box.width - 16 * unit, size, Weight.MEDIUM)
        canvas.text((right, box.middle), shown, size, scheme.text, anchor="r", weight=Weight.MEDIUM)
        right -= width(shown, size, Weight.MEDIUM) + 24 * unit
    if view.passing and view.outcome is None:
        left = box.left + 8 * unit
        shown = fit(scene.told(passing_text(view)), right - left, size, Weight.MEDIUM)
        canvas.text((left, box.middle), shown, size, scheme.muted, weight=Weight.MEDIUM)


def _banner(scene: Scene, outcome: Outcome) -> None:
    canvas, scheme, unit, box = scene.canvas, scene.scheme, scene.unit, scene.plan.status
    winners = () if outcome.undecided else outcome.winners
    alone = scheme.seat(winners[0]) if len(winners) == 1 else None
    canvas.box(box.corners, 16 * unit, alone.edge if alone else scheme.well)
    canvas.box(box.inside(4 * unit).corners, 13 * unit, alone.fill if alone else scheme.well)
    ink = alone.ink if alone else scheme.text
    middle, room = (box.left + box.right) / 2, box.width - 170 * unit
    title = scene.told_in(result_text(outcome), room, round(44 * unit))
    small = 28 * unit
    while small > 23 * unit and width(scene.told(outcome.reason), round(small), Weight.MEDIUM) > room:
        small -= unit
    reason = scene.told_in(outcome.reason, room, round(small), Weight.MEDIUM)
    canvas.text((middle, box.top + 35 * unit), title, 44 * unit, ink, anchor="m")
    canvas.text((middle, box.bottom - 27 * unit), reason, small, ink, anchor="m", weight=Weight.MEDIUM)
    for seat, x in zip(winners[:2] * 2, (box.left + 52 * unit, box.right - 52 * unit), strict=False):
        token(scene, seat, (x, box.middle), 30 * unit)
