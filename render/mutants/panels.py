"""The cards before a player or a boss: arena, incubator and reserve, with marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from engine.events import Event
from engine.mutants.abilities import Ability
from engine.mutants.components import Card, card_name, components
from engine.mutants.duels import Flipped, KnockedOut, Parried, PointsGained, RoundScored
from engine.mutants.events import Bred, Crushed, Deployed, Discarded, Frozen, Gained, Incubated, Shifted
from engine.mutants.view import Boss, MutantsView, Side, Zone
from engine.seat import Seat
from engine.text import Text, Translate, say
from render import icons
from render.canvas import Canvas, Pen, Picture
from render.icons import Icon
from render.lettering import Weight, fit, size_in, width
from render.masks import Box, Point
from render.mutants import icons as symbols
from render.mutants.cards import Face, ability_signs, draw_face, ink_of, lay, name_colours
from render.mutants.frame import BOSS, LINE, PICKS, ROOMY, SIZE, Panel, Scene, arena_of
from render.mutants.icons import GENES, draw_genes, genes_width
from render.theme import Colour, Colours, Theme, colours

# Small cards: in crowded arenas, K.O. ones, incubators and tops of reserves.


MINIS_KEPT = 512
"""Cached small cards: of one theme all cards in several forms; about 30 kilobytes each."""
BAND = 46
TRAITS = 52
ROW = 48
LOW = 100
"""Below this height there is room for a line of genes below the name, but not for abilities."""
BROAD = 240
"""From this width on a card is the top of a reserve, and shows its deploy ability."""
PILE = 60
"""Room at the right of such a card for the size of its pile."""


@lru_cache(maxsize=MINIS_KEPT)
def mini(
    data: str, code: str, across: int, high: int, theme: Theme, translate: Translate, unit: float, *, down: bool = False
) -> Picture:
    """Return a small card in the theme's palette; `across` and `high` are in pixels, a K.O. card is `down`."""
    card, scheme = components(data).card(code), colours(theme)
    canvas = Canvas.blank(across, high, scheme.surface, theme, crowded=True)
    canvas.box([(0, 0), (across, high)], 12 * unit, scheme.muted)
    edge = 2 * unit
    canvas.box([(edge, edge), (across - edge, high - edge)], 10 * unit, scheme.well if down else scheme.surface)
    _band(canvas, scheme, card, card_name(card).render(translate), unit, down=down)
    if down:
        _back(canvas, scheme, card, unit)
    elif high < LOW * unit:
        draw_genes(canvas, scheme, card.genes, (10 * unit, (BAND * unit + high) / 2), 16 * unit)
    else:
        _wide(canvas, scheme, card, unit)
    return canvas.picture


def _band(canvas: Canvas, scheme: Colours, card: Card, name: str, unit: float, *, down: bool) -> None:
    ground, ink = name_colours(scheme, card.kind)
    if down:
        ground, ink = scheme.well, scheme.muted
    across, edge, high = canvas.width, 2 * unit, BAND * unit
    canvas.box([(edge, edge), (across - edge, high)], 10 * unit, ground)
    canvas.box([(edge, high / 2), (across - edge, high)], 0, ground)
    canvas.box([(edge, high - edge), (across - edge, high)], 0, scheme.muted)
    room = across - 18 * unit
    size = size_in(name, room, round(28 * unit), 20 * unit)
    canvas.text((12 * unit, high / 2 + unit), fit(name, room, size), size, ink)


def _back(canvas: Canvas, scheme: Colours, card: Card, unit: float) -> None:
    """Draw a K.O. card: its name, and a saltire over its back."""
    middle = (BAND * unit + canvas.height) / 2
    reach = min(0.36 * (canvas.height - BAND * unit), 44 * unit)
    canvas.fill(icons.mask(symbols.ko, reach), (canvas.width / 2, middle), scheme.danger)
    y = canvas.height - 24 * unit
    if card.genes:
        draw_genes(canvas, scheme, card.genes, (12 * unit, y), 13 * unit)


def _worth(canvas: Canvas, scheme: Colours, card: Card, left: float, y: float, unit: float) -> float:
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
    """Draw genes, lasting abilities, the freeze value, and one ability: there is no room for more."""
    y, left = (BAND + TRAITS / 2) * unit, 10 * unit
    draw_genes(canvas, scheme, card.genes, (left, y), 19 * unit)
    left += genes_width(card.genes, 19 * unit) + 6 * unit
    for icon in _abilities(card):
        canvas.fill(icons.mask(icon, 15 * unit), (left + 16 * unit, y), ink_of(scheme, icon))
        left += 34 * unit
    taken = 38 + width(str(card.freeze), round(30 * unit)) / unit + (50 if card.per else 0)
    _worth(canvas, scheme, card, canvas.width - (taken + 10) * unit, y, unit)
    top = (BAND + TRAITS) * unit
    broad = canvas.width >= BROAD * unit
    box = Box(6 * unit, top, canvas.width - (PILE if broad else 6) * unit, top + ROW * unit)
    if broad:  # a top of a reserve: the ability on breeding it
        if card.transformation:
            _signs(canvas, scheme, symbols.transformation, (symbols.deck,), box, unit)
        else:
            _signs(canvas, scheme, symbols.deploy, tuple(_compact(card.deploy)), box, unit)
    else:  # in an arena: its leave ability
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
    """Draw a row of symbols and numbers, closer together if there are many."""
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


# Marks of a picture: the last events, and the choices of the asked seat.


@dataclass(frozen=True, slots=True)
class Marks:
    """Recent changes of one seat's things, and their possible choices.

    Attributes:
        fresh: Zones with a new or flipped card.
        struck: Zones whose card was knocked out.
        parried: Zones whose card parried.
        piles: Piles of the reserve that lost their top, from 1.
        incubator: Whether a card came into the incubator.
        points: VP gained.
        frozen: Cards frozen.
        discarded: Cards discarded.
        zones: That can be chosen now.
        choices: Piles that can be chosen now, from 1.
    """

    fresh: frozenset[str] = frozenset()
    struck: frozenset[str] = frozenset()
    parried: frozenset[str] = frozenset()
    piles: frozenset[int] = frozenset()
    incubator: bool = False
    points: int = 0
    frozen: int = 0
    discarded: int = 0
    zones: tuple[str, ...] = ()
    choices: tuple[int, ...] = ()


@dataclass(slots=True)
class _Tally:
    fresh: set[str] = field(default_factory=set)
    struck: set[str] = field(default_factory=set)
    parried: set[str] = field(default_factory=set)
    piles: set[int] = field(default_factory=set)
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, event: Event) -> None:
        match event:
            case Deployed():
                self.fresh.add("A")
            case Shifted() | Flipped():
                self.fresh.add(event.zone)
                self.struck.discard(event.zone)
            case KnockedOut():
                self.struck.add(event.zone)
            case Parried():
                self.parried.add(event.zone)
            case Bred() | Incubated() | Gained():
                self.piles.add(event.pile)
                into = "incubator" if isinstance(event, Incubated) else event.zone if isinstance(event, Gained) else ""
                self.counts[into] += 1
            case Frozen():
                self.counts["freezer"] += 1
            case Discarded():
                self.counts["discard"] += len(event.cards)
            case Crushed() | PointsGained():
                self.counts["points"] += event.points


def marks_of(view: MutantsView, last: Sequence[Event], seat: Seat) -> Marks:
    tally = _Tally()
    for event in last:
        if isinstance(event, RoundScored) and seat in event.order:
            tally.counts["points"] += event.points[event.order.index(seat)]
        elif event.seat == seat:
            tally.add(event)
    prompt = view.prompt
    asked = prompt is not None and view.outcome is None
    counts = tally.counts
    return Marks(
        frozenset(tally.fresh),
        frozenset(tally.struck),
        frozenset(tally.parried),
        frozenset(tally.piles),
        bool(counts["incubator"]),
        counts["points"],
        counts["freezer"],
        counts["discard"],
        prompt.zones if prompt is not None and asked and prompt.about == seat else (),
        prompt.piles if prompt is not None and asked and seat in prompt.seats else (),
    )


_TURN = say("turn", context="state of a player")
_ASKED = say("asked", context="state of a player")
_LEFT = say("resigned", context="state of a player")


def draw_panel(scene: Scene, panel: Panel) -> None:
    canvas, scheme, unit, seat = scene.canvas, scene.scheme, scene.unit, panel.seat
    marks = marks_of(scene.view, scene.last, seat)
    colour = scheme.danger if scene.is_boss(seat) else scheme.seat(seat).edge
    framed = seat in _framed(scene)
    canvas.box(panel.box.corners, 14 * unit, colour if framed else scheme.surface)
    inner = panel.box.inside(5 * unit) if framed else panel.box
    canvas.box(inner.corners, 10 * unit, scheme.surface)
    if not framed:
        canvas.box([(inner.left, inner.top + 12 * unit), (inner.left + 6 * unit, inner.bottom - 12 * unit)], 0, colour)
    if (boss := scene.view.boss) is not None and seat == BOSS:
        _boss_header(scene, boss, panel.header)
    else:
        _header(scene, scene.view.sides[seat - 1], panel.header, marks)
    for zone, box in zip(arena_of(scene.view, seat), panel.zones, strict=False):
        _zone(scene, panel, zone, box, marks)
    if panel.small:
        _reserve(scene, scene.view.sides[seat - 1], panel, marks)
    for zone, box in zip(arena_of(scene.view, seat), panel.zones, strict=False):
        if zone.name in marks.zones:  # above the part below its card
            _letter(scene, zone.name, box)
    top = panel.box.bottom - (2 + len(panel.lines) * LINE) * unit
    for place, line in enumerate(panel.lines):
        at = panel.header.left, top + (place + 0.5) * LINE * unit
        canvas.text(at, line, round(SIZE * unit), scheme.text, weight=Weight.MEDIUM)


def draw_circle(scene: Scene, pick: int) -> None:
    """Draw the simultaneous picks of a draft, and the passing of its packs (M11)."""
    canvas, scheme, unit = scene.canvas, scene.scheme, scene.unit
    right, y = scene.plan.rounds.right, scene.plan.rounds.middle
    for number in range(PICKS, 0, -1):
        made = number < pick
        icon, ink = (symbols.card, scheme.text) if made else (symbols.hollow, scheme.muted)
        canvas.fill(icons.mask(icon, 20 * unit), (right - 20 * unit, y), ink)
        right -= 42 * unit
    for seat, box in scene.plan.circle:
        canvas.box(box.inside(4 * unit).corners, 12 * unit, scheme.surface)
        scene.marker(seat, (box.left + 34 * unit, box.middle), 21 * unit)
        canvas.fill(icons.mask(symbols.right, 15 * unit), (box.right - 24 * unit, box.middle), scheme.muted)
        left = box.left + 66 * unit
        room = box.right - 48 * unit - left
        size = size_in(scene.name(seat), room, round(32 * unit), 24 * unit)
        name = fit(scene.name(seat), room, size)
        ink = scheme.muted if scene.view.sides[seat - 1].left else scheme.text
        canvas.text((left, box.middle), name, size, ink)


def _framed(scene: Scene) -> tuple[Seat, ...]:
    outcome = scene.view.outcome
    if outcome is not None:
        return () if outcome.undecided else outcome.winners
    return scene.view.to_act if len(scene.view.to_act) == 1 else ()


def _header(scene: Scene, side: Side, box: Box, marks: Marks) -> None:
    canvas, scheme, unit, view = scene.canvas, scene.scheme, scene.unit, scene.view
    right = box.right
    known, over = side.freezer_points, view.outcome is not None
    freezer = f"{side.freezer_size}" if known is None or over else f"{side.freezer_size} = {known}"
    things: list[tuple[Icon, str, bool]] = [(symbols.snowflake, freezer, bool(marks.frozen))]
    top = f"{side.discard_size} {side.discard_top}".strip()
    things += [(symbols.pile, top, bool(marks.discarded)), (symbols.deck, str(side.deck_size), False)]
    things.append((symbols.hand, str(side.hand_size), False))
    if view.boss is None:
        gained = f"{side.points} +{marks.points}" if marks.points else str(side.points)
        if over and known is not None:
            gained = f"{side.points} + {known} = {side.points + known}"
        things.append((icons.star, gained, bool(marks.points)))
    for icon, text, fresh in things:
        right = _number(scene, icon, text, right, box.middle, fresh=fresh) - 22 * unit
    left = box.left
    scene.marker(side.seat, (left + 24 * unit, box.middle), 22 * unit)
    left += 58 * unit
    if view.first == side.seat:
        canvas.fill(icons.mask(symbols.laurel, 20 * unit), (left + 16 * unit, box.middle), scheme.text)
        left += 42 * unit
    if view.outcome is not None and not view.outcome.undecided and not view.outcome.alone:
        place = f"{view.outcome.ranks[side.seat - 1]}."
        canvas.text((left, box.middle), place, round(34 * unit), scheme.muted)
        left += width(place, round(34 * unit)) + 10 * unit
    note, strong = _note(scene, side)
    size = round(27 * unit)
    word = scene.text_of(note) if note is not None else ""
    room = width(word, size) + 34 * unit if word else 0.0
    name_size = round(34 * unit)
    name = fit(scene.name(side.seat), max(right - left - room, 0), name_size)
    canvas.text((left, box.middle), name, name_size, scheme.muted if side.left else scheme.text)
    left += width(name, name_size) + 14 * unit
    if word and left + width(word, size) <= right:
        _pill(scene, word, left, box.middle, size, strong=strong)


def _note(scene: Scene, side: Side) -> tuple[Text | None, bool]:
    view = scene.view
    if side.left:
        return _LEFT, False
    if view.outcome is not None or len(view.to_act) != 1:
        return None, False
    if side.seat in view.to_act and view.owner not in (None, side.seat):
        return _ASKED, True
    return (_TURN, side.seat in view.to_act) if view.owner == side.seat else (None, False)


def _pill(scene: Scene, word: str, left: float, y: float, size: int, *, strong: bool) -> None:
    unit, scheme = scene.unit, scene.scheme
    reach = 19 * unit
    box = Box(left, y - reach, left + width(word, size) + 24 * unit, y + reach)
    scene.canvas.box(box.corners, reach, scheme.accent if strong else scheme.well)
    scene.canvas.text((left + 12 * unit, y), word, size, scheme.page if strong else scheme.text)


def _number(scene: Scene, icon: Icon, text: str, right: float, y: float, *, fresh: bool) -> float:
    """Draw a number after its symbol, ending at a place; return where the symbol begins."""
    canvas, scheme, unit = scene.canvas, scene.scheme, scene.unit
    size, reach = round(29 * unit), 16 * unit
    left = right - width(text, size) - 2 * reach - 8 * unit
    if fresh:
        frame = Box(left - 7 * unit, y - 23 * unit, right + 7 * unit, y + 23 * unit)
        canvas.box(frame.corners, 9 * unit, scheme.accent)
        canvas.box(frame.inside(3 * unit).corners, 7 * unit, scheme.surface)
    colour = ink_of(scheme, icon) if icon is symbols.snowflake else scheme.muted
    canvas.fill(icons.mask(icon, reach), (left + reach, y), colour)
    canvas.text((right, y), text, size, scheme.text, anchor="r")
    return left


def _boss_header(scene: Scene, boss: Boss, box: Box) -> None:
    unit, canvas, scheme = scene.unit, scene.canvas, scene.scheme
    right = box.right
    top = f"{boss.discard_size} {boss.discard_top}".strip()
    for icon, text in ((symbols.pile, top), (symbols.deck, str(boss.deck_size))):
        right = _number(scene, icon, text, right, box.middle, fresh=False) - 22 * unit
    if boss.boxed:
        right = _number(scene, icons.cross, str(len(boss.boxed)), right, box.middle, fresh=False) - 22 * unit
    left = box.left
    scene.marker(BOSS, (left + 24 * unit, box.middle), 22 * unit)
    left += 58 * unit
    if boss.ultra:
        canvas.fill(icons.mask(icons.plus, 16 * unit), (left + 14 * unit, box.middle), scheme.danger)
        left += 38 * unit
    size, y = round(34 * unit), box.middle
    forbidden = 60 * unit + genes_width(boss.limits, 17 * unit) if boss.limits else 0.0
    name = fit(scene.name(BOSS), right - left - forbidden, size)
    canvas.text((left, y), name, size, scheme.text)
    if boss.limits:  # M70: genes that the reserve may not have
        left += width(name, size) + 24 * unit
        canvas.fill(icons.mask(_forbidden, 18 * unit), (left + 18 * unit, y), scheme.danger)
        draw_genes(canvas, scheme, boss.limits, (left + 44 * unit, y), 17 * unit)


def _forbidden(pen: Pen, centre: Point, radius: float) -> None:
    x, y = centre
    pen.ring(centre, 0.95 * radius, 0.24 * radius)
    reach = 0.6 * radius
    pen.line([(x - reach, y + reach), (x + reach, y - reach)], 0.24 * radius)


def _zone(scene: Scene, panel: Panel, zone: Zone, box: Box, marks: Marks) -> None:
    canvas, scheme, unit, view = scene.canvas, scene.scheme, scene.unit, scene.view
    edge = _edge(scene, marks, zone.name)
    if edge is not None:
        canvas.box(box.inside(-5 * unit).corners, 15 * unit, edge)
    across, high = round(box.right) - round(box.left), round(box.bottom) - round(box.top)
    if not zone.card:
        canvas.box(box.corners, 12 * unit, scheme.well)
        canvas.box(box.inside(2 * unit).corners, 10 * unit, scheme.surface)
        middle = (box.left + box.right) / 2, box.middle
        canvas.text(middle, zone.name, round(44 * unit), scheme.muted, anchor="m", weight=Weight.MEDIUM)
    elif panel.roomy and not zone.down:
        card = Face(view.data, zone.card, ROOMY, scene.theme, scene.translate, unit)
        draw_face(canvas, card, (box.left, box.top), high)
    else:
        picture = mini(view.data, zone.card, across, high, scene.theme, scene.translate, unit, down=zone.down)
        lay(canvas, picture, (box.left, box.top), 11 * unit)
    if zone.name in marks.parried:
        canvas.fill(icons.mask(icons.disc, 24 * unit), (box.right - 20 * unit, box.top + 20 * unit), scheme.accent)
        canvas.fill(icons.mask(symbols.parry, 15 * unit), (box.right - 20 * unit, box.top + 20 * unit), scheme.page)


def _edge(scene: Scene, marks: Marks, zone: str) -> Colour | None:
    if zone in marks.zones:
        return scene.scheme.walk
    if zone in marks.struck:
        return scene.scheme.danger
    return scene.scheme.accent if zone in marks.fresh else None


def _letter(scene: Scene, word: str, box: Box) -> None:
    unit, scheme = scene.unit, scene.scheme
    centre = (box.left + box.right) / 2, box.bottom + 3 * unit
    scene.canvas.fill(icons.mask(icons.disc, 17 * unit), centre, scheme.walk)
    scene.canvas.text(centre, word, round(25 * unit), scheme.page, anchor="m")


def _reserve(scene: Scene, side: Side, panel: Panel, marks: Marks) -> None:
    canvas, scheme, unit, data = scene.canvas, scene.scheme, scene.unit, scene.view.data
    tops = [(pile.top, pile.size) for pile in side.piles] or [("", 0)] * 3
    for place, (box, (code, size)) in enumerate(zip(panel.small, [(side.incubator, 0), *tops], strict=True)):
        across, high = round(box.right) - round(box.left), round(box.bottom) - round(box.top)
        fresh = marks.incubator if place == 0 else place in marks.piles
        chosen = place in marks.choices
        if fresh or chosen:
            canvas.box(box.inside(-5 * unit).corners, 15 * unit, scheme.walk if chosen else scheme.accent)
        symbol = symbols.helix if place else symbols.incubator
        if not code:
            canvas.box(box.corners, 12 * unit, scheme.well)
            canvas.box(box.inside(2 * unit).corners, 10 * unit, scheme.surface)
            canvas.fill(icons.mask(symbol, 24 * unit), ((box.left + box.right) / 2, box.middle), scheme.well)
            continue
        lay(canvas, mini(data, code, across, high, scene.theme, scene.translate, unit), (box.left, box.top), 11 * unit)
        y, right = box.bottom - (32 if panel.roomy else 20) * unit, box.right - 12 * unit
        if place:
            canvas.text((right, y), f"×{size}", round(27 * unit), scheme.muted, anchor="r")
        else:
            canvas.fill(icons.mask(symbol, 14 * unit), (right - 14 * unit, y), scheme.muted)
    for place, box in enumerate(panel.small):  # above the part below its card
        if place in marks.choices:
            _letter(scene, str(place), box)
