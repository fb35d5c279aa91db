"""Tables and their seats."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Row, delete, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.commitments import digest, loadout_line
from engine.game import Json
from engine.seat import Seat
from store.db.checksums import checked
from store.schema import table_loadouts, table_seats, tables
from store.schema.dialects import one_row
from store.tables import loadouts, people
from store.tables.loadouts import TableLoadout
from store.tables.names import GONE
from store.tables.values import Person, Table, TableSeat, Where

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
    """Write a new table."""
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
    """Return a table, or None if there is none; `to_change` keeps others from changing it until the end."""
    row = await one_row(connection, select(tables).where(tables.c.id == table_id), to_change=to_change)
    if row is None:
        return None
    return await _table(connection, row)


async def open_in(connection: AsyncConnection, guild_id: int) -> list[Table]:
    """Return the tables of a server that are open, the oldest first."""
    query = select(tables).where(tables.c.guild_id == guild_id, _OPEN).order_by(tables.c.id)
    return [await _table(connection, row) for row in (await connection.execute(query)).all()]


async def shown(connection: AsyncConnection) -> list[tuple[int, int]]:
    """Return the open tables of all servers that have a message, each with its revision."""
    query = select(tables.c.id, tables.c.rev).where(_OPEN, tables.c.message_id.is_not(None)).order_by(tables.c.id)
    return [(row.id, row.rev) for row in await connection.execute(query)]


async def save(connection: AsyncConnection, table: Table) -> None:
    """Write a table as it is now."""
    await connection.execute(update(tables).where(tables.c.id == table.id).values(checked("tables", _row(table))))
    await connection.execute(delete(table_seats).where(table_seats.c.table_id == table.id))
    await _write_seats(connection, table.id, table.seats)


async def open_of(connection: AsyncConnection, person_id: int) -> list[int]:
    """Return the open tables at which a person sits, or is asked to."""
    query = (
        select(tables.c.id)
        .join(table_seats, table_seats.c.table_id == tables.c.id)
        .where(_OPEN, table_seats.c.person_id == person_id)
        .order_by(tables.c.id)
    )
    return list((await connection.execute(query)).scalars())


async def last_of(
    connection: AsyncConnection, host_id: int, game: str, modes: Collection[str], before: int | None = None
) -> Table | None:
    """Return the newest table that a person was the host of, with a game in one of some modes; None if there is none.

    Args:
        connection: The transaction.
        host_id: The person.
        game: Key of the game.
        modes: Keys of its modes.
        before: Only tables of lower numbers count; None for all.
    """
    query = select(tables).where(tables.c.host_id == host_id, tables.c.game == game, tables.c.mode.in_(modes))
    if before is not None:
        query = query.where(tables.c.id < before)
    row = (await connection.execute(query.order_by(tables.c.id.desc()).limit(1))).first()
    return None if row is None else await _table(connection, row)


async def remove_cancelled(connection: AsyncConnection, before: datetime, most: int) -> int:
    """Remove tables that were cancelled and that were opened before a time; return how many, at most `most`."""
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
        chosen=_hashes(row.id, seats, await loadouts.at_table(connection, row.id)),
    )


def _hashes(table_id: int, seats: Sequence[TableSeat], chosen: Sequence[TableLoadout]) -> tuple[tuple[Seat, str], ...]:
    """Return the hash of what each seat's player has chosen: of the seat where they sit now."""
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
