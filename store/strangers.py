"""Does everybody exist who is named anywhere? People are referred to without foreign keys, as 0 is the bot itself."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Column, ColumnElement, and_, exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from store.schema import metadata, outbox, people, watches

COLUMNS = frozenset(
    (
        *("person_id", "organiser_id", "host_id", "starter_id", "finisher_id", "player_id", "opponent_id"),
        "blocked_id",
    )
)
"""Names of columns that are a person in every row, whatever the table."""
_BOT = 0
_SOMETIMES = ((outbox.c.channel_id, outbox.c.kind == "private"), (watches.c.target_id, watches.c.kind == "player"))
"""Columns that are a person in some rows."""


async def strangers(connection: AsyncConnection) -> list[str]:
    """Return where a person is named who does not exist, a line each."""
    found = []
    for column, where in _columns():
        there = exists().where(people.c.id == column)
        query = select(column).where(where, column != _BOT, ~there).distinct().order_by(column)
        rows = (await connection.execute(query)).scalars()
        found += [f"{column.table.name}: {column.name} names person {person}, and there is none" for person in rows]
    return found


def _columns() -> Iterator[tuple[Column[int], ColumnElement[bool]]]:
    for table in metadata.sorted_tables:
        yield from ((column, column.is_not(None)) for column in table.c if column.name in COLUMNS)
    yield from ((column, and_(column.is_not(None), where)) for column, where in _SOMETIMES)
