"""When players are away."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from store.schema import vacations


@dataclass(frozen=True, slots=True)
class Vacation:
    """A time in which a player's clocks are stopped."""

    id: int
    person_id: int
    starts_at: datetime
    ends_at: datetime
    announced_at: datetime


async def add(
    connection: AsyncConnection, person_id: int, starts_at: datetime, ends_at: datetime, announced_at: datetime
) -> Vacation:
    """Write a vacation that was announced."""
    row = {"person_id": person_id, "starts_at": starts_at, "ends_at": ends_at, "announced_at": announced_at}
    vacation_id = (await connection.execute(insert(vacations).returning(vacations.c.id), row)).scalar_one()
    return Vacation(vacation_id, person_id, starts_at, ends_at, announced_at)


async def of_users(
    connection: AsyncConnection, person_ids: Collection[int], ending_after: datetime | None = None
) -> list[Vacation]:
    """Return the vacations of some people, the earliest first; with a time those that end after it."""
    query = select(vacations).where(vacations.c.person_id.in_(person_ids)).order_by(vacations.c.starts_at)
    if ending_after is not None:
        query = query.where(vacations.c.ends_at > ending_after)
    return [
        Vacation(row.id, row.person_id, row.starts_at, row.ends_at, row.announced_at)
        for row in await connection.execute(query)
    ]


async def set_end(connection: AsyncConnection, vacation_id: int, ends_at: datetime) -> None:
    """Let a vacation end at another time."""
    await connection.execute(update(vacations).where(vacations.c.id == vacation_id).values(ends_at=ends_at))


async def remove(connection: AsyncConnection, vacation_id: int) -> None:
    """Remove a vacation."""
    await connection.execute(delete(vacations).where(vacations.c.id == vacation_id))
