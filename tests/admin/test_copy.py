"""A database that moves to another kind: the same records, ratings and standings, numbers that go on, and refusals."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL, insert, select, update

from admin import copy as copying
from admin.__main__ import main
from hosting.arena import Arena
from store import schema
from store.database import Database, backup_gaps
from store.db.addresses import Address, StoreError
from store.db.files import SessionLock
from store.privacy import deletion
from store.share import Sharing
from store.tables import handed
from tests.databases import NEEDS_POSTGRESQL, postgresql, setting
from tests.every_mode import EVERY_MODE, part_of
from tests.hosting.conftest import ManualClock
from tests.hosting.league.playing import fill
from tests.store.samples import START
from tests.volume import THOROUGH

# ruff: noqa: ASYNC240 - nothing else runs in these loops

pytestmark = NEEDS_POSTGRESQL
TURNS = 4
"""Of a match that is not played to its end."""


@pytest.fixture(autouse=True)
def settings(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No settings; nobody waits for another process to end."""
    monkeypatch.setattr("store.db.files.START_S", 0.0)
    return elsewhere


def written(address: Address) -> str:
    assert isinstance(address, Path | URL)
    return setting(address)


async def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    capsys.readouterr()
    status = await asyncio.to_thread(main, list(arguments))
    told = capsys.readouterr()
    return status, told.out + told.err


MOST_VALUES = 4
"""Of an option that are played: decks of Mutants have dozens."""


def rows() -> list[int]:
    """Return rows of `EVERY_MODE` with every mode and every option of each game; all when thorough."""
    seen: set[tuple[str, ...]] = set()
    values: Counter[tuple[str, str]] = Counter()
    found = []
    for number, row in enumerate(EVERY_MODE):
        new: set[tuple[str, ...]] = {(row.key, row.mode.key)}
        for name, value in row.options:
            if (row.key, name, value) not in seen and values[row.key, name] < MOST_VALUES:
                values[row.key, name] += 1
                new.add((row.key, name, value))
        found += [number] if new - seen or THOROUGH else []
        seen |= new
    return found


async def play(path: Path, clock: ManualClock) -> None:
    """Fill a database: every mode and option, some matches to their end, a league, a deletion."""
    whole = [EVERY_MODE.index(row) for row in part_of("copies")]
    await fill(path, clock, [*((number, TURNS) for number in rows()), *((number, None) for number in whole)], lost=3)


async def what_is_told(address: Address) -> dict[str, Any]:
    """Return the records, results, ratings and standings that a bot would show."""
    arena = await Arena.open(address, ManualClock())
    async with arena.db.read() as connection:
        found: dict[str, Any] = {}
        for table in (schema.results, schema.ratings, schema.standings, schema.member_names):
            rows = (await connection.execute(select(table))).all()
            found[table.name] = sorted(map(repr, rows))
        numbers = sorted((await connection.execute(select(schema.matches.c.id))).scalars())
        found["gaps"] = await backup_gaps(connection)
    found["records"] = {number: await arena.matches.record(number, None) for number in numbers}
    found["deletions"] = len(deletion.read_deletions(arena.deletions.listed))
    await arena.close()
    return found


async def test_a_played_database_is_the_same_on_postgresql_and_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, clock = tmp_path / "first" / "arena.db", tmp_path / "second" / "arena.db", ManualClock()
    await play(first, clock)
    before = await what_is_told(first)
    assert all(before[name] for name in ("results", "ratings", "standings", "records", "deletions"))
    assert before["gaps"] == ()
    async with postgresql(empty=True) as between:
        for source, target in ((first, between), (between, second)):
            status, said = await run(capsys, "copy", written(source), written(target))
            assert (status, "problems 0" in said) == (0, True), said
            assert await what_is_told(target) == before
            assert await run(capsys, "--database", written(target), "leagues", "--check") == (
                0,
                "1 seasons with 6 fixtures: every standing is as computed\n",
            )
    with closing(sqlite3.connect(first)) as one, closing(sqlite3.connect(second)) as two:
        dumps = [sorted(line for line in each.iterdump() if "'generation'" not in line) for each in (one, two)]
    assert dumps[0] == dumps[1]


@asynccontextmanager
async def both_ways(tmp_path: Path, way: str) -> AsyncIterator[tuple[Address, Address]]:
    """Give a new database of one kind, and where there is nothing of the other one yet."""
    async with postgresql(empty=True) as server:
        file = tmp_path / "arena.db"
        source, target = (file, server) if way == "to-server" else (server, file)
        await (await Database.open(source)).close()
        yield source, target


WAYS = pytest.mark.parametrize("way", ["to-server", "to-file"])


@WAYS
async def test_numbers_go_on_behind_those_that_are_gone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], way: str
) -> None:
    """What was removed may still be named by messages."""
    async with both_ways(tmp_path, way) as (source, target):
        database = await Database.open(source)
        last = await add_import(database)
        async with database.write() as connection:
            await connection.execute(schema.imports.delete())
        await database.close()
        assert (await run(capsys, "copy", written(source), written(target)))[0] == 0
        database = await Database.open(target)
        assert await add_import(database) == last + 1
        await database.close()


async def add_import(database: Database) -> int:
    row = {"guild_id": 1, "person_id": 1, "text": "1. e4", "created_at": ManualClock().now()}
    async with database.write() as connection:
        number: int = (
            await connection.execute(insert(schema.imports).returning(schema.imports.c.id), row)
        ).scalar_one()
    return number


@WAYS
async def test_interactions_on_their_way_stay_where_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], way: str
) -> None:
    """With their tokens anybody could answer."""
    async with both_ways(tmp_path, way) as (source, target):
        database = await Database.open(source)
        async with database.write() as connection:
            await handed.add(connection, 7, 3 << 22, {"token": "very secret"}, START)
        await database.close()
        status, said = await run(capsys, "copy", written(source), written(target))
        assert (status, "problems 0" in said) == (0, True), said
        database = await Database.open(target)
        async with database.write() as connection:
            assert await handed.take(connection, [3 << 22], START) == []
        await database.close()


@WAYS
async def test_a_target_with_something_in_it_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], way: str
) -> None:
    async with both_ways(tmp_path, way) as (source, target):
        await (await Database.open(target)).close()
        status, said = await run(capsys, "copy", written(source), written(target))
        assert (status, "isn't empty" in said, said.count("\n")) == (1, True, 1)


@WAYS
async def test_neither_may_be_in_use(tmp_path: Path, capsys: pytest.CaptureFixture[str], way: str) -> None:
    async with both_ways(tmp_path, way) as (source, target):
        database = await Database.open(source)
        status, said = await run(capsys, "copy", written(source), written(target))
        assert (status, "is in use by" in said) == (1, True)
        await database.close()


@WAYS
async def test_what_is_not_the_same_afterwards_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    fill = copying._fill

    async def spoil(here: Database, there: Database) -> Any:
        found = await fill(here, there)
        async with there.write() as connection:
            await connection.execute(update(schema.notes).where(schema.notes.c.key == "k").values(value="w"))
        return found

    async with both_ways(tmp_path, way) as (source, target):
        assert isinstance(source, Path | URL)
        assert isinstance(target, Path | URL)
        database = await Database.open(source)
        async with database.write() as connection:
            await connection.execute(insert(schema.notes), {"key": "k", "value": "v"})
        await database.close()
        lists = tmp_path / "one", tmp_path / "two"
        with monkeypatch.context() as patch:
            patch.setattr(copying, "_fill", spoil)
            with pytest.raises(StoreError, match=r"notes isn't the same after copying: .* with other values"):
                await copying.copy(source, target, lists)
        assert (await copying.copy(source, target, lists)).report.problems == ()


async def test_a_text_that_the_server_refuses_is_named_by_its_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with both_ways(tmp_path, "to-server") as (source, target):
        database = await Database.open(source)
        async with database.write() as connection:
            await connection.execute(insert(schema.notes), {"key": "k", "value": "\0"})
        await database.close()
        status, said = await run(capsys, "copy", written(source), written(target))
        assert (status, "refuses a row of notes" in said) == (1, True), said


async def test_what_a_server_says_of_the_target_is_not_told_of_the_source(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "arena.db"
    await (await Database.open(path)).close()
    async with postgresql(empty=True) as address:
        status, said = await run(capsys, "copy", str(path), setting(address.set(database="nobody")))
    assert (status, said.count("\n")) == (1, 1)
    assert said.startswith("postgresql://")
    assert 'database "nobody" does not exist' in said


async def test_an_older_schema_and_no_database_at_all_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, target = tmp_path / "arena.db", str(tmp_path / "copy.db")
    assert await run(capsys, "copy", str(path), target) == (1, f"there's no database {path}\n")
    await (await Database.open(path)).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    status, said = await run(capsys, "copy", str(path), target)
    assert (status, "newer than this version knows" in said) == (1, True)
    assert not Path(target).exists()


@pytest.mark.parametrize("what", ["process", "spare"])
async def test_nothing_that_must_be_alone_begins_beside_any_of_several_processes_or_a_spare(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    """A spare has no part of the servers, and may have one in a moment."""
    async with postgresql(empty=True) as address:
        await (await Database.open(address)).close()
        backup = tmp_path / "backup.dump"
        here = ["--database", written(address)]
        assert (await run(capsys, *here, "backup", str(backup)))[0] == 0
        beside: Database | SessionLock
        if what == "process":
            beside = await Database.open(address, sharing=Sharing(2))
        else:
            beside = SessionLock(address, 2)
            await beside.join()
            await beside.joined()
        for action in (
            ["copy", written(address), str(tmp_path / "there.db")],
            [*here, "restore", str(backup)],
            [*here, "upgrade"],
            [*here, "ratings", "--rebuild"],
        ):
            status, said = await run(capsys, *action)
            assert (status, "is in use by arena" in said, said.count("\n")) == (1, True, 1), action
        for action in (["check"], ["backup", str(tmp_path / "another.dump")]):
            assert (await run(capsys, *here, *action))[0] == 0
        await (beside.close() if isinstance(beside, Database) else beside.release())
        assert not (tmp_path / "there.db").exists()
        assert (await run(capsys, *here, "restore", str(backup)))[0] == 0
