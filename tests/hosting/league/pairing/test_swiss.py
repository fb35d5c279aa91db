"""Swiss of two sides: rows, byes, seats and repeats over seasons that are played at random."""

from __future__ import annotations

import importlib.util
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, groupby

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hosting.league.pairing import multiplayer_swiss, swiss
from hosting.league.pairing.formats import check, finished, plan, rounds
from hosting.league.pairing.swiss import TIERS, cost, pair_by_matching, seats
from hosting.league.pairing.values import Absence, Contender, PairingSeason, Planned, TooFewEntries, contenders, split
from store.league.seasons import Entry, Fixture
from tests.hosting.league.pairing.seasons import BEGAN, entries, made, over, played, season, step, stronger, terms
from tests.volume import many

needs_dutch = pytest.mark.skipif(not swiss.AVAILABLE, reason="py4swiss has no wheel for this platform")


def at_random(seed: int) -> Iterator[tuple[int, ...]]:
    """Give results that the stronger win more often."""
    rng = random.Random(seed)
    while True:
        yield rng.choices([(120, 0), (60, 60), (0, 120)], [5, 2, 4])[0]


def seats_of(now: PairingSeason, entry: int) -> list[int]:
    return [
        side.seat
        for fixture in now.fixtures_of("swiss", 1)
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


def repeats(now: PairingSeason, number: int) -> int:
    """Return the fewest repeats with which the entries that were paired in a round could have been paired."""
    meetings = Counter(frozenset(each.entries) for each in now.fixtures if each.round < number and each.why == "played")
    members = [entry for each in now.fixtures if each.round == number and not each.is_bye for entry in each.entries]
    return min(sum(meetings[frozenset(pair)] > 0 for pair in each) for each in pairings(sorted(members)))


def a_season(
    count: int, length: int, seed: int, *, disturbed: bool
) -> Iterator[tuple[PairingSeason, tuple[Planned, ...]]]:
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


def disturb(now: PairingSeason, number: int, rng: random.Random) -> PairingSeason:
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
                for each in now.fixtures_of("swiss", 1)
                for seat, other in enumerate(each.entries, start=1)
                if other == entry.id and not each.is_bye and each.why in {None, "played"}
            ]
            assert abs(so_far.count(1) - so_far.count(2)) <= 2
            runs = [len(list(run)) for _, run in groupby(so_far)]
            assert max(runs[: -1 if last else None], default=0) <= 2
            assert max(runs, default=0) <= 3


def byes_of(now: PairingSeason) -> list[int]:
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


# Our own matching: the least cost, byes, and fields that cannot be paired without fault.


def fields(count: int, seed: int) -> list[Contender]:
    """Return a field whose past was drawn, the highest first."""
    rng = random.Random(seed)
    met: dict[int, dict[int, int]] = {each: {} for each in range(1, count + 1)}
    for one, other in combinations(range(1, count + 1), 2):
        if rng.random() < 0.4:
            met[one][other] = met[other][one] = rng.choice([1, 1, 2])
    found = [
        Contender(
            entry=each,
            number=each,
            points=rng.choice([0, 60, 120, 180]),
            seats=tuple(rng.choice([1, 2]) for _ in range(rng.randint(0, 4))),
            met=met[each],
            floats=(rng.choice([-1, 0, 1]), rng.choice([-1, 0, 1])),
            byes=int(rng.random() < 0.3),
        )
        for each in range(1, count + 1)
    ]
    return sorted(found, key=lambda each: each.rank)


def total(field: Sequence[Contender], pairs: Sequence[tuple[int, int]]) -> int:
    """Return what pairs of places cost together."""
    sizes: dict[int, int] = {}
    for each in field:
        sizes[each.points] = sizes.get(each.points, 0) + 1
    return sum(
        cost(field[i], field[j], 120, abs(j - i - max(1, sizes[field[i].points] // 2))) for i, j in map(sorted, pairs)
    )


@settings(max_examples=many(30, 600), deadline=None, derandomize=True)
@given(st.sampled_from([2, 4, 6, 8]), st.integers(0, 10**6))
def test_a_small_field_is_paired_at_the_least_cost(count: int, seed: int) -> None:
    field = fields(count, seed)
    place = {each.entry: at for at, each in enumerate(field)}
    pairs = [(place[one.entry], place[other.entry]) for one, other in pair_by_matching(field, 120) if other is not None]
    assert total(field, pairs) == min(total(field, each) for each in pairings(range(count)))


@settings(max_examples=many(15, 300), deadline=None, derandomize=True)
@given(st.integers(20, 40).map(lambda half: 2 * half), st.integers(0, 10**6))
def test_nearest_candidates_leave_no_repeat_that_all_of_them_avoid(count: int, seed: int) -> None:
    field = fields(count, seed)
    whole = sum(other.entry in one.met for one, other in pair_by_matching(field, 120) if other is not None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(swiss, "FEW", 0)
        patch.setattr(swiss, "NEAREST", 1)
        near = [(one, other) for one, other in pair_by_matching(field, 120) if other is not None]
    assert len(near) == count // 2
    assert sum(other.entry in one.met for one, other in near) == whole


def test_every_tier_fits_into_its_bits() -> None:
    worst = Contender(1, 1, 10**6, seats=(1, 1, 1), met={2: 99}, floats=(-1, -1))
    other = Contender(2, 2, 0, seats=(1, 1, 1), met={1: 99}, floats=(1, 1))
    left = cost(worst, other, 120, 999)
    for name, bits in reversed(TIERS):
        amount = left & ((1 << bits) - 1)
        assert 0 < 500 * amount < 1 << bits, name
        left >>= bits
    assert sum(bits for _, bits in TIERS) < 120  # the library counts in 128 bits, and doubles weights


def test_the_bye_goes_to_the_lowest_who_had_none_unless_that_means_repeats() -> None:
    field = [Contender(each, each, points=60 * (5 - each), byes=int(each == 5)) for each in range(1, 6)]
    assert pair_by_matching(field, 120)[-1] == (field[3], None)
    apart = {1: {2: 1, 3: 1, 5: 1}, 2: {1: 1, 3: 1, 5: 1}, 3: {1: 1, 2: 1, 5: 1}, 4: {}, 5: {1: 1, 2: 1, 3: 1}}
    met = [Contender(each, each, points=60 * (5 - each), met=apart[each]) for each in range(1, 6)]
    *pairs, (absent, _) = pair_by_matching(met, 120)
    assert absent.entry != 4  # without 4 all four others would meet again
    assert sum(other.entry in one.met for one, other in pairs if other is not None) == 1


def test_a_field_that_must_all_have_one_seat_is_paired_all_the_same() -> None:
    for count in (201, 33):
        field = [Contender(each, each, seats=(2, 1, 1)) for each in range(1, count + 1)]
        pairs = pair_by_matching(field, 120)
        assert len(pairs) == count // 2 + 1
        assert pairs[-1] == (field[-1], None)


@pytest.mark.parametrize(
    ("one", "other", "first"),
    [
        ((1,), (2,), 2),  # E.1: both get what they should
        ((1, 2, 1), (1,), 2),  # E.2: strong before mild
        ((2, 1, 1), (1, 2, 1), 2),  # E.2: absolute before strong
        ((2, 1, 1), (1, 1), 1),  # E.2: of two absolute ones the wider difference, which is 2's
        ((1, 2), (1, 2), 1),  # E.4: what the higher one should have
        ((1, 2, 1, 2), (2, 1, 1, 2), 1),  # E.3: the last time that theirs differed, 2 had seat 1
        ((), (), 1),  # E.5: an odd number has seat 1
        ((), (2,), 2),
    ],
)
def test_seats_are_given_by_the_rules_of_colours(one: tuple[int, ...], other: tuple[int, ...], first: int) -> None:
    higher, lower = Contender(1, 1, 120, seats=one), Contender(2, 2, 60, seats=other)
    assert seats(higher, lower)[0].entry == first


# Tables at which nobody meets twice: what the search says is held against all ways to seat a field.


TABLES = [(3,), (4,), (3, 2), (4, 3), (5, 4, 3), (6, 5, 4, 3), (6, 3), (5,)]


def exist(met: Sequence[int], sizes: Sequence[int]) -> bool:
    """Return whether there are tables of some sizes at which no two sit who have met, by trying all."""

    @cache
    def can(free: frozenset[int], left: tuple[int, ...]) -> bool:
        if not free:
            return True
        first = min(free)
        possible = [each for each in sorted(free) if each != first and not met[first] >> each & 1]
        return any(
            can(free - {first, *others}, tuple(sorted(_without(left, size))))
            for size in {*left}
            for others in combinations(possible, size - 1)
            if not any(met[one] >> other & 1 for one, other in combinations(others, 2))
        )

    return can(frozenset(range(len(met))), tuple(sorted(sizes)))


def _without(left: Sequence[int], size: int) -> list[int]:
    rest = list(left)
    rest.remove(size)
    return rest


def graph(rng: random.Random, count: int, share: float) -> list[int]:
    """Return who has met whom: any two with a chance."""
    met = [0] * count
    for one, other in combinations(range(count), 2):
        if rng.random() < share:
            met[one] |= 1 << other
            met[other] |= 1 << one
    return met


def are_apart(met: Sequence[int], sizes: Sequence[int], tables: Sequence[Sequence[int]]) -> bool:
    """Return whether tables are of these sizes, hold everybody once, and nobody sits with one they have met."""
    whole = sorted(each for table in tables for each in table) == list(range(len(met)))
    return (
        whole
        and sorted(map(len, tables)) == sorted(sizes)
        and not any(multiplayer_swiss.has_met(met, each) for each in tables)
    )


def test_what_is_found_is_apart_and_what_is_not_found_does_not_exist() -> None:
    rng, said = random.Random(11), set()
    for _ in range(many(150, 6000)):
        count, of = rng.randint(6, many(11, 14)), rng.choice(TABLES)
        sizes, left = split(count, of)
        met = graph(rng, count - left, rng.uniform(0.2, 0.7))
        found = multiplayer_swiss.search_tables(met, sizes, rng)
        assert found != "unknown"
        assert exist(met, sizes) == (found != "none")
        if not isinstance(found, str):
            assert are_apart(met, sizes, found)
        said.add(found == "none")
    assert said == {True, False}


def test_where_one_order_gives_up_another_one_finds_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(5)
    met = graph(rng, 24, 0.25)
    monkeypatch.setattr(multiplayer_swiss, "BUDGET", 3)
    assert multiplayer_swiss.tables(met, [4] * 6, 3) == "unknown"
    found = multiplayer_swiss.search_tables(met, [4] * 6, rng)
    assert not isinstance(found, str)
    assert are_apart(met, [4] * 6, found)
    monkeypatch.setattr(multiplayer_swiss, "_SMALL", 3)
    assert multiplayer_swiss.search_tables(met, [4] * 6, rng) == "unknown"


def test_fields_that_are_too_large_are_mended_in_parts() -> None:
    rng = random.Random(3)
    count = multiplayer_swiss.LARGEST + 22
    met = graph(rng, count, 0.05)
    sizes, _ = split(count, (4, 3))
    order = iter(range(count))
    there = [[next(order) for _ in range(size)] for size in sizes]
    assert sum(multiplayer_swiss.has_met(met, each) for each in there) > 5
    assert are_apart(met, sizes, multiplayer_swiss.mended_tables(met, there, rng))


def seasons(
    rng: random.Random, count: int, of: Sequence[int]
) -> Iterator[tuple[tuple[Contender, ...], list[list[Contender]]]]:
    """Give the field and the tables of each round of a season, until far more have met than it was meant for."""
    state = {each: Contender(each, each) for each in range(1, count + 1)}
    for number in range(1, count):
        there = [each for each in state.values() if rng.random() > 0.05]
        field = tuple(sorted(there, key=lambda each: each.rank))
        if len(field) < of[0]:
            continue
        tables, idle = multiplayer_swiss.seat_round(field, of, number)
        yield field, tables
        for table in tables:
            for place, each in enumerate(rng.sample(table, len(table))):
                met = {**each.met} | {one.entry: each.met.get(one.entry, 0) + 1 for one in table if one is not each}
                state[each.entry] = replace(each, points=each.points + 120 - 20 * place, met=met)
        for each in idle:
            state[each.entry] = replace(each, points=each.points + 120, byes=each.byes + 1)


def test_nobody_meets_twice_where_the_same_entries_could_sit_apart() -> None:
    rng, fields, unavoidable = random.Random(2), 0, 0
    while fields < many(60, 3000):
        count = rng.randint(6, many(12, 16))
        for field, tables in seasons(rng, count, rng.choice(TABLES)):
            fields += 1
            seated = [each for table in tables for each in table]
            place = {each.entry: at for at, each in enumerate(seated)}
            met = [sum(1 << place[one] for one in each.met if one in place) for each in seated]
            if any(multiplayer_swiss.has_met(met, [place[each.entry] for each in table]) for table in tables):
                unavoidable += 1
                assert not exist(met, list(map(len, tables))), (field, tables)
    assert unavoidable > fields // 10


def test_where_all_have_had_a_bye_the_lowest_of_those_with_the_fewest_has_the_next() -> None:
    field = [Contender(each, each, points=120 * (8 - each), byes=1 + (each in {6, 7})) for each in range(1, 8)]
    _, idle = multiplayer_swiss.seat_round(field, (3,), 9)
    assert [each.entry for each in idle] == [5]
    *_, (absent, nobody) = swiss.pair_by_matching(field, 120)
    assert (absent.entry, nobody) == (5, None)
