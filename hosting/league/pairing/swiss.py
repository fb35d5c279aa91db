"""Swiss: who has a bye (`paired`), then pairs by the Dutch system or by minimum-weight matching."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TypeAlias

import rustworkx

from hosting.league.pairing import multiplayer_swiss
from hosting.league.pairing.values import By, Contender, PairingSeason, Planned, contenders, full_points
from store.league.seasons import Entry, Fixture, Side, Why

# Swiss rounds by our own minimum-weight matching: large fields, and what the Dutch system cannot pair.
#
# A round is the perfect matching of least cost in a graph of contenders. Costs are lexicographic, one tier in front of
# the other: repeats; a difference of seats beyond two; one seat a third time in a row; then, as in the Dutch system,
# points, preferred seats, floats, and how far a pair is from "upper half against lower half". In a large field each
# contender has edges to its nearest candidates only. If that leaves repeats, there are more until it does not or all
# are there; if it leaves seats out of bounds, there are more once. `rustworkx` keeps the interpreter's lock while it
# matches: half a second at 1,000 contenders.


Pairs: TypeAlias = list[tuple[Contender, Contender | None]]

NEAREST = 8
"""First candidates above and below, and around the opponent in the other half."""
WIDER = 32
"""The same if the first ones left seats out of bounds; repeats are searched among all."""
FEW = 128
"""Fields up to this size are matched over all pairs at once."""
BYES = ((32, 32), (64, 16), (FEW, 8))
"""Size of a field, and how many get the bye in turn until a round is faultless; three in larger fields."""

TIERS = (("repeat", 12), ("beyond", 10), ("thrice", 10), ("points", 24), ("seats", 12), ("floats", 13), ("half", 30))
"""Costs of a pair, the most important first, and the bits for the sum over 500 pairs."""
ABSOLUTE = sum(bits for _, bits in TIERS[3:])
"""Weights below this bit are about quality."""
REPEATS = sum(bits for _, bits in TIERS[1:])
"""Weights from this bit on are repeats."""


def pair_by_matching(field: Sequence[Contender], full: int) -> Pairs:
    """Return the pairs of a round; the entry with a bye, if there is one, comes last.

    The bye goes to the lowest entry that has had none (or the fewest), unless another bye leaves fewer repeats or
    better seats.
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
    """Return the cost of pairing `one`, the higher in the table, with `other`.

    `full`: points of a win; `apart`: by how many places their distance differs from that between the halves of one
    group.
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
    """Return the entry with seat 1 and the one with seat 2 (FIDE C.04.3, E.1 to E.5); `one` is higher in the table."""
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


try:
    from hosting.league.pairing.dutch import pair as by_dutch
except ImportError:  # there is no wheel for every platform: see pyproject.toml
    AVAILABLE = False
else:
    AVAILABLE = True

MOST_DUTCH = 128
"""The largest field that the Dutch system pairs in two seconds of the processor; our own matching pairs larger ones."""
MOST_ABSENT = 8
"""How many, from the lowest, get the bye in turn until the Dutch system can pair the others."""
FEWEST_ROUNDS = 3


def rounds(wanted: int | None, count: int) -> int:
    """Return how many rounds are played: `wanted`, or as many as find one winner, but at least three."""
    if wanted is not None:
        return wanted
    return max(FEWEST_ROUNDS, (max(2, count) - 1).bit_length())


def most_rounds(count: int, sides: int) -> int:
    """Return the most rounds that so many entries may agree on: without repeats, or as many as are usual."""
    if sides == 2:
        return max(1, count - 1 + count % 2)
    return max(rounds(None, count), (count - 1) // (sides - 1))


def due(season: PairingSeason, division: int) -> int:
    """Return the round that can be paired now; 0 if there is none, or the one before is not over."""
    fixtures = list(season.fixtures_of("swiss", division))
    for number in range(1, min(season.round, rounds_of(season, division)) + 1):
        if any(each.status in {"planned", "running"} and each.round < number for each in fixtures):
            return 0
        paired_ids = {entry for each in fixtures if each.round == number for entry in each.entries}
        paired = any(each.round == number and (not each.is_bye or each.why == "bye") for each in fixtures)
        if not paired and any(each.id not in paired_ids for each in _active(season, division, number)):
            return number
    return 0


def plan(season: PairingSeason, division: int) -> Iterator[Planned]:
    number = due(season, division)
    if not number:
        return
    missing = dict(_missing(season, division, number))
    known = replace(season, fixtures=(*season.fixtures, *_over(division, missing)))
    paired_ids = {
        entry for each in known.fixtures_of("swiss", division) if each.round == number for entry in each.entries
    }
    entries = [each.id for each in _active(season, division, number) if each.id not in paired_ids]
    field = contenders(known, division, number, entries)
    if season.terms.sides > 2:
        by, tables, idle = _at_tables(season, number, field)
    else:
        last = number == rounds_of(season, division)
        by, tables, idle = _in_pairs(field, number, last=last, full=full_points(season.terms))
    for board, table in enumerate(tables, start=1):
        yield Planned(
            division=division,
            stage="swiss",
            round=number,
            leg=1,
            board=board,
            sides=tuple(each.entry for each in table),
            by=by,
            repeat=any(one.met.get(other.entry) for one in table for other in table),
        )
    for each in idle:
        yield _bye(division, number, each.entry, by, "bye", full_points(season.terms))
    for (missed, entry), points in missing.items():
        yield _bye(division, missed, entry, by, "half_bye" if points else "zero_bye", points)


def _missing(season: PairingSeason, division: int, number: int) -> Iterator[tuple[tuple[int, int], int]]:
    """Give the points of entries that miss a round, by round and entry: late ones, and those that asked to."""
    known = {(each.round, entry) for each in season.fixtures_of("swiss", division) for entry in each.entries}
    asked = {each.entry: each.half for each in season.absences if each.round == number}
    for entry in season.members(division):
        for missed in range(1, number + 1):
            late = missed < entry.from_round
            is_missing = entry.left_at is None and (missed, entry.id) not in known
            if is_missing and (late or missed < number or entry.id in asked):
                half = season.terms.late_points > 0 if late else missed == number and asked[entry.id]
                yield (missed, entry.id), full_points(season.terms) // 2 if half else 0


def _over(division: int, missing: Mapping[tuple[int, int], int]) -> Iterator[Fixture]:
    for (missed, entry), points in missing.items():
        side = Side(0, entry, points)
        yield Fixture(0, division, "swiss", missed, 1, 0, (side,), "over", "half_bye" if points else "zero_bye")


Tables: TypeAlias = Sequence[Sequence[Contender]]


def _at_tables(
    season: PairingSeason, number: int, field: Sequence[Contender]
) -> tuple[By, Tables, Sequence[Contender]]:
    return "search", *multiplayer_swiss.seat_round(field, season.sizes, number)


def _in_pairs(
    field: Sequence[Contender], number: int, *, last: bool, full: int
) -> tuple[By, Tables, Sequence[Contender]]:
    by, pairs = paired(field, number, last=last, full=full)
    tables = [(one, other) for one, other in sorted(pairs, key=_order) if other is not None]
    return by, tables, [one for one, other in pairs if other is None]


def _bye(division: int, number: int, entry: int, by: By, why: Why, points: int) -> Planned:
    return Planned(
        division=division,
        stage="swiss",
        round=number,
        leg=1,
        board=0,
        sides=(entry,),
        by=by,
        why=why,
        points=points,
    )


def paired(field: Sequence[Contender], number: int, *, last: bool, full: int) -> tuple[By, Pairs]:
    """Return what paired a round, and its pairs.

    Args:
        field: The highest first.
        number: The round, from 1.
        last: Whether it's the last one.
        full: Points of a win.
    """
    if not AVAILABLE or not 1 < len(field) <= MOST_DUTCH:
        return "matching", pair_by_matching(field, full)
    # FIDE leaves the bye to the last bracket, where it may go to a player who stands higher; here it is settled first.
    lowest = sorted((each for each in field if not each.bye), key=lambda each: each.rank, reverse=True)
    for absent in lowest[:MOST_ABSENT] if len(field) % 2 else (None,):
        pairs = by_dutch([each for each in field if each is not absent], number, last=last, full=full)
        if pairs is not None:
            return "dutch", pairs if absent is None else [*pairs, (absent, None)]
    return "matching", pair_by_matching(field, full)


def _order(pair: tuple[Contender, Contender | None]) -> tuple[bool, int, int, int]:
    """Sort pairs to boards: by the higher one's points, the sum of both, the higher one's number (FIDE C.04.3, D.9)."""
    one, other = pair
    if other is None:
        return True, 0, 0, 0
    higher = min(one, other, key=lambda each: each.rank)
    return False, -higher.points, -one.points - other.points, higher.number


def rounds_of(season: PairingSeason, division: int) -> int:
    started = sum(each.from_round == 1 for each in season.members(division))
    return rounds(season.terms.rounds, started)


def _active(season: PairingSeason, division: int, number: int) -> list[Entry]:
    return [each for each in season.members(division) if each.left_at is None and each.from_round <= number]
