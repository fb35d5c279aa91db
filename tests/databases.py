"""Databases to test with: a SQLite file, and where `TEST_POSTGRESQL` is an address, a PostgreSQL database.

The address names a database in which nothing is done but to make and drop others, by a superuser: what only ever grows
is emptied for the next test all the same.
Making a schema takes longer than most tests: each process makes one, and what a test gets is a copy of it. A PostgreSQL
database takes as long to copy and drop as many a test, so another test gets it again without the rows, unless its
structure was changed. After some uses it is dropped, as what was removed stays in its files.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

import asyncpg
import pytest
from _pytest.mark import ParameterSet
from sqlalchemy import URL, Connection, Engine
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.util import LRUCache

from store.database import Database
from store.db import files, migrate
from store.db.addresses import Address, parse
from tests.volume import many

POSTGRESQL = os.environ.get("TEST_POSTGRESQL")
NO_SERVER = "TEST_POSTGRESQL names no server to test with"
Fill: TypeAlias = Callable[[Callable[[Path], Coroutine[Any, Any, None]]], bytes]
"""Returns what a new SQLite file is, as bytes, once a function has filled it."""
NEEDS_POSTGRESQL = pytest.mark.skipif(POSTGRESQL is None, reason=NO_SERVER)
BOTH = ("sqlite", pytest.param("postgresql", marks=NEEDS_POSTGRESQL))


async def revision_of(address: Address) -> str | None:
    """Return the revision of a database's schema, which is not brought up to date by that."""
    database = await Database.connect(address)
    async with database.read() as connection:
        found = await connection.run_sync(migrate.revision)
    await database.close()
    return found


def with_databases(cases: Sequence[tuple[Any, ...]], step: int, name: Callable[..., str]) -> list[ParameterSet]:
    """Return parameters: cases with SQLite, and one of so many with PostgreSQL as well; all where tests are thorough.

    Args:
        cases: What is tried, each the values of other parameters.
        step: One of so many is tried with PostgreSQL, too.
        name: Names a case.
    """
    some = cases[:: many(step, 1)]
    return [pytest.param(*each, "sqlite", id=name(*each)) for each in cases] + [
        pytest.param(*each, "postgresql", id=f"{name(*each)}-postgresql", marks=NEEDS_POSTGRESQL) for each in some
    ]


@asynccontextmanager
async def of_kind(kind: str, folder: Path) -> AsyncIterator[Path | URL]:
    """Give a database of one of `BOTH`, in a folder if it is a file."""
    if kind == "sqlite":
        yield folder / "arena.db"
        return
    async with postgresql() as address:
        yield address


_MOST_USES = 25
_NOTE_CHANGES = """
CREATE SCHEMA tests;
CREATE SEQUENCE tests.changes;
CREATE FUNCTION tests.note_change() RETURNS event_trigger LANGUAGE plpgsql AS
  'BEGIN PERFORM nextval(''tests.changes''); END';
CREATE EVENT TRIGGER note_change ON ddl_command_end EXECUTE FUNCTION tests.note_change();
SELECT setval('tests.changes', 1, false)
"""
"""Has every change of the structure counted from now on, also one that is taken back."""
_WIPE = """
SET session_replication_role = replica;
DO $$
DECLARE name text;
BEGIN
  PERFORM pg_terminate_backend(pid, 60000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid();
  FOR name IN
    SELECT relname FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0
      AND relname <> 'alembic_version'
  LOOP
    EXECUTE format('DELETE FROM public.%I', name);
  END LOOP;
  PERFORM setval(format('%I.%I', schemaname, sequencename), start_value, false)
    FROM pg_sequences WHERE last_value IS NOT NULL AND schemaname = 'public';
END $$
"""
"""Ends what else is connected, removes every row whatever triggers say, and has numbers begin anew."""
_STRUCTURE = "SELECT is_called::text || version_num FROM tests.changes, alembic_version"
"""Whether the structure was changed, and which version it is said to be."""


@dataclass
class _Copy:
    """A database that tests get one after the other.

    Attributes:
        name: Its name on the server.
        structure: What `_STRUCTURE` gives before the first of them.
        uses: How many had it.
    """

    name: str
    structure: str
    uses: int = 0


_numbers = itertools.count(1)
_templates: list[str] = []
_free: list[_Copy] = []


@contextmanager
def copies_of(store: Path) -> Iterator[None]:
    """Have SQLite files that are made meanwhile be copies of one."""

    def copy(path: Path) -> None:
        files.make_folder(path.parent)
        path.touch(files.PRIVATE)
        path.write_bytes(store.read_bytes())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "make", copy)
        yield


def setting(database: Path | URL) -> str:
    """Return what an operator writes for a database."""
    return database.render_as_string(hide_password=False) if isinstance(database, URL) else str(database)


def _server() -> URL:
    assert POSTGRESQL is not None
    address = parse(POSTGRESQL)
    assert isinstance(address, URL)
    return address


@asynccontextmanager
async def _connected(address: URL) -> AsyncIterator[asyncpg.Connection]:
    _, options = address.get_dialect()().create_connect_args(address)
    connection = await asyncpg.connect(**options)
    try:
        yield connection
    finally:
        await connection.close()


async def _do(*statements: str) -> None:
    async with _connected(_server()) as connection:
        for statement in statements:
            await connection.execute(statement)


@asynccontextmanager
async def postgresql(*, empty: bool = False) -> AsyncIterator[URL]:
    """Give the address of a database of its own, with the schema of this version unless it is to be empty."""
    if empty:
        name = _new_name()
        await _do(f"CREATE DATABASE {name}")
        try:
            yield _server().set(database=name)
        finally:
            await _drop(name)
        return
    copy = _free.pop() if _free else await _copy()
    try:
        yield _server().set(database=copy.name)
    finally:
        copy.uses += 1
        if copy.uses < _MOST_USES and await _wiped(copy):
            _free.append(copy)
        else:
            await _drop(copy.name)


def _new_name() -> str:
    return f"arena_{os.getpid()}_{next(_numbers)}"


async def _copy() -> _Copy:
    if not _templates:
        template = f"arena_{os.getpid()}_template"
        await _do(f"DROP DATABASE IF EXISTS {template}", f"CREATE DATABASE {template}")
        await (await Database.open(_server().set(database=template))).close()
        async with _connected(_server().set(database=template)) as connection:
            await connection.execute(_NOTE_CHANGES)
        _templates.append(template)
    name = _new_name()
    await _do(f"CREATE DATABASE {name} TEMPLATE {_templates[0]} STRATEGY FILE_COPY")
    async with _connected(_server().set(database=name)) as connection:
        return _Copy(name, await connection.fetchval(_STRUCTURE))


async def _wiped(copy: _Copy) -> bool:
    """End all that uses a database and remove every row; return whether it is as it was made then."""
    async with _connected(_server().set(database=copy.name)) as connection:
        await connection.execute(_WIPE)
        return bool(await connection.fetchval(_STRUCTURE) == copy.structure)


async def _drop(name: str) -> None:
    await _do(f"DROP DATABASE {name} WITH (FORCE)")


def drop_databases() -> None:
    """Drop what copies were made from, and the copies that wait for their next test."""
    names = [*(each.name for each in _free), *_templates]
    _free.clear()
    _templates.clear()
    for name in names:
        with ThreadPoolExecutor(1) as threads:
            threads.submit(asyncio.run, _drop(name)).result()


# A server of one's own, which can be stopped and started.


class Server:
    """A PostgreSQL server of one's own, on a socket in a folder.

    Attributes:
        address: Of a database on it, without a schema.
    """

    def __init__(self, folder: Path) -> None:
        self._folder, self._data = folder, folder / "data"
        # As root it doesn't start.
        self._user = "postgres" if os.geteuid() == 0 else None
        self.address = URL.create("postgresql+asyncpg", "arena", database="postgres", query={"host": str(folder)})

    async def make(self) -> None:
        if self._user is not None:
            shutil.chown(self._folder, self._user)
        await self._run("initdb", "--auth=trust", "--username=arena", "--no-sync", f"--pgdata={self._data}")

    async def start(self) -> None:
        options = f"-c listen_addresses= -c unix_socket_directories={self._folder} -c fsync=off"
        log = f"--log={self._folder / 'log'}"
        await self._run("pg_ctl", "start", "--wait", "--silent", f"--pgdata={self._data}", log, f"--options={options}")

    async def stop(self) -> None:
        """End it, whatever it's at, as a machine does that is switched off."""
        await self._run("pg_ctl", "stop", "--wait", "--silent", "--mode=immediate", f"--pgdata={self._data}")

    async def _run(self, name: str, *arguments: str) -> None:
        path = _SERVERS[-1] / name
        process = await asyncio.create_subprocess_exec(
            path, *arguments, user=self._user, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        assert await process.wait() == 0, name


_SERVERS = sorted(Path("/usr/lib/postgresql").glob("*/bin/")) + [
    Path(found).parent for found in (shutil.which("initdb"),) if found is not None
]
"""Where the server's programs are; the last of these has them."""
NEEDS_SERVER = pytest.mark.skipif(not _SERVERS or os.name != "posix", reason="no PostgreSQL server is installed")


@asynccontextmanager
async def server() -> AsyncIterator[Server]:
    """Start a server of one's own, and remove it at the end."""
    with tempfile.TemporaryDirectory(prefix="arena-", ignore_cleanup_errors=True) as folder:
        made = Server(Path(folder))
        await made.make()
        await made.start()
        try:
            yield made
        finally:
            await made.stop()


# Compiled statements, and what the first connection asks, are shared by all the databases of a test run.
#
# SQLAlchemy keeps what it compiled with the engine, and each test has engines of its own: compiling the same statements
# for each would take a third of the time of the tests of hosting. Two dialects of one class compile alike here, as all
# engines are made by `store.db.connections`. What they ask the server first, such as its version, has one answer, too.


_compiled: LRUCache[Any, Any] = LRUCache(2000)
_learned: dict[type[DefaultDialect], dict[str, Any]] = {}


def _learn(dialect: DefaultDialect, ask: Callable[[Connection], None], connection: Connection) -> None:
    if type(dialect) not in _learned:
        before = dict(vars(dialect))
        ask(connection)
        _learned[type(dialect)] = {
            name: value for name, value in vars(dialect).items() if name not in before or before[name] is not value
        }
    vars(dialect).update(_learned[type(dialect)])


class _Shared(DefaultDialect):
    """Equal to every other of its class, so that its statements are found; what it knows of types is theirs, too."""

    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self)

    def __hash__(self) -> int:
        return hash(type(self))

    def initialize(self, connection: Connection) -> None:
        _learn(self, super().initialize, connection)

    @classmethod
    def engine_created(cls, engine: Engine) -> None:
        super().engine_created(engine)
        engine._compiled_cache = _compiled


class SharedSQLite(_Shared, SQLiteDialect_aiosqlite):
    supports_statement_cache = True
    _type_memos = WeakKeyDictionary[Any, Any]()  # noqa: RUF012 - shared on purpose


class SharedPostgreSQL(_Shared, PGDialect_asyncpg):
    supports_statement_cache = True
    _type_memos = WeakKeyDictionary[Any, Any]()  # noqa: RUF012 - shared on purpose


def share() -> None:
    """Have every engine made from now on use what others compiled."""
    registry.register("sqlite.aiosqlite", __name__, "SharedSQLite")
    registry.register("postgresql.asyncpg", __name__, "SharedPostgreSQL")
