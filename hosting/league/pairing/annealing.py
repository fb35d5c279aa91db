"""Who sits together at tables of three to six over several rounds: a local search over whole schedules."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import TypeAlias

SMALL = 1
"""How much a seat at a small table weighs against a meeting."""

Groups: TypeAlias = list[list[int]]
"""The tables of a round: numbers of entries, from 0."""


def spread(schedule: Sequence[Sequence[Sequence[int]]], count: int) -> list[list[int]]:
    """Return how often any two of so many entries meet in a schedule."""
    met = [[0] * count for _ in range(count)]
    for groups in schedule:
        for group in groups:
            for one in group:
                for other in group:
                    met[one][other] += one != other
    return met


def search(count: int, sizes: Sequence[int], length: int, *, tries: int, seed: int = 1) -> list[Groups]:
    """Return a schedule in which meetings, and seats at tables smaller than the largest, are as even as a search finds.

    It anneals: two entries of a round change tables if both are then more even, and with a chance that falls if they
    are less so. The same arguments always give the same schedule.

    Args:
        count: Entries.
        sizes: Of the tables of a round; if they hold fewer entries than there are, the others are free in turn.
        length: Rounds.
        tries: How many changes are tried.
        seed: Of the chances.
    """
    rng = random.Random(seed)  # noqa: S311 - no secret: everybody may know how a schedule came about
    seats = sum(sizes)
    tables = [*sizes, *([count - seats] if count > seats else [])]
    free = len(sizes)
    schedule: list[Groups] = []
    for number in range(length):
        # Who is free goes round, so that nobody is free twice more than another.
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
    best, kept = cost, _copied(schedule)
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
                best, kept = cost, _copied(schedule)
    return [[sorted(group) for group in groups[:free]] for groups in kept]


def _least(count: int, sizes: Sequence[int], length: int) -> int:
    """Return the sum of squares of meetings and seats if they were as even as numbers allow."""

    def even(total: int, parts: int) -> int:
        each, more = divmod(total, parts)
        return (parts - more) * each**2 + more * (each + 1) ** 2

    meetings = length * sum(size * (size - 1) // 2 for size in sizes)
    seats = length * sum(size for size in sizes if size < max(sizes))
    return even(meetings, count * (count - 1) // 2) + SMALL * even(seats, count)


def _change(met: list[list[int]], one: list[int], other: list[int], i: int, j: int) -> int:
    """Return by how much the sum of squares of meetings changes if two change tables."""
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
