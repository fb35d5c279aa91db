"""Players who left the server: noticed when it becomes their turn, and let back in when they return.

Discord tells a bot without privileged intents of nobody who comes or goes, so the player whose turn it is is asked for.
Whoever has just done something here is here.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any

import discord
from discord.ext import commands

from cogs.client import ArenaBot
from cogs.here import playable
from engine.game import Json
from hosting.absence import absent
from hosting.errors import NoSuchMatch
from hosting.model import Match
from hosting.recent import Recent
from store.replay import ReplayError

log = logging.getLogger(__name__)

CHECK = "absence"
"""The appointment at which a player is asked for again; its key is the match."""
EVERY = timedelta(hours=1)
SOON = timedelta(minutes=1)
FRESH = timedelta(minutes=2)
"""Whoever did something so lately is not asked for."""
REMEMBERED = 4096

UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013


class Absent(commands.Cog):
    """Asks whether players are still there."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot
        self._seen: Recent[tuple[int, int], datetime] = Recent(REMEMBERED)
        self._missed: dict[tuple[int, int], set[int]] = {}

    async def cog_load(self) -> None:
        """Listen to matches, keep appointments, and recall who is missed."""
        self.bot.arena.matches.add_listener(self.changed)
        self.bot.arena.schedule.handle(CHECK, self.again)
        waiting = dict(await self.bot.arena.absences.waiting())
        for match in await playable(self.bot, waiting):
            self._miss(match, waiting[match.id])

    async def changed(self, match: Match) -> None:
        """Ask for whoever is to move now."""
        if match.over or match.parked is not None or match.paused is not None:
            return
        for user_id in map(match.user_of, sorted(match.awaited)):
            last = self._seen.get((match.guild_id, user_id))
            if last is None or self.bot.clock.now() - last > FRESH:
                self.bot.arena.tasks.start(self._ask(match, user_id), f"presence of a player of match {match.id}")

    async def again(self, key: str, _payload: Json) -> None:
        """Ask again; a handler of appointments, with the match as key."""
        match_id = int(key)
        if not self.bot.is_ready():
            await self._appoint(match_id, SOON)
            return
        try:
            match = await self.bot.arena.matches.get(match_id)
        except NoSuchMatch:
            return
        except ReplayError:
            log.exception("match %d stands still", match_id)
            await self._appoint(match_id, EVERY)
            return
        if (user_id := absent(match)) is None:
            await self.changed(match)
            return
        await self._appoint(match_id, EVERY)
        if await self._is_there(match.guild_id, user_id):
            await self._back(match.guild_id, user_id)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Take note of somebody who is here; whoever was missed is not any more."""
        if interaction.guild_id is None:
            return
        self._seen.put((interaction.guild_id, interaction.user.id), self.bot.clock.now())
        if (interaction.guild_id, interaction.user.id) in self._missed:
            await self._back(interaction.guild_id, interaction.user.id)

    async def _ask(self, match: Match, user_id: int) -> None:
        there = await self._is_there(match.guild_id, user_id)
        if there is None:
            await self._appoint(match.id, EVERY)
        elif there:
            self._seen.put((match.guild_id, user_id), self.bot.clock.now())
        else:
            self._seen.forget((match.guild_id, user_id))
            after = await self.bot.arena.absences.miss(match.id, user_id)
            if absent(after) == user_id:
                self._miss(after, user_id)
                await self._appoint(match.id, EVERY)

    async def _is_there(self, guild_id: int, user_id: int) -> bool | None:
        """Return whether somebody is in a server, or None if that cannot be told at the moment."""
        guild = self.bot.get_guild(guild_id)
        if guild is None or guild.unavailable:
            return None
        try:
            await guild.fetch_member(user_id)
        except discord.NotFound as error:
            return False if error.code in (UNKNOWN_MEMBER, UNKNOWN_USER) else None
        except discord.HTTPException as error:
            log.warning("could not ask for user %d in server %d: %s", user_id, guild_id, error)
            return None
        return True

    async def _back(self, guild_id: int, user_id: int) -> None:
        for match_id in sorted(self._missed.pop((guild_id, user_id), ())):
            await self.bot.arena.absences.back(match_id, user_id)
            await self.bot.arena.schedule.cancel(CHECK, str(match_id))

    def _miss(self, match: Match, user_id: int) -> None:
        self._missed.setdefault((match.guild_id, user_id), set()).add(match.id)

    async def _appoint(self, match_id: int, after: timedelta) -> None:
        await self.bot.arena.schedule.set(CHECK, str(match_id), self.bot.clock.now() + after)


async def setup(bot: ArenaBot) -> None:
    """Load the extension."""
    await bot.add_cog(Absent(bot))
