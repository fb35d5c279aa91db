"""One open database: read transactions side by side, write transactions one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from store import dialects, migrate
from store.steady import steady


class Database:
    """A database with the schema of this version.

    Attributes:
        address: As it was opened.
    """

    def __init__(self, address: str | Path, engines: dialects.Engines) -> None:
        self.address = address
        self._engines = engines
        self._turnstile: AbstractAsyncContextManager[Any] = (
            asyncio.Lock() if dialects.is_sqlite(address) else nullcontext()
        )
        self._running = 0
        self._quiet = asyncio.Event()
        self._closing = False

    @classmethod
    async def connect(cls, address: str | Path) -> Database:
        """Open a database as it is, whatever its schema."""
        if "://" not in str(address):
            Path(address).parent.mkdir(parents=True, exist_ok=True)
        return cls(address, dialects.engines(address))

    @classmethod
    async def open(cls, address: str | Path) -> Database:
        """Open a database, creating it where there is none, and bring its schema up to date.

        Args:
            address: Path of a SQLite file, or an SQLAlchemy address of another database.
        """
        database = await cls.connect(address)
        try:
            async with database.write() as connection:
                await connection.run_sync(migrate.upgrade)
        except BaseException:
            await database.close()
            raise
        return database

    @asynccontextmanager
    async def write(self, *, lasting: bool = True) -> AsyncIterator[AsyncConnection]:
        """Give a connection whose changes are on disk when the block ends; none of them if it raises.

        A task that is cancelled meanwhile hears of it at the end: its changes are on disk then.

        Args:
            lasting: False for marks that can be worked out again: they survive the end of the process, but a loss of
                power may undo them, until something lasting is written.
        """
        engine = self._engines.writer if lasting else self._engines.marker
        async with self._counted(), self._turnstile:
            with steady():
                async with engine.begin() as connection:
                    yield connection

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection that sees one moment of the database until the block ends. Keep it short."""
        async with self._counted():
            with steady():
                async with self._engines.reader.connect() as connection:
                    yield connection

    async def close(self) -> None:
        """Close every connection once nobody uses it; may be called again.

        What somebody still begins after that is done, and its connection closed.
        """
        self._closing = True
        if self._running:
            await self._quiet.wait()
        await self._engines.dispose()

    @asynccontextmanager
    async def _counted(self) -> AsyncIterator[None]:
        """Count a transaction as running, so that no connection is given back to a pool that nobody closes any more."""
        self._running += 1
        self._quiet.clear()
        try:
            yield
        finally:
            self._running -= 1
            if not self._running:
                self._quiet.set()
                if self._closing:
                    await self._engines.dispose()
