"""Every text for people can be extracted, translated and filled in."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from gettext import NullTranslations
from pathlib import Path
from string import Formatter

import pytest
from babel.core import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import locales
from engine.text import ENGLISH, Joint, Text, say, say_n
from locales import extract
from locales.__main__ import add, is_translated, main
from locales.extract import KEYWORDS, Message, extracted, marked
from locales.pseudo import Pseudo
from tests.catalogues import catalogues as only


def forms(message: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return a text of a catalogue in all its plural forms."""
    return (message,) if isinstance(message, str) else tuple(message or ())


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
def test_a_catalogue_is_compiled_and_used(locale: str) -> None:
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
