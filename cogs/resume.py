"""Matches that were interrupted because the bot might not post: they go on as soon as it may."""

from __future__ import annotations

import logging

import discord
from discord.ext import commands

from cogs.client import ArenaBot
from cogs.places import can_post
from hosting.housing import UNHOUSED
from hosting.model import Match

log = logging.getLogger(__name__)


class Resume(commands.Cog):
    """Looks at interrupted matches when permissions change."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Look again when a channel's own permissions change; its threads follow it."""
        if before.overwrites != after.overwrites:
            await self._look(after.guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Look again when a role permits something else than before."""
        if before.permissions != after.permissions:
            await self._look(after.guild)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Look again when the bot itself is given a role; Discord tells of no other member without a special intent."""
        if after == after.guild.me and before.roles != after.roles:
            await self._look(after.guild)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, update: discord.RawThreadUpdateEvent) -> None:
        """Look again when a thread may have been unlocked; discord.py forgets those in the archive."""
        guild, match = self.bot.get_guild(update.guild_id), await self.bot.arena.matches.running_in(update.thread_id)
        if guild is not None and match is not None and not update.data["thread_metadata"].get("locked"):
            await self._resume_if_open(guild, match)

    async def _look(self, guild: discord.Guild) -> None:
        matches = self.bot.arena.matches
        for summary in await matches.in_guild(guild.id):
            if summary.status != "parked":
                continue
            await self._resume_if_open(guild, await matches.get(summary.id))

    async def _resume_if_open(self, guild: discord.Guild, match: Match) -> None:
        if all(_open(guild, place.channel_id) for place in match.places if place.shows_boards):
            await resume(self.bot, match)


async def resume(bot: ArenaBot, match: Match) -> bool:
    """Let a match go on that was interrupted because the bot might not post; return whether it was."""
    if match.parked is None or match.parked.code not in UNHOUSED:
        return False
    await bot.arena.matches.unpark(match.id)
    log.info("match %d goes on", match.id)
    return True


def _open(guild: discord.Guild, channel_id: int) -> bool:
    channel = guild.get_channel_or_thread(channel_id)
    return channel is not None and can_post(channel.permissions_for(guild.me), channel)


async def setup(bot: ArenaBot) -> None:
    """Add the cog."""
    await bot.add_cog(Resume(bot))
