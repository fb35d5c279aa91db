"""Matches that were interrupted because the bot might not post: they go on as soon as it may."""

from __future__ import annotations

import logging
from functools import partial

import discord
from discord.ext import commands

from cogs.channels.places import can_post
from cogs.core.bot import ArenaBot, ArenaCog
from cogs.core.context import playable
from cogs.core.messages import channel_of
from hosting.channels.housing import GONE, UNHOUSED, told_key
from hosting.match.model import Match

log = logging.getLogger(__name__)


class Resume(ArenaCog):
    """Looks at interrupted matches when permissions change."""

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Look again when a channel's own permissions change; its threads follow it."""
        if before.overwrites != after.overwrites:
            await look(self.bot, after.guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Look again when a role permits something else than before."""
        if before.permissions != after.permissions:
            await look(self.bot, after.guild)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Look again when the bot itself is given a role; Discord tells of no other member without a special intent."""
        if after == after.guild.me and before.roles != after.roles:
            await look(self.bot, after.guild)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, update: discord.RawThreadUpdateEvent) -> None:
        """Look again when a thread may have been unlocked; discord.py forgets those in the archive."""
        guild, match = self.bot.get_guild(update.guild_id), await self.bot.arena.matches.running_in(update.thread_id)
        if guild is not None and match is not None and not update.data["thread_metadata"].get("locked"):
            await resume_if_open(self.bot, guild, match)


async def look(bot: ArenaBot, guild: discord.Guild) -> None:
    """Resume what can go on in a server."""
    for match in await playable(bot, await bot.arena.lists.parked(guild.id)):
        await resume_if_open(bot, guild, match)
    await bot.arena.leftovers.retry(partial(_seen, guild))


async def resume_if_open(bot: ArenaBot, guild: discord.Guild, match: Match) -> bool:
    """Let a match go on if all its channels can be written to, and are silent where they must be.

    Returns:
        Whether it was interrupted and goes on.
    """
    if match.parked is None or match.parked.code not in UNHOUSED:
        return False
    for place in match.places:
        if place.shows_boards and not await _open(guild, place.channel_id, gone=match.parked.code == GONE):
            return False
    # Turned away from a channel, the bot knows nothing of its silence: it can have been lost before or since.
    if not await bot.silence.may_go_on(match):
        return False
    await bot.arena.matches.unpark(match.id)
    # The next time it is interrupted, people are told again.
    await bot.arena.settings.remember(told_key(match.id), "")
    log.info("match %d goes on", match.id)
    return True


def _seen(guild: discord.Guild, channel_id: int) -> bool:
    channel = guild.get_channel_or_thread(channel_id)
    return channel is not None and channel.permissions_for(guild.me).view_channel


async def _open(guild: discord.Guild, channel_id: int, *, gone: bool) -> bool:
    """Return whether a channel can be written to; what is known to be gone is not asked for again."""
    channel = guild.get_channel_or_thread(channel_id) if gone else await channel_of(guild, channel_id)
    if channel is None or (isinstance(channel, discord.Thread) and (channel.locked or channel.parent is None)):
        return False
    return can_post(channel.permissions_for(guild.me), channel)
