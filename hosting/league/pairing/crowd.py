"""Swiss at tables of three to six: a local search that avoids repeats, then keeps those of like points together.

Where it leaves repeats, a complete search looks for tables without (`apart.py`), from which it goes on.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, groupby
from typing import TypeAlias

from hosting.league.pairing import apart
from hosting.league.pairing.field import Contender
from hosting.league.pairing.seating import balanced
from hosting.league.pairing.sizes import split

Table: TypeAlias = list[Contender]

FEW = 48
"""In fields up to this size any two tables may exchange members, and the search begins anew several times."""
STARTS = 24
NEAR = 6
"""In larger fields only tables that are so near each other exchange members, as long as that helps."""
PASSES = 12


def pair(contenders: Sequence[Contender], sizes: Sequence[int], number: int) -> tuple[list[Table], Table]:
    """Return the tables of a round, members in the order of seats, and who has a bye.

    Byes go to the lowest who have had none; where all have had one, to the lowest of those who have had the fewest.

    Args:
        contenders: Who is to be paired, the highest first.
        sizes: Of tables that the game can be played at.
        number: The round, from 1: another one draws other beginnings.
    """
    of_tables, left = split(len(contenders), sizes)
    byes = sorted(contenders, key=lambda each: (each.byes, each.points, -each.number))[:left]
    idle = {each.entry for each in byes}
    order = _folded([each for each in contenders if each.entry not in idle], max(sizes))
    rng = random.Random(number)  # noqa: S311 - no secret: it only begins a search
    best = _Round(_dealt(order, of_tables))
    best.improve()
    for _ in range(STARTS if len(order) <= FEW and best.cost[0] else 0):
        again = _Round(_dealt(rng.sample(order, len(order)), of_tables))
        again.improve()
        best = min(best, again, key=lambda each: each.cost)
    if best.cost[0]:
        best = min(best, _apart(best, rng), key=lambda each: each.cost)
    seats = {each.entry: [each.seats.count(seat) for seat in range(1, max(sizes) + 1)] for each in contenders}
    by_entry = {each.entry: each for each in contenders}
    tables = sorted(best.tables, key=lambda table: sorted(each.rank for each in table))
    return [[by_entry[each] for each in balanced(sorted(one.entry for one in table), seats)] for table in tables], byes


def _apart(near: _Round, rng: random.Random) -> _Round:
    """Return a round without repeats, if a search finds one, else one with as few as it comes to."""
    members = sorted((each for table in near.tables for each in table), key=lambda each: each.rank)
    place = {each.entry: at for at, each in enumerate(members)}
    met = [sum(1 << place[other] for other, count in each.met.items() if count and other in place) for each in members]
    sizes = [len(table) for table in near.tables]
    found = apart.found(met, sizes, rng) if len(members) <= apart.LARGEST else "unknown"
    if found == "none":
        return near
    if found == "unknown":
        found = apart.mended(met, [[place[each.entry] for each in table] for table in near.tables], rng)
    made = _Round([[members[at] for at in table] for table in found])
    made.improve()
    return made


def _folded(contenders: Sequence[Contender], size: int) -> list[Contender]:
    """Return the field with each group of like points folded: each table gets some of its upper and its lower part."""
    order: list[Contender] = []
    for _, group in groupby(contenders, key=lambda each: each.points):
        members = list(group)
        tables = -(-len(members) // size)
        order += [each for table in range(tables) for each in members[table::tables]]
    return order


def _dealt(order: Sequence[Contender], sizes: Sequence[int]) -> list[Table]:
    left = iter(order)
    return [[next(left) for _ in range(size)] for size in sizes]


def _repeats(table: Sequence[Contender]) -> int:
    return sum(one.met.get(other.entry, 0) for one, other in combinations(table, 2))


def _spread(table: Sequence[Contender]) -> int:
    """Return the sum of squared differences of points over all pairs."""
    points = [each.points for each in table]
    return len(points) * sum(each * each for each in points) - sum(points) ** 2


@dataclass(slots=True)
class _Round:
    """Tables whose members are exchanged until no exchange of two makes the round better."""

    tables: list[Table]
    repeats: list[int] = field(init=False)
    spreads: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.repeats = list(map(_repeats, self.tables))
        self.spreads = list(map(_spread, self.tables))

    @property
    def cost(self) -> tuple[int, int]:
        """Repeats, then the spread of points."""
        return sum(self.repeats), sum(self.spreads)

    def improve(self) -> None:
        """Exchange members."""
        count = len(self.tables)
        few = sum(map(len, self.tables)) <= FEW
        for _ in range(PASSES):
            better = False
            for index in range(count):
                # A table with repeats looks everywhere if it must; one without only for like points nearby.
                reach = count if few or self.repeats[index] else NEAR
                for step in range(1, reach):
                    for other in {index - step, index + step} & set(range(count)):
                        better |= self._exchange(index, other)
                    if step >= NEAR and not few and not self.repeats[index]:
                        break
            if not better:
                return

    def _exchange(self, index: int, other: int) -> bool:
        """Make the best exchange between two tables; False if none is better than how they are."""
        one, two = self.tables[index], self.tables[other]
        best = now = (self.repeats[index] + self.repeats[other], self.spreads[index] + self.spreads[other])
        if now == (0, 0):
            return False
        found: tuple[Table, Table] | None = None
        for i, a in enumerate(one):
            for j, b in enumerate(two):
                if not now[0] and a.points == b.points:
                    continue
                first, second = [*one[:i], b, *one[i + 1 :]], [*two[:j], a, *two[j + 1 :]]
                repeats = _repeats(first) + _repeats(second)
                if repeats <= best[0]:
                    cost = (repeats, _spread(first) + _spread(second))
                    if cost < best:
                        best, found = cost, (first, second)
        if found is None:
            return False
        for place, table in zip((index, other), found, strict=True):
            self.tables[place] = table
            self.repeats[place], self.spreads[place] = _repeats(table), _spread(table)
        return True
