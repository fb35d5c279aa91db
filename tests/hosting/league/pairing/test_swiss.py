"""Swiss of two sides: rows, byes, seats and repeats over seasons that are played at random."""

from __future__ import annotations

import importlib.util
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hosting.league.pairing import swiss
from hosting.league.pairing.formats import check, finished, plan, rounds
from hosting.league.pairing.values import Absence, Planned, Season, TooFewEntries, contenders
from store.league.values import Entry, Fixture
from tests.hosting.league.pairing.seasons import BEGAN, entries, made, over, played, season, step, stronger, terms
from tests.volume import many

needs_dutch = pytest.mark.skipif(not swiss.AVAILABLE, reason="py4swiss has no wheel for this platform")


def at_random(seed: int) -> Iterator[tuple[int, ...]]:
    """Give results that the stronger win more often."""
    rng = random.Random(seed)
    while True:
        yield rng.choices([(120, 0), (60, 60), (0, 120)], [5, 2, 4])[0]


def seats_of(now: Season, entry: int) -> list[int]:
    return [
        side.seat
        for fixture in now.made("swiss", 1)
        for side in fixture.sides
        if side.entry == entry and not fixture.is_bye and fixture.why == "played"
    ]


def pairings(members: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Give all ways to pair an even number of entries."""
    if not members:
        yield []
    for index in range(1, len(members)):
        for rest in pairings([*members[1:index], *members[index + 1 :]]):
            yield [(members[0], members[index]), *rest]


def repeats(now: Season, number: int) -> int:
    """Return the fewest repeats with which the entries that were paired in a round could have been paired."""
    meetings = Counter(frozenset(each.entries) for each in now.fixtures if each.round < number and each.why == "played")
    members = [entry for each in now.fixtures if each.round == number and not each.is_bye for entry in each.entries]
    return min(sum(meetings[frozenset(pair)] > 0 for pair in each) for each in pairings(sorted(members)))


def a_season(count: int, length: int, seed: int, *, disturbed: bool) -> Iterator[tuple[Season, tuple[Planned, ...]]]:
    """Give a season after each round was made, and what was planned for it."""
    rng = random.Random(seed)
    results = at_random(seed)
    now = season(terms("swiss", rounds=length, late_points=60), *entries(count))
    for number in range(1, length + 1):
        if disturbed:
            now = disturb(now, number, rng)
        now = replace(now, round=number)
        planned = plan(now)
        now = made(now, planned)
        assert plan(now) == ()
        yield now, planned
        forfeits = (0, 120) if disturbed and rng.random() < 0.3 else None
        now = played(now, lambda _fixture: next(results))
        if forfeits:
            index = next(i for i, each in enumerate(now.fixtures) if each.round == number and not each.is_bye)
            lost = over(now.fixtures[index], forfeits, "forfeit")
            now = replace(now, fixtures=(*now.fixtures[:index], lost, *now.fixtures[index + 1 :]))
    assert finished(now)


def disturb(now: Season, number: int, rng: random.Random) -> Season:
    """Have an entry leave, another one join, and some be away."""
    members = list(now.entries)
    if number == 3:
        members[0] = replace(members[0], left_at=BEGAN)
    if number in {2, 4}:
        members.append(Entry(90 + number, 1, (190 + number,), BEGAN, from_round=number))
    away = tuple(
        Absence(each.id, number, rng.random() < 0.5) for each in members if each.left_at is None and rng.random() < 0.1
    )
    return replace(now, entries=tuple(members), absences=away)


@settings(max_examples=many(12, 300), deadline=None, derandomize=True)
@given(count=st.integers(4, 9), length=st.integers(3, 8), seed=st.integers(0, 10**6), disturbed=st.booleans())
def test_a_season_keeps_its_promises(count: int, length: int, seed: int, *, disturbed: bool) -> None:
    for now, planned in a_season(count, length, seed, disturbed=disturbed):
        number = max(each.round for each in planned)
        # Everybody who is there has one row, and nobody else has any.
        rows = Counter(entry for each in planned if each.round == number for entry in each.sides)
        assert set(rows.values()) == {1}
        assert set(rows) == {each.id for each in now.entries if each.left_at is None and each.from_round <= number}
        # Boards count from 1 and byes have none.
        boards = [each.board for each in planned if each.round == number]
        assert sorted(filter(None, boards)) == list(range(1, sum(map(bool, boards)) + 1))
        assert all((each.board == 0) == (len(each.sides) == 1) == (each.why is not None) for each in planned)
        # No repeat that could have been avoided, and each says that it is one.
        assert sum(bool(each.repeat) for each in planned) == repeats(now, number)
        # One entry at most has a bye, and only where they are odd.
        byes = sum(each.why == "bye" for each in planned)
        asked = sum(each.round == number and each.why in {"half_bye", "zero_bye"} for each in planned)
        assert byes == (len(rows) - asked) % 2


@settings(max_examples=many(8, 200), deadline=None, derandomize=True)
@given(count=st.integers(6, 24), length=st.integers(3, 7), seed=st.integers(0, 10**6), disturbed=st.booleans())
def test_seats_stay_within_bounds_while_the_field_is_larger_than_its_rounds(
    count: int, length: int, seed: int, *, disturbed: bool
) -> None:
    length = min(length, count // 2)
    for now, planned in a_season(count, length, seed, disturbed=disturbed):
        assert not any(each.repeat for each in planned)
        last = max(each.round for each in planned) == length
        for entry in now.entries:
            so_far = [
                seat
                for each in now.made("swiss", 1)
                for seat, other in enumerate(each.entries, start=1)
                if other == entry.id and not each.is_bye and each.why in {None, "played"}
            ]
            assert abs(so_far.count(1) - so_far.count(2)) <= 2
            runs = [len(list(run)) for _, run in groupby(so_far)]
            assert max(runs[: -1 if last else None], default=0) <= 2
            assert max(runs, default=0) <= 3


def byes_of(now: Season) -> list[int]:
    return [each.entries[0] for each in now.fixtures if each.why == "bye"]


@settings(max_examples=many(12, 300), deadline=None, derandomize=True)
@given(count=st.sampled_from([5, 7, 9, 11]), seed=st.integers(0, 10**6))
def test_a_bye_goes_to_the_lowest_without_whom_the_others_can_be_paired(count: int, seed: int) -> None:
    dutch = pytest.importorskip("hosting.league.pairing.dutch", exc_type=ImportError)
    for now, planned in a_season(count, 5, seed, disturbed=False):
        number = planned[0].round
        field = contenders(now, 1, number, range(1, count + 1))
        (bye,) = (each for each in planned if each.why == "bye")
        for each in sorted((each for each in field if not each.bye), key=lambda each: each.rank, reverse=True):
            if each.entry == bye.sides[0]:
                break
            rest = [other for other in field if other is not each]
            assert dutch.pair(rest, number, last=number == 5, full=120) is None


@pytest.mark.parametrize("count", [5, 9, 131])
def test_a_bye_goes_to_the_lowest_who_had_none(count: int) -> None:
    now = season(terms("swiss", rounds=5), *entries(count))
    for number in range(1, 6):
        before = replace(now, round=number)
        field = contenders(before, 1, number, [each.id for each in now.entries])
        now = step(before, stronger)
        had = set(byes_of(before))
        lowest = max((each for each in field if each.entry not in had), key=lambda each: each.rank)
        assert byes_of(now)[-1] == lowest.entry
    assert len(set(byes_of(now))) == 5


def test_first_rounds_pair_the_upper_half_with_the_lower_one() -> None:
    for count in (8, 130):
        first = plan(season(terms("swiss"), *entries(count)))
        assert {frozenset(each.sides) for each in first} == {
            frozenset((each, each + count // 2)) for each in range(1, count // 2 + 1)
        }
        assert [each.sides.index(min(each.sides)) for each in first] == [each % 2 for each in range(count // 2)]


@needs_dutch
def test_the_round_says_what_paired_it() -> None:
    sizes = {swiss.MOST_DUTCH: "dutch", swiss.MOST_DUTCH + 2: "matching"}
    for size, by in sizes.items():
        now = replace(season(terms("swiss", rounds=9), *entries(size)), round=1)
        if by == "dutch":
            assert swiss.paired(contenders(now, 1, 1, range(1, 7)), 1, last=False, full=120)[0] == by
        else:
            assert {each.by for each in plan(now)} == {by}


def test_where_the_library_has_no_wheel_our_own_matching_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swiss, "AVAILABLE", False)
    for now, planned in a_season(8, 5, 3, disturbed=True):
        assert {each.by for each in planned if each.why is None} == {"matching"}
        assert sum(bool(each.repeat) for each in planned) == repeats(now, max(each.round for each in planned))


def test_without_the_library_the_module_is_there_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hosting.league.pairing.dutch", None)
    spec = importlib.util.spec_from_file_location("without_the_library", swiss.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert not module.AVAILABLE


def test_the_order_of_rows_means_nothing() -> None:
    now = season(terms("swiss", rounds=4), *entries(11))
    results = at_random(5)
    for number in range(1, 4):
        now = played(made(replace(now, round=number), plan(replace(now, round=number))), lambda _fixture: next(results))
    due = replace(now, round=4)
    rng = random.Random(2)
    mixed = replace(
        due,
        entries=tuple(rng.sample(due.entries, len(due.entries))),
        fixtures=tuple(rng.sample(due.fixtures, len(due.fixtures))),
    )
    assert plan(mixed) == plan(due) != ()


def test_a_round_waits_for_the_one_before_and_for_its_day() -> None:
    now = season(terms("swiss", rounds=3), *entries(6))
    begun = made(now, plan(now))
    assert plan(replace(begun, round=2)) == ()
    assert plan(played(begun, stronger)) == ()
    assert len(plan(replace(played(begun, stronger), round=2))) == 3
    assert not finished(played(begun, stronger))


def test_late_entries_get_what_the_terms_say_for_rounds_they_missed() -> None:
    for points, why in ((0, "zero_bye"), (60, "half_bye")):
        now = step(season(terms("swiss", rounds=4, late_points=points), *entries(6)), stronger)
        late = replace(now, round=2, entries=(*now.entries, Entry(50, 1, (150,), BEGAN, from_round=2)))
        rows = [(each.round, each.why, each.points) for each in plan(late) if 50 in each.sides]
        assert min(rows) == (1, why, points)
        assert sorted(row[0] for row in rows) == [1, 2]


def test_points_for_rounds_that_were_missed_count_when_the_late_entry_is_paired_first() -> None:
    met = {}
    for points in (0, 60):
        now = season(terms("swiss", rounds=6, late_points=points), *entries(15))
        for number in (1, 2):
            now = step(replace(now, round=number), stronger)
        late = replace(now, round=3, entries=(*now.entries, Entry(50, 1, (150,), BEGAN, from_round=3)))
        (own,) = (each for each in plan(late) if each.round == 3 and 50 in each.sides)
        field = contenders(late, 1, 3, [each.id for each in late.entries])
        met[points] = next(each.points for each in field if each.entry in own.sides and each.entry != 50)
    assert met == {0: 0, 60: 120}


@needs_dutch
def test_all_rows_of_a_round_say_what_paired_it() -> None:
    away = (Absence(1, 1, half=True), Absence(2, 1))
    assert {each.by for each in plan(season(terms("swiss"), *entries(9), absences=away))} == {"dutch"}
    assert {each.by for each in plan(season(terms("swiss", sides=4), *entries(11), absences=away))} == {"search"}


def test_absences_are_byes_of_half_a_win_or_of_nothing() -> None:
    three = replace(terms("swiss", rounds=3), place_points=(3, 1))
    away = (Absence(1, 1, half=True), Absence(2, 1), Absence(3, 2, half=True))
    rows = plan(season(three, *entries(6), absences=away))
    assert {each.sides: (each.why, each.points) for each in rows if each.why} == {
        (1,): ("half_bye", 180),
        (2,): ("zero_bye", 0),
    }


def test_when_everybody_is_away_the_next_round_can_be_paired() -> None:
    now = season(terms("swiss", rounds=3), *entries(4))
    nobody = step(replace(now, absences=tuple(Absence(each, 1) for each in range(1, 5))), stronger)
    assert len(nobody.fixtures) == 4
    second = plan(replace(nobody, round=2, absences=()))
    assert [each.round for each in second] == [2, 2]


def test_who_met_by_forfeit_may_meet_again() -> None:
    def forfeit(fixture: Fixture) -> Fixture:
        return over(fixture, stronger(fixture), "forfeit")

    now = season(terms("swiss", rounds=2), *entries(4))
    begun = made(now, plan(now))
    nobody_played = replace(begun, round=2, fixtures=tuple(map(forfeit, begun.fixtures)))
    field = contenders(nobody_played, 1, 2, range(1, 5))
    assert all(not each.met and not each.seats and each.floats == (-1, 0) for each in field)
    assert [each.bye for each in field] == [True, True, False, False]
    assert not any(each.repeat for each in plan(nobody_played))


def test_more_rounds_than_opponents_repeat_as_little_as_possible() -> None:
    now = season(terms("swiss", rounds=5), *entries(4))
    flags = []
    for number in range(1, 6):
        planned = plan(replace(now, round=number))
        flags.append([each.repeat for each in planned])
        now = played(made(replace(now, round=number), planned), stronger)
    assert flags == [[False, False]] * 3 + [[True, True]] * 2


def test_so_many_rounds_are_played() -> None:
    assert [rounds(terms("swiss"), count) for count in (4, 5, 8, 9, 64, 65, 1000)] == [3, 3, 3, 4, 6, 7, 10]
    assert rounds(terms("swiss", rounds=5), 64) == 5
    check(terms("swiss", rounds=5), (5,))
    with pytest.raises(TooFewEntries):
        check(terms("swiss", rounds=6), (6,))
