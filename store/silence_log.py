"""The silence log. The database refuses to change or remove its lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from store.checksums import checked
from store.schema import silence_log


@dataclass(frozen=True, slots=True)
class SilenceEntry:
    """A line of the silence log.

    Attributes:
        id: In the order of writing.
        match_id: The team match.
        code: What happened, e.g. `"overwrite-repaired"`.
        channel_id: Where, if in a channel.
        person_id: Who is concerned, if it is a person.
        detail: For readers of the log.
        at: When.
    """

    id: int
    match_id: int
    code: str
    channel_id: int | None
    person_id: int | None
    detail: Mapping[str, Json] = field(default_factory=dict)
    at: datetime = field(kw_only=True)


async def add(
    connection: AsyncConnection,
    match_id: int,
    code: str,
    *,
    channel_id: int | None,
    person_id: int | None,
    detail: Mapping[str, Json],
    at: datetime,
) -> SilenceEntry:
    """Write a line."""
    row = {
        "match_id": match_id,
        "code": code,
        "channel_id": channel_id,
        "person_id": person_id,
        "detail": detail,
        "at": at,
    }
    result = await connection.execute(insert(silence_log).returning(silence_log.c.id), checked("silence_log", row))
    return SilenceEntry(result.scalar_one(), match_id, code, channel_id, person_id, detail, at=at)


async def of_match(connection: AsyncConnection, match_id: int) -> list[SilenceEntry]:
    """Return the lines of a match in the order of writing."""
    query = select(silence_log).where(silence_log.c.match_id == match_id).order_by(silence_log.c.id)
    return [
        SilenceEntry(row.id, row.match_id, row.code, row.channel_id, row.person_id, row.detail, at=row.at)
        for row in await connection.execute(query)
    ]
