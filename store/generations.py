"""Which copy of a database this is: a restored backup is told from the database that it was made of.

A SQLite file gets a new number (`user_version`) whenever it is opened for a process, and the lock file beside it
remembers that; a copy by `python -m store backup` has a negative one. So a file whose number is not the one remembered
was put there since. A table of PostgreSQL has another number (OID) once it was made anew, as `pg_restore` does; which
it had stands in a note. What comes of it is noted in the transaction that opens the database, and so not lost.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from store import outages, settings
from store.dialects import upsert
from store.schema import notes, outbox

_GENERATION, _RESTORED, _GAPS = "generation", "restored", "gaps"
MOST = 20
"""Restores that are remembered."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A time of which everything is lost: from the end of a backup to when it was put back, by Discord's clock."""

    begin: datetime
    end: datetime


def recognise(connection: Connection) -> None:
    """Note whether a database of PostgreSQL was restored since it was opened last."""
    query = "SELECT (SELECT oid FROM pg_database WHERE datname = current_database()), 'notes'::regclass::oid"
    database, table = connection.exec_driver_sql(query).one()
    now = f"{database}:{table}"
    before = connection.execute(select(notes.c.value).where(notes.c.key == _GENERATION)).scalar_one_or_none()
    if before is not None and before != now:
        restored(connection)
    _put(connection, _GENERATION, now)


def restored(connection: Connection) -> None:
    """Note that this is a backup that was put back; one of a database that never served anybody is as good as new."""
    if connection.execute(select(notes.c.key).where(notes.c.key == outages.ALIVE)).first() is not None:
        _put(connection, _RESTORED, "1")


async def gaps(connection: AsyncConnection) -> tuple[Gap, ...]:
    """Return the times that are lost, as far as `take` has noted them."""
    lines = json.loads(await settings.note(connection, _GAPS) or "[]")
    return tuple(Gap(datetime.fromisoformat(begin), datetime.fromisoformat(end)) for begin, end in lines)


async def take(
    connection: AsyncConnection, newest: datetime | None, now: datetime, ahead: timedelta = timedelta()
) -> Gap | None:
    """Note the time that is lost if the database was found to be restored when it was opened, and return it, once.

    Args:
        connection: Of a write transaction, in which the caller arranges what follows.
        newest: When the latest message was posted that is known, by the clock of where messages are.
        now: The time.
        ahead: By how much the clock that tells it is ahead of that one.
    """
    if await settings.note(connection, _RESTORED) is None:
        return None
    alive = await outages.alive(connection)
    known = [each for each in (newest, None if alive is None else alive - ahead) if each is not None]
    gap = Gap(max(known, default=now - ahead), now - ahead)
    lines = [[each.begin.isoformat(), each.end.isoformat()] for each in (*await gaps(connection), gap)[-MOST:]]
    await settings.set_note(connection, _GAPS, json.dumps(lines))
    await connection.execute(notes.delete().where(notes.c.key == _RESTORED))
    return gap


async def newest_message(connection: AsyncConnection) -> int | None:
    """Return the latest message that was posted and is remembered."""
    found: int | None = (await connection.execute(select(func.max(outbox.c.message_id)))).scalar_one_or_none()
    return found


def _put(connection: Connection, key: str, value: str) -> None:
    connection.execute(upsert(connection.dialect.name, notes, ("key", "value")), {"key": key, "value": value})
