"""Tables of three to six: sizes, seats, plans kept as data, the search, Swiss and knock-out."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import registry
from hosting.league.pairing import knockout, multiplayer_swiss, round_robin
from hosting.league.pairing.formats import check, finished, plan, rounds
from hosting.league.pairing.multiplayer_swiss import equitable
from hosting.league.pairing.values import OnlyForTwo, Planned, Season, TooFewEntries, contenders, split
from hosting.league.validation import smaller_tables
from store.league.values import Fixture
from tests.hosting.league.pairing.seasons import (
    BEGAN,
    Result,
    entries,
    made,
    noted,
    over,
    played,
    season,
    stronger,
    terms,
)
from tests.volume import many


@pytest.mark.parametrize(
    ("count", "sizes", "tables", "left"),
    [
        (8, (4,), (4, 4), 0),
        (9, (4,), (4, 4), 1),
        (9, (4, 3), (3, 3, 3), 0),
        (5, (4, 3), (4,), 1),
        (11, (4, 3), (4, 4, 3), 0),
        (3, (4,), (), 3),
        (10, (6, 4), (6, 4), 0),
        (9, (6, 4), (4, 4), 1),
        (15, (6, 5, 4, 3), (5, 5, 5), 0),
    ],
)
def test_tables_leave_as_few_over_as_they_can(
    count: int, sizes: tuple[int, ...], tables: tuple[int, ...], left: int
) -> None:
    assert split(count, sizes) == (tables, left)


@settings(max_examples=many(40, 1000), deadline=None, derandomize=True)
@given(size=st.integers(2, 6), tables=st.integers(1, 5), length=st.integers(1, 9), seed=st.integers(0, 10**6))
def test_seats_of_a_known_schedule_differ_by_at_most_one(size: int, tables: int, length: int, seed: int) -> None:
    rng = random.Random(seed)
    groups: list[list[int]] = []
    for _ in range(length):
        order = rng.sample(range(size * tables), size * tables)
        groups += [order[size * each : size * (each + 1)] for each in range(rng.randint(1, tables))]
    seated = equitable(groups)
    assert [sorted(each) for each in seated] == [sorted(each) for each in groups]
    assert_even(seated, size)


def assert_even(tables: Sequence[Sequence[int]], size: int) -> None:
    """Assert that nobody has any two of the seats with a difference of more than one."""
    had: dict[int, Counter[int]] = defaultdict(Counter)
    for table in tables:
        for seat, entry in enumerate(table):
            had[entry][seat] += 1
    for seats in had.values():
        of_each = [seats[seat] for seat in range(size)]
        assert max(of_each) - min(of_each) <= 1


WIDEST: dict[tuple[int, tuple[int, ...], int], int] = {(10, (5, 5), 4): 3}
"""Plans in which meetings of some two differ by more than two."""


@pytest.mark.parametrize("key", sorted(round_robin.kept()), ids=str)
def test_in_a_kept_plan_all_meet_and_evenly(key: tuple[int, tuple[int, ...], int]) -> None:
    count, sizes, length = key
    planned = round_robin.kept()[key]
    assert len(planned) == length
    for tables in planned:
        assert sorted(each for table in tables for each in table) == list(range(count))
        assert tuple(len(table) for table in tables) == sizes
    even = round_robin.measured(planned, range(count))
    assert even.least >= 1
    assert even.most - even.least <= WIDEST.get(key, 2)
    assert even.often - even.fewest <= 2


@pytest.mark.parametrize("sides", [3, 4, 5, 6])
def test_whatever_joins_all_meet_where_a_game_has_all_smaller_tables(sides: int) -> None:
    """So it is in all games that there are: up to twenty, a division, meet in few rounds."""
    of = terms("round-robin", sides=sides)
    smaller = tuple(range(2, sides))
    for game in registry.games():
        for mode in game.info.modes:
            if mode.seats == sides and not mode.teams:
                assert smaller_tables(replace(of, game=game.info.key, mode=mode.key), game.info) == smaller
    for count in range(4, 21):
        length = rounds(of, count, smaller)
        by, planned = round_robin.schedule(count, (sides, *smaller), length)
        even = round_robin.measured(planned, range(count))
        sizes, left = split(count, (sides, *smaller))
        assert not left
        assert even.least >= 1, f"{count} at tables of {sides}: some never meet"
        assert even.most - even.least <= WIDEST.get((count, sizes, length), 2)
        assert even.often - even.fewest <= 2
        assert by == "plan" or len(sizes) == 1, "one table needs no plan"
        fewest = -(-count * (count - 1) // sum(size * (size - 1) for size in sizes))
        assert fewest <= length <= fewest + round_robin.MORE


def test_five_at_tables_of_three_and_twenty_at_tables_of_five() -> None:
    """In three rounds of five, nobody sits at the table of two three times while another never does."""
    (five, twenty) = (
        round_robin.measured(
            round_robin.schedule(count, sizes, rounds(terms("round-robin", sides=sizes[0]), count, sizes[1:]))[1],
            range(count),
        )
        for count, sizes in ((5, (3, 2)), (20, (5, 4, 3, 2)))
    )
    assert (five.least, five.most, five.often - five.fewest) == (1, 3, 2)
    assert (twenty.least, twenty.most, twenty.often) == (1, 3, 0)


def test_round_robins_at_tables_use_a_plan_where_there_is_one() -> None:
    for count, sides, legs in ((9, 3, 1), (8, 4, 2), (16, 4, 1), (15, 3, 2)):
        now = season(terms("round-robin", sides=sides, legs=legs), *entries(count))
        planned = plan(now)
        assert {each.by for each in planned} == {"plan"}
        assert max(each.round for each in planned) == rounds(now.terms, count)
        assert len({(each.round, each.board) for each in planned}) == len(planned)
        met = meetings(planned)
        assert max(met.values()) - min(met.values()) <= 1
        assert len(met) == count * (count - 1) // 2
        assert_even([each.sides for each in planned], sides)
        begun = made(now, planned)
        assert plan(begun) == ()
        assert finished(played(begun, stronger))


def meetings(planned: Sequence[Planned] | Sequence[Fixture]) -> Counter[tuple[int, int]]:
    """Return how often any two meet."""
    sides = (sorted(each.sides if isinstance(each, Planned) else each.entries) for each in planned)
    return Counter(pair for table in sides for pair in combinations(table, 2))


@pytest.mark.parametrize(
    ("count", "sizes", "apart", "by"),
    [
        (10, (4, 3), 1, "plan"),
        (10, (4, 2), 2, "search"),
        (7, (3,), 2, "search"),
        (5, (4,), 2, "search"),
        (14, (4,), 2, "search"),
    ],
)
def test_round_robins_of_other_sizes_are_searched(count: int, sizes: tuple[int, ...], apart: int, by: str) -> None:
    now = season(terms("round-robin", sides=sizes[0]), *entries(count), tables=sizes[1:])
    planned = plan(now)
    assert plan(now) == planned
    assert {each.by for each in planned} == {by}
    met = meetings(planned)
    assert max(met.values()) - min(met[pair] for pair in combinations(range(1, count + 1), 2)) <= apart
    tables, left = split(count, sizes)
    length = rounds(now.terms, count, sizes[1:])
    assert Counter(len(each.sides) for each in planned) == {size: tables.count(size) * length for size in set(tables)}
    small = [
        Counter(e for each in planned if len(each.sides) < sizes[0] for e in each.sides)[e] for e in range(1, count + 1)
    ]
    assert len({*tables}) == 1 or max(small) - min(small) <= 2
    free = Counter(entry for each in planned for entry in each.sides)
    assert max(free.values()) - min(free.values()) <= 1
    assert sum(free.values()) == (count - left) * length


def test_the_search_finds_the_plane_of_nine_points() -> None:
    found = round_robin.search(9, (3, 3, 3), 4, tries=20_000)
    assert round_robin.measured(found, range(9)) == round_robin.Evenness(1, 1, 0, 0)
    assert round_robin.search(9, (3, 3, 3), 4, tries=20_000) == found


def by_strength(seed: int) -> Result:
    """Give place points of tables, by strength and chance."""
    rng = random.Random(seed)

    def result(fixture: Fixture) -> tuple[int, ...]:
        worth = {each: each * 0.5 + rng.random() * 10 for each in fixture.entries}
        order = sorted(fixture.entries, key=worth.__getitem__)
        return tuple(120 * (len(order) - 1 - order.index(each)) // (len(order) - 1) for each in fixture.entries)

    return result


def all_tables(members: Sequence[int], size: int) -> Iterator[list[tuple[int, ...]]]:
    """Give all ways to seat a number of entries that divides at tables of one size."""
    if not members:
        yield []
        return
    for rest in combinations(members[1:], size - 1):
        table = (members[0], *rest)
        for others in all_tables([each for each in members if each not in table], size):
            yield [table, *others]


@pytest.mark.parametrize(("count", "size"), [(8, 4), (9, 3), (6, 3)])
def test_in_a_small_swiss_nobody_meets_again_more_than_need_be(count: int, size: int) -> None:
    now = season(terms("swiss", sides=size, rounds=5), *entries(count))
    result = by_strength(1)
    for number in range(1, 6):
        now = replace(now, round=number)
        planned = plan(now)
        before = meetings(now.fixtures)
        least = min(
            sum(before[pair] for table in tables for pair in combinations(table, 2))
            for tables in all_tables(range(1, count + 1), size)
        )
        got = [sum(before[pair] for pair in combinations(sorted(each.sides), 2)) for each in planned]
        assert sum(got) == least
        assert [bool(each) for each in got] == [each.repeat for each in planned]
        now = played(made(now, planned), result)
    assert finished(now)


def test_a_large_swiss_at_tables_keeps_like_points_together() -> None:
    now = season(terms("swiss", sides=4, rounds=6), *entries(122), tables=(3,))
    result = by_strength(2)
    for number in range(1, 7):
        now = replace(now, round=number)
        field = contenders(now, 1, number, [each.id for each in now.entries])
        points = {each.entry: each.points for each in field}
        planned = plan(now)
        assert Counter(len(each.sides) for each in planned) == {4: 29, 3: 2}
        assert not any(each.repeat for each in planned)
        width = [
            max(map(points.__getitem__, each.sides)) - min(map(points.__getitem__, each.sides)) for each in planned
        ]
        assert sum(width) <= 40 * len(width)
        now = played(made(now, planned), result)
    had = defaultdict(list)
    for fixture in now.fixtures:
        for side in fixture.sides:
            had[side.entry].append(side.seat)
    assert max(seats.count(seat) for seats in had.values() for seat in range(1, 5)) <= 3


def test_byes_at_tables_go_to_the_lowest_who_had_none() -> None:
    now = season(terms("swiss", sides=4, rounds=4), *entries(10))
    for number in range(1, 5):
        now = replace(now, round=number)
        field = contenders(now, 1, number, [each.id for each in now.entries])
        idle = sorted((each.bye, each.points) for each in field)[:2]
        planned = plan(now)
        byes = [each for each in planned if each.why == "bye"]
        by_entry = {each.entry: each for each in field}
        assert sorted((by_entry[each.sides[0]].bye, by_entry[each.sides[0]].points) for each in byes) == idle
        now = played(made(now, planned), by_strength(3))
    assert max(Counter(each.entries[0] for each in now.fixtures if each.is_bye).values()) == 1


def settled(now: Season, result: Result) -> Season:
    """Return the season with all that was planned over, and who advances noted."""
    return noted(played(now, result))


@settings(max_examples=many(40, 800), deadline=None, derandomize=True)
@given(
    count=st.integers(4, 40),
    sizes=st.sampled_from([(4,), (4, 3), (6, 5, 4, 3), (3,), (6, 4)]),
    best=st.integers(1, 3),
    legs=st.integers(1, 2),
    seed=st.integers(0, 10**6),
)
def test_a_knock_out_at_tables_ends_at_one_table_with_one_winner(
    count: int, sizes: tuple[int, ...], best: int, legs: int, seed: int
) -> None:
    count = max(count, min(sizes))
    agreed = terms("knockout", sides=sizes[0], advance=best, legs=legs)
    now = season(agreed, *entries(count), tables=sizes[1:], round=99)
    result = by_strength(seed)
    while planned := plan(now):
        assert all(len(each.sides) in {1, *sizes} for each in planned)
        now = settled(made(now, planned), result)
    assert finished(now)
    out = [side.entry for each in now.fixtures for side in each.sides if side.advances is False]
    assert len(out) == len(set(out)) == count - 1
    last = max(each.round for each in now.fixtures)
    assert last == rounds(agreed, count, sizes[1:])
    assert len({each.board for each in now.fixtures if each.round == last}) == 1
    for each in now.fixtures:
        if each.leg == legs and not each.is_bye:
            assert any(side.advances for side in each.sides)


def test_the_best_of_each_table_go_on_and_the_better_seed_where_they_are_level() -> None:
    now = season(terms("knockout", sides=4, advance=2), *entries(8), round=1)
    planned = plan(now)
    assert [set(each.sides) for each in planned] == [{1, 4, 5, 8}, {2, 3, 6, 7}]
    level = settled(made(now, planned), lambda _fixture: (60, 60, 60, 60))
    assert plan(level) == ()
    (final,) = plan(replace(level, round=2))
    assert set(final.sides) == {1, 4, 2, 3}
    assert knockout.advance(8, 2, (4,)) == (2, 2)
    assert knockout.advance(8, 1, (4,)) == (2, 2)  # too few would be left for a table
    assert knockout.advance(5, 1, (4,)) == (3,)


def test_who_is_missing_ranks_last_of_those_who_are_level() -> None:
    """With points for the first place alone all others of a table are level, whoever of them was there."""
    now = season(terms("knockout", sides=4, advance=2, place_points=(1,)), *entries(8), round=1)
    begun = made(now, plan(now))
    gone = replace(begun, entries=(replace(begun.entries[0], left_at=BEGAN), *begun.entries[1:]))

    def result(fixture: Fixture) -> tuple[int, ...]:
        return tuple(120 * (entry in (8, 2)) for entry in fixture.entries)

    (final,) = plan(replace(settled(gone, result), round=2))
    assert set(final.sides) == {8, 4, 2, 3}
    (there,) = plan(replace(settled(begun, result), round=2))
    assert set(there.sides) == {8, 1, 2, 3}


def test_a_table_waits_for_the_others_of_its_round_but_not_with_its_own_matches() -> None:
    now = season(terms("knockout", sides=4, advance=2, legs=2), *entries(8), round=9)
    begun = made(now, plan(now))
    half = replace(begun, fixtures=(over(begun.fixtures[0], (120, 80, 40, 0)), begun.fixtures[1]))
    (second,) = plan(half)
    assert (second.board, second.leg) == (1, 2)
    first = begun.fixtures[0].entries
    assert second.sides == (*first[1:], first[0])


def test_who_left_keeps_the_place_at_the_next_table() -> None:
    now = season(terms("knockout", sides=4, advance=2), *entries(8), round=2)
    first = settled(made(now, plan(now)), stronger_at_tables)
    left = replace(first, entries=(replace(first.entries[0], left_at=BEGAN), *first.entries[1:]))
    (final,) = plan(left)
    assert 1 in final.sides


def stronger_at_tables(fixture: Fixture) -> tuple[int, ...]:
    order = sorted(fixture.entries)
    return tuple(120 - 40 * order.index(each) for each in fixture.entries)


def test_formats_for_two_sides_say_so() -> None:
    for kind in ("double-knockout", "ladder"):
        with pytest.raises(OnlyForTwo):
            check(terms(kind, sides=4), (8,))
    with pytest.raises(TooFewEntries):
        check(terms("knockout", sides=4), (3,))
    check(terms("knockout", sides=4), (3,), (3,))


def test_the_order_of_rows_means_nothing_at_tables() -> None:
    now = season(terms("swiss", sides=3, rounds=4), *entries(20), tables=(2,))
    for number in (1, 2):
        now = played(made(replace(now, round=number), plan(replace(now, round=number))), by_strength(number))
    due = replace(now, round=3)
    rng = random.Random(4)
    mixed = replace(
        due,
        entries=tuple(rng.sample(due.entries, len(due.entries))),
        fixtures=tuple(rng.sample(due.fixtures, len(due.fixtures))),
    )
    assert plan(mixed) == plan(due) != ()
    assert multiplayer_swiss.FEW >= 20


def test_too_few_for_a_table_play_no_round() -> None:
    few = terms("knockout", sides=4)
    assert rounds(few, 3) == 0
    assert plan(season(few, *entries(3))) == ()
