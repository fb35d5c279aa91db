"""One process per database, and no start over an empty, missing or damaged one."""

# ruff: noqa: ASYNC220, ASYNC221, ASYNC240 - nothing else runs in these loops

from __future__ import annotations

import errno
import json
import logging
import os
import random
import shutil
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from sqlalchemy.exc import DBAPIError

from hosting.arena import Arena
from hosting.runtime import SystemClock
from store import database as stored_database
from store.database import Database
from store.db import connections, files
from store.db.addresses import (
    AddressError,
    InUseError,
    StoreError,
    UnreachableError,
    is_full,
    is_lasting,
)
from store.db.files import FileLock
from store.tables import outages
from tests.databases import copies_of
from tests.volume import many

NOW = datetime(2026, 1, 1, tzinfo=UTC)
POSIX = pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX's")


async def test_a_second_is_refused_and_told_who_has_it(path: Path) -> None:
    first = await Database.open(path)
    with pytest.raises(
        InUseError, match=f"arena.db is in use by process {os.getpid()} on {socket.gethostname()} since 2"
    ):
        await Database.open(path)
    await first.close()
    await (await Database.open(path)).close()


async def test_it_is_the_same_database_however_it_is_called(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await Database.open(path)
    (tmp_path / "link.db").symlink_to(path)
    (tmp_path / "folder").symlink_to(tmp_path)
    monkeypatch.chdir(tmp_path)
    for other in ("arena.db", "link.db", "./folder/arena.db", tmp_path / "folder" / "arena.db", f"sqlite:///{path}"):
        with pytest.raises(InUseError):
            await Database.open(other)
    await first.close()


async def test_the_lock_of_a_process_that_was_killed_is_free(path: Path) -> None:
    """And with the schema as it should be, a process needs no Alembic, which takes long to import."""
    await (await Database.open(path)).close()
    code = (
        "import asyncio, sys\nfrom store.database import Database\n"
        "async def main():\n    await Database.open(sys.argv[1])\n    print('alembic' in sys.modules, flush=True)\n"
        "    await asyncio.sleep(600)\nasyncio.run(main())\n"
    )
    command = [sys.executable, "-c", code, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "False\n"
            with pytest.raises(InUseError, match=f"process {process.pid} "):
                await Database.open(path)
        finally:
            process.kill()
    await (await Database.open(path)).close()


async def test_what_only_reads_goes_on_beside_a_running_bot(path: Path) -> None:
    database = await Database.open(path)
    async with database.write() as connection:
        await connection.exec_driver_sql("INSERT INTO notes VALUES ('k', 'v')")
    code = (
        "import sys\nfrom admin.__main__ import main\n"
        "for action in (['check'], ['backup', sys.argv[2]], ['upgrade']):\n"
        "    print(action[0], main(['--database', sys.argv[1], *action]))\n"
    )
    command = [sys.executable, "-c", code, str(path), str(path.with_name("copy.db"))]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=Path(__file__).parents[2])
    assert {"check 0", "backup 0", "upgrade 1"} <= set(done.stdout.splitlines())
    assert done.stderr.count("\n") == 1
    assert f"arena.db is in use by process {os.getpid()} on" in done.stderr
    await database.close()


@pytest.fixture
async def made(path: Path, new_store: Path) -> Path:
    """A database that was there before."""
    with copies_of(new_store):
        await (await Database.open(path)).close()
    return path


async def _refused(path: Path, words: str) -> None:
    before = {each: each.read_bytes() for each in path.parent.iterdir() if each.suffix != ".lock" and each.is_file()}
    with pytest.raises(StoreError, match=words):
        await Database.open(path)
    assert {each: each.read_bytes() for each in before} == before, "nothing is written over"


async def test_a_database_that_is_gone_is_missed(made: Path) -> None:
    made.rename(made.with_name("elsewhere.db"))
    await _refused(made, r"arena\.db is gone: put a backup in its place, or remove .*arena\.db\.lock")
    assert not made.exists()
    made.with_name("arena.db.lock").unlink()  # as it says
    await (await Database.open(made)).close()


async def test_what_is_left_beside_one_that_is_gone_is_not_lost(path: Path) -> None:
    path.with_name("arena.db-wal").write_bytes(b"committed")
    advice = r"put a backup in its place and remove arena\.db-wal"
    await _refused(path, rf"arena\.db is gone, and only arena\.db-wal is left: {advice}")
    for content, why in ((b"", "is empty"), (b"no database", "file is not a database")):
        path.write_bytes(content)
        await _refused(path, rf"arena\.db:? {why}.*{advice}")


@pytest.mark.parametrize("known", [True, False])
async def test_an_empty_file_is_no_new_database(made: Path, known: bool) -> None:
    if not known:
        made.with_name("arena.db.lock").unlink()
    made.write_bytes(b"")
    await _refused(made, r"arena\.db is empty: put a backup in its place, or remove it")


async def test_a_database_with_nothing_in_it_is_missed_where_one_was(made: Path) -> None:
    made.unlink()
    with closing(sqlite3.connect(made)) as connection:
        connection.execute("VACUUM")
    await _refused(made, r"arena\.db has lost everything in it")


async def test_a_backup_that_is_put_back_is_taken(made: Path) -> None:
    copy = made.with_name("copy.db")
    files.backup(made, copy)
    made.unlink()
    copy.rename(made)
    await (await Database.open(made)).close()


def _page(path: Path, table: str) -> tuple[int, int]:
    """Return how large pages are, and the number of a table's first one."""
    with closing(sqlite3.connect(path)) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    return size, root


def _overwrite(path: Path, at: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(data)


async def test_broken_pages_stop_the_start(made: Path) -> None:
    size, root = _page(made, "events")
    _overwrite(made, (root - 1) * size, b"\xff" * size)
    await _refused(made, r"arena\.db is damaged \(.*\): put a backup in its place")


async def test_pages_are_read_however_the_file_looks(made: Path) -> None:
    """Nobody wrote to it: the disk lost a byte."""
    (size, root), stat = _page(made, "events"), made.stat()
    _overwrite(made, (root - 1) * size, b"\xff")
    os.utime(made, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    await _refused(made, r"arena\.db is damaged \(.*\): put a backup in its place")


async def test_what_is_no_database_stops_the_start(path: Path) -> None:
    path.write_text("Dear diary, " * 400, encoding="utf-8")
    await _refused(path, "file is not a database")


async def test_what_only_begins_as_a_database_stops_the_start(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 4096)
    await _refused(path, r"arena\.db is damaged \(.*\): put a backup in its place")


async def test_a_database_that_others_write_to_may_be_free_in_a_moment(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "BUSY_TIMEOUT_S", 0)
    with closing(sqlite3.connect(made, isolation_level=None)) as connection:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("BEGIN EXCLUSIVE")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            files.examine(made, (), made.with_name("arena.db.lock"))


def test_of_nothing_there_is_no_copy(path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        files.backup(path, path.with_name("copy.db"))
    assert not path.with_name("copy.db").exists()


async def test_a_holder_that_has_not_written_its_name_is_another_process(path: Path) -> None:
    first = await Database.open(path)
    path.with_name("arena.db.lock").write_text("[]", encoding="utf-8")
    with pytest.raises(InUseError, match="is in use by another process; stop it first"):
        await Database.open(path)
    await first.close()


def test_a_lock_that_fails_leaves_no_file_open(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    locked = Mock(side_effect=OSError("no locks available"))
    monkeypatch.setattr("store.db.files._lock", locked)
    with pytest.raises(OSError, match="no locks available"):
        FileLock(path)
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(locked.call_args.args[0])


def test_where_files_have_no_modes_none_is_loose(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made.chmod(0o644)
    assert files.exposed_files(made) == [made]
    monkeypatch.setattr(files, "os", SimpleNamespace(name="nt"))
    assert files.exposed_files(made) == []


async def test_a_folder_that_is_a_file_is_named(path: Path) -> None:
    path.touch()
    with pytest.raises(AddressError, match=f"{path.name}/inner.db can't be used: Not a directory"):
        await Database.open(path / "inner.db")


@POSIX
async def test_only_the_owner_may_read_what_is_made(tmp_path: Path) -> None:
    path = tmp_path / "data" / "store" / "arena.db"
    old = os.umask(0)
    try:
        database = await Database.open(path)
        async with database.write() as connection:
            await connection.exec_driver_sql("INSERT INTO notes VALUES ('k', 'v')")
        there = {each.name: each.stat().st_mode & 0o777 for each in path.parent.iterdir()}
        files.backup(path, tmp_path / "backups" / "copy.db")
        await database.close()
    finally:
        os.umask(old)
    assert there == dict.fromkeys(("arena.db", "arena.db-wal", "arena.db-shm", "arena.db.lock"), 0o600)
    assert [each.stat().st_mode & 0o777 for each in (path.parent, path.parent.parent, tmp_path / "backups")] == [
        0o700
    ] * 3
    assert (tmp_path / "backups" / "copy.db").stat().st_mode & 0o777 == 0o600


@POSIX
async def test_a_file_that_others_may_read_is_warned_of(made: Path, caplog: pytest.LogCaptureFixture) -> None:
    made.chmod(0o644)
    await (await Database.open(made)).close()
    (warned,) = [each.message for each in caplog.records if each.levelno == logging.WARNING]
    assert warned.startswith(f"others may read what holds secrets: chmod 600 {made}")


@POSIX
@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root may write anywhere")
async def test_a_folder_that_may_not_be_written_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o500)
    with pytest.raises(AddressError, match="Permission denied"):
        await Database.open(folder / "arena.db")


async def test_a_file_that_lost_its_last_byte_stops_the_start(made: Path) -> None:
    for lost in (1, 2, 1000):
        whole = made.read_bytes()
        made.write_bytes(whole[:-lost])
        await _refused(made, r"arena\.db is damaged \(its last page is cut off: .*\): put a backup in its")
        assert any("cut off" in each for each in files.damage(made))
        made.write_bytes(whole)
    await (await Database.open(made)).close()


async def test_a_schema_that_is_no_text_stops_the_start(made: Path) -> None:
    """SQLite names what it cannot read, and the driver fails to decode the name."""
    content = made.read_bytes()
    at = content.index(b"CREATE TABLE")
    _overwrite(made, at - 8, b"\xff\xfe\x80\x81" * 8)
    await _refused(made, r"arena\.db is damaged")


async def test_whatever_is_damaged_is_refused_in_a_sentence_or_opens(made: Path, tmp_path: Path) -> None:
    """Bytes changed, runs of them, and ends cut off, most of all in the header and in the page of the schema."""
    whole = made.read_bytes()
    refused = 0
    for seed in range(many(150, 5_000)):
        chance = random.Random(seed)
        broken = bytearray(whole)
        reach = chance.choice((100, 4096, len(whole)))
        at = chance.randrange(reach)
        length = chance.choice((1, 1, 8, 512, 4096))
        if chance.randrange(8) == 0:
            del broken[chance.randrange(1, len(whole)) :]
        else:
            broken[at : at + length] = chance.choice((bytes, b"\xff".__mul__, chance.randbytes))(length)
        path = tmp_path / f"{seed}" / "arena.db"
        path.parent.mkdir()
        path.write_bytes(broken[: max(len(whole), len(broken))])
        path.with_name("arena.db.lock").write_bytes(made.with_name("arena.db.lock").read_bytes())
        try:
            arena = await Arena.open(path, SystemClock())
        except StoreError as error:
            assert "\n" not in str(error), seed
            refused += 1
        except DBAPIError as error:
            assert is_lasting(error), (seed, error)
            refused += 1
        else:
            await arena.close()
        shutil.rmtree(path.parent)
    assert refused


async def test_where_there_is_no_room_the_start_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare = connections._PRAGMAS
    monkeypatch.setattr(connections, "_PRAGMAS", (*prepare, "max_page_count=8"))
    with pytest.raises(StoreError, match=r"arena\.db: there is no room left on its disk; make some, and start again"):
        await Database.open(path)


async def test_where_there_is_no_room_for_the_lock_the_start_says_so(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int, _text: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(StoreError, match="there is no room left"):
        await Database.open(path)


async def test_what_finds_no_room_leaves_nothing_and_goes_on_when_there_is_some(made: Path) -> None:
    database = await Database.open(made)
    async with database.write() as connection:
        (pages,) = (await connection.exec_driver_sql("PRAGMA page_count")).one()
        await connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    for _ in range(2):
        with pytest.raises(DBAPIError) as caught:
            await _fill(database)
        assert is_full(caught.value)
    async with database.write() as connection:
        await connection.exec_driver_sql("PRAGMA max_page_count = 100000")
        assert (await connection.exec_driver_sql("SELECT count(*) FROM notes WHERE key LIKE 'n%'")).scalar_one() == 0
        await connection.exec_driver_sql("INSERT INTO notes (key, value) VALUES ('n', 'there is room')")
    await database.close()


async def _fill(database: Database) -> None:
    async with database.write() as connection:
        for number in range(200):
            await connection.exec_driver_sql("INSERT INTO notes (key, value) VALUES (?, ?)", (f"n{number}", "x" * 4000))


@pytest.mark.parametrize("step", range(7))
async def test_a_loss_of_power_while_it_opens_is_no_restore(
    made: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """What the lock file was told and the disk was not is lost."""
    database = await Database.open(made)
    async with database.write() as connection:
        await outages.set_alive(connection, 1, outages.Sign(0, 1, NOW))
    await database.close()
    lock, steps = made.with_name(made.name + ".lock"), count()
    on_disk, remember, fsync = [lock.read_bytes()], FileLock.remember, os.fsync

    def go() -> None:
        if next(steps) == step:
            raise OSError("no power")

    def remembering(self: FileLock, *numbers: int) -> None:
        go()
        remember(self, *numbers)
        go()

    def syncing(descriptor: int) -> None:
        fsync(descriptor)
        on_disk.append(lock.read_bytes())

    with monkeypatch.context() as patch:
        patch.setattr(FileLock, "remember", remembering)
        patch.setattr(os, "fsync", syncing)
        with suppress(StoreError, UnreachableError):
            await (await Database.open(made)).close()
    lock.write_bytes(on_disk[-1])
    again = await Database.open(made)
    async with again.write() as connection:
        assert await stored_database.take_generation(connection, None, NOW) is None
    await again.close()


def test_what_the_lock_file_says_can_be_read_at_any_moment(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process may die between two system calls: what is written is whole after each."""
    lock, write, found = path.with_name(path.name + ".lock"), os.write, list[object]()

    def writing(descriptor: int, text: bytes) -> int:
        done = write(descriptor, text)
        found.append(json.loads(lock.read_bytes())["database"])
        return done

    monkeypatch.setattr(os, "write", writing)
    held = FileLock(path)
    for numbers in ((2**31 - 1, 2**31 - 2), (1,), (1, 2)):
        held.remember(*numbers)
    held.release()
    assert found == [[], [2**31 - 2, 2**31 - 1], [1], [1, 2]]
