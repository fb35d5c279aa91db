"""Tables at which nobody meets twice: what the search says is held against all ways to seat a field."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest

from hosting.league.pairing import multiplayer_swiss, swiss
from hosting.league.pairing.values import Contender, split
from tests.volume import many

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
