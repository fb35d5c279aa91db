"""What differs between databases within a statement: types, upserts, guards, locked rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any

from sqlalchemy import BigInteger, CursorResult, DateTime, Dialect, Integer, Row, Select, Table, TypeDecorator
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

Id = BigInteger().with_variant(Integer, "sqlite")
"""A key that the database counts up; SQLite does so only for the type INTEGER."""


class UtcDateTime(TypeDecorator[datetime]):
    """An aware time, in UTC. SQLite forgets the zone, so it is left out before and put back after."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the time in UTC; refuse one that does not say in which zone it is."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time without a zone: {value}")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the time as aware and in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def insertion(dialect: str, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Return the statement that adds a row, to which what happens to one with the same key can be said."""
    return sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)


@cache
def upsert(
    dialect: str, table: Table, names: tuple[str, ...], key: tuple[str, ...] = ()
) -> sqlite.Insert | postgresql.Insert:
    """Return the statement that adds a row, or changes the one with the same key, however many do so at once.

    Args:
        dialect: The name of the database.
        table: Which table.
        names: The columns that are written.
        key: Those of a unique constraint; the primary key by default.
    """
    key = key or tuple(column.name for column in table.primary_key.columns)
    statement = insertion(dialect, table)
    changed = {name: statement.excluded[name] for name in names if name not in key}
    return statement.on_conflict_do_update(index_elements=key, set_=changed)


async def put_row(connection: AsyncConnection, table: Table, row: Mapping[str, Any]) -> None:
    """Write a row in place of an earlier one with the same primary key."""
    await connection.execute(upsert(connection.dialect.name, table, tuple(row)), row)


def append_only(execute: Callable[[str], object], dialect: str, table: str) -> None:
    """Make the database refuse to change or remove rows of a table.

    Args:
        execute: Runs a statement.
        dialect: The name of the database.
        table: The table's name.
    """
    if dialect == "sqlite":
        for action in ("update", "delete"):
            execute(
                f"CREATE TRIGGER {table}_no_{action} BEFORE {action.upper()} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} are only ever added to'); END"
            )
        return
    # The same error that SQLite's RAISE(ABORT) is.
    refusal = f"RAISE EXCEPTION '{table} are only ever added to' USING ERRCODE = 'integrity_constraint_violation'"
    execute(f"CREATE FUNCTION {table}_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {refusal}; END $$")
    execute(
        f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_append_only()"
    )


def lift_append_only(execute: Callable[[str], object], dialect: str, table: str) -> None:
    """Take away what `append_only` made, for a time or for good; does nothing where it is not there."""
    if dialect == "sqlite":
        for action in ("update", "delete"):
            execute(f"DROP TRIGGER IF EXISTS {table}_no_{action}")
        return
    execute(f"DROP FUNCTION IF EXISTS {table}_append_only() CASCADE")  # with its trigger


# A row to look at, or one to change, which others must leave alone meanwhile.


async def one_row(connection: AsyncConnection, query: Select[Any], *, to_change: bool = False) -> Row[Any] | None:
    """Return the one row that a query finds, or None; `to_change` keeps others from changing it until the end."""
    found: CursorResult[Any] = await connection.execute(query.with_for_update() if to_change else query)
    return found.one_or_none()
