"""Appointments."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from store.dialects import put_row
from store.schema import deadlines


@dataclass(frozen=True, slots=True)
class Deadline:
    """An appointment: something to do at a time.

    Attributes:
        kind: Who does it.
        key: Which one; `kind` and `key` together are unique.
        due_at: When.
        payload: For its handler.
    """

    kind: str
    key: str
    due_at: datetime
    payload: Json = None


async def put(connection: AsyncConnection, deadline: Deadline) -> None:
    """Write an appointment in place of an earlier one of the same kind and key."""
    row = {"kind": deadline.kind, "key": deadline.key, "due_at": deadline.due_at, "payload": deadline.payload}
    await put_row(connection, deadlines, row)


async def remove(connection: AsyncConnection, kind: str, key: str, due_at: datetime | None = None) -> None:
    """Remove an appointment; with `due_at` only if it is still the one for that time."""
    statement = delete(deadlines).where(deadlines.c.kind == kind, deadlines.c.key == key)
    await connection.execute(statement if due_at is None else statement.where(deadlines.c.due_at == due_at))


async def move(connection: AsyncConnection, deadline: Deadline, due_at: datetime) -> None:
    """Put an appointment off, unless another one has taken its place."""
    mine = (deadlines.c.kind == deadline.kind, deadlines.c.key == deadline.key, deadlines.c.due_at == deadline.due_at)
    await connection.execute(update(deadlines).where(*mine).values(due_at=due_at))


async def get(connection: AsyncConnection, kind: str, key: str) -> Deadline | None:
    """Return an appointment, or None."""
    query = select(deadlines).where(deadlines.c.kind == kind, deadlines.c.key == key)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else Deadline(row.kind, row.key, row.due_at, row.payload)


async def due(connection: AsyncConnection, kinds: Collection[str], now: datetime) -> list[Deadline]:
    """Return the appointments of these kinds whose time has come, the earliest first; those of one time by name."""
    # Asked for the kinds as they are, SQLite walks through all that are ever to come, not through what is due.
    mine = deadlines.c.kind.concat("").in_(kinds)
    rows = list(await connection.execute(select(deadlines).where(deadlines.c.due_at <= now, mine)))
    rows.sort(key=lambda row: (row.due_at, row.kind, row.key))
    return [Deadline(row.kind, row.key, row.due_at, row.payload) for row in rows]


async def keys(connection: AsyncConnection, kind: str) -> list[str]:
    """Return the keys of all appointments of a kind."""
    return list((await connection.execute(select(deadlines.c.key).where(deadlines.c.kind == kind))).scalars())


async def hasten(connection: AsyncConnection, kind: str, now: datetime, keys: Collection[str] | None = None) -> None:
    """Have the appointments of a kind be due now that are due later: all of them, or those with these keys."""
    later = update(deadlines).where(deadlines.c.kind == kind, deadlines.c.due_at > now)
    if keys is not None:
        later = later.where(deadlines.c.key.in_(keys))
    await connection.execute(later.values(due_at=now))


async def next_due(connection: AsyncConnection, kinds: Collection[str]) -> datetime | None:
    """Return when the next appointment of these kinds is due, or None."""
    query = select(func.min(deadlines.c.due_at)).where(deadlines.c.kind.in_(kinds))
    earliest: datetime | None = (await connection.execute(query)).scalar_one()
    return earliest
