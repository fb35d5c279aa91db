"""Connections to a database: how many, how they are set up, and how a transaction begins.

SQLite runs with a write-ahead log, so that readers never wait; with `synchronous=FULL`, so that what was committed
survives a loss of power; and with one writer at a time. Only marks that can be worked out again (what was posted
already) do without waiting for the disk. What is removed is overwritten (`secure_delete`). PostgreSQL sorts writers out
itself: they see what is committed when each statement begins (READ COMMITTED) and compare revisions, while a reader
sees one moment (REPEATABLE READ).
"""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiosqlite
from sqlalchemy import URL, Connection, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from store import steady
from store.errors import AddressError

BUSY_TIMEOUT_S = 10.0
READERS = 4
CONNECT_TIMEOUT_S = 10.0
CONNECTIONS = 8
"""To PostgreSQL at a time."""
WRITER_CACHE_KIB = 16 * 1024
"""Of a large database the writer keeps so much at most: with SQLite's usual 2 MiB, the end of a match among a million
results reads most pages of its indexes again."""
_PRAGMAS = ("journal_mode=WAL", "foreign_keys=ON", "temp_store=MEMORY", "secure_delete=ON")


@dataclass(frozen=True, slots=True)
class Engines:
    """The connections to a database; with PostgreSQL all three share one pool.

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
        for engine in (self.writer, self.marker, self.reader):
            await engine.dispose()


def engines(address: Path | URL) -> Engines:
    """Return the connections to a database, none of them made yet.

    Raises:
        AddressError: It is a PostgreSQL database, and its driver is not installed.
    """
    if isinstance(address, URL):
        return _postgresql(address)
    return Engines(
        writer=_sqlite(address, steady.BEGIN_WRITING, connections=1, more=(f"cache_size=-{WRITER_CACHE_KIB}",)),
        marker=_sqlite(address, steady.BEGIN_WRITING, connections=1, synchronous="NORMAL"),
        reader=_sqlite(address, "BEGIN", connections=READERS),
    )


def _sqlite(
    path: Path, begin: str, *, connections: int, synchronous: str = "FULL", more: tuple[str, ...] = ()
) -> AsyncEngine:
    # Every connection is a thread. The driver's own transaction control is off: it would begin too late and too lax.
    async def connect() -> aiosqlite.Connection:
        return await steady.connect(path, isolation_level=None, timeout=BUSY_TIMEOUT_S)

    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(path)),
        pool_size=connections,
        max_overflow=0,
        hide_parameters=True,  # sealed choices, plans and seeds are among them, and errors are logged
        pool_reset_on_return=None,  # every transaction here is ended where it began
        async_creator=connect,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:  # noqa: ANN401 - the driver's connection, adapted
        cursor = connection.cursor()
        for pragma in (*_PRAGMAS, f"synchronous={synchronous}", *more):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _postgresql(address: URL) -> Engines:
    try:
        writer = create_async_engine(
            address,
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_pre_ping=True,  # the server may have been started anew
            hide_parameters=True,
            isolation_level="READ COMMITTED",
            connect_args={
                "timeout": CONNECT_TIMEOUT_S,
                # PostgreSQL's compiler takes longer than any query here.
                "server_settings": {"application_name": process_name(), "jit": "off"},
            },
        )
    except ModuleNotFoundError as error:
        raise AddressError(f"PostgreSQL lacks {error.name}: pip install 'arena[postgres]'") from None
    marker = writer.execution_options(isolation_level="READ COMMITTED")

    @event.listens_for(marker.sync_engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql("SET LOCAL synchronous_commit TO off")

    return Engines(
        writer, marker, writer.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    )


def process_name() -> str:
    """Return what this process is called in the lists of a PostgreSQL server (63 bytes are shown)."""
    return f"arena {os.getpid()} on {socket.gethostname()}"[:63]
