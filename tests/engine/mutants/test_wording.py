"""What abilities and cards are in words: every word of the vocabulary has some, and bosses are told from players."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.mutants import abilities, wording
from engine.mutants.abilities import (
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
)
from engine.mutants.components import components
from engine.mutants.duels import Boxed, FreezerOpened
from engine.mutants.wording import (
    ability_text,
    boss_known_text,
    card_line,
    card_texts,
    effect_text,
    known_text,
    occasion_text,
    trigger_text,
)
from locales.pseudo import Pseudo
from tests.pseudo import english_words

EVERY: tuple[Effect, ...] = (
    Force(3),
    Force(-1),
    Cycle(2),
    Draw(1),
    Draw(2),
    Discard(1),
    Discard(2),
    *(Freeze(what, may) for what in abilities.FREEZES for may in (False, True)),
    *(Gain(zone, 0, may) for zone in abilities.GAINS for may in (False, True)),
    *(Gain(zone, cost, may=True) for zone in abilities.GAINS for cost in (1, 2)),
    *(Take(n) for n in (0, 1, 2)),
    *(Attack(who, (Force(-2),)) for who in abilities.ATTACKED),
    *(Attack("all", (Ko(what),)) for what in abilities.KOS if what != "self"),
    Attack("all", (Discard(1), Force(-1))),
    Ko("self"),
    Flip(),
    *(Copy(what, source) for what in abilities.HALVES for source in abilities.COPIES),
    Points(1),
    Health(2),
    *(Force(1, condition=condition) for condition in abilities.CONDITIONS),
)
"""An effect of every kind, with all that it may say."""


@pytest.mark.parametrize("boss", [False, True])
def test_every_effect_has_words_of_its_own(*, boss: bool) -> None:
    told = [str(effect_text(each, boss=boss)) for each in EVERY]
    assert len(set(told)) == len(told)
    for text in told:
        assert text[0].islower() or text.startswith("K.O.")
        assert not text.endswith(".")
        assert "{" not in text


def test_every_effect_goes_through_the_catalogue() -> None:
    for each in EVERY:
        assert english_words(effect_text(each).render(Pseudo())) == []


@pytest.mark.parametrize("when", sorted({*abilities.WEAKNESSES, *abilities.POWERS}))
def test_every_occasion_has_words(when: str) -> None:
    assert occasion_text(when) == wording._OCCASIONS[when]
    assert str(trigger_text(Trigger(when, (Force(2),)))) == f"when {occasion_text(when)}: gain 2 force"


@pytest.mark.parametrize("gene", abilities.GENES)
def test_an_occasion_tells_the_gene_that_its_card_must_carry(gene: str) -> None:
    for when in ("freeze", "gain", "breed", "incubate", "deploy"):
        assert str(wording.GENE_NAMES[gene]) in str(occasion_text(when, gene))


def test_an_ability_tells_its_effects_in_order_and_whom_each_acts_on() -> None:
    ability = (Attack("dominating", (Ko("same"), Force(-2))), Force(1))
    assert str(ability_text(ability)) == (
        "attack those who dominate you: K.O. their mutant in the same zone and they lose 2 force; gain 1 force"
    )
    assert str(ability_text((Attack("all", (Discard(1),)), Force(2)), boss=True)) == (
        "the boss attacks you: you discard 1 card; the boss gains 2 force"
    )
    assert str(ability_text(())) == "nothing"


def test_a_card_tells_all_of_itself_and_what_of_it_is_known() -> None:
    cards = components().cards
    assert " ".join(map(str, card_texts(cards["WAR"]))) == (
        "Warrior (WAR), basic mutant, Saber. Deploy: gain 2 force. Leave: attack those who dominate you: K.O. "
        "their mutant in the same zone. Freeze value 1. Known: French name, English name, genes, deploy, leave "
        "and freeze value. The rest is reconstructed."
    )
    assert "Transformation: " in " ".join(map(str, card_texts(cards["TAO"])))
    assert "Parry: K.O. this mutant; gain 3 force." in map(str, card_texts(cards["NEB"]))
    assert "Permanent: when you freeze a card: gain 2 force." in map(str, card_texts(cards["NOB"]))
    assert "Freeze value 1 for each Necro in your freezer." in map(str, card_texts(cards["DEV"]))
    assert "Weakness: when you breed a mutant with Galactic, 3 damage." in map(str, card_texts(cards["FAT"]))
    assert str(known_text(cards["EVH"])) == "All of it is reconstructed."
    assert str(known_text(cards["BON"])) == "Its name is made up. Known in part: genes. The rest is reconstructed."


def test_a_line_tells_what_a_card_does_in_few_words() -> None:
    cards = [card for card in components().cards.values() if card.kind != "boss"]
    lines = {card.code: str(card_line(card)) for card in cards}
    assert [line for line in lines.values() if len(line) > 45] == [], "a phone has room for so much on a line"
    assert lines["EVA"] == "EVA: turn a K.O. face up; +2 force; cycle 2"
    assert lines["DEM"] == "DEM: leaving, +2 force"
    assert lines["TAO"] == "TAO: becomes the top of your deck"
    assert lines["KOL"] == "KOL: +5 force; if dominated: +1 force"
    assert lines["LYC"] == "LYC: may discard 2: reserve top to hand"


def test_every_effect_has_few_words_of_its_own() -> None:
    card = components().card("ROB")
    told = [card_line(replace(card, deploy=(each,))) for each in EVERY]
    assert len(set(map(str, told))) == len(told)
    for each in told:
        assert english_words(each.render(Pseudo())) == [] or str(each).startswith(
            english_words(each.render(Pseudo()))[0]
        )
    assert str(card_line(replace(card, deploy=(), leave=()))) == "ROB: nothing"


def test_an_empty_freezer_and_what_a_leaver_had_are_told() -> None:
    opened = FreezerOpened(2, cards=(), values=(), total=7)
    assert str(opened.text()) == "Player 2's freezer is empty: 7 in all."
    assert str(Boxed(3).text()) == "Player 3's cards and markers go to the box."


def test_of_a_boss_of_which_nothing_is_known_it_is_said() -> None:
    boss = replace(components().bosses["wizard"], known=frozenset())
    assert str(boss_known_text(boss)) == "All of it is reconstructed."


def test_every_known_field_of_the_data_has_a_name() -> None:
    for card in components().cards.values():
        assert {*card.known, *card.inferred} <= set(wording._FIELDS)
