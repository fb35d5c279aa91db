"""What differs between SQLite and other databases: types, pragmas, how a transaction begins, guards, backup.

The rest of the store is the same for both. SQLite runs with a write-ahead log, so that readers never wait; with
`synchronous=FULL`, so that what was committed survives a loss of power; and with one writer at a time. Only marks that
can be worked out again (what was posted already) do without waiting for the disk.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiosqlite
from sqlalchemy import BigInteger, Connection, DateTime, Dialect, Integer, TypeDecorator, event, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from store import steady

BUSY_TIMEOUT_S = 10.0
READERS = 4
_PRAGMAS = ("journal_mode=WAL", "foreign_keys=ON", "temp_store=MEMORY")

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


def url(database: str | Path) -> str:
    """Return the address of a database: a path is a SQLite file, anything with `://` an address already."""
    return str(database) if "://" in str(database) else f"sqlite+aiosqlite:///{database}"


def is_sqlite(database: str | Path) -> bool:
    """Return whether an address or path names a SQLite file."""
    return make_url(url(database)).get_backend_name() == "sqlite"


@dataclass(frozen=True, slots=True)
class Engines:
    """The connections to a database; all three are the same where the database sorts writers out itself.

    Attributes:
        writer: What it commits survives a loss of power.
        marker: What it commits survives the end of the process, and a loss of power once the writer commits again.
        reader: For transactions that only read.
    """

    writer: AsyncEngine
    marker: AsyncEngine
    reader: AsyncEngine

    async def dispose(self) -> None:
        """Close every connection."""
        for engine in dict.fromkeys((self.writer, self.marker, self.reader)):
            await engine.dispose()


def engines(database: str | Path) -> Engines:
    """Return the connections to a database."""
    if not is_sqlite(database):
        engine = create_async_engine(url(database), hide_parameters=True)
        return Engines(engine, engine, engine)
    return Engines(
        writer=_sqlite(database, "BEGIN IMMEDIATE", connections=1),
        marker=_sqlite(database, "BEGIN IMMEDIATE", connections=1, synchronous="NORMAL"),
        reader=_sqlite(database, "BEGIN", connections=READERS),
    )


def _sqlite(database: str | Path, begin: str, *, connections: int, synchronous: str = "FULL") -> AsyncEngine:
    path = make_url(url(database)).database or ":memory:"

    # Every connection is a thread. The driver's own transaction control is off: it would begin too late and too lax.
    async def connect() -> aiosqlite.Connection:
        return await steady.connect(path, isolation_level=None, timeout=BUSY_TIMEOUT_S)

    engine = create_async_engine(
        url(database),
        pool_size=connections,
        max_overflow=0,
        hide_parameters=True,  # sealed choices, plans and seeds are among them, and errors are logged
        pool_reset_on_return=None,  # every transaction here is ended by whoever began it
        async_creator=connect,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:  # noqa: ANN401 - the driver's connection, adapted
        cursor = connection.cursor()
        for pragma in (*_PRAGMAS, f"synchronous={synchronous}"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def append_only(execute: Callable[[str], object], dialect: str, table: str) -> None:
    """Have the database refuse to change or remove rows of a table.

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
    execute(
        f"CREATE FUNCTION {table}_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{table} are only ever added to'; END $$"
    )
    execute(
        f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_append_only()"
    )


def backup(source: Path, target: Path) -> None:
    """Copy a SQLite database while others read and write it; the copy is one moment of it, whole, or there is none.

    The folder of the copy is made if there is none.

    Raises:
        FileNotFoundError: There is no source.
        FileExistsError: The target exists; a backup replaces nothing.
        sqlite3.Error, OSError: It cannot be read, or there is no room; nothing is left behind.
    """
    if not source.is_file():
        raise FileNotFoundError(source)
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("xb"):
        pass
    partial = target.with_name(target.name + ".partial")
    try:
        partial.unlink(missing_ok=True)
        with (
            contextlib.closing(sqlite3.connect(source, timeout=BUSY_TIMEOUT_S)) as here,
            contextlib.closing(sqlite3.connect(partial)) as there,
        ):
            here.backup(there)
        partial.replace(target)
    except BaseException:
        for left in (partial, target):
            left.unlink(missing_ok=True)
        raise


def damage(source: Path) -> list[str]:
    """Return what SQLite itself finds wrong with a file: broken pages and indexes, references to nothing."""
    found = []
    with contextlib.closing(sqlite3.connect(source, timeout=BUSY_TIMEOUT_S)) as here:
        try:
            found += [row[0] for row in here.execute("PRAGMA integrity_check") if row[0] != "ok"]
            for table, row, parent, _ in here.execute("PRAGMA foreign_key_check"):
                found.append(f"{table}: row {row} refers to no row of {parent}")
        except sqlite3.DatabaseError as error:
            found.append(str(error))
    return found
