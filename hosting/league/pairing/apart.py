"""Tables of three to six at which nobody sits with one they have met: found, proven not to exist, or given up."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

Tables: TypeAlias = list[list[int]]
"""Numbers of entries, from 0 in the order in which they were given, by table."""

BUDGET = 200_000
"""Steps after which a search gives up: some tenths of a second."""
LARGEST = 128
"""The most entries that are searched whole: each is a level of the search."""
_SMALL = 20_000
"""Steps of a search that is begun anew in another order, which finds more than one that goes on in its first order."""
_ORDERS = 20
"""Other orders that are tried."""
_PART = 10_000
"""Steps of a search for a part of the tables."""
_PARTS = 30
"""Parts that are tried."""
_MEMBERS = 28
"""About so many entries are in a part."""


class _GaveUp(Exception):  # noqa: N818 - no error: it says how a search ended
    """It took too many steps."""


def found(met: Sequence[int], sizes: Sequence[int], rng: random.Random) -> Tables | Literal["none", "unknown"]:
    """Return what `tables` does; should it give up, it is asked again with the entries in other orders.

    Args:
        met: By entry, a bit for each one that it has met.
        sizes: Of the tables.
        rng: Draws the orders.
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
    """Return tables of some sizes at which no two sit who have met; none if there are none, unknown if it gave up.

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
    except _GaveUp:
        return "unknown"


def mended(met: Sequence[int], there: Sequence[Sequence[int]], rng: random.Random) -> Tables:
    """Return tables like others, with as many of those mended at which some have met as a search of parts can.

    Each time a table with a repeat and some others are seated anew; no other table gets a repeat by that.

    Args:
        met: By entry, a bit for each one that it has met.
        there: The tables.
        rng: Draws the parts.
    """
    made = [list(each) for each in there]
    for _ in range(_PARTS):
        wrong = [at for at, each in enumerate(made) if has_met(met, each)]
        if not wrong:
            break
        rng.shuffle(wrong)
        others = [at for at in range(len(made)) if at not in wrong]
        rng.shuffle(others)
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
        for table in anew:
            at = next(each for each, size in left.items() if size == len(table))
            del left[at]
            made[at] = [members[each] for each in table]
    return made


def _renumbered(met: Sequence[int], members: Sequence[int], place: Mapping[int, int]) -> list[int]:
    """Return who has met whom among some entries that have other numbers now."""
    return [sum(1 << place[other] for other in members if met[each] >> other & 1) for each in members]


def has_met(met: Sequence[int], table: Sequence[int]) -> bool:
    """Return whether any two of a table have met."""
    there = sum(1 << each for each in table)
    return any(met[each] & there for each in table)


class _Search:
    """A search for tables: `apart` has, by entry, a bit for each one that it may sit with."""

    def __init__(self, apart: Sequence[int], left: Counter[int], budget: int) -> None:
        self._apart = apart
        self._left = left
        self._budget = budget
        self._dead: set[tuple[int, tuple[tuple[int, int], ...]]] = set()
        self.made: Tables = []

    def seat(self, free: int) -> bool:
        """Seat all who are free at the tables that are left; return whether they can be."""
        if not free:
            return True
        key = free, tuple(sorted(self._left.items()))
        if key in self._dead:
            return False
        self._step()
        first = self._hardest(free)
        if first is not None:
            for size in sorted(+self._left, reverse=True):
                self._left[size] -= 1
                self.made.append([first])
                if self._join(free & ~(1 << first), self._apart[first] & free, size - 1):
                    return True
                self.made.pop()
                self._left[size] += 1
        self._dead.add(key)
        return False

    def _join(self, free: int, possible: int, missing: int) -> bool:
        """Have some of those who are possible join the last table, and seat the others."""
        if not missing:
            return self.seat(free)
        while possible.bit_count() >= missing:
            self._step()
            bit = possible & -possible
            possible ^= bit
            entry = bit.bit_length() - 1
            self.made[-1].append(entry)
            if self._join(free & ~bit, possible & self._apart[entry], missing - 1):
                return True
            self.made[-1].pop()
        return False

    def _hardest(self, free: int) -> int | None:
        """Return the entry with the fewest possible neighbours; None if one has too few for any table."""
        fewest = min(+self._left) - 1
        found, least, rest = None, len(self._apart), free
        while rest:
            bit = rest & -rest
            rest ^= bit
            entry = bit.bit_length() - 1
            count = (self._apart[entry] & free).bit_count()
            if count < fewest:
                return None
            if count < least:
                found, least = entry, count
        return found

    def _step(self) -> None:
        self._budget -= 1
        if self._budget < 0:
            raise _GaveUp
