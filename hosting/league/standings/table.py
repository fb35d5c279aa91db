"""The table of a season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hosting.league.standings import knockout, ladder, possible
from hosting.league.standings.movement import movements
from hosting.league.standings.possible import Bounds
from hosting.league.standings.tally import Tally, tallies
from hosting.league.standings.tiebreaks import Order, order
from hosting.league.standings.values import Movement, Row, Season
from store.league.values import Division, Entry, Fixture

POINTS = frozenset({"round-robin", "swiss"})
"""Formats whose order is that of points and tie-breaks."""
BRACKETS = frozenset({"knockout", "double-knockout"})
"""Formats whose order is that of the rounds in which entries were eliminated."""


def table(season: Season) -> tuple[Row, ...]:
    """Return the rows of all divisions, by division, place and number of the entry.

    An entry that withdrew and has no fixture that is over is not in the table, but in a knock-out, where its ties are
    forfeited.
    """
    every = tallies((each.id for each in season.entries), season.fixtures)
    members: dict[int, list[Entry]] = {each.number: [] for each in season.divisions}
    for entry in season.entries:
        members[entry.division].append(entry)
    fixtures: dict[int, list[Fixture]] = {each.number: [] for each in season.divisions}
    for fixture in season.fixtures:
        fixtures[fixture.division].append(fixture)
    rows: list[Row] = []
    for division in sorted(season.divisions, key=lambda each: each.number):
        there = members[division.number]
        own = {each.id: every[each.id] for each in there}
        rows.extend(_rows(season, division, there, fixtures[division.number], own))
    return tuple(rows)


def in_order(
    season: Season, members: Sequence[Entry], fixtures: Sequence[Fixture], every: Mapping[int, Tally]
) -> Order:
    """Return the entries of a division that are in the table in the order of the season's format.

    Args:
        season: For its terms and lots.
        members: All entries of the division.
        fixtures: All of the division.
        every: The tallies of its entries.
    """
    bracket = season.terms.kind in BRACKETS
    shown = [each for each in members if bracket or each.left_at is None or every[each.id].over]
    if season.terms.kind in POINTS:
        return order(shown, every, season.terms.tiebreaks, season.lot)
    none: dict[int, tuple[None, ...]] = {each.id: () for each in shown}
    if season.terms.kind == "ladder":
        ranked = ladder.positions(members, fixtures)
        return Order(tuple((entry,) for entry in ranked if entry in none), none)
    out, third = knockout.out_rounds(season.terms, none, fixtures), knockout.third_places(fixtures)
    return Order(knockout.groups(out, third), none)


def _bounds(
    season: Season, members: Sequence[Entry], fixtures: Sequence[Fixture], every: Mapping[int, Tally], found: Order
) -> Bounds:
    """Return the possible places of a division: its places, once the season is closed."""
    if season.closed:
        return {entry: (place, place) for entry, place in found.places().items()}
    if season.terms.kind in POINTS:
        return possible.possible(season, members, fixtures, every, found)
    if season.terms.kind == "ladder":
        return ladder.possible(members, fixtures, every, found.places())
    return knockout.possible(season.terms, knockout.out_rounds(season.terms, found.values, fixtures), fixtures)


def _rows(
    season: Season,
    division: Division,
    members: Sequence[Entry],
    fixtures: Sequence[Fixture],
    every: Mapping[int, Tally],
) -> list[Row]:
    found = in_order(season, members, fixtures, every)
    places, bounds = found.places(), _bounds(season, members, fixtures, every, found)
    ranked = [entry for group in found.groups for entry in group]
    moves: Mapping[int, Movement] = movements(division, members, ranked) if season.closed else {}
    rows = []
    for entry in ranked:
        tally = every[entry]
        rows.append(
            Row(
                division=division.number,
                place=places[entry],
                entry=entry,
                played=tally.played,
                won=tally.won,
                level=tally.level,
                lost=tally.lost,
                byes=tally.byes,
                points=tally.points,
                tiebreaks=found.values[entry],
                min_place=bounds[entry][0],
                max_place=bounds[entry][1],
                movement=moves.get(entry),
            )
        )
    return rows
