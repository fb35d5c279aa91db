"""Connections: pools and transactions; SQLite's brief statements at once, and some without SQLAlchemy.

SQLite runs with a write-ahead log, so that readers never wait; with `synchronous=FULL`, so that committed changes
survive a loss of power; and with one writer at a time. Only marks that can be worked out again (what was posted
already) do not wait for the disk. Removed data is overwritten (`secure_delete`). PostgreSQL orders writers itself: they
see what is committed when each statement begins (READ COMMITTED) and compare revisions, while a reader sees one moment
(REPEATABLE READ).
"""

from __future__ import annotations

import asyncio
import os
import socket
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeAlias, TypeVar, cast

import aiosqlite
from sqlalchemy import (
    URL,
    BindParameter,
    ColumnElement,
    Delete,
    Insert,
    Row,
    Select,
    Update,
    event,
    literal_column,
)
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.engine import result_tuple
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncTransaction, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.sql.visitors import ExternallyTraversible, replacement_traverse
from sqlalchemy.types import TypeEngine

from store.db.addresses import AddressError
from store.schema.base import UtcDateTime

if TYPE_CHECKING:
    from sqlalchemy.dialects.postgresql.asyncpg import AsyncAdapt_asyncpg_connection

# Connections to SQLite on which what is brief is done at once, and which a cancellation waits for.
#
# SQLite is a library: most statements take some millionths of a second, and handing one to a thread and back takes
# longer, in CPU too. So within `steady` statements run where they are, in the event loop. What waits for the disk goes
# to the connection's thread: committing. So does beginning to write, if another process writes just then, and a query
# that turns out to be long: it is stopped after `STEPS` and asked again there. After every `BRIEF_AT_ONCE` brief
# statements of a transaction other tasks have their turn: they have connections of their own, and wait for theirs to
# write.
#
# What has gone to the thread cannot be cancelled. Leaving it half done would keep its transaction, and with it SQLite's
# only write lock, until the garbage collector finds the cursor. So within `steady` statements are awaited to their end,
# the transaction goes on, and only then does the task hear that it was cancelled.


T = TypeVar("T")

STEPS = 20_000
"""Instructions of SQLite's machine, about a millisecond, that a query may take in the event loop."""
_BRIEF = ("SELECT", "INSERT", "UPDATE", "DELETE", "BEGIN")
BRIEF_AT_ONCE = 32
"""Statements of a transaction, or rows that one of them writes, for which the event loop does nothing else."""
ROWS_AT_ONCE = 256
"""Rows of which values are made in the event loop."""
_LATER = frozenset((sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_BUSY))
_ROWS_AT_ONCE = 64
BEGIN_WRITING = "BEGIN IMMEDIATE"


@dataclass(slots=True)
class _Hold:
    """A transaction.

    Attributes:
        long: Whether its statements go to the thread.
        cancelled: Whether its task was cancelled meanwhile.
        brief: How many statements, or rows of them, ran in the event loop since other tasks had their turn.
    """

    long: bool
    cancelled: bool = False
    brief: int = 0

    async def take_turns(self, rows: int) -> None:
        """Let other tasks run before a statement for so many rows, if this one has kept them waiting."""
        self.brief += rows
        if self.brief <= BRIEF_AT_ONCE:
            return
        self.brief = rows
        try:
            await asyncio.sleep(0)
        except asyncio.CancelledError:
            self.cancelled = True


_hold: ContextVar[_Hold | None] = ContextVar("hold", default=None)


@contextmanager
def steady(*, long: bool = False) -> Iterator[None]:
    """Delay the cancellation of this task while it waits for a `SteadyConnection`.

    A `long` write takes too long for other tasks to wait for it.

    Raises:
        asyncio.CancelledError: At the end, if the task was cancelled meanwhile, even if something else went wrong.
    """
    hold = _Hold(long=long)
    token = _hold.set(hold)
    try:
        yield
    except BaseException as error:
        if hold.cancelled and not isinstance(error, asyncio.CancelledError):
            raise asyncio.CancelledError from error
        raise
    finally:
        _hold.reset(token)
    if hold.cancelled:
        raise asyncio.CancelledError


@dataclass(eq=False, slots=True)
class SteadyCursor:
    """A cursor that fetches all rows with the statement, and then has what the driver's says of it."""

    _connection: SteadyConnection
    _cursor: sqlite3.Cursor
    _rows: Sequence[Any] = ()
    description: Any = None
    rowcount: int = -1
    lastrowid: int | None = None
    arraysize: int = 1

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, sql: str, parameters: Any = ()) -> Self:  # noqa: ANN401 - the driver's
        self._rows = await self._connection.run(sql, partial(_rows, self._cursor, sql, parameters))
        cursor = self._cursor
        self.description, self.rowcount, self.lastrowid = cursor.description, cursor.rowcount, cursor.lastrowid
        return self

    async def executemany(self, sql: str, parameters: Any) -> Self:  # noqa: ANN401 - the driver's
        await self._connection.each(sql, parameters, self._cursor.executemany)
        self.rowcount = self._cursor.rowcount
        return self

    async def fetchall(self) -> Sequence[Any]:
        rows, self._rows = self._rows, ()
        return rows

    async def close(self) -> None:
        self._cursor.close()


class SteadyConnection(aiosqlite.Connection):
    """A connection that runs brief statements at once, and completes the others even if their task is cancelled."""

    def __init__(self, connector: Callable[[], sqlite3.Connection], timeout: float) -> None:
        # `timeout` is how many seconds it waits for other processes.
        super().__init__(partial(self._open, connector), _ROWS_AT_ONCE)
        self._patience = f"PRAGMA busy_timeout={round(1000 * timeout)}"
        self._thread.daemon = True  # as SQLAlchemy has it: a forgotten connection does not keep the program alive
        self._brief = False

    def _open(self, connector: Callable[[], sqlite3.Connection]) -> sqlite3.Connection:
        connection = connector()
        connection.set_progress_handler(lambda: self._brief, STEPS)
        return connection

    def cursor(self) -> SteadyCursor:  # type: ignore[override]  # SQLAlchemy enters it, as it would aiosqlite's
        return SteadyCursor(self, self._conn.cursor())

    async def rows(self, sql: str, parameters: Any) -> Sequence[Any]:  # noqa: ANN401 - the driver's
        return await self.run(sql, partial(_rows, self._conn, sql, parameters))

    async def many(self, sql: str, parameters: Any) -> None:  # noqa: ANN401 - the driver's
        await self.each(sql, parameters, self._conn.executemany)

    async def each(self, sql: str, parameters: Sequence[Any], many: Callable[[str, Sequence[Any]], object]) -> None:
        """Run a statement once for each set of parameters by a method of the driver, some of them at a time."""
        hold = _hold.get()
        step = (len(parameters) or 1) if hold is None or hold.long else BRIEF_AT_ONCE
        for at in range(0, len(parameters), step):
            some = parameters[at : at + step]
            await self.run(sql, partial(many, sql, some), len(some))

    async def run(self, sql: str, work: Callable[[], T], rows: int = 1) -> T:
        hold = _hold.get()
        if hold is None or hold.long or not sql.startswith(_BRIEF):
            return await self._execute(work)
        await hold.take_turns(rows)
        # One that would take long is interrupted, without having changed anything; not what writes, as that would undo
        # the transaction.
        self._brief, waits = sql.startswith("SELECT"), sql == BEGIN_WRITING
        if waits:
            self._conn.execute("PRAGMA busy_timeout=0").close()
        try:
            done = work()
        except sqlite3.OperationalError as error:
            # Text that is not UTF-8, in a damaged file, is refused by Python without a code of SQLite's.
            if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _LATER:
                raise
        else:
            if isinstance(done, list):  # of the rows that were read, values are made in the loop
                hold.brief += len(done) // BRIEF_AT_ONCE
            return done
        finally:
            self._brief = False
            if waits:
                self._conn.execute(self._patience).close()
        return await self._execute(work)

    async def rollback(self) -> None:
        """Roll the transaction back, or end it if it only read."""
        if _hold.get() is None:
            await self._execute(self._conn.rollback)
        else:
            self._conn.rollback()

    async def _execute(self, fn: Callable[..., T], *args: Any, **kwargs: Any) -> T:  # noqa: ANN401 - the driver's
        # To its end: a cancelled statement must not leave the thread at work on the connection.
        if not self._running or not self._connection:
            raise ValueError("Connection closed")  # the driver's own words, which SQLAlchemy knows
        running: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._tx.put_nowait((running, partial(fn, *args, **kwargs)))
        return await held(running)


async def held(work: Awaitable[T]) -> T:
    """Return the result of work, which is completed even if the waiting task is cancelled.

    Raises:
        asyncio.CancelledError: At the end, if the task was cancelled meanwhile and is not within `steady`.
    """
    running = asyncio.ensure_future(work)
    hold, cancelled = _hold.get(), False
    while not running.done():
        try:
            await asyncio.wait({running})
        except asyncio.CancelledError:
            cancelled = True
    if cancelled and hold is None:
        raise asyncio.CancelledError
    if cancelled and hold is not None:
        hold.cancelled = True
    return running.result()


async def make_sqlite(count: int, work: Callable[..., T], *values: Any) -> T:  # noqa: ANN401 - whatever it is made of
    """Return a function's result for what a transaction has read, in a thread where that is many rows."""
    return work(*values) if count <= ROWS_AT_ONCE else await held(asyncio.to_thread(work, *values))


class HeldConnection(AsyncConnection):
    """A connection to PostgreSQL that completes its statements; when cancelled, the driver would abandon them."""

    async def execute(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - SQLAlchemy's
        return await held(super().execute(*args, **kwargs))

    async def exec_driver_sql(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - SQLAlchemy's
        return await held(super().exec_driver_sql(*args, **kwargs))

    async def run_sync(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - SQLAlchemy's
        return await held(super().run_sync(*args, **kwargs))


async def begin(engine: AsyncEngine) -> tuple[HeldConnection, AsyncTransaction]:
    """Begin a transaction of PostgreSQL. A connection that died since it was last used is replaced, once.

    Nothing asks beforehand whether a connection lives: that would take as long as three statements, each time.

    Raises:
        DBAPIError, OSError: It cannot be begun.
    """
    try:
        return await _begin(engine)
    except DBAPIError as error:
        if not error.connection_invalidated:
            raise
    return await _begin(engine)


def is_fenced(error: BaseException) -> bool:
    """Return whether a transaction didn't begin because of `Engines.fenced`."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) == _DIVISION_BY_ZERO


_DIVISION_BY_ZERO = "22012"
"""PostgreSQL's error code for it: without a function of one's own, nothing else fails at will."""


async def _begin(engine: AsyncEngine) -> tuple[HeldConnection, AsyncTransaction]:
    connection = HeldConnection(engine)
    await held(connection.start())
    try:
        begun = connection.begin()
        await held(begun.start())
        pooled = await connection.get_raw_connection()
        await held(_start(cast("AsyncAdapt_asyncpg_connection", pooled.dbapi_connection), engine))
    except BaseException as error:
        if isinstance(error, DBAPIError) and not connection.invalidated:
            await held(connection.invalidate())  # it has ended, or begun half
        await held(connection.close())
        raise
    return connection, begun


class _Transaction:
    """What SQLAlchemy ends a transaction by."""

    def __init__(self, run: Callable[[str], Awaitable[object]]) -> None:
        self._run = run

    async def commit(self) -> None:
        await self._run("COMMIT")

    async def rollback(self) -> None:
        await self._run("ROLLBACK")


async def _start(adapted: AsyncAdapt_asyncpg_connection, engine: AsyncEngine) -> None:
    """Begin the transaction of a connection by the engine's own statements, all sent at once.

    SQLAlchemy would send `BEGIN` alone, and with the first statement, behind which a dead connection cannot be
    replaced.

    Raises:
        DBAPIError: As SQLAlchemy has it of statements.
    """
    if (begin_by := engine.get_execution_options().get(_BEGIN)) is None:
        return  # each statement is a transaction of its own
    dialect, run = engine.dialect, adapted.driver_connection.execute
    if dialect.dbapi is None:
        raise AssertionError("it has connections")
    try:
        try:
            await run(begin_by)
        except Exception as error:  # noqa: BLE001 - the driver's, which SQLAlchemy translates
            adapted._handle_exception(error)  # noqa: SLF001 - `tests/test_libraries.py` sees to it
    except dialect.dbapi.Error as error:
        raise DBAPIError.instance(
            _BEGIN,
            None,
            error,
            dialect.dbapi.Error,
            hide_parameters=True,
            connection_invalidated=adapted.driver_connection.is_closed(),
            dialect=dialect,
        ) from error
    adapted._transaction = cast("Any", _Transaction(run))  # noqa: SLF001 - as above


@asynccontextmanager
async def transaction(connection: HeldConnection, begun: AsyncTransaction) -> AsyncIterator[AsyncConnection]:
    """Yield a connection to PostgreSQL; commit at the end, or roll back if the block raises."""
    try:
        try:
            yield connection
        except BaseException:
            with suppress(DBAPIError):  # what went wrong before is told
                await held(begun.rollback())
            raise
        await held(begun.commit())
    finally:
        await held(connection.close())


def connect_sqlite(path: str | Path, timeout: float, **options: Any) -> SteadyConnection:  # noqa: ANN401 - sqlite3's
    """Return an awaitable connection to a SQLite file; options are those of `sqlite3.connect`."""
    # The loop's thread and the connection's own take turns: a transaction waits for each of its statements.
    opened = partial(sqlite3.connect, path, timeout=timeout, check_same_thread=False, **options)
    return SteadyConnection(opened, timeout)


def _rows(
    on: sqlite3.Cursor | sqlite3.Connection,
    sql: str,
    parameters: Any,  # noqa: ANN401 - the driver's
) -> Sequence[Any]:
    cursor = on.execute(sql, parameters)
    return cursor.fetchall() if cursor.description else ()


BUSY_TIMEOUT_S = 10.0
READERS = 4
CONNECT_TIMEOUT_S = 10.0
KEEPALIVE = {
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "25000",
}
"""When a server of PostgreSQL gives up a client whose machine is gone: after 25 seconds, also where it has sent it
something meanwhile. Until then it keeps for it what the client has locked, which would be two hours otherwise."""
LOCK_WAIT_S = 10.0
"""How long a transaction waits for a row that another process has locked: all others of this one wait behind it."""
CONNECTIONS = 8
"""To PostgreSQL at a time."""
_MADE_AT = "made at"
_BEGIN = "begin"
"""The execution option with what begins a transaction of PostgreSQL."""
WRITER_CACHE_KIB = 16 * 1024
"""Of a large database the writer keeps so much at most: with SQLite's usual 2 MiB, the end of a match among a million
results reads most pages of its indexes again."""
_PRAGMAS = ("journal_mode=WAL", "foreign_keys=ON", "temp_store=MEMORY", "secure_delete=ON")


@dataclass(slots=True)
class Doubt:
    """Since when connections are trusted: those made before are replaced when they are to be used."""

    since: float = 0.0

    def raise_now(self) -> None:
        self.since = time.monotonic()


@dataclass(frozen=True, slots=True)
class Engines:
    """The connections to a database; with PostgreSQL all three share one pool.

    Attributes:
        writer: Its commits survive a loss of power.
        marker: Its commits survive the end of the process, and a loss of power once the writer commits again.
        reader: For transactions that only read.
        single: For single queries, each of which sees a moment of its own.
        doubt: Which connections to PostgreSQL may have died without a word of it.
    """

    writer: AsyncEngine
    marker: AsyncEngine
    reader: AsyncEngine
    single: AsyncEngine
    doubt: Doubt = field(default_factory=Doubt)

    async def dispose(self) -> None:
        for engine in (self.writer, self.marker, self.reader):
            await engine.dispose()

    def fenced(self, key: str, epoch: str) -> Engines:
        """Return engines of PostgreSQL that write only while a note has a value, which stays until they have ended.

        Otherwise a transaction doesn't begin: see `is_fenced`. It is asked with what begins it, so takes no longer.
        """
        own = f"SELECT FROM notes WHERE key = '{key}' AND value = '{epoch}' FOR SHARE"
        fence = f"SELECT 1 / count(*) FROM ({own}) AS own"  # noqa: S608 - of our own words
        writer, marker = (
            engine.execution_options(**{_BEGIN: f"{engine.get_execution_options()[_BEGIN]}; {fence}"})
            for engine in (self.writer, self.marker)
        )
        return replace(self, writer=writer, marker=marker)


def engines(address: Path | URL) -> Engines:
    """Return the connections to a database, none of them opened yet.

    Raises:
        AddressError: It is a PostgreSQL database, and its driver is not installed.
    """
    if isinstance(address, URL):
        return _postgresql(address)
    reader = _sqlite(address, "BEGIN", connections=READERS)
    return Engines(
        writer=_sqlite(address, BEGIN_WRITING, connections=1, more=(f"cache_size=-{WRITER_CACHE_KIB}",)),
        marker=_sqlite(address, BEGIN_WRITING, connections=1, synchronous="NORMAL"),
        reader=reader,
        single=reader,
    )


class SteadyEngine(AsyncEngine):
    """Connections to SQLite that SQLAlchemy's pool hands out once, and that serve one transaction after the other.

    It takes as long to hand one out, and to take it back, as six brief statements do.
    """

    def __init__(self, engine: AsyncEngine, begin: str, connections: int) -> None:
        super().__init__(engine.sync_engine)
        self._begin = begin
        self._idle: list[AsyncConnection] = []
        self._unused = asyncio.Semaphore(connections)

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """Yield a connection within `steady`; at the end commit what was to write, or roll back if the block raises."""
        async with self._unused:
            connection = self._idle.pop() if self._idle else await self.connect()
            try:
                driver = cast("SteadyConnection", _driver(connection))
                await _run(driver, self._begin, [()])
                yield connection
                if self._begin == BEGIN_WRITING:
                    await _run(driver, "COMMIT", [()])
                # It ends what only read, and what SQLAlchemy believes to be open where it ran a statement.
                await (connection.rollback() if connection.in_transaction() else driver.rollback())
            except BaseException:
                await held(connection.close())  # which rolls back; what is broken, the pool replaces
                raise
            self._idle.append(connection)
        if self._begin != BEGIN_WRITING:
            # It may have waited for nothing: a task that reads again and again lets others have their turn here.
            await asyncio.sleep(0)

    async def dispose(self, close: bool = True) -> None:
        while self._idle:
            await self._idle.pop().close()
        await super().dispose(close)


def _sqlite(
    path: Path, begin: str, *, connections: int, synchronous: str = "FULL", more: tuple[str, ...] = ()
) -> SteadyEngine:
    # Every connection is a thread. The driver's own transaction control is off: it would begin too late and too lax.
    async def connect() -> aiosqlite.Connection:
        connection = connect_sqlite(path, isolation_level=None, timeout=BUSY_TIMEOUT_S)
        try:
            return await held(connection)
        except asyncio.CancelledError:
            await held(connection.close())
            raise

    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(path)),
        pool_size=connections,
        max_overflow=0,
        hide_parameters=True,  # sealed choices, plans and seeds are among them, and errors are logged
        async_creator=connect,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:  # noqa: ANN401 - the driver's connection, adapted
        cursor = connection.cursor()
        for pragma in (*_PRAGMAS, f"synchronous={synchronous}", *more):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return SteadyEngine(engine, begin, connections)


def _postgresql(address: URL) -> Engines:
    try:
        writer = create_async_engine(
            address,
            pool_size=CONNECTIONS,
            max_overflow=0,
            hide_parameters=True,
            connect_args={
                "timeout": CONNECT_TIMEOUT_S,
                "server_settings": {
                    "application_name": process_name(),
                    "jit": "off",  # its compiler takes longer than any query here
                    "lock_timeout": f"{LOCK_WAIT_S:g}s",
                    **KEEPALIVE,
                },
            },
        )
    except ModuleNotFoundError as error:
        raise AddressError(f"PostgreSQL needs {error.name}: pip install 'arena[postgres]'") from None
    notice_the_dead(writer)
    doubt = Doubt()

    @event.listens_for(writer.sync_engine, "connect")
    def note_age(_connection: Any, record: ConnectionPoolEntry) -> None:  # noqa: ANN401 - the driver's, adapted
        record.info[_MADE_AT] = time.monotonic()

    @event.listens_for(writer.sync_engine, "checkout")
    def replace_dead(connection: Any, record: ConnectionPoolEntry, _proxy: object) -> None:  # noqa: ANN401 - as above
        if connection.driver_connection.is_closed() or record.info[_MADE_AT] < doubt.since:
            raise DisconnectionError  # the pool makes a new one

    read_committed = "BEGIN ISOLATION LEVEL READ COMMITTED"
    return Engines(
        writer.execution_options(**{_BEGIN: read_committed}),
        writer.execution_options(**{_BEGIN: f"{read_committed}; SET LOCAL synchronous_commit TO off"}),
        writer.execution_options(**{_BEGIN: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"}),
        writer.execution_options(isolation_level="AUTOCOMMIT"),
        doubt,
    )


def notice_the_dead(engine: AsyncEngine) -> None:
    """Have connections to PostgreSQL end where the server's machine is gone: without a word they would wait for ever.

    It is the counterpart of `KEEPALIVE`.
    """

    @event.listens_for(engine.sync_engine, "connect")
    def ask_it(connection: Any, _record: ConnectionPoolEntry) -> None:  # noqa: ANN401 - the driver's, adapted
        ask_now_and_then(connection.driver_connection)


def ask_now_and_then(driver: Any) -> None:  # noqa: ANN401 - the driver's connection
    """Have the system ask the other machine of a connection whether it is there, also during a long statement."""
    transport = getattr(driver, "_transport", None)  # `tests/test_libraries.py` sees to it
    plug = None if transport is None else transport.get_extra_info("socket")
    if plug is None or plug.family not in (socket.AF_INET, socket.AF_INET6):
        return
    plug.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, name in _SOCKETS.items():
        if hasattr(socket, option):
            plug.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), int(KEEPALIVE[name]))


_SOCKETS = {
    "TCP_KEEPIDLE": "tcp_keepalives_idle",
    "TCP_KEEPINTVL": "tcp_keepalives_interval",
    "TCP_KEEPCNT": "tcp_keepalives_count",
    "TCP_USER_TIMEOUT": "tcp_user_timeout",
}
"""The system's names for what the server calls differently; not every system has all of them."""


def process_name() -> str:
    """Return this process's name in the lists of a PostgreSQL server (63 bytes are shown)."""
    return f"arena {os.getpid()} on {socket.gethostname()}"[:63]


# Statements that go to SQLite's driver without passing through SQLAlchemy each time.
#
# SQLAlchemy takes several times as long for a brief statement as SQLite does. That is no matter for one, but a turn has
# eight, and the end of a match more than a dozen. So here a statement is translated once, as are the types of its
# parameters and columns.
# PostgreSQL, where the way to the server takes longest, has its statements from SQLAlchemy as ever.


Statement: TypeAlias = Insert | Update | Delete | Select[Any]
"""The caller must reuse it: each new one is translated anew, and never forgotten."""
Values: TypeAlias = Mapping[str, Any]
_Convert: TypeAlias = Callable[[Any], Any] | None
_DIALECT = SQLiteDialect_aiosqlite()
_ZONE = len("+00:00")


@dataclass(frozen=True, slots=True)
class _Translated:
    """A statement as SQLite has it.

    Attributes:
        sql: With a question mark for each parameter.
        parameters: Their names in that order, each with its converter to SQLite's value.
        constants: The values in the statement itself, by name.
        columns: The converters of each column's values, if it returns rows.
        named: Makes a row of them that has their names.
    """

    sql: str
    parameters: tuple[tuple[str, _Convert], ...]
    constants: Values
    columns: tuple[_Convert, ...]
    named: Callable[[Iterable[Any]], Row[Any]]

    def ordered(self, names: tuple[str, ...]) -> tuple[tuple[int, _Convert], ...]:
        """Return each parameter's place in rows with values in the order of these names. Raises ValueError."""
        return tuple((names.index(name), convert) for name, convert in self.parameters)

    def bound(self, values: Values) -> tuple[Any, ...]:
        given = {**self.constants, **values} if self.constants else values
        return tuple([given[name] if convert is None else convert(given[name]) for name, convert in self.parameters])

    def rows(self, found: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        if not any(self.columns):
            return list(found)
        return [
            tuple(
                [value if convert is None else convert(value) for value, convert in zip(row, self.columns, strict=True)]
            )
            for row in found
        ]


async def write(connection: AsyncConnection, statement: Statement, rows: Sequence[Values]) -> None:
    """Run a statement without result once for each set of values (all with the same names); not at all for none.

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
    """Do as `write` with rows that have their values in the order of `names`, without a look-up for each row.

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
    """Run a statement and return its rows, with its columns in order; nothing in it may expand, as lists do.

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
        raise _wrapped(error, translated.sql) from error
    if len(found) <= ROWS_AT_ONCE:
        return translated.rows(found)
    return await make_sqlite(len(found), translated.rows, found)


async def read_named(connection: AsyncConnection, statement: Statement, values: Values) -> list[Row[Any]]:
    """Do as `read`, for a few rows that have their columns by name.

    Raises:
        DBAPIError: As `AsyncConnection.execute`.
    """
    if _driver(connection) is None:
        return list(await connection.execute(statement, dict(values)))
    return list(map(_translated(statement, tuple(values)).named, await read(connection, statement, values)))


async def _run(driver: SteadyConnection, sql: str, rows: Sequence[Sequence[Any]]) -> None:
    try:
        if len(rows) == 1:
            await driver.rows(sql, rows[0])
        else:
            await driver.many(sql, rows)
    except sqlite3.Error as error:
        raise _wrapped(error, sql) from error


def _driver(connection: AsyncConnection) -> SteadyConnection | None:
    opened = connection.sync_connection
    if opened is None:
        raise AssertionError("this connection was never opened")
    if opened.dialect.name != "sqlite":
        return None
    return cast("SteadyConnection", opened.connection.driver_connection)


@cache
def _translated(statement: Statement, names: tuple[str, ...]) -> _Translated:
    columns = None if isinstance(statement, Select) else list(names)

    def written_out(element: ExternallyTraversible, **_: object) -> ColumnElement[Any] | None:
        if not isinstance(element, BindParameter) or element.key in names or not isinstance(element.value, str | int):
            return None
        literal = element.type.literal_processor(_DIALECT)
        return None if literal is None else literal_column(literal(element.value), element.type)

    # SQLite plans a statement anew each time if a parameter is compared with a column in the condition of an index, as
    # the value decides whether the index serves; that takes ten times as long as most statements.
    constant = cast("Statement", replacement_traverse(statement, {}, written_out))
    compiled = constant.compile(dialect=_DIALECT, column_keys=columns)
    if compiled.prefetch:
        raise ValueError("a column of this statement is filled in by SQLAlchemy")
    parameters = tuple((name, _to_store(compiled.binds[name].type)) for name in compiled.positiontup or ())
    given = statement.selected_columns if isinstance(statement, Select) else statement.exported_columns
    return _Translated(
        str(compiled),
        parameters,
        {name: value for name, value in compiled.params.items() if name not in names},
        tuple(_from_store(column.type) for column in given),
        result_tuple([str(column.key) for column in given]),
    )


@cache
def _ordered(statement: Statement, names: tuple[str, ...]) -> tuple[str, tuple[tuple[int, _Convert], ...]]:
    translated = _translated(statement, names)
    return translated.sql, translated.ordered(names)


def _to_store(kind: TypeEngine[Any]) -> _Convert:
    """Return the converter of a type's values to SQLite's, or None if they are equal."""
    return _time_text if isinstance(kind, UtcDateTime) else kind.dialect_impl(_DIALECT).bind_processor(_DIALECT)


def _from_store(kind: TypeEngine[Any]) -> _Convert:
    """Return the converter of SQLite's values to a type's, or None if they are equal."""
    return _time if isinstance(kind, UtcDateTime) else kind.dialect_impl(_DIALECT).result_processor(_DIALECT, None)


def _time_text(value: datetime | None) -> str | None:
    # Faster than SQLAlchemy, with the same text: most rows have one or two times. Raises ValueError as it does.
    if value is None:
        return None
    if value.tzinfo is not UTC:
        if value.tzinfo is None:
            raise ValueError(f"a time without a zone: {value}")
        value = value.astimezone(UTC)
    return value.isoformat(" ", "microseconds")[:-_ZONE]


def _time(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text).replace(tzinfo=UTC)


def _wrapped(error: sqlite3.Error, sql: str) -> BaseException:
    """Return SQLAlchemy's error for the driver's, without the values, as there may be secrets among them."""
    return DBAPIError.instance(sql, None, error, sqlite3.Error, hide_parameters=True, dialect=_DIALECT)
