"""Statements that go to SQLite's driver without passing through SQLAlchemy each time.

SQLAlchemy takes several times as long for a brief statement as SQLite does. That is no matter for one, but the end of a
match has more than a dozen. So here a statement is translated once, as are the types of its parameters and columns.
PostgreSQL, where the way to the server takes longest, has its statements from SQLAlchemy as ever.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any, TypeAlias, cast

from sqlalchemy import Delete, Insert, Select, Update
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import TypeEngine

from store.db.connections import SteadyConnection, make_sqlite
from store.schema.dialects import UtcDateTime

Statement: TypeAlias = Insert | Update | Delete | Select[Any]
"""To be kept by who runs it: each new one is translated anew, and never forgotten."""
Values: TypeAlias = Mapping[str, Any]
_Convert: TypeAlias = Callable[[Any], Any] | None
_DIALECT = SQLiteDialect_aiosqlite()
_ZONE = len("+00:00")


@dataclass(frozen=True, slots=True)
class _Translated:
    """A statement as SQLite has it.

    Attributes:
        sql: With a question mark for each parameter.
        parameters: Their names in that order, each with what makes a value of SQLite's of it.
        constants: The values that stand in the statement itself, by name.
        columns: What makes values of each column, where there are any.
    """

    sql: str
    parameters: tuple[tuple[str, _Convert], ...]
    constants: Values
    columns: tuple[_Convert, ...]

    def ordered(self, names: tuple[str, ...]) -> tuple[tuple[int, _Convert], ...]:
        """Return where each parameter stands in rows with values in the order of some names. Raises ValueError."""
        return tuple((names.index(name), convert) for name, convert in self.parameters)

    def bound(self, values: Values) -> tuple[Any, ...]:
        """Return the parameters for some values."""
        given = {**self.constants, **values} if self.constants else values
        return tuple([given[name] if convert is None else convert(given[name]) for name, convert in self.parameters])

    def rows(self, found: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        """Return rows that were found, with their values as their columns have them."""
        if not any(self.columns):
            return list(found)
        return [
            tuple(
                [value if convert is None else convert(value) for value, convert in zip(row, self.columns, strict=True)]
            )
            for row in found
        ]


async def write(connection: AsyncConnection, statement: Statement, rows: Sequence[Values]) -> None:
    """Run a statement that gives nothing back, once for each of some sets of values; not at all for none.

    Args:
        connection: In a transaction that writes.
        statement: Which.
        rows: All with the same names.

    Raises:
        DBAPIError: As `AsyncConnection.execute`.
    """
    if not rows:
        return
    driver = _driver(connection)
    if driver is None:
        await connection.execute(statement, list(rows))
        return
    translated = _translated(statement, tuple(rows[0]))
    await _run(driver, translated.sql, [translated.bound(row) for row in rows])


async def add(
    connection: AsyncConnection, statement: Statement, names: tuple[str, ...], rows: Sequence[Sequence[Any]]
) -> None:
    """Do as `write` with rows that have their values in the order of some names: none is looked up for each row.

    Args:
        connection: In a transaction that writes.
        statement: Which; all its parameters are among the names.
        names: To be kept, too.
        rows: As many values in each as there are names.

    Raises:
        DBAPIError: As `AsyncConnection.execute`.
    """
    if not rows:
        return
    driver = _driver(connection)
    if driver is None:
        await connection.execute(statement, [dict(zip(names, row, strict=True)) for row in rows])
        return
    sql, order = _ordered(statement, names)
    await _run(
        driver, sql, [[row[at] if convert is None else convert(row[at]) for at, convert in order] for row in rows]
    )


async def read(connection: AsyncConnection, statement: Statement, values: Values) -> list[tuple[Any, ...]]:
    """Run a statement and return the rows that it gives, with its columns in order.

    Args:
        connection: In any transaction.
        statement: Which; nothing in it may expand, as lists do.
        values: By the names of its parameters.

    Raises:
        DBAPIError: As `AsyncConnection.execute`.
    """
    driver = _driver(connection)
    if driver is None:
        return [tuple(row) for row in await connection.execute(statement, dict(values))]
    translated = _translated(statement, tuple(values))
    try:
        found = await driver.rows(translated.sql, translated.bound(values))
    except sqlite3.Error as error:
        raise _told(error, translated.sql) from error
    return await make_sqlite(len(found), translated.rows, found)


async def _run(driver: SteadyConnection, sql: str, rows: Sequence[Sequence[Any]]) -> None:
    """Run a statement that gives nothing back once for each row of its parameters."""
    try:
        if len(rows) == 1:
            await driver.rows(sql, rows[0])
        else:
            await driver.many(sql, rows)
    except sqlite3.Error as error:
        raise _told(error, sql) from error


def _driver(connection: AsyncConnection) -> SteadyConnection | None:
    """Return the driver's connection; None if it is no SQLite's."""
    opened = connection.sync_connection
    if opened is None:
        raise AssertionError("this connection was never opened")
    if opened.dialect.name != "sqlite":
        return None
    return cast("SteadyConnection", opened.connection.driver_connection)


@cache
def _translated(statement: Statement, names: tuple[str, ...]) -> _Translated:
    columns = None if isinstance(statement, Select) else list(names)
    compiled = statement.compile(dialect=_DIALECT, column_keys=columns)
    if compiled.prefetch:
        raise ValueError("a column of this statement is filled in by SQLAlchemy")
    parameters = tuple((name, _to_store(compiled.binds[name].type)) for name in compiled.positiontup or ())
    given = statement.selected_columns if isinstance(statement, Select) else statement.exported_columns
    return _Translated(
        str(compiled),
        parameters,
        {name: value for name, value in compiled.params.items() if name not in names},
        tuple(_from_store(column.type) for column in given),
    )


@cache
def _ordered(statement: Statement, names: tuple[str, ...]) -> tuple[str, tuple[tuple[int, _Convert], ...]]:
    translated = _translated(statement, names)
    return translated.sql, translated.ordered(names)


def _to_store(kind: TypeEngine[Any]) -> _Convert:
    """Return what makes a value of SQLite's of one of a type; None where it is one."""
    return _time_text if isinstance(kind, UtcDateTime) else kind.dialect_impl(_DIALECT).bind_processor(_DIALECT)


def _from_store(kind: TypeEngine[Any]) -> _Convert:
    """Return what makes a value of a type of one of SQLite's; None where it is one."""
    return _time if isinstance(kind, UtcDateTime) else kind.dialect_impl(_DIALECT).result_processor(_DIALECT, None)


def _time_text(value: datetime | None) -> str | None:
    """Return a time as SQLAlchemy stores it, in less time: most rows have one or two. Raises ValueError as it does."""
    if value is None:
        return None
    if value.tzinfo is not UTC:
        if value.tzinfo is None:
            raise ValueError(f"a time without a zone: {value}")
        value = value.astimezone(UTC)
    return value.isoformat(" ", "microseconds")[:-_ZONE]


def _time(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text).replace(tzinfo=UTC)


def _told(error: sqlite3.Error, sql: str) -> BaseException:
    """Return an error of the driver as SQLAlchemy tells of it, without the values: there may be secrets among them."""
    return DBAPIError.instance(sql, None, error, sqlite3.Error, hide_parameters=True, dialect=_DIALECT)
