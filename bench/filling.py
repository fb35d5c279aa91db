"""Stores with many matches in them, made by copying two in SQL: one that was played to its end and one that goes on."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

from bench.playing import any_turn, begin
from hosting.arena import Arena
from hosting.clock import SystemClock

TURNS_OF_A_RUNNING_MATCH = 10
FIRST_ID = 100
FIRST_CHANNEL = 1_000_000

# One statement a table: the rows of a match, once for each number from 1 to `count`, moved to ids of their own.
_NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count)"
_COPIES = {
    "matches": {"id": ":id + i", "channel_id": ":channel + i", "guild_id": "i % 50"},
    "match_seats": {"match_id": ":id + i", "user_id": "1000 + seat * 100000 + i % 5000"},
    "places": {"match_id": ":id + i", "channel_id": ":channel + i"},
    "events": {"match_id": ":id + i"},
    "outbox": {"id": "NULL", "match_id": ":id + i", "channel_id": ":channel + i"},
}


async def fill(path: Path, *, over: int, running: int) -> None:
    """Make a store with so many matches, besides the two that are copied; nothing in it waits to be posted."""
    await _templates(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        first = FIRST_ID
        for template, count in ((1, over), (2, running)):
            _copy(connection, template, first, count)
            first += count


async def _templates(path: Path) -> None:
    """Play match 1 to its end and match 2 for a while."""
    arena = await Arena.open(path, SystemClock())
    rng = random.Random(4)
    match = await begin(arena, channel_id=1)
    while not match.over:
        match = await arena.matches.play(match.id, match.to_act[0], any_turn(match.session, rng))
    match = await begin(arena, channel_id=2)
    for _ in range(TURNS_OF_A_RUNNING_MATCH):
        match = await arena.matches.play(match.id, match.to_act[0], any_turn(match.session, rng))
    async with arena.db.write() as connection:
        await connection.exec_driver_sql("UPDATE outbox SET done_at = created_at, message_id = id")
    await arena.close()


def damaged(path: Path, *, over: int) -> list[str]:
    """Return which of the copies that `fill` made of the match that is over are not as it made them, a line a table."""
    values = _values(1, FIRST_ID, over)
    found = []
    with closing(sqlite3.connect(path)) as connection:
        for table, changed in _COPIES.items():
            columns = ", ".join(name for name in _columns(connection, table) if changed.get(name) != "NULL")
            meant = f"SELECT {columns} FROM ({_NUMBERS} {_made(connection, table)})"  # noqa: S608 - names from above
            there = f"SELECT {columns} FROM {table} WHERE {_key(table)} BETWEEN :id + 1 AND :id + :count"  # noqa: S608
            for one, other, what in ((meant, there, "gone or changed"), (there, meant, "new or changed")):
                query = f"SELECT count(*) FROM ({one} EXCEPT {other})"  # noqa: S608
                ((rows,),) = connection.execute(query, values)
                if rows:
                    found.append(f"{table}: {rows} rows of stored matches are {what}")
    return found


def _copy(connection: sqlite3.Connection, template: int, first: int, count: int) -> None:
    if not count:
        return
    for table in _COPIES:
        connection.execute(
            f"INSERT INTO {table} {_NUMBERS} {_made(connection, table)}",
            _values(template, first, count),
        )


def _values(template: int, first: int, count: int) -> dict[str, int]:
    return {"template": template, "count": count, "id": first, "channel": FIRST_CHANNEL + first}


def _made(connection: sqlite3.Connection, table: str) -> str:
    """Return a query for the copies of a template's rows in a table, under its own columns' names."""
    changed = _COPIES[table]
    chosen = ", ".join(f"{changed.get(name, name)} AS {name}" for name in _columns(connection, table))
    return f"SELECT {chosen} FROM n, {table} WHERE {table}.{_key(table)} = :template"  # noqa: S608 - names from above


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


def _key(table: str) -> str:
    return "id" if table == "matches" else "match_id"
