"""Copies of the database while the bot runs: when, how many, and what becomes of one that fails; one before a step."""

from __future__ import annotations

import asyncio
import logging
import re
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import URL

from hosting.arena import Arena
from hosting.retention import BACKUP, COPY_AGAIN, FIRST_COPY
from store.database import Database
from store.db import backups as copies
from store.db import files, migrate
from store.db.addresses import Address, StoreError
from store.db.backups import Backups
from tests.databases import BOTH, NEEDS_POSTGRESQL, postgresql
from tests.hosting.conftest import ManualClock, NotingPoster
from tests.store.made_up import NEXT, next_release, with_step

DAY = timedelta(days=1)


@pytest_asyncio.fixture(params=BOTH)
async def alone(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Address]:
    """A database of its own: no event trigger of the tests is copied with it."""
    if request.param == "sqlite":
        yield tmp_path / "arena.db"
        return
    async with postgresql(empty=True) as address:
        yield address


async def start(address: Address, clock: ManualClock, backups: Backups | None) -> Arena:
    arena = await Arena.open(address, clock, sleep=clock.sleep, backups=backups)
    arena.outbox.set_poster(NotingPoster())
    await arena.start()
    return arena


async def copied(arena: Arena, clock: ManualClock, after: timedelta) -> None:
    """Let time pass, and wait for what it brings."""
    await clock.advance(after.total_seconds())
    await arena.idle()


async def test_one_is_made_each_day_and_the_oldest_go(alone: Address, tmp_path: Path, clock: ManualClock) -> None:
    plan = Backups(tmp_path / "backups", 2, DAY)
    arena = await start(alone, clock, plan)
    assert plan.made(arena.db.address) == []
    theirs = tmp_path / "backups" / "arena-by-hand.db"
    await copied(arena, clock, FIRST_COPY)
    (first,) = plan.made(arena.db.address)
    theirs.touch()
    await copied(arena, clock, DAY)
    await copied(arena, clock, DAY)
    there = plan.made(arena.db.address)
    assert (len(there), first in there) == (2, False)
    assert [each.stat().st_mode & 0o777 for each in there] == [0o600, 0o600]
    assert theirs.exists()
    due = await arena.schedule.due_at(BACKUP, "")
    assert due == clock.now() + DAY
    if isinstance(alone, Path):
        with closing(sqlite3.connect(there[-1])) as copy:
            assert copy.execute("SELECT alive_at FROM shards").fetchone() is not None
    await arena.close()

    arena = await start(alone, clock, plan)
    assert await arena.schedule.due_at(BACKUP, "") == due, "a restart changes nothing"
    await arena.close()
    arena = await start(alone, clock, Backups(plan.folder, 2, timedelta(hours=1)))
    assert await arena.schedule.due_at(BACKUP, "") == clock.now() + FIRST_COPY
    await arena.close()
    arena = await start(alone, clock, None)
    assert await arena.schedule.due_at(BACKUP, "") is None
    await arena.close()


@NEEDS_POSTGRESQL
async def test_none_has_what_would_let_others_answer_for_the_bot(tmp_path: Path, clock: ManualClock) -> None:
    async with postgresql(empty=True) as address:
        arena = await start(address, clock, None)
        await arena.relay.give(7, 3 << 22, {"token": "very secret"})
        where = tmp_path / "backups" / "copy.dump"
        await copies.backup(address, where)
        assert await arena.relay.take_back(7), "it was there"
        await arena.close()
        (program, *_) = await copies.programs("pg_restore", await copies.server_version(address))
        process = await asyncio.create_subprocess_exec(program.path, "--file=-", where, stdout=asyncio.subprocess.PIPE)
        said, _ = await process.communicate()
    assert b"CREATE TABLE public.handed" in said
    assert b"very secret" not in said


async def test_the_loop_does_not_wait_for_a_copy(
    tmp_path: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a gigabyte it takes seconds."""
    threads: list[threading.Thread] = []
    copy = files.backup

    def note(source: Path, target: Path) -> None:
        threads.append(threading.current_thread())
        copy(source, target)

    monkeypatch.setattr(files, "backup", note)
    arena = await start(tmp_path / "arena.db", clock, Backups(tmp_path / "backups", 2, DAY))
    await copied(arena, clock, FIRST_COPY)
    await arena.close()
    (thread,) = threads
    assert thread is not threading.current_thread()


async def test_one_that_fails_is_logged_and_tried_again(
    alone: Address,
    tmp_path: Path,
    clock: ManualClock,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = Backups(tmp_path / "backups", 2, DAY)
    arena = await start(alone, clock, plan)
    with monkeypatch.context() as patch:
        if isinstance(arena.db.address, URL):
            patch.setenv("PATH", "")
            patch.setattr(copies, "_DEBIAN", tmp_path)
            reason = "no pg_dump was found: install PostgreSQL's client programs"
        else:
            (tmp_path / "backups").write_text("a file where the folder should be", encoding="utf-8")
            reason = "File exists|Not a directory"
        await copied(arena, clock, FIRST_COPY)
    (line,) = [each for each in caplog.records if each.levelno == logging.ERROR]
    assert re.search(f"no backup was made, .*({reason})", line.getMessage())
    assert line.exc_info is None
    (tmp_path / "backups").unlink(missing_ok=True)
    await copied(arena, clock, COPY_AGAIN)
    assert len(plan.made(arena.db.address)) == 1
    await arena.close()


async def test_two_within_a_second_have_two_names_and_the_first_goes_first(
    alone: Address, tmp_path: Path, clock: ManualClock
) -> None:
    plan = Backups(tmp_path / "backups", 2, DAY)
    database = await Database.open(alone)
    first, second = [await plan.make(database.address, clock.now()) for _ in range(2)]
    assert plan.made(database.address) == [first, second]
    third = await plan.make(database.address, clock.now(), before="0101")
    assert plan.made(database.address) == [second, third]
    assert await plan.make(database.address, clock.now(), before="0101") != third
    await database.close()


async def test_what_a_killed_process_left_is_no_copy_and_goes(tmp_path: Path, clock: ManualClock) -> None:
    path, plan = tmp_path / "arena.db", Backups(tmp_path / "backups", 2, DAY)
    await (await Database.open(path)).close()
    whole = await plan.make(path, clock.now())
    left = plan.folder / whole.name.replace("Z.db", "Z-7.db")
    left.touch()
    left.with_name(f"{left.name}.partial").write_bytes(b"half of it")
    theirs = plan.folder / "by-hand.db.partial"
    theirs.touch()
    assert plan.made(path) == [whole]
    second = await plan.make(path, clock.now() + DAY)
    assert sorted(plan.folder.iterdir()) == sorted([whole, second, theirs])


async def test_a_damaged_file_takes_the_place_of_no_copy(tmp_path: Path, clock: ManualClock) -> None:
    path, plan = tmp_path / "arena.db", Backups(tmp_path / "backups", 1, DAY)
    await (await Database.open(path)).close()
    whole = await plan.make(path, clock.now())
    with closing(sqlite3.connect(path)) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events'").fetchone()
    with path.open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xff" * size)
    with pytest.raises(StoreError, match=r"arena\.db is damaged \(.*\): `python -m store check` says more"):
        await plan.make(path, clock.now() + DAY)
    assert plan.made(path) == [whole]


async def test_a_database_is_copied_before_it_is_migrated(alone: Address, tmp_path: Path) -> None:
    plan = Backups(tmp_path / "backups", 2, DAY)
    database = await Database.open(alone, backups=plan)
    await database.close()
    assert plan.made(database.address) == [], "a new one has nothing to copy"
    with next_release(with_step(tmp_path)):
        await (await Database.open(alone, backups=plan)).close()
    (made,) = plan.made(database.address)
    assert f"-before-{NEXT}." in made.name
    if isinstance(alone, Path):
        with closing(sqlite3.connect(made)) as copy:
            assert copy.execute("SELECT version_num FROM alembic_version").fetchone() == (migrate.head(),)


async def test_without_a_copy_nothing_is_migrated(
    alone: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = Backups(tmp_path / "backups", 2, DAY)
    await (await Database.open(alone)).close()
    plan.folder.write_text("a file where the folder should be", encoding="utf-8")
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(copies, "_DEBIAN", tmp_path)
    with next_release(with_step(tmp_path)):
        with pytest.raises(StoreError, match=r"has to be migrated, and there's no backup of it .*set BACKUP=off"):
            await Database.open(alone, backups=plan)
        database = await Database.connect(alone)
        async with database.read() as connection:
            assert await connection.run_sync(migrate.revision) != NEXT
        await database.close()
        await (await Database.open(alone)).close()
