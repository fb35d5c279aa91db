"""Strategy cards and hands: below the map, and larger for choosing on a phone."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.apex.components import ACTION_NAMES, TRACK_NAMES, Card, Track, components
from engine.apex.view import ApexView
from engine.text import Player, Text, clauses, say
from render import icons
from render.apex.frame import HAND_CARD, HAND_TITLE, MARGIN, Scene, dressed, hand_of
from render.apex.icons import ACTIONS, SIDES, TRACKS
from render.apex.sectors import draw_token
from render.apex.words import card_text, passing_text, round_label, side_name
from render.canvas import Canvas
from render.icons import Icon
from render.lettering import Captions, Weight, fit, plain, size_in, width
from render.masks import Box, Point
from render.theme import Colour, Colours, colours
from render.words import DESIGN_WIDTH, PLAIN, Look, shortened, unit_of

# Strategy cards: an index and four sides, small as below the map and on the sheet, and large (A6).


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
    symbols = [TRACKS[card.evolution]] if side == "E" else [ACTIONS[action] for action in card.expansion]
    for place, symbol in enumerate(symbols):
        canvas.fill(icons.mask(symbol, reach), (at[0] + (1 + STEP * place) * reach, at[1]), ink)


def effects_width(card: Card, side: str, reach: float) -> float:
    count = 1 if side == "E" else len(card.expansion)
    return reach * (2 + STEP * (count - 1))


_TOP = 92
_GAP = 16
_HEAD = 84
_ROW = 66
_LEGEND = 104
_NOTICE = 44
_FEW = 6
"""Up to this number of cards are drawn with words; more with symbols only, in four columns."""


@dataclass(frozen=True, slots=True)
class Picked:
    """The choice so far: a card and its side, and a card to discard; 0 and empty for open ones."""

    card: int = 0
    side: str = ""
    discard: int = 0


def read_picked(keys: Sequence[str]) -> Picked:
    """Return the choice so far from the keys of a secret choice's steps, e.g. `("12", "E", "7")`."""
    card, side, discard = (*keys[:3], "", "", "")[:3]
    return Picked(int(card or 0), side, int(discard or 0))


def draw_below(scene: Scene) -> None:
    box, hand = scene.plan.hand, hand_of(scene.view)
    if box is None:
        return
    canvas, scheme, unit = scene.canvas, scene.scheme, scene.unit
    title = say("Your hand: nobody else sees this part")
    size = round(28 * unit)
    shown = fit(scene.text_of(title), box.width - 20 * unit, size)
    canvas.text((box.left + 8 * unit, box.top + HAND_TITLE / 2 * unit), shown, size, scheme.text)
    columns = 5 if len(hand) > 6 else 6
    gap = 12 * unit
    across = (box.width - (columns - 1) * gap) / columns
    used = min(columns, len(hand))
    start = box.left + (box.width - used * across - (used - 1) * gap) / 2
    for place, index in enumerate(hand):
        row, column = divmod(place, columns)
        left = start + column * (across + gap)
        top = box.top + (HAND_TITLE + row * (HAND_CARD + 12)) * unit
        part = Box(left, top, left + across, top + HAND_CARD * unit)
        draw_card(canvas, scheme, components(scene.view.data).card(index), part, unit)


def draw_hand(view: ApexView, look: Look = PLAIN, *, picked: Sequence[str] = ()) -> bytes:
    """Return the viewer's cards as a PNG file, larger than below the map; `picked` are keys of steps."""
    theme = dressed(look.theme, view)
    scheme, hand, chosen = colours(theme), hand_of(view), read_picked(picked)
    unit = unit_of(look.width)
    columns, lines = (3, 4) if len(hand) <= _FEW else (4, 3)
    rows, tall = math.ceil(len(hand) / columns), _HEAD + lines * _ROW + 10
    bottom = _TOP + rows * (tall + _GAP)
    canvas = Canvas.blank(
        round(DESIGN_WIDTH * unit), round((bottom + _below(view)) * unit), scheme.page, theme, crowded=True
    )
    captions = Captions(look.translate, look.called(plain))
    _title(canvas, scheme, captions, view, unit)
    across = (DESIGN_WIDTH - 2 * MARGIN - (columns - 1) * _GAP) / columns
    for place, index in enumerate(hand):
        row, column = divmod(place, columns)
        left, top = MARGIN + column * (across + _GAP), _TOP + row * (tall + _GAP)
        _large(
            _Desk(canvas, scheme, captions, unit, chosen, words=columns == 3),
            components(view.data).card(index),
            Box(left, top, left + across, top + tall).scaled(unit),
        )
    if hand:
        _legend(canvas, scheme, captions, Box(MARGIN, bottom, DESIGN_WIDTH - MARGIN, bottom + 40).scaled(unit), unit)
    if hand and view.reconstruction is not None:
        size, room = round(30 * unit), (DESIGN_WIDTH - 2 * MARGIN) * unit
        shown = fit(captions.text_of(view.reconstruction), room, size, Weight.MEDIUM)
        y = (bottom + _LEGEND + _NOTICE / 2 - 6) * unit
        canvas.text((MARGIN * unit, y), shown, size, scheme.text, weight=Weight.MEDIUM)
    return canvas.png()


def _below(view: ApexView) -> int:
    """Return the height of the part below the cards: meanings of symbols, and the note on reconstruction."""
    if not hand_of(view):
        return 0
    return _LEGEND if view.reconstruction is None else _LEGEND + _NOTICE


@dataclass(frozen=True, slots=True)
class _Desk:
    """The canvas for large cards, and the choice so far; `words` names sides on lines of their own."""

    canvas: Canvas
    scheme: Colours
    captions: Captions
    unit: float
    picked: Picked
    words: bool


def _title(canvas: Canvas, scheme: Colours, captions: Captions, view: ApexView, unit: float) -> None:
    left, y = MARGIN * unit, 44 * unit
    if view.viewer is not None:
        draw_token(canvas, scheme, view.viewer, (left + 38 * unit, y), 30 * unit)
        left += 86 * unit
    right, size = (DESIGN_WIDTH - MARGIN) * unit, round(36 * unit)
    when = captions.text_of(round_label(view))
    canvas.text((right, y), when, size, scheme.muted, anchor="r", weight=Weight.MEDIUM)
    right -= width(when, size, Weight.MEDIUM) + 24 * unit
    size = round(44 * unit)
    canvas.text((left, y), captions.text_in(_whose(view), right - left, size), size, scheme.text)


def _whose(view: ApexView) -> Text:
    if not hand_of(view) or view.viewer is None:
        return say("No cards in hand")
    return say("{player}: your hand", player=Player(view.viewer))


def _large(desk: _Desk, card: Card, box: Box) -> None:
    canvas, scheme, unit, picked = desk.canvas, desk.scheme, desk.unit, desk.picked
    mine, gone = picked.card == card.index, picked.discard == card.index
    canvas.box(box.corners, 18 * unit, scheme.accent if mine else scheme.muted)
    canvas.box(box.inside((8 if mine else 3) * unit).corners, (12 if mine else 15) * unit, scheme.surface)
    head = box.top + 48 * unit
    number(canvas, scheme, card, (box.left + 58 * unit, head), 1.25 * unit, scheme.muted if gone else scheme.text)
    if mine or gone:
        word = say("chosen", context="mark on a card") if mine else say("discarded", context="mark on a card")
        size, right = round(34 * unit), box.right - 24 * unit
        icon, colour = (icons.tick, scheme.accent) if mine else (icons.cross, scheme.danger)
        if desk.words:
            shown = fit(desk.captions.text_of(word), box.width - 180 * unit, size)
            canvas.text((right, head), shown, size, colour, anchor="r")
            right -= width(shown, size) + 8 * unit
        canvas.fill(icons.mask(icon, 22 * unit), (right - 22 * unit, head), colour)
    left, middle, right = box.left + 14 * unit, (box.left + box.right) / 2, box.right - 14 * unit
    for row, line in enumerate(("W", "E", "C", "X") if desk.words else ("WC", "E", "X")):
        top = box.top + (_HEAD + row * _ROW) * unit
        ends = [left, right] if len(line) == 1 else [left, middle - 2 * unit, middle + 2 * unit, right]
        for side, start, end in zip(line, ends[::2], ends[1::2], strict=True):
            part = Box(start, top, end, top + (_ROW - 4) * unit)
            _side(desk, card, side, part, chosen=mine and picked.side == side, gone=gone)


def _side(desk: _Desk, card: Card, side: str, box: Box, *, chosen: bool, gone: bool) -> None:
    """Draw a line of a card: the side's letter, its symbols, and its name if there is room."""
    canvas, scheme, unit = desk.canvas, desk.scheme, desk.unit
    canvas.box(box.corners, 10 * unit, scheme.accent if chosen else scheme.well)
    ink = scheme.page if chosen else scheme.muted if gone else scheme.text
    y = box.middle
    canvas.text((box.left + 30 * unit, y), side, 38 * unit, ink, anchor="m")
    left, reach = box.left + 64 * unit, 23 * unit
    if side in "WC":
        canvas.fill(icons.mask(SIDES[side], reach), (left + reach, y), ink)
        left += 2 * reach
    else:
        draw_effects(canvas, card, side, (left, y), ink, reach)
        left += effects_width(card, side, reach)
    name = _name(card, side) if desk.words else None
    if name is not None:
        label, room = desk.captions.text_of(name), box.right - left - 28 * unit
        size = size_in(label, room, round(34 * unit), 24 * unit, Weight.MEDIUM)
        shown = fit(label, room, size, Weight.MEDIUM)
        canvas.text((left + 16 * unit, y), shown, size, ink, weight=Weight.MEDIUM)


def _name(card: Card, side: str) -> Text | None:
    """Return a side's effect in a word; None for several actions."""
    if side == "E":
        return TRACK_NAMES[card.evolution]
    if side == "X":
        return ACTION_NAMES[card.expansion[0]] if len(card.expansion) == 1 else None
    return side_name(side)


def _legend(canvas: Canvas, scheme: Colours, captions: Captions, box: Box, unit: float) -> None:
    lines: tuple[list[tuple[Icon, Text]], ...] = (
        list(zip(ACTIONS, ACTION_NAMES, strict=True)),
        [
            *((TRACKS[track], TRACK_NAMES[track]) for track in (Track.INFLUENCE, Track.ARMAMENT)),
            *((SIDES[side], side_name(side)) for side in "WC"),
        ],
    )
    reach, gap = 17 * unit, 10 * unit
    for row, line in enumerate(lines):
        room = box.width / len(ACTIONS)
        y = box.top + (20 + 46 * row) * unit
        for place, (icon, name) in enumerate(line):
            left = box.left + place * room
            label, most = captions.text_of(name), room - 2 * reach - 2 * gap
            size = size_in(label, most, round(30 * unit), 22 * unit, Weight.MEDIUM)
            word = fit(label, most, size, Weight.MEDIUM)
            canvas.fill(icons.mask(icon, reach), (left + reach, y), scheme.muted)
            canvas.text((left + 2 * reach + gap, y), word, size, scheme.muted, weight=Weight.MEDIUM)


def hand_text(view: ApexView, look: Look = PLAIN, *, picked: Sequence[str] = ()) -> str:
    """Return the viewer's cards in words, with the choice so far, in at most `ALT_LIMIT` characters."""
    tell = look.text_of
    if not hand_of(view):
        return tell(say("No cards in hand."))
    cards = clauses(card_texts(view, look, picked))
    first = look.notice(view.reconstruction)
    texts = [say("Your hand, {round}: {cards}.", round=round_label(view), cards=cards)]
    if view.passing and view.outcome is None:
        texts.append(say("{passing}.", passing=passing_text(view)))
    whole = first + " ".join(map(tell, texts))
    return shortened(whole)


def card_texts(view: ApexView, look: Look = PLAIN, picked: Sequence[str] = ()) -> Iterator[Text]:
    chosen = read_picked(picked)
    for index in hand_of(view):
        card = card_text(view, index, look.text_of)
        if index == chosen.card and chosen.side:
            yield say("{card}: chosen, {side}", card=card, side=side_name(chosen.side))
        elif index == chosen.card:
            yield say("{card}: chosen", card=card)
        elif index == chosen.discard:
            yield say("{card}: discarded", card=card)
        else:
            yield card
