"""What is asked of all matches that go on when a server or a player comes or goes."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from store import starts
from store.schema import matches, tables


async def guilds(connection: AsyncConnection) -> list[int]:
    """Return the servers in which matches go on."""
    query = select(matches.c.guild_id).where(matches.c.ended_at.is_(None)).distinct().order_by(matches.c.guild_id)
    return list((await connection.execute(query)).scalars())


async def paused(connection: AsyncConnection) -> list[tuple[int, Json]]:
    """Return the matches that are paused, each with why, as `hosting.match.codec` writes it."""
    query = select(matches.c.id, matches.c.paused).where(matches.c.ended_at.is_(None), matches.c.paused.is_not(None))
    # Sorted here: asked for an order, SQLite walks through all that ever were played.
    return sorted(((row.id, row.paused) for row in await connection.execute(query)), key=lambda each: each[0])


async def homes(connection: AsyncConnection, match_ids: Sequence[int]) -> dict[int, int]:
    """Return the channels in which the tables of matches were opened, or in which the program was to start them."""
    query = select(tables.c.match_id, tables.c.channel_id).where(tables.c.match_id.in_(match_ids))
    opened = {row.match_id: row.channel_id for row in await connection.execute(query)}
    others = [each for each in match_ids if each not in opened]
    return opened | (await starts.homes(connection, others) if others else {})
