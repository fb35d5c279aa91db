"""Challenges on ladders. An entry has at most one of its own that is open, and at most one against it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import Row, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from store.checksums import checked
from store.league.rows import swap
from store.league.values import Challenge, StoredSeason
from store.schema import challenges


async def add(connection: AsyncConnection, season: StoredSeason, challenge: Challenge) -> Challenge:
    """Write a challenge, in a transaction that holds its season; return it with its number."""
    values = checked("challenges", _row(season, challenge))
    added = await connection.execute(insert(challenges).values(values).returning(challenges.c.id))
    return replace(challenge, id=added.scalar_one())


async def save(connection: AsyncConnection, season: StoredSeason, challenge: Challenge) -> Challenge:
    """Write a challenge as it is now; return it with its revision. Raises WriteConflict."""
    await swap(connection, challenges, challenge.id, challenge.rev, _row(season, challenge))
    return replace(challenge, rev=challenge.rev + 1)


async def of_season(connection: AsyncConnection, season_id: int) -> list[Challenge]:
    """Return the challenges of a season in the order in which they were made."""
    query = select(challenges).where(challenges.c.season_id == season_id).order_by(challenges.c.id)
    return [_challenge(row) for row in await connection.execute(query)]


def _row(season: StoredSeason, challenge: Challenge) -> dict[str, Any]:
    return {
        "guild_id": season.guild_id,
        "season_id": season.id,
        "entry_id": challenge.entry,
        "against": challenge.against,
        "status": challenge.status,
        "fixture_id": challenge.fixture,
        "asked_at": challenge.asked_at,
        "due_at": challenge.due_at,
        "decided_at": challenge.decided_at,
        "rev": challenge.rev,
    }


def _challenge(row: Row[Any]) -> Challenge:
    return Challenge(
        id=row.id,
        entry=row.entry_id,
        against=row.against,
        status=row.status,
        asked_at=row.asked_at,
        due_at=row.due_at,
        fixture=row.fixture_id,
        decided_at=row.decided_at,
        rev=row.rev,
    )
