"""A backup in the place of the database: the drill that an operator would do, and what is refused."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import URL, select

from admin import restore as restoring
from admin.__main__ import main
from hosting.arena import Arena
from hosting.match.model import Match
from store import schema
from store.database import Database, backup_gaps
from store.db import backups, files, migrate
from store.db.addresses import Address, StoreError
from store.db.backups import Program
from store.privacy import deletion
from tests.copies import GUILD, begin, play
from tests.databases import BOTH, NEEDS_POSTGRESQL, postgresql, revision_of, setting
from tests.hosting.conftest import ManualClock, NotingPoster
from tests.store.made_up import NEXT, next_release, with_step

# ruff: noqa: ASYNC221, ASYNC240 - nothing else runs in these loops


@pytest.fixture(autouse=True)
def settings(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No settings but where the list of deletions is; nobody waits for another process to end."""
    monkeypatch.setenv("DELETIONS", str(elsewhere / "lists" / "people"))
    monkeypatch.setattr("store.db.files.START_S", 0.0)
    return elsewhere


@pytest_asyncio.fixture(params=BOTH)
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Address]:
    if request.param == "sqlite":
        yield tmp_path / "data" / "arena.db"
        return
    async with postgresql(empty=True) as address:
        yield address


async def run(capsys: pytest.CaptureFixture[str], address: Address, *arguments: str) -> tuple[int, str]:
    """Run the command line on a database; return its status and what it wrote."""
    assert isinstance(address, Path | URL)
    capsys.readouterr()
    status = await asyncio.to_thread(main, ["--database", setting(address), *arguments])
    written = capsys.readouterr()
    return status, written.out + written.err


async def opened(address: Address, clock: ManualClock, listed: Path) -> Arena:
    """Start what runs the matches."""
    arena = await Arena.open(address, clock, sleep=clock.sleep, deletions=listed)
    arena.outbox.set_poster(NotingPoster())
    await arena.start()
    return arena


async def texts(address: Address, match: Match) -> list[str]:
    database = await Database.connect(address)
    async with database.read() as connection:
        query = select(schema.events.c.text).where(schema.events.c.match_id == match.id).order_by(schema.events.c.seq)
        found = list((await connection.execute(query)).scalars())
    await database.close()
    return found


async def test_the_drill(database: Address, tmp_path: Path, settings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Play, back up, play on, delete a person, restore, start, go on; then go back to what was there."""
    copy, listed, rng, clock = tmp_path / "copies" / "arena", settings / "lists" / "people", Random(1), ManualClock()
    arena = await opened(database, clock, listed)
    cleo = await arena.people.enter(3, GUILD, "Cleo")
    match = await play(arena, await begin(arena, 7), rng, 3)
    assert await run(capsys, database, "backup", str(copy)) == (0, f"copied to {copy}\n")
    await clock.advance(3600)
    before = await texts(database, match)
    match = await play(arena, match, rng, 2)
    after = await texts(database, match)
    second = await begin(arena, 8)
    await arena.deletions.delete(cleo.person_id)
    await arena.idle()
    status, said = await run(capsys, database, "restore", str(copy))
    assert (status, "in use by" in said) == (1, True)
    await arena.close()
    assert len(deletion.read_deletions(listed)) == 1

    status, said = await run(capsys, database, "restore", str(copy))

    first, lost, went, began, repeated, back = said.splitlines()
    assert (status, first) == (0, f"restored {copy}")
    assert lost == (
        "lost: everything from 2026-01-01 00:00:00 UTC to 2026-01-01 01:00:00 UTC, the last sign of life (1:00:00)"
    )
    assert went == f"matches that went on since the backup: {match.id}"
    assert began == f"matches that began since the backup: {second.id}"
    assert repeated == "deletions of people repeated: 1"
    assert back.startswith("what was there is kept until you delete it; to go back: python -m store restore ")
    assert await texts(database, match) == before
    await clock.advance(600)
    arena = await opened(database, clock, listed)
    assert await arena.people.find(3) is None
    async with arena.db.read() as connection:
        (gap,) = await backup_gaps(connection)
    assert (gap.end - gap.begin).total_seconds() == 4200
    again = await arena.matches.get(match.id)
    assert again.seq == 3
    assert (await play(arena, again, rng)).over
    await arena.idle()
    await arena.close()
    status, said = await run(capsys, database, "check")
    assert (status, said.endswith(", 0 problems\n")) == (0, True), said

    status, said = await run(capsys, database, "restore", back.rpartition(" ")[2])
    assert (status, said.splitlines()[0]) == (0, f"restored {back.rpartition(' ')[2]}")
    assert await texts(database, match) == after


async def test_what_is_gone_is_restored(database: Address, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "copy"
    await (await Database.open(database)).close()
    assert (await run(capsys, database, "backup", str(copy)))[0] == 0
    if isinstance(database, Path):
        database.unlink()
        assert await run(capsys, database, "restore", str(copy)) == (0, f"restored {copy}\n")
        return
    async with postgresql(empty=True) as other:
        assert await run(capsys, other, "restore", str(copy)) == (0, f"restored {copy}\n")
        await (await Database.open(other)).close()


async def test_two_restores_in_a_second_keep_both_that_were_there(
    database: Address, settings: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "stamp", lambda _at: "20260101T000000Z")
    monkeypatch.setenv("BACKUP_FOLDER", str(settings))
    backup = settings / "backup"
    await (await Database.open(database)).close()
    await run(capsys, database, "backup", str(backup))
    for _ in range(2):
        status, said = await run(capsys, database, "restore", str(backup))
        assert status == 0, said
    folder = database.parent if isinstance(database, Path) else settings
    assert len([each for each in folder.iterdir() if "before-restore" in each.name]) == 2


async def test_what_is_no_backup_is_refused_and_nothing_changes(
    database: Address, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = await Database.open(database)
    async with opened.write() as connection:
        await connection.execute(schema.notes.insert(), {"key": "k", "value": "v"})
    await opened.close()
    wrong = tmp_path / "wrong"
    status, said = await run(capsys, database, "restore", str(wrong))
    assert (status, said) == (1, f"there's no file {wrong}\n")
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as made:
        made.execute("CREATE TABLE t (x)")
    wrong.write_text("Dear diary, " * 400, encoding="utf-8")
    for file in (wrong, other):
        status, said = await run(capsys, database, "restore", str(file))
        assert status == 1
        assert said.startswith(str(file)), said
        assert said.count("\n") == 1
    opened = await Database.open(database)
    async with opened.read() as connection:
        query = select(schema.notes.c.value).where(schema.notes.c.key == "k")
        assert (await connection.execute(query)).scalar_one() == "v"
    await opened.close()


async def test_a_backup_that_was_cut_off_is_refused(
    database: Address, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of PostgreSQL, wherever: what was written before the end of the file is taken back."""
    copy = tmp_path / "copy"
    await (await Database.open(database)).close()
    await run(capsys, database, "backup", str(copy))
    whole = copy.read_bytes()
    before = await tables(database)
    for part in (len(whole) // 2, len(whole) - 1):
        copy.write_bytes(whole[:part])
        status, said = await run(capsys, database, "restore", str(copy))
        assert (status, said.count("\n")) == (1, 1), said
        assert str(copy) in said
        assert await tables(database) == before
    await (await Database.open(database)).close()


async def tables(address: Address) -> dict[str, int]:
    database, found = await Database.connect(address), {}
    async with database.read() as connection:
        for table in schema.metadata.sorted_tables:
            found[table.name] = len((await connection.execute(select(table))).all())
    await database.close()
    return found


async def test_a_backup_of_the_release_before_is_migrated_and_one_of_the_next_refused(
    database: Address, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    await (await Database.open(database)).close()
    await run(capsys, database, "backup", str(old))
    with next_release(with_step(tmp_path)):
        await (await Database.open(database)).close()
        await run(capsys, database, "backup", str(new))
        status, said = await run(capsys, database, "restore", str(old))
        assert (status, said.splitlines()[0]) == (0, f"restored {old}")
        assert await revision_of(database) == NEXT
    status, said = await run(capsys, database, "restore", str(new))
    assert status == 1
    assert said == f"{new} can't be restored: the schema is {NEXT}, newer than this version knows ({migrate.head()})\n"
    # A release that went wrong: its tables go, though the backup doesn't know them.
    status, said = await run(capsys, database, "restore", str(old))
    assert status == 0, said
    assert await revision_of(database) == migrate.head()


async def test_a_damaged_file_is_kept_aside_with_what_is_beside_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, copy = tmp_path / "arena.db", tmp_path / "copy.db"
    await (await Database.open(path)).close()
    files.backup(path, copy)
    path.write_bytes(b"\xff" * 5000)
    path.with_name("arena.db-wal").write_bytes(b"left over")
    status, said = await run(capsys, path, "restore", str(copy))
    assert status == 0
    assert "what was there can't be read, so what was lost since the backup isn't known" in said
    aside = Path(said.rpartition(" ")[2].strip())
    assert aside.read_bytes() == b"\xff" * 5000
    assert aside.with_name(f"{aside.name}-wal").read_bytes() == b"left over"
    await (await Database.open(path)).close()


async def test_what_cannot_be_opened_after_all_is_put_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, copy = tmp_path / "arena.db", tmp_path / "copy.db"
    await (await Database.open(path)).close()
    files.backup(path, copy)
    before = path.read_bytes()

    async def fail(*_: object, **__: object) -> None:
        path.with_name("arena.db-wal").write_bytes(b"of the new one")
        raise StoreError("no room")

    monkeypatch.setattr("admin.restore.Database.open", fail)
    with pytest.raises(StoreError, match="no room"):
        await restoring.restore(path, copy, tmp_path / "list", tmp_path)
    assert path.read_bytes() == before
    assert sorted(each.name for each in tmp_path.iterdir()) == ["arena.db", "arena.db.lock", "copy.db"]


KILLED = """
import os, signal, sys
from pathlib import Path
from admin.__main__ import main
replace, left = Path.replace, int(sys.argv[3])
def dying(self, target):
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)
    return replace(self, target)
Path.replace = dying
sys.exit(main(["--database", sys.argv[1], "restore", sys.argv[2]]))
"""
"""A restore that is killed as it renames a file, counted from the first."""


@pytest.mark.parametrize("last", [1, 2])
async def test_a_restore_that_is_killed_leaves_a_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], last: int
) -> None:
    path, copy = tmp_path / "arena.db", tmp_path / "copy.db"
    database = await Database.open(path)
    files.backup(path, copy)
    async with database.write() as connection:
        await connection.execute(schema.notes.insert(), {"key": "k", "value": "newer"})
    await database.close()
    command = [sys.executable, "-c", KILLED, str(path), str(copy), str(last)]
    done = subprocess.run(command, check=False, capture_output=True, cwd=Path(__file__).parents[2])
    assert done.returncode == -signal.SIGKILL, done.stderr
    query = select(schema.notes.c.value).where(schema.notes.c.key == "k")
    database = await Database.open(path)
    async with database.read() as connection:
        assert (await connection.execute(query)).scalar_one() == "newer"
    await database.close()
    assert (await run(capsys, path, "restore", str(copy)))[0] == 0
    database = await Database.open(path)
    async with database.read() as connection:
        assert (await connection.execute(query)).first() is None
    await database.close()


async def test_the_database_itself_is_no_backup(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "arena.db"
    await (await Database.open(path)).close()
    assert await run(capsys, path, "restore", str(path)) == (1, f"{path} is the database itself\n")


async def test_a_deletion_that_only_the_database_knows_is_listed(tmp_path: Path) -> None:
    """The list was lost, with a container for instance."""
    path, copy, listed = tmp_path / "arena.db", tmp_path / "copy.db", tmp_path / "list"
    database = await Database.open(path)
    files.backup(path, copy)
    async with database.write() as connection:
        await connection.execute(schema.deletions.insert(), {"digest": b"d" * 16, "at": ManualClock().now()})
    await database.close()
    await restoring.restore(path, copy, listed, tmp_path)
    assert deletion.read_deletions(listed) == {b"d" * 16}


@NEEDS_POSTGRESQL
async def test_the_tables_of_another_program_stay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with postgresql(empty=True) as address:
        copy = tmp_path / "copy"
        await (await Database.open(address)).close()
        await run(capsys, address, "backup", str(copy))
        async with postgresql(empty=True) as other:
            database = await Database.connect(other)
            async with database.write() as connection:
                await connection.exec_driver_sql("CREATE TABLE letters (id int)")
            await database.close()
            status, said = await run(capsys, other, "restore", str(copy))
            assert status == 1
            assert "has tables of another program (letters)" in said


@NEEDS_POSTGRESQL
async def test_a_password_is_no_argument(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Everybody on a machine can read those of every process."""
    seen: list[Any] = []

    async def note(command: list[str], env: dict[str, str] | None = None) -> tuple[int, str, str]:
        seen.append((command, env))
        return (0, "pg_dump (PostgreSQL) 99.1", "") if "--version" in command else (1, "", "pg_dump: error: so it is")

    monkeypatch.setattr(backups, "_run", note)
    async with postgresql(empty=True) as address:
        secret = address.set(password="hunter2").update_query_dict({"ssl": "prefer"})  # noqa: S106
        with pytest.raises(StoreError, match=r"could not copy .*: so it is$"):
            await backups.backup(secret, tmp_path / "copy")
    command, env = seen[-1]
    assert "hunter2" not in " ".join(command)
    assert env["PGPASSWORD"] == "hunter2"
    assert "sslmode=prefer" in command[-1]
    assert list(tmp_path.glob("copy*")) == []


async def test_programs_fit_the_server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    said = {"14": "14.9", "15": "15.2 (Debian 15.2-1)", "17": "17.1"}
    for version in said:
        (tmp_path / version / "bin").mkdir(parents=True)
        (tmp_path / version / "bin" / "pg_dump").touch()

    async def version_of(command: list[str]) -> tuple[int, str, str]:
        return 0, f"pg_dump (PostgreSQL) {said[Path(command[0]).parents[1].name]}\n", ""

    monkeypatch.setattr(backups, "_run", version_of)
    monkeypatch.setattr(backups, "_DEBIAN", tmp_path)
    monkeypatch.setenv("PATH", "")
    assert [each.major for each in await backups.programs("pg_dump", 15)] == [15, 17]
    assert await backups.programs("pg_dump", 17) == [Program(tmp_path / "17" / "bin" / "pg_dump", 17)]
    with pytest.raises(StoreError, match=r"pg_dump that is installed is too old: install .* of version 18"):
        await backups.programs("pg_dump", 18)
    with pytest.raises(StoreError, match=r"no pg_restore was found: .* apt install postgresql-client-15\)"):
        await backups.programs("pg_restore", 15)


NEWER = """#!/bin/sh
case "$1" in
  --version) echo "pg_restore (PostgreSQL) 99.0" ;;
  --no-owner) {real} "$@" | sed '0,/^SET /s//SET transaction_timeout = 0;\\nSET /' ;;
  *) exec {real} "$@" ;;
esac
"""
"""A `pg_restore` that writes what that of version 17 does, whatever the server's version is."""


@NEEDS_POSTGRESQL
async def test_programs_newer_than_the_server_restore_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a container they are of its base's version."""
    async with postgresql(empty=True) as address:
        await (await Database.open(address)).close()
        assert (await run(capsys, address, "backup", str(tmp_path / "copy")))[0] == 0
        (program, *_) = await backups.programs("pg_restore", await backups.server_version(address))
        (tmp_path / "bin").mkdir()
        for name in ("pg_dump", "psql"):
            (tmp_path / "bin" / name).symlink_to(program.path.with_name(name))
        (tmp_path / "bin" / "pg_restore").write_text(NEWER.format(real=program.path), encoding="utf-8")
        (tmp_path / "bin" / "pg_restore").chmod(0o700)
        monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
        monkeypatch.setattr(backups, "_DEBIAN", tmp_path / "nothing")
        status, said = await run(capsys, address, "restore", str(tmp_path / "copy"))
        assert (status, said.splitlines()[0]) == (0, f"restored {tmp_path / 'copy'}"), said
