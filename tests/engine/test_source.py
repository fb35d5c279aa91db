"""Places in a file that is read in parts, by offsets or line by line."""

from __future__ import annotations

import pytest

from engine.errors import Where
from engine.script import Line, Source, lines_of


@pytest.mark.parametrize(
    ("offset", "where"),
    [
        (0, Where(7, 1)),
        (2, Where(7, 3)),  # the line end belongs to its line
        (3, Where(8, 1)),
        (4, Where(9, 1)),
        (6, Where(9, 3)),  # behind the last character
    ],
)
def test_lines_and_columns_count_from_one(offset: int, where: Where) -> None:
    assert Source("ab\n\ncd", first_line=7).where(offset) == where


def test_an_empty_text_has_one_line() -> None:
    assert Source("", first_line=1).where(0) == Where(1, 1)


def test_every_character_is_where_it_is_counted_to_be() -> None:
    text = "T0..(a.b)\r\n\n T1..E/2E7/E\n"
    line, column = 3, 1
    for offset, character in enumerate(text):
        assert Source(text, first_line=3).where(offset) == Where(line, column)
        line, column = (line + 1, 1) if character == "\n" else (line, column + 1)


def test_lines_that_say_something_know_where_they_stand() -> None:
    first, second = lines_of("\n  S1 A \n \t\nS2 B", first_line=5)
    assert (first, second) == (Line(6, 3, "S1 A"), Line(8, 1, "S2 B"))
    assert first.where(3) == Where(6, 6)
