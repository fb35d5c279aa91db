"""People: the only place where accounts of Discord and the names that go with them are kept.

A person stays when their account and names are forgotten, so that what others played with them stays as it was.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Literal, TypeAlias

from sqlalchemy import BindParameter, Select, bindparam, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import without_nul
from store import direct
from store.checksums import checked
from store.dialects import put_row
from store.schema import member_names, people

PersonKind: TypeAlias = Literal["human", "computer"]


@dataclass(frozen=True, slots=True)
class Known:
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


async def load(connection: AsyncConnection, person_id: int) -> Known | None:
    """Return a person, or None if there is none with that number."""
    row = (await connection.execute(select(people).where(people.c.id == person_id))).one_or_none()
    return None if row is None else Known(row.id, row.account, row.kind, row.created_at, row.deleted_at)


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
    return bool(await direct.read(connection, computers(len(person_ids)), numbered(person_ids)))


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
