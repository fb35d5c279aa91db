"""Names in a match: readers can tell one player from another."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from store.tables.names import GONE, distinct, few_marks, skeleton, tame
from store.tables.values import Person
from tests.characters import ANY
from tests.volume import many

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
    assert distinct([one, other]) == [one, f"{tame(other)}2"]
    assert distinct([other, one]) == [tame(other), f"{one}2"]


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "Anm"), ("José", "Jose"), ("Søren", "Soren"), ("Ali", "All"), ("Иван", "Ivan")]
)
def test_names_that_look_different_stay(one: str, other: str) -> None:
    assert distinct([one, other]) == [one, other]


@settings(max_examples=many(150, 5000), derandomize=True, database=None)
@given(st.lists(st.text(ANY | st.sampled_from("Il1|O0mrnАа \u0301\u200d"), max_size=6), min_size=2, max_size=6))
def test_no_two_of_any_names_look_the_same(names: list[str]) -> None:
    found = distinct(names)
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
    for shown in (tame(name), few_marks(name), Person(1, name).name, distinct([name])[0]):
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
