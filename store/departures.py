"""Servers that the bot was removed from, until it is back or what belongs to them is removed."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from store.schema import departures, metadata, starts, tables

_BEFORE = (tables, starts)
"""What may have a match, and is there before it."""


async def note(connection: AsyncConnection, guild_id: int, at: datetime) -> None:
    """Note when the bot was removed from a server; what was noted before stays."""
    if await since(connection, guild_id) is None:
        await connection.execute(insert(departures), {"guild_id": guild_id, "at": at})


async def since(connection: AsyncConnection, guild_id: int) -> datetime | None:
    """Return since when the bot is not in a server any more, None if it was not removed."""
    query = select(departures.c.at).where(departures.c.guild_id == guild_id)
    return (await connection.execute(query)).scalar_one_or_none()


async def cancel(connection: AsyncConnection, guild_ids: Collection[int]) -> int:
    """Forget that the bot was removed from servers; return of how many that was noted."""
    return (await connection.execute(delete(departures).where(departures.c.guild_id.in_(guild_ids)))).rowcount


async def all_of(connection: AsyncConnection) -> dict[int, datetime]:
    """Return since when the bot is not in each server that it was removed from."""
    return {row.guild_id: row.at for row in await connection.execute(select(departures))}


async def servers(connection: AsyncConnection) -> set[int]:
    """Return the servers of which anything is stored."""
    found: set[int] = set()
    for table in metadata.sorted_tables:
        # What belongs to a match has its server, too, and there may be much of it.
        if "guild_id" in table.c and table is not departures and ("match_id" not in table.c or table in _BEFORE):
            found.update((await connection.execute(select(table.c.guild_id).distinct())).scalars())
    return found - {0, None}
