"""Tables of three to six: sizes, seats, plans kept as data, the search, Swiss and knock-out."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, groupby
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import registry
from hosting.league.pairing import knockout, multiplayer_swiss, round_robin
from hosting.league.pairing.divisions import (
    MOST_AWAY,
    NextEntry,
    even_sizes,
    next_season,
    next_sizes,
    placed,
    usual_sizes,
)
from hosting.league.pairing.formats import check, finished, plan, rounds
from hosting.league.pairing.multiplayer_swiss import equitable
from hosting.league.pairing.values import PairingSeason, Planned, TooFewEntries, contenders, split
from hosting.league.validation import smaller_tables
from store.league.seasons import Fixture
from tests.hosting.league.pairing.seasons import (
    BEGAN,
    Result,
    entries,
    made,
    over,
    played,
    season,
    settled,
    step,
    stronger,
    terms,
)
from tests.refusals import refusal
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


@pytest.mark.parametrize("key", sorted(round_robin.stored_plans()), ids=str)
def test_in_a_kept_plan_all_meet_and_evenly(key: tuple[int, tuple[int, ...], int]) -> None:
    count, sizes, length = key
    planned = round_robin.stored_plans()[key]
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
    """With points for the first place alone all others of a table are level, no matter which of them was there."""
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
        with refusal("only-for-two"):
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


# Round robin of two sides: the handbook's tables, seats, late entries.


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


def late(before: PairingSeason, number: int) -> PairingSeason:
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
    with pytest.raises(TooFewEntries, match=r"^3 joined, but this format needs at least 4"):
        check(terms("round-robin"), (4, 3))
    with refusal("too-many-entries", match=r"^21 joined, but this format takes 20"):
        check(terms("round-robin"), (21,))


# Who plays in which division next season.


def last_season(sizes: tuple[int, ...], up: int) -> list[NextEntry]:
    """Return everybody of a season's divisions; keys are the division times 100 plus the place."""
    found = []
    for number, size in enumerate(sizes, start=1):
        for place in range(1, size + 1):
            rises = number > 1 and place <= up
            falls = number < len(sizes) and place > size - up
            found.append(NextEntry(100 * number + place, number, place, "up" if rises else "down" if falls else "stay"))
    return found


def without(joining: list[NextEntry], *keys: int) -> list[NextEntry]:
    return [each for each in joining if each.key not in keys]


def test_the_first_go_up_and_the_last_go_down() -> None:
    placed = next_season(last_season((4, 4, 4), 1), (4, 4, 4), by_rating=False)
    assert [set(each) for each in placed] == [{101, 102, 103, 201}, {104, 202, 203, 301}, {204, 302, 303, 304}]


def test_gaps_are_filled_from_below_by_place() -> None:
    joining = without(last_season((4, 4, 4), 1), 101, 102)
    placed = next_season(joining, (4, 3, 3), by_rating=False)
    # 202 and 203 rise as well, not 104, who has just been relegated; 302 and 303 rise behind them.
    assert [set(each) for each in placed] == [{103, 201, 202, 203}, {104, 301, 302}, {204, 303, 304}]


def test_who_was_relegated_rises_again_only_if_nobody_else_can() -> None:
    joining = without(last_season((4, 4), 1), 101, 102, 202, 203, 204)
    assert next_season(joining, (2, 1), by_rating=False) == ((201, 103), (104,))
    fewer = without(joining, 201)
    assert next_season(fewer, (2,), by_rating=False) == ((104, 103),)


def test_who_comes_back_is_one_division_below_and_drives_nobody_out() -> None:
    joining = [*without(last_season((4, 4), 1), 204), NextEntry(900, 1, 1, away=2)]
    placed = next_season(joining, (4, 4), by_rating=False)
    assert [set(each) for each in placed] == [{101, 102, 103, 201}, {104, 202, 203, 900}]
    away = [*last_season((4, 4), 1), NextEntry(900, 1, 1, away=3)]
    assert set(next_season(away, (5, 4), by_rating=False)[0]) == {101, 102, 103, 201, 202}
    long_ago = [*without(last_season((4, 4, 4), 1), 304), NextEntry(900, 1, 1, away=4)]
    assert 900 in next_season(long_ago, (4, 4, 4), by_rating=False)[2]


def test_who_is_new_begins_at_the_bottom_or_by_rating() -> None:
    before = [
        NextEntry(each.key, each.division, each.place, each.movement, mu=30.0 - each.key / 100)
        for each in without(last_season((4, 4), 1), 103, 204)
    ]
    strong, weak = NextEntry(901, mu=40.0), NextEntry(902, mu=1.0)
    at_the_bottom = next_season([*before, strong, weak], (4, 4), by_rating=False)
    assert {901, 902} <= set(at_the_bottom[1])
    by_rating = next_season([*before, strong, weak], (4, 4), by_rating=True)
    assert (901 in by_rating[0], 902 in by_rating[1]) == (True, True)


def test_too_many_for_a_division_play_in_the_one_below() -> None:
    joining = without(last_season((6, 6), 1), 204, 205, 206)
    placed = next_season(joining, (5, 4), by_rating=False)
    assert [set(each) for each in placed] == [{101, 102, 103, 104, 201}, {105, 106, 202, 203}]


@settings(max_examples=many(60, 2000), deadline=None, derandomize=True)
@given(
    st.lists(
        st.tuples(
            st.one_of(st.none(), st.integers(1, 5)),
            st.integers(1, 20),
            st.sampled_from(["up", "stay", "down"]),
            st.integers(0, 5),
        ),
        min_size=4,
        max_size=60,
    ),
    st.integers(1, 5),
    st.booleans(),
)
def test_everybody_has_one_place_and_divisions_are_as_large_as_they_should_be(
    rows: list[tuple[int | None, int, str, int]],
    number: int,
    by_rating: bool,
) -> None:
    joining = [
        NextEntry(key, division, place, movement, away, float(place))  # type: ignore[arg-type]
        for key, (division, place, movement, away) in enumerate(rows)
    ]
    sizes = [len(rows) // number + (at < len(rows) % number) for at in range(number)]
    placed = next_season(joining, sizes, by_rating=by_rating)
    assert [len(each) for each in placed] == sizes
    assert sorted(key for each in placed for key in each) == list(range(len(rows)))
    assert next_season(reversed(joining), sizes, by_rating=by_rating) == placed


@settings(max_examples=many(40, 1000), deadline=None, derandomize=True)
@given(st.integers(4, 9), st.integers(1, 3), st.integers(1, 3), st.integers(1, 2))
def test_who_stayed_is_never_lower_because_someone_came_back(size: int, number: int, away: int, division: int) -> None:
    joining = last_season((size,) * number, 1 if number > 1 else 0)
    back = NextEntry(999, min(division, number), 1, away=away)
    sizes = [size + (at == 0) for at in range(number)]
    before = next_season(joining, (size,) * number, by_rating=False)
    after = next_season([*joining, back], sizes, by_rating=False)
    was = {key: at for at, each in enumerate(before) for key in each}
    now = {key: at for at, each in enumerate(after) for key in each}
    assert all(now[key] <= was[key] for key in was)


def drawn_season(draw: Random, *, returning: int) -> list[NextEntry]:
    """Return who joins after a season drawn at random: most of its players, new ones, and some who come back."""
    size, number = draw.randint(4, 8), draw.randint(1, 5)
    up = draw.randint(1, (size - 2) // 2) if number > 1 else 0
    sizes = even_sizes(number * size - draw.randint(0, number - 1), number)
    found = [
        replace(each, mu=draw.uniform(0, 50)) if draw.random() < 0.9 else replace(each, away=1)
        for each in last_season(sizes, up)
        if draw.random() < 0.85
    ]
    found += [NextEntry(900 + key, mu=draw.uniform(0, 50)) for key in range(draw.randint(0, 4))]
    found += [
        NextEntry(950 + key, draw.randint(1, number), draw.randint(1, size), "stay", draw.randint(1, MOST_AWAY))
        for key in range(returning)
    ]
    return found


def test_nobody_who_stays_is_relegated_as_someone_comes_back() -> None:
    draw, lowered = Random(12), 0
    for _ in range(many(150, 3000)):
        joining = drawn_season(draw, returning=draw.randint(1, 4))
        stayed = [each for each in joining if not each.away]
        size, by_rating = draw.randint(4, 8), draw.random() < 0.5
        if len(stayed) < 4:
            continue
        without = next_season(stayed, next_sizes(stayed, size, (4, 20), by_rating=by_rating), by_rating=by_rating)
        sizes = next_sizes(joining, size, (4, 20), by_rating=by_rating)
        after = next_season(joining, sizes, by_rating=by_rating)
        was, now = placed(without), placed(after)
        assert all(now[each.key] <= max(was[each.key], each.goal) for each in stayed if each.goal is not None)
        assert sorted(now) == sorted(each.key for each in joining)
        assert max(sizes) - min(sizes) <= 1
        assert list(map(len, after)) == list(sizes)
        lowered += any(now[each.key] > each.goal for each in stayed if each.goal is not None)
    assert lowered  # some do go down, as divisions become smaller, without those who come back too


def test_a_return_makes_no_further_division_that_lowers_those_who_stayed() -> None:
    there = last_season((8, 8), 1)
    back = NextEntry(999, 1, 1, away=1)
    assert next_sizes(there, 8, (4, 20), by_rating=False) == (8, 8)
    assert next_sizes([*there, back], 8, (4, 20), by_rating=False) == (9, 8)
    # New players do make one; so does a return where divisions can have no more entries.
    assert next_sizes([*there, NextEntry(999)], 8, (4, 20), by_rating=False) == (6, 6, 5)
    assert next_sizes([*there, back], 8, (4, 8), by_rating=False) == (6, 6, 5)


def test_divisions_are_never_too_small_to_be_played() -> None:
    assert [usual_sizes(count, 4, 4) for count in (3, 5, 8, 9, 11, 12)] == [
        *((3,), (5,), (4, 4), (5, 4), (6, 5), (4, 4, 4)),
    ]
    assert usual_sizes(21, 10, 4) == (7, 7, 7)


def test_who_comes_back_and_finds_no_place_drives_nobody_out_of_the_division_below() -> None:
    back = NextEntry(999, 1, 1, away=1)
    after = next_season([*without(last_season((4, 4, 4, 4), 1), 404), back], (4, 4, 4, 4), by_rating=False)
    assert {204, 302, 303} < {*after[2]}
    assert 999 in after[3]


def test_promotions_and_relegations_add_up() -> None:
    draw = Random(7)
    for _ in range(50):
        size, number = draw.randint(4, 9), draw.randint(2, 5)
        up = draw.randint(1, (size - 1) // 2)
        joining = last_season((size,) * number, up)
        after = placed(next_season(joining, next_sizes(joining, size, (4, 20), by_rating=False), by_rating=False))
        moved = Counter((each.division, after[each.key]) for each in joining if after[each.key] != each.division)
        assert moved == {
            (at, at + step): up for at in range(1, number + 1) for step in (-1, 1) if 1 <= at + step <= number
        }
        assert all(after[each.key] == each.goal for each in joining)
