"""Matches that are to begin: what was asked for, how far it is, and what was made for it on the way."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeAlias

from sqlalchemy import Row, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from store.db.checksums import checked
from store.schema import matches, starts
from store.schema.dialects import insertion, one_row
from store.tables.values import Start

StartStatus: TypeAlias = Literal["waiting", "queued", "building", "started", "done", "failed"]

LIVE: frozenset[StartStatus] = frozenset({"waiting", "queued", "building", "started"})
"""The program still has something to do for these."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """A match that is to begin, as it is stored.

    Attributes:
        id: Never used again for another one; it stands in the names of what is made.
        start: What is to begin.
        status: "waiting" for its next attempt; "queued" until another match ends; "building" from before the first of
            its places is made; "started" once the match is written; "done" once its players and its origin know;
            "failed" if it was given up.
        attempts: How many failed.
        made: What was made for it and is not known to be gone: pairs of what it is and its id.
        why: What the last attempt failed at, as `engine.text.dump_text` writes it.
        match_id: The match it became.
        created_at: When it was asked for.
        began_at: When the attempt began that may have left something; None before the first one.
    """

    id: int
    start: Start
    status: StartStatus
    created_at: datetime
    attempts: int = 0
    made: tuple[tuple[str, int], ...] = ()
    why: Json = None
    match_id: int | None = None
    began_at: datetime | None = None

    @property
    def live(self) -> bool:
        """Whether the program still has something to do for it."""
        return self.status in LIVE


async def add(connection: AsyncConnection, start: Start, at: datetime) -> bool:
    """Write down a match that is to begin, unless its origin has one already; return whether it was."""
    row = checked("starts", _row(Ordered(0, start, "waiting", at)))
    adding = insertion(connection.dialect.name, starts).values(row)
    added = await connection.execute(adding.on_conflict_do_nothing(index_elements=["origin"]).returning(starts.c.id))
    return added.scalar_one_or_none() is not None


async def of_origin(connection: AsyncConnection, origin: str, *, to_change: bool = False) -> Ordered | None:
    """Return what an origin asked for, or None; `to_change` keeps others from changing it until the end."""
    row = await one_row(connection, select(starts).where(starts.c.origin == origin), to_change=to_change)
    return None if row is None else _ordered(row)


async def load(connection: AsyncConnection, number: int, *, to_change: bool = False) -> Ordered | None:
    """Return a match that is to begin, or has begun, by its number, or None; `to_change` as in `of_origin`."""
    row = await one_row(connection, select(starts).where(starts.c.id == number), to_change=to_change)
    return None if row is None else _ordered(row)


async def save(connection: AsyncConnection, ordered: Ordered) -> None:
    """Write it as it is now."""
    await connection.execute(update(starts).where(starts.c.id == ordered.id).values(checked("starts", _row(ordered))))


async def live(
    connection: AsyncConnection, *statuses: StartStatus, guild_id: int | None = None, limit: int | None = None
) -> list[Ordered]:
    """Return those for which there is something to do, in the order of asking.

    Args:
        connection: In a transaction.
        statuses: How far they are; of any if none is given.
        guild_id: In which server; None for everywhere.
        limit: How many at most.
    """
    query = select(starts).where(starts.c.live.is_(True)).order_by(starts.c.id).limit(limit)
    if statuses:
        query = query.where(starts.c.status.in_(statuses))
    if guild_id is not None:
        query = query.where(starts.c.guild_id == guild_id)
    return [_ordered(row) for row in await connection.execute(query)]


async def running(connection: AsyncConnection, guild_id: int, but: Collection[str]) -> int:
    """Return how many matches go on in a server whose origins are of other kinds than these."""
    origin = matches.c.origin
    query = (
        select(func.count())
        .select_from(matches)
        .where(
            matches.c.guild_id == guild_id,
            matches.c.ended_at.is_(None),
            origin.is_not(None),
            *(~origin.startswith(f"{kind}:", autoescape=True) for kind in sorted(but)),
        )
    )
    return int((await connection.execute(query)).scalar_one())


async def match_of(connection: AsyncConnection, origin: str) -> int | None:
    """Return the match that an origin has, or None."""
    return (await connection.execute(select(matches.c.id).where(matches.c.origin == origin))).scalar_one_or_none()


async def homes(connection: AsyncConnection, match_ids: Sequence[int]) -> dict[int, int]:
    """Return where matches were asked for, by match."""
    query = select(starts.c.match_id, starts.c.channel_id).where(starts.c.match_id.in_(match_ids))
    return {row.match_id: row.channel_id for row in await connection.execute(query)}


def _row(ordered: Ordered) -> dict[str, Any]:
    start = ordered.start
    return {
        "guild_id": start.guild_id,
        "channel_id": start.channel_id,
        "place": start.where,
        "game": start.game,
        "mode": start.mode,
        "options": [list(pair) for pair in start.options],
        "seats": [[seat, start.seats[seat]] for seat in sorted(start.seats)],
        "origin": start.origin,
        "terms": start.terms,
        "position": start.position,
        "host_id": start.host_id,
        "message_id": start.message_id,
        "status": ordered.status,
        "live": ordered.live,
        "attempts": ordered.attempts,
        "made": [list(pair) for pair in ordered.made],
        "why": ordered.why,
        "match_id": ordered.match_id,
        "created_at": ordered.created_at,
        "began_at": ordered.began_at,
    }


def _ordered(row: Row[Any]) -> Ordered:
    start = Start(
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        where=row.place,
        game=row.game,
        mode=row.mode,
        options=tuple((key, value) for key, value in row.options),
        seats=dict(row.seats),
        origin=row.origin,
        terms=row.terms,
        position=row.position,
        host_id=row.host_id,
        message_id=row.message_id,
    )
    return Ordered(
        id=row.id,
        start=start,
        status=row.status,
        attempts=row.attempts,
        made=tuple((kind, number) for kind, number in row.made),
        why=row.why,
        match_id=row.match_id,
        created_at=row.created_at,
        began_at=row.began_at,
    )
