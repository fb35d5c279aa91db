"""Stores with many matches in them, copies of two: one that was played to its end and one that goes on.

What differs between copies is who plays where, and so every row's checksum: a copy is as good as a match that was
played, to `store.check`, too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, insert, select

from hosting.arena import Arena
from hosting.match.model import Match, Place
from hosting.runtime import SystemClock
from store import schema
from store.schema import base
from store.tables import outbox
from tests.every_mode import drawn_text

GUILD = 1
ANN, BOB = 1, 2
"""The first two people of a store; their accounts have the same numbers."""
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


async def begin(arena: Arena, channel_id: int) -> Match:
    """Start a match of Ann and Bob in a channel."""
    ann, bob = [await arena.people.enter(account, GUILD, name) for account, name in ((ANN, "Ann"), (BOB, "Bob"))]
    table = await arena.tables.open(GUILD, channel_id, ann, "replicants", "2", where="here")
    await arena.tables.join(table.id, bob)
    return await arena.tables.start(table.id, ann.person_id, [Place("board", channel_id)])


def turn(match: Match, rng: random.Random) -> str:
    """Return a random legal turn of the one who must act."""
    (seat,) = match.session.to_act
    return drawn_text(match.session, seat, rng, half=0.0)


async def play(arena: Arena, match: Match, rng: random.Random, turns: int | None = None) -> Match:
    """Play random turns of a match, until it ends or for so many."""
    while not match.over and turns != 0:
        match = await arena.matches.play(match.id, match.to_act[0], turn(match, rng))
        turns = None if turns is None else turns - 1
    return match


TURNS_OF_A_RUNNING_MATCH = 10
FIRST_ID = 100
FIRST_CHANNEL = 1_000_000
_TABLES = ("matches", "match_seats", "places", "events", "outbox")
"""What is copied, in the order of the references."""
_AT_ONCE = 500
"""Matches that are written together."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays a copy of the match that goes on, by seat, and where; nothing is known of what was posted there."""

    guild_id: int
    channel_id: int
    people: tuple[int, ...]


async def fill(
    store: Path | URL,
    *,
    over: int,
    running: int,
    guild_id: int | None = None,
    seatings: Sequence[Seating] = (),
    shrunk: bool = True,
) -> None:
    """Make a store with matches, besides the two that are copied; nothing in it waits to be posted.

    Args:
        store: Where; there is nothing yet.
        over: How many that were played to their end, numbered from `FIRST_ID` + 1.
        running: How many that go on, numbered from there.
        guild_id: The server of all of them; fifty servers by default.
        seatings: Who plays those that go on, as far as that matters; these people are not entered.
        shrunk: Whether of those that are over only the posts are there that the bot keeps an hour after their end.
    """
    rng = random.Random(4)
    arena = await Arena.open(store, SystemClock())
    await play(arena, await begin(arena, 1), rng)
    await play(arena, await begin(arena, 2), rng, TURNS_OF_A_RUNNING_MATCH)
    async with arena.db.write() as connection:
        await connection.exec_driver_sql("UPDATE outbox SET done_at = created_at, message_id = id")
        if shrunk:
            await outbox.shrink(connection, [1])
    async with arena.db.write(long=True) as connection:
        await connection.run_sync(_copy, 1, FIRST_ID, over, guild_id, ())
        await connection.run_sync(_copy, 2, FIRST_ID + over, running, guild_id, seatings)
        await connection.run_sync(_enter, {person for each in seatings for person in each.people})
    await arena.close()


def _copy(
    connection: Connection, template: int, before: int, count: int, guild_id: int | None, seatings: Sequence[Seating]
) -> None:
    """Copy a match, to the numbers that follow one."""
    rows = {}
    for name in _TABLES:
        table = schema.metadata.tables[name]
        query = select(table).where(table.c[_match(name)] == template).order_by(*table.primary_key)
        rows[name] = [dict(row) for row in connection.execute(query).mappings()]
    for first in range(1, count + 1, _AT_ONCE):
        made: dict[str, list[dict[str, Any]]] = {name: [] for name in _TABLES}
        for number in range(first, min(first + _AT_ONCE, count + 1)):
            seating = seatings[number - 1] if number <= len(seatings) else None
            guild = number % 50 if guild_id is None else guild_id
            for name, row in _copied(rows, before + number, number, guild, seating):
                made[name].append(row)
        for name, some in made.items():
            if some:
                connection.execute(insert(schema.metadata.tables[name]), some)


def _copied(
    rows: dict[str, list[dict[str, Any]]], match_id: int, number: int, guild_id: int, seating: Seating | None
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give the rows of a copy: who plays and where is another, and so every checksum."""
    seating = seating or Seating(guild_id, FIRST_CHANNEL + match_id, ())
    chain = b""
    for name in _TABLES if not seating.people else _TABLES[:-1]:
        for row in rows[name]:
            changed: dict[str, Any] = {**row, _match(name): match_id}
            if "channel_id" in row:
                changed["channel_id"] = seating.channel_id
            if name == "matches":
                changed |= {"guild_id": seating.guild_id, "origin": None}
            elif name == "match_seats":
                unknown = 1000 + row["seat"] * 100_000 + number % 5000
                changed["person_id"] = seating.people[row["seat"] - 1] if seating.people else unknown
            elif name == "outbox":
                changed["subject_id"] = match_id
                del changed["id"]
            changed["checksum"] = base.of(name, changed, chain if name == "events" else b"")
            chain = changed["checksum"] if name in {"matches", "events"} else chain
            yield name, changed


def _match(table: str) -> str:
    return "id" if table == "matches" else "match_id"


def _enter(connection: Connection, others: set[int]) -> None:
    """Enter all who play, but for some; none of them has an account."""
    seats = schema.match_seats.c.person_id
    found = connection.execute(select(seats).distinct().where(seats.not_in(select(schema.people.c.id)))).scalars()
    known = {"account": None, "kind": "human", "created_at": BEGAN}
    if rows := [base.checked("people", {"id": each, **known}) for each in {*found} - others]:
        connection.execute(insert(schema.people), rows)
