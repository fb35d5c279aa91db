"""Round robin at tables of three to six: plans kept as data where meetings can differ by at most one, else a search."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import chain

from hosting.league.pairing.annealing import Groups, search
from hosting.league.pairing.seating import balanced, equitable
from hosting.league.pairing.sizes import split
from hosting.league.pairing.values import NUMBER, By, Planned, Season, drawn
from hosting.league.terms import LeagueTerms

TRIES = 30_000
"""Changes that the search tries: a second of the processor."""
MORE = 2
"""Rounds that are added at most for a plan in which meetings differ by one."""


@cache
def kept() -> dict[tuple[int, int, int], tuple[tuple[tuple[int, ...], ...], ...]]:
    """Return the plans by entries, size of tables and rounds: the entries of each table, from 0, round by round."""
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
    return {(entries, len(rounds[0][0]), len(rounds)): rounds for entries, rounds in plans}


def rounds(terms: LeagueTerms, count: int, sizes: Sequence[int]) -> int:
    """Return how many rounds so many entries play.

    They are as few as any two can meet `legs` times in, and up to two more if there is a plan for that.
    """
    tables, _ = split(count, sizes)
    meetings = sum(size * (size - 1) for size in tables)
    fewest = -(-terms.legs * count * (count - 1) // max(1, meetings))
    of_one_size = tables[0] if tables and sum(tables) == count and len(set(tables)) == 1 else 0
    return next((each for each in range(fewest, fewest + MORE + 1) if (count, of_one_size, each) in kept()), fewest)


def schedule(count: int, sizes: Sequence[int], length: int) -> tuple[By, list[list[tuple[int, ...]]]]:
    """Return what planned it, and for each round its tables: entries from 0 in the order of seats.

    Args:
        count: Entries.
        sizes: Of tables that the game can be played at.
        length: Rounds.
    """
    tables, left = split(count, sizes)
    if not left and len(set(tables)) == 1:
        known = kept().get((count, tables[0], length))
        groups: Sequence[Sequence[Sequence[int]]] = known or search(count, tables, length, tries=TRIES)
        seated = iter(equitable(list(chain.from_iterable(groups))))
        return "plan" if known else "search", [[next(seated) for _ in tables] for _ in range(length)]
    return "search", _seated(search(count, tables, length, tries=TRIES), count, max(sizes))


def _seated(groups: Sequence[Groups], count: int, seats: int) -> list[list[tuple[int, ...]]]:
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
    """Give a division's schedule, all of it at the start.

    Who comes late finds no place in it. Where tables do not take everybody, some are free in turn and have no row.
    """
    if any(season.made("division", division)):
        return
    entries = drawn(season.lot, NUMBER, season.members(division))
    by, planned = schedule(len(entries), season.sizes, rounds(season.terms, len(entries), season.sizes))
    for number, tables in enumerate(planned, start=1):
        for board, table in enumerate(tables, start=1):
            yield Planned(division, "division", number, 1, board, tuple(entries[each].id for each in table), by)
