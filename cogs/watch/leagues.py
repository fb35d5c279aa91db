"""Channels that follow leagues: their rounds, results and tables are told there, too."""

from __future__ import annotations

import discord

from cogs.core.bot import ArenaBot
from cogs.core.messages import channel_of
from cogs.league.news import News
from cogs.watch.posts import WatchPosts, as_open
from hosting.league.errors import NoSuchLeague
from hosting.match.model import Post
from hosting.outbox.errors import Retry
from hosting.outbox.posts import LeaguePost


class LeagueWatches:
    """Posts news of leagues in channels that follow them (`cogs.core.delivery.Herald`)."""

    def __init__(self, bot: ArenaBot, posts: WatchPosts) -> None:
        self._bot = bot
        self._posts = posts
        self._news = News(bot)

    async def __call__(self, post: Post, content: LeaguePost, *, needed: bool) -> int | None:
        """Post it, if it is still wanted and may be seen there; a channel that refuses is dropped."""
        watch = None if content.watch is None else await self._bot.arena.watches.get(content.watch)
        if watch is None:
            return None
        if not self._bot.is_ready():
            raise Retry
        guild = self._bot.get_guild(watch.guild_id)
        if guild is None:
            return None
        if guild.unavailable:
            raise Retry
        if not await self._may_show(guild, watch.channel_id, content.season):
            return None
        try:
            return await self._news(post, content, needed=needed, quiet=watch.quiet)
        except (discord.Forbidden, discord.NotFound) as error:
            gone = isinstance(error, discord.NotFound)
            await self._posts.give_up(watch.guild_id, watch.channel_id, gone=gone)
            return None

    async def _may_show(self, guild: discord.Guild, channel_id: int, season_id: int) -> bool:
        """Return whether those who read a channel may look into that of the league."""
        try:
            league = (await self._bot.arena.leagues.view(season_id)).league
        except NoSuchLeague:
            return False
        channel, home = await channel_of(guild, channel_id), await channel_of(guild, league.channel_id)
        if channel is None:
            await self._posts.give_up(guild.id, channel_id, gone=True)
            return False
        return home is not None and as_open(guild, home, channel)
