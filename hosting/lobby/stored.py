"""A table as it is stored, in the caller's transaction."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from hosting.lobby.errors import NoSuchTable, TableClosed
from hosting.match.model import Table
from store import tables


async def open_table(connection: AsyncConnection, table_id: int) -> Table:
    """Return a table that is to be changed. Raises NoSuchTable, TableClosed."""
    table = await tables.load(connection, table_id, to_change=True)
    if table is None:
        raise NoSuchTable
    if table.status != "open":
        raise TableClosed(table)
    return table


async def changed_table(connection: AsyncConnection, table_id: int) -> Table:
    """Return a table as it is now, in the middle of a change of it."""
    after = await tables.load(connection, table_id)
    if after is None:
        raise AssertionError(f"table {table_id} is gone in the middle of a change")
    return after
