"""Interactions in direct messages, on their way to the process of a match's server."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import delete, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from store.schema import handed


async def add(connection: AsyncConnection, number: int, guild_id: int, payload: Json, at: datetime) -> None:
    await connection.execute(insert(handed), {"id": number, "guild_id": guild_id, "payload": payload, "at": at})


async def take(connection: AsyncConnection, guild_ids: Collection[int], since: datetime) -> list[Json]:
    """Remove all for these servers and return the payloads of those not older: of two who take, one gets each."""
    taken = delete(handed).where(handed.c.guild_id.in_(guild_ids)).returning(handed.c.payload, handed.c.at)
    return [row.payload for row in await connection.execute(taken) if row.at >= since]


async def remove(connection: AsyncConnection, number: int) -> bool:
    """Remove one; return False if it was taken."""
    return bool((await connection.execute(delete(handed).where(handed.c.id == number))).rowcount)


async def prune(connection: AsyncConnection, until: datetime) -> None:
    await connection.execute(delete(handed).where(handed.c.at <= until))
