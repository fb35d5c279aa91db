"""Seasons for tests of standings, written fixture by fixture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hosting.league.standings.values import Row, TableSeason
from hosting.league.terms import LeagueTerms
from store.league.seasons import Division, Entry, Fixture, Kind, Side, Stage, Why

BEGAN = datetime(2026, 11, 1, tzinfo=UTC)
STAGES: dict[Kind, Stage] = {
    "round-robin": "division",
    "swiss": "swiss",
    "knockout": "main",
    "double-knockout": "winners",
    "ladder": "ladder",
}


def terms(kind: Kind = "round-robin", **more: object) -> LeagueTerms:
    """Return the terms of a league in a game that does not matter."""
    return replace(LeagueTerms(kind, "nim", "two"), **more)  # type: ignore[arg-type]


def entry(number: int, *, left: bool = False, **more: object) -> Entry:
    """Return an entry whose seed is its number."""
    plain = Entry(number, 1, (100 + number,), BEGAN, seed=number, left_at=BEGAN if left else None)
    return replace(plain, **more)  # type: ignore[arg-type]


def met(number: int, points: Mapping[int, int], why: Why = "played", **more: object) -> Fixture:
    """Return a fixture that is over, with the points of each entry in the order of seats."""
    sides = tuple(Side(seat, who, each) for seat, (who, each) in enumerate(points.items(), 1))
    ended = BEGAN + timedelta(hours=number)
    plain = Fixture(number, 1, "division", number, 1, 1, sides, "over", why, number, ended_at=ended)
    return replace(plain, **more)  # type: ignore[arg-type]


def bye(number: int, who: int, points: int, why: Why = "bye", **more: object) -> Fixture:
    """Return a bye."""
    return met(number, {who: points}, why, **{"sides": (Side(0, who, points),), "board": 0, "match_id": None, **more})


def ahead(number: int, *entries: int, **more: object) -> Fixture:
    """Return a fixture that is not over."""
    sides = tuple(Side(seat, who) for seat, who in enumerate(entries, 1))
    return replace(Fixture(number, 1, "division", number, 1, 1, sides), **more)  # type: ignore[arg-type]


def season(of: LeagueTerms, entries: Iterable[Entry], fixtures: Iterable[Fixture], **more: object) -> TableSeason:
    """Return a season of one division."""
    plain = TableSeason(of, (Division(1),), tuple(entries), tuple(fixtures))
    return replace(plain, **more)  # type: ignore[arg-type]


def places(rows: Iterable[Row]) -> dict[int, int]:
    """Return the place of each entry."""
    return {row.entry: row.place for row in rows}


def breaks(rows: Iterable[Row], column: int) -> dict[int, object]:
    """Return one tie-break of each entry, counted from 0."""
    return {row.entry: row.tiebreaks[column] for row in rows}
