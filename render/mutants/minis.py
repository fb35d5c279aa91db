"""Small cards: those in arenas where there is little room, those that are K.O., incubators and tops of reserves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from PIL import Image

from engine.mutants.box import Card
from engine.mutants.components import components
from engine.mutants.vocabulary import Ability
from engine.mutants.wording import card_name
from render import icons
from render.box import Box
from render.canvas import Canvas
from render.icons import Icon
from render.lettering import fit, size_in, width
from render.mutants import icons as symbols
from render.mutants.cards import ink_of, name_colours
from render.mutants.genes import GENES, draw_genes, genes_width
from render.mutants.signs import ability_signs
from render.theme import Colours, Theme, colours

MINIS_KEPT = 512
"""Small cards kept: of one theme all cards in several forms; about 30 kilobytes each."""
BAND = 46
TRAITS = 52
ROW = 48
NARROW = 180
"""Below this width there is room for the code only, and nothing for what the card does."""
BROAD = 240
"""From this width on a card is the top of a reserve, and tells what it does when it is deployed."""
PILE = 60
"""Room at the right of such a card for how many its pile has."""


@lru_cache(maxsize=MINIS_KEPT)
def mini(data: str, code: str, across: int, high: int, theme: Theme, unit: float, *, down: bool = False) -> Image.Image:
    """Return a small card as a picture in the theme's palette.

    Args:
        data: Version of the data file; the current one if it is empty.
        code: The card's.
        across: How wide it is, in pixels.
        high: How high it is, in pixels.
        theme: With the livery of genes.
        unit: Pixels for one pixel of the design.
        down: Whether it is K.O. and lies face down, known as it is.
    """
    card, scheme = components(data).card(code), colours(theme)
    canvas = Canvas.blank(across, high, scheme.surface, theme, crowded=True)
    canvas.box([(0, 0), (across, high)], 12 * unit, scheme.muted)
    edge = 2 * unit
    canvas.box([(edge, edge), (across - edge, high - edge)], 10 * unit, scheme.well if down else scheme.surface)
    _band(canvas, scheme, card, unit, down=down)
    if down:
        _back(canvas, scheme, card, unit)
    elif across < NARROW * unit:
        _narrow(canvas, scheme, card, unit)
    else:
        _wide(canvas, scheme, card, unit)
    return canvas.image


def _band(canvas: Canvas, scheme: Colours, card: Card, unit: float, *, down: bool) -> None:
    ground, ink = name_colours(scheme, card.kind)
    if down:
        ground, ink = scheme.well, scheme.muted
    across, edge, high = canvas.image.width, 2 * unit, BAND * unit
    canvas.box([(edge, edge), (across - edge, high)], 10 * unit, ground)
    canvas.box([(edge, high / 2), (across - edge, high)], 0, ground)
    canvas.box([(edge, high - edge), (across - edge, high)], 0, scheme.muted)
    narrow = across < NARROW * unit
    name, size = (card.code, round(31 * unit)) if narrow else (card_name(card), round(28 * unit))
    room = across - 20 * unit
    size = size_in(name, room, size, 20.5 * unit)
    canvas.text((12 * unit, high / 2 + unit), fit(name, room, size), size, ink)


def _back(canvas: Canvas, scheme: Colours, card: Card, unit: float) -> None:
    """Draw what is seen of a card that is K.O.: what it is, and a saltire over its back."""
    middle = (BAND * unit + canvas.image.height) / 2
    reach = min(0.36 * (canvas.image.height - BAND * unit), 44 * unit)
    canvas.fill(icons.mask(symbols.ko, reach), (canvas.image.width / 2, middle), scheme.danger)
    y = canvas.image.height - 24 * unit
    if card.genes:
        draw_genes(canvas, scheme, card.genes, (12 * unit, y), 13 * unit)


def _narrow(canvas: Canvas, scheme: Colours, card: Card, unit: float) -> None:
    """Draw genes; below them there is room for how many cards a pile has."""
    draw_genes(canvas, scheme, card.genes, (10 * unit, (BAND + TRAITS / 2) * unit), 19 * unit)


def _worth(canvas: Canvas, scheme: Colours, card: Card, left: float, y: float, unit: float) -> float:
    """Draw a freeze value from a point to the right; return where it ends."""
    reach, size = 16 * unit, round(30 * unit)
    canvas.fill(icons.mask(symbols.snowflake, reach), (left + reach, y), ink_of(scheme, symbols.snowflake))
    left += 2 * reach + 5 * unit
    text = f"{card.freeze}×" if card.per else str(card.freeze)
    canvas.text((left, y), text, size, scheme.text)
    left += width(text, size) + 3 * unit
    if card.per:
        canvas.fill(icons.mask(GENES[card.per], reach), (left + reach, y), ink_of(scheme, GENES[card.per]))
        left += 2 * reach
    return left


def _wide(canvas: Canvas, scheme: Colours, card: Card, unit: float) -> None:
    """Draw genes, abilities that last, the freeze value, and one ability: for more there is no room."""
    y, left = (BAND + TRAITS / 2) * unit, 10 * unit
    draw_genes(canvas, scheme, card.genes, (left, y), 19 * unit)
    left += genes_width(card.genes, 19 * unit) + 6 * unit
    for icon in _abilities(card):
        canvas.fill(icons.mask(icon, 15 * unit), (left + 16 * unit, y), ink_of(scheme, icon))
        left += 34 * unit
    taken = 38 + width(str(card.freeze), round(30 * unit)) / unit + (50 if card.per else 0)
    _worth(canvas, scheme, card, canvas.image.width - (taken + 10) * unit, y, unit)
    top = (BAND + TRAITS) * unit
    broad = canvas.image.width >= BROAD * unit
    box = Box(6 * unit, top, canvas.image.width - (PILE if broad else 6) * unit, top + ROW * unit)
    if broad:  # a top of a reserve: what it does when it is bred
        if card.transformation:
            _signs(canvas, scheme, symbols.transformation, (symbols.deck,), box, unit)
        else:
            _signs(canvas, scheme, symbols.deploy, tuple(_compact(card.deploy)), box, unit)
    else:  # in an arena: what it does when it leaves
        _signs(canvas, scheme, symbols.leave, tuple(_compact(card.leave)), box, unit)


def _abilities(card: Card) -> Iterator[Icon]:
    if card.permanent:
        yield symbols.permanent
    if card.parry:
        yield symbols.parry


def _compact(ability: Ability) -> Iterator[Icon | str]:
    """Yield the signs of an ability without their words: symbols and numbers."""
    for sign in ability_signs(ability):
        if sign.icon is not None:
            yield sign.icon
        if isinstance(sign.word, str) and sign.word and sign.word not in "/›":
            yield sign.word


def _signs(canvas: Canvas, scheme: Colours, symbol: Icon, signs: tuple[Icon | str, ...], box: Box, unit: float) -> None:
    """Draw a row of symbols and numbers, closer together where there are many."""
    canvas.box(box.corners, 8 * unit, scheme.well)
    y, left, size, reach = box.middle, box.left + 6 * unit, round(29 * unit), 16 * unit
    colour = ink_of(scheme, symbol) if symbol is symbols.transformation else scheme.muted
    canvas.fill(icons.mask(symbol, 0.92 * reach), (left + reach, y), colour)
    left += 2 * reach + 8 * unit
    wide = sum(width(each, size) + 6 * unit if isinstance(each, str) else 2 * reach + 5 * unit for each in signs)
    gap = min(0.0, (box.right - 4 * unit - left - wide) / max(len(signs), 1))
    for each in signs or ("–",):
        if isinstance(each, str):
            canvas.text((left, y), each, size, scheme.text)
            left += width(each, size) + 6 * unit + gap
        else:
            canvas.fill(icons.mask(each, reach), (left + reach, y), ink_of(scheme, each))
            left += 2 * reach + 5 * unit + gap
