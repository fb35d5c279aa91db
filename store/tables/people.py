"""People: accounts and names, lessons, whom they block, when they are away.

A person stays when their account and names are forgotten, so that what others played with them stays as it was.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Literal, TypeAlias

from sqlalchemy import BindParameter, Select, Table, and_, bindparam, delete, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import without_nul
from store.db import raw
from store.db.checksums import checked
from store.schema import blocks, greetings, lessons, member_names, people, vacations
from store.schema.dialects import put_row

PersonKind: TypeAlias = Literal["human", "computer"]


@dataclass(frozen=True, slots=True)
class StoredPerson:
    """A person as stored.

    Attributes:
        id: Never used again for another person.
        account: Their id at Discord; None for a computer, and for a person who was deleted.
        kind: Computers are nobody's account: nothing may call them, look for them or write to them.
        created_at: When they were first met.
        deleted_at: When they were forgotten; None if they were not.
    """

    id: int
    account: int | None
    kind: PersonKind
    created_at: datetime
    deleted_at: datetime | None = None


_FIND = select(people.c.id).where(people.c.account == bindparam("account"))


async def find(connection: AsyncConnection, account: int) -> int | None:
    """Return the person with an account, or None."""
    return (await connection.execute(_FIND, {"account": account})).scalar_one_or_none()


async def enter(connection: AsyncConnection, account: int, at: datetime) -> int:
    """Return the person with an account, a new one if there is none.

    Args:
        connection: Of a write transaction.
        account: Their id at Discord.
        at: When they are met.
    """
    if (known := await find(connection, account)) is not None:
        return known
    row = {"account": account, "kind": "human", "created_at": at, "deleted_at": None}
    dialect = connection.dialect.name
    statement = sqlite.insert(people) if dialect == "sqlite" else postgresql.insert(people)
    await connection.execute(statement.on_conflict_do_nothing(index_elements=("account",)), checked("people", row))
    return int((await connection.execute(_FIND, {"account": account})).scalar_one())


async def load(connection: AsyncConnection, person_id: int) -> StoredPerson | None:
    """Return a person, or None if there is none with that number."""
    row = (await connection.execute(select(people).where(people.c.id == person_id))).one_or_none()
    return None if row is None else StoredPerson(row.id, row.account, row.kind, row.created_at, row.deleted_at)


async def accounts(connection: AsyncConnection, person_ids: Collection[int]) -> dict[int, int]:
    """Return the accounts of people by their numbers; computers and those who were deleted are left out."""
    query = select(people.c.id, people.c.account).where(people.c.id.in_(person_ids), people.c.account.is_not(None))
    return {row.id: row.account for row in await connection.execute(query)}


async def names(connection: AsyncConnection, guild_id: int, person_ids: Collection[int]) -> dict[int, str]:
    """Return the names of people in a server by their numbers, as far as any is known."""
    of = member_names.c
    query = select(of.person_id, of.name).where(of.guild_id == guild_id, of.person_id.in_(person_ids))
    return {row.person_id: row.name for row in await connection.execute(query)}


async def times(
    connection: AsyncConnection, person_ids: Collection[int]
) -> dict[int, tuple[datetime, datetime | None]]:
    """Return when people were met first, and when they were deleted, by their numbers."""
    query = select(people.c.id, people.c.created_at, people.c.deleted_at).where(people.c.id.in_(person_ids))
    return {row.id: (row.created_at, row.deleted_at) for row in await connection.execute(query)}


async def remember(connection: AsyncConnection, guild_id: int, person_id: int, name: str) -> None:
    """Write the name of a person in a server, in place of an earlier one."""
    row = {"guild_id": guild_id, "person_id": person_id, "name": without_nul(name)}
    await put_row(connection, member_names, row)


async def any_computer(connection: AsyncConnection, person_ids: Collection[int]) -> bool:
    """Return whether a computer is among people."""
    return bool(await raw.read(connection, computers(len(person_ids)), numbered(person_ids)))


@cache
def computers(count: int) -> Select[Any]:
    """Return the question for a computer among so many people (`numbered`)."""
    return select(people.c.id).where(people.c.id.in_(parameters(count)), people.c.kind == "computer").limit(1)


def parameters(count: int) -> list[BindParameter[int]]:
    """Return the parameters of a statement that is about so many people (`numbered`)."""
    return [bindparam(f"person_{index}") for index in range(count)]


def numbered(person_ids: Collection[int]) -> dict[str, int]:
    """Return people by the names of their parameters."""
    return {f"person_{index}": person_id for index, person_id in enumerate(person_ids)}


async def deleted(connection: AsyncConnection, person_ids: Collection[int]) -> set[int]:
    """Return which of some people were deleted."""
    query = select(people.c.id).where(people.c.id.in_(person_ids), people.c.deleted_at.is_not(None))
    return set((await connection.execute(query)).scalars())


async def forget(connection: AsyncConnection, person_id: int, at: datetime) -> None:
    """Remove the account and every name of a person, who stays as a number; does nothing if that was done before."""
    await connection.execute(delete(member_names).where(member_names.c.person_id == person_id))
    known = await load(connection, person_id)
    if known is None or known.deleted_at is not None:
        return
    row = {"account": None, "kind": known.kind, "created_at": known.created_at, "deleted_at": at}
    gone = {**checked("people", row), "erasure_key": None}
    await connection.execute(update(people).where(people.c.id == person_id).values(gone))


# How far people are in the lessons of games, and who was helped at their first turn of one.


async def progress_of(connection: AsyncConnection, person_id: int) -> dict[str, int]:
    """Return how many steps a person has behind them, by the key of the game; no lesson that they never began."""
    query = select(lessons.c.game, lessons.c.step).where(lessons.c.person_id == person_id)
    return {row.game: row.step for row in await connection.execute(query)}


async def put_progress(connection: AsyncConnection, person_id: int, game: str, step: int, at: datetime) -> None:
    """Write how many steps a person has behind them, whatever it was before."""
    await put_row(connection, lessons, {"person_id": person_id, "game": game, "step": step, "at": at})


async def advance(connection: AsyncConnection, person_id: int, game: str, step: int, at: datetime) -> bool:
    """Write that a person has one step more behind them than `step`; return False where they are not there."""
    here = (lessons.c.person_id == person_id, lessons.c.game == game, lessons.c.step == step)
    moved = await connection.execute(update(lessons).where(*here).values(step=step + 1, at=at))
    if moved.rowcount:
        return True
    if step:
        return False
    return await _added(connection, lessons, {"person_id": person_id, "game": game, "step": 1, "at": at})


async def greet(connection: AsyncConnection, person_id: int, game: str, at: datetime) -> bool:
    """Write that a person is helped at their first turn of a game; return False where they were before."""
    return await _added(connection, greetings, {"person_id": person_id, "game": game, "at": at})


async def _added(connection: AsyncConnection, table: Table, row: Mapping[str, object]) -> bool:
    """Add a person's row of a game; return False where there is one."""
    statement = sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)
    added = await connection.execute(statement.on_conflict_do_nothing(index_elements=("person_id", "game")), row)
    return bool(added.rowcount)


# Whom people block. A block is asked for by both numbers, as nobody may be told who blocks them.


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


async def block(connection: AsyncConnection, block: Block) -> None:
    """Write a block that is not there yet."""
    row = {"person_id": block.person_id, "blocked_id": block.blocked_id, "created_at": block.created_at}
    await connection.execute(insert(blocks), row)


async def unblock(connection: AsyncConnection, person_id: int, blocked_id: int) -> bool:
    """Remove a block; return whether there was one."""
    mine = and_(blocks.c.person_id == person_id, blocks.c.blocked_id == blocked_id)
    return bool((await connection.execute(delete(blocks).where(mine))).rowcount)


async def forget_blocks(connection: AsyncConnection, person_id: int) -> None:
    """Remove every block of a person and against them."""
    either = or_(blocks.c.person_id == person_id, blocks.c.blocked_id == person_id)
    await connection.execute(delete(blocks).where(either))


async def blocks_of(connection: AsyncConnection, person_id: int) -> list[Block]:
    """Return whom a person blocks, the earliest first."""
    query = select(blocks).where(blocks.c.person_id == person_id).order_by(blocks.c.created_at, blocks.c.blocked_id)
    return [Block(row.person_id, row.blocked_id, row.created_at) for row in await connection.execute(query)]


async def blocks_among(connection: AsyncConnection, person_ids: Collection[int]) -> frozenset[tuple[int, int]]:
    """Return who of some people blocks whom of them, as pairs."""
    of = blocks.c
    query = select(of.person_id, of.blocked_id).where(of.person_id.in_(person_ids), of.blocked_id.in_(person_ids))
    return frozenset((row.person_id, row.blocked_id) for row in await connection.execute(query))


# When players are away.


@dataclass(frozen=True, slots=True)
class Vacation:
    """A time in which a player's clocks are stopped."""

    id: int
    person_id: int
    starts_at: datetime
    ends_at: datetime
    announced_at: datetime


async def add_vacation(
    connection: AsyncConnection, person_id: int, starts_at: datetime, ends_at: datetime, announced_at: datetime
) -> Vacation:
    """Write a vacation that was announced."""
    row = {"person_id": person_id, "starts_at": starts_at, "ends_at": ends_at, "announced_at": announced_at}
    vacation_id = (await connection.execute(insert(vacations).returning(vacations.c.id), row)).scalar_one()
    return Vacation(vacation_id, person_id, starts_at, ends_at, announced_at)


async def vacations_of(
    connection: AsyncConnection, person_ids: Collection[int], ending_after: datetime | None = None
) -> list[Vacation]:
    """Return the vacations of some people, the earliest first; with a time those that end after it."""
    query = select(vacations).where(vacations.c.person_id.in_(person_ids)).order_by(vacations.c.starts_at)
    if ending_after is not None:
        query = query.where(vacations.c.ends_at > ending_after)
    return [
        Vacation(row.id, row.person_id, row.starts_at, row.ends_at, row.announced_at)
        for row in await connection.execute(query)
    ]


async def end_vacation(connection: AsyncConnection, vacation_id: int, ends_at: datetime) -> None:
    """Let a vacation end at another time."""
    await connection.execute(update(vacations).where(vacations.c.id == vacation_id).values(ends_at=ends_at))


async def remove_vacation(connection: AsyncConnection, vacation_id: int) -> None:
    """Remove a vacation."""
    await connection.execute(delete(vacations).where(vacations.c.id == vacation_id))
