"""Cards to look up, as pictures and in words: one card, a gene, the basics, ready decks, bosses."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from engine.mutants.components import components
from engine.mutants.wording import boss_texts, card_texts
from locales.pseudo import Pseudo
from render.look import Look
from render.mutants.cards import draw_face
from render.mutants.lookup import (
    basics_text,
    boss_text,
    card_alt,
    deck_text,
    draw_basics,
    draw_boss,
    draw_card,
    draw_deck,
    draw_gene,
    gene_text,
    with_gene,
)
from render.words import ALT_LIMIT
from tests.pseudo import english_words

EVERY = components()
WHOLE = f"{EVERY.reconstructed}. "
NAMES = [card.name_en for card in EVERY.cards.values()]
NAMES += [deck.name_en for deck in EVERY.decks.values()] + [boss.name_en for boss in EVERY.bosses.values()]
LIMIT = 60 * 1024


def shown(draw: object, *arguments: object) -> list[str]:
    """The cards on a picture, which is not too heavy."""
    assert callable(draw)
    with patch("render.mutants.strip.draw_face", wraps=draw_face) as faces:
        assert len(draw(*arguments)) <= LIMIT
    return [call.args[1].code for call in faces.call_args_list]


def test_every_card_is_told_whole_and_said_to_be_reconstructed_first() -> None:
    for card in EVERY.cards.values():
        told = card_alt(card.code)
        assert told == WHOLE + " ".join(map(str, card_texts(card)))
        assert len(card_alt(card.code, Look(translate=Pseudo(1)))) <= ALT_LIMIT
        assert english_words(card_alt(card.code, Look(translate=Pseudo())), NAMES) == []
        assert shown(draw_card, card.code) == [card.code]


def test_galleries_show_the_cards_that_they_are_named_after() -> None:
    for gene in EVERY.genes:
        cards = with_gene(gene)
        assert len(cards) == 12  # M3: one basic mutant, and one advanced one for each ordered pair with the gene
        assert shown(draw_gene, gene) == [card.code for card in cards]
        assert all(f"({card.code})" in gene_text(gene) for card in cards)
    assert shown(draw_basics) == [card.code for card in EVERY.basics]
    for number, deck in EVERY.decks.items():
        assert shown(draw_deck, number) == list(deck.cards)
        assert all(f"({code})" in deck_text(number) for code in deck.cards)
    for key, boss in EVERY.bosses.items():
        assert shown(draw_boss, key) == [card.code for card in boss.cards]
        assert all(f"({card.code}) ×{card.copies}" in boss_text(key) for card in boss.cards)
        assert str(boss.health) in boss_text(key)


@pytest.mark.parametrize("look", [Look(), Look(translate=Pseudo()), Look(translate=Pseudo(2))])
def test_galleries_are_told_in_the_room_there_is(look: Look) -> None:
    texts = [
        basics_text(look),
        *(gene_text(gene, look) for gene in EVERY.genes),
        *(deck_text(number, look) for number in EVERY.decks),
        *(boss_text(key, look) for key in EVERY.bosses),
    ]
    for text in texts:
        assert len(text) <= ALT_LIMIT
        if look.translate == Pseudo():
            assert english_words(text, NAMES) == []
        if look == Look():
            assert text.startswith(WHOLE)


def test_a_power_on_several_occasions_is_told_whole() -> None:
    assert (
        "Special power: when a round begins: the boss attacks you: K.O. of one of your mutants; when the boss's deck "
        "is shuffled: the boss's health rises by 5." in boss_text("jack")
    )
    assert len(list(boss_texts(EVERY.bosses["wizard"]))) == 3
