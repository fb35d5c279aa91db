"""Cards as pictures: name, genes, freeze value, and abilities in signs and short words.

A face is drawn once for each theme, language and size, and reused for every copy of the card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import assert_never

from PIL import Image, ImageDraw

from engine.mutants.abilities import (
    Ability,
    Attack,
    Copy,
    Cycle,
    Discard,
    Draw,
    Effect,
    Flip,
    Force,
    Freeze,
    Gain,
    Health,
    Ko,
    Points,
    Take,
    Trigger,
    Weakness,
)
from engine.mutants.components import Card, Known, card_name, components
from engine.text import Text, Translate, say
from render import icons
from render.canvas import Canvas, Picture
from render.icons import Icon, bolt, star
from render.lettering import Weight, fit, size_in, width
from render.masks import Box, Point
from render.mutants import icons as symbols
from render.mutants.icons import GENES, draw_genes, gene_colour, genes_width
from render.theme import Colour, Colours, Theme, colours
from render.words import words_of

# Abilities in signs: symbols and short words, for cards; `engine.mutants.wording` has them in sentences.


_MAY = say("may", context="on a card, before an effect that is optional")
_CONDITIONS: dict[str, Text] = {
    "fury": say("in Fury:", context="on a card, before an effect"),
    "dread": say("in Dread:", context="on a card, before an effect"),
    "dominated": say("if dominated:", context="on a card, before an effect"),
    "dominating": say("if dominating:", context="on a card, before an effect"),
}
_ATTACKED: dict[str, Text] = {
    "dominating": say("those above you:", context="on a card, whom an attack hits"),
    "dominated": say("those below you:", context="on a card, whom an attack hits"),
    "all": say("all:", context="on a card, whom an attack hits"),
    "dread": say("those in Dread:", context="on a card, whom an attack hits"),
    "fury": say("those in Fury:", context="on a card, whom an attack hits"),
}
_YOU = say("you:", context="on a card of a boss, whom an attack hits")
_KOS: dict[str, Text] = {
    "same": say("same zone", context="on a card, which mutant is knocked out"),
    "active": say("active", context="on a card, which mutant is knocked out"),
    "flank": say("a flank", context="on a card, which mutant is knocked out"),
    "one": say("any one", context="on a card, which mutant is knocked out"),
    "all": say("all", context="on a card, which mutant is knocked out"),
    "self": say("this one", context="on a card, which mutant is knocked out"),
}
_FREEZES: dict[str, Text] = {
    "self": say("this one", context="on a card, what is frozen"),
    "hand": say("from hand", context="on a card, what is frozen"),
    "discard": say("from discard", context="on a card, what is frozen"),
    "arena": say("from arena", context="on a card, what is frozen"),
}
_GAINS: dict[str, Text] = {
    "hand": say("to hand", context="on a card, where a gained mutant goes"),
    "deck": say("to deck", context="on a card, where a gained mutant goes"),
    "incubator": say("to incubator", context="on a card, where a gained mutant goes"),
    "discard": say("to discard", context="on a card, where a gained mutant goes"),
    "freezer": say("to freezer", context="on a card, where a gained mutant goes"),
}
_SOURCES: dict[str, Text] = {
    "arena": say("of arena", context="on a card, what is copied"),
    "hand": say("of hand", context="on a card, what is copied"),
    "discard": say("of discard", context="on a card, what is copied"),
    "pool": say("of reserve", context="on a card, what is copied"),
}
_TAKEN = say("from discard", context="on a card, where a card is taken from")
_OCCASIONS: dict[str, Text] = {
    "breed": say("breed", context="on a card, an occasion"),
    "incubate": say("incubate", context="on a card, an occasion"),
    "deploy": say("deploy", context="on a card, an occasion"),
    "parry": say("parry", context="on a card, an occasion"),
    "fury": say("to Fury", context="on a card, an occasion"),
    "round": say("new round", context="on a card, an occasion"),
    "turn": say("its turn", context="on a card, an occasion"),
    "shuffle": say("shuffle", context="on a card, an occasion"),
    "leave": say("one leaves", context="on a card, an occasion"),
    "freeze": say("freeze", context="on a card, an occasion"),
    "cycle": say("cycle", context="on a card, an occasion"),
    "gain": say("gain", context="on a card, an occasion"),
    "ko": say("K.O.", context="on a card, an occasion"),
}
_SYMBOLS: dict[str, Icon] = {
    "breed": symbols.helix,
    "incubate": symbols.incubator,
    "deploy": symbols.deploy,
    "parry": symbols.parry,
    "fury": bolt,
    "shuffle": symbols.deck,
    "leave": symbols.leave,
    "freeze": symbols.snowflake,
    "cycle": symbols.cycle,
    "gain": symbols.gain,
    "ko": symbols.ko,
}
KEYWORDS: dict[Icon, str] = {
    symbols.cycle: "A",
    symbols.draw: "A",
    symbols.take: "A",
    symbols.snowflake: "B",
    symbols.attack: "C",
    symbols.ko: "C",
    symbols.gain: "D",
    symbols.copy: "E",
    symbols.transformation: "F",
    symbols.parry: "F",
    symbols.flip: "F",
    **{icon: gene for gene, icon in GENES.items()},
}
"""The gene with the keyword of a symbol, for its colour."""

TRANSFORMATION = say("top of deck", context="on a card, what a transformation becomes")


@dataclass(frozen=True, slots=True)
class Sign:
    """A symbol, a word beside it, or both, on one line of a card.

    Attributes:
        icon: None for a word alone.
        word: A number, or a text for the reader's language; empty for a symbol alone.
        fresh: Whether it begins a line: an attack, a condition, and the next sign after either.
        inner: Whether it belongs to the attack or condition before it.
        bound: Whether it stays on one line with the next sign.
    """

    icon: Icon | None
    word: Text | str = ""
    fresh: bool = False
    inner: bool = False
    bound: bool = False


def ability_signs(ability: Ability, *, boss: bool = False) -> tuple[Sign, ...]:
    """Return the signs of an ability, in order. A boss has one opponent: you."""
    signs: list[Sign] = []
    apart = False
    for effect in ability:
        first, *others = _effect(effect)
        if boss and isinstance(effect, Attack) and effect.who == "all" and not effect.condition:
            first = replace(first, word=_YOU)
        group = isinstance(effect, Attack) or bool(effect.condition)
        signs.append(replace(first, fresh=group or apart))
        signs += [replace(each, inner=True) for each in others] if group else others
        apart = group
    return tuple(signs)


def trigger_signs(trigger: Trigger) -> tuple[Sign, ...]:
    return (*occasion_signs(trigger.when), Sign(None, "›"), *ability_signs(trigger.do))


def weakness_signs(weakness: Weakness) -> tuple[Sign, ...]:
    damage = Sign(symbols.health, f"−{weakness.damage}")
    return (*occasion_signs(weakness.when, weakness.gene), Sign(None, "›"), damage)


def occasion_signs(when: str, gene: str = "") -> tuple[Sign, ...]:
    signs = [Sign(_SYMBOLS.get(when), _OCCASIONS[when])]
    if gene:
        signs.append(Sign(GENES[gene]))
    return tuple(signs)


def freeze_sign(value: int, per: str) -> tuple[Sign, ...]:
    """Return a freeze value; a variable one is for each symbol of a gene (M52)."""
    return (Sign(symbols.snowflake, f"{value}×"), Sign(GENES[per])) if per else (Sign(symbols.snowflake, str(value)),)


def _effect(effect: Effect) -> Iterator[Sign]:  # noqa: PLR0912 - one case for each verb
    if effect.condition:
        yield Sign(None, _CONDITIONS[effect.condition])
    match effect:
        case Force(n):
            yield Sign(symbols.force, _signed(n))
        case Cycle(n):
            yield Sign(symbols.cycle, str(n))
        case Draw(n):
            yield Sign(symbols.draw, str(n))
        case Discard(n):
            yield Sign(symbols.discard, str(n))
        case Freeze(what, may):
            yield from _may(may)
            yield Sign(symbols.snowflake, _FREEZES[what])
        case Gain(zone, cost, may):
            yield from _may(may)
            if cost:
                yield Sign(symbols.discard, f"{cost} ›")
            yield Sign(symbols.gain, _GAINS[zone])
        case Take(n):
            yield Sign(symbols.take, _TAKEN)
            if n:
                yield Sign(symbols.discard, str(n))
        case Attack(who, effects):
            yield Sign(symbols.attack, _ATTACKED[who])
            for each in effects:
                yield from _effect(each)
        case Ko(what):
            yield Sign(symbols.ko, _KOS[what])
        case Flip():
            yield Sign(symbols.flip, "1")
        case Copy(what, source):
            yield Sign(symbols.copy)
            if what != "leave":
                yield Sign(symbols.deploy, _SOURCES[source] if what == "deploy" else "/")
            if what != "deploy":
                yield Sign(symbols.leave, _SOURCES[source])
        case Points(n):
            yield Sign(star, _signed(n))
        case Health(n):
            yield Sign(symbols.health, _signed(n))
        case _:
            assert_never(effect)


def _may(may: bool) -> tuple[Sign, ...]:
    return (Sign(None, _MAY, bound=True),) if may else ()


def _signed(n: int) -> str:
    return f"+{n}" if n > 0 else f"−{-n}"


FACES_KEPT = 256
"""Cached faces: all cards in four themes or languages, or in several sizes; about 90 kilobytes each."""
ROUNDING = 16
"""Of the corners of a card, in pixels of a picture 1,200 wide."""
SIDE = 8
"""From the side of a card to its rows."""

_NONE = (Sign(None, "–"),)


@dataclass(frozen=True, slots=True)
class Make:
    """The measures of one kind of cards, in pixels of a picture 1,200 wide: width, size of words and of names."""

    across: int
    size: int
    name: int

    @property
    def line(self) -> float:
        return 1.36 * self.size

    @property
    def pad(self) -> float:
        return 0.2 * self.size

    @property
    def band(self) -> float:
        return 1.62 * self.name

    @property
    def reach(self) -> float:
        return 0.54 * self.size


LARGE = Make(573, 31, 38)
"""Two in a row."""
MIDDLE = Make(379, 27, 32)
"""Three in a row."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of a card: a symbol for its kind, lines of signs, and whether it is known."""

    symbol: Icon
    lines: tuple[tuple[Sign, ...], ...]
    known: Known


@dataclass(frozen=True, slots=True)
class Face:
    """Everything but its height that decides a card's look.

    Attributes:
        data: Version of the data file; empty for the current one.
        code: The card's.
        theme: With the livery of genes.
        unit: Pixels for one pixel of the design.
        marked: Whether it is framed.
    """

    data: str
    code: str
    make: Make
    theme: Theme
    translate: Translate
    unit: float
    marked: bool = False

    @property
    def edge(self) -> float:
        return (6 if self.marked else 2) * self.unit


def draw_face(canvas: Canvas, each: Face, corner: Point, high: int) -> None:
    """Draw a card, its upper left on a point, as high as the others in its row."""
    lay_face(canvas, each, face(each), corner, high)


def lay_face(canvas: Canvas, each: Face, picture: Picture, corner: Point, high: int) -> None:
    left, top = round(corner[0]), round(corner[1])
    rounding = ROUNDING * each.unit
    _draw_frame(canvas, each, Box(left, top, left + picture.width, top + high))
    # The part above the lower corners, and the rest of the last row between them.
    above, side, end = (
        picture.height - round(rounding),
        round(SIDE * each.unit),
        picture.height - round(SIDE * each.unit),
    )
    inner = picture.crop((0, 0, picture.width, above))
    canvas.lay(inner, (left, top), _rounded(inner.size, round(rounding) - 1, below=False))
    canvas.lay(picture.crop((side, above, picture.width - side, end)), (left + side, top + above))


@lru_cache(maxsize=FACES_KEPT)
def face(each: Face) -> Picture:
    """Return a card as a picture in the theme's palette, at its least height (`face_height`)."""
    return paint_face(each)


def paint_face(each: Face) -> Picture:
    """Return the same without the cache, for pictures with a cache of their own."""
    card, scheme, make, unit = components(each.data).card(each.code), colours(each.theme), each.make, each.unit
    height = face_height(each.data, each.code, make, each.translate, unit)
    canvas = Canvas.blank(round(make.across * unit), height, scheme.page, each.theme, crowded=True)
    _draw_frame(canvas, each, Box(0, 0, canvas.width, height))
    _name(canvas, scheme, card, each)
    top = make.band * unit
    _traits(canvas, scheme, card, make, unit, top)
    top += 1.9 * make.size * unit
    for row in _rows(card, make, each.translate, unit):
        bottom = top + (2 * make.pad + len(row.lines) * make.line) * unit
        _row(canvas, scheme, row, make, Box(SIDE * unit, top, canvas.width - SIDE * unit, bottom), unit)
        top = bottom + 5 * unit
    return canvas.picture


def _draw_frame(canvas: Canvas, each: Face, box: Box) -> None:
    scheme, rounding = colours(each.theme), ROUNDING * each.unit
    canvas.box(box.corners, rounding, scheme.accent if each.marked else scheme.muted)
    canvas.box(box.inside(each.edge).corners, rounding - each.edge, scheme.surface)


@lru_cache(maxsize=1024)
def face_height(data: str, code: str, make: Make, translate: Translate, unit: float) -> int:
    rows = _rows(components(data).card(code), make, translate, unit)
    tall = sum(2 * make.pad + len(row.lines) * make.line + 5 for row in rows)
    return round((make.band + 1.9 * make.size + tall + 5) * unit)


def traits_width(data: str, code: str, make: Make) -> float:
    """Return the least width of a mutant's genes, code and freeze value, in pixels of a picture 1,200 wide."""
    card, size = components(data).card(code), make.size
    total = genes_width(card.genes, 0.68 * size) + 8 + 6 + width(card.code, size, Weight.MEDIUM)
    worth = freeze_sign(card.freeze, card.per)
    total += sum(width(str(sign.word), round(1.15 * size)) + 6 for sign in worth if sign.word)
    total += sum(1.24 * size + 4 for sign in worth if sign.icon is not None)
    ticks = sum(card.knows(field) is not Known.NO for field in ("genes", "freeze"))
    return 2 * 14 + total + ticks * (0.72 * size + 5) + 0.4 * size


def rows_fit(data: str, code: str, make: Make, translate: Translate) -> bool:
    """Return whether no line of a card's rows is too wide: a long word cannot be broken."""
    gap = 0.42 * make.size
    return all(
        (_indent(line[0], make, 1.0) if place else 0.0) + sum(_wide(sign, make, 1.0) + gap for sign in line) - gap
        <= _room(make, row.known)
        for row in _rows(components(data).card(code), make, translate, 1.0)
        for place, line in enumerate(row.lines)
    )


def even_height(data: str, codes: Sequence[str], make: Make, translate: Translate, unit: float) -> int:
    return max((face_height(data, code, make, translate, unit) for code in codes), default=0)


def lay(canvas: Canvas, picture: Picture, corner: Point, rounding: float) -> None:
    """Paste a small card, its upper left on a point, without its corners."""
    canvas.lay(picture, corner, _rounded(picture.size, round(rounding)))


@lru_cache(maxsize=128)
def _rounded(size: tuple[int, int], rounding: int, *, below: bool = True) -> Picture:
    """Return the pixels of a box with rounded corners; without `below` only the upper ones are rounded."""
    mask = Image.new("1", size)
    corners, box = (True, True, below, below), (0, 0, size[0] - 1, size[1] - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, max(rounding, 0), fill=1, corners=corners)
    return Picture(mask)


def name_colours(scheme: Colours, kind: str) -> tuple[Colour, Colour]:
    """Return the ground and the letters of a name: basic mutants on white, advanced ones on black (M1)."""
    white, black = sorted((scheme.page, scheme.text), reverse=True)
    return (white, black) if kind == "basic" else (black, white)


def _name(canvas: Canvas, scheme: Colours, card: Card, each: Face) -> None:
    make, unit, edge = each.make, each.unit, each.edge
    ground, ink = name_colours(scheme, card.kind)
    right = canvas.width - edge
    canvas.box([(edge, edge), (right, make.band * unit)], ROUNDING * unit - edge, ground)
    canvas.box([(edge, 0.5 * make.band * unit), (right, make.band * unit)], 0, ground)
    canvas.box([(edge, (make.band - 2) * unit), (right, make.band * unit)], 0, scheme.muted)
    left, size, y = 16 * unit, round(make.name * unit), make.band / 2 * unit
    right -= 14 * unit
    if card.kind == "boss":
        reach = 0.5 * make.name * unit
        arrow = symbols.left if card.arrow == "L" else symbols.right
        canvas.fill(icons.mask(arrow, reach), (right - reach, y), ink)
        right = _tick(canvas, make, card.knows("arrow"), right - 2 * reach - 8 * unit, y, ink, unit, side=-1)
    room = right - left - 1.1 * make.size * unit
    name = card_name(card).render(each.translate)
    size = size_in(name, room, size, 0.72 * make.name * unit)
    shown = fit(name, room, size)
    canvas.text((left, y + unit), shown, size, ink)
    _tick(canvas, make, card.knows("name_en"), left + width(shown, size) + 8 * unit, y, ink, unit)


def _traits(canvas: Canvas, scheme: Colours, card: Card, make: Make, unit: float, top: float) -> None:
    y, reach, size = top + 0.97 * make.size * unit, 0.68 * make.size * unit, round(make.size * unit)
    left, right = 14 * unit, canvas.width - 14 * unit
    if card.genes:
        draw_genes(canvas, scheme, card.genes, (left, y), reach)
        left += genes_width(card.genes, reach) + 8 * unit
        left = _tick(canvas, make, card.knows("genes"), left, y, scheme.text, unit)
    canvas.text((left + 6 * unit, y), card.code, size, scheme.muted, weight=Weight.MEDIUM)
    if card.kind == "boss":
        canvas.text((right, y), f"×{card.copies}", size, scheme.muted, anchor="r")
        return
    right = _tick(canvas, make, card.knows("freeze"), right, y, scheme.text, unit, side=-1)
    for sign in reversed(freeze_sign(card.freeze, card.per)):
        colour = scheme.text if isinstance(sign.word, str) and sign.word else scheme.muted
        if sign.word:
            canvas.text((right, y), str(sign.word), round(1.15 * size), colour, anchor="r")
            right -= width(str(sign.word), round(1.15 * size)) + 6 * unit
        if sign.icon is not None:
            reach = 0.62 * make.size * unit
            canvas.fill(icons.mask(sign.icon, reach), (right - reach, y), ink_of(scheme, sign.icon))
            right -= 2 * reach + 4 * unit


def _tick(
    canvas: Canvas, make: Make, known: Known, x: float, y: float, ink: Colour, unit: float, *, side: int = 1
) -> float:
    """Draw the mark of a known value, to the right of a place or (`side` -1) to its left; return where it ends."""
    if known is Known.NO:
        return x
    reach = 0.36 * make.size * unit
    draw_known(canvas, ink, known, (x + side * reach, y), reach)
    return x + side * (2 * reach + 5 * unit)


def draw_known(canvas: Canvas, ink: Colour, known: Known, centre: Point, reach: float) -> None:
    if known is Known.YES:
        canvas.fill(icons.mask(icons.tick, reach), centre, ink)
    else:
        canvas.fill(icons.mask(icons.disc, 0.6 * reach), centre, ink)


def _rows(card: Card, make: Make, translate: Translate, unit: float) -> Iterator[_Row]:
    boss = card.kind == "boss"

    def row(symbol: Icon, signs: tuple[Sign, ...], field: str) -> _Row:
        known = card.knows(field)
        room = _room(make, known) * unit
        return _Row(symbol, tuple(_broken(signs or _NONE, make, translate, room, unit)), known)

    if card.transformation:
        yield row(symbols.transformation, (Sign(symbols.deck, TRANSFORMATION),), "transformation")
    else:
        yield row(symbols.deploy, ability_signs(card.deploy, boss=boss), "deploy")
    yield row(symbols.leave, ability_signs(card.leave, boss=boss), "leave")
    for trigger in card.permanent:
        yield row(symbols.permanent, trigger_signs(trigger), "permanent")
    if card.parry:
        yield row(symbols.parry, ability_signs(card.parry), "parry")
    if card.weakness is not None:
        yield row(symbols.target, weakness_signs(card.weakness), "weakness")


def _room(make: Make, known: Known) -> float:
    """Return the greatest width of a row's line, in pixels of a picture 1,200 wide."""
    return make.across - 24 - (2.1 if known is Known.NO else 3.1) * make.size


def _broken(
    signs: Sequence[Sign], make: Make, translate: Translate, room: float, unit: float
) -> Iterator[tuple[Sign, ...]]:
    """Yield signs line by line; too long words go on in the next one."""
    line: list[Sign] = []
    taken, gap = 0.0, 0.42 * make.size * unit
    parts = [part for each in signs for part in _parts(each, make, translate, room, unit)]
    for place, sign in enumerate(parts):
        wide = _wide(sign, make, unit)
        after = gap + _wide(parts[place + 1], make, unit) if sign.bound and place + 1 < len(parts) else 0.0
        if line and (sign.fresh or taken + gap + wide + after > room):
            yield tuple(line)
            line, taken = [], _indent(sign, make, unit)
        taken += wide + (gap if line else 0)
        line.append(sign)
    yield tuple(line)


def _indent(first: Sign, make: Make, unit: float) -> float:
    """Return the indent of a line by its first sign: within an attack or after a condition."""
    return 0.9 * make.size * unit if first.inner else 0.0


def _parts(sign: Sign, make: Make, translate: Translate, room: float, unit: float) -> Iterator[Sign]:
    """Yield a sign with its word in the reader's language, in pieces if it is wider than a line."""
    word = sign.word.render(translate) if isinstance(sign.word, Text) else sign.word
    whole = replace(sign, word=word)
    if _wide(whole, make, unit) + _indent(sign, make, unit) <= room or " " not in word:
        yield whole
        return
    words, icon = words_of(word), sign.icon
    while words:
        part, more = Sign(icon, words[0], sign.fresh and icon is sign.icon, inner=sign.inner or icon is None), 1
        while (
            more < len(words) and _wide(longer := replace(part, word=f"{part.word} {words[more]}"), make, unit) <= room
        ):
            part, more = longer, more + 1
        yield part
        words, icon = words[more:], None


def _wide(sign: Sign, make: Make, unit: float) -> float:
    words = width(str(sign.word), round(make.size * unit), _weight(sign)) if sign.word else 0.0
    if sign.icon is None:
        return words
    return 2 * make.reach * unit + (words + 0.2 * make.size * unit if words else 0)


def _weight(sign: Sign) -> Weight:
    return Weight.MEDIUM if any(each.isalpha() for each in str(sign.word)) else Weight.BOLD


def ink_of(scheme: Colours, icon: Icon) -> Colour:
    return gene_colour(scheme, KEYWORDS[icon]) if icon in KEYWORDS else scheme.text


def _row(canvas: Canvas, scheme: Colours, row: _Row, make: Make, box: Box, unit: float) -> None:
    canvas.box(box.corners, 10 * unit, scheme.well)
    reach, size = 0.6 * make.size * unit, round(make.size * unit)
    ink = ink_of(scheme, row.symbol) if row.symbol in KEYWORDS else scheme.muted
    first = box.top + (make.pad + make.line / 2) * unit
    canvas.fill(icons.mask(row.symbol, reach), (box.left + 10 * unit + reach, first), ink)
    _tick(canvas, make, row.known, box.right - 10 * unit, first, scheme.text, unit, side=-1)
    for place, line in enumerate(row.lines):
        y = first + place * make.line * unit
        left = box.left + 2.1 * make.size * unit + (_indent(line[0], make, unit) if place else 0)
        for sign in line:
            start = left
            if sign.icon is not None:
                reach = make.reach * unit
                canvas.fill(icons.mask(sign.icon, reach), (left + reach, y), ink_of(scheme, sign.icon))
                left += 2 * reach + 0.2 * make.size * unit
            if sign.word:
                canvas.text((left, y), str(sign.word), size, scheme.text, weight=_weight(sign))
            left = start + _wide(sign, make, unit) + 0.42 * make.size * unit
