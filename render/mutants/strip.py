"""Cards side by side, and single ones as square tiles: hands, draft packs, ready decks, bosses, galleries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from engine.mutants.components import components
from engine.mutants.wording import card_texts
from engine.text import Text, Translate, say
from render import icons
from render.canvas import Canvas
from render.icons import Icon
from render.lettering import Captions, Weight, fit, in_width, plain, size_in
from render.masks import Box, Point
from render.mutants import icons as symbols
from render.mutants.cards import (
    LARGE,
    MIDDLE,
    Face,
    Make,
    draw_face,
    even_height,
    face_height,
    ink_of,
    lay_face,
    paint_face,
    rows_fit,
    traits_width,
)
from render.theme import Colour, Colours, Livery, Theme, colours
from render.words import DESIGN_WIDTH, PLAIN, Look, unit_of

MARGIN = 18
GAP = 13
FEW = 4
"""Up to this number of cards in all are drawn larger, two in a row."""

_READ = 28
"""Size of sentences."""
_LINE = 38
_TITLE = 64
_HEADING = 58
_TAG = 42
_LEGEND = 42

ROWS: tuple[tuple[Icon, Text], ...] = (
    (symbols.deploy, say("when deployed", context="part of a card")),
    (symbols.leave, say("when it leaves", context="part of a card")),
    (symbols.snowflake, say("freeze value", context="part of a card")),
    (symbols.transformation, say("transformation", context="part of a card")),
    (symbols.permanent, say("permanent", context="part of a card")),
    (symbols.parry, say("parry", context="part of a card")),
)
"""The legend of a card's parts, below every strip."""
_BOSS_ROWS = (*ROWS[:2], (symbols.target, say("weakness", context="part of a card")))
_KNOWN = say("known", context="mark on a card")
_PARTLY = say("partly known", context="mark on a card")


@dataclass(frozen=True, slots=True)
class Placed:
    """A card of a strip.

    Attributes:
        tag: A line above it, e.g. the number of cards below; empty for none.
        marked: Whether it is framed.
    """

    code: str
    tag: Text | str = ""
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """Cards from left to right, row by row, with a heading of their own and a line below it."""

    cards: tuple[Placed, ...]
    heading: Text | None = None
    note: Text | None = None


def dressed(theme: Theme) -> Theme:
    """Return a reader's theme with the livery of genes."""
    return replace(theme, livery=Livery.GENES, worn=())


def draw_strip(
    title: Text, parts: Sequence[Part], look: Look = PLAIN, *, data: str = "", note: Text | None = None
) -> bytes:
    """Return cards as a PNG file that can be read 400 pixels wide; `note` is a line below the title."""
    return _Strip(look, data, parts).draw(title, note)


_Item: TypeAlias = tuple[Icon | None, Text, float]
"""Of a legend: a symbol, its meaning, and its size."""


_Block: TypeAlias = tuple[float, Callable[[float], None]]
"""A height in pixels, and the function that draws the block from its top on."""


class _Strip:
    """A strip in the making; it is planned as blocks from the top down, then drawn."""

    def __init__(self, look: Look, data: str, parts: Sequence[Part]) -> None:
        self.codes = [each.code for part in parts for each in part.cards]
        self.theme = dressed(look.theme)
        self.scheme: Colours = colours(self.theme)
        self.look, self.data, self.parts = look, data, parts
        self.unit = unit_of(look.width)
        few = len(self.codes) <= FEW
        self.make: Make = LARGE if few else MIDDLE
        self.columns = 2 if few else 3
        self.captions = Captions(look.translate, look.called(plain))

    def draw(self, title: Text, note: Text | None) -> bytes:
        blocks = [self._heading(title, _TITLE, 44), *self._note(note)]
        for part in self.parts:
            blocks += [self._heading(part.heading, _HEADING, 36)] if part.heading else []
            blocks += self._note(part.note)
            for start in range(0, len(part.cards), self.columns):
                line = part.cards[start : start + self.columns]
                blocks += [self._tags(line)] if any(each.tag for each in line) else []
                blocks.append(self._cards(line))
        blocks += self._legend()
        y, unit = MARGIN * self.unit, self.unit
        high = 2 * y + sum(tall for tall, _ in blocks)
        self.canvas = Canvas.blank(round(DESIGN_WIDTH * unit), round(high), self.scheme.page, self.theme, crowded=True)
        for tall, paint in blocks:
            paint(y)
            y += tall
        return self.canvas.png()

    def _heading(self, text: Text, high: float, size: int) -> _Block:
        unit, real = self.unit, round(size * self.unit)
        room, least = (DESIGN_WIDTH - 2 * MARGIN - 8) * unit, 0.66 * real
        real = size_in(self.captions.text_of(text), room, real, least)
        shown = self.captions.text_in(text, room, real)

        def paint(y: float) -> None:
            self.canvas.text(((MARGIN + 4) * unit, y + high / 2 * unit), shown, real, self.scheme.text)

        return high * unit, paint

    def _note(self, text: Text | None) -> list[_Block]:
        if text is None:
            return []
        unit, size = self.unit, round(_READ * self.unit)
        room = (DESIGN_WIDTH - 2 * MARGIN - 8) * unit
        lines = in_width(self.captions.text_of(text), room, size, Weight.MEDIUM)

        def paint(y: float) -> None:
            self._sentences(lines, ((MARGIN + 4) * unit, y), self.scheme.muted)

        return [((len(lines) * _LINE + 8) * unit, paint)]

    def _sentences(self, lines: Sequence[str], corner: Point, ink: Colour) -> None:
        size = round(_READ * self.unit)
        for place, line in enumerate(lines):
            at = corner[0], corner[1] + (place + 0.5) * _LINE * self.unit
            self.canvas.text(at, line, size, ink, weight=Weight.MEDIUM)

    def _left(self, place: int) -> float:
        return (MARGIN + place * (self.make.across + GAP)) * self.unit

    def _cards(self, line: Sequence[Placed]) -> _Block:
        unit, make, translate = self.unit, self.make, self.look.translate
        high = even_height(self.data, [each.code for each in line], make, translate, unit)
        words = self._words() if len(self.codes) == 1 else []

        def paint(y: float) -> None:
            for place, each in enumerate(line):
                card = Face(self.data, each.code, make, self.theme, translate, unit, each.marked)
                draw_face(self.canvas, card, (self._left(place), y), high)
            self._sentences(words, (self._left(1) + GAP * unit, y), self.scheme.text)

        return max(high, len(words) * _LINE * unit) + GAP * unit, paint

    def _words(self) -> list[str]:
        """Return the description of a card shown alone, line by line; it has room beside it."""
        room, size = (DESIGN_WIDTH - MARGIN) * self.unit - self._left(1) - GAP * self.unit, round(_READ * self.unit)
        texts = card_texts(components(self.data).card(self.codes[0]))
        return [line for text in texts for line in in_width(self.captions.text_of(text), room, size, Weight.MEDIUM)]

    def _tags(self, line: Sequence[Placed]) -> _Block:
        unit, size = self.unit, round(28 * self.unit)

        def paint(y: float) -> None:
            for place, each in enumerate(line):
                word = self.captions.text_of(each.tag) if isinstance(each.tag, Text) else each.tag
                shown = fit(word, (self.make.across - 16) * unit, size, Weight.MEDIUM)
                at = self._left(place) + 8 * unit, y + (_TAG / 2 - 2) * unit
                self.canvas.text(at, shown, size, self.scheme.text, weight=Weight.MEDIUM)

        return _TAG * unit, paint

    def _legend(self) -> list[_Block]:
        every = components(self.data)
        if not self.codes:
            return []
        rows = _BOSS_ROWS if all(every.card(code).kind == "boss" for code in self.codes) else ROWS
        lines: list[tuple[_Item, ...]] = [
            tuple((icon, text, 1.0) for icon, text in rows[start : start + 3]) for start in range(0, len(rows), 3)
        ]
        if every.reconstructed is not None:
            lines += [((icons.tick, _KNOWN, 0.7), (icons.disc, _PARTLY, 0.4)), ((None, every.reconstructed, 0.0),)]
        return [self._items(items) for items in lines]

    def _items(self, items: Sequence[_Item]) -> _Block:
        unit, scheme = self.unit, self.scheme
        across = (DESIGN_WIDTH - 2 * MARGIN) / (3 if len(items) > 1 else 1) * unit

        def paint(y: float) -> None:
            middle = y + _LEGEND / 2 * unit
            for place, (icon, text, share) in enumerate(items):
                left = (MARGIN + 4) * unit + place * across
                room = across - 12 * unit
                if icon is not None:
                    reach = 16 * unit
                    colour = ink_of(scheme, icon) if share == 1 else scheme.text
                    self.canvas.fill(icons.mask(icon, share * reach), (left + reach, middle), colour)
                    left, room = left + 2 * reach + 12 * unit, room - 2 * reach - 12 * unit
                word = self.captions.text_of(text)
                size = size_in(word, room, round(28 * unit), 22 * unit, Weight.MEDIUM)
                colour = scheme.text if icon is None else scheme.muted
                self.canvas.text(
                    (left, middle), fit(word, room, size, Weight.MEDIUM), size, colour, weight=Weight.MEDIUM
                )

        return _LEGEND * unit, paint


# Single cards as square pictures, shown side by side in a message, each a third of a phone wide.


TILES_KEPT = 256
"""Cached tiles: all cards in six themes or languages, or marked; about ten kilobytes each."""
ACROSS = 480
"""Sides of a tile, in pixels: four on each of a third of a phone."""
NAME = 56
"""Of the name, where it fits."""
SIZES = (56, 52, 48, 45, 42, 39, 36, 33, 30, 27, 24, 21, 18)
"""Of words, from the largest: a card uses the largest size with room for all its abilities."""
RIM, APART = 18, 6
"""The width of a marked card's frame, and its distance: enough for a third of a phone."""


@lru_cache(maxsize=TILES_KEPT)
def tile(data: str, code: str, theme: Theme, translate: Translate, *, marked: bool = False) -> bytes:
    """Return a card as a square PNG file; `data` is a data version, empty for the current one."""
    scheme, edge = colours(theme), RIM + APART if marked else 0
    inner = ACROSS - 2 * edge
    canvas = Canvas.blank(ACROSS, ACROSS, scheme.page, theme, crowded=True)
    if marked:
        whole = Box(0, 0, ACROSS, ACROSS)
        canvas.box(whole.corners, 2 * RIM, scheme.accent)
        canvas.box(whole.inside(RIM).corners, RIM, scheme.page)
    each = Face(data, code, make_of(data, code, translate, inner), theme, translate, 1.0)
    lay_face(canvas, each, paint_face(each), (edge, edge), inner)
    return canvas.png()


def make_of(data: str, code: str, translate: Translate, across: int = ACROSS) -> Make:
    makes = [Make(across, size, NAME) for size in SIZES]
    return next((each for each in makes if _has_room(data, code, each, translate)), makes[-1])


def _has_room(data: str, code: str, make: Make, translate: Translate) -> bool:
    if traits_width(data, code, make) > make.across or not rows_fit(data, code, make, translate):
        return False
    return face_height(data, code, make, translate, 1.0) <= make.across
