"""Every text for people can be extracted, translated and filled in."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import locales
from locales.__main__ import KEYWORDS, PACKAGES, add, extracted, main, save

ROOT = locales.HERE.parent


@pytest.fixture(scope="module")
def template() -> Catalog:
    """Every text of the code; collecting them takes seconds."""
    return extracted()


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@functools.cache
def calls() -> dict[str, list[tuple[str, ast.Call]]]:
    """Where each of the functions that mark texts is called."""
    found: dict[str, list[tuple[str, ast.Call]]] = {name: [] for name in KEYWORDS}
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            if not any(f"{name}(" in text for name in KEYWORDS):
                continue
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in found:
                    found[node.func.id].append((f"{path.relative_to(ROOT)}:{node.lineno}", node))
    return found


def test_the_template_file_is_up_to_date(template: Catalog) -> None:
    """`make messages` was run after the last change of a text."""
    with (locales.HERE / f"{locales.DOMAIN}.pot").open("rb") as source:
        committed = {message.id for message in read_po(source) if message.id}

    assert committed == {message.id for message in template if message.id}


@pytest.mark.parametrize("keyword", sorted(KEYWORDS))
def test_what_is_marked_is_a_literal(keyword: str) -> None:
    found = calls()[keyword]
    assert found
    not_literal = [
        where
        for where, call in found
        if not (call.args and isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str))
    ]
    assert not_literal == []


def test_every_template_gets_the_values_it_names() -> None:
    """Where `say` fills a template in itself; tables of templates without values are filled in by whoever uses them."""
    wrong = []
    for where, call in calls()["say"]:
        template = call.args[0]
        assert isinstance(template, ast.Constant)
        wanted, given = fields(str(template.value)), {keyword.arg for keyword in call.keywords if keyword.arg}
        more_given = any(keyword.arg is None for keyword in call.keywords)
        if call.keywords and not (given <= wanted if more_given else given == wanted):
            wrong.append((where, wanted ^ given))
    assert wrong == []


def test_every_translation_has_the_fields_of_its_template() -> None:
    wrong = []
    for path in locales.HERE.glob("*/*.po"):
        with path.open("rb") as source:
            wrong += [
                (path.parent.name, message.id)
                for message in read_po(source)
                if message.id and message.string and fields(str(message.id)) != fields(str(message.string))
            ]
    assert wrong == []


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A German catalogue with one text in it."""
    catalogue = Catalog(locale="de")
    catalogue.add("Seat {seat} is not free.", "Platz {seat} ist nicht frei.")
    (tmp_path / "de").mkdir()
    save(catalogue, tmp_path / "de" / "arena.po")
    monkeypatch.setattr(locales, "HERE", tmp_path)
    for cached in (locales.languages, locales._catalogue):
        cached.cache_clear()
    yield
    for cached in (locales.languages, locales._catalogue):
        cached.cache_clear()


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("locale", ["de", "de_AT", "de-DE"])
def test_a_catalogue_is_compiled_and_used(locale: str) -> None:
    assert locales.translator(locale)("Seat {seat} is not free.") == "Platz {seat} ist nicht frei."


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("locale", [None, "", "en-GB", "xx", "fr"])
def test_everybody_else_reads_english(locale: str | None) -> None:
    assert locales.translator(locale)("Seat {seat} is not free.") == "Seat {seat} is not free."


@pytest.mark.usefixtures("german")
def test_what_is_not_translated_stays_english() -> None:
    assert locales.translator("de")("Something new.") == "Something new."


def test_a_catalogue_is_begun(template: Catalog, tmp_path: Path) -> None:
    path = add("pt-BR", template, tmp_path)
    assert path == tmp_path / "pt_BR" / "arena.po"
    with path.open("rb") as source:
        begun = read_po(source, locale="pt_BR")
    assert {message.id for message in begun} == {message.id for message in template}
    assert not any(message.string for message in begun if message.id)
    assert begun.num_plurals == 2


@pytest.mark.parametrize(
    ("language", "why"), [("klingon", "no such language"), ("en", "there already"), ("fr", "there already")]
)
def test_a_catalogue_that_cannot_be_begun(template: Catalog, language: str, why: str, tmp_path: Path) -> None:
    add("fr", template, tmp_path)
    with pytest.raises(ValueError, match=why):
        add(language, template, tmp_path)


def test_the_command_line_says_why_not(caplog: pytest.LogCaptureFixture) -> None:
    assert main(["add", "klingon"]) == 1
    assert "no such language: klingon" in caplog.text
