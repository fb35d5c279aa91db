"""`/watch` and `/unwatch`: channels that follow matches."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.watch.cog import WatchCog


async def setup(bot: ArenaBot) -> None:
    """Add the cogs of this room to the bot."""
    await bot.add_cog(WatchCog(bot))
