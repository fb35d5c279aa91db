"""The cards that a player of Mutants holds, as strips and in words (`Renderer.shelves`).

The shelves: the pack of a draft with earlier picks; the hand with reserve tops and incubator; the reserve below the
tops; the freezer; the discard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, groupby

from engine.mutants.abilities import Copy
from engine.mutants.components import Card, card_name, components
from engine.mutants.events import ZONE_NAMES
from engine.mutants.legal import OF_DISCARD, OF_HAND
from engine.mutants.view import MutantsView, Side, Zone
from engine.mutants.wording import ability_text, card_line, card_texts, genes_text
from engine.text import Text, listed, say, say_n
from render.mutants.picture import arena_text, draw_arena
from render.mutants.strip import Part, Placed, draw_strip, dressed, tile
from render.renderer import Held, Shelf
from render.words import PLAIN, Look

_MARK = "*"
"""The mark of a chosen card."""
_HAND = say("Your hand")
_TOPS = say("Your reserve tops")
_OPEN = say("Your reserve and incubator")
_INCUBATOR = say("In your incubator")
_PACK = say("Your pack")
_PICKS = say("Your picks so far")
_BELOW = say("In your reserve, below the tops")
_FREEZER = say("In your freezer")
_DISCARD = say("In your discard, from the top down")

_MANY = say("In your discard, each card once")

MOST = 12
"""Cards of a hand, the reserve tops and the incubator that share a picture; of more, the hand has one of its own. Of
more than these a discard shows equal cards once: its order stands in the words beside it.
"""


def shelves(view: MutantsView, look: Look = PLAIN, *, tiles: int = 0, picked: Sequence[str] = ()) -> tuple[Shelf, ...]:
    """Return the viewer's cards, the most important first; nothing for spectators and resigned players.

    A hand of at most `tiles` cards is a shelf by itself, whose cards can be drawn one by one.
    """
    side = _own(view)
    if side is None:
        return ()
    known = _Known(view, look, picked)
    if view.draft is not None:
        return (known.pack(),)
    arena = (known.arena(),) if asked_shelf(view) == "arena" else ()
    return (*known.of(side, tiles), *arena)


def asked_shelf(view: MutantsView) -> str:
    """Return the key of the shelf that the viewer chooses from now, which may be an arena; else empty."""
    asked, side = view.prompt, _own(view)
    if asked is None or side is None or view.viewer not in asked.seats:
        return ""
    if asked.kind == "pick":
        return "pack"
    if asked.kind in OF_DISCARD or _copies_discard(view):
        return "discard"
    if asked.kind in ("mulligan", "gain") or asked.piles:
        return "tops" if _apart(side) else "hand"
    cards = asked.kind in (*OF_HAND, "act", "offer") or (asked.kind == "copy" and not asked.zones)
    return "hand" if cards else "arena"


def draw_shelf(view: MutantsView, key: str, look: Look = PLAIN, *, picked: Sequence[str] = ()) -> bytes:
    side = _own(view)
    if side is None:
        raise AssertionError("nobody looks who holds anything")
    if key == "arena":
        return draw_arena(view, look)
    marks = _Marks(view, side, picked)
    title, parts = _STRIPS[key](view, side, marks)
    return draw_strip(title, parts, look, data=view.data)


def draw_tile(code: str, data: str = "", look: Look = PLAIN, *, mark: str = "") -> bytes:
    return tile(data, code, dressed(look.theme), look.translate, marked=bool(mark))


def _own(view: MutantsView) -> Side | None:
    side = view.sides[view.viewer - 1] if view.viewer is not None else None
    return None if side is None or side.left or side.hand is None else side


def _copies_discard(view: MutantsView) -> bool:
    asked = view.prompt
    if asked is None or asked.kind != "copy" or not asked.source:
        return False
    card = components(view.data).card(asked.source)
    return any(isinstance(each, Copy) and each.source == "discard" for each in (*card.deploy, *card.leave))


def _apart(side: Side) -> bool:
    tops = sum(bool(pile.top) for pile in side.piles)
    return len(side.hand or ()) + tops + bool(side.incubator) > MOST


class _Marks:
    """The cards chosen so far: each key of a step marks one unmarked card."""

    def __init__(self, view: MutantsView, side: Side, picked: Sequence[str]) -> None:
        keys, asked = list(picked), view.prompt
        verb = keys.pop(0) if asked is not None and asked.kind == "act" and keys else ""
        top = ""
        if keys and (verb in ("B", "I") or (asked is not None and (asked.kind == "gain" or asked.piles))):
            top = keys.pop(0).partition(".")[0]
        code, _, number = top.partition("@")
        tops = [pile.top for pile in side.piles]
        self.pile = int(number) if number.isdecimal() else tops.index(code) + 1 if code in tops else 0
        self._left = [key.partition(".")[0] for key in keys]

    def placed(self, codes: Iterable[str]) -> tuple[Placed, ...]:
        """Return cards in order, the chosen ones marked."""
        return tuple(Placed(code, marked=self._take(code)) for code in codes)

    def _take(self, code: str) -> bool:
        if code not in self._left:
            return False
        self._left.remove(code)
        return True


_Strip = tuple[Text, list[Part]]


def _hand_strip(_view: MutantsView, side: Side, marks: _Marks) -> _Strip:
    hand = Part(marks.placed(side.hand or ()))
    return _HAND, [hand] if _apart(side) else [hand, *_open_parts(side, marks)]


def _tops_strip(_view: MutantsView, side: Side, marks: _Marks) -> _Strip:
    return _OPEN, _open_parts(side, marks)


def _open_parts(side: Side, marks: _Marks) -> list[Part]:
    tops = tuple(
        Placed(
            pile.top,
            say_n("pile {number}: {count} card", "pile {number}: {count} cards", pile.size, number=number),
            marked=number == marks.pile,
        )
        for number, pile in enumerate(side.piles, 1)
        if pile.top
    )
    parts = [Part(tops, _TOPS)] if tops else []
    return [*parts, Part((Placed(side.incubator),), _INCUBATOR)] if side.incubator else parts


def _pack_strip(view: MutantsView, _side: Side, marks: _Marks) -> _Strip:
    draft = view.draft
    pack, picks = (draft.pack or (), draft.picks or ()) if draft is not None else ((), ())
    parts = [Part(marks.placed(pack))]
    parts += [Part(tuple(map(Placed, picks)), _PICKS)] if picks else []
    return _PACK, parts


def _below_strip(_view: MutantsView, side: Side, _marks: _Marks) -> _Strip:
    return _BELOW, [Part(tuple(Placed(code, f"×{count}" if count > 1 else "") for code, count in _runs(side.unseen)))]


def _freezer_strip(_view: MutantsView, side: Side, _marks: _Marks) -> _Strip:
    worth = zip(side.freezer or (), side.freezer_values or (), strict=True)
    return _FREEZER, [Part(tuple(Placed(code, say("worth {points} VP", points=value)) for code, value in worth))]


def _discard_strip(_view: MutantsView, side: Side, marks: _Marks) -> _Strip:
    cards = marks.placed(reversed(side.discard or ()))
    if len(cards) <= MOST:
        return _DISCARD, [Part(cards)]
    codes = [card.code for card in cards]
    once = tuple(
        Placed(
            code,
            f"×{codes.count(code)}" if codes.count(code) > 1 else "",
            marked=any(card.marked for card in cards if card.code == code),
        )
        for code in dict.fromkeys(codes)
    )
    return _MANY, [Part(once)]


_STRIPS: dict[str, Callable[[MutantsView, Side, _Marks], _Strip]] = {
    "hand": _hand_strip,
    "tops": _tops_strip,
    "pack": _pack_strip,
    "reserve": _below_strip,
    "freezer": _freezer_strip,
    "discard": _discard_strip,
}


def _runs(codes: Iterable[str] | None) -> Iterator[tuple[str, int]]:
    """Yield consecutive equal cards once, with their number."""
    for code, run in groupby(codes or ()):
        yield code, len(tuple(run))


class _Known:
    def __init__(self, view: MutantsView, look: Look, picked: Sequence[str]) -> None:
        self._view, self._look, self._box, self._picked = view, look, components(view.data), picked

    def pack(self) -> Shelf:
        draft = self._view.draft
        pack, picks = (draft.pack or (), draft.picks or ()) if draft is not None else ((), ())
        places = [Held(_PACK, *self._all(pack))]
        places += [Held(_PICKS, *self._all(picks))] if picks else []
        return Shelf("pack", tuple(places))

    def of(self, side: Side, tiles: int) -> Iterator[Shelf]:
        tops = [pile.top for pile in side.piles if pile.top]
        hand = Held(_HAND, *self._all(side.hand or ()))
        others = [Held(_TOPS, *self._all(tops))] if tops else []
        others += [Held(_INCUBATOR, *self._all((side.incubator,)))] if side.incubator else []
        ways, short = tuple(self._ways(side)), tuple(map(self._look.text_of, self._short(side)))
        if side.hand and len(side.hand) <= tiles:
            placed = _Marks(self._view, side, self._picked).placed(side.hand)
            marks = tuple(_MARK if card.marked else "" for card in placed)
            chosen = tuple(
                self._look.text_of(say("Chosen: {card}", card=text)) if mark else text
                for mark, text in zip(marks, hand.cards, strict=True)
            )
            yield Shelf("hand", (Held(_HAND, chosen, hand.brief),), ways, codes=side.hand, marks=marks, short=short)
            if others:
                yield Shelf("tops", tuple(others))
        elif _apart(side):
            yield Shelf("hand", (hand,), ways, short=short)
            yield Shelf("tops", tuple(others))
        else:
            yield Shelf("hand", (hand, *others), ways, short=short)
        if side.unseen:
            runs = _runs(side.unseen)
            names = tuple(f"{self._name(code)} ×{count}" if count > 1 else self._name(code) for code, count in runs)
            yield Shelf("reserve", (Held(_BELOW, names, count=len(side.unseen)),))
        if side.freezer:
            worth = zip(side.freezer, side.freezer_values or (), strict=True)
            points = tuple(
                self._look.text_of(say("{card}: worth {points} VP", card=self._name(code), points=value))
                for code, value in worth
            )
            yield Shelf("freezer", (Held(_FREEZER, points),))
        if side.discard:
            yield Shelf("discard", (Held(_DISCARD, tuple(map(self._name, reversed(side.discard)))),))

    def arena(self) -> Shelf:
        """Return the arena of the question; only its eligible cards are described in full."""
        view, asked = self._view, self._view.prompt
        if asked is None:
            raise AssertionError("nothing is asked")
        boss = view.boss is not None and asked.about != view.viewer
        zones = view.boss.arena if boss and view.boss is not None else view.sides[asked.about - 1].arena
        cards = [self._zone(zone, chosen=zone.name in asked.zones) for zone in zones if zone.card]
        title = say("The boss's arena") if boss else say("Your arena")
        return Shelf("arena", (Held(title, tuple(cards)),), position=True, alt=arena_text(view, self._look))

    def _zone(self, zone: Zone, *, chosen: bool) -> str:
        words = self._sentences(self._box.card(zone.card)) if chosen and not zone.down else self._name(zone.card)
        named = say("{zone}: {card}", zone=ZONE_NAMES[zone.name], card=words)
        return self._look.text_of(say("{card}, K.O.", card=named) if zone.down else named)

    def _all(self, codes: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        cards = [self._box.card(code) for code in codes]
        return tuple(map(self._sentences, cards)), tuple(self._name(card.code) for card in cards)

    def _sentences(self, card: Card) -> str:
        return " ".join(map(self._look.text_of, card_texts(card)))

    def _name(self, code: str) -> str:
        card = self._box.card(code)
        named = say("{card} ({code}), {genes}", card=card_name(card), code=code, genes=genes_text(card.genes))
        return self._look.text_of(named)

    def _ways(self, side: Side) -> Iterator[Text]:
        """Yield the effects of the possible actions now, by arena, hand and tops (M20, M24, M25)."""
        active, *flanks = side.arena
        full = all(flank.card for flank in flanks)
        for flank in flanks if active.card and full else ():
            if flank.down:
                continue
            yield say(
                "If {card} makes room for your active mutant: {effects}.",
                card=card_name(self._box.card(flank.card)),
                effects=ability_text(self._box.card(flank.card).leave),
            )
        for code, pairs in self._pairs(side):
            named = card_name(self._box.card(code))
            if pairs:
                yield say("Breed {card} with {cards}.", card=named, cards=", ".join(pairs))
            else:
                yield say("Nothing in your hand breeds {card}.", card=named)
        hand, tops = side.hand or (), any(pile.top for pile in side.piles)
        if tops and hand and not side.incubator:
            yield say("Discard any card to incubate any of these tops.")
        elif side.incubator:
            yield say("Your incubator is full until the round ends.")

    def _pairs(self, side: Side) -> Iterator[tuple[str, list[str]]]:
        """Yield each top with all pairs of the hand that breed it (M24)."""
        hand, genes = self._box.sorted(side.hand or ()), self._box.genes_of
        pairs = dict.fromkeys(combinations(hand, 2))
        for code in dict.fromkeys(pile.top for pile in side.piles if pile.top) if len(hand) > 1 else ():
            yield code, [f"{one}+{two}" for one, two in pairs if not genes[code] & ~(genes[one] | genes[two])]

    def _short(self, side: Side) -> Iterator[Text]:
        yield from (card_line(self._box.card(code)) for code in dict.fromkeys(side.hand or ()))
        bred = [say("{card} with {cards}", card=code, cards=pairs[0]) for code, pairs in self._pairs(side) if pairs]
        if bred:
            yield say("Breed {ways}.", ways=listed(bred, "or"))
