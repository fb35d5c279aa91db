"""Databases that older versions left behind (`tests/data/schemas`), in a SQLite file or in PostgreSQL."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import JSON, BigInteger, Boolean, Connection, DateTime, MetaData, Table, insert, text

from store import migrate
from store.addresses import Address
from store.database import Database

SCHEMAS = Path(__file__).parents[1] / "data" / "schemas"


def alembic(connection: Connection) -> Config:
    """Return what Alembic's commands need to work on a connection."""
    config = Config()
    config.set_main_option("script_location", str(migrate.SCRIPTS))
    config.attributes["connection"] = connection
    return config


def file_of(revision: str, path: Path) -> Path:
    """Make the SQLite file that the last version with a schema left behind."""
    path.touch(0o600)
    with closing(sqlite3.connect(path)) as raw:
        raw.executescript((SCHEMAS / f"{revision}.sql").read_text(encoding="utf-8"))
    return path


async def database_of(revision: str, address: Address, folder: Path) -> Database:
    """Return an open database, not brought up to date, as the last version with a schema left it.

    Args:
        revision: Which schema.
        address: A SQLite file that is not there yet, or a PostgreSQL database in which there is nothing.
        folder: Where a file can be made.
    """
    if isinstance(address, Path):
        return await Database.connect(file_of(revision, address))
    source = file_of(revision, folder / f"{revision}.db")
    database = await Database.connect(address)
    async with database.write() as connection:
        await connection.run_sync(lambda each: command.upgrade(alembic(each), revision))
        await connection.run_sync(lambda each: _copy(source, each))
    return database


def _copy(source: Path, connection: Connection) -> None:
    """Copy the rows of a SQLite file into the same tables elsewhere."""
    metadata = MetaData()
    metadata.reflect(connection)
    with closing(sqlite3.connect(source)) as raw:
        raw.row_factory = sqlite3.Row
        for table in metadata.sorted_tables:
            rows = [dict(row) for row in raw.execute(f"SELECT * FROM {table.name}")]  # noqa: S608 - of the schema
            if rows and table.name != "alembic_version":
                connection.execute(insert(table), [_read(table, row) for row in rows])
                if isinstance(table.c[next(iter(table.primary_key)).name].type, BigInteger) and "id" in table.c:
                    connection.execute(text(f"SELECT setval('{table.name}_id_seq', max(id)) FROM {table.name}"))  # noqa: S608


def _read(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    return {name: _value(table.c[name].type, value) for name, value in row.items()}


def _value(kind: object, value: Any) -> Any:
    if value is None:
        return None
    if isinstance(kind, JSON):
        return json.loads(value) if isinstance(value, str) else value  # SQLite keeps a number as one
    if isinstance(kind, DateTime):
        return datetime.fromisoformat(value).replace(tzinfo=UTC)
    return bool(value) if isinstance(kind, Boolean) else value
