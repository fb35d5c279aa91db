"""When people asked for a copy of what is held about them: once a day."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from store.dialects import put_row
from store.schema import exports


async def last(connection: AsyncConnection, person_id: int) -> datetime | None:
    """Return when a person asked last, None if that is not known (any more)."""
    query = select(exports.c.at).where(exports.c.person_id == person_id)
    return (await connection.execute(query)).scalar_one_or_none()


async def note(connection: AsyncConnection, person_id: int, at: datetime) -> None:
    """Note that a person asks now."""
    await put_row(connection, exports, {"person_id": person_id, "at": at})


async def forget(connection: AsyncConnection, person_id: int) -> None:
    """Forget that a person asked."""
    await connection.execute(delete(exports).where(exports.c.person_id == person_id))


async def prune(connection: AsyncConnection, before: datetime) -> int:
    """Forget who asked before a time; return how many."""
    return (await connection.execute(delete(exports).where(exports.c.at < before))).rowcount
