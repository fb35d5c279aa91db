"""How many sit at each table where the number of entries does not divide."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache


def split(count: int, sizes: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """Return the sizes of the tables for so many entries, the largest first, and how many are left over.

    As few as possible are left over; then there are as few tables as possible, and those as even as possible.

    Args:
        count: Entries.
        sizes: That the game can be played in.
    """
    left = next((each for each in range(count) if _fits(count - each, tuple(sizes))), count)
    return _fits(count - left, tuple(sizes)) or (), left


@cache
def _fits(count: int, sizes: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return tables for exactly so many; None if there are none."""
    fewest, most = min(sizes), max(sizes)
    for tables in range(-(-count // most), count // fewest + 1):
        found = _exactly(count, tables, tuple(sorted(set(sizes), reverse=True)))
        if found is not None:
            return found
    return None


def _exactly(count: int, tables: int, sizes: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return so many tables for exactly so many entries, as even as possible; None if there are none."""
    if len(sizes) == 1:
        return sizes * tables if count == sizes[0] * tables else None
    found: list[tuple[int, ...]] = []
    for largest in range(tables + 1):
        rest = count - largest * sizes[0]
        if (tables - largest) * sizes[-1] <= rest <= (tables - largest) * sizes[1]:
            others = _exactly(rest, tables - largest, sizes[1:])
            if others is not None:
                found.append(sizes[:1] * largest + others)
    return min(found, key=lambda each: sum(size * size for size in each), default=None)
