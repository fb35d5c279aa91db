"""Fixtures as they become over: by the results of a match, without one, or for nothing at all."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from hosting.league.standings import points
from hosting.league.terms import LeagueTerms
from store.league.values import Fixture, Side, Why
from store.results import Result


def played(terms: LeagueTerms, fixture: Fixture, rows: Sequence[Result], missing: Collection[int]) -> tuple[Side, ...]:
    """Return the sides of a fixture with what they get for its match.

    Args:
        terms: Of the league.
        fixture: The fixture.
        rows: The results of the match, by seat.
        missing: Entries whose seat was empty, so that the others sat from seat 1 on: they rank last.
    """
    by_seat = {row.seat: row.rank for row in rows}
    here = [side for side in fixture.sides if side.entry not in missing]
    seats = {side.entry: at if missing else side.seat for at, side in enumerate(here, 1)}
    ranks = {entry: by_seat[seat] for entry, seat in seats.items()}
    return _with(fixture, points.by_ranks(terms, ranks, fixture.entries))


def absent(fixture: Fixture, rows: Sequence[Result], seats: Collection[int]) -> frozenset[int]:
    """Return the entries of a fixture that lost it by absence; none where two or more played it all the same.

    Args:
        fixture: The fixture.
        rows: The results of its match, by seat.
        seats: Those whose players had not come.
    """
    sides = list(dict.fromkeys(row.side for row in sorted(rows, key=lambda row: row.seat)))
    if len(sides) != len(fixture.sides):
        return frozenset()
    gone = {row.side for row in rows if row.seat in seats}
    entries = frozenset(side.entry for side, key in zip(fixture.sides, sides, strict=True) if key in gone)
    return entries if len(gone) >= len(sides) - 1 else frozenset()


def forfeited(terms: LeagueTerms, fixture: Fixture, missing: Collection[int]) -> tuple[Side, ...]:
    """Return the sides of a fixture that is not played as some entries are missing."""
    return _with(fixture, points.forfeited(terms, fixture.entries, missing))


def unfinished(terms: LeagueTerms, fixture: Fixture) -> tuple[Side, ...]:
    """Return the sides of a fixture that is not over at the end of the season."""
    return _with(fixture, points.unfinished(terms, len(fixture.sides)))


def over(fixture: Fixture, sides: Sequence[Side], why: Why, at: datetime) -> Fixture:
    """Return a fixture that is over."""
    return replace(fixture, status="over", why=why, sides=tuple(sides), ended_at=at, ordered=False, trouble=None)


def struck(fixture: Fixture, why: Why, at: datetime) -> Fixture:
    """Return a fixture that counts for nothing.

    Who went on from a tie stays with it: rounds that were paired on it stay. If there are none, it is taken away when
    the season is looked at next (`hosting.league.ties`).
    """
    sides = tuple(replace(side, points=None) for side in fixture.sides)
    return replace(fixture, status="struck", why=why, sides=sides, ended_at=at, ordered=False, trouble=None)


def again(fixture: Fixture) -> Fixture:
    """Return a fixture that is to be played again, from nothing."""
    sides = tuple(replace(side, points=None, advances=None) for side in fixture.sides)
    return replace(
        fixture,
        status="planned",
        why=None,
        sides=sides,
        match_id=None,
        started_at=None,
        ended_at=None,
        ordered=False,
        trouble=None,
    )


def _with(fixture: Fixture, points: Sequence[int]) -> tuple[Side, ...]:
    return tuple(replace(side, points=each) for side, each in zip(fixture.sides, points, strict=True))
