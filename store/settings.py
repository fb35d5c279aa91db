"""What servers and players chose, and what the bot notes for itself."""

from __future__ import annotations

from dataclasses import asdict, fields

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from store.dialects import put_row
from store.schema import notes, player_settings, server_settings
from store.values import PlayerSettings, ServerSettings

_PLAYER = select(player_settings).where(player_settings.c.user_id == bindparam("user"))


async def server(connection: AsyncConnection, guild_id: int) -> ServerSettings:
    """Return a server's settings; the defaults where nothing was chosen."""
    query = select(server_settings).where(server_settings.c.guild_id == guild_id)
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return ServerSettings()
    return ServerSettings(**{each.name: getattr(row, each.name) for each in fields(ServerSettings)})


async def set_server(connection: AsyncConnection, guild_id: int, settings: ServerSettings) -> None:
    """Write a server's settings."""
    await put_row(connection, server_settings, {"guild_id": guild_id, **asdict(settings)})


async def player(connection: AsyncConnection, user_id: int) -> PlayerSettings:
    """Return a player's settings; the defaults where nothing was chosen."""
    row = (await connection.execute(_PLAYER, {"user": user_id})).one_or_none()
    if row is None:
        return PlayerSettings()
    return PlayerSettings(**{each.name: getattr(row, each.name) for each in fields(PlayerSettings)})


async def player_languages(connection: AsyncConnection) -> dict[int, str]:
    """Return the language of each player who has chosen one, by their id."""
    of = player_settings.c
    rows = await connection.execute(select(of.user_id, of.language).where(of.language.is_not(None)))
    return {row.user_id: row.language for row in rows}


async def set_player(connection: AsyncConnection, user_id: int, settings: PlayerSettings) -> None:
    """Write a player's settings."""
    await put_row(connection, player_settings, {"user_id": user_id, **asdict(settings)})


async def note(connection: AsyncConnection, key: str) -> str | None:
    """Return what was noted under a key, or None."""
    return (await connection.execute(select(notes.c.value).where(notes.c.key == key))).scalar_one_or_none()


async def set_note(connection: AsyncConnection, key: str, value: str) -> None:
    """Note something under a key."""
    await put_row(connection, notes, {"key": key, "value": value})
