"""Queries for matches: by channel, player or server; for lists; those that wait, moved or ended."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Row, Select, bindparam, case, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.seat import Seat
from store.schema import (
    entry_players,
    match_seats,
    matches,
    member_names,
    places,
    sealed_choices,
    seasons,
    table_seats,
    tables,
)
from store.share import Share
from store.tables import lobby
from store.tables.matches import seats_of
from store.tables.values import MatchSeat, MatchStatus, MatchSummary, MatchTitle, Place

_BUSY = select(places.c.match_id).where(places.c.channel_id == bindparam("channel"), places.c.busy.is_(True))
_LATEST = select(func.max(places.c.match_id)).where(places.c.channel_id == bindparam("channel"))


async def busy_in(connection: AsyncConnection, channel_id: int) -> int | None:
    return (await connection.execute(_BUSY, {"channel": channel_id})).scalar_one_or_none()


async def latest_in(connection: AsyncConnection, channel_id: int) -> int | None:
    latest: int | None = (await connection.execute(_LATEST, {"channel": channel_id})).scalar_one()
    return latest


def live_of_person(person_id: int) -> Select[Any]:
    return (
        select(matches)
        .join(match_seats, match_seats.c.match_id == matches.c.id)
        .where(match_seats.c.person_id == person_id, match_seats.c.live.is_(True))
        .order_by(matches.c.id.desc())
    )


def live_in_guild(guild_id: int) -> Select[Any]:
    return (
        select(matches)
        .where(matches.c.guild_id == guild_id, matches.c.ended_at.is_(None))
        .order_by(matches.c.id.desc())
    )


async def ended(
    connection: AsyncConnection, after: tuple[datetime, int] | None, until: datetime, count: int
) -> list[tuple[datetime, int]]:
    """Return matches that ended by `until`, as pairs of time and id, in that order, from behind the pair `after`."""
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


async def idle(
    connection: AsyncConnection, after: datetime, until: datetime, share: Share = Share.ALL
) -> list[tuple[int, datetime]]:
    query = select(matches.c.id, matches.c.moved_at).where(
        *_IDLE, matches.c.moved_at > after, matches.c.moved_at <= until, *share.where(matches.c.guild_id)
    )
    # Sorted here: asked for an order, SQLite walks through all that ever were played.
    return sorted((row.id, row.moved_at) for row in await connection.execute(query))


async def idle_since(connection: AsyncConnection, after: datetime, share: Share = Share.ALL) -> datetime | None:
    """Return the earliest last turn after a time among a share's running matches without a clock, or None."""
    query = select(func.min(matches.c.moved_at)).where(
        *_IDLE, matches.c.moved_at > after, *share.where(matches.c.guild_id)
    )
    earliest: datetime | None = (await connection.execute(query)).scalar_one()
    return earliest


async def moved(connection: AsyncConnection, after: datetime, until: datetime, share: Share = Share.ALL) -> list[int]:
    """Return running matches of a share whose last turn is later than `after` and no later than `until`."""
    query = select(matches.c.id).where(
        matches.c.ended_at.is_(None),
        matches.c.status == "running",
        matches.c.paused.is_(None),
        matches.c.moved_at > after,
        matches.c.moved_at <= until,
        *share.where(matches.c.guild_id),
    )
    return sorted((await connection.execute(query)).scalars())


async def beaten(connection: AsyncConnection, guild_id: int, person_id: int, before: int) -> list[int]:
    """Return one-player matches below an id that this player won in a server, the latest first."""
    query = (
        select(matches.c.id, matches.c.outcome)
        .join(match_seats, match_seats.c.match_id == matches.c.id)
        .where(matches.c.guild_id == guild_id, matches.c.id < before, match_seats.c.person_id == person_id)
        .where(matches.c.ended_at.is_not(None))
        .order_by(matches.c.id.desc())
    )
    return [row.id for row in await connection.execute(query) if row.outcome and row.outcome["ranks"] == [1]]


async def live_seats(connection: AsyncConnection, person_id: int, guild_id: int | None = None) -> list[int]:
    """Return a person's running matches, in one server or all."""
    query = select(match_seats.c.match_id).where(match_seats.c.person_id == person_id, match_seats.c.live.is_(True))
    if guild_id is not None:
        query = query.join(matches, matches.c.id == match_seats.c.match_id).where(matches.c.guild_id == guild_id)
    return list((await connection.execute(query.order_by(match_seats.c.match_id))).scalars())


async def servers_played_in(connection: AsyncConnection, person_id: int) -> list[int]:
    """Return the servers in which a person has running matches."""
    query = (
        select(matches.c.guild_id)
        .join(match_seats, match_seats.c.match_id == matches.c.id)
        .where(match_seats.c.person_id == person_id, match_seats.c.live.is_(True))
        .distinct()
    )
    return sorted((await connection.execute(query)).scalars())


@dataclass(frozen=True, slots=True)
class Partnership:
    """Two players who are on one team of a running match."""

    match_id: int
    guild_id: int
    game: str
    mode: str
    partner_id: int


async def partnerships(connection: AsyncConnection, person_id: int, others: Collection[int]) -> list[Partnership]:
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
    """Return whether a person waits for another one's answer: at an open table of theirs, or in a league's team."""
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
    """Return whether a player has, or had, a seat in an earlier match of a game, in any server."""
    query = (
        select(matches.c.id)
        .join(match_seats, match_seats.c.match_id == matches.c.id)
        .where(match_seats.c.person_id == person_id, matches.c.game == game, matches.c.id < match_id)
        .limit(1)
    )
    return (await connection.execute(query)).first() is not None


async def seated(connection: AsyncConnection, person_id: int, match_ids: Sequence[int]) -> frozenset[int]:
    query = select(match_seats.c.match_id).where(
        match_seats.c.match_id.in_(match_ids), match_seats.c.person_id == person_id
    )
    return frozenset((await connection.execute(query)).scalars())


async def summaries(connection: AsyncConnection, query: Select[Any]) -> list[MatchSummary]:
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
    query = select(matches.c.id, matches.c.status).where(matches.c.ended_at.is_(None)).order_by(matches.c.id)
    return {row.id: row.status == "parked" for row in await connection.execute(query)}


async def ids(connection: AsyncConnection) -> list[int]:
    return list((await connection.execute(select(matches.c.id).order_by(matches.c.id))).scalars())


# Lists of matches that go on: a page of them in the order of urgency, read through indexes, whatever their number.


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
class OwnMatch:
    """A player's running match, as far as its place in their list needs it.

    Attributes:
        mine: Whether it is the player's turn.
        alone: Whether nobody else plays in it, and so nobody waits.
        still: Whether it is paused.
        due_at: When a player's time is up, as everybody may see it; None unless a clock runs.
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
    """A running match as a line in a list shows it (`store.tables.values.StoredMatch`)."""

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


async def own_lines(connection: AsyncConnection, person_id: int, guild_id: int | None = None) -> list[OwnMatch]:
    """Return a player's running matches, in one server or everywhere."""
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
        OwnMatch(
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


async def urgent_lines(
    connection: AsyncConnection,
    guild_id: int,
    channels: Collection[int],
    own: Collection[int],
    left_out: Collection[int],
    first: int,
    count: int,
) -> list[int]:
    """Return a server's running matches: by the end of a player's time, then by last turn, paused ones last.

    They are those in `channels` and `own` ones wherever they are, but not those `left_out`; the `first` ones are
    skipped.
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


async def counts(connection: AsyncConnection, share: Share = Share.ALL) -> tuple[int, int]:
    """Return how many matches of some servers go on, parked ones among them, and how many of them are parked."""
    count, ours = select(func.count()).select_from(matches), share.where(matches.c.guild_id)
    live = count.where(matches.c.ended_at.is_(None), *ours).scalar_subquery()
    parked = count.where(matches.c.status == "parked", *ours).scalar_subquery()
    row = (await connection.execute(select(live, parked))).one()
    return row[0], row[1]


async def parked_lines(connection: AsyncConnection, guild_id: int) -> list[int]:
    query = select(matches.c.id).where(matches.c.guild_id == guild_id, matches.c.status == "parked")
    return list((await connection.execute(query.order_by(matches.c.id.desc()))).scalars())


async def title_lines(
    connection: AsyncConnection,
    guild_id: int,
    count: int,
    *,
    wanted: Literal["live", "over", "all"] = "live",
    name: str = "",
) -> list[MatchTitle]:
    """Return the titles of a server's latest matches, only those with `name` in a player's name."""
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


async def own_title_lines(connection: AsyncConnection, match_ids: Sequence[int]) -> list[MatchTitle]:
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


# What is asked of all matches that go on when a server or a player comes or goes.


async def guilds_of_running(connection: AsyncConnection, share: Share = Share.ALL) -> list[int]:
    query = select(matches.c.guild_id).where(matches.c.ended_at.is_(None)).distinct().order_by(matches.c.guild_id)
    return [each for each in (await connection.execute(query)).scalars() if share.has(each)]


async def paused_matches(connection: AsyncConnection, share: Share = Share.ALL) -> list[tuple[int, Json]]:
    """Return the paused matches of a share, each with why, as `hosting.match.model` writes it."""
    query = select(matches.c.id, matches.c.paused).where(
        matches.c.ended_at.is_(None), matches.c.paused.is_not(None), *share.where(matches.c.guild_id)
    )
    # Sorted here: asked for an order, SQLite walks through all that ever were played.
    return sorted(((row.id, row.paused) for row in await connection.execute(query)), key=lambda each: each[0])


async def homes_of_running(connection: AsyncConnection, match_ids: Sequence[int]) -> dict[int, int]:
    """Return the channel in which each match's table was opened, or in which the bot was to start it."""
    query = select(tables.c.match_id, tables.c.channel_id).where(tables.c.match_id.in_(match_ids))
    opened = {row.match_id: row.channel_id for row in await connection.execute(query)}
    others = [each for each in match_ids if each not in opened]
    return opened | (await lobby.homes(connection, others) if others else {})
