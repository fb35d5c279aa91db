"""The last sign of life of each shard, the latest outages, and the clocks that ran meanwhile.

A clock holds the number of the last outage for which it was given time back, so each outage is made good once, even if
the process dies in between.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import gcd

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from store.schema import deadlines, matches, outages, places, shards
from store.schema.base import upsert
from store.share import Share, shard_of
from store.tables.values import Place


@dataclass(frozen=True, slots=True)
class Outage:
    """A time during which players of some servers could not reach the bot, so that no clock ran there.

    Attributes:
        id: From 1, in the order in which they were noted.
        shard: Whose servers they are; 0 of 1 for all servers.
        count: How many shards there were.
        start: The last sign of life before it.
        end: When the bot was back; earlier than `start` if the wall clock was set back meanwhile.
        jump: By how much the wall clock was set meanwhile, as far as that is known.
    """

    id: int
    shard: int
    count: int
    start: datetime
    end: datetime
    jump: timedelta = timedelta()

    def hits(self, guild_id: int) -> bool:
        return shard_of(guild_id, self.count) == self.shard

    @property
    def length(self) -> timedelta:
        """By how much every time of day moves; negative if the wall clock was set back."""
        return self.end - self.start

    @property
    def absence(self) -> timedelta:
        """How long it lasted, whatever was done to the wall clock meanwhile."""
        return self.length - self.jump


MOST_STORED = 100
"""Outages remembered of each shard: more than any clock that runs in the store is behind."""


@dataclass(frozen=True, slots=True)
class Sign:
    """The last sign of life of a shard: until then its players could reach the bot."""

    shard: int
    count: int
    at: datetime


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
    guild_id: int
    seq: int
    clock: Json
    due_at: datetime
    boards: tuple[Place, ...]


async def signs(connection: AsyncConnection) -> list[Sign]:
    columns = (shards.c.shard, shards.c.count, shards.c.alive_at)
    rows = await connection.execute(select(*columns).order_by(shards.c.count, shards.c.shard))
    return [Sign(shard, count, at) for shard, count, at in rows]


async def alive(connection: AsyncConnection) -> datetime | None:
    """Return the last sign of life of any shard; None before the first one."""
    latest: datetime | None = (await connection.execute(select(func.max(shards.c.alive_at)))).scalar_one()
    return latest


async def set_alive(connection: AsyncConnection, count: int, *found: Sign) -> None:
    """Note signs of life, and forget those from when there was another number of shards than `count`."""
    rows = [{"count": each.count, "shard": each.shard, "alive_at": each.at} for each in found]
    await connection.execute(upsert(connection.dialect.name, shards, ("count", "shard", "alive_at")), rows)
    await connection.execute(delete(shards).where(shards.c.count != count))


async def renumber(connection: AsyncConnection, count: int) -> None:
    """Note the signs of life by another number of shards, before several processes find theirs.

    A server may be in any new shard that has one rest with its old one by their common divisor, so each of them was
    last alive when the first of those was.
    """
    before = await signs(connection)
    if not before or any(each.count == count for each in before):
        return
    found = []
    for shard in range(count):
        same = [each.at for each in before if (each.shard - shard) % gcd(each.count, count) == 0]
        found.append(Sign(shard, count, min(same, default=min(each.at for each in before))))
    await set_alive(connection, count, *found)


async def known(connection: AsyncConnection) -> tuple[Outage, ...]:
    columns = (outages.c[name] for name in ("id", "shard", "count", "began_at", "ended_at", "jump"))
    rows = await connection.execute(select(*columns).order_by(outages.c.id))
    return tuple(
        Outage(number, shard, count, start, end, timedelta(seconds=jump))
        for number, shard, count, start, end, jump in rows
    )


async def note(
    connection: AsyncConnection, share: Share, start: datetime, end: datetime, jump: timedelta
) -> list[Outage]:
    """Note an outage of some shards: one row if all were away, else one a shard."""
    # One for all servers holds whatever the number of shards is later.
    spans = [(0, 1)] if share.all else [(shard, share.count) for shard in sorted(share.shards)]
    made = []
    for shard, count in spans:
        row = {"shard": shard, "count": count, "began_at": start, "ended_at": end, "jump": jump.total_seconds()}
        number = (await connection.execute(insert(outages).values(row).returning(outages.c.id))).scalar_one()
        made.append(Outage(number, shard, count, start, end, jump))
        mine = (outages.c.count == count, outages.c.shard == shard)
        latest = select(outages.c.id).where(*mine).order_by(outages.c.id.desc()).limit(MOST_STORED)
        await connection.execute(delete(outages).where(*mine, outages.c.id.not_in(latest)))
    return made


async def appointed(
    connection: AsyncConnection, kind: str, share: Share, after: str, rows: int, until: datetime | None = None
) -> list[str]:
    """Return the first keys of a kind's appointments after `after`, in their order.

    Only those in servers of the share, and due by `until`.
    """
    query = select(deadlines.c.key).where(deadlines.c.kind == kind, deadlines.c.key > after)
    query = query.where(*share.where(deadlines.c.guild_id))
    if until is not None:
        query = query.where(deadlines.c.due_at <= until)
    return list((await connection.execute(query.order_by(deadlines.c.key).limit(rows))).scalars())


async def running(connection: AsyncConnection, kind: str, keys: Sequence[str]) -> list[Running]:
    """Return and lock the matches with an appointment for the end of a player's time: of this kind, with these keys."""
    times = await due(connection, kind, keys)
    here = [int(key) for key in times]
    columns = (matches.c[name] for name in ("id", "guild_id", "seq", "clock"))
    query = select(*columns).where(matches.c.id.in_(here), matches.c.ended_at.is_(None), matches.c.clock.is_not(None))
    rows = (await connection.execute(query.order_by(matches.c.id).with_for_update())).all()
    found: dict[int, list[Place]] = {match_id: [] for match_id in here}
    for row in await connection.execute(select(places).where(places.c.match_id.in_(here))):
        place = Place(row.role, row.channel_id)
        found[row.match_id] += [place] if place.shows_boards else []
    return [Running(row.id, row.guild_id, row.seq, row.clock, times[str(row.id)], tuple(found[row.id])) for row in rows]


async def due(connection: AsyncConnection, kind: str, keys: Sequence[str]) -> dict[str, datetime]:
    query = select(deadlines.c.key, deadlines.c.due_at).where(deadlines.c.kind == kind, deadlines.c.key.in_(keys))
    return {row.key: row.due_at for row in await connection.execute(query)}


async def move(connection: AsyncConnection, kind: str, times: Mapping[str, datetime]) -> None:
    if times:
        await connection.execute(
            _MOVE, [{"of_kind": kind, "of_key": key, "new_due": due_at} for key, due_at in times.items()]
        )
