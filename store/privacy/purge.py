"""Removing for good: matches, departed servers, old logs, and notes about exports.

This is the only routine that lifts the append-only triggers, each time within its own transaction, and every time it
logs how many rows of which kind it removed (`erasures`).

A server's rows are found by the names of columns, so that a later table is not forgotten: a row belongs to the server
in its `guild_id`, or to that of the match or table in its `match_id`, `table_id` or `subject`, or to that of a row that
a foreign key names; with such a row it belongs to a match, too. `NO_SERVERS` lists the tables that belong to no server.
Rows from which ratings of all servers follow stay (`ANONYMISED`), without anything that identifies the server.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Collection, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any, Final, Literal, TypeAlias

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Table,
    and_,
    delete,
    func,
    insert,
    or_,
    select,
    tuple_,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from store.schema import (
    APPEND_ONLY,
    deadlines,
    departures,
    erasures,
    events,
    exports,
    matches,
    member_names,
    metadata,
    notes,
    outbox,
    places,
    pools,
    rating_changes,
    results,
    silence_log,
    starts,
    tables,
)
from store.schema.base import append_only, lift_append_only, put_row
from store.tables import people
from store.tables.deadlines import DEADLINES, Owner
from store.tables.results import ALL_SERVERS

ROWS_AT_ONCE: Final = 5_000
"""Rows that a transaction removes at most, or those of one match: some tenths of a second."""

Cause: TypeAlias = Literal["server", "retention", "person"]
Counts: TypeAlias = Counter[str]
"""How many rows were removed, by table."""

NO_SERVERS: Final = frozenset(
    (
        "people",
        "computers",
        "blocks",
        "player_settings",
        "saved_loadouts",
        "greetings",
        "lessons",
        "puzzle_results",
        "vacations",
        "deletions",
        "exports",
        "deadlines",
        "handed",
        "outages",
        "cluster",
        "shards",
        "notes",
        "erasures",
    )
)
"""Tables whose rows belong to no server; of `deadlines` and `notes` some do (`DEADLINES`, `NOTES`)."""


NOTES: Final = {
    "epoch": Owner.NOTHING,
    "gaps": Owner.NOTHING,
    "generation": Owner.NOTHING,
    "housing-told": Owner.MATCH,
    "league-event": Owner.SERVER,
    "league-events-told": Owner.SERVER,
    "league-post": Owner.SERVER,
    "league-round": Owner.SERVER,
    "league-trouble": Owner.SERVER,
    "outbox-shrunk": Owner.NOTHING,
    "restored": Owner.NOTHING,
    "scrubbed": Owner.NOTHING,
    "own-thread": Owner.MATCH,
    "silence-home": Owner.CHANNEL,
    "silence-organisers": Owner.SERVER,
    "spectators-opened": Owner.MATCH,
    "spectators-without": Owner.MATCH,
    "unreached": Owner.MATCH,
}
"""Kinds of notes, by the text behind a `:` in their keys."""

_shared = results.alias()
ANONYMISED: Final[dict[Table, ColumnElement[bool]]] = {
    results: and_(
        results.c.guild_id == ALL_SERVERS,
        select(_shared.c.seat)
        .where(
            _shared.c.match_id == results.c.match_id,
            _shared.c.guild_id == ALL_SERVERS,
            _shared.c.pool_no.is_not(None),
        )
        .exists(),
    ),
    rating_changes: rating_changes.c.pool_id.in_(select(pools.c.id).where(pools.c.guild_id == ALL_SERVERS)),
}
"""What tells the rows that stay when their match goes with its server: those of matches rated with all servers."""


async def matches_of(connection: AsyncConnection, guild_id: int, most: int) -> list[int]:
    """Return some of a server's matches, the oldest first: fewer where many rows belong to each."""
    query = select(matches.c.id).where(matches.c.guild_id == guild_id).order_by(matches.c.id).limit(most)
    found = list((await connection.execute(query)).scalars())
    rows: Counts = Counter()
    for table in (events, outbox, silence_log):
        of = table.c.match_id
        counted = select(of, func.count()).where(of.in_(found)).group_by(of)
        rows.update(dict(list(await connection.execute(counted))))
    some, left = found[:1], ROWS_AT_ONCE - sum(rows[each] for each in found[:1])
    for match_id in found[1:]:
        left -= rows[match_id]
        if left < 0:
            break
        some.append(match_id)
    return some


async def remove_matches(connection: AsyncConnection, match_ids: Sequence[int], at: datetime) -> Counts:
    """Remove some hundred matches of a server at most, with their lobby tables and all that belongs to either."""
    begun = await _ids(connection, tables, tables.c.match_id.in_(match_ids))
    started = await _ids(connection, starts, starts.c.match_id.in_(match_ids))
    channels = await _channels(connection, match_ids)
    removed: Counts = Counter()
    async with _lifted(connection, APPEND_ONLY):
        for table in reversed(metadata.sorted_tables):
            doomed = _of_matches(table, match_ids, begun)
            if doomed:
                statement = delete(table).where(or_(*doomed))
                if table in ANONYMISED:
                    statement = statement.where(~ANONYMISED[table])
                removed[table.name] += (await connection.execute(statement)).rowcount
    removed += await _remove_keys(connection, Owner.MATCH, match_ids)
    removed += await _remove_keys(connection, Owner.CHANNEL, channels)
    removed += await _remove_keys(connection, Owner.TABLE, begun)
    removed += await _remove_keys(connection, Owner.START, started)
    await log(connection, "server", removed, at)
    return removed


async def remove_tables(connection: AsyncConnection, guild_id: int, most: int, at: datetime) -> int:
    """Remove some of a server's starts and of its tables without matches; return how many, at most twice `most`.

    The server must have no matches any more (`remove_matches`).
    """
    gathering = await _ids(connection, tables, tables.c.guild_id == guild_id, most)
    waiting = await _ids(connection, starts, starts.c.guild_id == guild_id, most)
    removed: Counts = Counter()
    async with _lifted(connection, APPEND_ONLY):
        for table in reversed(metadata.sorted_tables):
            doomed = _about_tables(table, gathering)
            if "table_id" in table.c:
                doomed.append(table.c.table_id.in_(gathering))
            if table in (tables, starts):
                doomed.append(table.c.id.in_(gathering if table is tables else waiting))
            if doomed:
                removed[table.name] += (await connection.execute(delete(table).where(or_(*doomed)))).rowcount
    removed += await _remove_keys(connection, Owner.TABLE, gathering)
    removed += await _remove_keys(connection, Owner.START, waiting)
    await log(connection, "server", removed, at)
    return len(gathering) + len(waiting)


def tables_of_servers() -> list[str]:
    """Return the tables from which `remove_rows` removes a server's rows, in the order in which to do so."""
    last = (departures, member_names)  # what tells that there is more to be removed, and who was known from there
    return [
        each.name
        for each in reversed(metadata.sorted_tables)
        if each not in last and each.name not in NO_SERVERS and _of_server(each, 0)
    ]


async def remove_rows(connection: AsyncConnection, name: str, guild_id: int, at: datetime) -> int:
    """Remove a server's own rows from a table; return how many, at most `ROWS_AT_ONCE`.

    The table is one of `tables_of_servers`, and those before it are empty already, as are the server's matches and
    tables.
    """
    table = metadata.tables[name]
    some = select(*table.primary_key).where(or_(*_of_server(table, guild_id))).limit(ROWS_AT_ONCE)
    async with _lifted(connection, {table.name} & set(APPEND_ONLY)):
        removed = (await connection.execute(delete(table).where(tuple_(*table.primary_key).in_(some)))).rowcount
    await log(connection, "server", Counter({table.name: removed}), at)
    return removed


async def remove_names(connection: AsyncConnection, guild_id: int, most: int, at: datetime) -> list[int]:
    """Remove the names of at most `most` people in a server; return these people."""
    of = member_names.c
    query = select(of.person_id).where(of.guild_id == guild_id).order_by(of.person_id).limit(most)
    found = list((await connection.execute(query)).scalars())
    await people.hold(connection, found)  # before their names, as a deletion does
    await connection.execute(delete(member_names).where(of.guild_id == guild_id, of.person_id.in_(found)))
    await log(connection, "server", Counter({member_names.name: len(found)}), at)
    return found


async def remove_server(connection: AsyncConnection, guild_id: int, at: datetime) -> None:
    """Remove the rest of a server once all else is removed: its appointments, its notes and the note of departure."""
    removed = await _remove_keys(connection, Owner.SERVER, [guild_id])
    gone = await connection.execute(delete(departures).where(departures.c.guild_id == guild_id))
    removed[departures.name] += gone.rowcount
    await log(connection, "server", removed, at)


async def remove_silence_logs(connection: AsyncConnection, before: datetime, most: int, at: datetime) -> int:
    """Remove the silence logs of matches that ended before a time; return of how many matches, at most `most`."""
    query = (
        select(silence_log.c.match_id)
        .join(matches, matches.c.id == silence_log.c.match_id)
        .where(matches.c.ended_at < before)
        .distinct()
        .order_by(silence_log.c.match_id)
        .limit(most)
    )
    found = list((await connection.execute(query)).scalars())
    if found:
        async with _lifted(connection, [silence_log.name]):
            old = await connection.execute(delete(silence_log).where(silence_log.c.match_id.in_(found)))
        await log(connection, "retention", Counter({silence_log.name: old.rowcount}), at)
    return len(found)


async def removed_since(connection: AsyncConnection, erasure_id: int, causes: Collection[Cause]) -> int | None:
    """Return the latest entry of the log after another one that has one of these causes, or None."""
    query = (
        select(erasures.c.id)
        .where(erasures.c.id > erasure_id, erasures.c.cause.in_(causes))
        .order_by(erasures.c.id.desc())
        .limit(1)
    )
    return (await connection.execute(query)).scalar_one_or_none()


def _of_matches(table: Table, match_ids: Sequence[int], begun: Sequence[int]) -> list[ColumnElement[bool]]:
    doomed: list[ColumnElement[bool]] = []
    if table is matches:
        doomed.append(matches.c.id.in_(match_ids))
    if "match_id" in table.c:
        doomed.append(table.c.match_id.in_(match_ids))
    if "table_id" in table.c:
        doomed.append(table.c.table_id.in_(begun))
    for key in table.foreign_keys:
        referred = key.column.table
        if "match_id" in referred.c:
            doomed.append(key.parent.in_(select(key.column).where(referred.c.match_id.in_(match_ids))))
    return [*doomed, *_about_tables(table, begun)]


def _about_tables(table: Table, table_ids: Sequence[int]) -> list[ColumnElement[bool]]:
    if "subject" not in table.c:
        return []
    return [and_(table.c.subject == "table", table.c.subject_id.in_(table_ids))]


def _of_server(table: Table, guild_id: int) -> list[ColumnElement[bool]]:
    if "guild_id" in table.c:
        return [table.c.guild_id == guild_id]
    return [
        key.parent.in_(select(key.column).where(key.column.table.c.guild_id == guild_id))
        for key in table.foreign_keys
        if "guild_id" in key.column.table.c
    ]


async def _ids(
    connection: AsyncConnection, table: Table, which: ColumnElement[bool], most: int | None = None
) -> list[int]:
    query = select(table.c.id).where(which).order_by(table.c.id).limit(most)
    return list((await connection.execute(query)).scalars())


async def _channels(connection: AsyncConnection, match_ids: Sequence[int]) -> list[int]:
    query = select(places.c.channel_id).where(places.c.match_id.in_(match_ids)).distinct()
    return list((await connection.execute(query)).scalars())


async def _remove_keys(connection: AsyncConnection, owner: Owner, numbers: Sequence[int]) -> Counts:
    wanted, dialect = list(map(str, numbers)), connection.dialect.name
    kinds = [kind for kind, whose in DEADLINES.items() if whose is owner]
    begin, _ = _parted(deadlines.c.key, dialect)
    dates = (deadlines.c.kind.in_(kinds), func.ltrim(begin, "0").in_(wanted))
    names = [name for name, whose in NOTES.items() if whose is owner]
    name, rest = _parted(notes.c.key, dialect)
    mine = (name.in_(names), _parted(rest, dialect)[0].in_(wanted))
    removed: Counts = Counter()
    if wanted:
        removed[deadlines.name] = (await connection.execute(delete(deadlines).where(*dates))).rowcount
        removed[notes.name] = (await connection.execute(delete(notes).where(*mine))).rowcount
    return removed


def _parted(text: Column[Any] | ColumnElement[Any], dialect: str) -> tuple[ColumnElement[str], ColumnElement[str]]:
    """Return the parts of a text before and behind its first `:`; without one the whole text is the first."""
    ended = text.concat(":")
    place = func.instr(ended, ":") if dialect == "sqlite" else func.strpos(ended, ":")
    return func.substr(text, 1, place - 1), func.substr(text, place + 1)


@asynccontextmanager
async def _lifted(connection: AsyncConnection, names: Iterable[str]) -> AsyncIterator[None]:
    """Lift the append-only triggers of tables until the block ends; if it raises, the transaction is to be undone."""
    lifted = sorted(names)

    def lift(plain: Connection) -> None:
        for table in lifted:
            if plain.dialect.name == "sqlite":
                lift_append_only(plain.exec_driver_sql, plain.dialect.name, table)
            else:  # readers go on beside this, which they could not beside a trigger that is made anew
                plain.exec_driver_sql(f"ALTER TABLE {table} DISABLE TRIGGER {table}_append_only")

    def put_back(plain: Connection) -> None:
        for table in lifted:
            if plain.dialect.name == "sqlite":
                append_only(plain.exec_driver_sql, plain.dialect.name, table)
            else:
                plain.exec_driver_sql(f"ALTER TABLE {table} ENABLE TRIGGER {table}_append_only")

    await connection.run_sync(lift)
    yield
    await connection.run_sync(put_back)


async def log(connection: AsyncConnection, cause: Cause, removed: Counts, at: datetime) -> None:
    counts = {name: count for name, count in sorted(removed.items()) if count}
    if counts:
        await connection.execute(insert(erasures), {"cause": cause, "removed": counts, "at": at})


# Servers that the bot was removed from, until it is back or what belongs to them is removed.


_BEFORE = (tables, starts)
"""What may have a match, and is there before it."""


async def note_departure(connection: AsyncConnection, guild_id: int, at: datetime) -> None:
    """Note when the bot was removed from a server, unless that was noted before."""
    if await departed_since(connection, guild_id) is None:
        await connection.execute(insert(departures), {"guild_id": guild_id, "at": at})


async def departed_since(connection: AsyncConnection, guild_id: int) -> datetime | None:
    """Return since when the bot is no longer in a server; None if it was not removed."""
    query = select(departures.c.at).where(departures.c.guild_id == guild_id)
    return (await connection.execute(query)).scalar_one_or_none()


async def cancel_departure(connection: AsyncConnection, guild_ids: Collection[int]) -> int:
    return (await connection.execute(delete(departures).where(departures.c.guild_id.in_(guild_ids)))).rowcount


async def departures_of(connection: AsyncConnection) -> dict[int, datetime]:
    return {row.guild_id: row.at for row in await connection.execute(select(departures))}


_STORED_SERVERS = union_all(
    *(
        select(table.c.guild_id).distinct()
        for table in metadata.tables.values()
        # What belongs to a match has its server, too, and there may be much of it.
        if "guild_id" in table.c
        and table.name not in NO_SERVERS
        and table is not departures
        and ("match_id" not in table.c or table in _BEFORE)
    )
)


async def stored_servers(connection: AsyncConnection) -> set[int]:
    """Return the servers of which anything is stored."""
    return {*(await connection.execute(_STORED_SERVERS)).scalars()} - {0, None}


# When people asked for a copy of what is held about them: once a day.


async def last_export(connection: AsyncConnection, person_id: int) -> datetime | None:
    query = select(exports.c.at).where(exports.c.person_id == person_id)
    return (await connection.execute(query)).scalar_one_or_none()


async def note_export(connection: AsyncConnection, person_id: int, at: datetime) -> None:
    await put_row(connection, exports, {"person_id": person_id, "at": at})


async def forget_exports(connection: AsyncConnection, person_id: int) -> None:
    await connection.execute(delete(exports).where(exports.c.person_id == person_id))


async def prune_exports(connection: AsyncConnection, before: datetime) -> int:
    return (await connection.execute(delete(exports).where(exports.c.at < before))).rowcount
