"""Tables on Discord: `/new` and the messages at which players gather."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.lobby.cog import Lobby


async def setup(bot: ArenaBot) -> None:
    """Add the cogs of this room to the bot."""
    await bot.add_cog(Lobby(bot))
