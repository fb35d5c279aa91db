"""Where the cards of a match are, as far as a seat may know, and what its own knowledge says of the next one (M73)."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence

from engine.cards import CardList, Pile
from engine.mutants.box import Card, Components
from engine.mutants.observer import view as seen_by
from engine.mutants.state import KNOWN, State
from engine.mutants.view import MutantsView, Side
from engine.mutants.wording import GENE_NAMES, card_name, card_texts, genes_text
from engine.seat import Seat
from engine.text import Player, Text, listed, say


def card_list(state: State, seat: Seat | None) -> CardList:
    """Return where the cards are, as far as a seat, or a spectator (None), may know."""
    view, box = seen_by(state, seat), state.rules.components
    own = view.sides[seat - 1] if seat is not None else None
    if own is None or own.hand is None:
        return CardList(_heading(view), tuple(_filled(_open(view))))
    top = known_top(state, own.seat)
    piles = [*_mine(view, own, top, box), *_open(view, but=own.seat)]
    odds = (*_draft_odds(state, view, box), *_deck_odds(view, own, top, box))
    return CardList(_heading(view), tuple(_filled(piles)), odds)


def known_top(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the cards on top of a deck, from the top down, that all saw go there since it was shuffled."""
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
    """Yield what its owner knows, what matters most first."""
    if view.draft is not None:
        yield _told(say("Your pack"), view.draft.pack or (), box)
        yield _told(say("Your picks so far"), view.draft.picks or (), box)
        return
    yield _told(say("Your hand"), own.hand or (), box)
    yield _told(say("Tops of your reserve"), [pile.top for pile in own.piles if pile.top], box)
    yield Pile(say("Your arena and incubator"), _arena(own))
    yield Pile(say("On top of your deck, the next one first"), tuple(top))
    yield Pile(say("Your deck, in no particular order"), _without(own.deck or (), top))
    yield Pile(say("Your reserve below the tops"), own.unseen or ())
    yield Pile(say("Your freezer, now worth {points}", points=own.freezer_points or 0), own.freezer or ())
    yield Pile(say("Your discard, the top card last"), own.discard or ())


def _open(view: MutantsView, but: Seat | None = None) -> Iterator[Pile]:
    """Yield what everybody sees of the others; the boss last."""
    for side in view.sides:
        if side.seat != but and not side.left:
            player = Player(side.seat)
            yield Pile(say("{player}'s arena and incubator", player=player), _arena(side))
            tops = tuple(pile.top for pile in side.piles if pile.top)
            yield Pile(say("{player}'s reserve tops", player=player), tops)
    if view.boss is not None:
        yield Pile(say("The boss's arena"), tuple(zone.card for zone in view.boss.arena if zone.card))
        yield Pile(say("Exploited cards of the boss"), view.boss.boxed)


def _filled(piles: Iterable[Pile]) -> Iterator[Pile]:
    return (pile for pile in piles if pile.keys)


def _arena(side: Side) -> tuple[str, ...]:
    return tuple(code for code in (*(zone.card for zone in side.arena), side.incubator) if code)


def _told(title: Text, codes: Sequence[str], box: Components) -> Pile:
    return Pile(title, tuple(codes), tuple(_line(box.card(code)) for code in codes))


def _line(card: Card) -> Text:
    """Return what a card says in one line, without which of it is known."""
    _, *texts, _ = card_texts(card)
    head = say("{name}, {genes}.", name=card_name(card), genes=genes_text(card.genes))
    return functools.reduce(lambda first, then: say("{first} {then}", first=first, then=then), texts, head)


def _without(codes: Sequence[str], taken: Iterable[str]) -> tuple[str, ...]:
    left = list(codes)
    for code in taken:
        left.remove(code)
    return tuple(left)


def _draft_odds(state: State, view: MutantsView, box: Components) -> Iterator[Text]:
    """Yield how likely a mutant is in the draft that the seat has not seen in a pack; it knows only those it held."""
    if view.draft is None or view.viewer is None:
        return
    seen, every = state.seen[view.viewer - 1].bit_count(), len(box.advanced)
    dealt = sum(map(len, state.packs)) + sum(map(len, state.picks))
    if seen < every:
        share = round(100 * (dealt - seen) / (every - seen))
        yield say("A mutant you haven't seen in a pack has a {share} % chance of being in this draft.", share=share)


def _deck_odds(view: MutantsView, own: Side, top: Sequence[str], box: Components) -> Iterator[Text]:
    """Yield what the next card that its owner draws can be."""
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
        genes = (say("{gene} {share} %", gene=GENE_NAMES[gene], share=share) for gene, share in shares if share)
        yield say("The next card you draw has: {genes}.", genes=listed(genes, "comma"))
    else:
        yield say("Your deck is empty: before you draw, you freeze a card from your discard and shuffle the rest.")
