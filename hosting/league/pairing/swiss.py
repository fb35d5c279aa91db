"""Swiss: byes that are known beforehand, then the pairs or tables of the round that is due."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from hosting.league.pairing import crowd, matching
from hosting.league.pairing.field import Contender, contenders
from hosting.league.pairing.values import By, Planned, Season, full_points
from store.league.values import Entry, Fixture, Side, Why

try:
    from hosting.league.pairing.dutch import pair as by_dutch
except ImportError:  # there is no wheel for every platform: see pyproject.toml
    AVAILABLE = False
else:
    AVAILABLE = True

MOST_DUTCH = 128
"""The largest field that the Dutch system pairs in two seconds of the processor; our own matching pairs larger ones."""
MOST_ABSENT = 8
"""To how many, from the lowest, the bye is given in turn until the Dutch system can pair the others."""
FEWEST_ROUNDS = 3


def rounds(wanted: int | None, count: int) -> int:
    """Return how many rounds are played.

    Args:
        wanted: What the terms say; None for as many as tell one winner from all others, but at least three.
        count: Entries at the start.
    """
    if wanted is not None:
        return wanted
    return max(FEWEST_ROUNDS, (max(2, count) - 1).bit_length())


def most_rounds(count: int, sides: int) -> int:
    """Return the most rounds that so many entries may agree on.

    That is in how many they can play without anybody having to meet the same one twice, or as many as are usual.
    """
    if sides == 2:
        return max(1, count - 1 + count % 2)
    return max(rounds(None, count), (count - 1) // (sides - 1))


def due(season: Season, division: int) -> int:
    """Return the round that can be paired now; 0 if there is none, or the one before is not over."""
    fixtures = list(season.made("swiss", division))
    for number in range(1, min(season.round, rounds_of(season, division)) + 1):
        if any(each.status in {"planned", "running"} and each.round < number for each in fixtures):
            return 0
        there = {entry for each in fixtures if each.round == number for entry in each.entries}
        paired = any(each.round == number and (not each.is_bye or each.why == "bye") for each in fixtures)
        if not paired and any(each.id not in there for each in _active(season, division, number)):
            return number
    return 0


def plan(season: Season, division: int) -> Iterator[Planned]:
    """Give the rows of the round that is due: what is played by boards, then byes."""
    number = due(season, division)
    if not number:
        return
    missing = dict(_missing(season, division, number))
    known = replace(season, fixtures=(*season.fixtures, *_over(division, missing)))
    there = {entry for each in known.made("swiss", division) if each.round == number for entry in each.entries}
    entries = [each.id for each in _active(season, division, number) if each.id not in there]
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


def _missing(season: Season, division: int, number: int) -> Iterator[tuple[tuple[int, int], int]]:
    """Give what entries get that miss a round, by round and entry: those that came late, and those that asked to."""
    there = {(each.round, entry) for each in season.made("swiss", division) for entry in each.entries}
    asked = {each.entry: each.half for each in season.absences if each.round == number}
    for entry in season.members(division):
        for missed in range(1, number + 1):
            late = missed < entry.from_round
            is_missing = entry.left_at is None and (missed, entry.id) not in there
            if is_missing and (late or missed < number or entry.id in asked):
                half = season.terms.late_points > 0 if late else missed == number and asked[entry.id]
                yield (missed, entry.id), full_points(season.terms) // 2 if half else 0


def _over(division: int, missing: Mapping[tuple[int, int], int]) -> Iterator[Fixture]:
    """Give the same as fixtures, for the field to count them."""
    for (missed, entry), points in missing.items():
        side = Side(0, entry, points)
        yield Fixture(0, division, "swiss", missed, 1, 0, (side,), "over", "half_bye" if points else "zero_bye")


Tables: TypeAlias = Sequence[Sequence[Contender]]


def _at_tables(season: Season, number: int, field: Sequence[Contender]) -> tuple[By, Tables, Sequence[Contender]]:
    return "search", *crowd.pair(field, season.sizes, number)


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


def paired(field: Sequence[Contender], number: int, *, last: bool, full: int) -> tuple[By, matching.Pairs]:
    """Return what paired a round, and its pairs.

    Args:
        field: Who is to be paired, the highest first.
        number: The round, from 1.
        last: Whether it is the last one.
        full: What a win gives, in the unit of points.
    """
    if not AVAILABLE or not 1 < len(field) <= MOST_DUTCH:
        return "matching", matching.pair(field, full)
    # FIDE leaves the bye to the last bracket, where it may go to a player who stands higher; here it is settled first.
    lowest = sorted((each for each in field if not each.bye), key=lambda each: each.rank, reverse=True)
    for absent in lowest[:MOST_ABSENT] if len(field) % 2 else (None,):
        pairs = by_dutch([each for each in field if each is not absent], number, last=last, full=full)
        if pairs is not None:
            return "dutch", pairs if absent is None else [*pairs, (absent, None)]
    return "matching", matching.pair(field, full)


def _order(pair: tuple[Contender, Contender | None]) -> tuple[bool, int, int, int]:
    """Sort pairs to boards: by the higher one's points, the sum of both, the higher one's number (FIDE C.04.3, D.9)."""
    one, other = pair
    if other is None:
        return True, 0, 0, 0
    higher = min(one, other, key=lambda each: each.rank)
    return False, -higher.points, -one.points - other.points, higher.number


def rounds_of(season: Season, division: int) -> int:
    """Return how many rounds a division of a season has; late entries add none."""
    started = sum(each.from_round == 1 for each in season.members(division))
    return rounds(season.terms.rounds, started)


def _active(season: Season, division: int, number: int) -> list[Entry]:
    return [each for each in season.members(division) if each.left_at is None and each.from_round <= number]
