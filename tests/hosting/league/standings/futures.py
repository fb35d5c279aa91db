"""All that can come of a season: every outcome of every open fixture, one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from typing import TypeAlias

from hosting.league.standings import values
from hosting.league.standings.table import table_of
from hosting.league.standings.values import Row, TableSeason
from hosting.league.terms import LeagueTerms
from store.league.seasons import Fixture, FixtureStatus, Side, Why
from tests.hosting.league.standings.seasons import BEGAN

Ending: TypeAlias = tuple[FixtureStatus, Why, tuple[int, ...] | None]
Nexts: TypeAlias = Callable[[TableSeason], Iterator[TableSeason]]
"""Gives the seasons that one event more can make of a season; nothing once all is over."""


def endings(terms: LeagueTerms, sides: tuple[int, ...], *, plain: bool = False) -> Iterator[Ending]:
    """Give all ways in which a fixture of two can end.

    Args:
        terms: Of the league.
        sides: The entries of the fixture.
        plain: Whether only one side wins, or the other, or neither.
    """
    one, other = sides
    for ranks in ({one: 1, other: 2}, {one: 2, other: 1}, {one: 1, other: 1}):
        yield "over", "played", values.points_by_ranks(terms, ranks, sides)
    if not plain:
        yield "over", "forfeit", values.forfeit_points(terms, sides, [other])
        yield "over", "forfeit", values.forfeit_points(terms, sides, sides)
        yield "over", "unfinished", values.unfinished_points(terms, 2)
        yield "struck", "void", None


def ended(fixture: Fixture, ending: Ending, number: int = 0) -> Fixture:
    """Return a fixture after it ended in a way."""
    status, why, given = ending
    sides = tuple(
        replace(side, points=None if given is None else given[index]) for index, side in enumerate(fixture.sides)
    )
    return replace(fixture, status=status, why=why, sides=sides, ended_at=BEGAN + timedelta(days=1, hours=number))


def with_fixture(before: TableSeason, fixture: Fixture) -> TableSeason:
    """Return a season with a fixture in the place of the one that has its number."""
    others = tuple(each for each in before.fixtures if each.id != fixture.id)
    return replace(before, fixtures=(*others, fixture))


def first_open(season: TableSeason) -> Fixture | None:
    """Return the open fixture with the lowest number."""
    still = [each for each in season.fixtures if each.status in {"planned", "running"}]
    return min(still, key=lambda each: each.id, default=None)


def hold(season: TableSeason, nexts: Nexts) -> dict[int, set[int]]:
    """Hold the possible places against all that can come, and return the places that each entry can end on.

    The season may be closed at each moment.

    Raises:
        AssertionError: Some outcome gives a place that was excluded, or some event widened what was possible.
    """
    bounds = _bounds(table_of(season))
    ends: dict[int, set[int]] = closed_now(season)
    for after in nexts(season):
        for entry, (best, worst) in _bounds(table_of(after)).items():
            # An entry that withdrew may come into the table with what it forfeits.
            if entry in bounds:
                assert bounds[entry][0] <= best, f"the best place of {entry} widens"
                assert worst <= bounds[entry][1], f"the worst place of {entry} widens"
        for entry, places in hold(after, nexts).items():
            ends.setdefault(entry, set()).update(places)
    for entry, (best, worst) in bounds.items():
        assert best <= min(ends[entry]), f"{entry} can end on {min(ends[entry])}, but at best {best} was possible"
        assert max(ends[entry]) <= worst, f"{entry} can end on {max(ends[entry])}, but at worst {worst} was possible"
    return ends


def closed_now(season: TableSeason) -> dict[int, set[int]]:
    """Return the places that each entry in the table can have if the season is closed at this moment.

    Those who share a place are put in order by lots that nobody knows yet, where points decide.
    """
    given = {sides: values.unfinished_points(season.terms, sides) for sides in range(2, 7)}
    fixtures = tuple(
        ended(each, ("over", "unfinished", given[len(each.sides)])) if each.open else each for each in season.fixtures
    )
    rows = table_of(replace(season, fixtures=fixtures, closed=True))
    shared = Counter((row.division, row.place) for row in rows if season.terms.kind in {"round-robin", "swiss"})
    found = {row.entry: set(range(row.place, row.place + max(shared[row.division, row.place], 1))) for row in rows}
    there = {row.entry for row in table_of(season)}
    return {entry: places for entry, places in found.items() if entry in there}


def _bounds(rows: tuple[Row, ...]) -> dict[int, tuple[int, int]]:
    for row in rows:
        assert 1 <= row.min_place <= row.max_place
    return {row.entry: (row.min_place, row.max_place) for row in rows}


def by_endings(*, plain: bool = False) -> Nexts:
    """Return what comes next where all fixtures are made: the first open one ends in one of its ways."""

    def nexts(season: TableSeason) -> Iterator[TableSeason]:
        fixture = first_open(season)
        if fixture is not None:
            for ending in endings(season.terms, fixture.entries, plain=plain):
                yield with_fixture(season, ended(fixture, ending))

    return nexts


def side(seat: int, entry: int) -> Side:
    """Return a side that has nothing yet."""
    return Side(seat, entry)
