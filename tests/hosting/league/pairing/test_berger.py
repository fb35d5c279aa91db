"""Round robin of two sides: the handbook's tables, seats, late entries."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, groupby

import pytest

from hosting.league.pairing import round_robin
from hosting.league.pairing.formats import check, finished, plan, rounds
from hosting.league.pairing.values import Season, TooFewEntries, TooManyEntries
from tests.hosting.league.pairing.seasons import BEGAN, entries, made, played, season, step, stronger, terms

SIX = ("16 25 34", "64 53 12", "26 31 45", "65 14 23", "36 42 51")
"""FIDE's handbook, C.05, annex 1: the table for five and six players."""
EIGHT = (
    "18 27 36 45",
    "85 64 73 12",
    "28 31 47 56",
    "86 75 14 23",
    "38 42 51 67",
    "87 16 25 34",
    "48 53 62 71",
)


@pytest.mark.parametrize("book", [SIX, EIGHT])
def test_the_tables_are_the_handbooks(book: tuple[str, ...]) -> None:
    wanted = [{(int(pair[0]), int(pair[1])) for pair in line.split()} for line in book]
    assert [set(each) for each in round_robin.table(len(book) + 1)] == wanted
    odd = [{pair for pair in line if max(pair) <= len(book)} for line in wanted]
    assert [set(each) for each in round_robin.table(len(book))] == odd


@pytest.mark.parametrize("legs", [1, 2])
@pytest.mark.parametrize("size", range(4, 21))
def test_everybody_meets_everybody_from_both_seats_alike(size: int, legs: int) -> None:
    rows = list(round_robin.berger_schedule(size, legs))
    assert Counter((leg, frozenset(pair)) for _, leg, _, pair in rows) == Counter(
        (leg, frozenset(pair)) for leg in range(1, legs + 1) for pair in combinations(range(1, size + 1), 2)
    )
    for number in range(1, size + 1):
        own = [(place, pair.index(number)) for place, _, _, pair in rows if number in pair]
        assert len({place for place, _ in own}) == len(own)  # one a round
        seats = [seat for _, seat in own]
        assert abs(seats.count(0) - seats.count(1)) <= 1
        assert max(len(list(run)) for _, run in groupby(seats)) <= 2
    if legs == 2:
        assert len({pair for *_, pair in rows}) == len(rows)
    for _, board in groupby(sorted(rows), key=lambda row: row[0]):
        assert [row[2] for row in board] == list(range(1, size // 2 + 1))


def test_a_season_asks_for_its_fixtures_once_and_ends() -> None:
    for size in (4, 7):
        before = season(terms("round-robin", legs=2), *entries(size))
        planned = plan(before)
        assert len(planned) == size * (size - 1)
        assert max(each.round for each in planned) == rounds(before.terms, size)
        begun = made(before, planned)
        assert plan(begun) == ()
        assert not finished(before)
        assert not finished(begun)
        assert finished(played(begun, stronger))


def test_numbers_are_drawn_and_the_order_of_rows_means_nothing() -> None:
    members = entries(9)
    before = season(terms("round-robin"), *members)
    shuffled = list(members)
    random.Random(1).shuffle(shuffled)
    assert plan(replace(before, entries=tuple(shuffled))) == plan(before)
    assert [each.id for each in round_robin.numbered(before, 1)] != [each.id for each in members]
    other = replace(before, lot=lambda _purpose, number: bytes([255 - number]))
    assert [each.id for each in round_robin.numbered(other, 1)] == [each.id for each in reversed(members)]


def test_divisions_are_paired_apart() -> None:
    before = season(terms("round-robin"), *entries(4), *entries(5, division=2, first=11))
    planned = plan(before)
    assert Counter(each.division for each in planned) == {1: 6, 2: 10}
    assert all((min(each.sides) > 10) == (max(each.sides) > 10) for each in planned)


def late(before: Season, number: int) -> Season:
    newcomer = replace(entries(1, first=number)[0], from_round=3, joined_at=BEGAN)
    return replace(before, entries=(*before.entries, newcomer))


def test_a_late_entry_takes_a_free_number_and_meets_everybody_who_is_there() -> None:
    begun = step(season(terms("round-robin"), *entries(5)), stronger)
    one_left = replace(begun, entries=(replace(begun.entries[0], left_at=BEGAN), *begun.entries[1:]))
    for now, opponents in ((begun, {1, 2, 3, 4, 5}), (one_left, {2, 3, 4, 5})):
        planned = plan(late(now, 6))
        assert {opponent for each in planned for opponent in each.sides} == {6, *opponents}
        assert len(planned) == len(opponents)
        after = made(late(now, 6), planned)
        assert len({(each.round, each.board) for each in after.fixtures}) == len(after.fixtures)
        assert plan(late(after, 7)) == ()  # no number is free any more


def test_a_late_entry_finds_no_number_where_the_division_is_even() -> None:
    assert plan(late(step(season(terms("round-robin"), *entries(6)), stronger), 7)) == ()


def test_divisions_have_four_to_twenty_entries() -> None:
    check(terms("round-robin"), (4, 20))
    with pytest.raises(TooFewEntries, match=r"^3 entered, and this format needs 4"):
        check(terms("round-robin"), (4, 3))
    with pytest.raises(TooManyEntries, match=r"^21 entered, and this format takes 20"):
        check(terms("round-robin"), (21,))
