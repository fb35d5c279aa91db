"""Cancelling what writes: all of it is on disk or nothing, and the next writer does not wait."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import Column, Integer, MetaData, Table, insert, select

from store.database import Database

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
    other = sqlite3.connect(database.address, timeout=0)
    try:
        other.execute("BEGIN IMMEDIATE")
        other.rollback()
    finally:
        other.close()


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
            asyncio.get_running_loop().call_soon(task.cancel)
            await connection.execute(insert(NOTES).values(word=1))
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
