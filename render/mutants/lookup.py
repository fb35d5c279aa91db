"""Cards to look up: one with all it says, the mutants of a gene or a kind, the four ready decks, the bosses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.mutants.box import Card
from engine.mutants.components import components
from engine.mutants.wording import GENE_NAMES, boss_texts, card_name, card_texts, genes_text
from engine.text import Text, say, say_n
from render.look import PLAIN, Look
from render.mutants.strip import Part, Placed, draw_strip
from render.words import ALT_LIMIT, ELLIPSIS


def card_alt(code: str, look: Look = PLAIN, data: str = "") -> str:
    """Return all that a card says, in at most `ALT_LIMIT` characters; goes with its picture."""
    every = components(data)
    told = " ".join(map(look.told, card_texts(every.card(code))))
    return shortened(look.notice(every.reconstructed) + told)


def draw_card(code: str, look: Look = PLAIN, data: str = "", *, note: Text | None = None) -> bytes:
    """Return a card with all it says beside it as a PNG file; `note` is a line below its name."""
    card = components(data).card(code)
    return draw_strip(
        say("{name} ({code})", name=card_name(card), code=code), [_part([code])], look, data=data, note=note
    )


def draw_gene(gene: str, look: Look = PLAIN, data: str = "") -> bytes:
    """Return the basic mutant and all advanced ones that carry a gene as a PNG file."""
    cards = with_gene(gene, data)
    return draw_strip(_gene_title(gene), [_part(card.code for card in cards)], look, data=data)


def with_gene(gene: str, data: str = "") -> tuple[Card, ...]:
    """Return the mutants that carry a gene, in data-file order."""
    return tuple(card for card in components(data).mutants if gene in card.genes)


def gene_text(gene: str, look: Look = PLAIN, data: str = "") -> str:
    """Return in words which mutants carry a gene, in at most `ALT_LIMIT` characters."""
    return _listing(_gene_title(gene), with_gene(gene, data), look, data)


def draw_basics(look: Look = PLAIN, data: str = "") -> bytes:
    """Return the six basic mutants as a PNG file."""
    cards = components(data).basics
    return draw_strip(_BASICS, [_part(card.code for card in cards)], look, data=data)


def basics_text(look: Look = PLAIN, data: str = "") -> str:
    """Return the six basic mutants in words, in at most `ALT_LIMIT` characters."""
    return _listing(_BASICS, components(data).basics, look, data)


def draw_deck(number: int, look: Look = PLAIN, data: str = "") -> bytes:
    """Return a ready deck (M12) as a PNG file."""
    deck = components(data).decks[number]
    return draw_strip(_deck_title(number, data), [_part(deck.cards)], look, data=data, note=_TWICE)


def deck_text(number: int, look: Look = PLAIN, data: str = "") -> str:
    """Return a ready deck in words, in at most `ALT_LIMIT` characters."""
    every = components(data)
    cards = [every.card(code) for code in every.decks[number].cards]
    return _listing(_deck_title(number, data), cards, look, data)


def draw_boss(key: str, look: Look = PLAIN, data: str = "") -> bytes:
    """Return a boss and its cards as a PNG file."""
    boss = components(data).bosses[key]
    texts = list(boss_texts(boss))
    parts = [Part(tuple(map(Placed, (card.code for card in boss.cards))), note=texts[1])]
    return draw_strip(texts[0], parts, look, data=data, note=texts[2])


def boss_text(key: str, look: Look = PLAIN, data: str = "") -> str:
    """Return a boss and its cards in words, in at most `ALT_LIMIT` characters."""
    every = components(data)
    name, *others = boss_texts(every.bosses[key])
    cards = every.bosses[key].cards
    names = ", ".join(f"{card_name(card)} ({card.code}) ×{card.copies}" for card in cards)
    told = [say("{title}.", title=name), *others, say("Cards: {cards}.", cards=names)]
    return shortened(look.notice(every.reconstructed) + " ".join(map(look.told, told)))


def shortened(text: str) -> str:
    """Return a text cut to `ALT_LIMIT` characters."""
    return text if len(text) <= ALT_LIMIT else text[: ALT_LIMIT - 1] + ELLIPSIS


_BASICS = say("Basic mutants")
_TWICE = say("Each of them twice")


def _part(codes: Iterable[str]) -> Part:
    return Part(tuple(map(Placed, codes)))


def _gene_title(gene: str) -> Text:
    return say("Mutants with {gene}", gene=GENE_NAMES[gene])


def _deck_title(number: int, data: str) -> Text:
    return say("Ready deck {number}: {name}", number=number, name=components(data).decks[number].name_en)


def _listing(title: Text, cards: Sequence[Card], look: Look, data: str) -> str:
    """Return cards by name, code and genes below a title."""
    names = (
        look.told(say("{name} ({code}), {genes}", name=card_name(card), code=card.code, genes=genes_text(card.genes)))
        for card in cards
    )
    count = say_n(
        "{title}, {count} card: {cards}.",
        "{title}, {count} cards: {cards}.",
        len(cards),
        title=title,
        cards="; ".join(names),
    )
    return shortened(look.notice(components(data).reconstructed) + look.told(count))
