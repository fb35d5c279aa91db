"""The migrations lead to the schema, from nothing and from what is there already, and back."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, create_engine
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable

from store import dialects, migrate, schema
from store.database import Database


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


async def test_constraints_and_partial_indexes_are_the_same_too(database: Database, tmp_path: Path) -> None:
    """`compare_metadata` does not look at these."""
    other = tmp_path / "direct.db"
    engine = create_engine(f"sqlite:///{other}")
    schema.metadata.create_all(engine)
    engine.dispose()

    def shape(path: Path) -> set[tuple[str, str, object]]:
        return {
            (kind, name, tuple(sorted(re.split(r"[\s,()]+", sql))))  # constraints come in any order
            for kind, name, sql in objects(path)
            if kind in {"index", "table"} and name != "alembic_version"
        }

    assert shape(Path(database.address)) == shape(other)


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

    def downgrade(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", str(migrate.SCRIPTS))
        config.attributes["connection"] = connection
        command.downgrade(config, "base")

    database = await Database.connect(path)
    async with database.write() as connection:
        await connection.run_sync(downgrade)
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
    assert "BEFORE UPDATE OR DELETE ON events" in statements[1]
