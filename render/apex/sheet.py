"""The reference sheet: all cards, sectors and civilisations, reconstructed; and the places of the cards in an age."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.apex.components import (
    ACTION_NAMES,
    BONUS_NAMES,
    TRACK_NAMES,
    Bonus,
    Card,
    Civilisation,
    components,
)
from engine.apex.view import ApexView
from engine.text import Text, Translate, joined_clauses, say
from render import icons
from render.apex.frame import MARGIN, dressed
from render.apex.hand import draw_effects, number
from render.apex.icons import ACTIONS, BONUSES, TRACKS, ship
from render.apex.sectors import draw_token
from render.apex.words import NOTICE, Deck, Odds, deck_of, round_label
from render.canvas import Canvas
from render.icons import Icon
from render.lettering import Captions, Weight, fit, size_in
from render.masks import Box
from render.theme import Colours, Theme, colours
from render.words import DESIGN_WIDTH, PLAIN, Look, shortened, unit_of

_TOP = 146
_COLUMNS = 6
_CARD = 124
_GAP = 10
_HEADING = 64
_LINE = 54
_CIVILISATION = 64

_TITLE = say("APEX: cards, sectors, civilisations")
_CARDS = say("Cards: index, Evolution, Expansion. Every card has W (War) and C (Colonisation).")
_RINGED = say("Ringed: with 4 to 6 players only.")
_SECTORS = say("Sectors, and what a colony there gives you")
_CIVILISATIONS = say("Civilisations: ships and levels at the start")
_ODDS = say("In other hands: how many, and how likely one hand has one")


@dataclass(frozen=True, slots=True)
class _Desk:
    canvas: Canvas
    scheme: Colours
    captions: Captions
    unit: float

    def line(self, top: float, text: Text, size: int, *, muted: bool = False, bold: bool = True) -> None:
        weight, unit = Weight.BOLD if bold else Weight.MEDIUM, self.unit
        room, real = (DESIGN_WIDTH - 2 * MARGIN - 16) * unit, round(size * unit)
        words = self.captions.text_of(text)
        real = size_in(words, room, real, 0.7 * size * unit, weight)
        shown = fit(words, room, real, weight)
        colour = self.scheme.muted if muted else self.scheme.text
        self.canvas.text(((MARGIN + 8) * unit, top * unit), shown, real, colour, weight=weight)

    def cell(self, place: int, columns: int, top: float, height: float) -> Box:
        across = (DESIGN_WIDTH - 2 * MARGIN - (columns - 1) * _GAP) / columns
        row, column = divmod(place, columns)
        left, upper = MARGIN + column * (across + _GAP), top + row * (height + _GAP)
        return Box(left, upper, left + across, upper + height).scaled(self.unit)


def draw_sheet(data: str = "", look: Look = PLAIN) -> bytes:
    """Return the sheet of a version of the data as a PNG file; the livery has the civilisations in order."""
    return _sheet(data, dressed(look.theme, None), look.width, look.translate)


@lru_cache(maxsize=16)
def _sheet(data: str, theme: Theme, width: int, translate: Translate) -> bytes:
    every = components(data)
    rows = -(-len(every.cards) // _COLUMNS)
    cards = _TOP + _HEADING
    sectors = cards + rows * (_CARD + _GAP) + _HEADING
    people = sectors + 2 * (_LINE + _GAP) + _HEADING
    bottom = people + 3 * (_CIVILISATION + _GAP) + 8
    desk = _desk(theme, width, bottom, Captions(translate, str))
    desk.line(44, _TITLE, 46)
    if every.reconstruction:
        desk.line(98, NOTICE, 30, bold=False)
    desk.line(cards - 64, _CARDS, 32)
    desk.line(cards - 24, _RINGED, 26, muted=True, bold=False)
    for place, card in enumerate(every.cards):
        _card(desk, card, desk.cell(place, _COLUMNS, cards, _CARD), desk.scheme.muted)
    desk.line(sectors - 28, _SECTORS, 32)
    bonuses = [tile.bonus for tile in every.tiles]
    for place, bonus in enumerate(Bonus):
        _sector(desk, bonus, bonuses.count(bonus), desk.cell(place, 4, sectors, _LINE))
    desk.line(people - 28, _CIVILISATIONS, 32)
    for place, each in enumerate(every.civilisations):
        _civilisation(desk, place + 1, each, desk.cell(place, 2, people, _CIVILISATION))
    return desk.canvas.png()


def _desk(theme: Theme, width: int, height: float, captions: Captions) -> _Desk:
    scheme = colours(theme)
    unit = unit_of(width)
    canvas = Canvas.blank(round(DESIGN_WIDTH * unit), round(height * unit), scheme.page, theme, crowded=True)
    return _Desk(canvas, scheme, captions, unit)


def _card(
    desk: _Desk, card: Card, box: Box, edge: tuple[int, int, int], *, thick: float = 2, gone: bool = False
) -> None:
    canvas, scheme, unit = desk.canvas, desk.scheme, desk.unit
    ink = scheme.muted if gone else scheme.text
    canvas.box(box.corners, 14 * unit, edge)
    canvas.box(box.inside(thick * unit).corners, (14 - thick) * unit, scheme.page if gone else scheme.surface)
    number(canvas, scheme, card, (box.left + 36 * unit, box.top + 38 * unit), unit, ink)
    if gone:
        canvas.fill(icons.mask(icons.cross, 18 * unit), (box.right - 32 * unit, box.top + 38 * unit), ink)
    else:
        draw_effects(canvas, card, "E", (box.right - 64 * unit, box.top + 38 * unit), ink, 22 * unit)
    line = box.top + 70 * unit
    canvas.box([(box.left + 12 * unit, line), (box.right - 12 * unit, line + 2)], 0, scheme.well)
    draw_effects(canvas, card, "X", (box.left + 16 * unit, box.top + 97 * unit), ink, 20 * unit)


def _sector(desk: _Desk, bonus: Bonus, count: int, box: Box) -> None:
    canvas, scheme, unit = desk.canvas, desk.scheme, desk.unit
    canvas.box(box.corners, 12 * unit, scheme.surface)
    canvas.fill(icons.mask(BONUSES[bonus.name.lower()], 20 * unit), (box.left + 32 * unit, box.middle), scheme.text)
    canvas.text((box.right - 16 * unit, box.middle), f"×{count}", 28 * unit, scheme.muted, anchor="r")
    size = round(28 * unit)
    name = fit(desk.captions.text_of(BONUS_NAMES[bonus]), box.width - 122 * unit, size, Weight.MEDIUM)
    canvas.text((box.left + 66 * unit, box.middle), name, size, scheme.text, weight=Weight.MEDIUM)


def _civilisation(desk: _Desk, seat: int, each: Civilisation, box: Box) -> None:
    canvas, scheme, unit, y = desk.canvas, desk.scheme, desk.unit, box.middle
    canvas.box(box.corners, 12 * unit, scheme.surface)
    draw_token(canvas, scheme, seat, (box.left + 38 * unit, y), 23 * unit)
    things = [(ship, each.ships), *zip(TRACKS, each.levels, strict=True)]
    left = box.right - len(things) * 60 * unit
    size = round(32 * unit)
    name = fit(desk.captions.text_of(each.name), left - box.left - 84 * unit, size)
    canvas.text((box.left + 76 * unit, y), name, size, scheme.text)
    for place, (icon, value) in enumerate(things):
        x = left + place * 60 * unit
        ink = scheme.text if value else scheme.muted
        canvas.fill(icons.mask(icon, 15 * unit), (x + 15 * unit, y), ink)
        canvas.text((x + 34 * unit, y), str(value), 28 * unit, ink)


def draw_cards(view: ApexView, look: Look = PLAIN) -> bytes:
    """Return all cards as a PNG file: gone in this age, held by the viewer, held by others."""
    deck, every = deck_of(view), components(view.data).cards
    rows = -(-len(every) // _COLUMNS)
    cards = 142 if view.reconstruction is None else 182
    odds = cards + rows * (_CARD + _GAP) + _HEADING
    bottom = odds + (3 * (_LINE + _GAP) + 6 if deck.unseen else -_HEADING + 6)
    desk = _desk(dressed(look.theme, None), look.width, bottom, Captions(look.translate, str))
    desk.line(44, say("Cards: {round}", round=round_label(view)), 46)
    desk.line(98, _counts(deck), 30, muted=True, bold=False)
    if view.reconstruction is not None:
        desk.line(142, view.reconstruction, 30, bold=False)
    for place, card in enumerate(every):
        box, mine = desk.cell(place, _COLUMNS, cards, _CARD), card.index in deck.mine
        gone = card.index in deck.gone
        edge = desk.scheme.accent if mine else desk.scheme.well if gone else desk.scheme.muted
        _card(desk, card, box, edge, thick=6 if mine else 2, gone=gone)
    if deck.unseen:
        desk.line(odds - 28, _ODDS, 32)
        _odds(desk, odds, TRACKS, TRACK_NAMES, deck.tracks, "E", 0)
        _odds(desk, odds, ACTIONS, ACTION_NAMES, deck.actions, "X", 4)
    return desk.canvas.png()


def _counts(deck: Deck) -> Text:
    if deck.mine:
        return say(
            "{unseen} in other hands, {mine} in yours (framed), {gone} gone or left out (crossed out)",
            unseen=len(deck.unseen),
            mine=len(deck.mine),
            gone=len(deck.gone),
        )
    if deck.stock:
        return say("{stock} in use, {gone} gone or left out (crossed out)", stock=len(deck.stock), gone=len(deck.gone))
    return say("{unseen} in hands, {gone} gone or left out (crossed out)", unseen=len(deck.unseen), gone=len(deck.gone))


def _odds(
    desk: _Desk, top: float, symbols: Sequence[Icon], names: Sequence[Text], odds: Sequence[Odds], side: str, first: int
) -> None:
    canvas, scheme, unit = desk.canvas, desk.scheme, desk.unit
    for place, (icon, name, each) in enumerate(zip(symbols, names, odds, strict=True), first):
        box = desk.cell(place, 3, top, _LINE)
        canvas.box(box.corners, 12 * unit, scheme.surface)
        canvas.text((box.left + 24 * unit, box.middle), side, 30 * unit, scheme.muted, anchor="m")
        canvas.fill(icons.mask(icon, 18 * unit), (box.left + 60 * unit, box.middle), scheme.text)
        label, room = desk.captions.text_of(name), box.width - 242 * unit
        size = size_in(label, room, round(26 * unit), 18 * unit, Weight.MEDIUM)
        shown = fit(label, room, size, Weight.MEDIUM)
        canvas.text((box.left + 86 * unit, box.middle), shown, size, scheme.text, weight=Weight.MEDIUM)
        canvas.text((box.right - 116 * unit, box.middle), str(each.count), 28 * unit, scheme.text, anchor="r")
        share = desk.captions.text_of(say("{percent}%", percent=each.percent))
        canvas.text((box.right - 16 * unit, box.middle), share, 26 * unit, scheme.muted, anchor="r")


def sheet_text(data: str = "", look: Look = PLAIN) -> str:
    every, tell = components(data), look.text_of

    def cards(names: Sequence[Text], has: Callable[[Card, int], int]) -> str:
        numbers = (
            ", ".join(
                f"{card.index}×{count}" if count > 1 else str(card.index)
                for card in every.cards
                if (count := has(card, place))
            )
            for place in range(len(names))
        )
        return joined_clauses([f"{tell(name)} {each}" for name, each in zip(names, numbers, strict=True)], tell)

    bonuses = Counter(tile.bonus for tile in every.tiles)
    civilisations = [
        ", ".join(
            [
                tell(say("{civilisation}: ships {ships}", civilisation=each.name, ships=each.ships)),
                *(f"{tell(name)} {level}" for name, level in zip(TRACK_NAMES, each.levels, strict=True) if level),
            ]
        )
        for each in every.civilisations
    ]
    parts = (
        *((NOTICE,) if every.reconstruction else ()),
        say("Cards by Evolution: {cards}.", cards=cards(TRACK_NAMES, lambda card, track: card.evolution == track)),
        say("By Expansion: {cards}.", cards=cards(ACTION_NAMES, lambda card, action: card.actions[action])),
        say(
            "With 4 to 6 players only: {cards}.",
            cards=", ".join(str(card.index) for card in every.cards if card.circled),
        ),
        say("Sectors: {sectors}.", sectors=", ".join(f"{tell(BONUS_NAMES[each])} {bonuses[each]}" for each in Bonus)),
        say("{civilisations}.", civilisations=joined_clauses(civilisations, tell)),
    )
    whole = " ".join(map(tell, parts))
    return shortened(whole)
