"""Stores with many matches in them, copies of two: one that was played to its end and one that goes on.

What differs between copies is who plays where, and so every row's checksum: a copy is as good as a match that was
played, to `store.check`, too.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import Connection, insert, select

from bench.playing import any_turn, begin
from hosting.arena import Arena
from hosting.runtime.time import SystemClock
from store.db import checksums
from store.schema import match_seats, metadata, people
from store.tables import outbox

TURNS_OF_A_RUNNING_MATCH = 10
FIRST_ID = 100
FIRST_CHANNEL = 1_000_000

_TABLES = ("matches", "match_seats", "places", "events", "outbox")
"""What is copied, in the order of the references."""
_AT_ONCE = 500
"""Matches copied by one statement a table."""

Rows: TypeAlias = list[tuple[dict[str, Any], dict[str, Any]]]
"""Rows of a match, each as the database holds it and as it is read."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays a copy of the match that goes on, and where; nothing is known of what was posted there.

    Attributes:
        guild_id: In which server.
        channel_id: In which channel.
        people: By seat, from 1.
    """

    guild_id: int
    channel_id: int
    people: tuple[int, ...]


async def fill(
    path: Path,
    *,
    over: int,
    running: int,
    guild_id: int | None = None,
    seatings: Sequence[Seating] = (),
    shrunk: bool = True,
) -> None:
    """Make a store with matches, besides the two that are copied; nothing in it waits to be posted.

    Args:
        path: Where; there is nothing yet.
        over: How many that were played to their end, numbered from `FIRST_ID` + 1.
        running: How many that go on, numbered from there.
        guild_id: The server of all of them; fifty servers by default.
        seatings: Who plays those that go on, as far as that matters.
        shrunk: Whether of those that are over only the posts are there that the bot keeps an hour after their end.
    """
    arena = await _templates(path)
    if shrunk:
        async with arena.db.write() as connection:
            await outbox.shrink(connection, [1])
    async with arena.db.write() as connection:
        await connection.run_sync(_copy, 1, FIRST_ID, over, guild_id, ())
        await connection.run_sync(_copy, 2, FIRST_ID + over, running, guild_id, seatings)
        await connection.run_sync(_meet, frozenset(person for each in seatings for person in each.people))
    await arena.close()


async def _templates(path: Path) -> Arena:
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
    return arena


def state(path: Path, *, over: int) -> dict[str, str]:
    """Return a digest of the copies that `fill` made of the match that is over, by table: are they as they were?"""
    found = {}
    with closing(sqlite3.connect(path)) as connection:
        for table in _TABLES:
            key = ", ".join(_key(table))
            query = f"SELECT * FROM {table} WHERE {_match(table)} BETWEEN ? AND ? ORDER BY {key}"  # noqa: S608 - names
            digest = blake2b()
            for row in connection.execute(query, (FIRST_ID + 1, FIRST_ID + over)):
                digest.update(repr(row).encode())
            found[table] = digest.hexdigest()
    return found


def _copy(
    connection: Connection, template: int, before: int, count: int, guild_id: int | None, seatings: Sequence[Seating]
) -> None:
    """Copy a match, to the numbers that follow one."""
    rows = {table: _rows(connection, table, template) for table in _TABLES}
    for first in range(1, count + 1, _AT_ONCE):
        some: dict[str, list[tuple[Any, ...]]] = {table: [] for table in _TABLES}
        for number in range(first, min(first + _AT_ONCE, count + 1)):
            seating = seatings[number - 1] if number <= len(seatings) else None
            for table, row in _copied(rows, before, number, guild_id, seating):
                some[table].append(row)
        for table, made in some.items():
            if made:
                marks = ", ".join("?" * len(made[0]))
                connection.exec_driver_sql(f"INSERT INTO {table} VALUES ({marks})", made)  # noqa: S608 - from above


def _meet(connection: Connection, known_otherwise: frozenset[int]) -> None:
    """Have everybody else exist who plays; nobody of them has an account."""
    query = select(match_seats.c.person_id).distinct().where(match_seats.c.person_id.not_in(select(people.c.id)))
    found = frozenset(connection.execute(query).scalars())
    known = {"account": None, "kind": "human", "created_at": datetime.now(UTC)}
    rows = [checksums.checked("people", {"id": each, **known}) for each in found - known_otherwise]
    if rows:
        connection.execute(insert(people), rows)


def _rows(connection: Connection, name: str, match_id: int) -> Rows:
    """Return the rows of a match in the order of their key."""
    table = metadata.tables[name]
    query = select(table).where(table.c[_match(name)] == match_id).order_by(*table.primary_key)
    raw = f"SELECT * FROM {name} WHERE {_match(name)} = ? ORDER BY {', '.join(_key(name))}"  # noqa: S608 - from above
    held = connection.exec_driver_sql(raw, (match_id,)).mappings().all()
    read = connection.execute(query).mappings().all()
    return [(dict(one), dict(other)) for one, other in zip(held, read, strict=True)]


def _copied(
    rows: Mapping[str, Rows], before: int, number: int, guild_id: int | None, seating: Seating | None
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Give the rows of a copy, as they are to be held: what differs is the same, held or read."""
    match_id = before + number
    channel_id = FIRST_CHANNEL + match_id if seating is None else seating.channel_id
    chain = b""
    for table in _TABLES:
        if seating is not None and table == "outbox":
            return
        for held, read in rows[table]:
            changed: dict[str, Any] = {_match(table): match_id}
            match table:
                case "matches":
                    guild = number % 50 if guild_id is None else guild_id
                    guild = guild if seating is None else seating.guild_id
                    changed |= {"channel_id": channel_id, "guild_id": guild, "origin": None}
                case "match_seats" if seating is not None:
                    changed["person_id"] = seating.people[read["seat"] - 1]
                case "match_seats":
                    changed["person_id"] = 1000 + read["seat"] * 100_000 + number % 5000
                case "places":
                    changed["channel_id"] = channel_id
                case "outbox":
                    changed |= {"channel_id": channel_id, "id": None, "subject_id": match_id}
            checksum = checksums.of(table, {**read, **changed}, chain if table == "events" else b"")
            if table in {"matches", "events"}:
                chain = checksum
            yield table, tuple({**held, **changed, "checksum": checksum}.values())


def _match(table: str) -> str:
    return "id" if table == "matches" else "match_id"


def _key(table: str) -> list[str]:
    return [column.name for column in metadata.tables[table].primary_key]
