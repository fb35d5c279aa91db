"""Cancelling what writes: all of it is on disk or nothing, and the next writer does not wait."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import Column, Integer, MetaData, Table, insert, select

from store.database import Database
from store.db.connections import BRIEF_AT_ONCE, STEPS, SteadyConnection, connect_sqlite, held, steady

NOTES = Table("notes", MetaData(), Column("id", Integer, primary_key=True), Column("word", Integer))
ROWS = 5


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.connect(tmp_path / "steady.db")
    async with opened.write() as connection:
        await connection.run_sync(NOTES.create)
    yield opened
    await opened.close()


async def _write(database: Database) -> None:
    async with database.write() as connection:
        for word in range(ROWS):
            await connection.execute(insert(NOTES).values(word=word).returning(NOTES.c.id))


async def _count(database: Database) -> int:
    async with database.read() as connection:
        return len((await connection.execute(select(NOTES.c.id))).all())


@pytest.mark.parametrize("steps", range(0, 40, 3))
async def test_a_cancelled_transaction_leaves_no_lock(database: Database, steps: int) -> None:
    task = asyncio.create_task(_write(database))
    for _ in range(steps):
        await asyncio.to_thread(int)  # long enough for a step of the transaction
    task.cancel()
    await asyncio.wait({task})
    assert await _count(database) in ((0, ROWS) if task.cancelled() else (ROWS,))
    other = sqlite3.connect(str(database.address), timeout=0)
    try:
        other.execute("BEGIN IMMEDIATE")
        other.rollback()
    finally:
        other.close()


async def test_a_task_cancelled_while_it_connects_waits_and_closes(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the thread of a connection has to tell would find the event loop closed else."""
    opened: list[sqlite3.Connection] = []
    opening, may_open = threading.Event(), threading.Event()
    connect = sqlite3.connect

    def slowly(*args: Any, **options: Any) -> sqlite3.Connection:
        opening.set()
        may_open.wait()
        connection: sqlite3.Connection = connect(*args, **options)
        opened.append(connection)
        return connection

    monkeypatch.setattr(sqlite3, "connect", slowly)
    task = asyncio.create_task(_count(database))
    await asyncio.to_thread(opening.wait)
    for _ in range(3):
        task.cancel()
        await asyncio.wait({task}, timeout=0.01)
        assert not task.done()
    may_open.set()
    await asyncio.wait({task})
    assert task.cancelled()
    await database.close()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        opened[0].execute("SELECT 1")


async def test_what_has_begun_is_finished_before_the_task_hears_of_it(database: Database) -> None:
    begun = asyncio.Event()

    async def write() -> None:
        async with database.write() as connection:
            begun.set()
            await connection.execute(insert(NOTES).values(word=1))

    task = asyncio.create_task(write())
    await begun.wait()
    task.cancel()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await _count(database) == 1


async def test_a_failure_of_a_cancelled_task_is_a_cancellation(database: Database) -> None:
    async def write() -> None:
        async with database.write() as connection:
            await connection.execute(insert(NOTES).values(word=1))
            asyncio.get_running_loop().call_soon(task.cancel)
            await connection.exec_driver_sql("PRAGMA user_version")  # this waits for the connection's thread
            raise ValueError("in vain")

    task = asyncio.create_task(write())
    with pytest.raises(asyncio.CancelledError) as caught:
        await task
    assert isinstance(caught.value.__cause__, ValueError)
    assert await _count(database) == 0


async def test_a_time_limit_is_told_at_the_end(database: Database) -> None:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0):
            await _write(database)
    assert await _count(database) in (0, ROWS)


async def test_a_connection_that_is_closed_does_nothing_more() -> None:
    connection = await SteadyConnection(lambda: sqlite3.connect(":memory:"), 1)
    await connection.rollback()
    await connection.close()
    with pytest.raises(ValueError, match="Connection closed"):  # as the driver says it, which SQLAlchemy knows
        await connection._execute(int)  # type: ignore[no-untyped-call]


async def test_outside_a_transaction_a_cancellation_is_told_once_the_work_is_done() -> None:
    release, done = asyncio.Event(), []

    async def work() -> None:
        await release.wait()
        done.append("done")

    task = asyncio.create_task(held(work()))
    asyncio.get_running_loop().call_soon(task.cancel)
    asyncio.get_running_loop().call_soon(release.set)
    with pytest.raises(asyncio.CancelledError):
        await task
    assert done == ["done"]


LONG = (
    "SELECT count(*) FROM "
    "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {}) SELECT i FROM n)"
)


@pytest.mark.parametrize(("rows", "waits"), [(10, False), (STEPS, True)])
async def test_a_long_query_does_not_hold_up_the_event_loop(database: Database, rows: int, waits: bool) -> None:
    async with database.read() as connection:
        others: list[str] = []
        asyncio.get_running_loop().call_soon(others.append, "had a turn")
        counted = (await connection.exec_driver_sql(LONG.format(rows))).scalar_one()
        assert bool(others) is waits
        assert counted == rows


async def test_a_long_query_does_not_undo_what_was_written_before_it(database: Database) -> None:
    async with database.write() as connection:
        await connection.execute(insert(NOTES).values(word=1))
        assert (await connection.exec_driver_sql(LONG.format(STEPS))).scalar_one() == STEPS
    assert await _count(database) == 1


@pytest.mark.parametrize("at_once", [False, True])
async def test_a_long_transaction_lets_others_go_on_and_none_of_them_into_it(database: Database, at_once: bool) -> None:
    rows = [{"word": word} for word in range(5 * BRIEF_AT_ONCE)]
    order: list[str] = []

    async def write_much() -> None:
        async with database.write() as connection:
            if at_once:
                await connection.execute(insert(NOTES), rows)
            else:
                for row in rows:
                    await connection.execute(insert(NOTES), row)
            order.append("all written")
            raise ValueError("in vain")

    async def others() -> None:
        order.append(f"{await _count(database)} there")
        await _write(database)

    assert await _count(database) == 0  # the connections of both are open from here on
    failed, _ = await asyncio.gather(write_much(), others(), return_exceptions=True)
    assert isinstance(failed, ValueError)
    assert order == ["0 there", "all written"]
    assert await _count(database) == ROWS


async def test_others_have_a_turn_after_so_many_brief_statements_and_not_before() -> None:
    connection = connect_sqlite(":memory:", 1)
    await connection
    others: list[str] = []
    with steady():
        asyncio.get_running_loop().call_soon(others.append, "had a turn")
        for _ in range(BRIEF_AT_ONCE):
            await connection.rows("SELECT 1", ())
        assert others == []
        await connection.rows("SELECT 1", ())
        assert others == ["had a turn"]
    await connection.close()


@pytest.mark.parametrize("turn", range(1, 4))
async def test_cancelled_while_others_go_on_a_transaction_ends_first(database: Database, turn: int) -> None:
    async def write() -> None:
        async with database.write() as connection:
            for word in range(3 * BRIEF_AT_ONCE):
                await connection.execute(insert(NOTES).values(word=word))

    task = asyncio.create_task(write())
    for _ in range(turn):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait({task})
    assert task.cancelled()
    assert await _count(database) in (0, 3 * BRIEF_AT_ONCE)
    await _write(database)


async def test_what_writes_much_can_be_done_beside_the_event_loop(database: Database) -> None:
    for long in (False, True):
        async with database.write(long=long) as connection:
            others: list[str] = []
            asyncio.get_running_loop().call_soon(others.append, "had a turn")
            await connection.execute(insert(NOTES).values(word=1))
            assert bool(others) is long


async def test_the_event_loop_does_not_wait_for_another_process_that_writes(database: Database) -> None:
    other = sqlite3.connect(str(database.address), timeout=0, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    asyncio.get_running_loop().call_soon(other.rollback)  # which comes when the loop goes on
    await _write(database)
    assert await _count(database) == ROWS
    other.close()
