"""Seasons that were brought as files: their numbers beside our own, and their matches, which have no rows of ours.

Everything is written in few statements of many rows, as a season has some ten thousand.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Table, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from store.checksums import COVERED, checked
from store.schema import (
    imported_decisions,
    imported_entries,
    imported_fixtures,
    imported_matches,
    imported_seasons,
)

AT_ONCE = 200
"""Rows of a statement."""


@dataclass(frozen=True, slots=True)
class ImportedSeason:
    """That a season was imported.

    Attributes:
        season_id: Of the season.
        guild_id: The server.
        person_id: Who imported it.
        base: The largest number of its file: what is new here has its own number, and that added.
        league: Its `league.json`.
        at: When it was imported.
    """

    season_id: int
    guild_id: int
    person_id: int
    base: int
    league: Mapping[str, Json]
    at: datetime


@dataclass(frozen=True, slots=True)
class ImportedFixture:
    """A fixture of a file.

    Attributes:
        number: In the file.
        fixture_id: Its own number.
        match_number: The latest match played for it, as the file numbers it; None for none.
        status: As in the file.
        started_at: As in the file.
    """

    number: int
    fixture_id: int
    match_number: int | None
    status: str
    started_at: datetime | None


@dataclass(frozen=True, slots=True)
class ImportedMatch:
    """A match of a file.

    Attributes:
        number: In the file.
        results: The fields of its lines of results.csv.
        ratings: The fields of its lines of ratings.csv.
        record: The bytes of its record, compressed by zlib.
    """

    number: int
    results: Sequence[Sequence[str]]
    ratings: Sequence[Sequence[str]]
    record: bytes


async def season(connection: AsyncConnection, season_id: int) -> ImportedSeason | None:
    """Return that a season was imported, or None."""
    row = (
        await connection.execute(select(imported_seasons).where(imported_seasons.c.season_id == season_id))
    ).one_or_none()
    if row is None:
        return None
    return ImportedSeason(row.season_id, row.guild_id, row.person_id, row.base, row.league, row.at)


async def entries_of(connection: AsyncConnection, season_id: int) -> dict[int, int]:
    """Return the numbers of entries in the file of a season by our own; none where it was not imported."""
    of = imported_entries.c
    query = select(of.entry_id, of.number).where(of.season_id == season_id)
    return {row.entry_id: row.number for row in await connection.execute(query)}


async def decisions_of(connection: AsyncConnection, season_id: int) -> dict[int, int]:
    """Return the numbers of decisions in the file of a season by our own."""
    of = imported_decisions.c
    query = select(of.decision_id, of.number).where(of.season_id == season_id)
    return {row.decision_id: row.number for row in await connection.execute(query)}


async def fixtures_of(connection: AsyncConnection, season_id: int) -> dict[int, ImportedFixture]:
    """Return the fixtures of the file of a season by our own numbers."""
    query = select(imported_fixtures).where(imported_fixtures.c.season_id == season_id)
    return {
        row.fixture_id: ImportedFixture(row.number, row.fixture_id, row.match_number, row.status, row.started_at)
        for row in await connection.execute(query)
    }


async def matches_of(connection: AsyncConnection, season_id: int) -> list[ImportedMatch]:
    """Return the matches of the file of a season, by their numbers; read in parts, as some have thousands."""
    found: list[ImportedMatch] = []
    mine = select(imported_matches).where(imported_matches.c.season_id == season_id)
    while True:
        last = found[-1].number if found else 0
        query = mine.where(imported_matches.c.number > last).order_by(imported_matches.c.number).limit(AT_ONCE)
        some = (await connection.execute(query)).all()
        found += [ImportedMatch(row.number, row.results, row.ratings, row.record) for row in some]
        if len(some) < AT_ONCE:
            return found
        await asyncio.sleep(0)  # others have their turn


async def add_numbered(connection: AsyncConnection, table: Table, rows: Iterable[Mapping[str, Any]]) -> list[int]:
    """Write rows, with their checksums; return the numbers that they were given, in their order."""
    found: list[int] = []
    # SQLite counts rows up in the order in which they are named, and SQLAlchemy would write them one by one.
    in_order = connection.dialect.name != "sqlite"
    statement = insert(table).returning(table.c.id, sort_by_parameter_order=in_order)
    for some in _paged(table, rows):
        numbers = list((await connection.execute(statement, some)).scalars())
        found += numbers if in_order else sorted(numbers)
    return found


async def add(connection: AsyncConnection, table: Table, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write rows, with their checksums."""
    for some in _paged(table, rows):
        await connection.execute(insert(table), some)


def _paged(table: Table, rows: Iterable[Mapping[str, Any]]) -> Iterable[list[dict[str, Any]]]:
    some: list[dict[str, Any]] = []
    for row in rows:
        bare = table.name in COVERED and "checksum" not in row
        some.append(checked(table.name, row) if bare else dict(row))
        if len(some) == AT_ONCE:
            yield some
            some = []
    if some:
        yield some
