"""How rows of leagues are changed: each only as it was read, so that of two who change one the slower hears of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Table, update
from sqlalchemy.ext.asyncio import AsyncConnection

from store.checksums import checked
from store.matches import WriteConflict


async def swap(connection: AsyncConnection, table: Table, number: int, rev: int, row: Mapping[str, Any]) -> None:
    """Write a row anew under the next revision.

    Args:
        connection: In a transaction.
        table: Which table.
        number: The row's id.
        rev: The revision at which it was read.
        row: All of its other columns.

    Raises:
        WriteConflict: It is no longer at that revision.
    """
    changed = checked(table.name, {**row, "rev": rev + 1})
    statement = update(table).where(table.c.id == number, table.c.rev == rev).values(changed)
    if (await connection.execute(statement)).rowcount != 1:
        raise WriteConflict(f"{table.name}: {number} is no longer at revision {rev}")
