"""Round robin at tables of three to six: plans kept as data in which any two meet, and evenly; else a search."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain, combinations
from typing import TypeAlias

from hosting.league.pairing.annealing import search
from hosting.league.pairing.seating import balanced, equitable
from hosting.league.pairing.sizes import split
from hosting.league.pairing.values import NUMBER, By, Planned, Season, drawn
from hosting.league.terms import LeagueTerms

TRIES = 30_000
"""Changes that the search tries: a second of the processor."""
MORE = 2
"""Rounds that are added at most for a plan that is known."""

Plan: TypeAlias = Sequence[Sequence[Sequence[int]]]
"""The tables of each round: entries from 0."""


@dataclass(frozen=True, slots=True)
class Evenness:
    """How even a plan is.

    Attributes:
        least, most: How often any two meet.
        fewest, often: How often anybody sits at a table that is smaller than the largest of the plan.
    """

    least: int
    most: int
    fewest: int
    often: int


@cache
def kept() -> dict[tuple[int, tuple[int, ...], int], Plan]:
    """Return the plans by entries, sizes of the tables of a round, the largest first, and rounds."""
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
    """Return how even the plan is that is kept for so many entries; None if none is. Arguments as for `schedule`."""
    plan = kept().get((count, split(count, sizes)[0], length))
    return None if plan is None else measured(plan, range(count))


def measured(plan: Plan, members: Collection[int]) -> Evenness:
    """Return how even a plan is among all its entries.

    Args:
        plan: The tables of each round.
        members: All entries.
    """
    tables = [table for each in plan for table in each]
    largest = max(map(len, tables), default=0)
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    small = Counter(entry for table in tables if len(table) < largest for entry in table)
    meetings = [met[frozenset(pair)] for pair in combinations(members, 2)] or [0]
    seats = [small[entry] for entry in members] or [0]
    return Evenness(min(meetings), max(meetings), min(seats), max(seats))


def rounds(terms: LeagueTerms, count: int, sizes: Sequence[int]) -> int:
    """Return how many rounds so many entries play.

    They are as few as any two can meet `legs` times in, and up to two more if there is a plan in which they do.
    """
    tables, _ = split(count, sizes)
    meetings = sum(size * (size - 1) for size in tables)
    fewest = -(-terms.legs * count * (count - 1) // max(1, meetings))
    known = ((each, evenness(count, tuple(sizes), each)) for each in range(fewest, fewest + MORE + 1))
    return next((each for each, even in known if even is not None and even.least >= terms.legs), fewest)


def schedule(count: int, sizes: Sequence[int], length: int) -> tuple[By, list[list[tuple[int, ...]]]]:
    """Return what planned it, and for each round its tables: entries from 0 in the order of seats.

    Args:
        count: Entries.
        sizes: Of tables that the game can be played at.
        length: Rounds.
    """
    tables, left = split(count, sizes)
    known = None if left else kept().get((count, tables, length))
    groups: Plan = known or search(count, tables, length, tries=TRIES)
    by: By = "plan" if known else "search"
    if not left and len(set(tables)) == 1:
        seated = iter(equitable(list(chain.from_iterable(groups))))
        return by, [[next(seated) for _ in tables] for _ in range(length)]
    return by, _seated(groups, count, max(sizes))


def _seated(groups: Plan, count: int, seats: int) -> list[list[tuple[int, ...]]]:
    """Return the tables of each round in the order of seats, each entry where it has sat least."""
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


def plan(season: Season, division: int) -> Iterator[Planned]:
    """Give what is missing of a division's schedule; all of it at the start.

    Who comes late finds no place in it. Where tables do not take everybody, some are free in turn and have no row.
    """
    entries = drawn(season.lot, NUMBER, season.members(division))
    length = rounds(season.terms, len(entries), season.sizes)
    there = {(each.round, each.board) for each in season.made("division", division)}
    if len(there) >= length * len(split(len(entries), season.sizes)[0]):
        return
    by, planned = schedule(len(entries), season.sizes, length)
    for number, tables in enumerate(planned, start=1):
        for board, table in enumerate(tables, start=1):
            if (number, board) in there:
                continue
            yield Planned(division, "division", number, 1, board, tuple(entries[each].id for each in table), by)
