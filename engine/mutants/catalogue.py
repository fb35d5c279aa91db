"""Cards to look up by name, gene, kind, deck and boss, and the places of a match's copies."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence

from engine.cards import CardList, CatalogueEntry, Pile
from engine.mutants.components import Boss, Card, Components, Deck, boss_name, card_name, components, deck_name
from engine.mutants.state import KNOWN, State
from engine.mutants.view import MutantsView, Side, Zone
from engine.mutants.view import view as seen_by
from engine.mutants.wording import GENE_NAMES, boss_known_text, boss_texts, card_texts, genes_text
from engine.seat import Seat
from engine.text import Player, Text, listed, say

PARTS = 3
"""Pages of the advanced mutants; a single one would be too long."""

_ZONES: dict[tuple[str, bool], Text] = {
    ("A", False): say("active", context="where a card is"),
    ("L", False): say("on the left flank", context="where a card is"),
    ("R", False): say("on the right flank", context="where a card is"),
    ("A", True): say("active and K.O.", context="where a card is"),
    ("L", True): say("K.O. on the left flank", context="where a card is"),
    ("R", True): say("K.O. on the right flank", context="where a card is"),
}

_HAND = say("{count} in hand", context="where a card is")
_DECK = say("{count} in the deck", context="where a card is")
_DISCARD = say("{count} in the discard", context="where a card is")
_FREEZER = say("{count} in the freezer", context="where a card is")
_BELOW = say("{count} below the reserve tops", context="where a card is")
_PACK = say("{count} in the pack", context="where a card is")
_PICKS = say("{count} among the picks", context="where a card is")
_BOX = say("{count} in the box", context="where a card is")


def catalogue(data: str = "") -> tuple[CatalogueEntry, ...]:
    """Return pages of cards, then every card, of a data version, empty for the current one; `KeyError` if unknown."""
    return _entries(components(data))


def page_of(gene: str) -> str:
    return f"gene-{gene}"


@functools.cache
def _entries(box: Components) -> tuple[CatalogueEntry, ...]:
    cards = [
        CatalogueEntry(
            card.code,
            say("{name} ({code})", name=card_name(card), code=card.code),
            (card.name_en, card.name_fr),
            tuple(card_texts(card)),
        )
        for card in box.cards.values()
    ]
    return (*_pages(box), *cards)


def _pages(box: Components) -> Iterator[CatalogueEntry]:
    yield _page("basics", say("Basic mutants"), ("Mutants de Base",), box.basics)
    size = -(-len(box.advanced) // PARTS)
    for part in range(PARTS):
        title = say("Advanced mutants, {part} of {parts}", part=part + 1, parts=PARTS)
        yield _page(f"advanced-{part + 1}", title, ("Mutants Avancés",), box.advanced[part * size : (part + 1) * size])
    for gene, (french, english) in box.genes.items():
        title = say("Mutants with {gene}", gene=GENE_NAMES[gene])
        yield _page(page_of(gene), title, (english, french), [each for each in box.mutants if gene in each.genes])
    for deck in box.decks.values():
        yield _deck_page(box, deck)
    for boss in box.bosses.values():
        yield _boss_page(boss)


def _page(
    key: str, title: Text, names: tuple[str, ...], cards: Sequence[Card], texts: Iterable[Text] = ()
) -> CatalogueEntry:
    lines = (
        say("{name} ({code}), {genes}.", name=card_name(card), code=card.code, genes=genes_text(card.genes))
        for card in cards
    )
    return CatalogueEntry(key, title, names, (*texts, *lines), tuple(card.code for card in cards))


def _deck_page(box: Components, deck: Deck) -> CatalogueEntry:
    known = say("Two of each. Everyone knows which mutants a ready deck has.")
    title = say("Ready deck {number}: {name}", number=deck.number, name=deck_name(deck))
    cards = [box.card(code) for code in deck.cards]
    return _page(f"deck-{deck.number}", title, (deck.name_en, deck.name_fr), cards, (known,))


def _boss_page(boss: Boss) -> CatalogueEntry:
    lines = (
        say("{name} ({code}) ×{count}.", name=card_name(card), code=card.code, count=card.copies) for card in boss.cards
    )
    head, *powers = boss_texts(boss)
    texts = (say("{title}.", title=head), *powers, boss_known_text(boss), *lines)
    title = say("Boss: {name}", name=boss_name(boss.name_en))
    return CatalogueEntry(
        f"boss-{boss.key}", title, (boss.name_en, boss.name_fr), texts, tuple(card.code for card in boss.cards)
    )


def whereabouts(view: MutantsView, code: str) -> tuple[Text, ...]:
    """Return where copies of a card are, as far as the view's reader may know; nothing for other keys."""
    if code not in components(view.data).cards:
        return ()
    texts = []
    for side in view.sides:
        places = [*_in_sight(side.arena, code), *_of_side(side, code), *_of_draft(view, side, code)]
        if places:
            player = Player(side.seat)
            texts.append(say("{player}: {places}.", player=player, places=listed(places, "comma")))
    texts += _of_boss(view, code)
    return tuple(texts) or (say("You don't know of any copy of it in this match."),)


def _in_sight(arena: Iterable[Zone], code: str) -> Iterator[Text]:
    for zone in arena:
        if zone.card == code:
            yield _ZONES[zone.name, zone.down]


def _of_side(side: Side, code: str) -> Iterator[Text]:
    if side.incubator == code:
        yield say("in the incubator", context="where a card is")
    for number, pile in enumerate(side.piles, 1):
        if pile.top == code:
            yield say("on top of pile {pile}", pile=number)
    yield from _counted(_BELOW, side.unseen, code)
    yield from _counted(_HAND, side.hand, code)
    yield from _counted(_DECK, side.deck, code)
    if side.discard is not None:
        yield from _counted(_DISCARD, side.discard, code)
    elif side.discard_top == code:
        yield say("on top of the discard", context="where a card is")
    yield from _counted(_FREEZER, side.freezer, code)


def _counted(text: Text, cards: Sequence[str] | None, code: str) -> Iterator[Text]:
    if cards is not None and code in cards:
        yield text.using(count=cards.count(code))


def _of_draft(view: MutantsView, side: Side, code: str) -> Iterator[Text]:
    if view.draft is not None and view.viewer == side.seat:
        yield from _counted(_PACK, view.draft.pack, code)
        yield from _counted(_PICKS, view.draft.picks, code)


def _of_boss(view: MutantsView, code: str) -> Iterator[Text]:
    boss = view.boss
    if boss is None:
        return
    places = list(_in_sight(boss.arena, code))
    if boss.discard_top == code:
        places.append(say("on top of the discard", context="where a card is"))
    places += _counted(_BOX, boss.boxed, code)
    if places:
        yield say("The boss: {places}.", places=listed(places, "comma"))


# The places of a match's cards, as far as a seat may know, and the odds of the next one (M73).


def card_list(state: State, seat: Seat | None) -> CardList:
    view, box = seen_by(state, seat), state.rules.components
    own = view.sides[seat - 1] if seat is not None else None
    if own is None or own.hand is None:
        return CardList(_heading(view), tuple(_filled(_open(view))))
    top = known_top(state, own.seat)
    piles = [*_mine(view, own, top, box), *_open(view, but=own.seat)]
    odds = (*_draft_odds(state, view, box), *_deck_odds(view, own, top, box))
    return CardList(_heading(view), tuple(_filled(piles)), odds)


def known_top(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the cards on top of a deck, from the top down, that everyone saw placed there since its shuffle."""
    side = state.sides[seat - 1]
    shuffled = next((place for place, mark in enumerate(side.deck_marks) if mark != KNOWN), len(side.deck))
    return side.deck[:shuffled]


def _heading(view: MutantsView) -> Text:
    if view.draft is not None:
        return say("Draft, pick {pick}", pick=view.draft.pick)
    if view.phase == "over":
        return say("After the end", context="where cards are")
    return say("Round {round}", round=view.round) if view.round else say("Before the first round")


def _mine(view: MutantsView, own: Side, top: Sequence[str], box: Components) -> Iterator[Pile]:
    if view.draft is not None:
        yield _pile(say("Your pack"), view.draft.pack or (), box)
        yield _pile(say("Your picks so far"), view.draft.picks or (), box)
        return
    yield _pile(say("Your hand"), own.hand or (), box)
    yield _pile(say("Your reserve tops"), [pile.top for pile in own.piles if pile.top], box)
    yield Pile(say("Your arena and incubator"), _arena(own))
    yield Pile(say("On top of your deck, the next one first"), tuple(top))
    yield Pile(say("Your deck, in no particular order"), _without(own.deck or (), top))
    yield Pile(say("Your reserve below the tops"), own.unseen or ())
    yield Pile(say("Your freezer, now worth {points}", points=own.freezer_points or 0), own.freezer or ())
    yield Pile(say("Your discard, the top card last"), own.discard or ())


def _open(view: MutantsView, but: Seat | None = None) -> Iterator[Pile]:
    for side in view.sides:
        if side.seat != but and not side.left:
            player = Player(side.seat)
            yield Pile(say("{player}'s arena and incubator", player=player), _arena(side))
            tops = tuple(pile.top for pile in side.piles if pile.top)
            yield Pile(say("{player}'s reserve tops", player=player), tops)
    if view.boss is not None:
        yield Pile(say("The boss's arena"), tuple(zone.card for zone in view.boss.arena if zone.card))
        yield Pile(say("The boss's exploited cards"), view.boss.boxed)


def _filled(piles: Iterable[Pile]) -> Iterator[Pile]:
    return (pile for pile in piles if pile.keys)


def _arena(side: Side) -> tuple[str, ...]:
    return tuple(code for code in (*(zone.card for zone in side.arena), side.incubator) if code)


def _pile(title: Text, codes: Sequence[str], box: Components) -> Pile:
    return Pile(title, tuple(codes), tuple(_line(box.card(code)) for code in codes))


def _line(card: Card) -> Text:
    _, *texts, _ = card_texts(card)
    head = say("{name}, {genes}.", name=card_name(card), genes=genes_text(card.genes))
    return functools.reduce(lambda first, then: say("{first} {then}", first=first, then=then), texts, head)


def _without(codes: Sequence[str], taken: Iterable[str]) -> tuple[str, ...]:
    left = list(codes)
    for code in taken:
        left.remove(code)
    return tuple(left)


def _draft_odds(state: State, view: MutantsView, box: Components) -> Iterator[Text]:
    """Yield how likely a mutant unseen by the seat is in the draft; it knows only the packs it held."""
    if view.draft is None or view.viewer is None:
        return
    seen, every = state.seen[view.viewer - 1].bit_count(), len(box.advanced)
    dealt = sum(map(len, state.packs)) + sum(map(len, state.picks))
    if seen < every:
        share = round(100 * (dealt - seen) / (every - seen))
        yield say("A mutant you haven't seen in a pack has a {share}% chance of being in this draft.", share=share)


def _deck_odds(view: MutantsView, own: Side, top: Sequence[str], box: Components) -> Iterator[Text]:
    if view.draft is not None or view.phase == "over":
        return
    deck = own.deck or ()
    if top:
        yield say(
            "The next card you draw is {name} ({code}): everyone saw it go on your deck.",
            name=card_name(box.card(top[0])),
            code=top[0],
        )
    elif deck:
        shares = (
            (gene, round(100 * sum(gene in box.card(code).genes for code in deck) / len(deck))) for gene in GENE_NAMES
        )
        genes = (say("{gene} {share}%", gene=GENE_NAMES[gene], share=share) for gene, share in shares if share)
        yield say("The next card you draw has: {genes}.", genes=listed(genes, "comma"))
    else:
        yield say("Your deck is empty: before you draw, you freeze a card from your discard and shuffle the rest.")
