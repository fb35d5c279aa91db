"""The table of a season."""

from __future__ import annotations

from collections.abc import Mapping

from hosting.league.standings import knockout, ladder
from hosting.league.standings.movement import movements
from hosting.league.standings.tally import Tally, tallies
from hosting.league.standings.tiebreaks import Order, order
from hosting.league.standings.values import Division, Row, Season
from store.league.values import Entry

POINTS = frozenset({"round-robin", "swiss"})
"""Formats whose order is that of points and tie-breaks."""


def table(season: Season) -> tuple[Row, ...]:
    """Return the rows of all divisions, by division, place and number of the entry.

    An entry that withdrew and has no fixture that is over is not in the table.
    """
    every = tallies((each.id for each in season.entries), season.fixtures)
    rows: list[Row] = []
    for division in sorted(season.divisions, key=lambda each: each.number):
        members = [each for each in season.entries if each.division == division.number]
        rows.extend(_rows(season, division, members, every))
    return tuple(rows)


def present(entry: Entry, tally: Tally) -> bool:
    """Return whether an entry is in the table."""
    return entry.left_at is None or tally.over > 0


def ordered(season: Season, members: list[Entry], every: Mapping[int, Tally]) -> Order:
    """Return the entries of a division that are in the table in the order of the season's format."""
    shown = [each for each in members if present(each, every[each.id])]
    if season.terms.kind in POINTS:
        return order(shown, every, season.terms.tiebreaks, season.lot)
    ids = {each.id for each in shown}
    none: dict[int, tuple[None, ...]] = dict.fromkeys(ids, ())
    if season.terms.kind == "ladder":
        ranked = ladder.positions(members, season.fixtures)
        return Order(tuple((entry,) for entry in ranked if entry in ids), none)
    return Order(knockout.groups(knockout.out_rounds(ids, season.fixtures)), none)


def _rows(season: Season, division: Division, members: list[Entry], every: Mapping[int, Tally]) -> list[Row]:
    found = ordered(season, members, every)
    places = found.places()
    ranked = [entry for group in found.groups for entry in group]
    moves = movements(division, members, ranked) if season.closed else {}
    possible = {entry: (place, place) if season.closed else (1, len(members)) for entry, place in places.items()}
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
                min_place=possible[entry][0],
                max_place=possible[entry][1],
                movement=moves.get(entry),
            )
        )
    return rows
