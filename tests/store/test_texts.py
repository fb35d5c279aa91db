"""CSV as it is exported."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Json
from store.export import csv_line, csv_name, csv_value, csv_values, object_with_words, read_csv_name
from store.tables.people import GONE, distinct_names, few_marks, skeleton, tame
from store.tables.values import Person
from tests.people import ANY
from tests.volume import many


@pytest.mark.parametrize(
    ("found", "written"),
    [
        (None, ""),
        (True, "1"),
        (False, "0"),
        (-7, "-7"),
        (0.1 + 0.2, "0.30000000000000004"),
        (25.0, "25.0"),
        (datetime(2026, 11, 22, 1, 2, 3, tzinfo=UTC), "2026-11-22T01:02:03Z"),
        (datetime(2026, 11, 22, 1, 2, 3, 4500, tzinfo=timezone(timedelta(hours=1))), "2026-11-22T00:02:03.004500Z"),
        ("undecided", "undecided"),
    ],
)
def test_values_are_written_so_that_they_are_read_back(found: object, written: str) -> None:
    assert csv_value(found) == written


def test_several_numbers_stand_in_one_field() -> None:
    assert (csv_values(None), csv_values(12.5), csv_values([1, 7, 23])) == ("", "12.5", "1;7;23")


HOSTILE = ANY | st.sampled_from("=+-@\t\r\n;,'\" ＝＋－＠﹦﹢﹣﹫")
JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(HOSTILE, max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(HOSTILE, max_size=4), inner, max_size=3),
    max_leaves=6,
)


def formulas(written: str) -> list[str]:
    """Return what of a line a spreadsheet computes, whatever it takes for what separates fields."""
    fields = [
        field
        for sign in ",;\t"
        for row in csv.reader(io.StringIO(written, newline=""), delimiter=sign)
        for field in row
    ]
    fields += re.split(r"[,;\t\r\n]", written)  # it does not know of quotes
    cells = [re.sub(r'^[\s"]*', "", unicodedata.normalize("NFKC", each)) for each in fields]
    return [each for each in cells if each.startswith(("=", "+", "-", "@"))]


@pytest.mark.parametrize(
    ("given", "written"),
    [
        *(
            (begun, f"'{begun}")
            for begun in ("=1+1", "+49", "-1", "@here", "'tis", "\rx", "＝1", "＋1", "－1", "＠x", " =1")
        ),
        ("\t=1", "'\t'=1"),
        (";=1+1", ";'=1+1"),
        ("a,-1", "a,'-1"),
        ('a;"=1"', 'a;\'"=1"'),
        ("a;'b", "a;''b"),
        ("Ann = Bob", "Ann = Bob"),
        ("Ann-Bob; Cleo", "Ann-Bob; Cleo"),
    ],
)
def test_a_name_that_a_spreadsheet_would_compute_is_a_text(given: str, written: str) -> None:
    assert csv_name(given) == written
    assert read_csv_name(written) == given


@settings(max_examples=many(150, 4000), derandomize=True, database=None)
@given(st.lists(st.text(HOSTILE, max_size=10), min_size=2, max_size=4))
def test_any_names_are_read_back_by_the_standard_library_and_none_is_a_formula(names: list[str]) -> None:
    written = csv_line(["7", *map(csv_name, names), "0.5"])
    assert written.endswith("\n")
    (read,) = csv.reader(io.StringIO(written, newline=""))
    assert [read_csv_name(each) for each in read[1:-1]] == names
    assert formulas(written) == []
    assert written.startswith('7,"')
    assert written.endswith('",0.5\n')


@settings(max_examples=many(150, 4000), derandomize=True, database=None)
@given(JSONS)
def test_json_with_peoples_words_stays_what_it_is_and_has_no_formula(found: Json) -> None:
    written = csv_line(["7", object_with_words({"found": found})])
    (read,) = csv.reader(io.StringIO(written, newline=""))
    assert json.loads(read[1]) == {"found": found}
    assert [each for each in formulas(written) if not re.match(r"-[0-9]+[\]},]*\"?$", each)] == []


def test_numbers_and_words_of_our_own_have_no_quotes() -> None:
    cells = map(csv_value, (None, True, -7, 25.0, datetime(2026, 11, 22, tzinfo=UTC), "undecided"))
    assert csv_line(cells) == ",1,-7,25.0,2026-11-22T00:00:00Z,undecided\n"
    assert csv_line(["a\rb", "a\nb", 'a"b', "a,b"]) == '"a\rb","a\nb","a""b","a,b"\n'


# Names in a match: readers can tell one player from another.


PAIRS = [
    pytest.param("José", "José", id="composed or not"),
    pytest.param("Anna", "Аnnа", id="Cyrillic"),
    pytest.param("Anna", "АННА".translate({0x41D: "N"}).title(), id="Cyrillic in another case"),
    pytest.param("Ann", "Ａｎｎ", id="full width"),
    pytest.param("Il", "ll", id="I and l"),
    pytest.param("Bob1", "Bobl", id="1 and l"),
    pytest.param("B0b", "BOb", id="0 and O"),
    pytest.param("modern", "rnodem", id="rn and m"),
    pytest.param("Ann", "𝓐𝓷𝓷", id="mathematical letters"),
    pytest.param("Ann", "Ann\u3164", id="a letter without a shape"),
    pytest.param("Ann", "A\u034fnn", id="a mark without a shape"),
    pytest.param("Ann", "aNN", id="case"),
    pytest.param("Al", "A|", id="a line for a letter"),
]


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_names_that_look_the_same_are_told_apart(one: str, other: str) -> None:
    assert distinct_names([one, other]) == [one, f"{tame(other)}2"]
    assert distinct_names([other, one]) == [tame(other), f"{one}2"]


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "Anm"), ("José", "Jose"), ("Søren", "Soren"), ("Ali", "All"), ("Иван", "Ivan")]
)
def test_names_that_look_different_stay(one: str, other: str) -> None:
    assert distinct_names([one, other]) == [one, other]


@settings(max_examples=many(150, 5000), derandomize=True, database=None)
@given(st.lists(st.text(ANY | st.sampled_from("Il1|O0mrnАа \u0301\u200d"), max_size=6), min_size=2, max_size=6))
def test_no_two_of_any_names_look_the_same(names: list[str]) -> None:
    found = distinct_names(names)
    shown = [each for each in found if each != GONE]
    looks = ["".join(sign for sign in skeleton(each) if sign.isalnum() or _mark(sign)) for each in shown]
    assert len({*looks}) == len(shown)
    letters = ["".join(sign for sign in each.casefold() if sign.isalnum()) for each in shown]
    assert all(letters)
    assert len({*letters}) == len(shown)
    for given_name, name in zip(names, found, strict=True):
        assert given_name == GONE or name.startswith(tame(given_name))


@settings(max_examples=many(150, 5000), derandomize=True, database=None)
@given(st.text(ANY | st.sampled_from("eệ\u0301\u0344\u0489\u200d\ufe0f"), max_size=40))
def test_a_letter_has_at_most_four_marks_where_a_name_is_shown(name: str) -> None:
    for shown in (tame(name), few_marks(name), Person(1, name).name, distinct_names([name])[0]):
        marks = 0
        for sign in unicodedata.normalize("NFD", shown.replace("\u200d", "")):
            marks = marks + 1 if _mark(sign) else 0
            assert marks <= 4
    assert few_marks(few_marks(name)) == few_marks(name)


def test_marks_that_a_language_writes_stay() -> None:
    for name in ("Nguyễn", "ที่รัก", "नमस्ते", "❤️", "José"):
        assert few_marks(name) == name


def _mark(sign: str) -> bool:
    return unicodedata.category(sign).startswith("M")
