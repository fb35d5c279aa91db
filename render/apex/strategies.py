"""The strip of a round's revealed strategies."""

from __future__ import annotations

from engine.apex.components import components
from engine.apex.events import Closed
from engine.apex.view import Strategy
from render import icons
from render.apex.cards import draw_effects, effects_width
from render.apex.icons import SIDES
from render.apex.scene import Scene
from render.apex.sectors import token
from render.apex.wording import side_name
from render.box import Box
from render.lettering import Weight, width


def draw_strip(scene: Scene) -> None:
    """Draw the strategies of the round in the order in which they are carried out."""
    box, strategies = scene.plan.strip, scene.view.strategies
    if box is None:
        return
    gap = 8 * scene.unit
    across = (box.width - gap * (len(strategies) - 1)) / len(strategies)
    current = next((each for each in strategies if not each.done), None)
    for place, each in enumerate(strategies):
        left = box.left + place * (across + gap)
        part = Box(left, box.top, left + across, box.bottom)
        _strategy(scene, each, part, current=each is current and scene.view.phase != "choose")


def _strategy(scene: Scene, strategy: Strategy, box: Box, *, current: bool) -> None:
    canvas, scheme, unit = scene.canvas, scene.scheme, scene.unit
    style, card = scheme.seat(strategy.seat), components(scene.view.data).card(strategy.card)
    canvas.box(box.corners, 12 * unit, style.edge if current else scheme.surface)
    if current:
        canvas.box(box.inside(5 * unit).corners, 8 * unit, scheme.surface)
    ink = scheme.muted if strategy.done else scheme.text
    choice = f"{strategy.card}{strategy.side}"
    upper, lower = box.top + 30 * unit, box.bottom - 28 * unit
    token(scene, strategy.seat, (box.left + 32 * unit, upper), 19 * unit)
    canvas.text((box.left + 62 * unit, upper), choice, 34 * unit, ink)
    left = box.left + 70 * unit + width(choice, round(34 * unit))
    if strategy.discard:
        canvas.text((left + 10 * unit, upper), f"−{strategy.discard}", 28 * unit, scheme.muted, weight=Weight.MEDIUM)
    if strategy.done and scene.view.phase != "choose":
        idle = any(isinstance(each, Closed) and each.seat == strategy.seat for each in scene.last)
        sign = icons.cross if idle else icons.tick
        canvas.fill(icons.mask(sign, 13 * unit), (box.right - 26 * unit, upper), scheme.muted)
    canvas.fill(icons.mask(SIDES[strategy.side], 18 * unit), (box.left + 32 * unit, lower), ink)
    left, right = box.left + 62 * unit, box.right - 14 * unit
    if strategy.side in "EX":
        reach = min(18 * unit, (right - left) / (effects_width(card, strategy.side, 1)))
        draw_effects(canvas, card, strategy.side, (left, lower), ink, reach)
        left += effects_width(card, strategy.side, reach) + 12 * unit
    name, size = scene.told(side_name(strategy.side)), round(25 * unit)
    if width(name, size, Weight.MEDIUM) <= right - left:
        canvas.text((left, lower), name, size, ink, weight=Weight.MEDIUM)
