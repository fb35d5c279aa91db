"""Appointments: things to do at a time."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeAlias

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from store.schema import deadlines
from store.schema.base import put_row, upsert

WRITTEN = "deadlines.written"
"""Key in `Connection.info` of the appointments that a transaction made or hastened, by kind and key; the key is None
for all of a kind."""
Name: TypeAlias = tuple[str, str | None]
WAKE: Final[Name] = ("", None)
"""What `wake` adds to them; no kind is called so."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """Something to do at a time.

    Attributes:
        kind: Which handler does it.
        key: Unique within its kind.
        payload: For the handler.
    """

    kind: str
    key: str
    due_at: datetime
    payload: Json = None


async def put(connection: AsyncConnection, deadline: Deadline) -> None:
    """Write an appointment in place of an earlier one of the same kind and key."""
    row = {"kind": deadline.kind, "key": deadline.key, "due_at": deadline.due_at, "payload": deadline.payload}
    await put_row(connection, deadlines, row)
    _written(connection, (deadline.kind, deadline.key))


async def put_all(connection: AsyncConnection, found: Collection[Deadline]) -> None:
    if found:
        names = ("kind", "key", "due_at", "payload")
        rows = [{name: getattr(each, name) for name in names} for each in found]
        await connection.execute(upsert(connection.dialect.name, deadlines, names), rows)
        _written(connection, *((each.kind, each.key) for each in found))


async def remove(connection: AsyncConnection, kind: str, key: str, due_at: datetime | None = None) -> None:
    """Remove an appointment; with `due_at` only if it is still set for that time."""
    statement = delete(deadlines).where(deadlines.c.kind == kind, deadlines.c.key == key)
    await connection.execute(statement if due_at is None else statement.where(deadlines.c.due_at == due_at))


async def move(connection: AsyncConnection, before: Deadline, after: Deadline) -> None:
    """Replace one appointment by another, unless the first is gone."""
    mine = (deadlines.c.kind == before.kind, deadlines.c.key == before.key, deadlines.c.due_at == before.due_at)
    changed = update(deadlines).where(*mine).values(due_at=after.due_at, payload=after.payload)
    await connection.execute(changed)
    _written(connection, (after.kind, after.key))


async def get(connection: AsyncConnection, kind: str, key: str) -> Deadline | None:
    query = select(deadlines).where(deadlines.c.kind == kind, deadlines.c.key == key)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else Deadline(row.kind, row.key, row.due_at, row.payload)


async def due(connection: AsyncConnection, kinds: Collection[str], now: datetime) -> list[Deadline]:
    """Return the appointments of these kinds whose time has come, the earliest first; those of one time by key."""
    # Asked for the kinds as they are, SQLite walks through all that are ever to come, not through what is due.
    mine = deadlines.c.kind.concat("").in_(kinds)
    rows = list(await connection.execute(select(deadlines).where(deadlines.c.due_at <= now, mine)))
    rows.sort(key=lambda row: (row.due_at, row.kind, row.key))
    return [Deadline(row.kind, row.key, row.due_at, row.payload) for row in rows]


async def keys(connection: AsyncConnection, kind: str) -> list[str]:
    return list((await connection.execute(select(deadlines.c.key).where(deadlines.c.kind == kind))).scalars())


async def hasten(connection: AsyncConnection, kind: str, now: datetime, keys: Collection[str] | None = None) -> None:
    """Make later appointments of a kind due now: all of them, or those with these keys."""
    later = update(deadlines).where(deadlines.c.kind == kind, deadlines.c.due_at > now)
    if keys is not None:
        later = later.where(deadlines.c.key.in_(keys))
    await connection.execute(later.values(due_at=now))
    _written(connection, *((kind, key) for key in (keys if keys is not None else [None])))


async def next_due(connection: AsyncConnection, kinds: Collection[str]) -> datetime | None:
    query = select(func.min(deadlines.c.due_at)).where(deadlines.c.kind.in_(kinds))
    earliest: datetime | None = (await connection.execute(query)).scalar_one()
    return earliest


def wake(connection: AsyncConnection) -> None:
    """Wake the timer once the caller's transaction is committed, so that it handles what is due by then."""
    _written(connection, WAKE)


def _written(connection: AsyncConnection, *names: Name) -> None:
    connection.info.setdefault(WRITTEN, set()).update(names)
