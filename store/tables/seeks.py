"""Standing offers to play, and the pairings made from them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeAlias

from sqlalchemy import Row, Select, and_, func, insert, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.seat import Seat
from store.schema import matches, pairing_seats, pairings, seeks
from store.schema.base import one_row

PairingStatus: TypeAlias = Literal["found", "announced", "ordered", "started", "off"]


@dataclass(frozen=True, slots=True)
class Seek:
    """A standing offer to play.

    Attributes:
        id: Never reused.
        channel_id: Where it was made, and where its matches are announced.
        mode: Key of the mode; None for any.
        options: Pairs of option key and value, as they were chosen; the others have their defaults.
        clock: What `hosting.clock.ClockTerms` dumps; "none" for no clock; None for any.
        low: Lowest rating of opponents.
        high: Highest rating of opponents.
        most: How many matches it may have open at once.
        asks: Whether there are ten minutes to step back before each match.
        expires_at: When it ends by itself.
        served_at: When it last led to a match, or was made.
    """

    id: int
    guild_id: int
    channel_id: int
    person_id: int
    game: str
    mode: str | None
    options: tuple[tuple[str, str], ...]
    clock: Json
    low: int
    high: int
    most: int
    asks: bool
    created_at: datetime
    expires_at: datetime
    served_at: datetime
    open: bool = True


@dataclass(frozen=True, slots=True)
class PairedSeat:
    """A seat of a match made from offers.

    Attributes:
        person_id: Who made the offer.
        since: When the offer was last served before, or made: its place in the queue if the match is called off.
        left: Whether they have stepped back.
    """

    seat: Seat
    seek_id: int
    person_id: int
    since: datetime
    left: bool = False


@dataclass(frozen=True, slots=True)
class StoredPairing:
    """A match made from offers.

    Attributes:
        id: Never reused.
        channel_id: Where it is announced and played.
        options: Pairs of option key and value.
        clock: As in `Seek`; None for the usual one.
        status: "found" until its players are told; "announced" until it is to start; "ordered" until it has started;
            "off" if it is called off.
        seats: In the order of play.
        created_at: When the offers were matched.
        starts_at: When it is to start; None until it is about to be announced.
        message_id: The announcement.
        why: Why it is called off, as `engine.text.dump_text` writes it; None if a player declined or was deleted.
    """

    id: int
    guild_id: int
    channel_id: int
    game: str
    mode: str
    options: tuple[tuple[str, str], ...]
    clock: Json
    status: PairingStatus
    seats: tuple[PairedSeat, ...]
    created_at: datetime
    starts_at: datetime | None = None
    message_id: int | None = None
    match_id: int | None = None
    why: Json = None

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(each.person_id for each in self.seats)


COMING: tuple[PairingStatus, ...] = ("found", "announced", "ordered")
"""Of pairings whose match has not begun."""
_OPEN = text("status = 'open'")
"""As the index has it."""
_GOING = or_(
    pairings.c.status.in_(COMING),
    and_(pairings.c.status == "started", matches.c.ended_at.is_(None)),
)
"""Of pairings beside their matches: whose offers are taken up by it."""


async def add(connection: AsyncConnection, seek: Seek) -> Seek:
    """Write a new offer; return it with its number."""
    row = {
        "guild_id": seek.guild_id,
        "channel_id": seek.channel_id,
        "person_id": seek.person_id,
        "game": seek.game,
        "mode": seek.mode,
        "options": [list(each) for each in seek.options],
        "clock": seek.clock,
        "low": seek.low,
        "high": seek.high,
        "most": seek.most,
        "asks": seek.asks,
        "status": "open",
        "created_at": seek.created_at,
        "expires_at": seek.expires_at,
        "served_at": seek.served_at,
    }
    added = await connection.execute(insert(seeks).returning(*seeks.c), row)
    return _seek(added.one())


async def waiting(connection: AsyncConnection, guild_id: int, game: str, now: datetime) -> list[Seek]:
    """Return and lock a game's current offers in a server, the oldest first."""
    query = select(seeks).where(seeks.c.guild_id == guild_id, seeks.c.game == game, _OPEN, seeks.c.expires_at > now)
    return [_seek(row) for row in await connection.execute(query.order_by(seeks.c.id).with_for_update())]


async def of_person(connection: AsyncConnection, guild_id: int | None, person_id: int, now: datetime) -> list[Seek]:
    query = select(seeks).where(seeks.c.person_id == person_id, _OPEN, seeks.c.expires_at > now)
    if guild_id is not None:
        query = query.where(seeks.c.guild_id == guild_id)
    return [_seek(row) for row in await connection.execute(query.order_by(seeks.c.id))]


async def load(connection: AsyncConnection, seek_ids: Collection[int]) -> dict[int, Seek]:
    query = select(seeks).where(seeks.c.id.in_(seek_ids))
    return {row.id: _seek(row) for row in await connection.execute(query)}


async def close(connection: AsyncConnection, seek_ids: Collection[int]) -> None:
    await connection.execute(update(seeks).where(seeks.c.id.in_(seek_ids)).values(status="closed"))


async def serve(connection: AsyncConnection, seek_ids: Collection[int], at: datetime) -> None:
    await connection.execute(update(seeks).where(seeks.c.id.in_(seek_ids)).values(served_at=at))


async def going(connection: AsyncConnection, seek_ids: Collection[int]) -> dict[int, int]:
    query = (
        select(pairing_seats.c.seek_id, func.count())
        .select_from(_paired())
        .where(pairing_seats.c.seek_id.in_(seek_ids), _GOING)
        .group_by(pairing_seats.c.seek_id)
    )
    return {row[0]: row[1] for row in await connection.execute(query)}


async def playing(
    connection: AsyncConnection, guild_id: int, game: str, people: Collection[int]
) -> list[Sequence[int]]:
    """Return groups of people who are together in a match made from offers that runs or is about to start."""
    mine = select(pairing_seats.c.pairing_id).select_from(_paired())
    mine = mine.where(pairings.c.guild_id == guild_id, pairings.c.game == game, _GOING)
    return await _together(connection, mine.where(pairing_seats.c.person_id.in_(people)))


async def refused(connection: AsyncConnection, seek_ids: Collection[int]) -> list[Sequence[int]]:
    """Return groups of people whom these offers matched and who declined, or could not play.

    If one has stepped back, these are pairs of that person and each other one; the others may be matched again.
    """
    of = pairing_seats.c
    mine = select(of.pairing_id).select_from(_paired()).where(pairings.c.status == "off", of.seek_id.in_(seek_ids))
    query = select(of.pairing_id, of.person_id, of.left).where(of.pairing_id.in_(mine))
    found: dict[int, dict[int, bool]] = {}
    for row in await connection.execute(query):
        found.setdefault(row.pairing_id, {})[row.person_id] = row.left
    out: list[Sequence[int]] = []
    for people in found.values():
        left = [each for each, has_left in people.items() if has_left]
        out += [(one, other) for one in left for other in people if other != one] if left else [list(people)]
    return out


async def met(connection: AsyncConnection, guild_id: int, game: str, people: Collection[int]) -> list[Sequence[int]]:
    """Return the people of the last match made from offers for each of some people, in one game and server."""
    latest = (
        select(func.max(pairing_seats.c.pairing_id))
        .select_from(_paired())
        .where(pairings.c.guild_id == guild_id, pairings.c.game == game, pairings.c.status == "started")
        .where(pairing_seats.c.person_id.in_(people))
        .group_by(pairing_seats.c.person_id)
    )
    return await _together(connection, latest)


async def add_pairing(connection: AsyncConnection, pairing: StoredPairing) -> int:
    row = {**_changing(pairing), "guild_id": pairing.guild_id, "game": pairing.game}
    row |= {"mode": pairing.mode, "options": [list(each) for each in pairing.options], "clock": pairing.clock}
    added = await connection.execute(
        insert(pairings).returning(pairings.c.id), {**row, "created_at": pairing.created_at}
    )
    number: int = added.scalar_one()
    seats = [
        {
            "pairing_id": number,
            "seat": each.seat,
            "seek_id": each.seek_id,
            "person_id": each.person_id,
            "since": each.since,
            "left": each.left,
        }
        for each in pairing.seats
    ]
    await connection.execute(insert(pairing_seats), seats)
    return number


async def load_pairing(connection: AsyncConnection, number: int, *, to_change: bool = False) -> StoredPairing | None:
    """Return a pairing, or None; with `to_change` its row stays locked until the transaction ends."""
    row = await one_row(connection, select(pairings).where(pairings.c.id == number), to_change=to_change)
    if row is None:
        return None
    found = select(pairing_seats).where(pairing_seats.c.pairing_id == number).order_by(pairing_seats.c.seat)
    seats = tuple(
        PairedSeat(each.seat, each.seek_id, each.person_id, each.since, each.left)
        for each in await connection.execute(found)
    )
    return StoredPairing(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        game=row.game,
        mode=row.mode,
        options=tuple((key, value) for key, value in row.options),
        clock=row.clock,
        status=row.status,
        seats=seats,
        created_at=row.created_at,
        starts_at=row.starts_at,
        message_id=row.message_id,
        match_id=row.match_id,
        why=row.why,
    )


async def pairings_of(connection: AsyncConnection, person_id: int) -> list[int]:
    query = (
        select(pairings.c.id)
        .join(pairing_seats, pairing_seats.c.pairing_id == pairings.c.id)
        .where(pairing_seats.c.person_id == person_id, pairings.c.status.in_(COMING))
        .order_by(pairings.c.id)
    )
    return list((await connection.execute(query)).scalars())


async def save_pairing(connection: AsyncConnection, pairing: StoredPairing) -> None:
    await connection.execute(update(pairings).where(pairings.c.id == pairing.id).values(_changing(pairing)))
    left = [each.seat for each in pairing.seats if each.left]
    mine = update(pairing_seats).where(pairing_seats.c.pairing_id == pairing.id, pairing_seats.c.seat.in_(left))
    await connection.execute(mine.values(left=True))


def _paired() -> Any:  # noqa: ANN401 - a join
    return pairing_seats.join(pairings, pairings.c.id == pairing_seats.c.pairing_id).outerjoin(
        matches, matches.c.id == pairings.c.match_id
    )


async def _together(connection: AsyncConnection, numbers: Select[Any]) -> list[Sequence[int]]:
    query = select(pairing_seats.c.pairing_id, pairing_seats.c.person_id).where(pairing_seats.c.pairing_id.in_(numbers))
    found: dict[int, list[int]] = {}
    for row in await connection.execute(query):
        found.setdefault(row.pairing_id, []).append(row.person_id)
    return list(found.values())


def _changing(pairing: StoredPairing) -> dict[str, Any]:
    return {
        "channel_id": pairing.channel_id,
        "status": pairing.status,
        "why": pairing.why,
        "message_id": pairing.message_id,
        "match_id": pairing.match_id,
        "starts_at": pairing.starts_at,
    }


def _seek(row: Row[Any]) -> Seek:
    return Seek(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        person_id=row.person_id,
        game=row.game,
        mode=row.mode,
        options=tuple((key, value) for key, value in row.options),
        clock=row.clock,
        low=row.low,
        high=row.high,
        most=row.most,
        asks=row.asks,
        created_at=row.created_at,
        expires_at=row.expires_at,
        served_at=row.served_at,
        open=row.status == "open",
    )
