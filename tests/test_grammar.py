"""Terms of the games decline and agree in sentences: what translators write, and what is shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

import locales
from engine.text import Player, Quote, Text, Value, listed, say, say_n
from locales.grammar import Term, faults, term, vowel_first
from tests.catalogues import catalogues as only

LEFT, INCUBATOR = say("left flank", context="test"), say("incubator", context="test")
SEATED = {1: "Anna", 2: "Bob", 3: "Élise", 4: "*Émile*"}


@pytest.fixture(autouse=True)
def catalogues(tmp_path: Path) -> Iterator[None]:
    """Terms and sentences of a German and a French catalogue."""
    german = Catalog(locale="de")
    german.add("left flank", "linke Flanke | f | nach=zur linken Flanke", context="test")
    german.add("incubator", "Inkubator | m | nach=in den Inkubator", context="test")
    german.add("To the {zone}", "Bewegung {zone:nach}")
    german.add("{zone} is empty.", "{zone:f=Leere|*=Leerer} {zone}.")
    german.add(
        ("{count} turn of {n}", "{count} turns of {n}"),
        ("{count} Zug von {n}", "{count} Züge von {n:one=einem|*=allen}"),
    )
    german.add(
        ("{count} ship", "{count} ships"),
        ("{count} Schiff | n | mit=einem Schiff", "{count} Schiffe | mit={count} Schiffen"),
    )
    german.add("With {ships}.", "Mit {ships:mit}.")
    german.add("Sectors: {sectors}", "{sectors:one=Sektor|*=Sektoren} {sectors}")
    french = Catalog(locale="fr")
    french.add("Turn of {player}.", "Au tour {player:de |d’}{player}.")
    with only(tmp_path, german, french):
        yield


def told(text: Text, language: str = "de") -> str:
    return text.render(locales.translator(language), lambda seat: SEATED[seat])


@pytest.mark.parametrize(
    ("zone", "german"), [(LEFT, "Bewegung zur linken Flanke"), (INCUBATOR, "Bewegung in den Inkubator")]
)
def test_a_sentence_shows_a_term_in_the_form_that_it_names(zone: Text, german: str) -> None:
    assert told(say("To the {zone}", zone=zone)) == german


def test_a_list_shows_each_of_its_terms_in_the_form() -> None:
    assert told(say("To the {zone}", zone=listed([LEFT, INCUBATOR], "or"))) == (
        "Bewegung zur linken Flanke oder in den Inkubator"
    )


@pytest.mark.parametrize(("zone", "german"), [(LEFT, "Leere linke Flanke."), (INCUBATOR, "Leerer Inkubator.")])
def test_a_sentence_chooses_words_by_the_tag_of_a_term(zone: Text, german: str) -> None:
    assert told(say("{zone} is empty.", zone=zone)) == german


@pytest.mark.parametrize(
    ("count", "n", "german"), [(1, 3, "1 Zug von 3"), (2, 1, "2 Züge von einem"), (1200, 3, "1.200 Züge von allen")]
)
def test_a_sentence_chooses_words_by_a_second_number(count: int, n: int, german: str) -> None:
    assert told(say_n("{count} turn of {n}", "{count} turns of {n}", count, n=n)) == german


@pytest.mark.parametrize(("count", "german"), [(1, "Mit einem Schiff."), (1200, "Mit 1.200 Schiffen.")])
def test_a_counted_term_has_its_number_in_the_form(count: int, german: str) -> None:
    assert told(say("With {ships}.", ships=say_n("{count} ship", "{count} ships", count))) == german


@pytest.mark.parametrize(
    ("sectors", "german"), [(["A1"], "Sektor A1"), (["A1", "B2"], "Sektoren A1 und B2"), ([], "Sektoren ")]
)
def test_a_sentence_chooses_words_by_how_many_there_are(sectors: list[str], german: str) -> None:
    assert told(say("Sectors: {sectors}", sectors=listed(sectors))) == german


@pytest.mark.parametrize(
    ("player", "french"),
    [
        (Player(1), "Au tour d’Anna."),
        (Player(2), "Au tour de Bob."),
        (Player(3), "Au tour d’Élise."),
        (Player(4), "Au tour d’*Émile*."),
        (Quote("42"), "Au tour de 42."),
    ],
)
def test_a_sentence_chooses_words_by_the_sound_that_follows(player: Value, french: str) -> None:
    assert told(say("Turn of {player}.", player=player), "fr") == french


def test_a_term_alone_is_shown_without_its_forms() -> None:
    assert told(LEFT) == "linke Flanke"
    assert locales.translator("de").template(LEFT) == "linke Flanke"


def test_what_has_no_such_form_is_shown_as_it_is_elsewhere() -> None:
    """A catalogue of a running bot that is wrong shows a clumsy sentence, and breaks nothing."""
    assert told(say("To the {zone}", zone="E7")) == "Bewegung E7"
    assert told(say("To the {zone}", zone=say("deck", context="test"))) == "Bewegung deck"
    assert told(say("{zone} is empty.", zone=Quote("Ann"))) == "Leerer Ann."


def test_english_needs_no_forms() -> None:
    assert str(say("To the {zone}", zone=LEFT)) == "To the left flank"
    assert told(say("To the {zone}", zone=LEFT), "en") == "To the left flank"


@pytest.mark.parametrize(
    ("translation", "why"),
    [
        ("Ein {zone}", None),
        ("{zone:nach} {zone:f=leere|*=leerer} {zone:de |d’}", None),
        ("{zone} | f | nach=zu {zone}", None),
        ("Zone", "other fields than the English"),
        ("{zone} {hex}", "other fields than the English"),
        ("{zone} | f | nach=zum Feld", "other fields than the English in the form nach"),
        ("{zone} | zu dem", "'zu dem' is neither a tag nor a form"),
        ("{zone:f=leere|m=leerer}", r"{zone:f=leere|m=leerer} doesn't end with *="),
        ("{zone:zu dem}", "{zone:zu dem} is no form and no choice"),
        ("{zone:a|b|c}", "{zone:a|b|c} is no form and no choice"),
        ("{zone", "expected '}' before end of string"),
    ],
)
def test_what_is_wrong_with_a_translation_is_named(translation: str, why: str | None) -> None:
    assert list(faults(("To the {zone}",), translation)) == ([] if why is None else [why])


def test_a_translation_is_read_with_its_tags_and_forms() -> None:
    found = term("Schiff | n | pl | mit=einem Schiff")
    assert found == Term("Schiff", frozenset({"n", "pl"}), {"mit": "einem Schiff"})


@pytest.mark.parametrize(
    ("words", "vowel"), [("Anna", True), ("œuf", True), ("Hugo", False), ("**Ida**", True), ("", False)]
)
def test_the_first_sound_is_that_of_the_first_letter(words: str, vowel: bool) -> None:
    assert vowel_first(words) is vowel
