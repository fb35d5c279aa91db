"""Every text for people can be extracted, translated and filled in."""

from __future__ import annotations

import ast
import itertools
import logging
import re
from collections.abc import Iterator
from datetime import date, timedelta
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.core import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import cogs.core.text
import locales
from engine.mutants.events import Deployed
from engine.text import ENGLISH, Joint, Player, Quote, Text, Value, dump_text, listed, load_text, say, say_n
from locales import extract
from locales.__main__ import PARTS, add, check, files_of, is_translated, load, main, save
from locales.checks import (
    LIMITS,
    NAME,
    SLOTS,
    Word,
    forms,
    glossary,
    hashes_of,
    lengths,
    problems,
    repeated,
    runs,
    typeset,
)
from locales.extract import AREAS, KEYWORDS, Message, area_of, extracted, marked
from locales.grammar import Term, faults, term, vowel_first
from locales.pseudo import Pseudo
from tests.catalogues import catalogues as only


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def calls(keyword: str) -> list[tuple[str, ast.Call]]:
    """Where one of the functions that mark texts is called."""
    return [(f"{each.place}:{each.node.lineno}", each.node) for each in marked() if each.keyword == keyword]


def test_the_template_file_is_up_to_date() -> None:
    """`make messages` was run after the last change of a text."""
    template = extracted()
    with (locales.HERE / f"{locales.DOMAIN}.pot").open("rb") as source:
        committed = {(message.id, message.context) for message in read_po(source) if message.id}

    assert committed == {(message.id, message.context) for message in template if message.id}


@pytest.mark.parametrize("keyword", sorted(KEYWORDS))
def test_what_is_marked_is_a_literal(keyword: str) -> None:
    found = calls(keyword)
    assert found
    wanted = KEYWORDS[keyword]
    not_literal = [
        where
        for where, call in found
        for marked in (
            *(call.args[:wanted] if len(call.args) >= wanted else [None]),
            *(keyword.value for keyword in call.keywords if keyword.arg == "context"),
        )
        if not (isinstance(marked, ast.Constant) and isinstance(marked.value, str))
    ]
    assert not_literal == []


def test_plurals_and_contexts_are_extracted() -> None:
    source = """
say("One.")
say("N", context="compass point")
say_n("{count} turn", "{count} turns", number, context="left", who=say("Inside"))
mark("A command")
say(variable)
"""
    assert [extract.message(call) for call in extract.calls(source)] == [
        Message(("One.",), None),
        Message(("N",), "compass point"),
        Message(("{count} turn", "{count} turns"), "left"),
        Message(("Inside",), None),
        Message(("A command",), None),
        None,
    ]


def test_a_short_text_has_a_comment_on_where_it_is() -> None:
    source = """
_ANSWERS = {"a": say("no"), "b": say("yes, at the bottom"), "c": say("nobody gets any points here")}
button(label=say("More"), about=say("Everything else that this does"))
say("Alone")
say("here", context="place")
"""
    found = {
        said.forms[0]: extract.comments(call, said.forms[0])
        for call in extract.calls(source)
        if (said := extract.message(call))
    }
    assert found == {
        "no": ["in: answers; beside: yes, at the bottom / nobody gets any points here"],
        "yes, at the bottom": [],
        "nobody gets any points here": [],
        "More": ["in: label"],
        "Everything else that this does": [],
        "Alone": [],
        "here": [],
    }


def test_what_says_a_number_depends_on_it() -> None:
    """The plural names the number, and both forms name the same values but for the number itself."""
    wrong = []
    for where, call in calls("say_n"):
        singular, plural = (fields(str(node.value)) for node in call.args[:2] if isinstance(node, ast.Constant))
        given = {keyword.arg for keyword in call.keywords if keyword.arg} - {"context"}
        wanted = plural - {"count"}
        whole = given == wanted or (given <= wanted and any(keyword.arg is None for keyword in call.keywords))
        if singular - {"count"} != wanted or (given and not whole):
            wrong.append(where)
    assert wrong == []


def test_no_text_stands_with_a_plural_here_and_without_one_there() -> None:
    """A catalogue has one entry for an English text and its context: the other would be shown in the wrong form."""
    found: dict[tuple[str, str | None], set[tuple[str, ...]]] = {}
    for each in map(extract.message, marked()):
        if each is not None:
            found.setdefault((each.forms[0], each.context), set()).add(each.forms)
    assert [text for text, several in found.items() if len(several) > 1] == []


def test_every_template_gets_the_values_it_names() -> None:
    """Where `say` fills in a template itself; templates without values in tables are filled in where they are used."""
    wrong = []
    for where, call in calls("say"):
        template = call.args[0]
        assert isinstance(template, ast.Constant)
        wanted, given = fields(str(template.value)), {keyword.arg for keyword in call.keywords if keyword.arg}
        given -= {"context"}
        more_given = any(keyword.arg is None for keyword in call.keywords)
        if (given or more_given) and not (given <= wanted if more_given else given == wanted):
            wrong.append((where, wanted ^ given))
    assert wrong == []


@pytest.fixture
def catalogues(tmp_path: Path) -> Iterator[None]:
    """A German catalogue with a few texts in it, and a Polish one, whose plurals have three forms."""
    catalogue = Catalog(locale="de")
    catalogue.add("Seat {seat} is taken.", "Platz {seat} ist nicht frei.")
    catalogue.add("E", "O", context="compass point")
    catalogue.add(("{count} turn", "{count} turns"), ("{count} Zug", "{count} Züge"))
    catalogue.add(("{count} turn", "{count} turns"), ("noch {count} Zug", "noch {count} Züge"), context="left")
    polish = Catalog(locale="pl")
    polish.add(("{count} turn", "{count} turns"), ("{count} ruch", "{count} ruchy", "{count} ruchów"))
    with only(tmp_path, catalogue, polish):
        yield


SEAT = say("Seat {seat} is taken.", seat=3)


@pytest.mark.usefixtures("catalogues")
@pytest.mark.parametrize("locale", ["de", "de_AT", "de-DE"])
def test_a_catalogue_is_read_and_used(locale: str) -> None:
    assert SEAT.render(locales.translator(locale)) == "Platz 3 ist nicht frei."


@pytest.mark.usefixtures("catalogues")
@pytest.mark.parametrize("locale", [None, "", "en-GB", "xx", "fr"])
def test_everybody_else_reads_english(locale: str | None) -> None:
    assert SEAT.render(locales.translator(locale)) == "Seat 3 is taken."
    assert locales.translator(locale) is ENGLISH


@pytest.mark.usefixtures("catalogues")
def test_what_is_not_translated_stays_english() -> None:
    german = locales.translator("de")
    assert say("Something new.").render(german) == "Something new."
    assert say("Something new.", context="news").render(german) == "Something new."
    assert [say_n("{count} seat", "{count} seats", count).render(german) for count in (1, 2)] == ["1 seat", "2 seats"]


@pytest.mark.usefixtures("catalogues")
def test_a_context_tells_labels_apart() -> None:
    german = locales.translator("de")
    assert say("E", context="compass point").render(german) == "O"
    assert say("E").render(german) == "E"


@pytest.mark.usefixtures("catalogues")
def test_each_language_has_its_own_plural_forms() -> None:
    def told(language: str, count: int, context: str | None = None) -> str:
        return Text("{count} turn", (("count", count),), "{count} turns", context).render(locales.translator(language))

    assert [told("de", count) for count in (0, 1, 1234)] == ["0 Züge", "1 Zug", "1.234 Züge"]
    assert told("de", 2, "left") == "noch 2 Züge"
    assert [told("pl", count) for count in (1, 2, 5, 22)] == ["1 ruch", "2 ruchy", "5 ruchów", "22 ruchy"]


def test_a_catalogue_has_what_gettext_would_read_from_it() -> None:
    texts = Catalog(locale="pl")
    texts.add("Seat {seat}", "Miejsce {seat}")
    texts.add("E", "W", context="compass point")
    texts.add("new", "", context="news")
    texts.add("unsure", "niepewne", flags=["fuzzy"])
    many = ("{count} turn", "{count} turns")
    texts.add(many, ("{count} ruch", "{count} ruchy", "{count} ruchów"))
    texts.add(("{count} seat", "{count} seats"), ("", "", ""), context="left")
    file = BytesIO()
    write_mo(file, texts)
    file.seek(0)
    ours, theirs = locales.Messages(texts), GNUTranslations(file)
    singles = ["Seat {seat}", "E", "new", "unsure", "missing"]
    assert [ours.gettext(each) for each in singles] == [theirs.gettext(each) for each in singles]
    counted = (many, ("{count} seat", "{count} seats"), ("one", "more"))
    for context in ("compass point", "news", "left"):
        assert [ours.pgettext(context, each) for each in singles] == [
            theirs.pgettext(context, each) for each in singles
        ]
        for pair, count in itertools.product(counted, (0, 1, 2, 5, 22)):
            assert ours.ngettext(*pair, count) == theirs.ngettext(*pair, count)
            assert ours.npgettext(context, *pair, count) == theirs.npgettext(context, *pair, count)


@pytest.mark.usefixtures("catalogues")
@pytest.mark.parametrize(("joint", "told"), [("and", "a, b und c"), ("or", "a, b oder c"), ("comma", "a, b, c")])
def test_lists_are_joined_as_the_language_does(joint: Joint, told: str) -> None:
    german = locales.translator("de")
    assert german.joined(["a", "b", "c"], joint) == told
    assert [german.joined(["a"][:count], joint) for count in (0, 1)] == ["", "a"]


@pytest.mark.usefixtures("catalogues")
def test_dates_and_durations_are_written_as_the_language_does() -> None:
    text = say("{left}, {day}", left=timedelta(days=1, hours=12, minutes=5), day=date(2026, 8, 1))
    assert text.render(locales.translator("de")) == "1 Tg. 12 Std. 5 Min., 01.08.2026"
    assert text.render(locales.translator("fr")) == "1d12h5m, 2026-08-01"


@pytest.mark.parametrize("count", range(5))
def test_english_is_as_babel_knows_it(count: int) -> None:
    british = locales.Catalogue(Locale.parse("en_GB"), NullTranslations())
    joints: tuple[Joint, ...] = ("and", "or", "comma")
    for joint in joints:
        assert ENGLISH.joined(["a", "b", "c", "d"][:count], joint) == british.joined(
            ["a", "b", "c", "d"][:count], joint
        )
    assert ENGLISH.number(-(1234**count)) == british.number(-(1234**count))


def test_the_pseudo_language_changes_all_but_what_translators_keep() -> None:
    pseudo = Pseudo()
    text = say_n("{count} turn of {who}: `/move`, R29", "{count} turns of {who}: `/move`, R29", 1000, who="dan")
    assert text.render(pseudo) == "«1\u202f000 túúrñs óóf dan: `/move`, R29»"
    assert pseudo.joined(["a", "b", "c"], "and") == "a, b éét c"
    assert pseudo.day(date(2026, 5, 1)) == "01.05.2026"
    assert pseudo.duration(timedelta(days=2, hours=1)) == "2 dååý 1 hóóúúr"
    assert len(Pseudo(5).template(SEAT)) == len(pseudo.template(SEAT)) + 20


@pytest.fixture
def template() -> Catalog:
    """A text of each kind."""
    small = Catalog()
    small.add("Seat {seat} is taken.")
    small.add("E", context="compass point")
    small.add(("{count} turn", "{count} turns"))
    return small


@pytest.mark.parametrize(
    ("language", "place", "plurals"),
    [("fr", "fr", 2), ("pt-BR", "pt_BR", 2), ("pl", "pl", 3), ("ja", "ja", 1), ("ar", "ar", 6)],
)
def test_a_catalogue_is_begun_with_the_plurals_of_its_language(
    template: Catalog, language: str, place: str, plurals: int, tmp_path: Path
) -> None:
    path = add(language, template, tmp_path)
    assert path == tmp_path / place / "parts"
    part = path / "play.po"
    assert f"nplurals={plurals};" in part.read_text(encoding="utf-8")
    with part.open("rb") as source:
        begun = {(each.id, each.context): each for each in read_po(source, locale=place) if each.id}
    assert set(begun) == {(each.id, each.context) for each in template if each.id}
    assert not any(any(forms(each.string)) or is_translated(each) for each in begun.values())
    assert len(forms(begun[("{count} turn", "{count} turns"), None].string)) == plurals


@pytest.mark.parametrize(
    ("language", "why"), [("klingon", "no language"), ("en", "already exists"), ("fr", "already exists")]
)
def test_a_catalogue_that_cannot_be_begun(template: Catalog, language: str, why: str, tmp_path: Path) -> None:
    add("fr", template, tmp_path)
    with pytest.raises(ValueError, match=why):
        add(language, template, tmp_path)


def test_the_command_line_says_why_not(caplog: pytest.LogCaptureFixture) -> None:
    assert main(["add", "klingon"]) == 1
    assert "there's no language klingon" in caplog.text


def test_the_command_line_begins_a_translation_and_keeps_it_up_to_date(
    template: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "locales")
    monkeypatch.setattr("locales.__main__.extracted", lambda: template)
    assert main(["add", "fr"], tmp_path) == 0
    assert f"{tmp_path.name}/fr/parts: 3 texts to translate" in caplog.text
    place = tmp_path / "fr" / "parts" / "play.po"
    begun = place.read_text(encoding="utf-8")
    place.write_text(
        begun.replace(
            'msgctxt "compass point"\nmsgid "E"\nmsgstr ""', 'msgctxt "compass point"\nmsgid "E"\nmsgstr "Est"'
        )
    )
    template.add("Your turn.")
    assert main([], tmp_path) == 0
    assert "4 texts" in caplog.text
    assert "fr: 3 of them to translate" in caplog.text
    for file in (tmp_path / "arena.pot", place):
        assert 'msgid "Your turn."' in file.read_text(encoding="utf-8")
    assert 'msgstr "Est"' in place.read_text(encoding="utf-8")


def test_a_catalogue_that_is_read_and_written_again_has_the_same_order(template: Catalog, tmp_path: Path) -> None:
    template.add("of two places", locations=[("engine/b.py", 0), ("cogs/a.py", 0)])
    template.add("of one", locations=[("cogs/b.py", 0)])
    path = tmp_path / f"{locales.DOMAIN}.po"
    save(template, path)
    written = [each.id for each in load(path, "de")]
    save(load(path, "de"), path)
    assert [each.id for each in load(path, "de")] == written


# Terms of the games decline and agree in sentences: what translators write, and what is shown.


LEFT, INCUBATOR = say("left flank", context="test"), say("incubator", context="test")
SEATED = {1: "Anna", 2: "Bob", 3: "Élise", 4: "*Émile*"}


@pytest.fixture
def terms(tmp_path: Path) -> Iterator[None]:
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


def in_forms(text: Text, language: str = "de") -> str:
    return text.render(locales.translator(language), lambda seat: SEATED[seat])


@pytest.mark.usefixtures("terms")
@pytest.mark.parametrize(
    ("zone", "german"), [(LEFT, "Bewegung zur linken Flanke"), (INCUBATOR, "Bewegung in den Inkubator")]
)
def test_a_sentence_shows_a_term_in_the_form_that_it_names(zone: Text, german: str) -> None:
    assert in_forms(say("To the {zone}", zone=zone)) == german


@pytest.mark.usefixtures("terms")
def test_a_list_shows_each_of_its_terms_in_the_form() -> None:
    assert in_forms(say("To the {zone}", zone=listed([LEFT, INCUBATOR], "or"))) == (
        "Bewegung zur linken Flanke oder in den Inkubator"
    )


@pytest.mark.usefixtures("terms")
@pytest.mark.parametrize(("zone", "german"), [(LEFT, "Leere linke Flanke."), (INCUBATOR, "Leerer Inkubator.")])
def test_a_sentence_chooses_words_by_the_tag_of_a_term(zone: Text, german: str) -> None:
    assert in_forms(say("{zone} is empty.", zone=zone)) == german


@pytest.mark.usefixtures("terms")
@pytest.mark.parametrize(
    ("count", "n", "german"), [(1, 3, "1 Zug von 3"), (2, 1, "2 Züge von einem"), (1200, 3, "1.200 Züge von allen")]
)
def test_a_sentence_chooses_words_by_a_second_number(count: int, n: int, german: str) -> None:
    assert in_forms(say_n("{count} turn of {n}", "{count} turns of {n}", count, n=n)) == german


@pytest.mark.usefixtures("terms")
@pytest.mark.parametrize(("count", "german"), [(1, "Mit einem Schiff."), (1200, "Mit 1.200 Schiffen.")])
def test_a_counted_term_has_its_number_in_the_form(count: int, german: str) -> None:
    assert in_forms(say("With {ships}.", ships=say_n("{count} ship", "{count} ships", count))) == german


@pytest.mark.usefixtures("terms")
@pytest.mark.parametrize(
    ("sectors", "german"), [(["A1"], "Sektor A1"), (["A1", "B2"], "Sektoren A1 und B2"), ([], "Sektoren ")]
)
def test_a_sentence_chooses_words_by_how_many_there_are(sectors: list[str], german: str) -> None:
    assert in_forms(say("Sectors: {sectors}", sectors=listed(sectors))) == german


@pytest.mark.usefixtures("terms")
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
    assert in_forms(say("Turn of {player}.", player=player), "fr") == french


@pytest.mark.usefixtures("terms")
def test_a_term_alone_is_shown_without_its_forms() -> None:
    assert in_forms(LEFT) == "linke Flanke"
    assert locales.translator("de").template(LEFT) == "linke Flanke"


@pytest.mark.usefixtures("terms")
def test_what_has_no_such_form_is_shown_as_it_is_elsewhere() -> None:
    """A catalogue of a running bot that is wrong shows a clumsy sentence, and breaks nothing."""
    assert in_forms(say("To the {zone}", zone="E7")) == "Bewegung E7"
    assert in_forms(say("To the {zone}", zone=say("deck", context="test"))) == "Bewegung deck"
    assert in_forms(say("{zone} is empty.", zone=Quote("Ann"))) == "Leerer Ann."


@pytest.mark.usefixtures("terms")
def test_english_needs_no_forms() -> None:
    assert str(say("To the {zone}", zone=LEFT)) == "To the left flank"
    assert in_forms(say("To the {zone}", zone=LEFT), "en") == "To the left flank"


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


# Translations are held to the English, to their language's typography, to lengths, and to the glossary.


TRANSLATED = sorted(
    {path.parent.name for path in locales.HERE.glob("*/*.po")}
    | {path.parents[1].name for path in locales.HERE.glob(f"*/{PARTS}/*.po")}
)
TO_DO = "`make messages` collects what is new; docs/adding-a-language.md says how to translate it"
GLOSSARIES = sorted(path.name.split(".")[1] for path in locales.HERE.glob("GLOSSARY.*.md"))


def one(
    english: str | tuple[str, str], translation: str | tuple[str, ...], language: str = "de", **more: object
) -> Catalog:
    catalogue = Catalog(locale=language)
    catalogue.add(english, translation, **more)  # type: ignore[arg-type]
    return catalogue


def found(english: str, translation: str, language: str = "de", **more: object) -> list[str]:
    return [each.what for each in problems(one(english, translation, language, **more), language, words=())]


@pytest.mark.parametrize(
    ("english", "more"),
    [
        ("{player} moves to {hex}", {"user_comments": ["same"]}),
        ("Warrior", {"context": "name of a card"}),
        ("`/move turn`: {turn}, /undo", {}),
        ("{a} · {b}", {}),
    ],
)
def test_what_both_languages_say_alike_is_no_problem(english: str, more: dict[str, Any]) -> None:
    assert found(english, english, **more) == []


def test_a_translation_that_is_the_english_is_named() -> None:
    assert found("Your turn", "Your turn") == ["is the English; where both languages say so, the comment is `# same`"]


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_translation_is_right_and_those_that_people_can_choose_are_whole(language: str) -> None:
    """A language in parts cannot be chosen; one with a catalogue has every text, as the English is now."""
    whole = language in locales.languages()
    assert list(map(str, check(language, whole=whole))) == [], TO_DO
    known = {(each.id, each.context) for path in files_of(locales.HERE / language) for each in load(path, language)}
    assert [each.id for each in extracted() if (each.id, each.context) not in known] == [], TO_DO


def test_no_english_text_reads_as_a_term_with_forms() -> None:
    found = [form for each in extracted() for form in forms(each.id) if each.id]
    assert [form for form in found if term(form).shown != form] == []


def test_no_english_text_chooses() -> None:
    assert [each.id for each in extracted() for form in forms(each.id) if each.id and [*faults((form,), form)]] == []


@pytest.mark.parametrize(
    ("english", "translation", "problem"),
    [
        ("Use `/new`.", "Benutze `/new`.", None),
        ("Use `/new`.", "Benutze `/neu`.", "other code than the English"),
        ("Use /new.", "Benutze /neu.", "other commands than the English"),
        ("**Stop** it.", "Halt an.", "other markup than the English"),
        ("-# Small.", "Klein.", "other markup than the English"),
        ("⏸️ Paused.", "Pausiert.", "other signs than the English"),
        ("<t:{at}:R> or <#{id}>", "<t:{at}:R> oder <#{id}>", None),
        ("<t:{at}:R>", "<t:{at}:f>", "other codes of Discord than the English"),
        ("One.\nTwo.", "Eins. Zwei.", "other lines than the English"),
        ("Name: ", "Name:", "other outer spaces than the English"),
        ("Your turn.", "Du bist dran", "other punctuation at the end than the English"),
        ("Your turn", "Du bist dran.", "other punctuation at the end than the English"),
        ("{player} wins.", "{player} gewinnt.", None),
        ("{player} wins.", "Sieg.", "other fields than the English"),
        ("{zone}", "{zone:nach}", "no term has the form nach"),
        ("A “word”.", "Ein „Wort“.", None),
        ("A “word”.", "Ein “Wort”.", "typography: 'Ein „Wort“.'"),
        ("A “word”.", 'Ein "Wort".', 'quotation mark "'),
        ("The player is ready.", "Der/die Spieler(in) ist bereit.", "'r(in)' tells two genders: say it of anybody"),
        ("The player is ready.", "Spieler*innen sind bereit.", "'r*innen' tells two genders: say it of anybody"),
    ],
)
def test_what_differs_from_the_english_is_named(english: str, translation: str, problem: str | None) -> None:
    assert problem in found(english, translation) if problem else found(english, translation) == []


@pytest.mark.parametrize(
    ("language", "typed", "written"),
    [
        ("fr", "Prêt ?", "Prêt\u202f?"),
        ("fr", "Prêt?!", "Prêt\u202f?!"),
        ("fr", "{player} : {count}", "{player}\u00a0: {count}"),
        ("fr", "**Étape:** va", "**Étape\u00a0:** va"),
        ("fr", "« mot »", "«\u00a0mot\u00a0»"),
        ("fr", "1 000 fils, 2 joueurs", "1\u202f000 fils, 2 joueurs"),
        ("fr", "l'arène, d'{card}...", "l’arène, d’{card}…"),
        ("fr", "à 12:30, `a ? b`, <t:{at}:R>, :x: https://a.b/?c", "à 12:30, `a ? b`, <t:{at}:R>, :x: https://a.b/?c"),
        ("fr", "`/new` ?", "`/new`\u202f?"),
        ("fr", "{n:one=carte|*=cartes} ; fin", "{n:one=carte|*=cartes}\u202f; fin"),
        ("de", "“Wort”", "„Wort“"),
        ("de", "z.B. 5 % - geht's...", "z.\u00a0B. 5\u00a0% – geht’s…"),
        ("de", "{share} % von 5", "{share}\u00a0% von 5"),
        ("de", "Schlag ihn K. o.", "Schlag ihn K.\u00a0o."),
        ("pl", "a ? 'b'...", "a ? 'b'..."),
    ],
)
def test_each_language_is_set_as_it_is_written(language: str, typed: str, written: str) -> None:
    assert typeset(language, typed) == written
    assert typeset(language, written) == written


def test_a_term_has_the_forms_of_its_kind() -> None:
    catalogue = one("left flank", "linke Flanke | f | nach=zur linken Flanke", context="zone")
    catalogue.add("right flank", "rechte Flanke | f", context="zone")
    assert [str(each) for each in problems(catalogue, "de", words=())] == [
        "'right flank' (zone): lacks the forms of its kind: nach"
    ]


def test_what_is_missing_or_was_changed_is_named() -> None:
    catalogue = one("Your turn.", "")
    catalogue.add("Her turn.", "Dein Zug.", flags=["fuzzy"])
    catalogue.add(("{count} turn", "{count} turns"), ("{count} Zug", ""))
    assert [str(each) for each in problems(catalogue, "de", words=())] == [
        "'Your turn.': isn't translated",
        "'Her turn.': the English has changed",
        "'{count} turn': isn't translated",
    ]
    assert list(problems(catalogue, "de", whole=False, words=())) == []


def test_the_length_of_what_is_shown_is_limited_where_the_code_limits_it() -> None:
    label = next(key for key, most in lengths().items() if most == LIMITS["DIALOG_LIMIT"] and "{" not in key[0])
    sized = one(label[0], 46 * "x", context=label[1])
    assert "46 characters, where 45 are shown" in [each.what for each in problems(sized, "de", words=())]
    assert lengths()["Confirm", "button"] == LIMITS["LABEL_LIMIT"]
    assert set(lengths().values()) == {NAME, 45, 80, 100, 150}


def test_the_limits_are_those_of_the_code() -> None:
    assert {name: getattr(cogs.core.text, name) for name in LIMITS} == LIMITS


def test_every_english_text_keeps_its_limit() -> None:
    assert [key for key, most in lengths().items() if "{" not in key[0] and len(key[0]) > most] == []


WORDS = (Word(("soul", "souls"), "Seele", ("Seele",), ("replicants",), "p. 15"),)


@pytest.mark.parametrize(
    ("english", "german", "place", "right"),
    [
        ("Two souls", "Zwei Seelen", "engine/replicants/x.py", True),
        ("Two souls", "Zwei Geister", "engine/replicants/x.py", False),
        ("Two souls", "Zwei Geister", "engine/apex/x.py", True),
        ("No soulmate", "Niemand", "engine/replicants/x.py", True),
        ("{soul}", "{soul}", "engine/replicants/x.py", True),
    ],
)
def test_a_term_is_called_what_the_glossary_calls_it(english: str, german: str, place: str, right: bool) -> None:
    catalogue = one(english, german, locations=[(place, 1)])
    wrong = [each.what for each in problems(catalogue, "de", words=WORDS)]
    assert wrong == ([] if right else ["“soul” is “Seele” in the glossary"])


def test_a_translator_can_say_a_term_in_another_way() -> None:
    free = one("Two souls", "Zwei", locations=[("engine/replicants/x.py", 1)], user_comments=["free: soul"])
    assert list(problems(free, "de", words=WORDS)) == []


@pytest.mark.parametrize("language", GLOSSARIES)
def test_a_glossary_is_read_whole(language: str) -> None:
    """Every row is a term; each translation has one of the words it's held by, and English has the term."""
    words = glossary(language)
    rows = [
        line
        for line in (locales.HERE / f"GLOSSARY.{language}.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| ")
    ]
    assert len(words) == sum(not row.startswith("| English ") for row in rows) > 50
    assert [word for word in words if not {*word.where} <= {*AREAS}] == []
    assert [
        word
        for word in words
        if word.held and not any(held.casefold() in word.translation.casefold() for held in word.held)
    ] == []
    english = " ".join(form for each in extracted() for form in forms(each.id)).casefold()
    assert [word for word in words if not any(form.casefold() in english for form in word.english)] == []


def test_a_sentence_of_a_rulebook_is_found() -> None:
    """The documents are not here, but hashes of each eight words in a row; this is one of the licence to print them."""
    assert list(runs("One two three four five six seven.")) == []
    assert len(list(runs("Eins zwei drei vier fünf sechs sieben acht neun."))) == 2
    assert list(runs("Eins zwei drei vier fünf. Sechs sieben acht neun.")) == []
    assert [*runs("UN DEUX TROIS QUATRE CINQ SIX SEPT HUIT")] == [*runs("un deux trois quatre cinq six sept huit")]


def test_eight_words_of_a_rulebook_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "book.txt").write_text("Jeder Spieler nimmt sich zu Beginn neun kleine\nHerzen.\n", encoding="utf-8")
    kept = tmp_path / "hashes"
    kept.write_bytes(hashes_of(tmp_path))
    monkeypatch.setattr("locales.checks.RULEBOOKS", kept)
    monkeypatch.setattr("locales.checks._rulebooks", locales.checks._rulebooks.__wrapped__)
    copied = "Nun gilt: jeder Spieler nimmt sich zu Beginn neun kleine Herzen."
    assert found("Now each takes nine hearts.", copied) == ["eight words as a rulebook has them"]
    assert found("Now each takes nine hearts.", "Nun nimmst du dir neun Herzen.") == []


def test_no_english_text_repeats_a_rulebook() -> None:
    assert [form for each in extracted() for form in forms(each.id) if each.id and [*repeated(form)]] == []


def test_names_on_cards_are_texts_with_their_french_name_as_a_comment() -> None:
    found = {(each.id, each.context): each.auto_comments for each in extracted()}
    assert found["Warrior", "name of a card"] == ["Printed in French: Guerrier"]
    assert found["Wild Pogo", "name of a ready deck"] == ["Printed in French: Pogo Sauvage"]


def test_a_card_in_an_event_is_named_in_the_language_it_is_shown_in(tmp_path: Path) -> None:
    """Stored texts, too, are shown in any language; those of before, with the name as a word, stay readable."""
    french = one("Warrior", "Guerrier", "fr", context="name of a card")
    french.add("{player} deploys {card}.", "{player} déploie {card}.")
    event = Deployed(1, card="WAR").text()
    with only(tmp_path, french):
        said = [
            text.render(locales.translator("fr"))
            for text in (event, load_text(dump_text(event)), event.using(player=Player(1), card="Warrior"))
        ]
    assert said == ["1 déploie Guerrier.", "1 déploie Guerrier.", "1 déploie Warrior."]


def test_every_area_has_texts() -> None:
    assert {area_of([place for place, _ in each.locations]) for each in extracted() if each.id} == {*AREAS}
    assert area_of(["engine/mutants/view.py", "cogs/lobby/new.py"]) == "lobby"


# Every term in every place of a sample of sentences.


@pytest.fixture
def german_terms() -> Catalog:
    """Terms with their forms and sentences that choose them, as the German catalogue would have them."""
    catalogue = Catalog(locale="de")
    kinds = {
        "zone of an arena": {
            "active zone": "aktive Zone | f | nach=in die aktive Zone | auf=in der aktiven Zone",
            "left flank": "linke Flanke | f | nach=auf die linke Flanke | auf=auf der linken Flanke",
            "right flank": "rechte Flanke | f | nach=auf die rechte Flanke | auf=auf der rechten Flanke",
        },
        "strategy": {
            "War": "Krieg | m | der=der Krieg",
            "Evolution": "Evolution | f | der=die Evolution",
            "Colonisation": "Kolonisierung | f | der=die Kolonisierung",
            "Expansion": "Expansion | f | der=die Expansion",
        },
        "track": {
            "production": "Produktion | f | der=die Produktion | zu=Produktion",
            "movement": "Bewegung | f | der=die Bewegung | zu=Bewegung",
            "influence": "Einfluss | m | der=der Einfluss | zu=Einfluss",
            "armament": "Bewaffnung | f | der=die Bewaffnung | zu=Bewaffnung",
        },
    }
    for context, terms in kinds.items():
        for english, translation in terms.items():
            catalogue.add(english, translation, context=context, user_comments=["same"])
    for english, translation in {
        "{player}'s {card} moves to the {zone}.": "{card} von {player} geht {zone:nach}.",
        "{player}'s {card} on the {zone} is K.O.!": "{card} von {player} {zone:auf} ist K.\u00a0o.!",
        "{player}'s {side} has no effect: {reason} ({rule}).": (
            "{side:m=Der|*=Die} {side} von {player} bewirkt nichts: {reason} ({rule})."
        ),
        "{player} evolves: {track} rises to {level}.": "{player} entwickelt sich: {track:der} steigt auf {level}.",
    }.items():
        catalogue.add(english, translation)
    return catalogue


def test_every_term_has_the_forms_that_sentences_ask_for(german_terms: Catalog) -> None:
    assert [str(each) for each in problems(german_terms, "de", words=())] == []
    german_terms["{player} evolves: {track} rises to {level}."].string = "{player}: {track:dem} auf {level}."
    assert [str(each) for each in problems(german_terms, "de", words=())] == [
        "'{player} evolves: {track} rises to {level}.': no term has the form dem",
        *(
            f"'{track}' (track): lacks the form dem, which '{{player}} evolves: {{track}} rises to {{level}}.' asks for"
            for track in ("production", "movement", "influence", "armament")
        ),
    ]


def test_sentences_with_every_term_read_as_the_language_wants(german_terms: Catalog, tmp_path: Path) -> None:
    with only(tmp_path, german_terms):
        german = locales.translator("de")

        def each(template: str, **values: Value | Text) -> list[str]:
            """The sentence with each term in its place."""
            (field, terms), *_ = SLOTS[template].items()
            if "zone" in SLOTS[template]:
                field, terms = "zone", SLOTS[template]["zone"]
            return [say(template, **{**values, field: term}).render(german) for term in terms]

        assert each("{player}'s {card} moves to the {zone}.", player="Ann", card="Zombie") == [
            "Zombie von Ann geht in die aktive Zone.",
            "Zombie von Ann geht auf die linke Flanke.",
            "Zombie von Ann geht auf die rechte Flanke.",
        ]
        assert each("{player}'s {card} on the {zone} is K.O.!", player="Ann", card="Zombie") == [
            "Zombie von Ann in der aktiven Zone ist K.\u00a0o.!",
            "Zombie von Ann auf der linken Flanke ist K.\u00a0o.!",
            "Zombie von Ann auf der rechten Flanke ist K.\u00a0o.!",
        ]
        assert each("{player}'s {side} has no effect: {reason} ({rule}).", player="Ann", reason="leer", rule="A1") == [
            "Der Krieg von Ann bewirkt nichts: leer (A1).",
            "Die Evolution von Ann bewirkt nichts: leer (A1).",
            "Die Kolonisierung von Ann bewirkt nichts: leer (A1).",
            "Die Expansion von Ann bewirkt nichts: leer (A1).",
        ]
        assert each("{player} evolves: {track} rises to {level}.", player="Ann", level=3) == [
            "Ann entwickelt sich: die Produktion steigt auf 3.",
            "Ann entwickelt sich: die Bewegung steigt auf 3.",
            "Ann entwickelt sich: der Einfluss steigt auf 3.",
            "Ann entwickelt sich: die Bewaffnung steigt auf 3.",
        ]


# How articles run together, and what stands before a vowel; the names of people are not terms.
CONTRACTED = {
    "fr": r"\b(?:de|à) les? |\b(?:[dl]e|la|que|ne) (?=[aeiouàâéèêëîïôù])",
    "de": r"\b(?:der die|die der|die das|der der|ein eine|einen eine)\b|\b(?:von|zu) dem (?=linken|rechten)",
}


@pytest.mark.parametrize("language", locales.languages()[1:])
def test_every_term_reads_well_in_every_slot_of_the_sample(language: str) -> None:
    translate, wrong = locales.translator(language), re.compile(CONTRACTED.get(language, "(?!)"), re.IGNORECASE)
    for template, places in SLOTS.items():
        others = dict.fromkeys(fields(template) - {*places}, "X")
        for field, terms in places.items():
            first = {name: those[0] for name, those in places.items()}
            for each in terms:
                said = say(template, **{**others, **first, field: each}).render(translate)
                assert not wrong.search(said), said
                assert "{" not in said
                assert "  " not in said
                assert "|" not in said


def test_the_sample_of_sentences_is_of_the_code() -> None:
    known = {each.id: fields(str(each.id)) for each in extracted() if each.id and not isinstance(each.id, tuple)}
    assert [english for english, places in SLOTS.items() if not {*places} <= known.get(english, set())] == []
    terms = {(each.id, each.context) for each in extracted()}
    named = [name for places in SLOTS.values() for place in places.values() for name in place]
    assert [name for name in named if (name.template, name.context) not in terms] == []


@pytest.fixture
def two_areas(monkeypatch: pytest.MonkeyPatch) -> Catalog:
    small = Catalog()
    small.add("Your turn", locations=[("cogs/play/move.py", 0)])
    small.add("soul", locations=[("engine/replicants/game.py", 0)])
    monkeypatch.setattr("locales.__main__.extracted", lambda: small)
    return small


@pytest.fixture
def german(tmp_path: Path, two_areas: Catalog) -> Path:
    """A German catalogue of two parts, one translated."""
    assert len(two_areas) == 2
    assert main(["add", "de"], tmp_path) == 0
    part = tmp_path / "de" / PARTS / "play.po"
    catalogue = load(part, "de")
    catalogue["Your turn"].string = "Du bist dran"
    save(catalogue, part)
    return tmp_path / "de"


def test_a_language_is_begun_in_parts(german: Path) -> None:
    assert [path.name for path in files_of(german)] == ["play.po", "replicants.po"]


def test_a_catalogue_is_made_of_parts_when_they_are_whole(
    german: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert main(["merge", "de"], tmp_path) == 1
    assert "de isn't ready, for 1 reasons, such as 'soul': isn't translated" in caplog.text
    part = german / PARTS / "replicants.po"
    catalogue = load(part, "de")
    catalogue["soul"].string = "Seele"
    save(catalogue, part)
    assert main(["merge", "de"], tmp_path) == 0
    assert [path.name for path in files_of(german)] == ["arena.po"]
    whole = load(german / "arena.po", "de")
    assert {each.id: each.string for each in whole if each.id} == {"Your turn": "Du bist dran", "soul": "Seele"}


def test_a_partial_catalogue_can_be_tried(german: Path, tmp_path: Path) -> None:
    assert main(["merge", "de", "--partial"], tmp_path) == 0
    assert [path.name for path in files_of(german)] == ["arena.po", "play.po", "replicants.po"]


def test_a_catalogue_is_put_in_parts_again(german: Path, tmp_path: Path) -> None:
    assert main(["merge", "de", "--partial"], tmp_path) == 0
    for path in files_of(german)[1:]:
        path.unlink()
    assert main(["split", "de"], tmp_path) == 0
    assert [path.name for path in files_of(german)] == ["play.po", "replicants.po"]
    assert load(german / PARTS / "play.po", "de")["Your turn"].string == "Du bist dran"


def test_what_is_left_to_do_is_counted_by_part(german: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert german.exists()
    with caplog.at_level(logging.INFO, "locales"):
        assert main([], tmp_path) == 0
    assert caplog.messages[-1] == "de: 1 of them to translate: play 0, replicants 1"


def test_parts_are_kept_up_to_date(german: Path, two_areas: Catalog, tmp_path: Path) -> None:
    """New texts come in, changed ones are marked, and what moved takes its translation along."""
    two_areas.delete("Your turn")
    two_areas.add("Your turn", locations=[("engine/replicants/game.py", 0)])
    two_areas.add("A card", locations=[("engine/mutants/game.py", 0)])
    assert main([], tmp_path) == 0
    assert [path.name for path in files_of(german)] == ["mutants.po", "play.po", "replicants.po"]
    assert load(german / PARTS / "replicants.po", "de")["Your turn"].string == "Du bist dran"
    assert load(german / PARTS / "play.po", "de").get("Your turn") is None
    two_areas.delete("Your turn")
    two_areas.add("Your turn!", locations=[("engine/replicants/game.py", 0)])
    assert main([], tmp_path) == 0
    assert load(german / PARTS / "replicants.po", "de")["Your turn!"].fuzzy


def test_a_text_that_is_back_has_the_translation_that_it_had(german: Path, two_areas: Catalog, tmp_path: Path) -> None:
    part = german / PARTS / "play.po"
    two_areas.delete("Your turn")
    assert main([], tmp_path) == 0
    assert load(part, "de").get("Your turn") is None
    two_areas.add("Your turn", locations=[("cogs/play/move.py", 0)])
    assert main([], tmp_path) == 0
    back = load(part, "de")["Your turn"]
    assert (back.string, back.fuzzy) == ("Du bist dran", False)
    assert "#~" not in part.read_text(encoding="utf-8")


def test_a_new_text_is_no_changed_one_while_the_text_it_reads_like_is_there(
    german: Path, two_areas: Catalog, tmp_path: Path
) -> None:
    two_areas.add("Your turns", locations=[("cogs/play/move.py", 0)])
    assert main([], tmp_path) == 0
    new = load(german / PARTS / "play.po", "de")["Your turns"]
    assert (new.string, new.fuzzy) == ("", False)


def test_the_command_line_checks_and_mends(german: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    part = german / PARTS / "play.po"
    catalogue = load(part, "de")
    catalogue["Your turn"].string = "Du bist's..."
    save(catalogue, part)
    with caplog.at_level(logging.INFO, "locales"):
        assert main(["check", "de", "replicants"], tmp_path) == 1
        assert caplog.messages == ["'soul': isn't translated"]
        assert main(["fix", "de"], tmp_path) == 0
    assert load(part, "de")["Your turn"].string == "Du bist’s…"
    assert main(["check", "de"], tmp_path) == 1
