"""Cards to look up by name: single ones, by gene, kind, ready deck and boss; and where copies of one are in a match."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence

from engine.catalogue import CatalogueEntry
from engine.mutants.box import Boss, Card, Components, Deck
from engine.mutants.components import components
from engine.mutants.view import MutantsView, Side, Zone
from engine.mutants.wording import GENE_NAMES, boss_known_text, boss_texts, card_name, card_texts, genes_text
from engine.text import Player, Text, listed, say

PARTS = 3
"""Pages of the advanced mutants; one for all of them would be too long to look at."""

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
    """Return pages of cards, then every card, by a version of the data; the current one's if it is empty.

    Raises:
        KeyError: There is no such version.
    """
    return _entries(components(data))


def page_of(gene: str) -> str:
    """Return the key of the page of the mutants that carry a gene."""
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
    known = say("Each of them twice. Everyone knows which mutants a ready deck has.")
    title = say("Ready deck {number}: {name}", number=deck.number, name=deck.name_en)
    cards = [box.card(code) for code in deck.cards]
    return _page(f"deck-{deck.number}", title, (deck.name_en, deck.name_fr), cards, (known,))


def _boss_page(boss: Boss) -> CatalogueEntry:
    lines = (
        say("{name} ({code}) ×{count}.", name=card_name(card), code=card.code, count=card.copies) for card in boss.cards
    )
    head, *powers = boss_texts(boss)
    texts = (say("{title}.", title=head), *powers, boss_known_text(boss), *lines)
    title = say("Boss: {name}", name=boss.name_en)
    return CatalogueEntry(
        f"boss-{boss.key}", title, (boss.name_en, boss.name_fr), texts, tuple(card.code for card in boss.cards)
    )


def whereabouts(view: MutantsView, code: str) -> tuple[Text, ...]:
    """Return where copies of a card are, as far as the view's reader may know; nothing for what is no card."""
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
