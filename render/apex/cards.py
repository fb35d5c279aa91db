"""Strategy cards: an index and four sides, small as below the map and on the sheet, and large (A6)."""

from __future__ import annotations

from engine.apex.components import Card
from render import icons
from render.apex.icons import ACTIONS, SIDES, TRACKS
from render.box import Box
from render.canvas import Canvas
from render.hexes import Point
from render.theme import Colour, Colours

STEP = 2.55
"""From one symbol to the next, in radii."""


def draw_card(canvas: Canvas, scheme: Colours, card: Card, box: Box, unit: float) -> None:
    """Draw a strategy card: its index, circled or not, and its four sides."""
    canvas.box(box.corners, 14 * unit, scheme.muted)
    canvas.box(box.inside(2 * unit).corners, 12 * unit, scheme.surface)
    top, left = box.top + 34 * unit, box.left + 18 * unit
    middle = (box.left + box.right) / 2
    number(canvas, scheme, card, (middle, top), unit, scheme.text)
    pitch = (box.bottom - box.top - 68 * unit) / 3
    lines = [top + 34 * unit + pitch * (row + 0.5) for row in range(3)]
    half = box.width / 2 - 8 * unit
    for x, side in ((left, "W"), (left + half, "C")):
        canvas.text((x, lines[0]), side, 30 * unit, scheme.muted)
        canvas.fill(icons.mask(SIDES[side], 17 * unit), (x + 52 * unit, lines[0]), scheme.muted)
    for side, y in (("E", lines[1]), ("X", lines[2])):
        canvas.box([(box.left + 12 * unit, y - pitch / 2), (box.right - 12 * unit, y - pitch / 2 + 2)], 0, scheme.well)
        canvas.text((left, y), side, 30 * unit, scheme.text)
        room = box.right - 14 * unit - left - 34 * unit
        reach = min(18 * unit, room / effects_width(card, side, 1))
        draw_effects(canvas, card, side, (left + 34 * unit, y), scheme.text, reach)


def number(canvas: Canvas, scheme: Colours, card: Card, centre: Point, unit: float, ink: Colour) -> None:
    """Write a card's index, in a ring if it is circled (A10)."""
    if card.circled:
        canvas.fill(icons.mask(icons.disc, 28 * unit), centre, ink)
        canvas.fill(icons.mask(icons.disc, 24.5 * unit), centre, scheme.surface)
    canvas.text(centre, str(card.index), round(38 * unit), ink, anchor="m")


def draw_effects(canvas: Canvas, card: Card, side: str, at: Point, ink: Colour, reach: float) -> None:
    """Draw what a card's Evolution or Expansion side names, from a point to the right."""
    symbols = [TRACKS[card.evolution]] if side == "E" else [ACTIONS[action] for action in card.expansion]
    for place, symbol in enumerate(symbols):
        canvas.fill(icons.mask(symbol, reach), (at[0] + (1 + STEP * place) * reach, at[1]), ink)


def effects_width(card: Card, side: str, reach: float) -> float:
    """Return how wide the symbols of a side are, in pixels."""
    count = 1 if side == "E" else len(card.expansion)
    return reach * (2 + STEP * (count - 1))
