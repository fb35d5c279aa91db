"""What is PostgreSQL's own: one process at a time, many writers at once, sessions that end."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, suppress
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any, TypeAlias
from unittest.mock import AsyncMock, Mock

import asyncpg
import pytest
import pytest_asyncio
from sqlalchemy import URL, select, text, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from admin.__main__ import main
from hosting.arena import Arena
from hosting.match.model import Place
from hosting.match_terms import USUAL_CLOCK, Terms
from hosting.runtime import SystemClock
from store.database import Database
from store.db import connections
from store.db.addresses import InUseError, UnreachableError, is_away
from store.db.files import SessionLock
from store.schema import APPEND_ONLY, metadata
from store.share import Sharing
from store.tables import choices, deadlines, people, watches
from store.tables.choices import Commitment, Plan
from store.tables.deadlines import Deadline
from store.tables.people import PlayerSettings, ServerSettings
from tests.admin.test_main import PLAYED, turns, write_game
from tests.copies import play
from tests.databases import NEEDS_POSTGRESQL, postgresql
from tests.ports import free_port
from tests.store.flips import Posted
from tests.store.samples import START, add_match

pytestmark = NEEDS_POSTGRESQL

Write: TypeAlias = Callable[[AsyncConnection, int], Coroutine[Any, Any, object]]
AT_ONCE = 40


@pytest_asyncio.fixture
async def empty() -> AsyncIterator[URL]:
    async with postgresql(empty=True) as address:
        yield address


@pytest_asyncio.fixture
async def address() -> AsyncIterator[URL]:
    async with postgresql() as address:
        yield address


@pytest_asyncio.fixture
async def pair(address: URL) -> AsyncIterator[tuple[Database, Database]]:
    """Two that work with one database, as two processes would."""
    async with AsyncExitStack() as stack:
        both = await Database.connect(address), await Database.connect(address)
        for each in both:
            stack.push_async_callback(each.close)
        yield both


WRITES: dict[str, Write] = {
    "settings of a server": lambda c, n: people.set_settings_of_server(c, 1, ServerSettings(transcript_days=n)),
    "settings of a player": lambda c, n: people.set_settings_of_player(c, 1, PlayerSettings(digest_hour=n % 24)),
    "a note": lambda c, n: people.set_note(c, "k", str(n)),
    "an appointment": lambda c, n: deadlines.put(c, Deadline("k", "k", START + timedelta(seconds=n))),
    "a plan": lambda c, n: choices.put_plan(c, Plan(1, 1, 10, n, {}, START)),
    "a commitment": lambda c, n: choices.put_commitment(c, Commitment(1, 0, 1, b"salt", str(n), revealed=False)),
    "a watch": lambda c, n: watches.add(
        c, guild_id=1, channel_id=7, kind="match", target_id=1, quiet=False, person_id=n, at=START
    ),
}


@pytest.mark.parametrize("what", WRITES)
async def test_forty_at_once_all_succeed(pair: tuple[Database, Database], what: str) -> None:
    async with pair[0].write() as connection:
        await add_match(connection)

    async def write(number: int) -> None:
        async with pair[number % 2].write() as connection:
            await WRITES[what](connection, number)

    outcomes = await asyncio.gather(*(write(number) for number in range(AT_ONCE)), return_exceptions=True)
    assert [outcome for outcome in outcomes if outcome is not None] == []


async def objects(database: Database) -> list[str]:
    """Return the tables and functions that a player made."""
    async with database.read() as connection:
        return list(
            (
                await connection.execute(
                    text(
                        "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'"
                        " UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace"
                    )
                )
            ).scalars()
        )


async def test_the_schema_has_its_tables_and_guards(address: URL) -> None:
    database = await Database.open(address)
    guards = {f"{table}_append_only" for table in APPEND_ONLY}
    assert {*metadata.tables, "alembic_version", *guards} == {*await objects(database)}
    await database.close()


async def test_of_two_that_start_one_has_the_database(empty: URL) -> None:
    outcomes = await asyncio.gather(Database.open(empty), Database.open(empty), return_exceptions=True)
    (refused,) = [outcome for outcome in outcomes if isinstance(outcome, BaseException)]
    (opened,) = [outcome for outcome in outcomes if isinstance(outcome, Database)]
    assert isinstance(refused, InUseError)
    assert " is in use by arena " in str(refused)
    await opened.close()
    await (await Database.open(empty)).close()


async def test_a_row_that_another_process_holds_for_long_is_not_waited_for_forever(
    address: URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody else in this process would wait, too."""
    first = await Database.open(address)
    monkeypatch.setattr("store.db.connections.LOCK_WAIT_S", 0.1)
    second = await Database.connect(address)
    async with first.write() as connection:
        await people.set_note(connection, "k", "first")

    async def write() -> None:
        async with second.write() as connection:
            await people.set_note(connection, "k", "third")

    async with first.write() as connection:
        await people.set_note(connection, "k", "second")
        with pytest.raises(DBAPIError) as refused:
            await write()
    assert is_away(refused.value)
    async with second.read() as connection:
        assert await people.note(connection, "k") == "second"
    for each in (first, second):
        await each.close()


HOLDER = "pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')"
OTHERS = f"NOT {HOLDER}"


async def end_sessions(other: Database, which: str) -> None:
    """End sessions as a server does that is told to, and wait until they have ended."""
    async with other.write() as connection:
        await connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"  # noqa: S608 - from above
            f" WHERE datname = current_database() AND pid <> pg_backend_pid() AND {which}"
        )


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have nobody wait for another process to end."""
    monkeypatch.setattr("store.db.files.START_S", 0.0)


@pytest.fixture
def suspicious(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the session be asked before every transaction, as it is when the last answer is long ago."""
    monkeypatch.setattr("store.db.files.CONFIRM_S", -1.0)


@pytest.mark.usefixtures("suspicious")
async def test_a_session_that_ends_is_begun_anew(address: URL, caplog: pytest.LogCaptureFixture) -> None:
    """The lock is held again before anything is written, and nobody else can have it."""
    database, other = await Database.open(address), await Database.connect(address)
    await end_sessions(other, "true")
    async with database.write() as connection:
        await people.set_note(connection, "k", "v")
    assert "a new one has begun" in caplog.text
    with pytest.raises(InUseError):
        await Database.open(address)
    await database.close()
    await other.close()


@pytest.mark.usefixtures("suspicious")
async def test_who_lost_the_database_neither_reads_nor_writes(address: URL) -> None:
    """And so posts nothing: the process is told to stop."""
    database, other = await Database.open(address), await Database.connect(address)
    told: list[InUseError] = []
    database.when_lost(told.append)
    await end_sessions(other, HOLDER)
    second = await Database.open(address)
    for _ in range(2):
        with pytest.raises(InUseError, match="in use by arena"):
            async with database.read():
                pass
    with pytest.raises(InUseError):
        async with database.write():
            pass
    assert told
    await database.close()
    await second.close()
    await other.close()


@pytest.mark.usefixtures("suspicious")
async def test_a_session_of_whose_end_the_server_does_not_know_is_ended(address: URL) -> None:
    """A process does not keep itself off."""
    database = await Database.open(address)
    assert isinstance(database._lock, SessionLock)
    ghost, database._lock._connection = database._lock._connection, None
    async with database.write() as connection:
        await people.set_note(connection, "k", "v")
    assert ghost is not None
    with pytest.raises(DBAPIError):
        await ghost.exec_driver_sql("SELECT 1")
    await ghost.close()
    await database.close()


async def test_who_starts_waits_for_the_session_of_one_that_was_killed(
    address: URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await Database.open(address)

    async def sleep(_seconds: float) -> None:
        await first.close()

    monkeypatch.setattr("store.db.files.START_S", 60.0)
    monkeypatch.setattr("store.db.files.asyncio.sleep", sleep)
    await (await Database.open(address)).close()


@pytest.mark.usefixtures("suspicious")
async def test_a_session_that_was_not_heard_of_for_long_is_asked(address: URL) -> None:
    database = await Database.open(address)
    async with database.read() as connection:
        assert (await connection.execute(select(1))).scalar_one() == 1
        query = "SELECT query FROM pg_stat_activity WHERE query = 'SELECT 1'"
        assert (await connection.exec_driver_sql(query)).first() is not None
    await database.close()


async def test_a_machine_that_is_gone_keeps_no_row_longer_than_its_lock(address: URL) -> None:
    """The server gives up all of its sessions after the same time, also those to which it has sent something."""
    database = await Database.open(address, sharing=Sharing(2))
    assert isinstance(database._lock, SessionLock)
    # On a socket of the machine none of them holds, and only this tells what was asked for.
    asked = text("SELECT name, reset_val FROM pg_settings WHERE name LIKE 'tcp%' AND source = 'client'")
    async with database.read() as connection:
        of_rows = {row.name: row.reset_val for row in await connection.execute(asked)}
    of_lock = {row.name: row.reset_val for row in await database._lock._session().execute(asked)}
    assert of_rows == of_lock == connections.KEEPALIVE
    assert set(of_lock) == {
        "tcp_keepalives_idle",
        "tcp_keepalives_interval",
        "tcp_keepalives_count",
        "tcp_user_timeout",
    }
    await database.close()


async def test_a_process_asks_whether_the_server_is_there(address: URL, monkeypatch: pytest.MonkeyPatch) -> None:
    """On each of its connections, also during a long statement: a machine that is gone says nothing."""
    asked: list[Any] = []
    with monkeypatch.context() as patch:
        patch.setattr(connections, "ask_now_and_then", asked.append)
        database = await Database.open(address, sharing=Sharing(2))
        async with database.alone(1_000_001):
            assert len(asked) >= 3  # the lock's, one at least that reads and writes, this one
        await database.close()
    listener = await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1")
    transport, _ = await asyncio.get_running_loop().create_connection(
        asyncio.Protocol, *listener.sockets[0].getsockname()
    )
    connections.ask_now_and_then(Mock(_transport=transport))
    plug = transport.get_extra_info("socket")
    assert plug.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        assert plug.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 25_000
        assert plug.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) == 10
    transport.close()
    listener.close()
    await listener.wait_closed()


async def test_a_connection_that_ended_is_noticed_before_it_is_used(address: URL) -> None:
    database, other = await Database.open(address), await Database.connect(address)
    async with database.write() as connection:
        await people.set_note(connection, "k", "1")
    await end_sessions(other, OTHERS)
    async with database.write() as connection:
        await people.set_note(connection, "k", "2")
    await database.close()
    await other.close()


async def test_the_command_line_has_pg_dump_copy_and_checks_every_match(
    address: URL, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Beside a process that has the database; the password is repeated nowhere."""
    database = await Database.open(address)
    await write_game(database)
    where = address.set(password="hunter2").render_as_string(hide_password=False)  # noqa: S106 - to be looked for
    target = tmp_path / "copy.dump"

    async def run(*arguments: str) -> tuple[int, str, str]:
        status = await asyncio.to_thread(main, ["--database", where, *arguments])
        return status, *capsys.readouterr()

    assert await run("backup", str(target)) == (0, f"copied to {target}\n", "")
    assert target.stat().st_mode & 0o777 == 0o600
    status, out, err = await run("backup", str(target))
    assert (status, out) == (1, "")
    assert str(target) in err
    assert "hunter2" not in err

    pages = "pages and indexes are PostgreSQL's own: pg_amcheck checks them\n"
    events = len(turns(PLAYED))
    assert await run("check") == (0, f"{pages}1 match with {events} events, 0 problems\n", "")

    async with database.write() as connection:
        await connection.execute(update(metadata.tables["match_seats"]).values(team=1))
    status, out, _ = await run("check")
    assert status == 1
    assert "match_seats: row (1, 1) is not what was written\n" in out
    assert out.endswith(f"{pages}1 match with {events} events, 2 problems\n")
    await database.close()


async def test_readers_do_not_write_and_marks_do_not_wait(pair: tuple[Database, Database]) -> None:
    database, _ = pair

    async def setting(connection: AsyncConnection, name: str) -> object:
        return (await connection.exec_driver_sql(f"SHOW {name}")).scalar_one()

    async with database.read() as connection:
        assert await setting(connection, "transaction_isolation") == "repeatable read"
        with pytest.raises(DBAPIError, match="read-only"):
            await people.set_note(connection, "k", "v")
    async with database.write(lasting=False) as connection:
        assert await setting(connection, "synchronous_commit") == "off"
    async with database.write() as connection:
        assert await setting(connection, "transaction_isolation") == "read committed"
        assert await setting(connection, "synchronous_commit") == "on"


# The way to a server: how often a turn goes there and back, and what becomes of writers when it breaks.


class Way:
    """A server on this machine that hands everything on to PostgreSQL, counts answers, and can break."""

    def __init__(self, server: URL) -> None:
        self._server = server
        self._open: set[asyncio.StreamWriter] = set()
        self._listening: asyncio.Server | None = None
        self._port = free_port()
        self.answers = 0

    @property
    def address(self) -> URL:
        """The address of the database by this way."""
        there = {"username": self._server.username, "password": self._server.password, "host": "127.0.0.1"}
        return URL.create(
            "postgresql+asyncpg", **there, port=self._port, database=self._server.database, query={"ssl": "disable"}
        )

    async def open(self) -> None:
        self._listening = await asyncio.start_server(self._serve, "127.0.0.1", self._port)

    async def close(self) -> None:
        """Break every connection, and let nobody connect until it is opened again."""
        assert self._listening is not None
        self._listening.close()
        for writer in self._open:
            writer.transport.abort()
        await self._listening.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        folder, port = self._server.query.get("host"), self._server.port or 5432
        if isinstance(folder, str):
            there = await asyncio.open_unix_connection(f"{folder}/.s.PGSQL.{port}")
        else:
            there = await asyncio.open_connection(self._server.host, port)
        writers = {writer, there[1]}
        self._open |= writers
        try:
            await asyncio.gather(self._hand_on(reader, there[1]), self._hand_back(there[0], writer))
        finally:
            self._open -= writers
            for each in writers:
                each.close()

    async def _hand_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        writer.close()

    async def _hand_back(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while True:
                head = await reader.readexactly(5)
                data = head + await reader.readexactly(int.from_bytes(head[1:]) - 4)
                self.answers += head[:1] == b"Z"  # "ready for query": the end of every answer
                writer.write(data)
                await writer.drain()
        writer.close()


@pytest_asyncio.fixture
async def way(address: URL) -> AsyncIterator[Way]:
    way = Way(address)
    await way.open()
    yield way
    await way.close()


ROUND_TRIPS = 15
"""Of a turn with the usual clock, with its posts; to another machine, each is a millisecond or more."""


@pytest.mark.parametrize("processes", [1, 2])
async def test_a_turn_goes_to_the_server_and_back_so_often(way: Way, processes: int) -> None:
    """With several processes no more often: nothing of a turn is announced, as only this one has its server."""
    arena = await Arena.open(way.address, SystemClock(), sharing=Sharing(processes))
    arena.outbox.set_poster(Posted())
    await arena.start()
    rng = Random(1)
    ann, bob = [await arena.people.enter(account, 1, name) for account, name in ((1, "Ann"), (2, "Bob"))]
    terms = Terms(clock=USUAL_CLOCK)
    table = await arena.tables.open(1, 7, ann, "replicants", "2", where="here", terms=terms)
    await arena.tables.join(table.id, bob)
    match = await arena.tables.start(table.id, ann.person_id, [Place("board", 7)])
    found = []
    for _ in range(6):
        await arena.idle()
        before = way.answers
        match = await play(arena, match, rng, 1)
        await arena.idle()
        found.append(way.answers - before)
    await arena.close()
    assert max(found[2:]) <= ROUND_TRIPS, f"{found}: the first ones prepare statements"


async def test_a_database_that_is_away_is_said_to_be(way: Way) -> None:
    """Not Discord, whose errors of the network have the same types."""
    database = await Database.open(way.address)
    await way.close()
    for begun in (database.read, database.write):
        with pytest.raises(UnreachableError, match=r"postgresql://.* can't be reached: ") as caught:
            async with begun():
                pass
        assert is_away(caught.value)
    await way.open()
    async with database.write() as connection:
        await people.set_note(connection, "k", "v")

    async def write() -> None:
        async with database.write() as connection:
            await people.set_note(connection, "k", "w")
            await way.close()
            await people.set_note(connection, "k", "x")

    with pytest.raises(DBAPIError) as broken:
        await write()
    assert is_away(broken.value)
    await way.open()
    async with database.read() as connection:
        assert await people.note(connection, "k") == "v"
    await database.close()


async def test_a_server_that_is_restarted_under_load_loses_nothing_acknowledged(way: Way) -> None:
    """A write meanwhile succeeds or is refused, and the first attempt after it succeeds."""
    database = await Database.open(way.address)
    written: set[str] = set()
    told: list[BaseException] = []

    async def write(number: int) -> None:
        for part in range(25):
            if number == 0 and part in {5, 10, 15}:
                await way.close()
                await way.open()
            key = f"{number}:{part}"
            try:
                async with database.write() as connection:
                    await people.set_note(connection, key, "v")
            except (UnreachableError, DBAPIError) as error:
                told.append(error)
            else:
                written.add(key)

    await asyncio.gather(*(write(number) for number in range(8)))
    assert [error for error in told if not is_away(error)] == []
    assert len(written) > 100
    await way.close()
    await way.open()
    async with database.write() as connection:
        await people.set_note(connection, "last", "v")
    async with database.read() as connection:
        found = set((await connection.execute(select(metadata.tables["notes"].c.key))).scalars())
    assert written | {"last"} <= found
    await database.close()


async def test_connections_older_than_a_new_session_are_not_trusted(
    address: URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behind a broken network they look alive."""
    database = await Database.open(address)
    async with database.read() as connection:
        before = (await connection.exec_driver_sql("SELECT pg_backend_pid()")).scalar_one()
    async with database.read() as connection:
        assert (await connection.exec_driver_sql("SELECT pg_backend_pid()")).scalar_one() == before
    assert isinstance(database._lock, SessionLock)
    with monkeypatch.context() as patch:
        patch.setattr(database._lock, "confirm", AsyncMock(return_value=True))
        async with database.read() as connection:
            assert (await connection.exec_driver_sql("SELECT pg_backend_pid()")).scalar_one() != before
    await database.close()


async def test_a_connection_that_dies_as_it_is_used_is_replaced_once(
    address: URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server has ended it, and nobody has read that yet."""
    database, other = await Database.open(address), await Database.connect(address)
    async with database.read() as connection:
        await connection.exec_driver_sql("SELECT 1")
    run, seen = asyncpg.Connection.execute, []

    async def dying(self: asyncpg.Connection, query: str) -> str:
        if query.startswith("BEGIN"):
            seen.append(self)
            if len(seen) == 1:
                async with other.read() as connection:
                    ending = f"SELECT pg_terminate_backend({self.get_server_pid()}, 10000)"
                    await connection.exec_driver_sql(ending)
        return str(await run(self, query))

    with monkeypatch.context() as patch:
        patch.setattr(asyncpg.Connection, "execute", dying)
        async with database.write() as connection:
            await people.set_note(connection, "k", "v")
    assert len({id(each) for each in seen}) == 3, "the dead one, the other database's, and a new one"
    await database.close()
    await other.close()
