"""Servers that the bot is removed from and invited back to, and the day on which what was theirs is removed.

Discord says `GUILD_DELETE` when the bot is removed, and the same with `unavailable` when it cannot reach a server
itself; discord.py makes `guild_remove` of the first and `guild_unavailable` of the second, which is no departure.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import discord
from discord.ext import commands

from cogs.core.bot import ArenaBot, ArenaCog
from engine.game import Json
from hosting.people.retention import EVERY

SOON: Final = timedelta(minutes=1)
"""Wait while Discord has not said yet which servers the bot is in."""


class Departures(ArenaCog):
    """Tells `hosting.people.retention` where the bot is."""

    async def cog_load(self) -> None:
        """Have it looked every day what is not kept any longer."""
        await self.bot.arena.retention.arrange()

    async def keep(self, _key: str, _payload: Json) -> None:
        """Have removed what is not kept any longer; a handler of appointments."""
        retention = self.bot.arena.retention
        if not self.bot.is_ready() or self.bot.arena.outages.away:
            await retention.again(SOON)
            return
        await retention.keep(self._present(), self._serves)
        await retention.again(EVERY)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Find out what happened while the bot was not connected."""
        await self.bot.arena.retention.compare(self._present(), self._serves)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Count the days of a server that the bot was removed from."""
        await self.bot.arena.retention.left(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Keep what belongs to a server that the bot was invited to."""
        await self.bot.arena.retention.returned(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Keep what belongs to a server that is there again."""
        await self.bot.arena.retention.returned(guild.id)

    def _present(self) -> set[int]:
        """Return the servers that the bot is in, those included that Discord cannot reach at the moment."""
        return {guild.id for guild in self.bot.guilds}

    def _serves(self, guild_id: int) -> bool:
        return served(self.bot, guild_id)


def served(bot: ArenaBot, guild_id: int) -> bool:
    """Return whether Discord tells this process of a server: it splits them between shards by their numbers."""
    return (guild_id >> 22) % (bot.shard_count or 1) == (bot.shard_id or 0)
