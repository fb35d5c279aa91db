"""Channels that follow matches."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeAlias

from sqlalchemy import Row, bindparam, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from store.db import connections
from store.schema import seasons, watches
from store.schema.base import upsert

WatchKind: TypeAlias = Literal["match", "player", "league", "server", "puzzle"]


@dataclass(frozen=True, slots=True)
class Watch:
    """A channel that follows matches.

    Attributes:
        id: Never reused.
        target_id: The match, the player or the league; for "server" and "puzzle" the server.
        quiet: Whether posts make no sound.
        person_id: Who set it up.
    """

    id: int
    guild_id: int
    channel_id: int
    kind: WatchKind
    target_id: int
    quiet: bool
    person_id: int
    created_at: datetime


_LEAGUE = select(seasons.c.league_id).where(seasons.c.id == bindparam("season"))
_OF_GUILD = select(watches).where(watches.c.guild_id == bindparam("guild")).order_by(watches.c.id)


async def add(
    connection: AsyncConnection,
    *,
    guild_id: int,
    channel_id: int,
    kind: WatchKind,
    target_id: int,
    quiet: bool,
    person_id: int,
    at: datetime,
) -> Watch:
    """Write a watch in place of an earlier one with the same target in the same channel."""
    row = {
        "guild_id": guild_id,
        "channel_id": channel_id,
        "kind": kind,
        "target_id": target_id,
        "quiet": quiet,
        "person_id": person_id,
        "created_at": at,
    }
    statement = upsert(connection.dialect.name, watches, tuple(row), ("channel_id", "kind", "target_id"))
    watch_id = (await connection.execute(statement.returning(watches.c.id), row)).scalar_one()
    return Watch(watch_id, guild_id, channel_id, kind, target_id, quiet, person_id, at)


async def load(connection: AsyncConnection, watch_id: int) -> Watch | None:
    row = (await connection.execute(select(watches).where(watches.c.id == watch_id))).one_or_none()
    return None if row is None else _watch(row)


async def following(
    connection: AsyncConnection, guild_id: int, match_id: int, person_ids: Collection[int], season_id: int | None = None
) -> list[Watch]:
    """Return a server's watches that follow a match, its players, or its league's season, the oldest first."""
    # A server has few. With a list of players SQLAlchemy would write the query anew for every turn.
    followed: set[tuple[WatchKind, int]] = {("match", match_id), ("server", guild_id)}
    followed |= {("player", person_id) for person_id in person_ids}
    of_server = await of_guild(connection, guild_id)
    if season_id is not None and any(each.kind == "league" for each in of_server):
        found = await connection.execute(_LEAGUE, {"season": season_id})
        followed |= {("league", league_id) for league_id in found.scalars()}
    return [each for each in of_server if (each.kind, each.target_id) in followed]


async def of_league(connection: AsyncConnection, guild_id: int, league_id: int) -> list[Watch]:
    of_server = await of_guild(connection, guild_id)
    return [each for each in of_server if each.kind == "league" and each.target_id == league_id]


async def of_puzzle(connection: AsyncConnection, guild_id: int) -> list[Watch]:
    """Return the watches of a server's channels that are told each day's puzzle."""
    return [each for each in await of_guild(connection, guild_id) if each.kind == "puzzle"]


async def of_guild(connection: AsyncConnection, guild_id: int) -> list[Watch]:
    return [_watch(row) for row in await connections.read_named(connection, _OF_GUILD, {"guild": guild_id})]


async def remove(connection: AsyncConnection, watch_id: int) -> None:
    await connection.execute(delete(watches).where(watches.c.id == watch_id))


async def remove_channel(connection: AsyncConnection, channel_id: int) -> int:
    return (await connection.execute(delete(watches).where(watches.c.channel_id == channel_id))).rowcount


def _watch(row: Row[Any]) -> Watch:
    return Watch(
        row.id, row.guild_id, row.channel_id, row.kind, row.target_id, row.quiet, row.person_id, row.created_at
    )
