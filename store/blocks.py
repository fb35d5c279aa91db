"""Whom people block. A block is asked for by both numbers, as nobody may be told who blocks them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, delete, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from store.schema import blocks


@dataclass(frozen=True, slots=True)
class Block:
    """A person who wants no match with another one.

    Attributes:
        person_id: Who blocks.
        blocked_id: Whom.
        created_at: Since when.
    """

    person_id: int
    blocked_id: int
    created_at: datetime


async def add(connection: AsyncConnection, block: Block) -> None:
    """Write a block that is not there yet."""
    row = {"person_id": block.person_id, "blocked_id": block.blocked_id, "created_at": block.created_at}
    await connection.execute(insert(blocks), row)


async def remove(connection: AsyncConnection, person_id: int, blocked_id: int) -> bool:
    """Remove a block; return whether there was one."""
    mine = and_(blocks.c.person_id == person_id, blocks.c.blocked_id == blocked_id)
    return bool((await connection.execute(delete(blocks).where(mine))).rowcount)


async def forget(connection: AsyncConnection, person_id: int) -> None:
    """Remove every block of a person and against them."""
    either = or_(blocks.c.person_id == person_id, blocks.c.blocked_id == person_id)
    await connection.execute(delete(blocks).where(either))


async def of_person(connection: AsyncConnection, person_id: int) -> list[Block]:
    """Return whom a person blocks, the earliest first."""
    query = select(blocks).where(blocks.c.person_id == person_id).order_by(blocks.c.created_at, blocks.c.blocked_id)
    return [Block(row.person_id, row.blocked_id, row.created_at) for row in await connection.execute(query)]


async def among(connection: AsyncConnection, person_ids: Collection[int]) -> frozenset[tuple[int, int]]:
    """Return who of some people blocks whom of them, as pairs."""
    of = blocks.c
    query = select(of.person_id, of.blocked_id).where(of.person_id.in_(person_ids), of.blocked_id.in_(person_ids))
    return frozenset((row.person_id, row.blocked_id) for row in await connection.execute(query))
