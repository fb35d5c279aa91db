"""Who is asked whether they stay when the next season of a league is published: once, where the league is."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from hosting.league.promotion import played_before
from hosting.league.telling import report
from store.league import entries
from store.league.values import Entry, StoredSeason

PAGE = 50
"""People who are called in one message: Discord calls at most 100, and has 2,000 characters."""


async def entries_before(connection: AsyncConnection, season: StoredSeason) -> list[Entry]:
    """Return the entries of the season that was played before another one; none for a first one."""
    before = await played_before(connection, season)
    return await entries.of_season(connection, before[0].id) if before else []


async def players_before(connection: AsyncConnection, season: StoredSeason) -> list[int]:
    """Return who played the season before to its end, entry by entry; nothing of that changes any more."""
    return [person for each in await entries_before(connection, season) for person in each.current]


async def ask(connection: AsyncConnection, season: StoredSeason, now: datetime) -> None:
    """Have those asked who played the season before, in the caller's transaction; `Calls.noticed` follows it."""
    if season.number > 1:
        count = len(await players_before(connection, season))
        for page in range(1, -(-count // PAGE) + 1):
            await report(connection, season, "next", now, page)
