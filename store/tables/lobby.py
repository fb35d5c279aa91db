"""What precedes a match: tables and their seats, loadouts, and starts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal, TypeAlias

from sqlalchemy import Row, delete, exists, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.commitments import digest, loadout_line
from engine.game import Json
from engine.seat import Seat
from store.schema import computers, match_loadouts, matches, saved_loadouts, starts, table_loadouts, table_seats, tables
from store.schema.base import checked, insertion, one_row, put_row
from store.tables import people
from store.tables.people import GONE
from store.tables.values import Person, Start, Table, TableSeat, Where

# What is chosen in private before the start: at a table, what a match began with, what people keep under a name.
#
# The texts are secrets: those of a table and of a match until the match is over, those that are kept for good.


@dataclass(frozen=True, slots=True)
class TableLoadout:
    """The loadout that a person has chosen at a table.

    Attributes:
        salt: Random bytes, so that nobody finds the loadout by trying.
        text: The loadout. Left out where the value is printed, as it could get into a log.
    """

    person_id: int
    salt: bytes = field(repr=False)
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class MatchLoadout:
    """The loadout of a seat at the start of a match.

    Attributes:
        table_id: The table at which it was chosen.
        salt: As at the table; None where nobody chose and the standard one is played.
        text: As at the table. A secret of its seat until the match is over.
    """

    seat: Seat
    table_id: int
    salt: bytes | None = field(repr=False)
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class SavedLoadout:
    """A loadout that a person saved for later matches.

    Attributes:
        name: Unique for a person and a game, whatever its case.
        text: In the game's canonical notation.
        data: The version of the game's data under which it was saved.
    """

    name: str
    text: str = field(repr=False)
    data: str
    at: datetime


async def put_at_table(connection: AsyncConnection, table_id: int, chosen: TableLoadout) -> None:
    row = {"table_id": table_id, "person_id": chosen.person_id, "salt": chosen.salt, "text": chosen.text}
    await put_row(connection, table_loadouts, checked("table_loadouts", row))


async def at_table(connection: AsyncConnection, table_id: int) -> list[TableLoadout]:
    query = select(table_loadouts).where(table_loadouts.c.table_id == table_id).order_by(table_loadouts.c.person_id)
    return [TableLoadout(row.person_id, row.salt, row.text) for row in await connection.execute(query)]


async def forget_at_table(connection: AsyncConnection, table_id: int, person_ids: Iterable[int]) -> None:
    await connection.execute(
        delete(table_loadouts).where(
            table_loadouts.c.table_id == table_id, table_loadouts.c.person_id.in_(sorted(person_ids))
        )
    )


async def begin_with_loadouts(connection: AsyncConnection, match_id: int, begun: Sequence[MatchLoadout]) -> None:
    if begun:
        await connection.execute(
            insert(match_loadouts),
            [
                checked(
                    "match_loadouts",
                    {
                        "match_id": match_id,
                        "seat": each.seat,
                        "table_id": each.table_id,
                        "salt": each.salt,
                        "text": each.text,
                    },
                )
                for each in begun
            ],
        )


async def loadouts_of_match(connection: AsyncConnection, match_id: int) -> list[MatchLoadout]:
    query = select(match_loadouts).where(match_loadouts.c.match_id == match_id).order_by(match_loadouts.c.seat)
    return [MatchLoadout(row.seat, row.table_id, row.salt, row.text) for row in await connection.execute(query)]


async def keep_loadout(connection: AsyncConnection, person_id: int, game: str, saved: SavedLoadout) -> None:
    row = {
        "person_id": person_id,
        "game": game,
        "key": saved.name.casefold(),
        "name": saved.name,
        "text": saved.text,
        "data": saved.data,
        "at": saved.at,
    }
    await put_row(connection, saved_loadouts, checked("saved_loadouts", row))


async def saved_loadouts_of(connection: AsyncConnection, person_id: int, game: str) -> list[SavedLoadout]:
    query = select(saved_loadouts).where(saved_loadouts.c.person_id == person_id, saved_loadouts.c.game == game)
    rows = await connection.execute(query)
    return sorted((SavedLoadout(row.name, row.text, row.data, row.at) for row in rows), key=_by_name)


async def count_saved_loadouts(connection: AsyncConnection, person_id: int) -> int:
    query = select(func.count()).select_from(saved_loadouts).where(saved_loadouts.c.person_id == person_id)
    return int((await connection.execute(query)).scalar_one())


async def drop_loadout(connection: AsyncConnection, person_id: int, game: str, name: str) -> bool:
    done = await connection.execute(
        delete(saved_loadouts).where(
            saved_loadouts.c.person_id == person_id,
            saved_loadouts.c.game == game,
            saved_loadouts.c.key == name.casefold(),
        )
    )
    return done.rowcount == 1


def _by_name(saved: SavedLoadout) -> tuple[str, str]:
    return saved.name.casefold(), saved.name


_OPEN = text("status = 'open'")
"""As the index has it."""


async def add(
    connection: AsyncConnection,
    *,
    guild_id: int,
    channel_id: int,
    game: str,
    mode: str,
    options: Sequence[tuple[str, str]],
    where: Where,
    host: Person,
    seats: Sequence[TableSeat],
    at: datetime,
    terms: Mapping[str, Json] | None = None,
    position: str = "",
) -> Table:
    table = Table(
        id=0,
        guild_id=guild_id,
        channel_id=channel_id,
        game=game,
        mode=mode,
        options=tuple(options),
        where=where,
        host=host,
        status="open",
        seats=tuple(seats),
        message_id=None,
        match_id=None,
        rev=0,
        created_at=at,
        terms=terms or {},
        position=position,
    )
    added = await connection.execute(insert(tables).returning(tables.c.id), checked("tables", _row(table)))
    table = replace(table, id=added.scalar_one())
    await _write_seats(connection, table.id, seats)
    return table


async def load(connection: AsyncConnection, table_id: int, *, to_change: bool = False) -> Table | None:
    """Return a table, or None; with `to_change` its row stays locked until the transaction ends."""
    row = await one_row(connection, select(tables).where(tables.c.id == table_id), to_change=to_change)
    if row is None:
        return None
    return await _table(connection, row)


async def open_in(connection: AsyncConnection, guild_id: int) -> list[Table]:
    query = select(tables).where(tables.c.guild_id == guild_id, _OPEN).order_by(tables.c.id)
    return [await _table(connection, row) for row in (await connection.execute(query)).all()]


async def shown(connection: AsyncConnection) -> list[tuple[int, int, int]]:
    """Return the server, the number and the revision of each open table that has a message."""
    query = select(tables.c.guild_id, tables.c.id, tables.c.rev).where(_OPEN, tables.c.message_id.is_not(None))
    return [(row.guild_id, row.id, row.rev) for row in await connection.execute(query.order_by(tables.c.id))]


async def save(connection: AsyncConnection, table: Table) -> None:
    await connection.execute(update(tables).where(tables.c.id == table.id).values(checked("tables", _row(table))))
    await connection.execute(delete(table_seats).where(table_seats.c.table_id == table.id))
    await _write_seats(connection, table.id, table.seats)


async def open_of(connection: AsyncConnection, person_id: int) -> list[tuple[int, int]]:
    """Return the open tables of a person, with their servers."""
    query = (
        select(tables.c.id, tables.c.guild_id)
        .join(table_seats, table_seats.c.table_id == tables.c.id)
        .where(_OPEN, table_seats.c.person_id == person_id)
        .order_by(tables.c.id)
    )
    return [(row.id, row.guild_id) for row in await connection.execute(query)]


async def last_of(
    connection: AsyncConnection,
    host_id: int,
    game: str,
    modes: Collection[str],
    before: int | None = None,
    *,
    computers_too: bool = True,
) -> Table | None:
    """Return the newest table below `before` that a person hosted with a game in one of these modes.

    Without `computers_too` only one at which no computer sits.
    """
    query = select(tables).where(tables.c.host_id == host_id, tables.c.game == game, tables.c.mode.in_(modes))
    if before is not None:
        query = query.where(tables.c.id < before)
    if not computers_too:
        sits = table_seats.c.person_id.in_(select(computers.c.id))
        query = query.where(~exists().where(table_seats.c.table_id == tables.c.id, sits))
    row = (await connection.execute(query.order_by(tables.c.id.desc()).limit(1))).first()
    return None if row is None else await _table(connection, row)


async def remove_cancelled(connection: AsyncConnection, before: datetime, most: int) -> int:
    query = (
        select(tables.c.id)
        .where(tables.c.status == "cancelled", tables.c.created_at < before)
        .order_by(tables.c.id)
        .limit(most)
    )
    found = list((await connection.execute(query)).scalars())
    if found:
        for rows in (table_seats, table_loadouts):
            await connection.execute(delete(rows).where(rows.c.table_id.in_(found)))
        await connection.execute(delete(tables).where(tables.c.id.in_(found)))
    return len(found)


def _row(table: Table) -> dict[str, Any]:
    return {
        "guild_id": table.guild_id,
        "channel_id": table.channel_id,
        "game": table.game,
        "mode": table.mode,
        "options": [list(pair) for pair in table.options],
        "place": table.where,
        "host_id": table.host.person_id,
        "status": table.status,
        "message_id": table.message_id,
        "match_id": table.match_id,
        "rev": table.rev,
        "created_at": table.created_at,
        "terms": table.terms,
        "position": table.position,
        "lapsed": table.lapsed,
    }


async def _table(connection: AsyncConnection, row: Row[Any]) -> Table:
    query = select(table_seats).where(table_seats.c.table_id == row.id).order_by(table_seats.c.seat)
    rows = (await connection.execute(query)).all()
    known = await people.names(connection, row.guild_id, {row.host_id, *(each.person_id for each in rows)} - {None})
    seats = tuple(
        TableSeat(each.seat)
        if each.person_id is None
        else TableSeat(each.seat, each.person_id, known.get(each.person_id, GONE), each.invited)
        for each in rows
    )
    return Table(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        game=row.game,
        mode=row.mode,
        options=tuple((key, value) for key, value in row.options),
        where=row.place,
        host=Person(row.host_id, known.get(row.host_id, GONE)),
        status=row.status,
        seats=seats,
        message_id=row.message_id,
        match_id=row.match_id,
        rev=row.rev,
        created_at=row.created_at,
        terms=row.terms,
        position=row.position,
        lapsed=row.lapsed,
        chosen=_hashes(row.id, seats, await at_table(connection, row.id)),
    )


def _hashes(table_id: int, seats: Sequence[TableSeat], chosen: Sequence[TableLoadout]) -> tuple[tuple[Seat, str], ...]:
    by_person = {each.person_id: each for each in chosen}
    found = [(seat.seat, by_person[seat.person_id]) for seat in seats if seat.taken and seat.person_id in by_person]
    return tuple((seat, digest(loadout_line(table_id, seat, each.salt.hex(), each.text))) for seat, each in found)


async def _write_seats(connection: AsyncConnection, table_id: int, seats: Sequence[TableSeat]) -> None:
    await connection.execute(
        insert(table_seats),
        [
            checked(
                "table_seats",
                {
                    "table_id": table_id,
                    "seat": seat.seat,
                    "person_id": seat.person_id,
                    "invited": seat.invited,
                },
            )
            for seat in seats
        ],
    )


# Matches that are to begin: what was asked for, how far it is, and what was made for it on the way.


StartStatus: TypeAlias = Literal["waiting", "queued", "building", "started", "done", "failed"]

LIVE: frozenset[StartStatus] = frozenset({"waiting", "queued", "building", "started"})
"""The program still has something to do for these."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """A match that is to begin, as it is stored.

    Attributes:
        id: Never reused; it is part of the names of channels that are made for the match.
        status: "waiting" for its next attempt; "queued" until another match ends; "building" from before the first of
            its channels is made; "started" once the match is written; "done" once its players and its origin know;
            "failed" if it was given up.
        attempts: How many failed.
        made: Pairs of kind and id of each thing that was made for it and may still exist.
        why: Why the last attempt failed, as `engine.text.dump_text` writes it.
        match_id: The match it became.
        created_at: When it was asked for.
        began_at: When the attempt began that may have left something behind; None before the first one.
    """

    id: int
    start: Start
    status: StartStatus
    created_at: datetime
    attempts: int = 0
    made: tuple[tuple[str, int], ...] = ()
    why: Json = None
    match_id: int | None = None
    began_at: datetime | None = None

    @property
    def live(self) -> bool:
        """Whether the start is neither done nor given up."""
        return self.status in LIVE


async def add_start(connection: AsyncConnection, start: Start, at: datetime) -> bool:
    row = checked("starts", _start_row(Ordered(0, start, "waiting", at)))
    adding = insertion(connection.dialect.name, starts).values(row)
    added = await connection.execute(adding.on_conflict_do_nothing(index_elements=["origin"]).returning(starts.c.id))
    return added.scalar_one_or_none() is not None


async def starts_of_origin(connection: AsyncConnection, origin: str, *, to_change: bool = False) -> Ordered | None:
    """Return an origin's start, or None; with `to_change` its row stays locked until the transaction ends."""
    row = await one_row(connection, select(starts).where(starts.c.origin == origin), to_change=to_change)
    return None if row is None else _ordered(row)


async def load_start(connection: AsyncConnection, number: int, *, to_change: bool = False) -> Ordered | None:
    row = await one_row(connection, select(starts).where(starts.c.id == number), to_change=to_change)
    return None if row is None else _ordered(row)


async def save_start(connection: AsyncConnection, ordered: Ordered) -> None:
    await connection.execute(
        update(starts).where(starts.c.id == ordered.id).values(checked("starts", _start_row(ordered)))
    )


async def live_starts(
    connection: AsyncConnection, *statuses: StartStatus, guild_id: int | None = None, limit: int | None = None
) -> list[Ordered]:
    """Return starts that are neither done nor given up, in the order of asking; of all statuses if none is given."""
    query = select(starts).where(starts.c.live.is_(True)).order_by(starts.c.id).limit(limit)
    if statuses:
        query = query.where(starts.c.status.in_(statuses))
    if guild_id is not None:
        query = query.where(starts.c.guild_id == guild_id)
    return [_ordered(row) for row in await connection.execute(query)]


async def running_starts(connection: AsyncConnection, guild_id: int, but: Collection[str]) -> int:
    origin = matches.c.origin
    query = (
        select(func.count())
        .select_from(matches)
        .where(
            matches.c.guild_id == guild_id,
            matches.c.ended_at.is_(None),
            origin.is_not(None),
            *(~origin.startswith(f"{kind}:", autoescape=True) for kind in sorted(but)),
        )
    )
    return int((await connection.execute(query)).scalar_one())


async def match_of_start(connection: AsyncConnection, origin: str) -> int | None:
    return (await connection.execute(select(matches.c.id).where(matches.c.origin == origin))).scalar_one_or_none()


async def homes(connection: AsyncConnection, match_ids: Sequence[int]) -> dict[int, int]:
    query = select(starts.c.match_id, starts.c.channel_id).where(starts.c.match_id.in_(match_ids))
    return {row.match_id: row.channel_id for row in await connection.execute(query)}


def _start_row(ordered: Ordered) -> dict[str, Any]:
    start = ordered.start
    return {
        "guild_id": start.guild_id,
        "channel_id": start.channel_id,
        "place": start.where,
        "game": start.game,
        "mode": start.mode,
        "options": [list(pair) for pair in start.options],
        "seats": [[seat, start.seats[seat]] for seat in sorted(start.seats)],
        "origin": start.origin,
        "terms": start.terms,
        "position": start.position,
        "host_id": start.host_id,
        "message_id": start.message_id,
        "status": ordered.status,
        "live": ordered.live,
        "attempts": ordered.attempts,
        "made": [list(pair) for pair in ordered.made],
        "why": ordered.why,
        "match_id": ordered.match_id,
        "created_at": ordered.created_at,
        "began_at": ordered.began_at,
    }


def _ordered(row: Row[Any]) -> Ordered:
    start = Start(
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        where=row.place,
        game=row.game,
        mode=row.mode,
        options=tuple((key, value) for key, value in row.options),
        seats=dict(row.seats),
        origin=row.origin,
        terms=row.terms,
        position=row.position,
        host_id=row.host_id,
        message_id=row.message_id,
    )
    return Ordered(
        id=row.id,
        start=start,
        status=row.status,
        attempts=row.attempts,
        made=tuple((kind, number) for kind, number in row.made),
        why=row.why,
        match_id=row.match_id,
        created_at=row.created_at,
        began_at=row.began_at,
    )
