"""The last sign of life, the latest outages, and the clocks that ran meanwhile.

The first two are notes. A clock holds the number of the last outage for which it was given time back, so each outage is
made good once, even if the process dies in between.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from pydantic import TypeAdapter
from sqlalchemy import bindparam, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from store.documents import SecondsField, TimeField, read
from store.schema import deadlines, matches, places
from store.tables import people
from store.tables.values import Place


@dataclass(frozen=True, slots=True)
class Outage:
    """A time during which the bot was not running, so that no clock ran.

    Attributes:
        id: From 1, in the order in which they were noted.
        start: The last sign of life before it.
        end: When the bot was back; earlier than `start` if the wall clock was set back meanwhile.
        jump: By how much the wall clock was set meanwhile, as far as that is known.
    """

    id: int
    start: datetime
    end: datetime
    jump: timedelta = timedelta()

    @property
    def length(self) -> timedelta:
        """By how much every time of day moves; negative if the wall clock was set back."""
        return self.end - self.start

    @property
    def absence(self) -> timedelta:
        """How long it lasted, whatever was done to the wall clock meanwhile."""
        return self.length - self.jump


KEPT = 100
"""Outages remembered: more than any clock that runs in the store is behind."""

ALIVE, _OUTAGES = "alive", "outages"

_ROWS = TypeAdapter(list[tuple[int, TimeField, TimeField, SecondsField]])

_MOVE = (
    update(deadlines)
    .where(deadlines.c.kind == bindparam("of_kind"), deadlines.c.key == bindparam("of_key"))
    .values(due_at=bindparam("new_due", type_=deadlines.c.due_at.type))
)


@dataclass(frozen=True, slots=True)
class Running:
    """A match in which a player's clock runs.

    Attributes:
        seq: Its last event.
        clock: As `hosting.clock` writes it.
        due_at: The time of its appointment.
        boards: The channels in which its turns are shown, with their roles.
    """

    match_id: int
    game: str
    seq: int
    clock: Json
    due_at: datetime
    boards: tuple[Place, ...]


async def alive(connection: AsyncConnection) -> datetime | None:
    noted = await people.note(connection, ALIVE)
    return None if noted is None else datetime.fromisoformat(noted)


async def set_alive(connection: AsyncConnection, at: datetime) -> None:
    await people.set_note(connection, ALIVE, at.isoformat())


async def known(connection: AsyncConnection) -> tuple[Outage, ...]:
    noted = await people.note(connection, _OUTAGES)
    return tuple(Outage(*row) for row in read(_ROWS, json.loads(noted or "[]"), _OUTAGES))


async def remember(connection: AsyncConnection, outages: Sequence[Outage]) -> None:
    rows = [(each.id, each.start, each.end, each.jump) for each in outages[-KEPT:]]
    await people.set_note(connection, _OUTAGES, json.dumps(_ROWS.dump_python(rows, mode="json")))


async def appointed(
    connection: AsyncConnection, kind: str, after: str, rows: int, until: datetime | None = None
) -> list[str]:
    """Return the first keys of a kind's appointments after `after`, in their order, only those due by `until`."""
    query = select(deadlines.c.key).where(deadlines.c.kind == kind, deadlines.c.key > after)
    if until is not None:
        query = query.where(deadlines.c.due_at <= until)
    return list((await connection.execute(query.order_by(deadlines.c.key).limit(rows))).scalars())


async def running(connection: AsyncConnection, kind: str, keys: Sequence[str]) -> list[Running]:
    """Return and lock the matches with an appointment for the end of a player's time: of this kind, with these keys."""
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
    query = select(deadlines.c.key, deadlines.c.due_at).where(deadlines.c.kind == kind, deadlines.c.key.in_(keys))
    return {row.key: row.due_at for row in await connection.execute(query)}


async def move(connection: AsyncConnection, kind: str, times: Mapping[str, datetime]) -> None:
    if times:
        await connection.execute(
            _MOVE, [{"of_kind": kind, "of_key": key, "new_due": due_at} for key, due_at in times.items()]
        )
