"""Tables of leagues in words: every number that the picture shows, in few enough characters."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.text import Quote, say
from render.standings import Line, Standings, standings_lines, standings_text
from render.words import ALT_LIMIT

ANN = Line(1, "ann", 12, 8, 1, 3, "8½", 1, 4, "up", proven=True)
BOB = Line(2, "bob", 12, 8, 0, 4, "8", 2, 2)
CLEO = Line(3, "cleo", 11, 0, 0, 11, "0", 3, 3, "out")
TABLE = Standings(
    say("{league}, division {number}", league=Quote("Winter"), number=2),
    (say("Round {round} of {rounds}", round=3, rounds=11),),
    (ANN, BOB, CLEO),
)


def test_a_table_in_words_has_all_its_numbers() -> None:
    assert standings_lines(TABLE) == [
        "Winter, division 2",
        "Round 3 of 11",
        "1. ann 8½ pts 8-1-3 [1–4] promoted",
        "2. bob 8 pts 8-0-4",
        "3. cleo 0 pts 0-0-11 withdrawn",
    ]


def test_what_separates_those_who_are_level_is_told() -> None:
    ann, bob = replace(ANN, breaks=("2", "")), replace(BOB, points="8½", breaks=("0", "5 ⅓"))
    dan = replace(CLEO, points="8½", breaks=("", "4"))
    short = ((say("H2H"), say("the matches among those level")), (say("SB"), say("Sonneborn-Berger")))
    assert standings_lines(replace(TABLE, lines=(ann, bob, dan), breaks=short))[2:] == [
        "1. ann 8½ pts (H2H 2) 8-1-3 [1–4] promoted",
        "2. bob 8½ pts (H2H 0, SB 5 ⅓) 8-0-4",
        "3. cleo 8½ pts (SB 4) 0-0-11 withdrawn",
    ]


def test_pages_are_numbered_and_points_are_left_out_where_they_decide_nothing() -> None:
    lines = standings_lines(replace(TABLE, page=2, pages=3, points=False))
    assert lines[0] == "Winter, division 2 (2/3)"
    assert lines[2] == "1. ann 8-1-3 [1–4] promoted"


@pytest.mark.parametrize(("low", "high", "told"), [(1, 1, "1"), (1, 9, "1–9"), (2, 2, ""), (2, 3, "2–3"), (4, 4, "4")])
def test_places_are_told_that_are_still_possible(low: int, high: int, told: str) -> None:
    assert replace(BOB, low=low, high=high).span == told


@pytest.mark.parametrize(
    ("proven", "zone", "words"),
    [(True, "up", "promoted"), (False, "up", "promotion place"), (True, "down", "relegated"), (False, "down", "rele")],
)
def test_what_is_not_proven_is_not_said(proven: bool, zone: str, words: str) -> None:
    line = replace(ANN, proven=proven, zone=zone)  # type: ignore[arg-type]
    assert words in standings_lines(replace(TABLE, lines=(line,)))[-1]
    assert ("relegated" in words or "promoted" in words) is proven


def test_the_fullest_page_loses_letters_of_names_and_no_number() -> None:
    full = tuple(
        Line(980 + row, "x" * 60, 100, 10 + row, 55, 34, "100 119/120", 100 + row, 999, "down") for row in range(20)
    )
    text = standings_text(replace(TABLE, lines=full))
    assert len(text) <= ALT_LIMIT
    assert [f" 100 119/120 pts {10 + row}-55-34 [{100 + row}–999]" in text for row in range(20)] == [True] * 20


def test_names_of_people_break_no_line() -> None:
    (row,) = standings_lines(replace(TABLE, lines=(replace(BOB, name="b\no\u202eb"),)))[2:]
    assert row == "2. b ob 8 pts 8-0-4"
