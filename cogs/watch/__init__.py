"""`/watch` and `/watch stop`: channels that follow matches."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.core.feature import Feature
from cogs.watch.cog import LeagueWatches, WatchCog


def feature(bot: ArenaBot) -> Feature:
    watch = WatchCog(bot)
    return Feature(cogs=(watch,), deliveries={"watch": watch.posts}, news={"watch": LeagueWatches(bot, watch.posts)})
