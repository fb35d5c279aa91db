"""Who sits where: seats so even as a known schedule allows, or as what was played so far allows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, MutableMapping, Sequence
from functools import cache
from itertools import permutations


def equitable(groups: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Return the members of each group in the order of seats, so that nobody's seats differ by more than one.

    It colours the edges between entries and tables with the seats (de Werra): every entry is split into parts with as
    many tables as there are seats, and one with the rest, so that nothing has more edges than there are colours; such a
    bipartite graph can be coloured with them (Kőnig), and each whole part then has every seat once.

    Args:
        groups: All tables of a schedule; of one size.
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
    """Return a table's members in the order of seats: each as far as can be where it has sat least.

    Args:
        group: Up to six entries; among equally good orders the one that keeps theirs best is taken.
        had: By entry, how often it has had each seat so far.
    """

    def cost(order: Sequence[int]) -> int:
        return sum((2 * had[group[place]][seat] + 1) for seat, place in enumerate(order))

    return tuple(group[place] for place in min(_orders(len(group)), key=cost))


@cache
def _orders(size: int) -> tuple[tuple[int, ...], ...]:
    return tuple(permutations(range(size)))
