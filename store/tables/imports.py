"""Records of matches that people imported."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from store.schema import imports
from store.schema.base import checked


@dataclass(frozen=True, slots=True)
class Import:
    """A record that a person imported, in their own text."""

    id: int
    guild_id: int | None
    person_id: int
    text: str
    created_at: datetime


async def add(connection: AsyncConnection, *, guild_id: int | None, person_id: int, text: str, at: datetime) -> Import:
    """Write an imported record; one that the same person has already imported there is not written twice."""
    same = select(imports).where(
        imports.c.guild_id.is_not_distinct_from(guild_id), imports.c.person_id == person_id, imports.c.text == text
    )
    if (existing := (await connection.execute(same)).first()) is not None:
        return Import(existing.id, existing.guild_id, existing.person_id, existing.text, existing.created_at)
    row = {"guild_id": guild_id, "person_id": person_id, "text": text, "created_at": at}
    statement = insert(imports).returning(imports.c.id)
    import_id = (await connection.execute(statement, checked("imports", row))).scalar_one()
    return Import(import_id, guild_id, person_id, text, at)


async def load(connection: AsyncConnection, import_id: int) -> Import | None:
    row = (await connection.execute(select(imports).where(imports.c.id == import_id))).one_or_none()
    return None if row is None else Import(row.id, row.guild_id, row.person_id, row.text, row.created_at)


async def analysis_of(connection: AsyncConnection, import_id: int) -> Json:
    """Return what an analysis found in a record; None if there was none."""
    query = select(imports.c.analysis).where(imports.c.id == import_id)
    found: Json = (await connection.execute(query)).scalar_one_or_none()
    return found


async def put_analysis(connection: AsyncConnection, import_id: int, report: Json) -> None:
    """Keep what an analysis found in a record, if that is still there."""
    await connection.execute(update(imports).where(imports.c.id == import_id).values(analysis=report))


async def prune(connection: AsyncConnection, before: datetime) -> int:
    return (await connection.execute(delete(imports).where(imports.c.created_at < before))).rowcount


async def trim(connection: AsyncConnection, person_id: int, most: int) -> int:
    mine = select(imports.c.id).where(imports.c.person_id == person_id).order_by(imports.c.id.desc()).limit(most)
    old = delete(imports).where(imports.c.person_id == person_id, imports.c.id.not_in(mine))
    return (await connection.execute(old)).rowcount
