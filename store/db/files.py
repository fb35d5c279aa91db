"""The SQLite file, its permissions and its identity; the lock that keeps a second process out, on PostgreSQL, too.

It contains seeds, sealed choices and plans: files that are made here belong to their owner alone. SQLite gives the
files beside it (`-wal`, `-shm`) the same mode.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import secrets
import socket
import sqlite3
import stat
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Row
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from store.db.addresses import (
    POOLED,
    InUseError,
    LostError,
    StoreError,
    UnreachableError,
    is_pooled,
    may_pass,
    shown,
)
from store.db.connections import BUSY_TIMEOUT_S, CONNECT_TIMEOUT_S, KEEPALIVE, notice_the_dead, process_name

PRIVATE = 0o600
PRIVATE_FOLDER = 0o700
PARTIAL = ".partial"
"""End of the name of a file that is being written."""
_MAGIC = b"SQLite format 3\x00"
_HEADER, _PAGE_SIZE = 100, slice(16, 18)


def make(path: Path) -> None:
    """Make an empty database that only its owner may read, and the folders above it, in one step.

    It gets a random identity (SQLite's `user_version`) by which it is recognised later.
    """
    make_folder(path.parent)
    partial = path.with_name(path.name + ".new")
    partial.unlink(missing_ok=True)
    _touch(partial)
    with contextlib.closing(sqlite3.connect(partial)) as connection:
        connection.execute(f"PRAGMA user_version = {new_identity()}")
    partial.replace(path)


def make_folder(folder: Path) -> None:
    """Make a folder that only its owner may read, and those above it; an existing one stays as it is."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)


def new_identity() -> int:
    """Return a new identity for a database, never 0."""
    return secrets.randbelow(2**31 - 1) + 1


def exposed_files(path: Path) -> list[Path]:
    """Return the database's files, or this one file, that others may read or change."""
    if os.name != "posix":
        return []
    beside = [path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", ".lock"))]
    return [each for each in beside if each.exists() and stat.S_IMODE(each.stat().st_mode) & 0o077]


def is_database(path: Path) -> bool:
    """Return whether a file begins as a SQLite database does. Raises OSError."""
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def examine(path: Path, remembered: Collection[int], lock: Path) -> None:
    """Examine a database before it is opened, so that no process starts an empty one where a database was before.

    `remembered` are the identities of that database, empty if none is known, and `lock` is the file that remembers
    them.

    Raises:
        StoreError: It is gone or empty, it is no database, or SQLite refuses its pages.
    """
    restore = "put a backup in its place"
    leftover = path.with_name(path.name + "-wal")
    if left := leftover.exists() and leftover.stat().st_size > 0:
        restore += f" and remove {leftover.name}"  # or SQLite would write what stands there into the backup
    if not path.exists():
        if left:
            raise StoreError(f"{path} is gone, and only {leftover.name} is left: {restore}")
        if remembered:
            raise StoreError(f"{path} is gone: {restore}, or remove {lock} to start afresh")
        return
    with path.open("rb") as file:
        begin = file.read(len(_MAGIC))
    if not begin:
        raise StoreError(f"{path} is empty: {restore}, or remove it and {lock.name} to start afresh")
    if begin != _MAGIC:
        raise StoreError(f"{path}: file is not a database; {restore}, or name another one in DATABASE")
    with contextlib.closing(sqlite3.connect(path, timeout=BUSY_TIMEOUT_S)) as connection:
        try:
            ((tables,),) = connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
            if remembered and not tables:
                raise StoreError(f"{path} has lost everything in it: {restore}, or remove it and {lock.name}")
            # Every time: a disk loses bytes without a sign of it on the file. A gigabyte takes ten to thirty seconds.
            problems = [row[0] for row in connection.execute("PRAGMA quick_check(1)") if row[0] != "ok"]
        except sqlite3.DatabaseError as error:
            if may_pass(error):  # locked, or no room
                raise
            problems = [str(error)]
        except UnicodeDecodeError as error:  # SQLite quotes a damaged schema, of which the driver makes no text
            problems = [str(error)]
    problems = _cut_off(path) + problems  # what SQLite says then is of what lies beyond the end
    if problems:
        problem = " ".join(problems[0].split())
        raise StoreError(f"{path} is damaged ({problem}): {restore}; `python -m store check` says more")


@contextlib.contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """Yield a private file to write to, which becomes the target at the end; if the block raises, nothing is left.

    The folder of the target is made if there is none.

    Raises:
        FileExistsError: The target exists.
    """
    make_folder(target.parent)
    _touch(target)
    partial = target.with_name(target.name + PARTIAL)
    try:
        partial.unlink(missing_ok=True)
        _touch(partial)
        yield partial
        partial.replace(target)
    except BaseException:
        for left in (partial, target):
            left.unlink(missing_ok=True)
        raise


def backup(source: Path, target: Path) -> None:
    """Copy a database while other processes read and write it; the copy is one moment of it, whole, or there is none.

    Only its owner may read the copy. The folder of the copy is made if there is none.

    Raises:
        FileNotFoundError: There is no source.
        StoreError: The source is empty: a copy would look like a backup.
        FileExistsError: The target exists; a backup replaces nothing.
        sqlite3.Error, OSError: It cannot be read, or there is no room; nothing is left behind.
    """
    if not source.is_file():
        raise FileNotFoundError(source)
    with (
        new_file(target) as partial,
        contextlib.closing(sqlite3.connect(source, timeout=BUSY_TIMEOUT_S)) as here,
        contextlib.closing(sqlite3.connect(partial)) as copied,
    ):
        if here.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
            raise StoreError(f"{source} is empty: there's nothing to copy")
        here.backup(copied)
        copied.execute(f"PRAGMA user_version = {-new_identity()}")  # a copy is known by the sign


def scrub(path: Path) -> None:
    """Write a database anew, so that no removed data is left in it, nor in the files beside it.

    `secure_delete` overwrites removed rows in place, but a page that was rebuilt earlier because it was full may still
    hold a copy of rows that moved to another page.

    Raises:
        sqlite3.OperationalError: Other processes use it all the time, or there is no room for a second copy.
    """
    with contextlib.closing(sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None)) as connection:
        connection.execute("VACUUM")
        _checkpoint(connection)


def checkpoint(path: Path) -> None:
    """Move everything from the log beside it into the database itself.

    Raises:
        sqlite3.OperationalError: Other processes read it all the time.
    """
    with contextlib.closing(sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None)) as connection:
        _checkpoint(connection)


def _checkpoint(connection: sqlite3.Connection) -> None:
    busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise sqlite3.OperationalError("database is locked: other processes keep reading it")


def damage(source: Path) -> list[str]:
    """Return SQLite's own findings: broken pages and indexes, references to nothing."""
    found = _cut_off(source)
    with contextlib.closing(sqlite3.connect(source, timeout=BUSY_TIMEOUT_S)) as here:
        try:
            found += [row[0] for row in here.execute("PRAGMA integrity_check") if row[0] != "ok"]
            for table, row, parent, _ in here.execute("PRAGMA foreign_key_check"):
                found.append(f"{table}: row {row} refers to no row of {parent}")
        except sqlite3.DatabaseError as error:
            found.append(str(error))
    return found


def _cut_off(path: Path) -> list[str]:
    """Return a finding if the end of the file is missing: SQLite overlooks that the last page is not whole.

    While other processes write, and after they were killed, the missing part is in the log beside it.
    """
    with path.open("rb") as file:
        header = file.read(_HEADER)
        size = file.seek(0, os.SEEK_END)
    page = int.from_bytes(header[_PAGE_SIZE], "big")
    page = 65536 if page == 1 else page
    log = path.with_name(path.name + "-wal")
    if not page or size % page == 0 or (log.exists() and log.stat().st_size > 0):
        return []
    return [f"its last page is cut off: {size % page} of {page} bytes are there"]


def _touch(path: Path) -> None:
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))


# One process per database, or one a share of the servers: with two, everything would be posted twice.
#
# Beside a SQLite file lies another one, `….lock`, that the system keeps locked for as long as the process lives,
# however it ends; what is written in it says who that is, and which database was here. With PostgreSQL a session holds
# an advisory lock. A session can end without the process, so it is checked before every transaction: while it is
# known to live, nobody else has the lock; when it is gone, nothing is read or written, and so nothing posted, until it
# is back.
#
# Where several processes share the servers (`store.share.Sharing`), they hold that lock together, and each the lock of
# its set. So what must be alone takes the one lock as ever: a migration, `store restore`, `store copy`, other numbers
# of shards and processes. A process that finds every set taken is a spare: it holds the common lock only. The same
# session hears what the other processes announce (`store.database.Database.announce`).


CLASS = 0x4172656E
"""The first half of the advisory locks' keys: "Aren"."""
PROCESS, MIGRATION, START, SETS = 1, 2, 3, 100
"""The second half: who uses the database, who migrates it; which of several processes starts; the first of the sets."""
IDENTIFYING = 1_000_000
"""The first of the locks for processes that identify themselves to Discord, one for each bucket of shards."""
CHANNEL = "arena"
"""On which processes announce to each other what they changed."""
CONFIRM_S, ANSWER_S = 5.0, 5.0
"""Silence after which a session is asked again, and the time it has to answer. Together this is well below what
the server takes to give up a client that it does not hear of (`KEEPALIVE`)."""
START_S = 3.0
"""Time that a starting process waits for the session of a killed one to end."""
ALONE_S = 10.0
"""Time that it waits for another one that starts, which may have to migrate the database."""
_WAIT_S, _AGAIN_S = 0.01, 0.1

_log = logging.getLogger(__name__)

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        # A byte far behind the text, which others may read.
        os.lseek(descriptor, 2**30, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    def _unlock(descriptor: int) -> None:
        os.lseek(descriptor, 2**30, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


@contextlib.contextmanager
def locked(descriptor: int) -> Iterator[None]:
    """Have a file for this process alone until the block ends, after waiting a little for others.

    Raises:
        OSError: Another one has it for longer.
    """
    until = time.monotonic() + BUSY_TIMEOUT_S
    while True:
        try:
            _lock(descriptor)
            break
        except (BlockingIOError, PermissionError):
            if time.monotonic() >= until:
                raise
        time.sleep(_WAIT_S)
    try:
        yield
    finally:
        _unlock(descriptor)


class FileLock:
    """The lock of a SQLite file.

    Attributes:
        database: The file, without symbolic links.
        path: The lock file; it stays there.
        remembered: The identity of the database that was here (SQLite's `user_version`), empty if none is known.
    """

    def __init__(self, database: Path) -> None:
        self.database = database = database.resolve()  # however it is called, it is the same file
        make_folder(database.parent)
        self.path = database.with_name(database.name + ".lock")
        self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, PRIVATE)
        try:
            try:
                _lock(self._descriptor)
            except (BlockingIOError, PermissionError):
                message = f"{database} is in use by {_holder(self._read())}; stop it first"
                raise InUseError(message) from None
            numbers = self._read().get("database")
            numbers = numbers if isinstance(numbers, list) else [numbers]
            self.remember(*(each for each in numbers if isinstance(each, int)))
        except BaseException:
            self.release()
            raise

    def remember(self, *numbers: int) -> None:
        """Write down the lock's holder and the database's identity; two identities while it is about to change."""
        self.remembered = frozenset(numbers)
        since = datetime.now(UTC).isoformat(timespec="seconds")
        held = {"pid": os.getpid(), "host": socket.gethostname(), "since": since, "database": sorted(numbers)}
        # Never shorter than before, and on the disk before the database is: whenever this process, or the machine,
        # dies, what stands here can be read and names the number that the database has.
        text = json.dumps(held).encode().ljust(os.fstat(self._descriptor).st_size)
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        os.write(self._descriptor, text)
        os.fsync(self._descriptor)

    def release(self) -> None:
        """Release the lock, after every connection is closed; may be called again."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _read(self) -> dict[str, Any]:
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        try:
            found = json.loads(os.read(self._descriptor, 4096))
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}


def _holder(held: dict[str, Any]) -> str:
    if not {"pid", "host", "since"} <= held.keys():
        return "another process"
    return f"process {held['pid']} on {held['host']} since {held['since']}"


class SessionLock:
    """The lock of a PostgreSQL database, held by a session of its own; by each of several processes for its set.

    Attributes:
        processes: How many share the servers.
        set: Which set is this one's; None for none, or for all servers.
    """

    def __init__(self, address: URL, processes: int = 1) -> None:
        self.processes = processes
        self.set: int | None = None
        self._address = address
        self._taking = asyncio.Lock()
        self._connection: AsyncConnection | None = None
        self._driver: Any = None
        self._alone = self._joining = False
        self._confirmed = 0.0
        self._backend = 0
        self._name = f"{process_name()[:50]} {secrets.token_hex(6)}"
        self._on_lost: Callable[[InUseError], None] | None = None
        self._on_renewed: Callable[[AsyncConnection], Awaitable[None]] | None = None
        self._on_ended: Callable[[], None] | None = None
        self._hear: Callable[[str], None] | None = None
        self._engine: AsyncEngine = create_async_engine(
            address,
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
            hide_parameters=True,
            connect_args={
                "timeout": CONNECT_TIMEOUT_S,
                "command_timeout": ANSWER_S,
                "server_settings": {"application_name": self._name, **KEEPALIVE},
            },
        )
        notice_the_dead(self._engine)

    def when_lost(self, tell: Callable[[InUseError], None]) -> None:
        """Call `tell` when another process has taken the lock."""
        self._on_lost = tell

    def when_renewed(self, check: Callable[[AsyncConnection], Awaitable[None]]) -> None:
        """Await `check` with each new session before anything is done under it.

        It raises InUseError if the database was another process's meanwhile.
        """
        self._on_renewed = check

    def when_ended(self, tell: Callable[[], None]) -> None:
        """Call `tell` as soon as the session is known to have ended by itself."""
        self._on_ended = tell

    def when_announced(self, hear: Callable[[str], None]) -> None:
        """Call `hear` with what processes announce; ask for it before the lock is taken."""
        self._hear = hear

    async def take(self) -> None:
        """Take the lock for this process alone."""
        until = time.monotonic() + START_S
        async with self._taking:
            while True:
                try:
                    return await self._take()
                except InUseError:
                    if time.monotonic() >= until:
                        raise
                await asyncio.sleep(START_S / 10)

    async def join(self) -> bool:
        """Begin to take part in the work of several processes; others that start wait until `joined`.

        Return whether this is the only one so far, which then has the database alone until `joined`.

        Raises:
            InUseError: Something else works with the database, alone.
            UnreachableError: Another process has been starting for long.
        """
        async with self._taking:
            await self._drop()
            connection = await self._connect()
            try:
                until = time.monotonic() + ALONE_S
                while not await _try(connection, START):
                    if time.monotonic() >= until:
                        holder = _holder_name(await _holding(connection, START))
                        raise UnreachableError(
                            f"{shown(self._address)} is being prepared by {holder}: "
                            "this process waits for the migration; start it again then"
                        )
                    await asyncio.sleep(_AGAIN_S)
                self._alone = await _try(connection, PROCESS)
                if not self._alone:
                    await self._share(connection)
                await self._have(connection)
            except BaseException:
                await connection.close()
                raise
            self._joining = True
            return self._alone

    async def joined(self) -> None:
        """Let other processes start and work, too."""
        async with self._taking:
            connection = self._session()
            if self._alone:
                await connection.exec_driver_sql(f"SELECT pg_advisory_lock_shared({CLASS}, {PROCESS})")
                await connection.exec_driver_sql(f"SELECT pg_advisory_unlock({CLASS}, {PROCESS})")
            await connection.exec_driver_sql(f"SELECT pg_advisory_unlock({CLASS}, {START})")
            self._joining = False

    async def take_set(self) -> int | None:
        """Take the first set that no process has; return its number, None if there is none."""
        async with self._taking:
            connection = self._session()
            try:
                for number in range(self.processes):
                    if await _try(connection, SETS + number):
                        self.set = number
                        return number
            except (DBAPIError, OSError):
                await self._drop()  # after a timeout it may still be busy, and may have the set all the same
                raise
        return None

    async def confirm(self) -> bool:
        """Return once it is certain that this process holds the lock; whether a new session had to be begun for it.

        Raises:
            LostError: The session ended, and another process took the lock.
            DBAPIError, OSError: The session ended, and there is no other yet.
        """
        if await self._lives():
            return False
        async with self._taking:
            if await self._lives():
                return False
            if await self._answers():
                return False
            await self._drop()
            if self._joining:  # what it found before may not be so any more
                raise UnreachableError(f"{shown(self._address)} can't be reached: the session ended at the start")
            try:
                await self._take(again=True)
            except InUseError as error:
                raise self.lost(str(error)) from error
            _log.warning("the session that keeps other processes off the database ended; a new one has begun")
            return True

    def lost(self, reason: str) -> LostError:
        """Return the error of a process that lost the lock, once who asked for it (`when_lost`) has heard of it."""
        error = LostError(reason)
        if self._on_lost is not None:
            self._on_lost(error)
        return error

    async def lasts(self) -> None:
        """Make sure that the lock lasts; to be awaited while another transaction is under way.

        A pooler that gives each transaction another session of the server has given that one this lock's session.

        Raises:
            StoreError: There is such a pooler.
        """
        async with self._taking:
            if await other_backend(self._session(), self._backend):
                raise StoreError(f"{shown(self._address)} {POOLED}")

    async def release(self) -> None:
        """Release the lock; may be called again."""
        async with self._taking:
            await self._drop()
        await self._engine.dispose()

    async def _take(self, *, again: bool = False) -> None:
        """Take what this process has: the database alone, or its part of it."""
        connection = await self._connect()
        try:
            if self.processes > 1:
                await self._share(connection)
                if self.set is not None:
                    await self._take_alone(connection, SETS + self.set)
            else:
                await self._take_alone(connection, PROCESS)
            if again and self._on_renewed is not None:
                await self._on_renewed(connection)
            await self._have(connection)
        except BaseException:
            await connection.close()
            raise

    async def _take_alone(self, connection: AsyncConnection, lock: int) -> None:
        taken = await _try(connection, lock)
        holder = None if taken else await _holding(connection, lock)
        if holder is not None and holder.application_name == self._name:
            # Our own session, of whose end the server has not heard.
            await connection.exec_driver_sql(f"SELECT pg_terminate_backend({holder.pid}, {int(ANSWER_S * 500)})")
            taken = await _try(connection, lock)
        if not taken:
            what = shown(self._address) if lock == PROCESS else f"set {lock - SETS} of {shown(self._address)}"
            raise InUseError(f"{what} is in use by {_holder_name(holder)}; stop it first")

    async def _share(self, connection: AsyncConnection) -> None:
        if not await _try(connection, PROCESS, "_shared"):
            holder, starts = await _holding(connection, PROCESS), await _holding(connection, START)
            if holder is not None and starts is not None and holder.pid == starts.pid:
                # All sessions had ended, that of the server say, and one of the processes starts just then (`join`).
                raise UnreachableError(f"{shown(self._address)} is being prepared by {_holder_name(holder)}")
            message = f"{shown(self._address)} is in use by {_holder_name(holder)}, which must be alone; stop it first"
            raise InUseError(message)

    async def _connect(self) -> AsyncConnection:
        connection = await self._engine.connect()
        if self.processes == 1 or self._hear is None:
            return connection
        hear = self._hear
        try:
            driver = await _driver(connection)
            await driver.add_listener(CHANNEL, lambda _driver, _pid, _channel, said: hear(said))
            driver.add_termination_listener(self._terminated)
        except Exception as error:  # the driver's own among them, which is no requirement of this module
            await connection.close()
            raise UnreachableError(f"{shown(self._address)} can't be reached: {error}") from error
        return connection

    async def _have(self, connection: AsyncConnection) -> None:
        self._driver, self._backend = await _driver(connection), await backend(connection)
        self._connection, self._confirmed = connection, time.monotonic()

    def _terminated(self, driver: object) -> None:
        if driver is self._driver and self._on_ended is not None:
            self._on_ended()

    def _session(self) -> AsyncConnection:
        if self._connection is None:
            raise UnreachableError(f"{shown(self._address)} can't be reached: the session has ended")
        return self._connection

    async def _lives(self) -> bool:
        """Return whether the session answered lately and has not ended since."""
        if self._connection is None or time.monotonic() - self._confirmed > CONFIRM_S:
            return False
        return not (await _driver(self._connection)).is_closed()

    async def _answers(self) -> bool:
        if self._connection is None:
            return False
        try:
            await self._connection.exec_driver_sql("SELECT 1")
        except (DBAPIError, OSError):
            return False
        self._confirmed = time.monotonic()
        return True

    async def _drop(self) -> None:
        connection, self._connection, self._driver = self._connection, None, None
        if connection is not None:
            with contextlib.suppress(DBAPIError, OSError):
                await connection.close()


@contextlib.asynccontextmanager
async def alone(address: URL, number: int) -> AsyncIterator[None]:
    """Have a lock of a PostgreSQL database for a moment, with a session of its own, after waiting for others.

    Raises:
        DBAPIError, OSError: The database can't be reached.
    """
    engine = create_async_engine(
        address,
        poolclass=NullPool,
        isolation_level="AUTOCOMMIT",
        connect_args={
            "timeout": CONNECT_TIMEOUT_S,
            "server_settings": {"application_name": process_name(), **KEEPALIVE},
        },
    )
    notice_the_dead(engine)
    try:
        async with engine.connect() as connection:
            await connection.exec_driver_sql(f"SELECT pg_advisory_lock({CLASS}, {number})")
            yield
    finally:
        await engine.dispose()


async def backend(connection: AsyncConnection) -> int:
    """Return the number of the session that the server has for a connection."""
    number: int = (await connection.exec_driver_sql("SELECT pg_backend_pid()")).scalar_one()
    return number


async def other_backend(connection: AsyncConnection, before: int) -> bool:
    """Return whether the server has another session for a connection than before, which a pooler gave it."""
    try:
        return await backend(connection) != before
    except DBAPIError as error:
        if is_pooled(error):
            return True
        raise


async def users(connection: AsyncConnection) -> list[tuple[str, bool]]:
    """Return who works with a PostgreSQL database, and whether as a spare, which has no part of the servers."""
    query = (
        "SELECT application_name, client_addr, backend_start, bool_or(mode = 'ShareLock') AND count(*) = 1 AS spare"  # noqa: S608
        " FROM pg_stat_activity JOIN pg_locks USING (pid)"
        f" WHERE locktype = 'advisory' AND classid = {CLASS} AND granted"
        f" AND (objid = {PROCESS} OR objid BETWEEN {SETS} AND {IDENTIFYING - 1})"
        " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        " GROUP BY pid, application_name, client_addr, backend_start ORDER BY backend_start, pid"
    )
    return [(_holder_name(row), row.spare) for row in await connection.exec_driver_sql(query)]


async def _driver(connection: AsyncConnection) -> Any:  # noqa: ANN401 - asyncpg is no requirement
    return (await connection.get_raw_connection()).driver_connection


async def _try(connection: AsyncConnection, lock: int, how: str = "") -> bool:
    taken: bool = (await connection.exec_driver_sql(f"SELECT pg_try_advisory_lock{how}({CLASS}, {lock})")).scalar_one()
    return taken


async def _holding(connection: AsyncConnection, lock: int) -> Row[Any] | None:
    query = (
        "SELECT pid, application_name, client_addr, backend_start FROM pg_stat_activity JOIN pg_locks USING (pid)"  # noqa: S608
        f" WHERE locktype = 'advisory' AND classid = {CLASS} AND objid = {lock} AND granted"
        " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    )
    return (await connection.exec_driver_sql(query)).first()


def _holder_name(holder: Row[Any] | None) -> str:
    if holder is None:
        return "another process"
    name = holder.application_name.rpartition(" ")[0] or "another process"
    place = "" if holder.client_addr is None else f" ({holder.client_addr})"
    return f"{name}{place} since {holder.backend_start.isoformat(timespec='seconds')}"
