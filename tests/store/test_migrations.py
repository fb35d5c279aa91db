"""An empty database gets the schema; an older one is brought to it step by step, or refused in one sentence."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import sqlite3
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, closing
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, inspect, select, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.schema import CreateIndex, CreateTable

from admin import restore
from engine import registry
from store import check, schema
from store.database import Database
from store.db import migrate
from store.db.addresses import Address, StoreError
from store.db.backups import Backups
from store.schema import base
from store.tables import matches, watches
from tests import databases
from tests.databases import revision_of
from tests.every_mode import drawn_text
from tests.forkserver import ForkServer
from tests.hosting.conftest import ManualClock, NotingPoster, open_arena
from tests.people import acquaint
from tests.store import releases
from tests.store.made_up import NEXT, next_release, with_step
from tests.store.samples import START, add_match, event
from tests.volume import many


@pytest_asyncio.fixture(params=databases.BOTH)
async def empty(request: pytest.FixtureRequest, path: Path) -> AsyncIterator[Address]:
    """An address at which there is nothing yet, of either kind."""
    if request.param == "sqlite":
        yield path
        return
    async with databases.postgresql(empty=True) as address:
        yield address


@pytest_asyncio.fixture
async def played(empty: Address) -> Address:
    """A database of this release with two matches that go on, one of which is followed."""
    database = await Database.open(empty)
    async with database.write() as connection:
        await acquaint(connection, 10, 20)
        for channel in (7, 8):
            number = await add_match(connection, channel)
            await matches.append(connection, number, event(1), status="running", to_act=[2])
        await watches.add(
            connection, guild_id=1, channel_id=9, kind="match", target_id=1, quiet=False, person_id=10, at=START
        )
    await database.close()
    return empty


def shape(connection: Connection) -> dict[str, list[str]]:
    """Return the columns of all tables."""
    inspector = inspect(connection)
    return {name: sorted(each["name"] for each in inspector.get_columns(name)) for name in inspector.get_table_names()}


def objects(path: Path) -> set[tuple[str, str, str]]:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT type, name, coalesce(sql, '') FROM sqlite_master")
        return {(kind, name, " ".join(sql.split())) for kind, name, sql in rows if not name.startswith("sqlite_")}


async def test_an_empty_database_gets_exactly_the_schema(database: Database) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), schema.metadata))

    async with database.read() as connection:
        assert await connection.run_sync(differences) == []
        assert await connection.run_sync(migrate.revision) == migrate.head()


def test_the_steps_follow_each_other() -> None:
    scripts = ScriptDirectory(str(migrate.SCRIPTS))
    assert scripts.get_heads() == [migrate.head()]
    assert {script.revision for script in scripts.walk_revisions()} == migrate.revisions()


async def test_opening_again_changes_nothing(path: Path) -> None:
    await (await Database.open(path)).close()
    before = objects(path)
    await (await Database.open(path)).close()
    assert objects(path) == before
    assert {name for kind, name, _ in before if kind == "trigger"} == {
        f"{table}_no_{action}" for table in schema.APPEND_ONLY for action in ("update", "delete")
    }


async def test_a_schema_that_cannot_be_made_leaves_nothing_behind(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    upgrade = migrate.upgrade

    def halfway(connection: Connection) -> None:
        upgrade(connection)
        raise RuntimeError("in the middle")

    monkeypatch.setattr(migrate, "upgrade", halfway)
    with pytest.raises(RuntimeError, match="in the middle"):
        await Database.open(path)
    assert objects(path) == set()


async def test_tables_that_are_there_already_are_not_taken_for_ours(empty: Address) -> None:
    database = await Database.connect(empty)
    async with database.write() as connection:
        await connection.exec_driver_sql("CREATE TABLE matches (id INTEGER)")
    await database.close()
    with pytest.raises(DBAPIError, match="already exists"):
        await Database.open(empty)
    assert await revision_of(empty) is None


def test_the_schema_can_be_written_for_postgresql() -> None:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    for table in schema.metadata.sorted_tables:
        assert "CREATE TABLE" in str(CreateTable(table).compile(dialect=dialect))
        for index in table.indexes:
            assert "sqlite" not in str(CreateIndex(index).compile(dialect=dialect))
    partial = next(index for index in schema.places.indexes if index.unique)
    assert str(CreateIndex(partial).compile(dialect=dialect)).endswith("WHERE busy IS true")
    statements: list[str] = []
    base.append_only(statements.append, "postgresql", "events")
    assert "BEFORE UPDATE OR DELETE OR TRUNCATE ON events" in statements[1]


async def test_a_step_leads_to_the_next_release_with_what_is_stored(played: Address, tmp_path: Path) -> None:
    with next_release(with_step(tmp_path)):
        database = await Database.open(played)
    async with database.write() as connection:
        assert await connection.run_sync(migrate.revision) == NEXT
        colours = await connection.execute(text("SELECT channel_id, colour FROM matches ORDER BY channel_id"))
        assert [tuple(each) for each in colours] == [(7, "red"), (8, "blue")]
        assert (await connection.execute(text("SELECT colour FROM watches"))).scalars().all() == ["red"]
        assert [each.channel_id for each in await watches.following(connection, 1, 1, [10, 20])] == [9]
        stored = await matches.load(connection, 2)
        assert stored is not None
        assert [(each.text, each.seat) for each in stored.events] == [("1/1", 1)]
        await matches.append(connection, 2, event(2), status="running", to_act=[1])
    assert [fault async for fault in check.row_faults(database)] == []
    for statement in ("UPDATE events SET text = '3/3'", "DELETE FROM events"):
        with pytest.raises(IntegrityError, match="only ever added to"):
            async with database.write() as connection:
                await connection.exec_driver_sql(statement)
    await database.close()


async def test_a_step_that_fails_leaves_everything_as_it_was(played: Address, tmp_path: Path) -> None:
    async def there() -> tuple[dict[str, list[str]], list[tuple[object, ...]]]:
        database = await Database.connect(played)
        async with database.read() as connection:
            rows = [tuple(each) for each in await connection.execute(text("SELECT * FROM matches ORDER BY id"))]
            found = await connection.run_sync(shape), rows
        await database.close()
        return found

    before = await there()
    failing = with_step(tmp_path / "failing", "raise RuntimeError('in the middle')")
    with next_release(failing), pytest.raises(RuntimeError, match="in the middle"):
        await Database.open(played)
    assert await there() == before
    assert await revision_of(played) == migrate.head()
    with next_release(with_step(tmp_path / "mended")):
        await (await Database.open(played)).close()
    assert await revision_of(played) == NEXT


async def test_an_empty_database_is_made_at_once_where_there_are_steps(empty: Address, tmp_path: Path) -> None:
    """It has the schema of `store/schema`, to which the steps lead: none of them is run."""
    with next_release(with_step(tmp_path, "raise RuntimeError('run')")):
        await (await Database.open(empty)).close()
    assert await revision_of(empty) == NEXT


@pytest.mark.parametrize(
    ("revision", "why"),
    [
        (NEXT, f"the schema is {NEXT}, newer than this version knows ({migrate.head()})"),
        (
            "0036",
            "the schema is 0036, older than the first release: start with a new database",
        ),
    ],
)
async def test_a_schema_from_which_no_step_leads_on_is_refused_and_left_alone(
    played: Address, revision: str, why: str
) -> None:
    database = await Database.connect(played)
    async with database.write() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})
        before = await connection.run_sync(shape)
    with pytest.raises(StoreError, match=f"^{re.escape(why)}$"):
        await Database.open(played)
    async with database.read() as connection:
        assert await connection.run_sync(migrate.obstacle) == why
        assert await connection.run_sync(migrate.revision) == revision
        assert await connection.run_sync(shape) == before
    await database.close()


async def test_a_schema_that_waits_for_a_step_is_named_by_the_commands(played: Address, tmp_path: Path) -> None:
    database, released = await Database.connect(played), migrate.head()
    with next_release(with_step(tmp_path)):
        async with database.read() as connection:
            assert await connection.run_sync(migrate.obstacle) == (
                f"the schema is {released}, this version needs {NEXT}: python -m store upgrade"
            )
    await database.close()


# A step that is killed leaves what was there before it, and the next start brings it to its end.


@pytest.fixture(scope="module")
def server() -> Iterator[ForkServer]:
    server = ForkServer("tests.store.killed_migration")
    yield server
    server.close()


async def upgraded(server: ForkServer, path: Path, scripts: Path, last: int = 0) -> int:
    """Bring a database to the next release, but for what comes after a statement; return how many statements it took.

    The number is negative where the process was killed.
    """
    output = path.with_suffix(".out")
    arguments = [str(path), str(scripts), str(last)]
    child = server.fork(arguments, output=output, env={"PATH": os.environ["PATH"]})
    status = await child.wait()
    if status:
        assert status == -signal.SIGKILL, output.read_text()
        return status
    return int(output.read_text())


def dump(path: Path) -> list[tuple[str, ...]]:
    """Return all that is in a database; constraints of a table that Alembic copies come in any order."""
    with closing(sqlite3.connect(path)) as raw:
        return [tuple(sorted(re.split(r"[\s,()\"]+", line))) for line in raw.iterdump()]


async def test_a_step_is_taken_whole_or_not_at_all(server: ForkServer, path: Path, tmp_path: Path) -> None:
    database = await Database.open(path)
    async with database.write() as connection:
        await acquaint(connection, 10, 20)
        await add_match(connection, 8)
    await database.close()
    whole, scripts = path.with_name("whole.db"), with_step(tmp_path)
    shutil.copy(path, whole)
    before, statements = dump(path), await upgraded(server, whole, scripts)
    for last in random.Random(11).sample(range(1, statements + 1), many(8, statements)):
        assert await upgraded(server, path, scripts, last) == -signal.SIGKILL
        assert dump(path) == before
    assert await upgraded(server, path, scripts) == statements
    assert dump(path) == dump(whole) != before


# The schemas of releases. What was played on them is read by each later version.

RELEASED = sorted({path.name.partition(".")[0] for path in releases.FOLDER.glob("*.sql")})
EACH = pytest.mark.parametrize("released", [*RELEASED, pytest.param("", id="this", marks=databases.NEEDS_POSTGRESQL)])
"""Each schema that was released, and that of this version as the command would write it now."""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("releases")
    with ThreadPoolExecutor(1) as threads:
        assert threads.submit(releases.main, [str(folder)]).result() == 0
    return folder


@pytest_asyncio.fixture
async def older(released: str, empty: Address, request: pytest.FixtureRequest) -> Path | URL:
    """The database of a release."""
    assert isinstance(empty, Path | URL)
    folder = releases.FOLDER if released else request.getfixturevalue("written")
    await releases.load(released or migrate.head(), empty, folder)
    return empty


async def described(address: Address) -> set[str]:
    database = await Database.connect(address)
    async with database.read() as connection:
        found = await connection.run_sync(releases.description)
    await database.close()
    return found


async def new_one(address: Address) -> set[str]:
    """Return what a new database of the same kind consists of."""
    async with AsyncExitStack() as stack:
        if isinstance(address, Path):
            other: Address = address.with_name("new.db")
        else:
            other = await stack.enter_async_context(databases.postgresql(empty=True))
        await (await Database.open(other)).close()
        return await described(other)


@EACH
async def test_a_release_is_brought_to_what_a_new_database_is_and_its_matches_go_on(older: Path | URL) -> None:
    await (await Database.open(older)).close()
    assert await described(older) == await new_one(older)
    report = await check.check_database(older, registry.get)
    assert (report.problems, report.matches > 5, report.events > 20) == ((), True, True)
    arena = await open_arena(older, ManualClock(), NotingPoster(), registry.get)
    async with arena.db.read() as connection:
        query = select(schema.matches.c.id).where(schema.matches.c.status == "running")
        running = (await connection.execute(query)).scalars().all()
    games = set()
    for number in running:
        match = await arena.matches.get(number)
        games.add(match.game)
        seat = min(match.session.to_act)
        text = drawn_text(match.session, seat, random.Random(number))
        assert (await arena.matches.play(number, match.person_of(seat), text)).seq == match.seq + 1
    assert games == {each.info.key for each in registry.games()}
    await arena.close()


@EACH
async def test_a_release_is_copied_before_its_migration_and_the_copy_can_be_restored(
    older: Path | URL, tmp_path: Path
) -> None:
    async def matches_of() -> list[tuple[object, ...]]:
        database = await Database.connect(older)
        async with database.read() as connection:
            rows = await connection.execute(text("SELECT match_id, seq, text FROM events ORDER BY match_id, seq"))
            found = [tuple(each) for each in rows]
        await database.close()
        return found

    before, plan = await matches_of(), Backups(tmp_path / "backups", 7, timedelta(days=1))
    with next_release(with_step(tmp_path)):
        await (await Database.open(older, backups=plan)).close()
        assert await revision_of(older) == NEXT
    (copy,) = plan.made(older)
    assert f"-before-{NEXT}." in copy.name
    done = await restore.restore(older, copy, tmp_path / "deletions", plan.folder)
    assert (done.deleted, await revision_of(older)) == (0, migrate.head())
    assert await matches_of() == before != []
    assert await described(older) == await new_one(older)


@EACH
async def test_what_a_step_changes_is_all_that_differs_from_a_new_database(older: Path | URL, tmp_path: Path) -> None:
    with next_release(with_step(tmp_path)):
        await (await Database.open(older)).close()
    differs = await described(older) ^ await new_one(older)
    assert len(differs) == 4
    assert all("colour" in each for each in differs)
