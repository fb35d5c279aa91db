"""When the bot was last there for its players, when it was not, and the clocks that ran meanwhile.

Both are notes: the time of the last sign of life, and the latest outages. A clock holds the number of the outage up to
which it was given time back, so each is given back once, whatever dies in between.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from store.schema import deadlines, matches, places
from store.tables import people
from store.tables.values import Place


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which the bot was not there for its players, so that no clock ran.

    Attributes:
        id: From 1, in the order in which they were noted.
        start: Its last sign of life before.
        end: When it was back; earlier than `start` where the wall clock was put back meanwhile.
        jump: By how much the wall clock was set between the two, as far as that is known.
    """

    id: int
    start: datetime
    end: datetime
    jump: timedelta = timedelta()

    @property
    def length(self) -> timedelta:
        """By how much every time of day moves; negative where the wall clock was put back."""
        return self.end - self.start

    @property
    def absence(self) -> timedelta:
        """How long it took, whatever was done to the wall clock meanwhile."""
        return self.length - self.jump


KEPT = 100
"""Outages remembered: more than any clock that runs in the store is behind."""

ALIVE, _OUTAGES = "alive", "outages"

_MOVE = (
    update(deadlines)
    .where(deadlines.c.kind == bindparam("of_kind"), deadlines.c.key == bindparam("of_key"))
    .values(due_at=bindparam("new_due", type_=deadlines.c.due_at.type))
)


@dataclass(frozen=True, slots=True)
class Running:
    """A match in which a player's clock runs.

    Attributes:
        match_id: Which.
        game: The key of its game.
        seq: Its last event.
        clock: As `hosting.clock` writes it.
        due_at: When its appointment stands.
        boards: The channels in which its turns are shown, with their roles.
    """

    match_id: int
    game: str
    seq: int
    clock: Json
    due_at: datetime
    boards: tuple[Place, ...]


async def alive(connection: AsyncConnection) -> datetime | None:
    """Return the last sign of life, or None if there never was one."""
    noted = await people.note(connection, ALIVE)
    return None if noted is None else datetime.fromisoformat(noted)


async def set_alive(connection: AsyncConnection, at: datetime) -> None:
    """Note a sign of life."""
    await people.set_note(connection, ALIVE, at.isoformat())


async def known(connection: AsyncConnection) -> tuple[Outage, ...]:
    """Return the latest outages, the first of them first."""
    noted = await people.note(connection, _OUTAGES)
    return tuple(
        Outage(
            int(number),
            datetime.fromisoformat(start),
            datetime.fromisoformat(end),
            timedelta(seconds=jump),
        )
        for number, start, end, jump in json.loads(noted or "[]")
    )


async def remember(connection: AsyncConnection, outages: Sequence[Outage]) -> None:
    """Note the latest outages in place of those noted before."""
    lines = [
        [each.id, each.start.isoformat(), each.end.isoformat(), each.jump.total_seconds()] for each in outages[-KEPT:]
    ]
    await people.set_note(connection, _OUTAGES, json.dumps(lines))


async def appointed(
    connection: AsyncConnection, kind: str, after: str, rows: int, until: datetime | None = None
) -> list[str]:
    """Return keys of the appointments of a kind, in their order.

    Args:
        connection: Of any transaction.
        kind: Which kind.
        after: Only later keys.
        rows: How many at most.
        until: Only of appointments up to then; None for all.
    """
    query = select(deadlines.c.key).where(deadlines.c.kind == kind, deadlines.c.key > after)
    if until is not None:
        query = query.where(deadlines.c.due_at <= until)
    return list((await connection.execute(query.order_by(deadlines.c.key).limit(rows))).scalars())


async def running(connection: AsyncConnection, kind: str, keys: Sequence[str]) -> list[Running]:
    """Return the matches that have an appointment at the end of a player's time, and keep others from changing them.

    Args:
        connection: Of a write transaction.
        kind: The kind of the appointments.
        keys: Their keys, which are the matches.
    """
    times = await due(connection, kind, keys)
    here = [int(key) for key in times]
    query = select(matches.c.id, matches.c.game, matches.c.seq, matches.c.clock).where(
        matches.c.id.in_(here), matches.c.ended_at.is_(None), matches.c.clock.is_not(None)
    )
    rows = (await connection.execute(query.order_by(matches.c.id).with_for_update())).all()
    found: dict[int, list[Place]] = {match_id: [] for match_id in here}
    for row in await connection.execute(select(places).where(places.c.match_id.in_(here))):
        place = Place(row.role, row.channel_id)
        found[row.match_id] += [place] if place.shows_boards else []
    return [Running(row.id, row.game, row.seq, row.clock, times[str(row.id)], tuple(found[row.id])) for row in rows]


async def due(connection: AsyncConnection, kind: str, keys: Sequence[str]) -> dict[str, datetime]:
    """Return when appointments of a kind stand, by their keys, as far as there are any."""
    query = select(deadlines.c.key, deadlines.c.due_at).where(deadlines.c.kind == kind, deadlines.c.key.in_(keys))
    return {row.key: row.due_at for row in await connection.execute(query)}


async def move(connection: AsyncConnection, kind: str, times: Mapping[str, datetime]) -> None:
    """Move appointments of a kind, by their keys."""
    if times:
        await connection.execute(
            _MOVE, [{"of_kind": kind, "of_key": key, "new_due": due_at} for key, due_at in times.items()]
        )
