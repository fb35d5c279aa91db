"""Offers of another match like one that is over, and who wants it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from store.schema import match_seats, rematch_votes, rematches
from store.schema.base import checked, one_row, put_row

RematchStatus: TypeAlias = Literal["open", "ordered", "declined", "lapsed", "failed"]


@dataclass(frozen=True, slots=True)
class Rematch:
    """An offer of a rematch.

    Attributes:
        match_id: The finished match; it has one offer at a time.
        status: "ordered" once everybody wants it; "failed" if it could not begin.
        opened_at: When it was offered.
        agreed: Who wants it, the one who offered it first.
        message_id: The message that shows it in the match's channel, or None.
        why: Why it failed, as `engine.text.dump_text` writes it.
        closed_at: When it was declined, lapsed or failed.
        lobby_id: The table at which players choose anew before it starts; None if it starts by itself. The table is
            closed or removed at some time.
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
    """Return a match's offer, or None; with `to_change` its row stays locked until the transaction ends."""
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
    query = (
        select(rematches.c.match_id)
        .join(match_seats, match_seats.c.match_id == rematches.c.match_id)
        .where(rematches.c.status == "open", match_seats.c.person_id == person_id)
        .order_by(rematches.c.match_id)
    )
    return list((await connection.execute(query)).scalars())


async def save(connection: AsyncConnection, offer: Rematch) -> None:
    """Write an offer in place of the match's earlier one, without who agreed."""
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
    row = {"match_id": match_id, "person_id": person_id, "at": at}
    await put_row(connection, rematch_votes, checked("rematch_votes", row))


async def forget_votes(connection: AsyncConnection, match_id: int) -> None:
    await connection.execute(delete(rematch_votes).where(rematch_votes.c.match_id == match_id))
