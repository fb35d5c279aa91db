"""Copy a database to another place or kind: `python -m store copy FROM TO`.

Both are stopped. What is read is one moment, what is written one transaction, and afterwards every table is read again
and compared. It's no restore: nothing is lost, so that players read nothing of it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Row, Table, func, insert, select, text, tuple_
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from admin.restore import removal
from engine import registry
from store.check import CheckReport, check_database, schema_obstacle
from store.database import GENERATION, Database
from store.db.addresses import StoreError, shown
from store.privacy import deletion
from store.schema import handed, metadata, notes
from store.schema.base import checksum

# ruff: noqa: ASYNC240 - nothing else runs in this loop

_PAGE = 2_000
"""Rows read and written at once."""
_BESIDE = ("", "-wal", "-shm", ".lock")
"""Ends of the names of a SQLite file and of what lies beside it."""


@dataclass(frozen=True, slots=True)
class Extent:
    """What is in a table: how many rows, and the sum of their checksums, whatever their order."""

    rows: int = 0
    sum: int = 0

    def and_rows(self, found: Sequence[Row[Any]]) -> Extent:
        added = sum(int.from_bytes(checksum(list(row))) for row in found)
        return Extent(self.rows + len(found), (self.sum + added) % 2**64)


@dataclass(frozen=True, slots=True)
class Copied:
    """What was copied: tables that have rows, all their rows, deletions of people; and the check of the copy."""

    tables: int
    rows: int
    deletions: int
    report: CheckReport


async def copy(source: Path | URL, target: Path | URL, lists: tuple[Path, Path]) -> Copied:
    """Copy a database that no process works with to where there is nothing, with its list of deletions.

    `lists` are the lists of deletions of the source and of the target, which may be the same.

    Raises:
        StoreError: A process works with either; the source has another schema; the target is not empty, or not equal
            to the source afterwards. There is nothing at the target then.
        DBAPIError, OSError: Either cannot be used.
    """
    with _named(source):
        await _may_be_read(source)
    with _named(target):
        await _is_empty(target)
    here = await Database.open(source)
    try:
        destination = await Database.open(target)
        try:
            extents = await _fill(here, destination)
            await _compare(destination, extents)
            async with here.read() as connection:
                digests = await deletion.every(connection) | deletion.read_deletions(lists[0])
        except BaseException:
            await destination.close()
            await _clear(target)
            raise
        await destination.close()
    finally:
        await here.close()
    deletion.list_deletion(lists[1], digests)
    report = await check_database(target, registry.get)
    filled = [each.rows for each in extents.values() if each.rows]
    return Copied(len(filled), sum(filled), len(digests), report)


@contextmanager
def _named(address: Path | URL) -> Iterator[None]:
    """Say in a database's errors which of the two it is."""
    try:
        yield
    except DBAPIError as error:
        raise StoreError(f"{shown(address)}: {error.orig}") from error


async def _may_be_read(source: Path | URL) -> None:
    if isinstance(source, Path) and not source.is_file():
        raise StoreError(f"there's no database {source}")
    if (obstacle := await schema_obstacle(source)) is not None:
        raise StoreError(f"{shown(source)} can't be copied: {obstacle}")


async def _is_empty(target: Path | URL) -> None:
    if isinstance(target, URL):
        exists, _ = await removal(target)
    else:
        exists = any(target.with_name(target.name + end).exists() for end in _BESIDE)
    if exists:
        what = "database" if isinstance(target, URL) else "file"
        raise StoreError(f"{shown(target)} isn't empty: name a {what} that has nothing in it yet")


async def _clear(target: Path | URL) -> None:
    """Remove what was written to a target that had nothing in it."""
    if isinstance(target, Path):
        for end in _BESIDE:
            target.with_name(target.name + end).unlink(missing_ok=True)
        return
    _, statements = await removal(target)
    database = await Database.connect(target)
    try:
        async with database.write() as connection:
            for statement in statements:
                await connection.exec_driver_sql(statement)
    finally:
        await database.close()


async def _fill(here: Database, destination: Database) -> Mapping[Table, Extent]:
    """Write everything from one database to another; return what was read."""
    extents = dict.fromkeys(metadata.sorted_tables, Extent())
    async with here.read() as source, destination.write(long=True) as target:
        for table in metadata.sorted_tables:
            async for page in _pages(source, table):
                extents[table] = extents[table].and_rows(page)
                try:
                    await target.execute(insert(table), [dict(row._mapping) for row in page])  # noqa: SLF001
                except DBAPIError as error:
                    raise StoreError(
                        f"{shown(destination.address)} refuses a row of {table.name}: {error.orig}"
                    ) from error
        await _set_counters(target, await _counters(source))
    return extents


async def _pages(connection: AsyncConnection, table: Table) -> AsyncIterator[Sequence[Row[Any]]]:
    """Yield the rows of a table, some at a time; of notes all but which copy the database is.

    None of interactions on their way (`handed`): nobody answers them any more.
    """
    if table is handed:
        return
    key = tuple(table.primary_key.columns)
    query = select(table).order_by(*key).limit(_PAGE)
    if table is notes:
        query = query.where(notes.c.key != GENERATION)
    page = (await connection.execute(query)).all()
    while page:
        yield page
        after = tuple(getattr(page[-1], column.name) for column in key)
        page = (await connection.execute(query.where(tuple_(*key) > after))).all()


async def _compare(destination: Database, extents: Mapping[Table, Extent]) -> None:
    async with destination.read() as connection:
        for table, extent in extents.items():
            found = Extent()
            async for page in _pages(connection, table):
                found = found.and_rows(page)
            if found != extent:
                raise StoreError(
                    f"{table.name} isn't the same after copying: {found.rows} of {extent.rows} rows"
                    f"{', with other values' if found.rows == extent.rows else ''}"
                )


# Numbers that the databases count up: none that was given once, even to what is gone, is given again.


def _counted() -> Mapping[str, str]:
    """Return the tables with such a number, and its column."""
    return {
        table.name: table.autoincrement_column.name
        for table in metadata.sorted_tables
        if table.autoincrement_column is not None
    }


async def _counters(connection: AsyncConnection) -> Mapping[str, int]:
    """Return the last number of each table that has given any."""
    found: dict[str, int] = {}
    for name, column in _counted().items():
        table = metadata.tables[name]
        highest = (await connection.execute(select(func.max(table.c[column])))).scalar_one_or_none()
        if highest is not None:
            found[name] = highest
    if connection.dialect.name == "sqlite":
        given = (await connection.exec_driver_sql("SELECT name, seq AS last_value FROM sqlite_sequence")).all()
    else:
        query = text(
            "SELECT t.name, s.last_value FROM unnest(CAST(:names AS text[]), CAST(:columns AS text[])) AS t(name, col)"
            " JOIN pg_sequences s ON format('%I.%I', s.schemaname, s.sequencename)::regclass"
            " = pg_get_serial_sequence(quote_ident(t.name), t.col)::regclass WHERE s.last_value IS NOT NULL"
        )
        counted = _counted()
        given = (await connection.execute(query, {"names": [*counted], "columns": [*counted.values()]})).all()
    for row in given:
        if row.name in _counted():
            found[row.name] = max(row.last_value, found.get(row.name, 0))
    return found


async def _set_counters(connection: AsyncConnection, counters: Mapping[str, int]) -> None:
    for name, last in counters.items():
        if connection.dialect.name == "sqlite":
            given = {"name": name, "last": last}
            for statement in (
                "DELETE FROM sqlite_sequence WHERE name = :name",
                "INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)",
            ):
                await connection.execute(text(statement), given)
        else:
            query = text("SELECT setval(pg_get_serial_sequence(quote_ident(:name), :col), :last)")
            await connection.execute(query, {"name": name, "col": _counted()[name], "last": last})


def summary(done: Copied, target: Path | URL) -> list[str]:
    """Return what an operator reads after a copy, a line each."""
    report = done.report
    deletions = f", and {done.deletions} deletions of people" if done.deletions else ""
    return [
        *report.problems,
        f"copied {done.rows} rows of {done.tables} tables{deletions} to {shown(target)}; all are the same there",
        f"checked there: matches {report.matches}, events {report.events}, problems {len(report.problems)}",
        f"now set DATABASE to {shown(target)}, and don't start the bot with the old one again",
    ]
