"""Knock-outs of two sides: brackets, byes, ties of several matches, finals that are played again."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hosting.league.pairing import knockout
from hosting.league.pairing.formats import advancing, check, finished, plan, rounds
from hosting.league.pairing.values import PairingSeason, TooFewEntries
from hosting.league.standings.table import NEVER, out_rounds
from store.league.seasons import Fixture, Kind
from tests.hosting.league.pairing.seasons import (
    BEGAN,
    Result,
    entries,
    made,
    noted,
    over,
    season,
    settled,
    stronger,
    terms,
)
from tests.volume import many


def whole(now: PairingSeason, result: Result) -> Iterator[PairingSeason]:
    """Give the season each time something was played, to its end; the order of its rows is always another one."""
    rng = random.Random(len(now.entries))
    while True:
        planned = plan(now)
        mixed = replace(now, fixtures=tuple(rng.sample(now.fixtures, len(now.fixtures))))
        assert plan(mixed) == planned
        if not planned:
            break
        now = settled(made(now, planned), result)
        yield now
    assert finished(now)


def lost(now: PairingSeason) -> Counter[int]:
    """Return how many ties each entry lost."""
    return Counter(side.entry for each in now.fixtures for side in each.sides if side.advances is False)


def at_random(seed: int, level: float = 0.0) -> Result:
    rng = random.Random(seed)

    def result(_fixture: Fixture) -> tuple[int, ...]:
        return (60, 60) if rng.random() < level else rng.choice([(120, 0), (0, 120)])

    return result


def test_seeds_stand_so_that_the_best_meet_last() -> None:
    assert knockout.seeds(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    for size in (2, 4, 8, 16, 32):
        order = knockout.seeds(size)
        assert sorted(order) == list(range(1, size + 1))
        while len(order) > 1:
            pairs = list(zip(order[::2], order[1::2], strict=True))
            assert {sum(pair) for pair in pairs} == {len(order) + 1}
            order = tuple(min(pair) for pair in pairs)


@settings(max_examples=many(30, 600), deadline=None, derandomize=True)
@given(count=st.integers(2, 33), seed=st.integers(0, 10**6), legs=st.integers(1, 5))
def test_a_single_bracket_eliminates_all_but_one(count: int, seed: int, legs: int) -> None:
    start = season(terms("knockout", legs=legs), *entries(count), round=99)
    *_, end = whole(start, at_random(seed, 0.3))
    assert lost(end) == dict.fromkeys(set(range(1, count + 1)) - champions(end), 1)
    byes = {each.entries[0] for each in end.fixtures if each.is_bye}
    assert byes == set(range(1, 2 ** (count - 1).bit_length() - count + 1))
    assert all(each.round == 1 for each in end.fixtures if each.is_bye)
    assert max(each.round for each in end.fixtures) == rounds(start.terms, count)


def champions(end: PairingSeason) -> set[int]:
    return {each.id for each in end.entries} - set(lost(end))


@settings(max_examples=many(30, 600), deadline=None, derandomize=True)
@given(count=st.integers(3, 20), seed=st.integers(0, 10**6), reset=st.booleans())
def test_a_double_bracket_eliminates_who_lost_twice(count: int, seed: int, *, reset: bool) -> None:
    start = season(terms("double-knockout", reset=reset), *entries(count), round=99)
    *_, end = whole(start, at_random(seed))
    defeats = Counter(
        side.entry for each in end.fixtures if len(each.sides) == 2 for side in each.sides if side.points == 0
    )
    assert all(len({side.advances for side in each.sides}) == len(each.sides) for each in end.fixtures)
    (champion,) = {each.id for each in end.entries} - out(end)
    assert defeats[champion] <= 1
    once = {each for each in range(1, count + 1) if defeats[each] < 2 and each != champion}
    last = max(end.fixtures, key=lambda each: each.round)
    assert not once if reset else once <= set(last.entries)
    final = [each for each in end.fixtures if each.stage == "final"]
    assert len(final) == 1 or (reset and len(final) == 2)
    assert max(each.round for each in end.fixtures) <= rounds(start.terms, count)


def out(end: PairingSeason) -> set[int]:
    """Return who was eliminated."""
    there = out_rounds(end.terms, [each.id for each in end.entries], end.fixtures)
    return {entry for entry, number in there.items() if number != NEVER}


@pytest.mark.parametrize("kind", ["knockout", "double-knockout"])
@pytest.mark.parametrize("count", [4, 8, 13, 16])
def test_the_better_seed_comes_further_where_the_stronger_always_win(kind: Kind, count: int) -> None:
    *_, end = whole(season(terms(kind), *entries(count), round=99), stronger)
    last = {
        side.entry: each.round
        for each in sorted(end.fixtures, key=lambda each: each.round)
        if not each.is_bye
        for side in each.sides
    }
    order = sorted(last, key=lambda entry: (-last[entry], entry))
    assert order[0] == 1
    assert set(order[:2]) == {1, 2}
    assert {1, 2, 3, 4} == set(order[:4]) or kind == "double-knockout"


def test_a_double_bracket_of_eight_is_the_usual_one() -> None:
    *_, end = whole(season(terms("double-knockout"), *entries(8), round=99), stronger)
    played = {
        number: sorted(tuple(sorted(each.entries)) for each in end.fixtures if each.round == number)
        for number in range(1, 9)
    }
    assert played == {
        1: [(1, 8), (2, 7), (3, 6), (4, 5)],
        2: [(1, 4), (2, 3)],
        3: [(5, 8), (6, 7)],
        4: [(3, 5), (4, 6)],
        5: [(1, 2)],
        6: [(3, 4)],
        7: [(2, 3)],
        8: [(1, 2)],
    }


def test_the_final_is_played_again_if_the_terms_say_so() -> None:
    def upset(fixture: Fixture) -> tuple[int, ...]:
        return tuple(120 - each for each in stronger(fixture)) if fixture.round == 5 else stronger(fixture)

    *_, end = whole(season(terms("double-knockout"), *entries(4), round=99), upset)
    final, again = sorted((each for each in end.fixtures if each.stage == "final"), key=lambda each: each.round)
    assert (final.round, again.round) == (5, 6)
    assert set(final.entries) == set(again.entries) == {1, 2}
    assert {side.entry: side.advances for side in final.sides} == {1: False, 2: True}
    assert {side.entry: side.advances for side in again.sides} == {1: True, 2: False}
    *_, end = whole(season(terms("double-knockout", reset=False), *entries(4), round=99), upset)
    (final,) = (each for each in end.fixtures if each.stage == "final")
    assert {side.entry: side.advances for side in final.sides} == {1: False, 2: True}


def _always(points: tuple[int, ...]) -> Result:
    return lambda _fixture: points


def tie_of(legs: int, *results: tuple[int, int]) -> tuple[list[tuple[int, int]], int | None]:
    """Return the seats of each match of a tie of entries 1 and 2, and who advances.

    Args:
        legs: Best of how many.
        results: Points of entries 1 and 2.
    """
    now = season(terms("knockout", legs=legs), *entries(2))
    points = iter(results)
    seats: list[tuple[int, int]] = []
    while planned := plan(now):
        (match,) = planned
        seats.append((match.sides[0], match.sides[1]))
        assert match.leg == len(seats)
        got = next(points)
        now = settled(made(now, planned), _always(got if match.sides == (1, 2) else got[::-1]))
    assert next(points, None) is None
    on = [side.entry for each in now.fixtures for side in each.sides if side.advances]
    return seats, on[0] if on else None


@pytest.mark.parametrize(
    ("legs", "results", "winner"),
    [
        (1, [(120, 0)], 1),
        (1, [(0, 120)], 2),
        (1, [(60, 60), (0, 120)], 2),
        (1, [(60, 60), (60, 60), (0, 120)], 2),
        (1, [(60, 60), (60, 60), (60, 60)], 1),
        (1, [(0, 0), (0, 0), (0, 0)], 1),
        (2, [(120, 0), (0, 120), (0, 120)], 2),
        (2, [(120, 0), (60, 60)], 1),
        (3, [(120, 0), (120, 0)], 1),
        (3, [(120, 0), (60, 60), (0, 120), (60, 60), (60, 60)], 1),
        (5, [(0, 120), (0, 120), (60, 60), (0, 120)], 2),
        (5, [(0, 120), (0, 120), (120, 0), (0, 120)], 2),
    ],
)
def test_a_tie_is_the_best_of_its_matches_with_seats_swapped(
    legs: int, results: list[tuple[int, int]], winner: int
) -> None:
    seats, advanced = tie_of(legs, *results)
    assert advanced == winner
    assert seats == [(1, 2) if index % 2 == 0 else (2, 1) for index in range(len(results))]


def changed(now: PairingSeason, number: int, change: Callable[[Fixture], Fixture]) -> PairingSeason:
    return replace(now, fixtures=tuple(change(each) if each.id == number else each for each in now.fixtures))


def test_a_round_that_was_paired_on_an_old_result_stays() -> None:
    now = season(terms("knockout"), *entries(8), round=2)
    first = settled(made(now, plan(now)), stronger)
    second = made(first, plan(first))
    (beaten,) = (each for each in first.fixtures if 8 in each.entries)
    other = tuple(replace(side, points=120 - (side.points or 0)) for side in beaten.sides)
    corrected = changed(second, beaten.id, lambda each: replace(each, sides=other))
    assert plan(replace(corrected, round=9)) == ()
    assert advancing(corrected) == {}


def test_before_the_next_round_is_paired_a_correction_changes_who_advances() -> None:
    now = season(terms("knockout"), *entries(8), round=1)
    first = settled(made(now, plan(now)), stronger)
    (beaten,) = (each for each in first.fixtures if 8 in each.entries)
    other = tuple(replace(side, points=120 - (side.points or 0)) for side in beaten.sides)
    corrected = changed(first, beaten.id, lambda each: replace(each, sides=other))
    assert advancing(corrected) == {beaten.id: tuple(entry == 8 for entry in beaten.entries)}
    assert any(8 in each.sides for each in plan(replace(noted(corrected), round=2)))
    level = changed(first, beaten.id, lambda each: over(each, (60, 60)))
    assert advancing(level) == {beaten.id: (None, None)}
    assert [(each.leg, each.sides) for each in plan(noted(level))] == [(2, beaten.entries[::-1])]


def test_what_is_struck_is_played_again_from_the_same_seats() -> None:
    now = season(terms("knockout"), *entries(2))
    begun = made(now, plan(now))
    void = changed(begun, 1, lambda each: replace(each, status="struck", why="void"))
    assert [(each.leg, each.sides) for each in plan(void)] == [(2, (1, 2))]


def test_who_left_keeps_the_place_in_the_bracket() -> None:
    now = season(terms("knockout"), *entries(4), round=2)
    first = settled(made(now, plan(now)), stronger)
    left = replace(first, entries=(replace(first.entries[0], left_at=BEGAN), *first.entries[1:]))
    assert [set(each.sides) for each in plan(left)] == [{1, 2}]


def test_a_round_waits_for_its_day_and_a_tie_for_its_sides_only() -> None:
    now = season(terms("knockout"), *entries(8), round=1)
    begun = made(now, plan(now))
    assert plan(settled(begun, stronger)) == ()
    half = replace(begun, round=2)
    for each in half.fixtures:
        if each.board in {1, 2}:
            half = changed(half, each.id, lambda one: over(one, stronger(one)))
    assert [set(each.sides) for each in plan(half)] == [{1, 4}]


def test_seat_one_is_for_the_one_who_has_had_it_less() -> None:
    *_, end = whole(season(terms("knockout"), *entries(64), round=99), at_random(1))
    for entry in range(1, 65):
        seats = [side.seat for each in end.fixtures for side in each.sides if side.entry == entry]
        assert abs(seats.count(1) - seats.count(2)) <= 3


def test_a_double_bracket_needs_three() -> None:
    check(terms("double-knockout"), (3,))
    with pytest.raises(TooFewEntries):
        check(terms("double-knockout"), (2,))


def test_other_formats_have_nobody_advance_and_a_ladder_is_not_paired() -> None:
    ladder = season(terms("ladder"), *entries(4))
    assert (plan(ladder), advancing(ladder), rounds(ladder.terms, 4), finished(ladder)) == ((), {}, 0, False)
    assert plan(season(terms("knockout"), *entries(4), round=0)) == ()
