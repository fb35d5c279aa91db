"""The table of a season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hosting.league.standings import knockout, ladder, possible
from hosting.league.standings.movement import movements
from hosting.league.standings.possible import Bounds
from hosting.league.standings.tally import Tally, tallies
from hosting.league.standings.tiebreaks import Order, order
from hosting.league.standings.values import Division, Movement, Row, Season
from store.league.values import Entry, Fixture

POINTS = frozenset({"round-robin", "swiss"})
"""Formats whose order is that of points and tie-breaks."""


def table(season: Season) -> tuple[Row, ...]:
    """Return the rows of all divisions, by division, place and number of the entry.

    An entry that withdrew and has no fixture that is over is not in the table.
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
        rows.extend(_rows(season, division, members[division.number], fixtures[division.number], every))
    return tuple(rows)


def present(entry: Entry, tally: Tally) -> bool:
    """Return whether an entry is in the table."""
    return entry.left_at is None or tally.over > 0


def ordered(
    season: Season, members: Sequence[Entry], fixtures: Sequence[Fixture], every: Mapping[int, Tally]
) -> tuple[Order, Bounds]:
    """Return the entries of a division that are in the table in the format's order, and their possible places."""
    shown = [each for each in members if present(each, every[each.id])]
    terms = season.terms
    if terms.kind in POINTS:
        found = order(shown, every, terms.tiebreaks, season.lot)
        return found, possible.possible(season, members, fixtures, every, found)
    none: dict[int, tuple[None, ...]] = {each.id: () for each in shown}
    if terms.kind == "ladder":
        ranked = ladder.positions(members, fixtures)
        found = Order(tuple((entry,) for entry in ranked if entry in none), none)
        return found, ladder.possible(members, fixtures, found.places())
    out = knockout.out_rounds(none, fixtures)
    return Order(knockout.groups(out), none), knockout.possible(terms, out, fixtures)


def _rows(
    season: Season,
    division: Division,
    members: Sequence[Entry],
    fixtures: Sequence[Fixture],
    every: Mapping[int, Tally],
) -> list[Row]:
    found, bounds = ordered(season, members, fixtures, every)
    places = found.places()
    ranked = [entry for group in found.groups for entry in group]
    moves: Mapping[int, Movement] = {}
    if season.closed:
        moves = movements(division, members, ranked)
        bounds = {entry: (place, place) for entry, place in places.items()}
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
