"""The migrations lead to the schema, from nothing and from what is there already, and back."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import IntegrityError
from sqlalchemy.schema import CreateIndex, CreateTable

from engine import registry
from store import deadlines, dialects, loadouts, matches, migrate, outbox, people, prepared, row_check, schema, settings
from store.addresses import Address
from store.check import check
from store.database import Database
from store.errors import MigrationError
from tests import databases
from tests.store.older import alembic, database_of
from tests.store.samples import START
from tests.volume import THOROUGH


@pytest_asyncio.fixture(params=databases.BOTH)
async def empty(request: pytest.FixtureRequest, path: Path) -> AsyncIterator[Address]:
    """An address at which there is nothing yet, of either kind."""
    if request.param == "sqlite":
        yield path
        return
    async with databases.postgresql(empty=True) as address:
        yield address


def objects(path: Path) -> set[tuple[str, str, str]]:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT type, name, coalesce(sql, '') FROM sqlite_master")
        return {(kind, name, " ".join(sql.split())) for kind, name, sql in rows if not name.startswith("sqlite_")}


async def test_the_migrations_lead_exactly_to_the_schema(database: Database) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), schema.metadata))

    async with database.read() as connection:
        assert await connection.run_sync(differences) == []
        assert await connection.run_sync(migrate.revision) == migrate.head()
    scripts = ScriptDirectory(str(migrate.SCRIPTS))
    assert migrate.head() == scripts.get_current_head()
    assert all(migrate.known(script.revision) for script in scripts.walk_revisions())


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # which tells them as they were written
async def test_constraints_and_partial_indexes_are_the_same_too(database: Database, tmp_path: Path) -> None:
    """`compare_metadata` does not look at these."""
    other = tmp_path / "direct.db"
    engine = create_engine(f"sqlite:///{other}")
    schema.metadata.create_all(engine)
    engine.dispose()

    def shape(path: Path) -> set[tuple[str, str, object]]:
        return {
            # Constraints come in any order, and the name of a table that was copied is quoted.
            (kind, name, tuple(sorted(re.split(r"[\s,()\"]+", sql))))
            for kind, name, sql in objects(path)
            if kind in {"index", "table"} and name != "alembic_version"
        }

    assert shape(Path(str(database.address))) == shape(other)


async def test_opening_again_changes_nothing(path: Path) -> None:
    await (await Database.open(path)).close()
    before = objects(path)
    await (await Database.open(path)).close()
    assert objects(path) == before
    assert {name for kind, name, _ in before if kind == "trigger"} == {
        f"{table}_no_{action}" for table in schema.APPEND_ONLY for action in ("update", "delete")
    }


async def test_the_migrations_can_be_taken_back(path: Path) -> None:
    await (await Database.open(path)).close()

    database = await Database.connect(path)
    async with database.write() as connection:
        await connection.run_sync(lambda each: command.downgrade(alembic(each), "base"))
    await database.close()
    assert {name for _, name, _ in objects(path)} == {"alembic_version"}


async def test_a_migration_that_fails_leaves_nothing_behind(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("in the middle")

    upgrade = migrate.upgrade

    def halfway(connection: Connection) -> None:
        upgrade(connection)
        fails()

    monkeypatch.setattr(migrate, "upgrade", halfway)
    with pytest.raises(RuntimeError, match="in the middle"):
        await Database.open(path)
    assert objects(path) == set()


def test_the_schema_can_be_written_for_postgresql() -> None:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    for table in schema.metadata.sorted_tables:
        assert "CREATE TABLE" in str(CreateTable(table).compile(dialect=dialect))
        for index in table.indexes:
            assert "sqlite" not in str(CreateIndex(index).compile(dialect=dialect))
    partial = next(index for index in schema.places.indexes if index.unique)
    assert str(CreateIndex(partial).compile(dialect=dialect)).endswith("WHERE busy IS true")
    statements: list[str] = []
    dialects.append_only(statements.append, "postgresql", "events")
    assert "BEFORE UPDATE OR DELETE OR TRUNCATE ON events" in statements[1]


OLDER = sorted(script.revision for script in ScriptDirectory(str(migrate.SCRIPTS)).walk_revisions())[:-1]
_MATCH = (
    "INSERT INTO matches (guild_id, channel_id, game, rules_version, mode, options, data, position, seed, status, seq,"
    " to_act, organiser_id, started_at, moved_at) VALUES (1, 7, 'tally', 1, '2', '[]', '1', '', {seed}, 'running', 1,"
    " '[2]', 10, '2026-01-01 00:00:00.000000', '2026-01-01 00:00:00.000000')"
)
_EVENT = (
    "INSERT INTO events (match_id, seq, kind, seat, user_id, text, choices, at) VALUES (1, 1, 'turn', 1, 10, '1/1',"
    " NULL, '2026-01-01 00:00:00.000000')"
)


async def _step(address: Address, revision: str, *statements: str) -> None:
    """Bring a database to a schema, write into it, and close it."""
    database = await Database.connect(address)
    async with database.write() as connection:
        await connection.run_sync(lambda each: command.upgrade(alembic(each), revision))
        for statement in statements:
            await connection.exec_driver_sql(statement)
    await database.close()


async def _first(address: Address) -> None:
    """Make a database of the first schema with a match in it."""
    seed = "x'00'" if isinstance(address, Path) else r"'\\x00'"
    await _step(address, OLDER[0], _MATCH.format(seed=seed), _EVENT)


async def _leads_to_the_latest(address: Address) -> None:
    """Open a database as the bot does: its schema is the latest, and the match is in it."""

    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), schema.metadata))

    database = await Database.open(address)
    async with database.read() as connection:
        assert await connection.run_sync(differences) == []
        stored = await matches.load(connection, 1)
        assert await prepared.of_seat(connection, 1, 1) is None
        assert await loadouts.of_match(connection, 1) == []
    assert stored is not None
    assert [(event.text, event.seat) for event in stored.events] == [("1/1", 1)]
    assert [fault async for fault in row_check.faults(database)] == []
    await database.close()


async def test_each_schema_leads_to_the_next_with_what_is_in_it(empty: Address) -> None:
    """Each step finds what the one before has committed, and is committed itself; the last one is the bot's start."""
    await _first(empty)
    for revision in OLDER[1:]:
        await _step(empty, revision)
    await _leads_to_the_latest(empty)


@pytest.mark.parametrize("older", OLDER if THOROUGH else OLDER[:1])
async def test_each_schema_leads_to_the_latest_with_what_is_in_it(empty: Address, older: str) -> None:
    """All steps that are missing in one transaction.

    The longest way has every step and every neighbour of the shorter ones: these are tried in the thorough run.
    """
    await _first(empty)
    await _step(empty, older)
    await _leads_to_the_latest(empty)


async def test_what_is_stored_already_stays_as_it_is(path: Path) -> None:
    """Rows of the first schema are found again, and the log is guarded as before."""
    database = await Database.connect(path)
    async with database.write() as connection:
        await connection.run_sync(lambda each: command.upgrade(alembic(each), "0001"))
    await database.close()
    with closing(sqlite3.connect(path)) as raw:
        raw.execute(
            "INSERT INTO matches (guild_id, channel_id, game, rules_version, mode, options, data, position, seed,"
            " status, seq, to_act, organiser_id, started_at, moved_at) VALUES"
            " (1, 7, 'tally', 1, '2', '[]', '1', '', x'00',"
            " 'running', 1, '[2]', 10, '2026-01-01 00:00:00.000000', '2026-01-01 00:00:00.000000')"
        )
        raw.execute("INSERT INTO events VALUES (1, 1, 'turn', 1, 10, '1/1', NULL, '2026-01-01 00:00:00.000000')")
        raw.execute(
            "INSERT INTO outbox (match_id, seq, kind, channel_id, payload, attempts, created_at, done_at, message_id)"
            " VALUES (1, 1, 'board', 7, '{}', 0, '2026-01-01 00:00:00.000000', NULL, NULL)"
        )
        raw.execute("INSERT INTO player_settings (user_id, text_boards, ping) VALUES (10, 1, 0)")
        raw.commit()
    database = await Database.open(path)
    async with database.read() as connection:
        stored = await matches.load(connection, 1)
        waiting = await outbox.ready_channels(connection, START)
        person_id = await people.find(connection, 10)
        assert person_id is not None
        player = await settings.player(connection, person_id)
    assert [fault async for fault in row_check.faults(database)] == []
    await database.close()
    assert stored is not None
    assert [(event.text, event.data) for event in stored.events] == [("1/1", {})]
    assert (stored.terms, stored.clock, stored.paused) == ({}, None, None)
    assert waiting == [7]
    assert (player.text_boards, player.ping, player.nudges) == (True, False, "channel")
    with closing(sqlite3.connect(path)) as raw, pytest.raises(sqlite3.IntegrityError, match="only ever added"):
        raw.execute("UPDATE events SET text = '3/3'")


async def test_open_tables_get_the_appointment_at_which_they_lapse(empty: Address) -> None:
    database = await Database.connect(empty)
    async with database.write() as connection:
        await connection.run_sync(lambda each: command.upgrade(alembic(each), "0012"))
        for status, day in (("open", 1), ("cancelled", 2), ("started", 3), ("open", 4)):
            await connection.exec_driver_sql(
                _TABLE.format(status=status, at=f"2026-01-0{day} 03:04:05.000006{_ZONE[connection.dialect.name]}")
            )
    await database.close()
    database = await Database.open(empty)
    async with database.read() as connection:
        due = await deadlines.due(connection, {"lapse"}, START + timedelta(days=365))
        server = await settings.server(connection, 1)
    await database.close()
    assert server.table_days == 14
    assert [(each.key, each.due_at, each.payload) for each in due] == [
        (key, datetime(2026, 1, day, 3, 4, 5, 6, tzinfo=UTC), None) for key, day in (("1", 14), ("4", 17))
    ]


_RESULT = (
    "INSERT INTO results (match_id, revision, seat, guild_id, game, mode, options, starter_id, finisher_id, excused,"
    " turns, starter_turns, finisher_turns, rank, started_at, ended_at, termination, counted, thought, timed)"
    " VALUES ({match}, 0, {seat}, {guild}, 'tally', '2', '[[\"speed\", \"fast\"]]', {seat}, {seat}, false, 1, 1, 1, 1,"
    " '2026-01-01 00:00:00.000000{zone}', '2026-01-01 00:00:00.000000{zone}', 'rules', true, 0, 0)"
)


async def test_results_get_their_server_into_the_key_and_stay_as_they_are(empty: Address) -> None:
    database = await Database.connect(empty)
    async with database.write() as connection:
        zone = _ZONE[connection.dialect.name]
        await connection.run_sync(lambda each: command.upgrade(alembic(each), "0021"))
        for match, seat in ((1, 1), (1, 2), (2, 1)):
            await connection.exec_driver_sql(_RESULT.format(match=match, seat=seat, guild=7, zone=zone))
        before = (await connection.exec_driver_sql("SELECT * FROM results ORDER BY match_id, seat")).all()
    await database.close()
    database = await Database.open(empty)
    async with database.write() as connection:
        assert (await connection.exec_driver_sql("SELECT * FROM results ORDER BY match_id, seat")).all() == before
        key = await connection.run_sync(lambda each: inspect(each).get_pk_constraint("results"))
        assert key["constrained_columns"] == ["match_id", "guild_id", "revision", "seat"]
        await connection.exec_driver_sql(_RESULT.format(match=1, seat=1, guild=0, zone=zone))
    for statement in (
        "UPDATE results SET rank = 2",
        "DELETE FROM results",
        _RESULT.format(match=1, seat=1, guild=0, zone=zone),
    ):
        with pytest.raises(IntegrityError):
            async with database.write() as connection:
                await connection.exec_driver_sql(statement)
    with pytest.raises(MigrationError, match="ratings of all servers would be lost"):
        async with database.write() as connection:
            await connection.run_sync(lambda each: command.downgrade(alembic(each), "0021"))
    async with database.read() as connection:
        assert await connection.run_sync(migrate.revision) == migrate.head()
    await database.close()


async def test_a_database_of_the_last_release_is_kept_row_by_row_and_adds_up(empty: Address, tmp_path: Path) -> None:
    """It has results, ratings, corrections, offers of all kinds, and matches that go on (`0021.sql`)."""
    kept = ("people", "member_names", "events", "results", "corrections", "rating_changes", "ratings", "person_totals")

    columns: dict[str, list[str]] = {}

    async def rows(database: Database) -> dict[str, set[str]]:
        """Return what stands in the columns that there were before."""
        found: dict[str, set[str]] = {}
        async with database.read() as connection:
            for table in kept:
                read = (await connection.exec_driver_sql(f"SELECT * FROM {table}")).mappings().all()  # noqa: S608
                there = columns.setdefault(table, sorted(read[0].keys()))
                found[table] = {str([row[column] for column in there]) for row in read}
        return found

    database = await database_of("0021", empty, tmp_path)
    before = await rows(database)
    await database.close()
    database = await Database.open(empty)
    after = await rows(database)
    await database.close()
    assert after == before
    report = await check(empty, registry.get)
    assert (report.problems, report.matches, report.events) == ((), 8, 38)


_ZONE = {"sqlite": "", "postgresql": "+00"}
_TABLE = (
    "INSERT INTO tables (guild_id, channel_id, game, mode, options, place, host_id, status, rev, created_at)"
    " VALUES (1, 7, 'tally', '2', '[]', 'here', 10, '{status}', 0, '{at}')"
)
