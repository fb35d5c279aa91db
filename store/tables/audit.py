"""The audit log and the silence log. The database refuses to change or remove their lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from store.schema import audit_log, silence_log
from store.schema.base import checked
from store.tables.values import Subject


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """A line of the audit log: something that was done besides playing.

    Attributes:
        code: What was done, e.g. `"adjudicated"`.
        person_id: Who did it; 0 for the bot itself.
    """

    id: int
    guild_id: int
    subject: Subject
    code: str
    person_id: int
    detail: Mapping[str, Json]
    at: datetime


async def add(
    connection: AsyncConnection,
    *,
    guild_id: int,
    subject: Subject,
    code: str,
    person_id: int,
    detail: Mapping[str, Json],
    at: datetime,
) -> AuditEntry:
    row = {
        "guild_id": guild_id,
        **subject.columns(),
        "code": code,
        "person_id": person_id,
        "detail": detail,
        "at": at,
    }
    statement = insert(audit_log).returning(audit_log.c.id)
    entry_id = (await connection.execute(statement, checked("audit_log", row))).scalar_one()
    return AuditEntry(entry_id, guild_id, subject, code, person_id, detail, at)


async def of_match(connection: AsyncConnection, match_id: int) -> list[AuditEntry]:
    """Return a match's lines in the order of writing."""
    query = select(audit_log).where(audit_log.c.match_id == match_id).order_by(audit_log.c.id)
    return [
        AuditEntry(row.id, row.guild_id, Subject.of_match(match_id), row.code, row.person_id, row.detail, row.at)
        for row in await connection.execute(query)
    ]


# The silence log. The database refuses to change or remove its lines.


@dataclass(frozen=True, slots=True)
class SilenceEntry:
    """A line of the silence log of a team match; `code` says what happened, e.g. `"overwrite-repaired"`."""

    id: int
    match_id: int
    code: str
    channel_id: int | None
    person_id: int | None
    detail: Mapping[str, Json] = field(default_factory=dict)
    at: datetime = field(kw_only=True)


async def add_silence(
    connection: AsyncConnection,
    match_id: int,
    code: str,
    *,
    channel_id: int | None,
    person_id: int | None,
    detail: Mapping[str, Json],
    at: datetime,
) -> SilenceEntry:
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


async def silence_of_match(connection: AsyncConnection, match_id: int) -> list[SilenceEntry]:
    query = select(silence_log).where(silence_log.c.match_id == match_id).order_by(silence_log.c.id)
    return [
        SilenceEntry(row.id, row.match_id, row.code, row.channel_id, row.person_id, row.detail, at=row.at)
        for row in await connection.execute(query)
    ]
