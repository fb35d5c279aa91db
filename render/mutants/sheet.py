"""The aid card (M72) as a picture: a turn, points of rounds, genes with their effects, the meaning of each symbol."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.game import Point, Topic
from engine.mutants.components import components
from engine.mutants.teaching import GENE_MEANINGS, TOPICS
from engine.mutants.wording import GENE_NAMES
from engine.text import Text, Translate, say
from render import icons
from render.canvas import Canvas
from render.icons import Icon
from render.lettering import Captions, Weight, fit, in_width, size_in
from render.mutants import icons as symbols
from render.mutants.cards import ink_of
from render.mutants.icons import GENES
from render.mutants.strip import MARGIN, dressed
from render.mutants.track import draw_points
from render.theme import Theme, colours
from render.words import ALT_LIMIT, DESIGN_WIDTH, PLAIN, Look, unit_of

_LINE = 38
_READ = 28
_APART = 10
_COLUMNS = 3
_INDENT = 62

_TITLE = say("Mutants: aid card")
_RED = say("red: the player furthest ahead on the force track")
_BLACK = say("black: everyone between the first and the last, and for a crush")
_GENES = say("Genes")
_SIGNS = say("Symbols on cards and boards")
SIGNS: tuple[tuple[Icon, Text], ...] = (
    (symbols.deploy, say("when deployed", context="part of a card")),
    (symbols.leave, say("when it leaves", context="part of a card")),
    (symbols.permanent, say("permanent", context="part of a card")),
    (symbols.force, say("force, + or −")),
    (symbols.cycle, say("draw and discard", context="sign on a card")),
    (symbols.draw, say("draw", context="sign on a card")),
    (symbols.discard, say("discard", context="sign on a card")),
    (symbols.take, say("take from the discard", context="sign on a card")),
    (symbols.snowflake, say("freeze; freeze value")),
    (symbols.attack, say("attack", context="sign on a card")),
    (symbols.ko, say("K.O.", context="state of a mutant")),
    (symbols.flip, say("turn face up again", context="sign on a card")),
    (symbols.gain, say("gain a reserve top", context="sign on a card")),
    (symbols.copy, say("copy an ability", context="sign on a card")),
    (symbols.transformation, say("transformation", context="part of a card")),
    (symbols.parry, say("parry", context="part of a card")),
    (icons.star, say("points", context="number of a player")),
    (symbols.helix, say("gene reserve", context="zone of cards")),
    (symbols.incubator, say("incubator", context="zone of cards")),
    (symbols.hand, say("hand", context="zone of cards")),
    (symbols.deck, say("deck", context="zone of cards")),
    (symbols.pile, say("discard, top", context="zone of cards")),
    (symbols.laurel, say("first player")),
    (symbols.target, say("a boss's weakness")),
    (icons.heart, say("a boss's health")),
    (symbols.right, say("where its card moves", context="card of a boss")),
    (icons.crown, say("boss", context="sign on a board")),
    (icons.plus, say("ultra-resistant", context="boss")),
    (icons.tick, say("known", context="mark on a card")),
    (icons.disc, say("partly known", context="mark on a card")),
)
"""Row by row."""
_BULLETS: dict[str, Icon] = {
    "M18": symbols.right,
    "M23": symbols.deploy,
    "M24": symbols.helix,
    "M25": symbols.incubator,
    "M19": icons.star,
    "M28": symbols.laurel,
    "M40": symbols.deck,
    "M36": symbols.force,
}
"""The symbol before a point of the aid card, by the point's first rule."""


def draw_sheet(data: str = "", look: Look = PLAIN) -> bytes:
    """Return the aid card as a PNG file, with the points of a version of the data."""
    return _sheet(data, dressed(look.theme), look.width, look.translate)


@lru_cache(maxsize=16)
def _sheet(data: str, theme: Theme, wide: int, translate: Translate) -> bytes:
    sheet = _Sheet(data, theme, wide, translate)
    sheet.plan(draw=False)
    return sheet.plan(draw=True)


class _Sheet:
    """A sheet in the making: one pass finds its height, another draws it."""

    def __init__(self, data: str, theme: Theme, wide: int, translate: Translate) -> None:
        self.box, self.theme, self.scheme = components(data), theme, colours(theme)
        self.unit = unit_of(wide)
        self.captions = Captions(translate, str)
        self.high = 1.0
        self.y = 0.0

    def plan(self, *, draw: bool) -> bytes:
        unit = self.unit
        canvas = (round(DESIGN_WIDTH * unit), round(self.high)) if draw else (1, 1)
        self.canvas = Canvas.blank(*canvas, self.scheme.page, self.theme, crowded=True)
        self.y = MARGIN * unit
        self._heading(_TITLE, 46)
        if self.box.reconstructed is not None:
            self._words(self.box.reconstructed, size=27)
        for point in _points():
            bullet = next((_BULLETS[rule] for rule in point.rules if rule in _BULLETS), None)
            self._words(point.text, bullet, muted=bullet is None)
        points = self.y + 33 * unit
        draw_points(self.canvas, self.scheme, self.box.rounds, 0, (MARGIN * unit, points - 33 * unit), unit)
        self.y += 76 * unit
        self._words(_RED, muted=True)
        self._words(_BLACK, muted=True)
        self._heading(_GENES, 36)
        for gene, (meaning, _) in GENE_MEANINGS.items():
            self._words(say("{gene}: {meaning}", gene=GENE_NAMES[gene], meaning=meaning), GENES[gene])
        self._heading(_SIGNS, 36)
        self._signs()
        self.high = self.y + MARGIN * unit
        return self.canvas.png() if draw else b""

    def _heading(self, text: Text, size: int) -> None:
        real, high = round(size * self.unit), (size + 22) * self.unit
        shown = fit(self.captions.text_of(text), (DESIGN_WIDTH - 2 * MARGIN) * self.unit, real)
        self.canvas.text((MARGIN * self.unit, self.y + high / 2), shown, real, self.scheme.text)
        self.y += high

    def _words(self, text: Text, bullet: Icon | None = None, *, muted: bool = False, size: float = _READ) -> None:
        left, size = 0 if bullet is None else _INDENT, round(size * self.unit)
        if bullet is not None:
            reach = (24 if bullet in GENES.values() else 18) * self.unit
            centre = (MARGIN + 26) * self.unit, self.y + 22 * self.unit
            self.canvas.fill(icons.mask(bullet, reach), centre, ink_of(self.scheme, bullet))
        room = (DESIGN_WIDTH - 2 * MARGIN - left) * self.unit
        colour = self.scheme.muted if muted else self.scheme.text
        for line in in_width(self.captions.text_of(text), room, size, Weight.MEDIUM):
            at = (MARGIN + left) * self.unit, self.y + _LINE / 2 * self.unit
            self.canvas.text(at, line, size, colour, weight=Weight.MEDIUM)
            self.y += _LINE * self.unit
        self.y += _APART * self.unit

    def _signs(self) -> None:
        unit, scheme = self.unit, self.scheme
        across = (DESIGN_WIDTH - 2 * MARGIN) / _COLUMNS * unit
        for place, (icon, text) in enumerate(SIGNS):
            row, column = divmod(place, _COLUMNS)
            left, y = MARGIN * unit + column * across, self.y + (row * 46 + 23) * unit
            share = 0.45 if icon is icons.disc else 1.0
            self.canvas.fill(icons.mask(icon, 17 * share * unit), (left + 20 * unit, y), ink_of(scheme, icon))
            word, size, room = self.captions.text_of(text), round(_READ * unit), across - 56 * unit
            size = size_in(word, room, size, 21 * unit, Weight.MEDIUM)
            shown = fit(word, room, size, Weight.MEDIUM)
            self.canvas.text((left + 48 * unit, y), shown, size, scheme.text, weight=Weight.MEDIUM)
        self.y += -(-len(SIGNS) // _COLUMNS) * 46 * unit


def _aid() -> Topic:
    return next(topic for topic in TOPICS if topic.sheet)


def _points() -> Sequence[Point]:
    """Return the points of the aid card except gene effects, which are beside their symbols here."""
    meanings = [meaning for meaning, _ in GENE_MEANINGS.values()]
    return [point for point in _aid().points if not any(value in meanings for _, value in point.text.values)]


def sheet_text(data: str = "", look: Look = PLAIN) -> str:
    """Return the aid card in words, as many sentences as fit `ALT_LIMIT` characters; `/rules` has all."""
    box = components(data)
    points = say(
        "Points per round, red/black: {points}.",
        points=", ".join(f"{red}/{black}" for red, black in zip(box.rounds.red, box.rounds.black, strict=True)),
    )
    genes = [say("{gene}: {meaning}", gene=GENE_NAMES[gene], meaning=text) for gene, (text, _) in GENE_MEANINGS.items()]
    texts = [point.text for point in _points()]
    whole = look.notice(box.reconstructed).strip()
    for text in (*texts[:5], points, *texts[5:7], *genes, *texts[7:]):
        longer = f"{whole} {look.text_of(text)}".strip()
        if len(longer) > ALT_LIMIT:
            break
        whole = longer
    return whole
