"""Leagues, their seasons, divisions and rounds; rows change only as they were read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Row, Table, Update, bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from store.db import connections
from store.league.values import Division, League, Round, StoredSeason
from store.schema import divisions, league_jobs, leagues, rounds, seasons
from store.schema.base import checked, insertion, put_row
from store.tables.matches import WriteConflict

# How rows of leagues are changed: each only as it was read, so that of two who change one the slower hears of it.


async def swap(connection: AsyncConnection, table: Table, number: int, rev: int, row: Mapping[str, Any]) -> None:
    """Write a row anew under the next revision.

    Args:
        connection: In a transaction.
        table: Which table.
        number: The row's id.
        rev: The revision at which it was read.
        row: All of its other columns.

    Raises:
        WriteConflict: It is no longer at that revision.
    """
    changed = checked(table.name, {**row, "rev": rev + 1})
    statement = update(table).where(table.c.id == number, table.c.rev == rev).values(changed)
    if (await connection.execute(statement)).rowcount != 1:
        raise WriteConflict(f"{table.name}: {number} is no longer at revision {rev}")


async def swap_all(
    connection: AsyncConnection, table: Table, changes: Sequence[tuple[int, int, Mapping[str, Any]]]
) -> None:
    """Write many rows anew as `swap` does.

    Args:
        connection: In a transaction.
        table: Which table.
        changes: Of each row its id, the revision at which it was read, and all of its other columns.

    Raises:
        WriteConflict: One is no longer at that revision; nothing of the transaction is to be committed.
    """
    if not changes:
        return
    rows = [
        {**checked(table.name, {**row, "rev": rev + 1}), "was_id": number, "was_rev": rev}
        for number, rev, row in changes
    ]
    await connections.write(connection, _swapping(table, tuple(rows[0])[:-2]), rows)
    # How many rows many updates changed, not every driver tells.
    numbers = [number for number, _, _ in changes]
    query = select(table.c.id, table.c.rev).where(table.c.id.in_(numbers))
    there = dict(tuple(row) for row in await connection.execute(query))
    if there != {number: rev + 1 for number, rev, _ in changes}:
        raise WriteConflict(f"{table.name}: some are no longer at their revisions")


@cache
def _swapping(table: Table, names: tuple[str, ...]) -> Update:
    mine = (table.c.id == bindparam("was_id"), table.c.rev == bindparam("was_rev"))
    return update(table).where(*mine).values({name: bindparam(name) for name in names})


async def add_league(connection: AsyncConnection, league: League) -> League | None:
    """Write a league; return it with its number, or None if one that is not archived has its name."""
    row = {**asdict(league), "key": key_of(league.name)}
    del row["id"]
    statement = insertion(connection.dialect.name, leagues).values(row)
    taken = statement.on_conflict_do_nothing(
        index_elements=["guild_id", "key"], index_where=leagues.c.archived_at.is_(None)
    )
    number = (await connection.execute(taken.returning(leagues.c.id))).scalar_one_or_none()
    return None if number is None else replace(league, id=number)


async def league(connection: AsyncConnection, league_id: int) -> League | None:
    """Return a league, or None."""
    row = (await connection.execute(select(leagues).where(leagues.c.id == league_id))).one_or_none()
    return None if row is None else _league(row)


async def leagues_of(connection: AsyncConnection, guild_id: int, *, archived: bool = False) -> list[League]:
    """Return the leagues of a server, the latest first; those that were put away only if asked for."""
    query = select(leagues).where(leagues.c.guild_id == guild_id).order_by(leagues.c.id.desc())
    if not archived:
        query = query.where(leagues.c.archived_at.is_(None))
    return [_league(row) for row in await connection.execute(query)]


async def move(connection: AsyncConnection, league_id: int, channel_id: int) -> None:
    """Write where a league is told and played from now on."""
    await connection.execute(update(leagues).where(leagues.c.id == league_id).values(channel_id=channel_id))


async def archive(connection: AsyncConnection, league_id: int, at: datetime) -> None:
    """Put a league away; its name is free again."""
    await connection.execute(update(leagues).where(leagues.c.id == league_id).values(archived_at=at))


async def add(connection: AsyncConnection, season: StoredSeason) -> StoredSeason:
    """Write a season; return it with its number."""
    added = await connection.execute(insert(seasons).values(checked("seasons", _row(season))).returning(seasons.c.id))
    number: int = added.scalar_one()
    return replace(season, id=number)


async def load(connection: AsyncConnection, season_id: int, *, to_change: bool = False) -> StoredSeason | None:
    """Return a season, or None; `to_change` keeps others from changing anything of it until the end."""
    query = select(seasons).where(seasons.c.id == season_id)
    row = (await connection.execute(query.with_for_update() if to_change else query)).one_or_none()
    return None if row is None else _season(row)


async def latest(connection: AsyncConnection, league_id: int, *, following: bool = True) -> StoredSeason | None:
    """Return the latest season of a league, or None.

    Args:
        connection: Of any transaction.
        league_id: The league.
        following: Whether the draft of a second or later season counts as one, discarded or not.
    """
    query = select(seasons).where(seasons.c.league_id == league_id).order_by(seasons.c.number.desc()).limit(1)
    if not following:
        drafted = seasons.c.status.in_(("draft", "cancelled")) & seasons.c.published_at.is_(None)
        query = query.where(~drafted | (seasons.c.number == 1))
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else _season(row)


async def of_league(connection: AsyncConnection, league_id: int) -> list[StoredSeason]:
    """Return the seasons of a league, the first one first."""
    query = select(seasons).where(seasons.c.league_id == league_id).order_by(seasons.c.number)
    return [_season(row) for row in await connection.execute(query)]


async def started(connection: AsyncConnection) -> list[int]:
    """Return the numbers of all seasons of all servers that have started, in the order in which they were made."""
    query = select(seasons.c.id).where(seasons.c.started_at.is_not(None)).order_by(seasons.c.id)
    return list((await connection.execute(query)).scalars())


async def live(connection: AsyncConnection, guild_id: int) -> list[StoredSeason]:
    """Return the seasons of a server that are not closed, in the order in which they were made."""
    query = select(seasons).where(seasons.c.guild_id == guild_id, seasons.c.closed_at.is_(None))
    return [_season(row) for row in await connection.execute(query.order_by(seasons.c.id))]


async def drafts(connection: AsyncConnection) -> list[StoredSeason]:
    """Return the seasons of all servers that are not published, in the order in which they were made."""
    query = select(seasons).where(seasons.c.status == "draft").order_by(seasons.c.id)
    return [_season(row) for row in await connection.execute(query)]


async def unposted(connection: AsyncConnection) -> list[int]:
    """Return the published seasons of all servers that have not begun and whose public post is not noted."""
    query = select(seasons.c.id).where(
        seasons.c.status == "open", seasons.c.published_at.is_not(None), seasons.c.message_id.is_(None)
    )
    return list((await connection.execute(query.order_by(seasons.c.id))).scalars())


async def posted(connection: AsyncConnection) -> list[tuple[int, int]]:
    """Return the seasons of all servers that are not closed and have a public post, each behind its server."""
    query = select(seasons.c.guild_id, seasons.c.id).where(
        seasons.c.status.not_in(("draft", "closed", "cancelled")), seasons.c.message_id.is_not(None)
    )
    return [(row.guild_id, row.id) for row in await connection.execute(query.order_by(seasons.c.id))]


async def save(connection: AsyncConnection, season: StoredSeason) -> StoredSeason:
    """Write a season as it is now; return it with its revision. Raises WriteConflict."""
    await swap(connection, seasons, season.id, season.rev, _row(season))
    return replace(season, rev=season.rev + 1)


async def put_divisions(connection: AsyncConnection, season: StoredSeason, found: Iterable[Division]) -> None:
    """Write the divisions of a season."""
    for each in found:
        row = {**asdict(each), "season_id": season.id, "guild_id": season.guild_id}
        await put_row(connection, divisions, row)


async def divisions_of(connection: AsyncConnection, season_id: int) -> list[Division]:
    """Return the divisions of a season, the highest first."""
    query = select(divisions).where(divisions.c.season_id == season_id).order_by(divisions.c.number)
    return [Division(row.number, row.name, row.up, row.down) for row in await connection.execute(query)]


async def put_round(connection: AsyncConnection, season: StoredSeason, opened: Round) -> None:
    """Write that a round is open, or when it ends."""
    row = {**asdict(opened), "season_id": season.id, "guild_id": season.guild_id}
    await put_row(connection, rounds, row)


async def rounds_of(connection: AsyncConnection, season_id: int) -> list[Round]:
    """Return the rounds of a season that were opened, in order."""
    query = select(rounds).where(rounds.c.season_id == season_id).order_by(rounds.c.number)
    return [
        Round(row.number, row.opened_at, row.ends_at, row.extra, row.method) for row in await connection.execute(query)
    ]


async def note_done(connection: AsyncConnection, season: StoredSeason, key: str, at: datetime) -> bool:
    """Note that something was done which is done once; return whether it was not noted yet."""
    row = {"season_id": season.id, "key": key, "guild_id": season.guild_id, "done_at": at}
    statement = insertion(connection.dialect.name, league_jobs).values(row)
    added = await connection.execute(statement.on_conflict_do_nothing().returning(league_jobs.c.key))
    return added.scalar_one_or_none() is not None


async def was_done(connection: AsyncConnection, season: StoredSeason, keys: Iterable[str]) -> bool:
    """Return whether any of some things was done for a season."""
    mine = (league_jobs.c.season_id == season.id, league_jobs.c.key.in_(list(keys)))
    return (await connection.execute(select(league_jobs.c.key).where(*mine).limit(1))).first() is not None


async def forget_done(connection: AsyncConnection, season: StoredSeason, beginning: str) -> bool:
    """Forget what was noted with keys that begin so; return whether anything was."""
    mine = (league_jobs.c.season_id == season.id) & league_jobs.c.key.startswith(beginning, autoescape=True)
    return (await connection.execute(delete(league_jobs).where(mine))).rowcount > 0


async def note_since(connection: AsyncConnection, season: StoredSeason, key: str, at: datetime) -> None:
    """Note since when something holds that may come and go, in place of when it did before."""
    row = {"season_id": season.id, "key": key, "guild_id": season.guild_id, "done_at": at}
    await put_row(connection, league_jobs, row)


async def since(connection: AsyncConnection, season: StoredSeason, key: str) -> datetime | None:
    """Return the time that was noted with a key, or None."""
    query = select(league_jobs.c.done_at).where(league_jobs.c.season_id == season.id, league_jobs.c.key == key)
    return (await connection.execute(query)).scalar_one_or_none()


async def done(connection: AsyncConnection, season_id: int, beginning: str = "") -> dict[str, datetime]:
    """Return what was done for a season, and when, by key; only keys that begin as `beginning` does."""
    query = select(league_jobs).where(league_jobs.c.season_id == season_id).order_by(league_jobs.c.key)
    if beginning:
        query = query.where(league_jobs.c.key.startswith(beginning, autoescape=True))
    return {row.key: row.done_at for row in await connection.execute(query)}


def key_of(name: str) -> str:
    """Return what two names have in common that people take for one."""
    return " ".join(name.casefold().split())


def _row(season: StoredSeason) -> dict[str, Any]:
    row = asdict(season)
    del row["id"]
    return row


def _league(row: Row[Any]) -> League:
    return League(row.id, row.guild_id, row.channel_id, row.person_id, row.name, row.created_at, row.archived_at)


def _season(row: Row[Any]) -> StoredSeason:
    values = row._asdict()
    del values["checksum"]
    return StoredSeason(**values)
