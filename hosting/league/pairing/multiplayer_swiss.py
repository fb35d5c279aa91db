"""Swiss at tables of three to six: a search for seats without repeats, and even by seat.

Where exchanges leave repeats, a complete search looks for tables without (`search_tables`), and exchanges go on from
there.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, groupby, permutations
from typing import Literal, TypeAlias

from hosting.league.pairing.values import Contender, split

# Tables of three to six at which nobody sits with one they have met: found, proven not to exist, or given up.


Tables: TypeAlias = list[list[int]]
"""Numbers of entries, from 0 in the order in which they were given, by table."""

BUDGET = 200_000
"""Steps after which a search gives up: some tenths of a second."""
LARGEST = 128
"""The most entries that are searched whole: each is a level of the search."""
_SMALL = 20_000
"""Steps of a search that starts anew in another order, which finds more than going on in the first one."""
_ORDERS = 20
"""Other orders that are tried."""
_PART = 10_000
"""Steps of a search for a part of the tables."""
_PARTS = 30
"""Parts that are tried."""
_MEMBERS = 28
"""About how many entries a part has."""


class _SearchLimit(Exception):  # noqa: N818 - no error: it says how a search ended
    """The search took too many steps."""


def search_tables(met: Sequence[int], sizes: Sequence[int], rng: random.Random) -> Tables | Literal["none", "unknown"]:
    """Return the tables that `tables` finds; if it gives up, ask again with the entries in other orders.

    `met`: by entry, a bit for each one that it has met; `rng`: draws the orders.
    """
    first = tables(met, sizes, BUDGET)
    order = [*range(len(met))]
    for _ in range(_ORDERS if first == "unknown" else 0):
        rng.shuffle(order)
        place = {entry: at for at, entry in enumerate(order)}
        again = tables(_renumbered(met, order, place), sizes, _SMALL)
        if again != "unknown":
            return again if again == "none" else [[order[at] for at in table] for table in again]
    return first


def tables(met: Sequence[int], sizes: Sequence[int], budget: int) -> Tables | Literal["none", "unknown"]:
    """Return tables at which nobody sits with one they have met; `none` if there are none, `unknown` if it gave up.

    It seats the entry with the fewest possible neighbours first, with each set of these in turn, and remembers which
    entries could not be seated: a complete search, so `none` is a proof.

    Args:
        met: By entry, a bit for each one that it has met.
        sizes: Of the tables; together as many as there are entries.
        budget: Steps after which it gives up.
    """
    every = (1 << len(met)) - 1
    apart = [every & ~each & ~(1 << at) for at, each in enumerate(met)]
    search = _Search(apart, Counter(sizes), budget)
    try:
        return search.made if search.seat(every) else "none"
    except _SearchLimit:
        return "unknown"


def mended_tables(met: Sequence[int], groups: Sequence[Sequence[int]], rng: random.Random) -> Tables:
    """Return the tables with as many repeats mended as a search of parts can.

    Each time a table with a repeat and some others are seated anew; no other table gets a repeat by that.

    `met`: by entry, a bit for each one that it has met; `rng`: draws the parts.
    """
    made = [list(each) for each in groups]
    for _ in range(_PARTS):
        wrong = [at for at, each in enumerate(made) if has_met(met, each)]
        if not wrong:
            break
        rng.shuffle(wrong)
        others = [at for at in range(len(made)) if at not in wrong]
        rng.shuffle(others)
        # A part: a few tables with repeats, then others to exchange members with, as many as a search can take.
        part: list[int] = []
        for at in (*wrong[: rng.randint(1, 3)], *others):
            if part and sum(len(made[each]) for each in (*part, at)) > _MEMBERS:
                break
            part.append(at)
        members = [entry for at in part for entry in made[at]]
        place = {entry: at for at, entry in enumerate(members)}
        anew = tables(_renumbered(met, members, place), [len(made[at]) for at in part], _PART)
        if isinstance(anew, str):
            continue
        left = {at: len(made[at]) for at in part}
        for table in anew:  # each takes the place of one of its size
            at = next(each for each, size in left.items() if size == len(table))
            del left[at]
            made[at] = [members[each] for each in table]
    return made


def _renumbered(met: Sequence[int], members: Sequence[int], place: Mapping[int, int]) -> list[int]:
    return [sum(1 << place[other] for other in members if met[each] >> other & 1) for each in members]


def has_met(met: Sequence[int], table: Sequence[int]) -> bool:
    seated = sum(1 << each for each in table)
    return any(met[each] & seated for each in table)


@dataclass(eq=False, slots=True)
class _Search:
    """A search for tables: `apart` has, by entry, a bit for each one that it may sit with."""

    apart: Sequence[int]
    left: Counter[int]
    budget: int
    _dead: set[tuple[int, tuple[tuple[int, int], ...]]] = field(default_factory=set, init=False)
    made: Tables = field(default_factory=list, init=False)

    def seat(self, free: int) -> bool:
        if not free:
            return True
        key = free, tuple(sorted(self.left.items()))
        if key in self._dead:
            return False
        self._step()
        first = self._hardest(free)
        if first is not None:
            for size in sorted(+self.left, reverse=True):
                self.left[size] -= 1
                self.made.append([first])
                if self._join(free & ~(1 << first), self.apart[first] & free, size - 1):
                    return True
                self.made.pop()
                self.left[size] += 1
        self._dead.add(key)
        return False

    def _join(self, free: int, possible: int, missing: int) -> bool:
        if not missing:
            return self.seat(free)
        while possible.bit_count() >= missing:
            self._step()
            bit = possible & -possible
            possible ^= bit
            entry = bit.bit_length() - 1
            self.made[-1].append(entry)
            if self._join(free & ~bit, possible & self.apart[entry], missing - 1):
                return True
            self.made[-1].pop()
        return False

    def _hardest(self, free: int) -> int | None:
        """Return the entry with the fewest possible neighbours; None if one has too few for any table."""
        fewest = min(+self.left) - 1
        found, least, rest = None, len(self.apart), free
        while rest:
            bit = rest & -rest
            rest ^= bit
            entry = bit.bit_length() - 1
            count = (self.apart[entry] & free).bit_count()
            if count < fewest:
                return None
            if count < least:
                found, least = entry, count
        return found

    def _step(self) -> None:
        self.budget -= 1
        if self.budget < 0:
            raise _SearchLimit


# Seats, as even as a known schedule or the earlier rounds allow.


def equitable(groups: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Return the members of each group in the order of seats, so that nobody's seats differ by more than one.

    It colours the edges between entries and tables with the seats (de Werra): every entry is split into parts with as
    many tables as there are seats, and one with the rest, so that nothing has more edges than there are colours; such a
    bipartite graph can be coloured with them (Kőnig), and each whole part then has every seat once.
    """
    size = len(groups[0])
    parts: dict[int, int] = defaultdict(int)
    at_table: list[dict[int, tuple[int, int]]] = [{} for _ in groups]
    """By seat: the part that has it."""
    at_part: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    """By seat: the table that has it."""
    for table, group in enumerate(groups):
        for entry in group:
            part = (entry, parts[entry] // size)
            parts[entry] += 1
            here = next(seat for seat in range(size) if seat not in at_table[table])
            there = next(seat for seat in range(size) if seat not in at_part[part])
            if here != there:
                _swap(table, here, there, at_table, at_part)
            at_table[table][there] = part
            at_part[part][there] = table
    return [tuple(at_table[table][seat][0] for seat in range(size)) for table in range(len(groups))]


def _swap(
    table: int,
    here: int,
    there: int,
    at_table: list[dict[int, tuple[int, int]]],
    at_part: MutableMapping[tuple[int, int], dict[int, int]],
) -> None:
    """Swap two seats along the path that begins at a table, where `here` is free, so that `there` becomes free."""
    path: list[tuple[int, tuple[int, int], int]] = []
    seat: int = there
    while seat in at_table[table]:
        part = at_table[table][seat]
        path.append((table, part, seat))
        seat = here + there - seat
        if seat not in at_part[part]:
            break
        table = at_part[part][seat]
        path.append((table, part, seat))
        seat = here + there - seat
    for table, part, seat in path:
        del at_table[table][seat], at_part[part][seat]
    for table, part, seat in path:
        at_table[table][here + there - seat] = part
        at_part[part][here + there - seat] = table


def balanced(group: Sequence[int], had: Mapping[int, Sequence[int]]) -> tuple[int, ...]:
    def cost(order: Sequence[int]) -> int:
        return sum((2 * had[group[place]][seat] + 1) for seat, place in enumerate(order))

    return tuple(group[place] for place in min(_orders(len(group)), key=cost))


@cache
def _orders(size: int) -> tuple[tuple[int, ...], ...]:
    return tuple(permutations(range(size)))


Table: TypeAlias = list[Contender]

FEW = 48
"""In fields up to this size any two tables may exchange members, and the search begins anew several times."""
STARTS = 24
NEAR = 6
"""In larger fields only tables that are so near each other exchange members, as long as that helps."""
PASSES = 12


def seat_round(contenders: Sequence[Contender], sizes: Sequence[int], number: int) -> tuple[list[Table], Table]:
    """Return the tables of a round, members in the order of seats, and the entries with a bye.

    Byes go to the lowest who have had none; where all have had one, to the lowest of those who have had the fewest.

    Args:
        contenders: The highest first.
        sizes: Of tables that the game can be played at.
        number: The round, from 1; it seeds the search.
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
    """Return a round without repeats if a search finds one, else one with as few as the search reaches."""
    members = sorted((each for table in near.tables for each in table), key=lambda each: each.rank)
    place = {each.entry: at for at, each in enumerate(members)}
    met = [sum(1 << place[other] for other, count in each.met.items() if count and other in place) for each in members]
    sizes = [len(table) for table in near.tables]
    found = search_tables(met, sizes, rng) if len(members) <= LARGEST else "unknown"
    if found == "none":
        return near
    if found == "unknown":
        found = mended_tables(met, [[place[each.entry] for each in table] for table in near.tables], rng)
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
        return sum(self.repeats), sum(self.spreads)

    def improve(self) -> None:
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
        """Make the best exchange between two tables; False if none is an improvement."""
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
