"""Transactions: whole or not at all, one writer, readers that never wait, times with a zone."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections import Counter
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime, timedelta, timezone
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import URL, delete, insert, select, update
from sqlalchemy.event import listen, remove
from sqlalchemy.exc import DBAPIError, IntegrityError, StatementError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import Pool, QueuePool

from store.database import Database
from store.db import connections
from store.db.addresses import AddressError, parse
from store.db.connections import READERS, SteadyConnection, SteadyCursor, SteadyEngine
from store.schema import deadlines, events, notes, outbox, places, silence_log
from store.tables import matches
from store.tables.values import Subject
from tests.store.samples import START, add_match, event

SQLITE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


MINE = select(notes.c.key).where(notes.c.key != "generation")
"""The keys of what the tests noted: which copy it is, a database notes by itself (`store.database`)."""


async def names(database: Database) -> list[str]:
    """Return the keys of what the tests noted."""
    async with database.read() as connection:
        return list((await connection.execute(MINE.order_by(notes.c.key))).scalars())


def note(key: str) -> dict[str, str]:
    return {"key": key, "value": ""}


@SQLITE  # these are its own
@pytest.mark.parametrize(
    ("pragma", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 10_000)]
)
async def test_every_connection_is_set_up_for_safety(database: Database, pragma: str, value: object) -> None:
    async with database.write() as writer, database.read() as reader:
        for connection in (writer, reader):
            assert (await connection.exec_driver_sql(f"PRAGMA {pragma}")).scalar() == value


@SQLITE
async def test_marks_do_not_wait_for_the_disk(database: Database) -> None:
    """They go through a connection of their own, in turn with all that must last."""
    async with database.write(lasting=False) as connection:
        assert (await connection.exec_driver_sql("PRAGMA synchronous")).scalar() == 1
        assert (await connection.exec_driver_sql("PRAGMA journal_mode")).scalar() == "wal"
        await connection.execute(insert(notes), note("mark"))
    async with database.write() as connection:
        await connection.execute(insert(notes), note("lasting"))
    assert await names(database) == ["lasting", "mark"]


async def test_a_transaction_is_written_whole_or_not_at_all(database: Database) -> None:
    async with database.write() as connection:
        await connection.execute(insert(notes), note("kept"))

    async def fails() -> None:
        async with database.write() as connection:
            await connection.execute(insert(notes), note("lost"))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fails()
    assert await names(database) == ["kept"]


async def test_a_cancelled_transaction_leaves_nothing_and_blocks_nobody(database: Database) -> None:
    inside = asyncio.Event()

    async def hangs() -> None:
        async with database.write() as connection:
            await connection.execute(insert(notes), note("lost"))
            inside.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(hangs())
    await inside.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with database.write() as connection:
        await connection.execute(insert(notes), note("next"))
    assert await names(database) == ["next"]


@pytest.mark.parametrize("brief", [False, True])  # whether it goes past SQLAlchemy, which begins transactions else
async def test_a_reader_sees_one_moment(database: Database, brief: bool) -> None:
    async def seen(reader: AsyncConnection) -> list[Any]:
        return await connections.read(reader, MINE, {}) if brief else list(await reader.execute(MINE))

    async with database.read() as reader:
        before = await seen(reader)
        await _add(database, "new")
        assert await seen(reader) == before == []
    async with database.look() as reader:
        assert await seen(reader) == [("new",)]


@SQLITE  # PostgreSQL's are its pool's between them
async def test_one_connection_serves_one_transaction_after_the_other(database: Database) -> None:
    async def used(*, fails: bool = False) -> object:
        async with database.read() as connection:
            await connections.read(connection, MINE, {})
            await connection.execute(MINE)
            if fails:
                raise ValueError(connection.sync_connection)
            return connection.sync_connection

    assert await used() is await used()
    with pytest.raises(ValueError, match="Connection"):
        await used(fails=True)
    assert await used() is await used()


@SQLITE  # on the way to PostgreSQL every statement waits
async def test_others_have_their_turn_between_transactions(database: Database) -> None:
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def read_often() -> None:
        for _ in range(20):
            async with database.read() as connection:
                await connections.read(connection, MINE, {})

    await read_often()  # what connects is done
    task = asyncio.create_task(others())
    await read_often()
    task.cancel()
    assert turns >= 20


@SQLITE  # as above
async def test_what_breaks_a_statement_off_is_raised_as_it_is(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    class BrokenOffError(BaseException):
        """As a cancellation, which is no `Exception` either."""

    async def breaks_off(*_: object) -> None:
        raise BrokenOffError

    with monkeypatch.context() as patch:
        patch.setattr(SteadyCursor, "execute", breaks_off)
        with pytest.raises(BrokenOffError):
            await _add(database, "lost")
    await _add(database, "next")
    assert await names(database) == ["next"]


@pytest.mark.parametrize("fails", [False, True])
async def test_no_connection_is_lost_between_transactions(database: Database, fails: bool) -> None:
    async def used(begun: AbstractAsyncContextManager[AsyncConnection]) -> None:
        async with begun as connection:
            await connection.execute(MINE)
            await asyncio.sleep(0)
            if fails:
                raise RuntimeError

    for count in (1, READERS, 2 * READERS):
        begun = (database.read, database.look, database.write, partial(database.write, lasting=False))
        ended = await asyncio.gather(*(used(each()) for each in begun * count), return_exceptions=True)
        assert [type(each) for each in ended] == [RuntimeError if fails else type(None)] * len(ended)
        for engine in (database._engines.writer, database._engines.marker, database._engines.reader):
            assert isinstance(engine.pool, QueuePool)
            assert engine.pool.checkedout() == (len(engine._idle) if isinstance(engine, SteadyEngine) else 0)


@SQLITE  # as above
async def test_a_reader_that_waits_has_the_first_connection_that_becomes_free(database: Database) -> None:
    async def reads(begun: asyncio.Event, release: asyncio.Event) -> None:
        async with database.read() as connection:
            await connections.read(connection, MINE, {})
            begun.set()
            await release.wait()

    all_begun, all_may_end = ([asyncio.Event() for _ in range(READERS)] for _ in range(2))
    tasks = [asyncio.create_task(reads(*each)) for each in zip(all_begun, all_may_end, strict=True)]
    for each in all_begun:
        await each.wait()
    waits = asyncio.create_task(names(database))
    await asyncio.sleep(0)
    all_may_end[0].set()
    try:
        assert await waits == []
    finally:
        for each in all_may_end:
            each.set()
        await asyncio.gather(*tasks)


@SQLITE  # as above
async def test_a_read_that_was_broken_off_by_sqlite_ends_as_any(database: Database) -> None:
    """As `python -m store check` names what a damaged disk can't read, and goes on."""
    async with database.read() as connection:
        await connections.read(connection, MINE, {})
        pooled = await connection.get_raw_connection()
        await cast("SteadyConnection", pooled.driver_connection).rollback()
    assert await names(database) == []


@SQLITE  # as above
@pytest.mark.parametrize("brief", [False, True])  # whether it goes past SQLAlchemy
@pytest.mark.parametrize("lasting", [True, False])
async def test_what_was_rolled_back_meanwhile_is_not_said_to_be_written(
    database: Database, brief: bool, lasting: bool
) -> None:
    """As SQLite does by itself after some errors, such as of a full disk, which a caller may have passed over."""

    async def write() -> None:
        async with database.write(lasting=lasting) as connection:
            await connections.write(connection, insert(notes), [note("lost")])
            if not brief:
                await connection.execute(insert(notes), note("lost, too"))
            pooled = await connection.get_raw_connection()
            await cast("SteadyConnection", pooled.driver_connection).rollback()

    with pytest.raises(DBAPIError, match="no transaction is active"):
        await write()
    await _add(database, "next")
    assert await names(database) == ["next"]


@SQLITE  # PostgreSQL locks rows, not the whole database
async def test_writers_take_turns(database: Database) -> None:
    async def add(key: str) -> None:
        async with database.write() as connection:
            before = len((await connection.execute(select(notes.c.key))).all())
            await connection.execute(insert(notes), note(f"{before:02}{key}"))

    await asyncio.gather(*(add(str(number)) for number in range(20)))
    assert [key[:2] for key in await names(database)] == [f"{number:02}" for number in range(20)]


async def test_two_processes_may_write(database: Database) -> None:
    other = await Database.connect(database.address)
    await asyncio.gather(
        *(_add(each, f"{index}{number}") for index, each in enumerate((database, other)) for number in range(10))
    )
    assert len(await names(other)) == 20
    await other.close()


async def _add(database: Database, key: str) -> None:
    async with database.write() as connection:
        await connection.execute(insert(notes), note(key))


async def test_times_come_back_aware_and_in_utc(database: Database) -> None:
    paris = datetime(2026, 7, 1, 14, 0, 0, 5, tzinfo=timezone(timedelta(hours=2)))
    async with database.write() as connection:
        await connection.execute(insert(deadlines), {"kind": "k", "key": "k", "due_at": paris})
        with pytest.raises(StatementError, match="without a zone"):
            await connection.execute(
                insert(deadlines),
                {"kind": "k", "key": "n", "due_at": paris.replace(tzinfo=None)},
            )
    async with database.read() as connection:
        (due,) = (await connection.execute(select(deadlines.c.due_at))).scalars()
    assert (due, due.tzinfo) == (paris, UTC)


async def test_events_and_the_silence_log_are_only_ever_added_to(database: Database) -> None:
    async with database.write() as connection:
        match_id = await add_match(connection)
        await matches.append(connection, match_id, event(1), status="running", to_act=[2])
        await connection.execute(insert(silence_log), {"match_id": match_id, "code": "x", "detail": {}, "at": START})
        for statement in (
            update(events).values(text="3/3"),
            delete(events),
            update(silence_log).values(code="y"),
            delete(silence_log),
        ):
            with pytest.raises(IntegrityError, match="only ever added to"):
                async with connection.begin_nested():
                    await connection.execute(statement)
    async with database.read() as connection:
        stored = await matches.load(connection, match_id)
    assert stored is not None
    assert stored.events == (event(1),)


async def test_an_event_is_written_once(database: Database) -> None:
    async with database.write() as connection:
        match_id = await add_match(connection)
        await matches.append(connection, match_id, event(1), status="running", to_act=[2])
    with pytest.raises(matches.WriteConflict):
        async with database.write() as connection:
            await matches.append(connection, match_id, event(1, "3/3"), status="running", to_act=[2])
    row = {"match_id": match_id, "seq": 1, "kind": "turn", "person_id": 1, "text": "", "at": START}
    with pytest.raises(IntegrityError):
        async with database.write() as connection:
            await connection.execute(insert(events), row)


async def test_the_database_itself_keeps_a_channel_to_one_match(database: Database) -> None:
    async with database.write() as connection:
        first = await add_match(connection)
    with pytest.raises(IntegrityError, match="channel_id"):
        async with database.write() as connection:
            await add_match(connection)
    async with database.write() as connection:
        await connection.execute(update(places).where(places.c.match_id == first).values(busy=False))
        await add_match(connection)


async def test_references_lead_somewhere(database: Database) -> None:
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        async with database.write() as connection:
            await matches.seal(connection, 99, 0, [(1, "x")], to_act=[], at=START)


@SQLITE  # PostgreSQL clears dead rows away by itself
async def test_a_scrubbed_database_has_no_free_page(database: Database) -> None:
    async def free() -> int:
        async with database.read() as connection:
            return int((await connection.exec_driver_sql("PRAGMA freelist_count")).scalar_one())

    async with database.write() as connection:
        await connection.execute(insert(notes), [{"key": f"{each}", "value": "x" * 4_000} for each in range(20)])
    async with database.write() as connection:
        await connection.execute(delete(notes).where(notes.c.value.startswith("x")))
    assert await free() > 0
    await database.scrub()
    assert await free() == 0


async def test_ids_are_never_used_again(database: Database) -> None:
    async with database.write() as connection:
        match_id = await add_match(connection)
        row: dict[str, Any] = {
            **Subject.of_match(match_id).columns(),
            "seq": 0,
            "kind": "board",
            "channel_id": 7,
            "payload": {},
            "attempts": 0,
            "created_at": START,
        }
        first = (await connection.execute(insert(outbox).returning(outbox.c.id), row)).scalar_one()
        await connection.execute(delete(outbox))
        second = (await connection.execute(insert(outbox).returning(outbox.c.id), row)).scalar_one()
    assert second > first


async def test_closing_twice_is_harmless(path: Path) -> None:
    database = await Database.open(path)
    await database.close()
    await database.close()


async def _hold(database: Database, begun: asyncio.Event, release: asyncio.Event) -> list[str]:
    async with database.write() as connection:
        await connection.execute(insert(notes).values(**note("held")))
        begun.set()
        await release.wait()
    async with database.read() as connection:
        return list((await connection.execute(select(notes.c.key))).scalars())


async def test_closing_waits_for_what_runs_and_leaves_no_connection_open(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = await Database.open(path)
    begun, release = asyncio.Event(), asyncio.Event()
    held = asyncio.create_task(_hold(database, begun, release))
    await begun.wait()
    closing = asyncio.create_task(database.close())
    await asyncio.sleep(0)
    assert not closing.done()
    release.set()
    assert await held == ["held"]  # what came after the closing was still answered
    await closing
    del database, held, closing
    gc.collect()  # a connection that nobody closed warns, and warnings are errors
    assert caplog.records == []


async def test_what_begins_while_it_closes_leaves_no_connection_open(path: Path) -> None:
    count = Counter[str]()
    counters = {"connect": lambda *_: count.update(["made"]), "close": lambda *_: count.update(["closed"])}
    for moment, counts in counters.items():
        listen(Pool, moment, counts)
    database = await Database.open(path)
    await _add(database, "first")
    assert await names(database) == ["first"]
    closed, late = asyncio.Event(), list[asyncio.Task[list[str]]]()

    async def reads() -> list[str]:
        async with database.read() as connection:
            found = list((await connection.execute(MINE)).scalars())
            await closed.wait()
            return found

    def begin(_: object) -> None:
        late.append(asyncio.create_task(reads()))

    listen(database._engines.writer.sync_engine, "engine_disposed", begin, once=True)
    try:
        await database.close()
        closed.set()
        assert await late.pop() == ["first"]
    finally:
        for moment, counts in counters.items():
            remove(Pool, moment, counts)
    assert count["made"] == count["closed"] > 0


async def test_the_folder_is_made(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "arena.db"
    await (await Database.open(path)).close()
    assert path.is_file()


async def test_what_is_stored_shows_in_no_error(database: Database) -> None:
    """Errors are logged, and choices may be sealed."""
    with pytest.raises(IntegrityError) as caught:
        async with database.write() as connection:
            await matches.seal(connection, 99, 0, [(1, "E/5E3")], to_act=[], at=START)
    assert "E/5E3" not in str(caught.value)


@pytest.mark.parametrize("moment", ["connect", "close"])
async def test_a_transaction_that_is_cancelled_behind_the_close_leaves_no_trace(
    database: Database, caplog: pytest.LogCaptureFixture, moment: str
) -> None:
    """As the end of a program cancels what a slow machine has not come to, while it makes or closes a connection."""
    await database.close()

    async def look() -> None:
        async with database.read() as connection:
            await connection.exec_driver_sql("SELECT 1")

    task = asyncio.create_task(look())

    def cancel(*_: object) -> None:
        task.cancel()

    listen(Pool, moment, cancel)
    try:
        with pytest.raises(asyncio.CancelledError):
            await task
    finally:
        remove(Pool, moment, cancel)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


# Which settings name a database, and what is said of those that do not.


@pytest.mark.parametrize(
    ("address", "told"),
    [
        (" ", "an empty path"),
        ("postgresql://bob:hunter2@localhost:port/arena", "not an address"),
        ("sqlite://", "name a SQLite file by its path"),
        ("sqlite:///:memory:", "name a SQLite file by its path"),
        ("postgresql://bob:hunter2@localhost/arena?sslmode=never", "sslmode is one of allow, "),
    ],
)
def test_what_names_no_database(address: str, told: str) -> None:
    with pytest.raises(AddressError, match=told) as caught:
        parse(address)
    assert "hunter2" not in str(caught.value)


def test_the_mode_of_tls_is_said_as_the_driver_knows_it() -> None:
    address = parse("postgres://localhost/arena?sslmode=require")
    assert isinstance(address, URL)
    assert dict(address.query) == {"ssl": "require"}


async def test_a_driver_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(AddressError, match=r"needs asyncpg: pip install 'arena\[postgres\]'"):
        await Database.open("postgresql://localhost/arena")
