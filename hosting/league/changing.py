"""A season that is changed: in a transaction that holds it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection

from hosting.league import state
from hosting.league.calls import Calls
from hosting.league.errors import ChangedMeanwhile, NoSuchLeague
from hosting.league.state import State
from store.database import Database
from store.league.values import Entry
from store.matches import WriteConflict


@asynccontextmanager
async def changing(
    database: Database, calls: Calls, season_id: int, *, whole: bool = True
) -> AsyncIterator[tuple[AsyncConnection, State]]:
    """Give a season to change; what was appointed for it meanwhile is kept afterwards.

    Args:
        database: Where it is.
        calls: Has seasons looked at.
        season_id: Which one.
        whole: Whether its entries and fixtures are read, which takes time in a large one; else it has none.

    Raises:
        NoSuchLeague: There is none.
        ChangedMeanwhile: Another process was faster.
    """
    try:
        async with database.write() as connection:
            at = await (
                state.load(connection, season_id, to_change=True)
                if whole
                else state.load_some(connection, season_id, ())
            )
            if at is None:
                raise NoSuchLeague
            yield connection, at
    except WriteConflict as error:
        raise ChangedMeanwhile from error
    calls.noticed()


def pending_of(at: State, person_id: int) -> Entry | None:
    """Return the team with which a person wants to come late, or is asked to, or None."""
    return next((each for each in at.pending if person_id in each.current), None)


def entry_of(at: State, person_id: int) -> Entry | None:
    """Return the entry for which a person plays, or None."""
    return next((each for each in at.entries if person_id in each.current), None)
