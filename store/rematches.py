"""Offers of another match like one that is over, and who wants it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from store.checksums import checked
from store.dialects import put_row
from store.rows import one_row
from store.schema import match_seats, rematch_votes, rematches

RematchStatus: TypeAlias = Literal["open", "ordered", "declined", "lapsed", "failed"]


@dataclass(frozen=True, slots=True)
class Rematch:
    """An offer of another match like one that is over.

    Attributes:
        match_id: The one that is over; it has one offer at a time.
        guild_id: The server.
        status: "ordered" once everybody wants it; "failed" if it could not begin.
        opened_at: When it was offered.
        agreed: Who wants it, who offered it first.
        message_id: The message that shows it, in the channel of the match; None if there is none.
        why: What it failed at, as `engine.text.dump_text` writes it.
        closed_at: When it was declined, lapsed or failed.
        lobby_id: The table at which its players choose anew before it starts; None if it starts by itself. A table that
            was closed may be gone.
    """

    match_id: int
    guild_id: int
    status: RematchStatus
    opened_at: datetime
    agreed: tuple[int, ...] = ()
    message_id: int | None = None
    why: Json = None
    closed_at: datetime | None = None
    lobby_id: int | None = None


async def load(connection: AsyncConnection, match_id: int, *, to_change: bool = False) -> Rematch | None:
    """Return the offer that a match has, or None; `to_change` keeps others from changing it until the end."""
    row = await one_row(connection, select(rematches).where(rematches.c.match_id == match_id), to_change=to_change)
    if row is None:
        return None
    votes = select(rematch_votes).where(rematch_votes.c.match_id == match_id)
    found = sorted(await connection.execute(votes), key=lambda each: (each.at, each.person_id))
    return Rematch(
        row.match_id,
        row.guild_id,
        row.status,
        row.opened_at,
        tuple(each.person_id for each in found),
        row.message_id,
        row.why,
        row.closed_at,
        row.lobby_id,
    )


async def open_of(connection: AsyncConnection, person_id: int) -> list[int]:
    """Return the matches of a person in which a rematch is offered and not decided."""
    query = (
        select(rematches.c.match_id)
        .join(match_seats, match_seats.c.match_id == rematches.c.match_id)
        .where(rematches.c.status == "open", match_seats.c.person_id == person_id)
        .order_by(rematches.c.match_id)
    )
    return list((await connection.execute(query)).scalars())


async def save(connection: AsyncConnection, offer: Rematch) -> None:
    """Write an offer as it is now, in place of an earlier one of the match; who wants it is written apart."""
    row = {
        "match_id": offer.match_id,
        "guild_id": offer.guild_id,
        "status": offer.status,
        "why": offer.why,
        "message_id": offer.message_id,
        "opened_at": offer.opened_at,
        "closed_at": offer.closed_at,
        "lobby_id": offer.lobby_id,
    }
    await put_row(connection, rematches, checked("rematches", row))


async def agree(connection: AsyncConnection, match_id: int, person_id: int, at: datetime) -> None:
    """Write that a person wants it."""
    row = {"match_id": match_id, "person_id": person_id, "at": at}
    await put_row(connection, rematch_votes, checked("rematch_votes", row))


async def forget_votes(connection: AsyncConnection, match_id: int) -> None:
    """Forget who wanted an earlier offer."""
    await connection.execute(delete(rematch_votes).where(rematch_votes.c.match_id == match_id))
