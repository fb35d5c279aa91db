"""Swiss rounds by our own minimum-weight matching: large fields, and what the Dutch system cannot pair.

A round is the perfect matching of least cost in a graph of contenders. Costs are lexicographic, one tier in front of
the other: repeats; a difference of seats beyond two; one seat a third time in a row; then, as in the Dutch system,
points, preferred seats, floats, and how far a pair is from "upper half against lower half". In a large field each
contender has edges to its nearest candidates only. If that leaves repeats, there are more until it does not or all are
there; if it leaves seats out of bounds, there are more once. `rustworkx` keeps the interpreter's lock while it matches:
half a second at 1,000 contenders.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TypeAlias

import rustworkx

from hosting.league.pairing.field import Contender

Pairs: TypeAlias = list[tuple[Contender, Contender | None]]

NEAREST = 8
"""Candidates above and below, and around the opponent in the other half, to begin with."""
WIDER = 32
"""As many when the first ones left seats that are out of bounds; repeats are looked for among all."""
FEW = 128
"""Fields up to this size are matched over all pairs at once."""
BYES = ((32, 32), (64, 16), (FEW, 8))
"""In fields up to a size: to how many in turn a bye is given until a round is without fault. Else to three."""

TIERS = (("repeat", 12), ("beyond", 10), ("thrice", 10), ("points", 24), ("seats", 12), ("floats", 13), ("half", 30))
"""What a pair costs, the most important first, and the bits that the sum of it over 500 pairs fits into."""
ABSOLUTE = sum(bits for _, bits in TIERS[3:])
"""Weights below this many bits are matters of quality."""
REPEATS = sum(bits for _, bits in TIERS[1:])
"""Weights from this bit on are repeats."""


def pair(field: Sequence[Contender], full: int) -> Pairs:
    """Return the pairs of a round; the entry with a bye, if there is one, comes last.

    The bye goes to the lowest who has had none, or the fewest where all have had one, unless another's leaves fewer
    repeats or better seats.

    Args:
        field: Who is to be paired, the highest first.
        full: What a win gives, in the unit of points.
    """
    if len(field) % 2 == 0:
        return _seated(_matched(field, full)[1])
    tried: list[tuple[tuple[int, int, int], Pairs]] = []
    lowest = sorted(field, key=lambda each: (each.byes, each.points, -each.number))
    tries = next((tries for most, tries in BYES if len(field) <= most), 3)
    for absent in lowest[:tries]:
        total, pairs = _matched([each for each in field if each is not absent], full)
        wrong = (total >> REPEATS, absent.byes - lowest[0].byes, total >> ABSOLUTE)
        tried.append((wrong, [*_seated(pairs), (absent, None)]))
        if not any(wrong):
            break
    return min(tried, key=lambda each: each[0])[1]


def cost(one: Contender, other: Contender, full: int, apart: int) -> int:
    """Return what a pair costs.

    Args:
        one: Who stands higher.
        other: Its opponent.
        full: What a win gives, in the unit of points.
        apart: How many places their distance is from that of the halves of one group.
    """
    both = bool(one.due) and one.due == other.due
    weaker = min(one.strength, other.strength)
    amounts = {
        "repeat": min(7, one.met.get(other.entry, 0)),
        "beyond": both and min(abs(one.difference), abs(other.difference)) > 1,
        "thrice": both and bool(one.twice) and bool(other.twice),
        "points": min(-(-4 * (one.points - other.points) // full), 128) ** 2,
        "seats": both * (1 + (weaker > 1)),
        "floats": _floated(one, other),
        "half": apart**2,
    }
    total = 0
    for name, bits in TIERS:
        total = (total << bits) + amounts[name]
    return total


def _floated(one: Contender, other: Contender) -> int:
    if one.points == other.points:
        return 0
    last, before = (one.floats[each] == -1 for each in (0, 1))
    last_up, before_up = (other.floats[each] == 1 for each in (0, 1))
    return 2 * (last + last_up) + before + before_up


def _matched(field: Sequence[Contender], full: int) -> tuple[int, list[tuple[Contender, Contender]]]:
    """Return the least cost of pairing an even field completely, and its pairs."""
    near = len(field) if len(field) <= FEW else NEAREST
    halves = _halves(field)
    while True:
        graph = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(range(len(field)))
        graph.add_edges_from(
            [
                (i, j, cost(field[i], field[j], full, abs(j - i - halves[i])))
                for i, j in sorted(_candidates(len(field), halves, near))
            ]
        )
        found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=_weight)
        total = sum(graph.get_edge_data(i, j) for i, j in found)
        repeats = 2 * len(found) < len(field) or total >> REPEATS
        seats = total >> ABSOLUTE and near < WIDER and not _forced(field)
        if near >= len(field) or not (repeats or seats):
            pairs = sorted((min(pair), max(pair)) for pair in found)
            return total, [(field[i], field[j]) for i, j in pairs]
        near *= 4


def _forced(field: Sequence[Contender]) -> bool:
    """Return whether more than half of a field must have the same seat, so that more candidates mend little."""
    must = [each.due for each in field if each.strength == 3]
    return 2 * max(must.count(1), must.count(2)) > len(field)


def _weight(cost: int) -> int:
    return (1 << sum(bits for _, bits in TIERS)) - cost


def _halves(field: Sequence[Contender]) -> list[int]:
    """Return for each place how many places further down its opponent would be, upper half against lower half."""
    halves: list[int] = []
    for _, group in groupby(field, key=lambda each: each.points):
        size = len(list(group))
        halves += [max(1, size // 2)] * size
    return halves


def _candidates(size: int, halves: Sequence[int], near: int) -> set[tuple[int, int]]:
    def around(i: int) -> Iterator[int]:
        yield from range(i + 1, i + 1 + near)
        yield from range(i + halves[i] - near, i + halves[i] + near + 1)

    return {(i, j) for i in range(size) for j in around(i) if i < j < size}


def _seated(pairs: Sequence[tuple[Contender, Contender]]) -> Pairs:
    return [seats(one, other) for one, other in pairs]


def seats(one: Contender, other: Contender) -> tuple[Contender, Contender]:
    """Return who has seat 1 and who seat 2 (FIDE C.04.3, E.1 to E.5).

    Args:
        one: Who stands higher.
        other: Its opponent.
    """
    seat = _seat(one, other)
    return (one, other) if seat == 1 else (other, one)


def _seat(one: Contender, other: Contender) -> int:
    if one.due and other.due and one.due != other.due:  # E.1
        return one.due
    if one.strength != other.strength:  # E.2
        return one.due if one.strength > other.strength else 3 - other.due
    if one.strength == 3 and abs(one.difference) != abs(other.difference):
        return one.due if abs(one.difference) > abs(other.difference) else 3 - other.due
    for mine, theirs in zip(reversed(one.seats), reversed(other.seats), strict=False):  # E.3
        if mine != theirs:
            return theirs
    return one.due or (1 if one.number % 2 else 2)  # E.4, E.5
