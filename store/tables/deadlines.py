"""Appointments: things to do at a time."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

from sqlalchemy import ColumnElement, Row, and_, delete, func, not_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from store.schema import deadlines
from store.schema.base import put_row, upsert
from store.share import Share

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
        guild_id: Its server; 0 for none.
    """

    kind: str
    key: str
    due_at: datetime
    payload: Json = None
    guild_id: int = 0


@dataclass(frozen=True, slots=True)
class Held:
    """Appointments that wait: of some kinds, in some servers."""

    kinds: frozenset[str]
    share: Share


_NAMES = ("kind", "key", "due_at", "payload", "guild_id")


def _deadline(row: Row[Any]) -> Deadline:
    return Deadline(row.kind, row.key, row.due_at, row.payload, row.guild_id)


async def put(connection: AsyncConnection, deadline: Deadline) -> None:
    """Write an appointment in place of an earlier one of the same kind and key."""
    await put_row(connection, deadlines, {name: getattr(deadline, name) for name in _NAMES})
    _written(connection, (deadline.kind, deadline.key))


async def put_all(connection: AsyncConnection, found: Collection[Deadline]) -> None:
    if found:
        rows = [{name: getattr(each, name) for name in _NAMES} for each in found]
        await connection.execute(upsert(connection.dialect.name, deadlines, _NAMES), rows)
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
    return None if row is None else _deadline(row)


def _not_held(held: Held | None) -> tuple[ColumnElement[bool], ...]:
    if held is None or held.share.all:  # then nobody asks for these kinds
        return ()
    return (not_(and_(deadlines.c.kind.in_(held.kinds), *held.share.where(deadlines.c.guild_id))),)


async def due(
    connection: AsyncConnection, kinds: Collection[str], now: datetime, held: Held | None = None
) -> list[Deadline]:
    """Return the appointments of these kinds whose time has come, the earliest first; those of one time by key."""
    # Asked for the kinds as they are, SQLite walks through all that are ever to come, not through what is due.
    mine = deadlines.c.kind.concat("").in_(kinds)
    query = select(deadlines).where(deadlines.c.due_at <= now, mine, *_not_held(held))
    rows = list(await connection.execute(query))
    rows.sort(key=lambda row: (row.due_at, row.kind, row.key))
    return [_deadline(row) for row in rows]


async def keys(connection: AsyncConnection, kind: str) -> list[str]:
    return list((await connection.execute(select(deadlines.c.key).where(deadlines.c.kind == kind))).scalars())


async def hasten(connection: AsyncConnection, kind: str, now: datetime, keys: Collection[str] | None = None) -> None:
    """Make later appointments of a kind due now: all of them, or those with these keys."""
    later = update(deadlines).where(deadlines.c.kind == kind, deadlines.c.due_at > now)
    if keys is not None:
        later = later.where(deadlines.c.key.in_(keys))
    await connection.execute(later.values(due_at=now))
    _written(connection, *((kind, key) for key in (keys if keys is not None else [None])))


async def next_due(connection: AsyncConnection, kinds: Collection[str], held: Held | None = None) -> datetime | None:
    query = select(func.min(deadlines.c.due_at)).where(deadlines.c.kind.in_(kinds), *_not_held(held))
    earliest: datetime | None = (await connection.execute(query)).scalar_one()
    return earliest


def wake(connection: AsyncConnection) -> None:
    """Wake the timer once the caller's transaction is committed, so that it handles what is due by then."""
    _written(connection, WAKE)


def _written(connection: AsyncConnection, *names: Name) -> None:
    connection.info.setdefault(WRITTEN, set()).update(names)
