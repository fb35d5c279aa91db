"""What servers and players chose, and what the bot must remember across restarts."""

from __future__ import annotations

from hosting.model import PlayerSettings, ServerSettings


class Settings:
    """Read and written whole: `set_server(id, dataclasses.replace(await server(id), transcript_days=3))`."""

    async def server(self, guild_id: int) -> ServerSettings:
        """Return a server's settings; the defaults where nothing was chosen."""
        raise NotImplementedError

    async def set_server(self, guild_id: int, settings: ServerSettings) -> None:
        """Store a server's settings."""
        raise NotImplementedError

    async def player(self, user_id: int) -> PlayerSettings:
        """Return a player's settings; the defaults where nothing was chosen."""
        raise NotImplementedError

    async def set_player(self, user_id: int, settings: PlayerSettings) -> None:
        """Store a player's settings."""
        raise NotImplementedError

    async def remembered(self, key: str) -> str | None:
        """Return what the bot noted under a key, or None."""
        raise NotImplementedError

    async def remember(self, key: str, value: str) -> None:
        """Note something under a key, e.g. the fingerprint of the command tree that was last synchronised."""
        raise NotImplementedError
