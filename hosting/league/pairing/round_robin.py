"""Round robin: Berger's tables for two sides (FIDE C.05), plans and a search for tables of three to six."""

from __future__ import annotations

import math
import random
import tomllib
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain, combinations
from typing import TypeAlias

from hosting.league.pairing.multiplayer_swiss import balanced, equitable
from hosting.league.pairing.values import NUMBER, By, PairingSeason, Planned, drawn, split
from hosting.league.terms import LeagueTerms
from store.league.seasons import Entry

# Who sits together at tables of three to six over several rounds: a local search over whole schedules.


SMALL = 1
"""How much a seat at a small table weighs against a meeting."""

Groups: TypeAlias = list[list[int]]
"""The tables of a round: numbers of entries, from 0."""


def spread(schedule: Sequence[Sequence[Sequence[int]]], count: int) -> list[list[int]]:
    met = [[0] * count for _ in range(count)]
    for groups in schedule:
        for group in groups:
            for one in group:
                for other in group:
                    met[one][other] += one != other
    return met


def search(count: int, sizes: Sequence[int], length: int, *, tries: int, seed: int = 1) -> list[Groups]:
    """Return a schedule in which meetings, and seats at smaller tables, are as even as a search finds.

    It anneals: two entries of a round change tables if both are then more even, and with a falling chance if they are
    less so. The same arguments always give the same schedule.

    `sizes`: of the tables of a round; if they hold fewer than `count` entries, the others are free in turn. `length`:
    rounds. `tries`: how many changes are tried.
    """
    rng = random.Random(seed)  # noqa: S311 - no secret: everybody may know how a schedule came about
    seats = sum(sizes)
    tables = [*sizes, *([count - seats] if count > seats else [])]
    free = len(sizes)
    schedule: list[Groups] = []
    for number in range(length):
        # Entries are free in turn, so that nobody is free twice more than another.
        first = number * (count - seats)
        order = [(first + each) % count for each in range(count)]
        idle, rest = order[: count - seats], order[count - seats :]
        rng.shuffle(rest)
        groups = [[rest.pop() for _ in range(size)] for size in sizes]
        schedule.append([*groups, *([idle] if idle else [])])
    met = spread([groups[:free] for groups in schedule], count)
    small = [0] * count
    for groups in schedule:
        for group in groups[:free]:
            for each in group:
                small[each] += len(group) < max(sizes)
    goal = _least(count, sizes, length)
    cost = sum(each * each for line in met for each in line) // 2 + SMALL * sum(each * each for each in small)
    best, arranged = cost, _copied(schedule)
    if free < 2:
        return [groups[:free] for groups in schedule]
    for step in range(tries):
        if best <= goal:
            break
        groups = schedule[rng.randrange(length)]
        one, other = rng.sample(range(free), 2)
        i, j = rng.randrange(tables[one]), rng.randrange(tables[other])
        change = _change(met, groups[one], groups[other], i, j)
        down, up = groups[one][i], groups[other][j]
        if tables[one] > tables[other]:
            down, up = up, down
        if moves := min(tables[one], tables[other]) < max(sizes) and tables[one] != tables[other]:
            change += SMALL * 2 * (small[up] - small[down] + 1)
        heat = 2.0 * (1 - step / tries) + 0.05
        if change <= 0 or rng.random() < math.exp(-change / heat):
            _swap(met, groups[one], groups[other], i, j)
            cost += change
            small[down] -= moves
            small[up] += moves
            if cost < best:
                best, arranged = cost, _copied(schedule)
    return [[sorted(group) for group in groups[:free]] for groups in arranged]


def _least(count: int, sizes: Sequence[int], length: int) -> int:
    """Return the sum of squares of meetings and seats if they were as even as numbers allow."""

    def even(total: int, parts: int) -> int:
        each, more = divmod(total, parts)
        return (parts - more) * each**2 + more * (each + 1) ** 2

    meetings = length * sum(size * (size - 1) // 2 for size in sizes)
    seats = length * sum(size for size in sizes if size < max(sizes))
    return even(meetings, count * (count - 1) // 2) + SMALL * even(seats, count)


def _change(met: list[list[int]], one: list[int], other: list[int], i: int, j: int) -> int:
    """Return the change of the sum of squares of meetings if two entries change tables."""
    a, b = one[i], other[j]
    of_a, of_b = met[a], met[b]
    change = 0
    for each in one:
        if each != a:
            change += of_b[each] - of_a[each] + 1
    for each in other:
        if each != b:
            change += of_a[each] - of_b[each] + 1
    return 2 * change


def _swap(met: list[list[int]], one: list[int], other: list[int], i: int, j: int) -> None:
    a, b = one[i], other[j]
    for group, leaves, comes in ((one, a, b), (other, b, a)):
        for each in group:
            if each != leaves:
                met[leaves][each] -= 1
                met[each][leaves] -= 1
                met[comes][each] += 1
                met[each][comes] += 1
    one[i], other[j] = b, a


def _copied(schedule: list[Groups]) -> list[Groups]:
    return [[list(group) for group in groups] for groups in schedule]


TRIES = 30_000
"""Changes that the search tries: a second of the processor."""
MORE = 2
"""Rounds that are added at most for a plan that is known."""

Plan: TypeAlias = Sequence[Sequence[Sequence[int]]]
"""The tables of each round: entries from 0."""


@dataclass(frozen=True, slots=True)
class Evenness:
    """How often two entries meet (`least`, `most`), and sit at a smaller table (`fewest`, `often`)."""

    least: int
    most: int
    fewest: int
    often: int


@cache
def stored_plans() -> dict[tuple[int, tuple[int, ...], int], Plan]:
    text = (files("hosting.league.pairing") / "data/plans.toml").read_text("utf-8")
    plans = (
        (
            each["entries"],
            tuple(
                tuple(tuple(ord(one) - ord("a") for one in group) for group in line.split()) for line in each["rounds"]
            ),
        )
        for each in tomllib.loads(text)["plan"]
    )
    return {(entries, tuple(map(len, rounds[0])), len(rounds)): rounds for entries, rounds in plans}


@cache
def evenness(count: int, sizes: tuple[int, ...], length: int) -> Evenness | None:
    """Return how even the stored plan is; None if there is none. Arguments as for `schedule`."""
    plan = stored_plans().get((count, split(count, sizes)[0], length))
    return None if plan is None else measured(plan, range(count))


def measured(plan: Plan, members: Collection[int]) -> Evenness:
    """Return how even a plan is among all its entries."""
    tables = [table for each in plan for table in each]
    largest = max(map(len, tables), default=0)
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    small = Counter(entry for table in tables if len(table) < largest for entry in table)
    meetings = [met[frozenset(pair)] for pair in combinations(members, 2)] or [0]
    seats = [small[entry] for entry in members] or [0]
    return Evenness(min(meetings), max(meetings), min(seats), max(seats))


def rounds(terms: LeagueTerms, count: int, sizes: Sequence[int]) -> int:
    """Return how many rounds a division plays: as few as let any two meet `legs` times.

    Up to two more are played if there is a stored plan in which they do.
    """
    tables, _ = split(count, sizes)
    meetings = sum(size * (size - 1) for size in tables)
    fewest = -(-terms.legs * count * (count - 1) // max(1, meetings))
    known = ((each, evenness(count, tuple(sizes), each)) for each in range(fewest, fewest + MORE + 1))
    return next((each for each, even in known if even is not None and even.least >= terms.legs), fewest)


def schedule(count: int, sizes: Sequence[int], length: int) -> tuple[By, list[list[tuple[int, ...]]]]:
    """Return what planned it, and for each round its tables: entries from 0 in the order of seats.

    `sizes`: of tables that the game can be played at; `length`: rounds.
    """
    tables, left = split(count, sizes)
    known = None if left else stored_plans().get((count, tables, length))
    groups: Plan = known or search(count, tables, length, tries=TRIES)
    by: By = "plan" if known else "search"
    if not left and len(set(tables)) == 1:
        seated = iter(equitable(list(chain.from_iterable(groups))))
        return by, [[next(seated) for _ in tables] for _ in range(length)]
    return by, _seated(groups, count, max(sizes))


def _seated(groups: Plan, count: int, seats: int) -> list[list[tuple[int, ...]]]:
    had = [[0] * seats for _ in range(count)]
    by_entry = dict(enumerate(had))
    planned: list[list[tuple[int, ...]]] = []
    for tables in groups:
        planned.append([])
        for table in tables:
            order = balanced(table, by_entry)
            for seat, entry in enumerate(order):
                had[entry][seat] += 1
            planned[-1].append(order)
    return planned


def plan(season: PairingSeason, division: int) -> Iterator[Planned]:
    """Give the missing fixtures of a division's schedule: all of it at the start.

    A late entry finds no place in it. Where tables don't take everybody, some are free in turn and have no row.
    """
    entries = drawn(season.lot, NUMBER, season.members(division))
    length = rounds(season.terms, len(entries), season.sizes)
    boards = {(each.round, each.board) for each in season.fixtures_of("division", division)}
    if len(boards) >= length * len(split(len(entries), season.sizes)[0]):
        return
    by, planned = schedule(len(entries), season.sizes, length)
    for number, tables in enumerate(planned, start=1):
        for board, table in enumerate(tables, start=1):
            if (number, board) in boards:
                continue
            yield Planned(division, "division", number, 1, board, tuple(entries[each].id for each in table), by)


# Round robin of two sides: Berger's tables as FIDE's handbook has them (C.05, annex 1).


Pair: TypeAlias = tuple[int, int]
"""Numbers of seat 1 and seat 2, from 1."""


def table(size: int) -> tuple[tuple[Pair, ...], ...]:
    """Return the pairs of each round, by board.

    With an odd number of players the one who would meet the number `size + 1` is free: the round has no pair for it.
    Each player has either seat as often as the other (odd), or once more (even).
    """
    even = size + size % 2
    return tuple(tuple(pair for pair in _round(even, each) if max(pair) <= size) for each in range(1, even))


def _round(even: int, number: int) -> Iterator[Pair]:
    """Give the pairs of one round: all numbers but the last are in a ring that turns by half of it each round.

    The last number's pair comes last, where the handbook has it first: so the boards of the others are the same whether
    or not that number is taken.
    """
    ring = even - 1
    half = even // 2
    turned = (number - 1) * half % ring
    for step in range(1, half):
        yield (turned + step) % ring + 1, (turned - step) % ring + 1
    yield (turned + 1, even) if number % 2 else (even, turned + 1)  # it has the seats in turn


def rounds_berger(legs: int, size: int) -> int:
    return (size + size % 2 - 1) * legs


def berger_schedule(size: int, legs: int) -> Iterator[tuple[int, int, int, Pair]]:
    """Give round, leg, board and pair of all fixtures.

    In the second leg seats are swapped. The last two rounds of the first leg then change places, or some would have one
    seat three times in a row (C.05, annex 1: "double-round tournaments").
    """
    rounds = list(table(size))
    for leg in range(1, legs + 1):
        order = list(range(len(rounds)))
        if legs > 1 and leg == 1 and len(order) > 2:
            order[-2:] = reversed(order[-2:])
        for place, index in enumerate(order, start=1 + (leg - 1) * len(rounds)):
            for board, (first, second) in enumerate(rounds[index], start=1):
                yield place, leg, board, (first, second) if leg % 2 else (second, first)


def numbered(season: PairingSeason, division: int) -> tuple[Entry, ...]:
    """Return the entries of a division by their number in the table, from 1.

    Lots order the entries of the start. If their count is odd, one number is free: the first late entry gets it.
    """
    members = season.members(division)
    first = drawn(season.lot, NUMBER, tuple(each for each in members if each.from_round == 1))
    late = sorted((each for each in members if each.from_round > 1), key=lambda each: (each.from_round, each.id))
    return (*first, *late[: len(first) % 2])


def plan_berger(season: PairingSeason, division: int) -> Iterator[Planned]:
    """Give the missing fixtures of a division's schedule: all of it at the start.

    A late entry gets the fixtures of its number in all rounds, also in those that have begun: all meet equally often.
    """
    entries = numbered(season, division)
    known = {(each.leg, frozenset(each.entries)) for each in season.fixtures_of("division", division)}
    gone = {each.id for each in entries if each.left_at is not None}
    late = len(entries) if entries and entries[-1].from_round > 1 else 0
    for number, leg, board, pair in berger_schedule(len(entries), season.terms.legs):
        first, second = (entries[each - 1].id for each in pair)
        missing = (leg, frozenset((first, second))) not in known
        if missing and not (late in pair and gone & {first, second}):
            yield Planned(division, "division", number, leg, board, (first, second), "berger")
