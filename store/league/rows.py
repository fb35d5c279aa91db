"""How rows of leagues are changed: each only as it was read, so that of two who change one the slower hears of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Table, Update, bindparam, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from store import direct
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


async def swap_all(
    connection: AsyncConnection, table: Table, changes: Sequence[tuple[int, int, Mapping[str, Any]]]
) -> None:
    """Write many rows anew as `swap` does.

    Args:
        connection: In a transaction.
        table: Which table.
        changes: Of each row its id, the revision at which it was read, and all of its other columns.

    Raises:
        WriteConflict: One is no longer at that revision; nothing of the transaction is to be committed.
    """
    if not changes:
        return
    rows = [
        {**checked(table.name, {**row, "rev": rev + 1}), "was_id": number, "was_rev": rev}
        for number, rev, row in changes
    ]
    await direct.write(connection, _swapping(table, tuple(rows[0])[:-2]), rows)
    # How many rows many updates changed, not every driver tells.
    numbers = [number for number, _, _ in changes]
    query = select(table.c.id, table.c.rev).where(table.c.id.in_(numbers))
    there = dict(tuple(row) for row in await connection.execute(query))
    if there != {number: rev + 1 for number, rev, _ in changes}:
        raise WriteConflict(f"{table.name}: some are no longer at their revisions")


@cache
def _swapping(table: Table, names: tuple[str, ...]) -> Update:
    mine = (table.c.id == bindparam("was_id"), table.c.rev == bindparam("was_rev"))
    return update(table).where(*mine).values({name: bindparam(name) for name in names})
