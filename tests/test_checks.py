"""Translations are held to the English, to their language's typography, to lengths, and to the glossary."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

import cogs.core.text
import locales
from locales.__main__ import PARTS, check, files_of, load, main, save
from locales.checks import LIMITS, Word, forms, glossary, hashes_of, lengths, problems, runs, typeset
from locales.extract import AREAS, area_of, extracted
from locales.grammar import faults, term

ALL = sorted(
    {path.parent.name for path in locales.HERE.glob("*/*.po")}
    | {path.parents[1].name for path in locales.HERE.glob(f"*/{PARTS}/*.po")}
)
GLOSSARIES = sorted(path.name.split(".")[1] for path in locales.HERE.glob("GLOSSARY.*.md"))


def one(
    english: str | tuple[str, str], translation: str | tuple[str, ...], language: str = "de", **more: object
) -> Catalog:
    catalogue = Catalog(locale=language)
    catalogue.add(english, translation, **more)  # type: ignore[arg-type]
    return catalogue


def found(english: str, translation: str, language: str = "de", **more: object) -> list[str]:
    return [each.what for each in problems(one(english, translation, language, **more), language, words=())]


@pytest.mark.parametrize("language", locales.languages()[1:] or [pytest.param(None, id="none")])
def test_a_language_that_people_can_choose_is_whole(language: str | None) -> None:
    """A language in parts cannot be chosen; one with a catalogue has every text, as the English is now."""
    assert language is None or list(check(language)) == []


@pytest.mark.parametrize("language", ALL or [pytest.param(None, id="none")])
def test_what_is_translated_is_right(language: str | None) -> None:
    for path in files_of(locales.HERE / (language or "")):
        assert [str(each) for each in problems(load(path, str(language)), str(language), whole=False)] == []


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
        ("fr", "l'arène, d'{card}...", "l’arène, d’{card}…"),
        ("fr", "à 12:30, `a ? b`, <t:{at}:R>, :x: https://a.b/?c", "à 12:30, `a ? b`, <t:{at}:R>, :x: https://a.b/?c"),
        ("fr", "`/new` ?", "`/new`\u202f?"),
        ("fr", "{n:one=carte|*=cartes} ; fin", "{n:one=carte|*=cartes}\u202f; fin"),
        ("de", "“Wort”", "„Wort“"),
        ("de", "z.B. 5 % - geht's...", "z.\u00a0B. 5\u00a0% – geht’s…"),
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
    assert set(lengths().values()) == {45, 80, 100, 150}


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


def test_every_area_has_texts() -> None:
    assert {area_of([place for place, _ in each.locations]) for each in extracted() if each.id} == {*AREAS}
    assert area_of(["engine/mutants/view.py", "cogs/lobby/new.py"]) == "lobby"


@pytest.fixture
def template(monkeypatch: pytest.MonkeyPatch) -> Catalog:
    small = Catalog()
    small.add("Your turn", locations=[("cogs/play/move.py", 0)])
    small.add("soul", locations=[("engine/replicants/game.py", 0)])
    monkeypatch.setattr("locales.__main__.extracted", lambda: small)
    return small


@pytest.fixture
def german(tmp_path: Path, template: Catalog) -> Path:
    """A German catalogue of two parts, one translated."""
    assert len(template) == 2
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


def test_parts_are_kept_up_to_date(german: Path, template: Catalog, tmp_path: Path) -> None:
    """New texts come in, changed ones are marked, and what moved takes its translation along."""
    template.delete("Your turn")
    template.add("Your turn", locations=[("engine/replicants/game.py", 0)])
    template.add("A card", locations=[("engine/mutants/game.py", 0)])
    assert main([], tmp_path) == 0
    assert [path.name for path in files_of(german)] == ["mutants.po", "play.po", "replicants.po"]
    assert load(german / PARTS / "replicants.po", "de")["Your turn"].string == "Du bist dran"
    assert load(german / PARTS / "play.po", "de").get("Your turn") is None
    template.delete("Your turn")
    template.add("Your turn!", locations=[("engine/replicants/game.py", 0)])
    assert main([], tmp_path) == 0
    assert load(german / PARTS / "replicants.po", "de")["Your turn!"].fuzzy


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
