"""Who the people of an imported season are: their numbers and names in its file, and who says to be one of them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, Literal, TypeAlias

from sqlalchemy import Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from store.checksums import checked
from store.dialects import put_row
from store.league.rows import swap
from store.schema import entry_players, identity_claims, imported_people, member_names

ClaimState: TypeAlias = Literal["asked", "confirmed", "refused", "withdrawn"]


class ClaimedTwice(RuntimeError):  # noqa: N818 - not an error of the program: another writer was faster
    """Another claim of that number, or of that person, holds."""


@dataclass(frozen=True, slots=True)
class Named:
    """A person of the file of a season.

    Attributes:
        season_id: Of the season.
        number: By which the file knows them.
        guild_id: The server.
        stranger_id: The person without an account who was made for them.
        person_id: Who they are: that one until somebody else is confirmed to be them.
        name: As in the file; empty once they are deleted.
        joined_at: As in the file.
        left_at: When they were deleted there, or here; None while they were not.
        seed_mu: As in the file.
    """

    season_id: int
    number: int
    guild_id: int
    stranger_id: int
    person_id: int
    name: str
    joined_at: datetime | None = None
    left_at: datetime | None = None
    seed_mu: float | None = None

    @property
    def found(self) -> bool:
        """Whether somebody was confirmed to be them."""
        return self.person_id != self.stranger_id


@dataclass(frozen=True, slots=True)
class Claim:
    """That a person says to be one of the file of a season.

    Attributes:
        id: In the order of asking.
        season_id: Of the season.
        guild_id: The server.
        number: Whom the file knows by that number.
        person_id: Who says so.
        state: Waiting for an organiser; believed; not believed; taken back.
        asked_at: When they said so.
        decided_at: When that was; None while it waits.
        organiser_id: Who decided; None where no organiser did.
        rev: Counted up with every change.
    """

    id: int
    season_id: int
    guild_id: int
    number: int
    person_id: int
    state: ClaimState
    asked_at: datetime
    decided_at: datetime | None = None
    organiser_id: int | None = None
    rev: int = 0


async def people_of(connection: AsyncConnection, season_id: int) -> list[Named]:
    """Return the people of the file of a season by their numbers; none where it was not imported."""
    query = select(imported_people).where(imported_people.c.season_id == season_id).order_by(imported_people.c.number)
    return [_named(row) for row in await connection.execute(query)]


async def put_person(connection: AsyncConnection, person: Named) -> None:
    """Write a person of a file as they are now."""
    await put_row(connection, imported_people, checked("imported_people", asdict(person)))


async def claims_of(connection: AsyncConnection, season_id: int) -> list[Claim]:
    """Return the claims of a season that wait for an organiser, in the order of asking."""
    mine = (identity_claims.c.season_id == season_id, identity_claims.c.state == "asked")
    query = select(identity_claims).where(*mine).order_by(identity_claims.c.id)
    return [_claim(row) for row in await connection.execute(query)]


async def asked_by(connection: AsyncConnection, season_id: int, person_id: int) -> int:
    """Return how often a person has said to be one of a season, whatever came of it."""
    mine = (identity_claims.c.season_id == season_id, identity_claims.c.person_id == person_id)
    query = select(func.count()).select_from(identity_claims).where(*mine)
    return int((await connection.execute(query)).scalar_one())


async def add_claim(connection: AsyncConnection, claim: Claim) -> Claim:
    """Write a claim; return it with its number. Raises ClaimedTwice; the transaction has to be undone."""
    row = checked("identity_claims", _row(claim))
    try:
        number = (
            await connection.execute(insert(identity_claims).values(row).returning(identity_claims.c.id))
        ).scalar()
    except IntegrityError as error:
        raise ClaimedTwice from error
    return replace(claim, id=int(number or 0))


async def save_claim(connection: AsyncConnection, claim: Claim) -> Claim:
    """Write a claim as it is now; return it with its revision. Raises WriteConflict."""
    await swap(connection, identity_claims, claim.id, claim.rev, _row(claim))
    return replace(claim, rev=claim.rev + 1)


async def unclaimed(connection: AsyncConnection, season_id: int) -> frozenset[int]:
    """Return the entries of a season for which somebody plays of whom it is not known yet who they are."""
    query = (
        select(entry_players.c.entry_id)
        .join(
            imported_people,
            (imported_people.c.season_id == entry_players.c.season_id)
            & (imported_people.c.person_id == entry_players.c.person_id),
        )
        .where(
            entry_players.c.season_id == season_id,
            entry_players.c.until.is_(None),
            imported_people.c.season_id == season_id,
            imported_people.c.person_id == imported_people.c.stranger_id,
        )
    )
    return frozenset((await connection.execute(query)).scalars())


async def link(connection: AsyncConnection, person: Named, person_id: int) -> Named:
    """Have a person be one of a file: what that one plays or played in the season is theirs from now on."""
    mine = (entry_players.c.season_id == person.season_id, entry_players.c.person_id == person.person_id)
    for row in (await connection.execute(select(entry_players).where(*mine))).all():
        values = row._asdict() | {"person_id": person_id}
        changed = checked("entry_players", {name: each for name, each in values.items() if name != "checksum"})
        which = (entry_players.c.entry_id == row.entry_id, entry_players.c.number == row.number)
        await connection.execute(update(entry_players).where(*which).values(changed))
    named = (member_names.c.guild_id == person.guild_id, member_names.c.person_id == person.stranger_id)
    await connection.execute(delete(member_names).where(*named))
    linked = replace(person, person_id=person_id)
    await put_person(connection, linked)
    return linked


async def forget(connection: AsyncConnection, person_id: int, at: datetime) -> None:
    """Remove the names that files gave a person who is deleted."""
    query = select(imported_people).where(imported_people.c.person_id == person_id)
    for row in (await connection.execute(query)).all():
        each = _named(row)
        await put_person(connection, replace(each, name="", left_at=each.left_at or at))


async def linked_to(connection: AsyncConnection, season_id: int, person_ids: Collection[int]) -> set[int]:
    """Return which of some people were confirmed to be one of the file of a season."""
    query = select(imported_people.c.person_id).where(
        imported_people.c.season_id == season_id, imported_people.c.person_id.in_(person_ids)
    )
    return set((await connection.execute(query)).scalars())


def _row(claim: Claim) -> dict[str, Any]:
    row = asdict(claim)
    del row["id"]
    return row


def _claim(row: Row[Any]) -> Claim:
    values = row._asdict()
    del values["checksum"]
    return Claim(**values)


def _named(row: Row[Any]) -> Named:
    values = row._asdict()
    del values["checksum"]
    return Named(**values)
