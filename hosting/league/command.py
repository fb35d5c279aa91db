"""Seasons of a whole database, checked from outside: `python -m store leagues`."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from itertools import groupby

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from hosting.league import recount
from hosting.league.recount import Stored
from hosting.league.state import parted, scheduled
from hosting.league.terms import LeagueTerms
from store import migrate, results, row_check
from store.addresses import Address
from store.database import Database
from store.league import entries, fixtures, seasons, seated

TABLES = (
    *("leagues", "seasons", "divisions", "entries", "entry_players", "fixtures", "fixture_sides", "standings"),
    *("decisions", "results", "corrections"),
)
"""What standings follow from, and where they are."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check of leagues found.

    Attributes:
        seasons: How many seasons were computed.
        fixtures: How many fixtures they have.
        problems: The first difference, and which rows are damaged, a line each; nothing if all is well.
    """

    seasons: int
    fixtures: int
    problems: tuple[str, ...]


async def check(address: Address) -> Checked:
    """Compute every season that has started and compare it with what is stored, up to the first difference.

    The database may be in use; each season is seen as it is at one moment, and nothing is changed.
    """
    database = await Database.connect(address)
    try:
        async with database.read() as connection:
            if (obstacle := await connection.run_sync(migrate.obstacle)) is not None:
                return Checked(0, 0, (obstacle,))
        checked = await compared(database)
        if not checked.problems:
            return checked
        faults = [fault async for fault in row_check.faults(database, tables=TABLES)]
        return Checked(checked.seasons, checked.fixtures, (*checked.problems, *faults))
    finally:
        await database.close()


async def compared(database: Database) -> Checked:
    """Compute every season that has started and compare it with what is stored, up to the first difference."""
    done = count = 0
    async with database.read() as connection:
        started = await seasons.started(connection)
    for season_id in started:
        try:
            async with database.read() as connection:
                found = await _load(connection, season_id)
            if found is None:  # it was removed meanwhile
                continue
            problem = await asyncio.to_thread(lambda each: next(recount.differences(each), None), found)
        except (DBAPIError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            problem = f"what is stored cannot be read: {_reason(error)}"
        else:
            done, count = done + 1, count + len(found.fixtures)
        if problem is not None:
            return Checked(done, count, (f"season {season_id}: {problem}",))
    return Checked(done, count, ())


def _reason(error: Exception) -> object:
    """Return what an error says; of a row that is not there it says by which number alone."""
    if isinstance(error, LookupError):
        return f"rows of {error} are missing"
    return error.orig if isinstance(error, DBAPIError) else error


async def _load(connection: AsyncConnection, season_id: int) -> Stored | None:
    season = await seasons.load(connection, season_id)
    if season is None:
        return None
    played = scheduled(
        tuple(await fixtures.of_season(connection, season_id)), await seasons.rounds_of(connection, season_id)
    )
    of = await seated.played_for(connection, played)
    until = season.closed_at if season.status == "closed" else None
    rows = await results.of_matches(connection, of, until=until)
    return Stored(
        season=season,
        terms=LeagueTerms.load(season.terms),
        divisions=await seasons.divisions_of(connection, season_id),
        entries=list(parted(season, await entries.of_season(connection, season_id))[0]),
        fixtures=played,
        totals=await fixtures.totals(connection, season_id),
        decisions=await fixtures.decisions_of(connection, season_id),
        results={match_id: list(group) for match_id, group in groupby(rows, lambda row: row.match_id)},
        places=await seated.places(connection, of),
    )
