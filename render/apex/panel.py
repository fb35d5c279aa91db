"""Reports below the strategies: battles, and what is left of an expansion."""

from __future__ import annotations

from engine.apex.events import Battle
from engine.text import say
from render import icons
from render.apex.frame import battles_of
from render.apex.icons import ACTIONS, dome, ship, swords
from render.apex.scene import Scene
from render.apex.sectors import token
from render.box import Box
from render.lettering import Weight, fit, width


def draw_panel(scene: Scene) -> None:
    """Draw a row for each battle and one for the actions left."""
    rows = list(scene.plan.panel)
    for battle, box in zip(battles_of(scene.last), rows, strict=False):
        _battle(scene, battle, box)
    if any(scene.view.actions):
        _actions(scene, rows[-1])


def _battle(scene: Scene, battle: Battle, box: Box) -> None:
    """Draw where, who with how much, and what is left of them."""
    canvas, scheme, unit, y = scene.canvas, scene.scheme, scene.unit, box.middle
    canvas.fill(icons.mask(swords, 18 * unit), (box.left + 30 * unit, y), scheme.danger)
    canvas.text((box.left + 60 * unit, y), battle.slot, 32 * unit, scheme.text)
    left = box.left + 128 * unit
    pitch = min(262 * unit, (box.right - left - 10 * unit) / len(battle.fighters))
    for place, fighter in enumerate(battle.fighters):
        x = left + place * pitch
        won = fighter.seat == battle.winner
        token(scene, fighter.seat, (x + 20 * unit, y), 18 * unit)
        x += 46 * unit
        score, size = str(fighter.score), round(34 * unit)
        canvas.text((x, y), score, size, scheme.text if won else scheme.muted)
        x += width(score, size) + 10 * unit
        if won:
            canvas.fill(icons.mask(icons.star, 14 * unit), (x + 12 * unit, y), scheme.text)
            x += 32 * unit
        small = round(26 * unit)
        left_text = f"{fighter.ships}›{fighter.ships_left}"
        if x + width(left_text, small, Weight.MEDIUM) + 40 * unit <= left + (place + 1) * pitch:
            canvas.fill(icons.mask(ship, 13 * unit), (x + 14 * unit, y), scheme.muted)
            canvas.text((x + 32 * unit, y), left_text, small, scheme.muted, weight=Weight.MEDIUM)
            x += 38 * unit + width(left_text, small, Weight.MEDIUM)
            if fighter.colony and not fighter.colony_left and x + 56 * unit <= left + (place + 1) * pitch:
                canvas.fill(icons.mask(dome, 13 * unit), (x + 16 * unit, y), scheme.muted)
                canvas.fill(icons.mask(icons.cross, 13 * unit), (x + 42 * unit, y), scheme.danger)


def _actions(scene: Scene, box: Box) -> None:
    canvas, scheme, unit, y = scene.canvas, scene.scheme, scene.unit, box.middle
    size = round(28 * unit)
    label = fit(scene.told(say("Actions left:")), 0.45 * box.width, size, Weight.MEDIUM)
    canvas.text((box.left + 20 * unit, y), label, size, scheme.text, weight=Weight.MEDIUM)
    x = box.left + 44 * unit + width(label, size, Weight.MEDIUM)
    for icon, count in zip(ACTIONS, scene.view.actions, strict=True):
        if count:
            canvas.fill(icons.mask(icon, 18 * unit), (x + 18 * unit, y), scheme.text)
            canvas.text((x + 44 * unit, y), str(count), 32 * unit, scheme.text)
            x += 44 * unit + width(str(count), round(32 * unit)) + 34 * unit
