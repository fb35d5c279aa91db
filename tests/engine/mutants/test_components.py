"""The data file: what it says, that it can be corrected field by field, and errors that name the field."""

from __future__ import annotations

from importlib import resources

import pytest

from engine.mutants.abilities import GENES, Attack, Copy, DataError, Force, Freeze, Gain, Ko, Trigger, Weakness
from engine.mutants.components import Known, components, editions, read_components

FILE = resources.files("engine.mutants").joinpath("data", "mutants.toml").read_text(encoding="utf-8")
BOX = components()

FIRST_ADVANCED = f"[[advanced]]{FILE.split('[[advanced]]')[1]}"


def changed(old: str, new: str) -> str:
    assert FILE.count(old) >= 1, old
    return FILE.replace(old, new, 1)


def test_the_box_has_what_the_rules_say() -> None:
    """M1, M3: a basic mutant of each gene, an advanced one of each ordered pair of genes."""
    assert [card.genes for card in BOX.basics] == ["A", "B", "C", "D", "F", "E"]
    assert {card.genes for card in BOX.advanced} == {one + other for one in GENES for other in GENES}
    assert [len(boss.cards) for boss in BOX.bosses.values()] == [6, 10]
    assert editions()[BOX.version] is BOX is components("1")


def test_the_force_track() -> None:
    """M4: Fury is its last space, the Dread zone its leftmost ones, and nobody of four starts in it."""
    assert (BOX.track.spaces, BOX.track.fury, BOX.track.dread, BOX.track.challenger) == (13, 12, 3, 6)
    assert BOX.track.challenger - 3 >= BOX.track.dread


def test_abilities_are_typed_values() -> None:
    assert BOX.card("WAR").leave == (Attack("dominating", (Ko("same"),)),)
    assert BOX.card("LYC").deploy == (Gain("hand", 2, may=True),)
    assert BOX.card("BOS").leave[1] == Force(2, condition="dominating")
    assert BOX.card("NOB").permanent == (Trigger("freeze", (Force(2),)),)
    assert BOX.card("SUP").leave == (Copy("either", "arena"),)
    assert BOX.card("ZOM").leave == (Freeze("self", may=True),)
    assert BOX.card("DEV").freeze == 1
    assert BOX.card("DEV").per == "B"
    assert BOX.card("FAT").weakness == Weakness(3, "breed", "E")
    assert (BOX.card("HDE").arrow, BOX.card("FAT").arrow) == ("L", "R")


def test_ready_decks_are_those_of_the_book() -> None:
    """M12."""
    decks = {number: set(deck.cards) for number, deck in BOX.decks.items()}
    assert decks[2] == {"NOB", "BIO", "DEV", "TYR", "BRI", "RAK"}
    assert decks[4] == {"INF", "MRV", "NEB", "KOL", "DRA", "TRI"}
    assert (BOX.decks[1].name_fr, BOX.decks[1].name_en) == ("Cercle Vicieux", "Vicious Circle")


def test_cards_tell_what_is_known() -> None:
    tyrant = BOX.card("TYR")
    assert [tyrant.knows(name) for name in ("genes", "deploy", "leave")] == [Known.YES, Known.PARTLY, Known.NO]
    assert BOX.card("FAN").invented
    assert BOX.reconstructed is not None


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("ZOM", ["ZOM"]),
        ("zom", ["ZOM"]),
        ("Tricéra-Tank", ["TRI"]),
        ("triceratank", ["TRI"]),
        ("tricera tank", ["TRI"]),
        ("Big Bo$$", ["BOS"]),
        ("big bo", ["BOS"]),
        ("dompteur", ["FAN"]),
        ("Lord", ["NOB"]),
        ("Lord Blood", ["NOB"]),
        ("lame d’os", ["BON"]),
        ("Zomb", ["ZOM"]),
        ("Zo", []),
        ("dom", []),
        ("domp", ["FAN"]),
        ("rob", ["ROB"]),
        ("kru", ["KRU"]),
        ("bl", []),
        ("tech", ["TAO"]),
        ("HDE", []),
        ("", []),
    ],
)
def test_names_in_both_languages_find_a_card(text: str, codes: list[str]) -> None:
    """N1."""
    assert [card.code for card in BOX.named(text)] == codes


def test_a_beginning_that_several_have_finds_them_all() -> None:
    """N1: a prefix must be unique."""
    box = read_components(changed('"Kolossus"\nname_en = "Kolossus"', '"Zombinator"\nname_en = "Kolossus"'))
    assert [card.code for card in box.named("zombi")] == ["ZOM", "KOL"]
    assert [card.code for card in box.named("zombie")] == ["ZOM"]


def test_a_corrected_value_is_read() -> None:
    box = read_components(changed("spaces = 13\nchallenger = 6", "spaces = 15\nchallenger = 7"))
    assert (box.track.spaces, box.track.challenger, box.track.fury) == (15, 7, 14)
    box = read_components(changed('leave = [{freeze = "self", may = true}]', "leave = [{force = 3}]"))
    assert box.card("ZOM").leave == (Force(3),)


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("deploy = [{cycle = 1}, {force = 1}]", "deploy = [{cycle = 0}]", "card ROB: deploy[0].cycle: at least 1"),
        ("deploy = [{cycle = 1}, {force = 1}]", "deploy = [{force = 0}]", "card ROB: deploy[0].force: 0 does"),
        ("deploy = [{cycle = 1}, {force = 1}]", "deploy = [{cycle = 1, force = 1}]", "card ROB: deploy[0]: exactly"),
        ("deploy = [{cycle = 1}, {force = 1}]", "deploy = [{fly = 1}]", "card ROB: deploy[0]: exactly one verb"),
        ("deploy = [{cycle = 1}, {force = 1}]", "deploy = [{force = 1, may = true}]", "card ROB: deploy[0].may: there"),
        (
            "deploy = [{cycle = 1}, {force = 1}]",
            'deploy = [{force = 1, if = "late"}]',
            "card ROB: deploy[0].if: one of",
        ),
        ("deploy = [{cycle = 1}, {force = 1}]", "deploy = 3", "card ROB: deploy: a list"),
        ('{freeze = "self", may = true}', '{freeze = "deck"}', "card ZOM: leave[0].freeze: one of"),
        ('{freeze = "self", may = true}', '{freeze = "self", may = 1}', "card ZOM: leave[0].may: true or false"),
        ('effect = [{ko = "same"}]', "effect = [{force = 2}]", "card WAR: leave[0].attack.effect[0]: an attack"),
        ('effect = [{ko = "same"}]', "effect = []", "card WAR: leave[0].attack.effect: an attack"),
        ('genes = "A"', 'genes = "G"', "card ROB: genes: one of the letters"),
        ('genes = "A"', 'genes = "B"', "basic: one mutant of each"),
        ('code = "ROB"', 'code = "Rob"', "card Rob: code: three capital letters"),
        ('code = "ROB"', 'code = "ZOM"', "card ZOM: code: card ZOM"),
        ('name_fr = "Robot"', 'name_fr = "Zombie"', "card ZOM: name_fr: card ROB"),
        ("freeze = 1\nknown", 'freeze = "1"\nknown', "card ROB: freeze: a whole number"),
        ('freeze = {per = "C", n = 1}', 'freeze = {per = "G", n = 1}', "card KOL: freeze.per: one of"),
        ("do = [{force = 1}]}]\nfreeze = 3", "do = [{cycle = 1}]}]\nfreeze = 3", "card AND: permanent[0].do: a perm"),
        ('{when = "cycle", do', '{when = "never", do', "card AND: permanent[0].when: one of"),
        ("deploy = []\nleave = [{take", "deploy = [{force = 1}]\nleave = [{take", "card TAO: deploy: a mutant with"),
        ("deck = 1\n", "", "ready.1: 6 cards"),
        ("deck = 1\n", "deck = 5\n", "ready.1: 6 cards"),
        ("challenger = 6", "challenger = 5", "track.dread: nobody of 4"),
        ("challenger = 6", "challenger = 12", "track.challenger: it lies left"),
        ("spaces = 13\n", "", "track.spaces: is missing"),
        ("first = [4, 5, 6, 7, 8]", "first = [4, 5, 6, 7]", "rounds.first: a number for each"),
        ("middle = [2, 2, 3, 3, 4]", "middle = [2, 2, 3, 3, -4]", "rounds.middle: a list of whole numbers"),
        ('arrow = "left"', 'arrow = "up"', "card HDE: arrow: one of left, right"),
        ('weakness = {damage = 3, when = "ko"}', "weakness = {damage = 3}", "card HDE: weakness.when: is missing"),
        ("health = 42", "health = 0", "boss wizard: health: at least 1"),
        ('when = "turn"', 'when = "night"', "boss wizard: power[0].when: one of"),
        ("format = 1", "format = 2", "format: 1 is wanted"),
        ("[track]", "colour = 1\n[track]", "colour: there is no such field"),
        ('A = "Cyber / Cyber"', 'A = "Cyber"', "genes.A: a French and an English name"),
        ('A = "Cyber / Cyber"', 'G = "Cyber / Cyber"', "genes: the letters ABCDEF are wanted"),
        (FIRST_ADVANCED, "", "advanced: 36 mutants are wanted"),
        ('1 = "Cercle', 'one = "Cercle', "ready.one: the key is"),
        ('4 = "Pogo Sauvage / Wild Pogo"', "", "ready: decks 1 to 4"),
        ('code = "AUT"', 'code = "AUT"\ndeck = 5', "card AUT: deck: there is no ready deck 5"),
        ('weakness = {damage = 3, when = "ko"}', "weakness = 3", "card HDE: weakness: a table is wanted"),
        ('name_en = "Robot"', 'name_en = ""', "card ROB: name_en: a text is wanted"),
        ('known = ["dread"]', "known = [1]", "track.known: a list of texts"),
    ],
)
def test_errors_name_the_field(old: str, new: str, field: str) -> None:
    with pytest.raises(DataError) as caught:
        read_components(changed(old, new))
    assert str(caught.value).startswith(field)
