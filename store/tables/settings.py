"""What servers and players chose, and what the bot notes for itself."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass, fields
from typing import Literal, TypeAlias

from sqlalchemy import bindparam, select, true
from sqlalchemy.ext.asyncio import AsyncConnection

from store.schema import notes, player_settings, server_settings
from store.schema.dialects import put_row

Nudges: TypeAlias = Literal["channel", "private", "off"]
Appear: TypeAlias = Literal["server", "opponents", "nobody"]


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What a server's administrators chose.

    Attributes:
        silence_blocks_start: Whether a silent match may not start while a player could bypass its permissions.
        transcript_days: How long the channels of a silent match stay after its end.
        palette: Key of the colours of boards; None for the standard ones.
        dark: Whether boards are dark.
        language: Of what everybody reads, e.g. "fr"; None for the server's own.
        organiser_role_id: Members with this role organise matches, like those who may manage the server.
        table_days: How long a table waits for its match before it lapses.
        program_matches: How many of the matches that the program starts by itself may go on at a time.
    """

    silence_blocks_start: bool = False
    transcript_days: int = 7
    palette: str | None = None
    dark: bool = True
    language: str | None = None
    organiser_role_id: int | None = None
    table_days: int = 14
    program_matches: int = 100


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """What a player chose for what only they see, and for how they are called.

    Attributes:
        palette: Key of the colours of boards; None for the server's.
        dark: Whether boards are dark; None for as the server has it.
        language: E.g. "fr"; None for that of their Discord.
        text_boards: Whether they want boards as text.
        ping: Whether they want to be mentioned when it is their turn.
        nudges: Where they are reminded of a turn they have not played.
        zone: Name of their time zone, e.g. "Europe/Paris"; None for UTC.
        quiet_from: Minute of their day from which they are not disturbed; None for never.
        quiet_until: Minute of their day at which that ends; may be the smaller one.
        free_weekends: Whether their clocks stop on Saturdays and Sundays where the table allows it.
        digest_hour: Hour of their day at which they get a list of what waits for them; None for never.
        appear: Who finds them in profiles and on leaderboards: everybody of a server, those who met them there, or
            nobody but themselves.
        all_servers: Whether their matches count for ratings of all servers, too, and they stand on leaderboards of it.
        confirms: Whether a turn that they type is shown first, and played once they confirm it.
    """

    palette: str | None = None
    dark: bool | None = None
    language: str | None = None
    text_boards: bool = False
    ping: bool = True
    nudges: Nudges = "channel"
    zone: str | None = None
    quiet_from: int | None = None
    quiet_until: int | None = None
    free_weekends: bool = False
    digest_hour: int | None = None
    appear: Appear = "server"
    all_servers: bool = False
    confirms: bool = False


_PLAYER = select(player_settings).where(player_settings.c.person_id == bindparam("user"))
_AGREED = select(player_settings.c.person_id).where(
    player_settings.c.person_id.in_(bindparam("people", expanding=True)), player_settings.c.all_servers.is_(true())
)


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


async def player(connection: AsyncConnection, person_id: int) -> PlayerSettings:
    """Return a player's settings; the defaults where nothing was chosen."""
    row = (await connection.execute(_PLAYER, {"user": person_id})).one_or_none()
    if row is None:
        return PlayerSettings()
    return PlayerSettings(**{each.name: getattr(row, each.name) for each in fields(PlayerSettings)})


async def agreed(connection: AsyncConnection, person_ids: Collection[int]) -> frozenset[int]:
    """Return which of some people agree to ratings of all servers at present."""
    return frozenset((await connection.execute(_AGREED, {"people": sorted(person_ids)})).scalars())


async def player_languages(connection: AsyncConnection) -> dict[int, str]:
    """Return the language of each player who has chosen one, by their id."""
    of = player_settings.c
    rows = await connection.execute(select(of.person_id, of.language).where(of.language.is_not(None)))
    return {row.person_id: row.language for row in rows}


async def set_player(connection: AsyncConnection, person_id: int, settings: PlayerSettings) -> None:
    """Write a player's settings."""
    await put_row(connection, player_settings, {"person_id": person_id, **asdict(settings)})


async def note(connection: AsyncConnection, key: str) -> str | None:
    """Return what was noted under a key, or None."""
    return (await connection.execute(select(notes.c.value).where(notes.c.key == key))).scalar_one_or_none()


async def set_note(connection: AsyncConnection, key: str, value: str) -> None:
    """Note something under a key."""
    await put_row(connection, notes, {"key": key, "value": value})
