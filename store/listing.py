"""Lists of matches that go on: a page of them in the order of urgency, read through indexes, whatever their number."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Row, Select, case, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.seat import Seat
from store.schema import match_seats, matches, member_names, places, sealed_choices
from store.seats import seats_of
from store.values import MatchSeat, MatchStatus, MatchTitle, Place

_LIVE = matches.c.ended_at.is_(None)
_TITLE = (
    matches.c.id,
    matches.c.guild_id,
    matches.c.channel_id,
    matches.c.game,
    matches.c.mode,
    matches.c.status,
    matches.c.moved_at,
)


@dataclass(frozen=True, slots=True)
class Own:
    """A match of a player that goes on, as far as its place in their list needs it.

    Attributes:
        guild_id: Its server.
        mine: Whether it waits for the player.
        alone: Whether nobody else plays in it, and so nobody waits.
        still: Whether it is paused.
        due_at: When a player's time is up, as everybody may see it; None without a clock that runs.
        moved_at: When the last turn was played.
    """

    id: int
    guild_id: int
    mine: bool
    alone: bool
    still: bool
    due_at: datetime | None
    moved_at: datetime


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """What a line in a list tells of a match that goes on, as it is stored (`store.values.StoredMatch`)."""

    id: int
    guild_id: int
    channel_id: int
    game: str
    mode: str
    status: MatchStatus
    organiser_id: int
    seats: tuple[MatchSeat, ...]
    places: tuple[Place, ...]
    to_act: tuple[Seat, ...]
    sealed: tuple[Seat, ...]
    terms: Mapping[str, Json]
    clock: Json
    parked: Json
    paused: Json
    moved_at: datetime


async def own(connection: AsyncConnection, person_id: int, guild_id: int | None = None) -> list[Own]:
    """Return the matches of a player that go on, in one server or everywhere."""
    other = match_seats.alias()
    others = exists().where(other.c.match_id == matches.c.id, other.c.seat == 2)
    query = (
        select(
            *(matches.c[name] for name in ("id", "guild_id", "to_act", "status", "paused", "due_at", "moved_at")),
            match_seats.c.seat,
            (~others).label("alone"),
        )
        .join(match_seats, match_seats.c.match_id == matches.c.id)
        .where(match_seats.c.person_id == person_id, match_seats.c.live.is_(True))
    )
    return [
        Own(
            row.id,
            row.guild_id,
            row.seat in row.to_act,
            bool(row.alone),
            row.status == "parked" or row.paused is not None,
            row.due_at,
            row.moved_at,
        )
        for row in await connection.execute(query)
        if guild_id in {None, row.guild_id}
    ]


async def urgent(
    connection: AsyncConnection,
    guild_id: int,
    channels: Collection[int],
    own: Collection[int],
    left_out: Collection[int],
    first: int,
    count: int,
) -> list[int]:
    """Return a server's matches that go on: by the end of a player's time, by their last turn, paused ones last.

    Args:
        connection: Of a read transaction.
        guild_id: The server.
        channels: Only matches in these channels,
        own: and these matches wherever they are;
        left_out: without these.
        first: Number of them before the first one wanted.
        count: How many at most.
    """
    board = places.c.role == "board"
    # Through the channels, of which a server has a thousand at most: its matches may be many more.
    seen = select(places.c.match_id).where(places.c.channel_id.in_(channels), places.c.busy.is_(True), board)
    mine = select(places.c.match_id).where(places.c.match_id.in_(own), board)
    timed = matches.c.due_at.is_not(None)
    still = or_(matches.c.status != "running", matches.c.paused.is_not(None))
    query = (
        select(matches.c.id)
        .where(matches.c.guild_id == guild_id, _LIVE, matches.c.id.in_(seen.union_all(mine)))
        .where(matches.c.id.not_in(left_out))
        .order_by(
            case((timed, 0), (still, 2), else_=1), func.coalesce(matches.c.due_at, matches.c.moved_at), matches.c.id
        )
    )
    return list((await connection.execute(query.offset(first).limit(count))).scalars())


async def lines(connection: AsyncConnection, match_ids: Sequence[int]) -> list[ListedMatch]:
    """Return what lists tell of some matches that go on, in the order given."""
    rows = (await connection.execute(select(matches).where(matches.c.id.in_(match_ids)))).all()
    seats = await seats_of(connection, match_ids)
    rooms, sealed = [
        await _grouped(connection, select(table).where(table.c.match_id.in_(match_ids)))
        for table in (places, sealed_choices)
    ]
    found = {
        row.id: ListedMatch(
            id=row.id,
            guild_id=row.guild_id,
            channel_id=row.channel_id,
            game=row.game,
            mode=row.mode,
            status=row.status,
            organiser_id=row.organiser_id,
            seats=seats.get(row.id, ()),
            places=tuple(Place(each.role, each.channel_id) for each in rooms.get(row.id, ())),
            to_act=tuple(row.to_act),
            sealed=tuple(sorted(each.seat for each in sealed.get(row.id, ()) if each.decision == row.seq)),
            terms=row.terms,
            clock=row.clock,
            parked=row.parked,
            paused=row.paused,
            moved_at=row.moved_at,
        )
        for row in rows
    }
    return [found[match_id] for match_id in match_ids if match_id in found]


async def parked(connection: AsyncConnection, guild_id: int) -> list[int]:
    """Return the matches of a server that are interrupted, the newest first."""
    query = select(matches.c.id).where(matches.c.guild_id == guild_id, matches.c.status == "parked")
    return list((await connection.execute(query.order_by(matches.c.id.desc()))).scalars())


async def titles(
    connection: AsyncConnection,
    guild_id: int,
    count: int,
    *,
    wanted: Literal["live", "over", "all"] = "live",
    name: str = "",
) -> list[MatchTitle]:
    """Return a server's latest matches in a few words.

    Args:
        connection: Of a read transaction.
        guild_id: The server.
        count: How many at most.
        wanted: Those that go on, those that are over, or both.
        name: Only matches with a player in whose name this stands; empty for all.
    """
    query = select(*_TITLE).where(matches.c.guild_id == guild_id)
    if wanted != "all":
        # By when they ended SQLite would read the matches of all servers.
        query = query.where(_LIVE if wanted == "live" else matches.c.status == "over")
    if name:
        named = select(match_seats.c.match_id).where(
            match_seats.c.match_id == matches.c.id,
            match_seats.c.person_id == member_names.c.person_id,
            member_names.c.guild_id == guild_id,
            member_names.c.name.icontains(name, autoescape=True),
        )
        query = query.where(named.exists())
    return await _titles(connection, query.order_by(matches.c.id.desc()).limit(count))


async def own_titles(connection: AsyncConnection, match_ids: Sequence[int]) -> list[MatchTitle]:
    """Return some matches in a few words, the newest first."""
    return await _titles(connection, select(*_TITLE).where(matches.c.id.in_(match_ids)).order_by(matches.c.id.desc()))


async def _titles(connection: AsyncConnection, query: Select[Any]) -> list[MatchTitle]:
    rows = (await connection.execute(query)).all()
    if not rows:
        return []
    seats = await seats_of(connection, [row.id for row in rows])
    return [
        MatchTitle(
            row.id,
            row.guild_id,
            row.channel_id,
            row.game,
            row.mode,
            tuple(each.name for each in seats.get(row.id, ())),
            row.status,
            row.moved_at,
        )
        for row in rows
    ]


async def _grouped(connection: AsyncConnection, query: Select[Any]) -> dict[int, list[Row[Any]]]:
    found: dict[int, list[Row[Any]]] = {}
    for row in await connection.execute(query):
        found.setdefault(row.match_id, []).append(row)
    return found
