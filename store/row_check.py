"""Is every row what was written? Page by page, so that a database in use can be read, and a damaged row be named."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from typing import Any

from sqlalchemy import Row, select, tuple_
from sqlalchemy.exc import DBAPIError

from store import checksums
from store.database import Database
from store.schema import metadata

_PAGE = 2000
"""Rows read at once."""

_MOST_SKIPPED = 3
"""Unreadable rows in a row after which the rest of the table is left unread."""


async def faults(
    database: Database, since: int = 1, tables: Collection[str] = metadata.tables.keys()
) -> AsyncIterator[str]:
    """Give the rows that cannot be read, or whose checksum is not that of what they hold, a line each.

    Args:
        database: Read page by page, a transaction each: a writer may be at work.
        since: Of matches only those from this one on.
        tables: What is read, all by default.
    """
    roots: dict[int, bytes] = {}
    for name in (*checksums.COVERED, *(name for name in metadata.tables if name not in checksums.COVERED)):
        if name not in tables:
            continue
        before: tuple[int, bytes] = (0, b"")  # of events: the match, and the checksum of its last one
        async for row in _rows(database, name, since):
            if isinstance(row, str):
                yield row
                continue
            if name not in checksums.COVERED:
                continue
            values = row._asdict()
            if name == "matches":
                roots[row.id] = row.checksum
                if row.clock_checksum != checksums.of_clock(row.clock):
                    yield f"matches: the clock of {row.id} is not what was written"
            previous = b""
            if name == "events":
                previous = before[1] if before[0] == row.match_id else roots.get(row.match_id) or b""
                before = (row.match_id, row.checksum or b"")
            if row.checksum != checksums.of(name, values, previous):
                yield f"{name}: row {_key(name, row)} is not what was written"


async def _rows(database: Database, name: str, since: int) -> AsyncIterator[Row[Any] | str]:
    """Give the rows of a table in the order of its key; a line about one that cannot be read."""
    table = metadata.tables[name]
    key = list(table.primary_key.columns)
    query = select(table).order_by(*key)  # all of it: what cannot be read any more is found, too
    if name == "matches":
        query = query.where(table.c.id >= since)
    elif "match_id" in table.c and since > 1:
        query = query.where(table.c.match_id >= since)
    after: tuple[Any, ...] | None = None
    skip, page = 0, _PAGE
    while True:
        wanted = query if after is None else query.where(tuple_(*key) > tuple_(*after))
        try:
            async with database.read() as connection:
                rows = (await connection.execute(wanted.offset(skip).limit(page))).all()
        except (DBAPIError, ValueError, TypeError) as error:
            if page > 1:
                page = 1  # to find which row it is
                continue
            skip, page = skip + 1, _PAGE
            reason = error.orig if isinstance(error, DBAPIError) else error
            yield f"{name}: a row after {after} cannot be read: {reason}"
            if skip == _MOST_SKIPPED:
                return  # not a row, but the pages beneath
            continue
        for row in rows:
            yield row
        if len(rows) < page:
            return
        after, skip = _key(name, rows[-1]), 0


def _key(name: str, row: Row[Any]) -> tuple[Any, ...]:
    return tuple(getattr(row, column.name) for column in metadata.tables[name].primary_key.columns)
