"""`/watch` and `/watch stop`: channels that follow matches."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.core.feature import Feature
from cogs.watch.cog import LeagueWatches, WatchCog


async def setup(bot: ArenaBot) -> None:
    """Register what this feature offers."""
    watch = WatchCog(bot)
    bot.heralds["watch"] = LeagueWatches(bot, watch.posts)
    await Feature(cogs=(watch,), deliveries={"watch": watch.posts}).open(bot)
