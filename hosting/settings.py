"""What servers and players chose, and what the bot must remember across restarts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlalchemy.ext.asyncio import AsyncConnection

from hosting.runtime.cache import LruCache
from store.database import Database
from store.tables import settings as stored
from store.tables.settings import PlayerSettings, ServerSettings

KEPT = 2048
"""Settings of servers and of players kept in memory; all of them are changed through here."""


class Settings:
    """Changed one after the other: `change_server(id, lambda it: dataclasses.replace(it, transcript_days=3))`."""

    def __init__(self, database: Database, languages: Mapping[int, str] | None = None) -> None:
        """Start from what `store.tables.settings.player_languages` returns: a message needs its language at once."""
        self._db = database
        self._languages = dict(languages or {})
        self._servers: LruCache[int, ServerSettings] = LruCache(KEPT)
        self._players: LruCache[int, PlayerSettings] = LruCache(KEPT)

    async def server(self, guild_id: int) -> ServerSettings:
        """Return a server's settings; the defaults where nothing was chosen."""
        if (kept := self._servers.get(guild_id)) is not None:
            return kept
        async with self._db.read() as connection:
            return self._servers.setdefault(guild_id, await stored.server(connection, guild_id))

    async def change_server(self, guild_id: int, change: Callable[[ServerSettings], ServerSettings]) -> ServerSettings:
        """Store what becomes of a server's settings, and return it; what `change` raises leaves them as they were."""
        async with self._db.write() as connection:
            settings = change(await stored.server(connection, guild_id))
            await stored.set_server(connection, guild_id, settings)
        self._servers.put(guild_id, settings)
        return settings

    def forget_server(self, guild_id: int) -> None:
        """Keep nothing in memory of a server whose settings were removed."""
        self._servers.forget(guild_id)

    def forget_player(self, person_id: int) -> None:
        """Keep nothing in memory of a player who was deleted."""
        self._players.forget(person_id)
        self._languages.pop(person_id, None)

    async def set_server(self, guild_id: int, settings: ServerSettings) -> None:
        """Store a server's settings, whatever they were."""
        await self.change_server(guild_id, lambda _: settings)

    async def player(self, person_id: int) -> PlayerSettings:
        """Return a player's settings; the defaults where nothing was chosen."""
        if (kept := self._players.get(person_id)) is not None:
            return kept
        async with self._db.read() as connection:
            return self._players.setdefault(person_id, await stored.player(connection, person_id))

    def language(self, person_id: int) -> str | None:
        """Return the language that a player chose, None for that of their Discord."""
        return self._languages.get(person_id)

    async def player_within(self, connection: AsyncConnection, person_id: int) -> PlayerSettings:
        """Return a player's settings to a transaction, which may not change them itself."""
        if (kept := self._players.get(person_id)) is not None:
            return kept
        return self._players.setdefault(person_id, await stored.player(connection, person_id))

    async def change_player(self, person_id: int, change: Callable[[PlayerSettings], PlayerSettings]) -> PlayerSettings:
        """Store what becomes of a player's settings, and return it; what `change` raises leaves them as they were."""
        async with self._db.write() as connection:
            settings = change(await stored.player(connection, person_id))
            await stored.set_player(connection, person_id, settings)
        self._players.put(person_id, settings)
        if settings.language is None:
            self._languages.pop(person_id, None)
        else:
            self._languages[person_id] = settings.language
        return settings

    async def set_player(self, person_id: int, settings: PlayerSettings) -> None:
        """Store a player's settings, whatever they were."""
        await self.change_player(person_id, lambda _: settings)

    async def remembered(self, key: str) -> str | None:
        """Return what the bot noted under a key, or None."""
        async with self._db.read() as connection:
            return await stored.note(connection, key)

    async def remember(self, key: str, value: str) -> None:
        """Note something under a key, e.g. the fingerprint of the command tree that was last synchronised."""
        async with self._db.write() as connection:
            await stored.set_note(connection, key, value)
