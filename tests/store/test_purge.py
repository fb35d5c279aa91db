"""What belongs to a server goes with it, in every table there is, and nothing else does."""

from __future__ import annotations

import random
import re
import sqlite3
from contextlib import closing
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import CheckConstraint, Column, DateTime, LargeBinary, String, Table, insert, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.types import JSON, Boolean

import store
from store.database import Database
from store.privacy import purge
from store.privacy.purge import NO_SERVERS, NOTES
from store.schema import APPEND_ONLY, deadlines, metadata, notes
from store.schema.base import UtcDateTime
from store.tables.deadlines import DEADLINES, Owner
from tests.store.flips import copy_closed, is_found, live, played
from tests.store.samples import START
from tests.volume import many

HERE, THERE = 1, 2
"""Two servers; whatever belongs to one has its number in it."""
SERVED = [table for table in metadata.sorted_tables if table.name not in NO_SERVERS]
_ALLOWED = re.compile(r"(\w+) IN \('(\w+)'")


def test_each_table_of_leagues_says_of_which_server_its_rows_are() -> None:
    tables = [each for each in vars(import_module("store.schema.leagues")).values() if isinstance(each, Table)]
    assert {"leagues", "fixture_sides", "league_jobs"} <= {each.name for each in tables}
    assert [each.name for each in tables if each.c.guild_id.nullable] == []


def guild(server: int) -> int:
    return server * 1000


def number(server: int) -> int:
    """Return the number of everything else of a server."""
    return server * 11


def value(table: Table, column: Column[Any], server: int) -> object:
    """Return what stands in a column of the one row that a table has of a server."""
    for constraint in table.constraints:
        if isinstance(constraint, CheckConstraint):
            allowed = _ALLOWED.match(str(constraint.sqltext))
            if allowed is not None and allowed[1] == column.name:
                return allowed[2]
    if column.name == "subject":
        return "match"
    if column.name == "guild_id":
        return guild(server)
    if column.nullable and not column.name.endswith("_id"):
        return None
    match column.type:
        case JSON():
            return []
        case LargeBinary():
            return b"x"
        case String():
            return f"text {server}"
        case Boolean():
            return True
        case UtcDateTime() | DateTime():
            return START
    return number(server)


async def fill(database: Database, server: int) -> None:
    """Write a row of a server into every table, and its appointments and notes."""
    async with database.write() as connection:
        for table in SERVED:
            row = {column.name: value(table, column, server) for column in table.columns}
            await connection.execute(insert(table), row)
            if "subject" in table.c:
                about = {"id": number(server) * 10, "subject": "table", "match_id": None}
                await connection.execute(insert(table), row | about)
        for kind in DEADLINES:
            own = number(server)
            for key in (str(own), f"{own}:1", f"{own:010}", str(guild(server)), f"{own}1"):
                await connection.execute(insert(deadlines), {"kind": kind, "key": key, "due_at": START})
        for name in NOTES:
            for begin in (number(server), guild(server)):
                await connection.execute(insert(notes), {"key": f"{name}:{begin}:7", "value": "x"})


async def contents(database: Database) -> dict[str, list[Any]]:
    async with database.read() as connection:
        return {
            table.name: [tuple(row) for row in await connection.execute(select(table).order_by(*table.primary_key))]
            for table in metadata.sorted_tables
        }


async def remove(database: Database, server: int) -> None:
    async with database.write(long=True) as connection:
        found = await purge.matches_of(connection, guild(server), 10)
        assert found == [number(server)]
        await purge.remove_matches(connection, found, START)
        assert await purge.remove_tables(connection, guild(server), 10, START) == 0
        for name in purge.tables_of_servers():
            await purge.remove_rows(connection, name, guild(server), START)
        await purge.remove_names(connection, guild(server), 10, START)
        await purge.remove_server(connection, guild(server), START)


async def test_everything_of_a_server_goes_and_nothing_of_another_one(database: Database) -> None:
    await fill(database, THERE)
    before = await contents(database)
    await fill(database, HERE)

    await remove(database, HERE)

    after = await contents(database)
    logged = after.pop("erasures")
    dates, noted = after.pop("deadlines"), after.pop("notes")
    assert after == {name: rows for name, rows in before.items() if name in after}
    assert {cause for _, cause, *_ in logged} == {"server"}
    removed = purge.Counts()
    for _, _, counts, _ in logged:
        removed.update(counts)
    assert {name: removed[name] for name in after if after[name]} == {
        table.name: 1 + ("subject" in table.c) for table in SERVED
    }

    own = number(HERE)
    whole = {(kind, key) for kind, key, *_ in dates if key in {str(own), f"{own}:1", f"{own:010}"}}
    others = {
        kind for kind, owner in DEADLINES.items() if owner not in {Owner.MATCH, Owner.TABLE, Owner.START, Owner.CHANNEL}
    }
    assert whole == {(kind, key) for kind in others for key in (str(own), f"{own}:1", f"{own:010}")}
    # What belongs to the other server, and to a match whose number begins with the same digits, is there.
    assert {(kind, f"{own}1") for kind in DEADLINES} <= {(kind, key) for kind, key, *_ in dates}
    assert {row for row in dates if row[1].startswith(str(number(THERE)))} == {
        row for row in before["deadlines"] if row[1].startswith(str(number(THERE)))
    }
    left = {key for key, _ in noted}
    assert left >= {key for key, _ in before["notes"]}
    assert {f"{name}:{own}:7" in left for name, whose in NOTES.items() if whose in {Owner.MATCH, Owner.CHANNEL}} == {
        False
    }
    assert {f"{name}:{guild(HERE)}:7" in left for name, whose in NOTES.items() if whose is Owner.SERVER} == {False}


def test_every_table_belongs_to_a_server_or_is_known_to_belong_to_none() -> None:
    unknown = [
        table.name
        for table in metadata.sorted_tables
        if table.name not in NO_SERVERS and not (purge._of_matches(table, [1], [1]) or purge._of_server(table, 1))
    ]
    assert unknown == []


async def _clear(database: Database, name: str) -> None:
    async with database.write() as connection:
        await connection.execute(metadata.tables[name].delete())


async def test_afterwards_the_logs_are_closed_again(database: Database) -> None:
    for server in (HERE, THERE):
        await fill(database, server)
    await remove(database, HERE)
    for name in APPEND_ONLY:
        with pytest.raises(DBAPIError, match="are only ever added to"):
            await _clear(database, name)


async def test_what_fails_in_between_has_removed_nothing_and_opened_nothing(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(database, HERE)
    before = await contents(database)

    async def fails(*_: object) -> None:
        raise RuntimeError("in the middle")

    monkeypatch.setattr(purge, "_remove_keys", fails)
    with pytest.raises(RuntimeError, match="in the middle"):
        await remove(database, HERE)

    assert await contents(database) == before
    with pytest.raises(DBAPIError, match="are only ever added to"):
        await _clear(database, "events")


def test_nothing_else_opens_the_logs() -> None:
    root = Path(store.__file__).parents[1]
    lifting = re.compile(r"lift_append_only\(|DISABLE TRIGGER|DROP TRIGGER")
    found = {
        path.relative_to(root).as_posix()
        for folder in ("admin", "cogs", "hosting", "local", "store")
        for path in (root / folder).rglob("*.py")
        if lifting.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"store/schema/base.py", "store/privacy/purge.py"}


async def test_the_servers_of_which_anything_is_stored_are_found(database: Database) -> None:
    await fill(database, HERE)
    await fill(database, THERE)
    async with database.read() as connection:
        assert await purge.stored_servers(connection) == {guild(HERE), guild(THERE)}


# A changed byte of a row is found by `python -m store check`, but for marks of what was done.


FLIPS = many(40, 200)
MARKS = frozenset(
    [
        *(("outbox", name) for name in ("message_id", "done_at", "attempts", "not_before")),
        *(("matches", name) for name in ("rev", "due_at")),
        *(("notes", name) for name in ("key", "value")),
        ("people", "erasure_key"),
        *(("sqlite_sequence", name) for name in ("name", "seq")),
    ]
)
"""Which message a post became and when, what is counted or worked out anew, by what a person is found in the list of
deletions: no checksum covers these, as they are written by themselves, and nothing that was played hangs on them."""

Rows = dict[tuple[str, str], list[object]]
"""The values of each column, by table and column."""


async def test_what_is_not_found_is_a_mark_or_reads_as_before(tmp_path: Path) -> None:
    store, source, copy = (tmp_path / name for name in ("arena.db", "source.db", "copy.db"))
    await played(store)
    copy_closed(store, source)
    cells, whole = live(source), _rows(source)
    for seed in range(FLIPS):
        if await is_found(source, copy, cells, seed):
            continue
        now = _rows(copy)
        assert {column for column, values in whole.items() if now[column] != values} <= MARKS, seed


def _rows(path: Path) -> Rows:
    found: Rows = {}
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = lambda text: text.decode(errors="replace")
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            cursor = connection.execute(f"SELECT * FROM {table}")  # noqa: S608 - a name of its own
            names = [each[0] for each in cursor.description]
            rows = cursor.fetchall()
            found |= {(table, name): [_read(row[at]) for row in rows] for at, name in enumerate(names)}
    return found


def _read(value: object) -> object:
    """Return a time as one: any sign may stand between day and hour."""
    try:
        return datetime.fromisoformat(str(value)) if isinstance(value, str) else value
    except ValueError:
        return value


async def test_the_places_are_those_of_rows(tmp_path: Path) -> None:
    """Nearly every byte that rows hold is among them, each once."""
    store, source = tmp_path / "arena.db", tmp_path / "source.db"
    await played(store)
    copy_closed(store, source)
    cells = live(source)
    places = [at for cell in cells for at in cell]
    assert len(places) == len(set(places))
    data = source.read_bytes()
    assert random.Random(1).choice(cells).stop <= len(data)
    assert b"Ann" in bytes(data[at] for at in places)
