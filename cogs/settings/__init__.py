"""`/settings`."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.settings.cog import Preferences


async def setup(bot: ArenaBot) -> None:
    """Add the cogs of this room to the bot."""
    await bot.add_cog(Preferences(bot))
