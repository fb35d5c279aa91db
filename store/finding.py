"""Which matches there are: of a channel, a player, a server; those that wait, that moved, that ended."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, bindparam, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from store.schema import entry_players, match_seats, matches, places, seasons, table_seats, tables
from store.seats import seats_of
from store.values import MatchSummary

_BUSY = select(places.c.match_id).where(places.c.channel_id == bindparam("channel"), places.c.busy.is_(True))
_LATEST = select(func.max(places.c.match_id)).where(places.c.channel_id == bindparam("channel"))


async def busy_in(connection: AsyncConnection, channel_id: int) -> int | None:
    """Return the id of the match that goes on in a channel, or None."""
    return (await connection.execute(_BUSY, {"channel": channel_id})).scalar_one_or_none()


async def latest_in(connection: AsyncConnection, channel_id: int) -> int | None:
    """Return the id of the most recent match in a channel, or None."""
    latest: int | None = (await connection.execute(_LATEST, {"channel": channel_id})).scalar_one()
    return latest


def live_of_person(person_id: int) -> Select[Any]:
    """Return the query for the rows of matches that a player is in and that go on."""
    return (
        select(matches)
        .join(match_seats, match_seats.c.match_id == matches.c.id)
        .where(match_seats.c.person_id == person_id, match_seats.c.live.is_(True))
        .order_by(matches.c.id.desc())
    )


def live_in_guild(guild_id: int) -> Select[Any]:
    """Return the query for the rows of a server's matches that go on."""
    return (
        select(matches)
        .where(matches.c.guild_id == guild_id, matches.c.ended_at.is_(None))
        .order_by(matches.c.id.desc())
    )


async def ended(
    connection: AsyncConnection, after: tuple[datetime, int] | None, until: datetime, count: int
) -> list[tuple[datetime, int]]:
    """Return when matches ended, and which, in that order.

    Args:
        connection: Of any transaction.
        after: Only those that come after this one; None for all.
        until: Only those that had ended by then.
        count: How many at most.
    """
    query = select(matches.c.ended_at, matches.c.id).where(matches.c.ended_at <= until)
    if after is not None:
        at, match_id = after
        query = query.where(matches.c.ended_at >= at, or_(matches.c.ended_at > at, matches.c.id > match_id))
    rows = await connection.execute(query.order_by(matches.c.ended_at, matches.c.id).limit(count))
    return [(row.ended_at, row.id) for row in rows]


_IDLE = (
    matches.c.ended_at.is_(None),
    matches.c.status == "running",
    matches.c.clock.is_(None),
    matches.c.paused.is_(None),
)


async def idle(connection: AsyncConnection, after: datetime, until: datetime) -> list[tuple[int, datetime]]:
    """Return the matches without a clock that run and whose last turn lies between two times, with that time."""
    query = select(matches.c.id, matches.c.moved_at).where(
        *_IDLE, matches.c.moved_at > after, matches.c.moved_at <= until
    )
    # Sorted here: asked for an order, SQLite walks through all that ever were played.
    return sorted((row.id, row.moved_at) for row in await connection.execute(query))


async def idle_since(connection: AsyncConnection, after: datetime) -> datetime | None:
    """Return the time of the earliest last turn after a time in the matches without a clock that run, or None."""
    query = select(func.min(matches.c.moved_at)).where(*_IDLE, matches.c.moved_at > after)
    earliest: datetime | None = (await connection.execute(query)).scalar_one()
    return earliest


async def moved(connection: AsyncConnection, after: datetime, until: datetime) -> list[int]:
    """Return the matches that run and whose last turn lies after a time and not after another one."""
    query = select(matches.c.id).where(
        matches.c.ended_at.is_(None),
        matches.c.status == "running",
        matches.c.paused.is_(None),
        matches.c.moved_at > after,
        matches.c.moved_at <= until,
    )
    return sorted((await connection.execute(query)).scalars())


async def beaten(connection: AsyncConnection, guild_id: int, person_id: int, before: int) -> list[int]:
    """Return the matches of one player alone that a player has won in a server, the latest first.

    Args:
        connection: Of any transaction.
        guild_id: Of the server.
        person_id: Of the player.
        before: Only matches with smaller ids.
    """
    query = (
        select(matches.c.id, matches.c.outcome)
        .join(match_seats, match_seats.c.match_id == matches.c.id)
        .where(matches.c.guild_id == guild_id, matches.c.id < before, match_seats.c.person_id == person_id)
        .where(matches.c.ended_at.is_not(None))
        .order_by(matches.c.id.desc())
    )
    return [row.id for row in await connection.execute(query) if row.outcome and row.outcome["ranks"] == [1]]


async def live_seats(connection: AsyncConnection, person_id: int) -> list[int]:
    """Return the matches that go on and in which a player has a seat."""
    query = select(match_seats.c.match_id).where(match_seats.c.person_id == person_id, match_seats.c.live.is_(True))
    return list((await connection.execute(query.order_by(match_seats.c.match_id))).scalars())


@dataclass(frozen=True, slots=True)
class Partnership:
    """Two who are on one team of a match that goes on.

    Attributes:
        match_id: The match.
        guild_id: Its server.
        game: Key of the game.
        mode: Key of the mode.
        partner_id: The other one.
    """

    match_id: int
    guild_id: int
    game: str
    mode: str
    partner_id: int


async def partnerships(connection: AsyncConnection, person_id: int, others: Collection[int]) -> list[Partnership]:
    """Return who of others is on a person's team in a match that goes on, by match."""
    mine, theirs = match_seats.alias(), match_seats.alias()
    query = (
        select(matches.c.id, matches.c.guild_id, matches.c.game, matches.c.mode, theirs.c.person_id)
        .join(mine, mine.c.match_id == matches.c.id)
        .join(theirs, (theirs.c.match_id == mine.c.match_id) & (theirs.c.team == mine.c.team))
        .where(mine.c.person_id == person_id, mine.c.live.is_(True), theirs.c.seat != mine.c.seat)
        .where(theirs.c.person_id.in_(others))
        .order_by(matches.c.id, theirs.c.seat)
    )
    return [Partnership(*row) for row in await connection.execute(query)]


async def has_invited(connection: AsyncConnection, person_id: int, invited_id: int) -> bool:
    """Return whether a person waits for another one's answer: at an open table of theirs, or in a team of a league."""
    table = (
        select(tables.c.id)
        .join(table_seats, table_seats.c.table_id == tables.c.id)
        .where(tables.c.status == "open", tables.c.host_id == person_id)
        .where(table_seats.c.person_id == invited_id, table_seats.c.invited.is_(True))
    )
    captain, partner = entry_players.alias(), entry_players.alias()
    team = (
        select(captain.c.entry_id)
        .join(partner, partner.c.entry_id == captain.c.entry_id)
        .where(captain.c.person_id == person_id, captain.c.number == 0, captain.c.until.is_(None))
        .where(partner.c.person_id == invited_id, partner.c.agreed.is_(False), partner.c.until.is_(None))
        .join(seasons, seasons.c.id == captain.c.season_id)
        .where(seasons.c.closed_at.is_(None))
    )
    return any([(await connection.execute(each.limit(1))).first() is not None for each in (table, team)])


async def played_before(connection: AsyncConnection, person_id: int, game: str, match_id: int) -> bool:
    """Return whether a player has, or had, a seat in an earlier match of a game, in any server.

    Args:
        connection: Of any transaction.
        person_id: Of the player.
        game: Its key.
        match_id: Only matches with smaller ids count.
    """
    query = (
        select(matches.c.id)
        .join(match_seats, match_seats.c.match_id == matches.c.id)
        .where(match_seats.c.person_id == person_id, matches.c.game == game, matches.c.id < match_id)
        .limit(1)
    )
    return (await connection.execute(query)).first() is not None


async def seated(connection: AsyncConnection, person_id: int, match_ids: Sequence[int]) -> frozenset[int]:
    """Return those of some matches, running or over, in which a player has a seat."""
    query = select(match_seats.c.match_id).where(
        match_seats.c.match_id.in_(match_ids), match_seats.c.person_id == person_id
    )
    return frozenset((await connection.execute(query)).scalars())


async def summaries(connection: AsyncConnection, query: Select[Any]) -> list[MatchSummary]:
    """Return a line for each match that a query finds, in its order."""
    rows = (await connection.execute(query)).all()
    players = await seats_of(connection, [row.id for row in rows])
    return [
        MatchSummary(
            id=row.id,
            guild_id=row.guild_id,
            channel_id=row.channel_id,
            game=row.game,
            mode=row.mode,
            names=tuple(seat.name for seat in players[row.id]),
            to_act=tuple(seat.person_id for seat in players[row.id] if seat.seat in row.to_act),
            status=row.status,
            seq=row.seq,
            started_at=row.started_at,
            moved_at=row.moved_at,
            clock=row.clock,
            paused=row.paused is not None,
        )
        for row in rows
    ]


async def unended(connection: AsyncConnection) -> dict[int, bool]:
    """Return the matches of all servers that are not over, each with whether it is interrupted."""
    query = select(matches.c.id, matches.c.status).where(matches.c.ended_at.is_(None)).order_by(matches.c.id)
    return {row.id: row.status == "parked" for row in await connection.execute(query)}


async def ids(connection: AsyncConnection) -> list[int]:
    """Return the id of every match."""
    return list((await connection.execute(select(matches.c.id).order_by(matches.c.id))).scalars())
