"""`/watch` and `/watch stop`: channels that follow matches."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.core.feature import Room
from cogs.watch.cog import LeagueWatches, WatchCog


async def setup(bot: ArenaBot) -> None:
    """Register what this room offers."""
    watch = WatchCog(bot)
    bot.heralds["watch"] = LeagueWatches(bot, watch.posts)
    await Room(cogs=(watch,), deliveries={"watch": watch.posts}).open(bot)
