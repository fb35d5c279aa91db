"""One open database: concurrent read transactions, write transactions in turn; and whether it is a restored copy."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import URL, Connection, delete, func, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from store.db import connections as db_connections
from store.db import files, migrate
from store.db.addresses import (
    POOLED,
    Address,
    AddressError,
    InUseError,
    StoreError,
    UnreachableError,
    is_away,
    is_full,
    is_lasting,
    is_pooled,
    parse,
    refuses_encryption,
    shown,
)
from store.db.backups import Backups
from store.db.connections import held, steady, transaction
from store.db.files import CHANNEL, CLASS, MIGRATION, FileLock, SessionLock
from store.documents import TimeField, read
from store.schema import cluster, notes, outbox, shards
from store.schema.base import put_row, upsert
from store.share import DUE, NOTICES, POST, Share, Sharing
from store.tables import outages, people

# Which copy of a database this is: a restored backup is told from the database that it was made of.
#
# A SQLite file gets a new number (`user_version`) whenever it is opened for a process, and the lock file beside it
# remembers that; a copy by `python -m store backup` has a negative one. So a file whose number is not the one
# remembered was put there since. A table of PostgreSQL has another number (OID) once it was made anew, as `pg_restore`
# does; which it had stands in a note. What comes of it is noted in the transaction that opens the database, and so not
# lost.


GENERATION, _RESTORED, _GAPS = "generation", "restored", "gaps"
MOST = 20
"""Restores that are remembered."""
SPARE_S = 2.0
"""How often a spare tries to take the place of another process."""
_RENEWED_EVERY_S = 1.0
_AT_ONCE = 300
"""Numbers in one notice, which may have 8,000 bytes."""
_ROWS = TypeAdapter(list[tuple[TimeField, TimeField]])


@dataclass(frozen=True, slots=True)
class Gap:
    """A time of which everything is lost: from the end of a backup to when it was restored, by Discord's clock."""

    begin: datetime
    end: datetime


def recognise_copy(connection: Connection) -> None:
    """Note whether a PostgreSQL database was restored since it was last opened."""
    query = "SELECT (SELECT oid FROM pg_database WHERE datname = current_database()), 'notes'::regclass::oid"
    database, table = connection.exec_driver_sql(query).one()
    now = f"{database}:{table}"
    before = connection.execute(select(notes.c.value).where(notes.c.key == GENERATION)).scalar_one_or_none()
    if before is not None and before != now:
        is_restored(connection)
    _put(connection, GENERATION, now)


def is_restored(connection: Connection) -> None:
    """Note that this is a restored backup; one of a database that was never in use counts as new."""
    if connection.execute(select(shards.c.shard)).first() is not None:
        _put(connection, _RESTORED, "1")


async def backup_gaps(connection: AsyncConnection) -> tuple[Gap, ...]:
    noted = await people.note(connection, _GAPS)
    return tuple(Gap(begin, end) for begin, end in read(_ROWS, json.loads(noted or "[]"), _GAPS))


async def take_generation(
    connection: AsyncConnection, newest: datetime | None, now: datetime, ahead: timedelta = timedelta()
) -> Gap | None:
    """Note the lost time if the database turned out to be restored when it was opened, and return it, once.

    `connection` writes, so that the caller can arrange what follows. `newest` is the latest known message by Discord's
    clock, and `ahead` is by how much our clock is ahead of it.
    """
    if await people.note(connection, _RESTORED) is None:
        return None
    alive = await outages.alive(connection)
    known = [each for each in (newest, None if alive is None else alive - ahead) if each is not None]
    gap = Gap(max(known, default=now - ahead), now - ahead)
    rows = [(each.begin, each.end) for each in (*await backup_gaps(connection), gap)[-MOST:]]
    await people.set_note(connection, _GAPS, json.dumps(_ROWS.dump_python(rows, mode="json")))
    await connection.execute(notes.delete().where(notes.c.key == _RESTORED))
    return gap


async def newest_message(connection: AsyncConnection) -> int | None:
    """Return the latest remembered message."""
    found: int | None = (await connection.execute(select(func.max(outbox.c.message_id)))).scalar_one_or_none()
    return found


def _put(connection: Connection, key: str, value: str) -> None:
    connection.execute(upsert(connection.dialect.name, notes, ("key", "value")), {"key": key, "value": value})


_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Writes:
    """Tells whether a task, or one that it began, has written something.

    Attributes:
        any: Whether a transaction that could write has ended, or may have ended.
    """

    any: bool = False


_writes: ContextVar[Writes | None] = ContextVar("writes", default=None)


def note_writes() -> Writes:
    """Return a watch on whether this task writes something from now on."""
    noted = Writes()
    _writes.set(noted)
    return noted


class Database:
    """A database with the schema of this version.

    Attributes:
        share: The servers of this process; all of them unless several processes share them.
        reads: How many transactions that only read have begun.
        writes: How many that may write have ended.
        write_seconds: How long those took in all, from the wait for their turn to the commit.
    """

    def __init__(
        self, address: Path | URL, connections: db_connections.Engines, lock: FileLock | SessionLock | None = None
    ) -> None:
        self.address = address
        self._engines = connections
        self._lock = lock
        # SQLite has one lock, for which waiting here is cheaper. PostgreSQL would let others write between what a
        # transaction reads and what it writes.
        self._turnstile = asyncio.Lock()
        self._tell: dict[str, Callable[[set[Any]], None]] = {}
        self.share = Share.ALL
        self._sharing = Sharing(1)
        self._sender = secrets.token_hex(6)
        self._hear: dict[str, list[Callable[[set[int]], None]]] = {}
        self._on_renewed: list[Callable[[], None]] = []
        self._renewing: asyncio.Task[None] | None = None
        self._running = 0
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._returning = asyncio.Lock()
        self._closing = False
        self.reads = self.writes = 0
        self.write_seconds = 0.0

    @classmethod
    async def connect(cls, address: Address) -> Database:
        """Open a database as it is, whatever its schema, beside other processes; a new one if there is no file.

        Raises:
            AddressError: There can be no database.
        """
        return cls._connect(parse(address))

    @classmethod
    def _connect(cls, address: Path | URL, lock: FileLock | SessionLock | None = None) -> Database:
        if isinstance(address, Path) and not address.exists():
            files.make(address)
        return cls(address, db_connections.engines(address), lock)

    @classmethod
    async def open(
        cls,
        address: Address,
        *,
        backups: Backups | None = None,
        lock: FileLock | SessionLock | None = None,
        sharing: Sharing | None = None,
        spare: Callable[[], None] | None = None,
    ) -> Database:
        """Open a database for this process alone, making it where there is none, and bring its schema up to date.

        With `sharing` it is for one of several processes: it returns once this one has a share of the servers.

        Args:
            address: Where it is.
            backups: Where it is copied before it is migrated; None to migrate it without a copy.
            lock: Its lock, if this process has it already; from now on it is the database's.
            sharing: How many processes share the servers; None for this one alone.
            spare: Called if every share is taken, so that this process waits until another one ends.

        Raises:
            StoreError: It cannot be used as it is: another process has it, it is damaged, it is gone, it is too new.
            DBAPIError, UnreachableError: It cannot be used at the moment, as `store.db.addresses.is_lasting` tells.
        """
        parsed = parse(address)
        several = sharing is not None and sharing.processes > 1
        try:
            if isinstance(parsed, Path):
                if several:
                    raise AddressError(
                        f"{shown(parsed)} is a SQLite file, which only one process can use: set PROCESSES=1, or "
                        "move it to PostgreSQL (python -m store copy)"
                    )
                return await cls._open_file(parsed, backups, lock if isinstance(lock, FileLock) else None)
            if sharing is not None and several:
                return await cls._open_shared(parsed, backups, sharing, spare)
            own = lock if isinstance(lock, SessionLock) else None
            return await cls._open_server(parsed, backups, own, sharing)
        except (OSError, DBAPIError, sqlite3.Error) as error:
            if is_full(error):
                message = f"{shown(parsed)}: there is no room left on its disk; make some, and start again"
                raise StoreError(message) from error
            if isinstance(error, PermissionError | IsADirectoryError | NotADirectoryError):
                raise AddressError(f"{shown(parsed)} can't be used: {error.strerror} ({error.filename})") from error
            if is_pooled(error):
                raise StoreError(f"{shown(parsed)} {POOLED}") from error
            if refuses_encryption(error.__cause__ or error, parsed):
                message = f"{shown(parsed)} doesn't encrypt connections, which sslmode demands: have the server do so"
                raise StoreError(f"{message}, or leave sslmode out") from error
            if isinstance(error, OSError | sqlite3.Error) and not isinstance(error, UnreachableError):
                raise UnreachableError(f"{shown(parsed)} can't be reached: {error}") from error
            raise
        except UnicodeDecodeError as error:  # of a damaged schema, which SQLite quotes, the driver makes no text
            raise StoreError(f"{shown(parsed)} is damaged ({error}): put a backup in its place") from error

    @classmethod
    async def _open_server(
        cls, address: URL, backups: Backups | None, taken: SessionLock | None, sharing: Sharing | None
    ) -> Database:
        connections = db_connections.engines(address)
        lock = taken or SessionLock(address)
        database = cls(address, connections, lock)
        try:
            if taken is None:
                await database._take(lock, sharing)
            await _back_up(database, backups)
            async with database.write(long=True) as connection:
                await lock.lasts()
                await connection.run_sync(_upgrade_alone)
                await connection.execute(delete(cluster))
            if sharing is not None:
                lock.when_renewed(database._check_again)
                await database._fence(0)
        except BaseException:
            await database.close()
            raise
        return database

    async def _take(self, lock: SessionLock, sharing: Sharing | None) -> None:
        """Take the database for this process alone. Raises InUseError."""
        try:
            await lock.take()
        except InUseError:
            async with self._engines.single.connect() as connection:
                theirs = await running_as(connection)
            if sharing is None or theirs is None:
                raise
            raise InUseError(_as_others(shown(self.address), theirs)) from None

    @classmethod
    async def _open_shared(
        cls, address: URL, backups: Backups | None, sharing: Sharing, spare: Callable[[], None] | None
    ) -> Database:
        """Open a database for one of several processes, once it has a set of shards."""
        lock = SessionLock(address, sharing.processes)
        database = cls(address, db_connections.engines(address), lock)
        lock.when_announced(database._announced)
        lock.when_ended(database._renew)
        lock.when_renewed(database._check_again)
        try:
            alone = await lock.join()
            async with database.read() as connection:
                await _check_clock(connection, shown(address))
            if alone:
                await _back_up(database, backups)
                async with database.write(long=True) as connection:
                    await lock.lasts()
                    await connection.run_sync(_upgrade_alone)
                    database._sharing = await _settle(connection, sharing)
            else:
                async with database.read() as connection:
                    await lock.lasts()
                    database._sharing = await _agreed(connection, sharing, shown(address))
            await lock.joined()
            number = await _set_of(lock, spare)
            database.share = database._sharing.share(number)
            await database._fence(number)
        except BaseException:
            await database.close()
            raise
        return database

    async def _fence(self, number: int) -> None:
        """Have every later transaction fail that another process begins for a set of shards which it had.

        The lock alone doesn't: a process that lost it may believe for seconds that it has it. What that has begun ends
        first.
        """
        key = f"{EPOCH}:{number}"
        while True:
            try:
                async with self.write() as connection:
                    epoch: str = (await connection.execute(_NEXT_EPOCH, {"key": key})).scalar_one()
                self._engines = self._engines.fenced(key, epoch)
                return
            except (OSError, DBAPIError) as error:
                if not is_away(error):
                    raise
                _log.warning("set %d can't be taken yet: %s", number, error)
            await asyncio.sleep(_RENEWED_EVERY_S)

    @classmethod
    async def _open_file(cls, path: Path, backups: Backups | None, taken: FileLock | None) -> Database:
        lock = taken or FileLock(path)
        try:
            await asyncio.to_thread(files.examine, lock.database, lock.remembered, lock.path)
            database = cls._connect(path, lock)
        except BaseException:
            lock.release()
            raise
        try:
            await _back_up(database, backups)
            async with database.write(long=True) as connection:
                await connection.run_sync(migrate.upgrade)
                number: int = (await connection.exec_driver_sql("PRAGMA user_version")).scalar_one()
                if number < 0 or (lock.remembered and number not in lock.remembered):
                    await connection.run_sync(is_restored)
                new = files.new_identity()
                lock.remember(*lock.remembered, new)
                await connection.exec_driver_sql(f"PRAGMA user_version = {new}")
            lock.remember(new)
        except BaseException:
            await database.close()
            raise
        if exposed_files := " ".join(str(each) for each in files.exposed_files(lock.database)):
            text = "others may read what holds secrets: chmod 600 %s"
            _log.warning(text, exposed_files, extra={"cause": "permissions"})
        return database

    def when_lost(self, tell: Callable[[InUseError], None]) -> None:
        """Call `tell` when another process has taken the database, which can happen with PostgreSQL only."""
        if isinstance(self._lock, SessionLock):
            self._lock.when_lost(tell)

    def tell_of(self, what: str, tell: Callable[[set[Any]], None]) -> None:
        """Call `tell` after each transaction with what it wrote of a kind, if anything, before another one can write.

        The kinds are `outbox.CHANNELS` and `deadlines.WRITTEN`.
        """
        self._tell[what] = tell

    def announce(self, connection: AsyncConnection, word: str, *numbers: int) -> None:
        """Tell every other process of something once the transaction is committed; those that `hear` the word."""
        if self._sharing.processes > 1:
            connection.info[NOTICES].update((word, number) for number in numbers)

    def hear(self, word: str, handler: Callable[[set[int]], None]) -> None:
        """Call `handler` with the numbers that another process announces with a word.

        What was announced while the session was lost is never heard: see `when_reconnected`.
        """
        self._hear.setdefault(word, []).append(handler)

    def when_reconnected(self, call: Callable[[], None]) -> None:
        """Call a function when notices may have been missed: it forgets what others may have changed."""
        self._on_renewed.append(call)

    def _announced(self, said: str) -> None:
        sender, word, *numbers = said.split()
        if sender != self._sender:
            for handler in self._hear.get(word, ()):
                handler({int(each) for each in numbers})

    async def _send(self, connection: AsyncConnection, notices: set[tuple[str, int]]) -> None:
        """Send what a transaction announces, except what it wrote for servers of this process."""
        by_word: dict[str, list[int]] = {}
        for word, number in sorted(notices):
            if word not in (POST, DUE) or not self.share.has(number):
                by_word.setdefault(word, []).append(number)
        said = [
            " ".join((self._sender, word, *map(str, numbers[at : at + _AT_ONCE])))
            for word, numbers in by_word.items()
            for at in range(0, len(numbers), _AT_ONCE)
        ]
        if said:
            await connection.execute(select(*(func.pg_notify(CHANNEL, each) for each in said)))

    async def _check_again(self, connection: AsyncConnection) -> None:
        """Find out whether the database is as this process left it, when its session was begun anew."""
        found = await connection.run_sync(migrate.revision)
        if found != migrate.head() or (await running_as(connection) or Sharing(1)) != self._sharing:
            raise InUseError(f"{shown(self.address)} was used by another version or with other settings meanwhile")
        self._engines.doubt.raise_now()
        for call in self._on_renewed:
            call()

    def _renew(self) -> None:
        """Begin the session anew, as what others announce would be missed until the next read or write."""
        if not self._closing and (self._renewing is None or self._renewing.done()):
            self._renewing = asyncio.get_running_loop().create_task(self._begin_anew(), name="session of the database")

    async def _begin_anew(self) -> None:
        while not self._closing and isinstance(self._lock, SessionLock):
            try:
                await self._lock.confirm()
                break
            except InUseError:
                break  # `when_lost` was called
            except (DBAPIError, OSError) as error:
                _log.debug("no new session yet: %r", error)
            await asyncio.sleep(_RENEWED_EVERY_S)

    @asynccontextmanager
    async def write(self, *, lasting: bool = True, long: bool = False) -> AsyncIterator[AsyncConnection]:
        """Yield a connection whose changes are on disk when the block ends; none of them if it raises.

        If the task is cancelled meanwhile, it learns so at the end: its changes are on disk then.

        Args:
            lasting: False for marks that can be worked out again: they survive the end of the process, but a loss of
                power may undo them, until something lasting is written.
            long: Whether single statements write so much that the event loop should not wait for them.
        """
        engine = self._engines.writer if lasting else self._engines.marker
        began = time.monotonic()
        async with self._counted(), self._turnstile:
            with steady(long=long):
                written: dict[str, set[Any]] = {what: set() for what in self._tell}
                notices: set[tuple[str, int]] = set()
                try:
                    async with self._begun(engine) as connection:
                        connection.info.update(written)
                        connection.info[NOTICES] = notices
                        yield connection
                        if notices and self._sharing.processes > 1:
                            await self._send(connection, notices)
                        # Before the commit: should it fail, only the store knows whether it did.
                        if (noted := _writes.get()) is not None and lasting:
                            noted.any = True
                finally:  # where the commit failed, there may be posts all the same
                    self.writes += 1
                    self.write_seconds += time.monotonic() - began
                    for what, found in written.items():
                        if found:
                            self._tell[what](found)

    @asynccontextmanager
    async def alone(self, number: int) -> AsyncIterator[None]:
        """Be the only process that does something until the block ends, after waiting for others; SQLite has one.

        `number`: a lock of `store.db.files`. Raises DBAPIError, OSError.
        """
        if isinstance(self.address, Path):
            yield
            return
        async with files.alone(self.address, number):
            yield

    async def scrub(self) -> None:
        """Erase removed data from SQLite's files; writers wait meanwhile, some seconds a gigabyte.

        PostgreSQL clears away dead rows by itself (autovacuum).

        Raises:
            sqlite3.OperationalError: It cannot be done at the moment.
        """
        await self._alone(files.scrub)

    async def checkpoint(self) -> None:
        """Empty SQLite's log, which may contain removed data. Raises sqlite3.OperationalError."""
        await self._alone(files.checkpoint)

    async def _alone(self, work: Callable[[Path], None]) -> None:
        if isinstance(self.address, Path):
            async with self._counted(), self._turnstile:
                await held(asyncio.to_thread(work, self.address))

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """Yield a connection that sees one moment of the database until the block ends. Keep it short."""
        self.reads += 1
        async with self._counted():
            with steady():
                async with self._begun(self._engines.reader) as connection:
                    yield connection

    @asynccontextmanager
    async def look(self) -> AsyncIterator[AsyncConnection]:
        """Yield a connection for a single query: that needs no transaction, and with PostgreSQL a third of the time."""
        self.reads += 1
        async with self._counted():
            with steady():
                async with self._begun(self._engines.single) as connection:
                    yield connection

    def _begun(self, engine: AsyncEngine) -> AbstractAsyncContextManager[AsyncConnection]:
        return engine.begin() if isinstance(self.address, Path) else self._confirmed(engine)

    @asynccontextmanager
    async def _confirmed(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        try:
            # Where the session had ended, other connections may have, too, of which nobody has heard.
            if isinstance(self._lock, SessionLock) and await held(self._lock.confirm()):
                self._engines.doubt.raise_now()
            begun = await db_connections.begin(engine)
        except (OSError, DBAPIError) as error:
            if isinstance(self._lock, SessionLock) and db_connections.is_fenced(error):
                taken = f"{shown(self.address)} is another process's by now, which has taken over what this one had"
                raise self._lock.lost(taken) from None
            if isinstance(error, DBAPIError) and is_lasting(error):
                raise
            reason = error.orig if isinstance(error, DBAPIError) else error
            raise UnreachableError(f"{shown(self.address)} can't be reached: {str(reason) or repr(reason)}") from error
        async with transaction(*begun) as connection:
            yield connection

    async def close(self) -> None:
        """Close every connection once it is unused; may be called again.

        A transaction that begins later is still served, and its connection closed.
        """
        self._closing = True
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.wait({self._renewing})
        while True:
            await self._quiet.wait()
            if await held(self._give_back()):
                return

    async def _give_back(self) -> bool:
        """Close every connection and give the lock back, unless a transaction has begun, which does so at its end."""
        async with self._returning:
            if self._running:
                return False
            # The lock's connection, too: a transaction that began after the close has taken it again.
            await self._engines.dispose()
            if isinstance(self._lock, SessionLock):
                await self._lock.release()
            elif self._lock is not None:
                self._lock.release()
            return True

    @asynccontextmanager
    async def _counted(self) -> AsyncIterator[None]:
        """Count a transaction as running, so that no connection returns to a pool that is already closed."""
        if self._closing:
            async with self._returning:
                self._running += 1
        else:
            self._running += 1
        self._quiet.clear()
        try:
            yield
        finally:
            self._running -= 1
            if not self._running:
                self._quiet.set()
                if self._closing:
                    await held(self._give_back())


def _upgrade_alone(connection: Connection) -> None:
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({CLASS}, {MIGRATION})")
    migrate.upgrade(connection)
    recognise_copy(connection)


async def running_as(connection: AsyncConnection) -> Sharing | None:
    """Return how several processes share the servers; None if one has them all, or none ever ran."""
    if not await connection.run_sync(migrate.has_table, cluster.name):
        return None
    row = (await connection.execute(select(cluster.c.shards, cluster.c.processes))).one_or_none()
    return None if row is None else Sharing(row.processes, row.shards)


def _as_others(where: str, there: Sharing) -> str:
    return (
        f"{where} is in use by processes with SHARDS={there.shards} and PROCESSES={there.processes}: set the same "
        "here, or stop all of them first"
    )


EPOCH = "epoch"
"""The note, by set of shards, which process's it is: that whose number stands in it."""
_NEXT_EPOCH = text(
    "INSERT INTO notes (key, value) VALUES (:key, (extract(epoch FROM clock_timestamp()) * 1000)::bigint::text) "
    "ON CONFLICT (key) DO UPDATE SET value = greatest(notes.value::bigint + 1, excluded.value::bigint)::text "
    "RETURNING value"
)
"""A higher number than ever before, also in a restored database."""


MOST_AHEAD = timedelta(seconds=5)
"""How far the clocks of processes may be from the server's."""


async def clock_ahead(connection: AsyncConnection) -> timedelta:
    """Return by how much this machine's clock is ahead of the server's at least; negative if it's behind."""
    before = datetime.now(UTC)
    theirs: datetime = (await connection.exec_driver_sql("SELECT clock_timestamp()")).scalar_one()
    after = datetime.now(UTC)
    return max(before - theirs, timedelta()) or min(after - theirs, timedelta())


async def _check_clock(connection: AsyncConnection, where: str) -> None:
    ahead = await clock_ahead(connection)
    if abs(ahead) > MOST_AHEAD:
        word = "ahead of" if ahead > timedelta() else "behind"
        raise StoreError(
            f"this machine's clock is {abs(ahead).total_seconds():.0f} s {word} the one of {where}, and several "
            "processes need the same time: have both machines set theirs by the network (timedatectl set-ntp true)"
        )


async def _settle(connection: AsyncConnection, sharing: Sharing) -> Sharing:
    """Write how the servers are shared from now on, as no other process runs; return it."""
    if sharing.count < sharing.processes:
        raise StoreError(
            f"SHARDS={sharing.count} is too few for PROCESSES={sharing.processes}, as each process needs a shard: set "
            "a higher number, or leave SHARDS empty"
        )
    found = Sharing(sharing.processes, sharing.count)
    await outages.renumber(connection, found.count)
    await put_row(connection, cluster, {"id": 1, "shards": found.count, "processes": found.processes})
    return found


async def _agreed(connection: AsyncConnection, sharing: Sharing, where: str) -> Sharing:
    """Return how the processes that run share the servers.

    Raises:
        StoreError: This one was told otherwise, or is an older version.
        UnreachableError: It is a newer version, which has to wait until the others have ended.
    """
    found = await connection.run_sync(migrate.revision)
    if found is not None and (obstacle := migrate.no_way(found)) is not None:
        raise StoreError(f"{where}: {obstacle}")
    theirs = await running_as(connection) if found == migrate.head() else None
    if theirs is None:
        raise UnreachableError(
            f"{where} is in use by processes of an older version: this one waits for the migration; stop all of them, "
            "then start it again"
        )
    if (sharing.processes, sharing.shards or theirs.shards) != (theirs.processes, theirs.shards):
        raise StoreError(_as_others(where, theirs))
    return theirs


async def _set_of(lock: SessionLock, spare: Callable[[], None] | None) -> int:
    """Return the set that this process has, once one is free."""
    waits = False
    while True:
        try:
            await lock.confirm()
            if (number := await lock.take_set()) is not None:
                _log.info("this process has set %d of %d", number, lock.processes)
                return number
        except (DBAPIError, OSError) as error:
            if isinstance(error, DBAPIError) and hasattr(error.orig, "sqlstate") and is_lasting(error):
                raise
            _log.warning("the database can't be reached: %s", error)
        if not waits and spare is not None:
            spare()
        if not waits:
            _log.info("every set is taken: this process is a spare, and waits until another one ends")
            waits = True
        await asyncio.sleep(SPARE_S)


async def _back_up(database: Database, backups: Backups | None) -> None:
    """Copy the database if it is about to be migrated. Raises StoreError if it should be and cannot be copied."""
    if backups is None:
        return
    async with database.read() as connection:
        if not await connection.run_sync(migrate.needs_steps):
            return
    try:
        path = await backups.make(database.address, datetime.now(UTC), before=migrate.head())
    except (StoreError, OSError, sqlite3.Error, DBAPIError) as error:
        raise StoreError(
            f"{shown(database.address)} has to be migrated, and there's no backup of it from before ({error}). Mend "
            "that, or set BACKUP=off and make one yourself"
        ) from error
    _log.info("the database was copied to %s before its migration", path)
