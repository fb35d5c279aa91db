"""Alternates: people who wait to take over the entry of one who leaves a season."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import Row, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from store.checksums import checked
from store.league.rows import swap
from store.league.values import Alternate, StoredSeason
from store.schema import alternates, entries, entry_players


async def add(connection: AsyncConnection, season: StoredSeason, alternate: Alternate) -> Alternate:
    """Write an alternate, in a transaction that holds the season; return it with its number."""
    values = checked("alternates", _row(season, alternate))
    added = await connection.execute(insert(alternates).values(values).returning(alternates.c.id))
    return replace(alternate, id=added.scalar_one())


async def save(connection: AsyncConnection, season: StoredSeason, alternate: Alternate) -> Alternate:
    """Write an alternate as it is now; return it with its revision. Raises WriteConflict."""
    await swap(connection, alternates, alternate.id, alternate.rev, _row(season, alternate))
    return replace(alternate, rev=alternate.rev + 1)


async def of_season(connection: AsyncConnection, season_id: int) -> list[Alternate]:
    """Return the alternates of a season in the order of joining, those who are none any more among them."""
    query = select(alternates).where(alternates.c.season_id == season_id).order_by(alternates.c.id)
    return [_alternate(row) for row in await connection.execute(query)]


async def of_person(connection: AsyncConnection, person_id: int) -> list[int]:
    """Return the seasons in which a person waits as an alternate."""
    mine = (alternates.c.person_id == person_id, alternates.c.over_at.is_(None))
    found = select(alternates.c.season_id).where(*mine).order_by(alternates.c.season_id)
    return list((await connection.execute(found)).scalars())


async def vacant(connection: AsyncConnection, season_id: int, size: int) -> dict[int, int]:
    """Return the entries of a season that have not left and for which too few play, in the order of joining.

    Args:
        connection: Of any transaction.
        season_id: Which season.
        size: How many play for an entry.

    Returns:
        How many places are free, by entry.
    """
    play = (entry_players.c.season_id == season_id, entry_players.c.until.is_(None))
    there = select(entry_players.c.entry_id, func.count().label("play")).where(*play)
    counted = there.group_by(entry_players.c.entry_id).subquery()
    count = func.coalesce(counted.c.play, 0)
    query = select(entries.c.id, count.label("play")).outerjoin(counted, counted.c.entry_id == entries.c.id)
    query = query.where(entries.c.season_id == season_id, entries.c.left_at.is_(None), count < size)
    return {row.id: size - row.play for row in await connection.execute(query.order_by(entries.c.id))}


def _row(season: StoredSeason, alternate: Alternate) -> dict[str, Any]:
    return {
        "guild_id": season.guild_id,
        "season_id": season.id,
        "person_id": alternate.person_id,
        "status": alternate.status,
        "joined_at": alternate.joined_at,
        "entry_id": alternate.entry,
        "asked_at": alternate.asked_at,
        "due_at": alternate.due_at,
        "over_at": alternate.over_at,
        "rev": alternate.rev,
    }


def _alternate(row: Row[Any]) -> Alternate:
    return Alternate(
        id=row.id,
        person_id=row.person_id,
        status=row.status,
        joined_at=row.joined_at,
        entry=row.entry_id,
        asked_at=row.asked_at,
        due_at=row.due_at,
        over_at=row.over_at,
        rev=row.rev,
    )
