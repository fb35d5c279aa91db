"""Alternates: people who wait to take over the entry of one who leaves a season."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import Row, insert, select
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


async def vacant(connection: AsyncConnection, season_id: int) -> list[int]:
    """Return the entries of a season that have not left and for which nobody plays, in the order of joining."""
    there = select(entry_players.c.entry_id).where(entry_players.c.until.is_(None))
    query = select(entries.c.id).where(
        entries.c.season_id == season_id, entries.c.left_at.is_(None), entries.c.id.not_in(there)
    )
    return list((await connection.execute(query.order_by(entries.c.id))).scalars())


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
