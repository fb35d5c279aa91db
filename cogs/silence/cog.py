"""Silent teams (R29): when matches, channels, roles and voice channels change, the silence is checked."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine, Mapping
from datetime import timedelta
from functools import partial
from typing import Any

import discord
from discord.ext import commands

from cogs.core.bot import ArenaBot
from cogs.core.checks import is_silent
from cogs.core.context import playable
from cogs.core.network import BROKEN
from cogs.silence import closing
from cogs.silence.channels import ORPHANS, remove_orphans
from cogs.silence.keeper import CHECK, SOON, Keeper
from cogs.silence.notices import organisers_channel, set_organisers_channel, tell_channel_gone
from engine.game import Json
from hosting.match.model import Match
from hosting.runtime.scheduler import Handler

log = logging.getLogger(__name__)

EVERY = timedelta(hours=1)

Look = Callable[[], Coroutine[Any, Any, object]]


class Silence(commands.Cog):
    """Triggers a silence check on every relevant event of Discord."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot
        self.keeper = bot.silence = Keeper(bot)
        self._queued: set[tuple[int, str]] = set()

    def keeps(self) -> Mapping[str, Handler]:
        """Return who keeps each kind of appointment about silence, once Discord has told of its servers."""
        handlers: dict[str, Handler] = {
            CHECK: self.hourly,
            closing.DELETION: partial(closing.delete, self.bot),
            ORPHANS: partial(remove_orphans, self.bot),
        }
        return {kind: self._when_ready(kind, handler) for kind, handler in handlers.items()}

    async def changed(self, match: Match) -> None:
        """Look at a match that started, went on or ended."""
        if not match.silent:
            return
        if match.over:
            self._soon(match.id, "finish", partial(self._finish, match.id))
        elif match.status == "running":
            self._soon(match.id, "check", partial(self._check, match.id))

    async def hourly(self, key: str, _payload: Json) -> None:
        """Look at a match although nothing happened, and make the next appointment."""
        match_id = int(key)
        match = await self.bot.arena.matches.get(match_id)
        # Made first, so that a failure does not end the looking.
        await self._appoint(match_id, EVERY)
        if match.over:
            await self._finish(match_id)
            return
        try:
            await self.keeper.check(match_id, patient=False)
        except (discord.HTTPException, *BROKEN) as error:
            log.warning("match %d could not be looked at: %r", match_id, error)  # and is again within a minute

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Look after the matches that started when the process ended, before anybody had heard of them."""
        for guild_id in await self.bot.arena.housing.guilds():
            if (guild := self.bot.get_guild(guild_id)) is not None and not guild.unavailable:
                await self._tell_of_channel(guild)
            for summary in await self.bot.arena.matches.in_guild(guild_id):
                if is_silent(summary) and await self.bot.arena.schedule.due_at(CHECK, str(summary.id)) is None:
                    self._soon(summary.id, "check", partial(self._check, summary.id))

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Look at a match one of whose channels was moved or has other permissions."""
        if (
            before.overwrites != after.overwrites
            or before.category_id != after.category_id
            or before.type != after.type
        ):
            await self._channel_changed(after)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Look at a match one of whose channels is gone; tell organisers if it is the one where they are told."""
        await self._channel_changed(channel)
        await self._tell_of_channel(channel.guild)

    @commands.Cog.listener()
    async def on_guild_role_create(self, role: discord.Role) -> None:
        """Look at a server's matches: a role that is new may be given to a player at once."""
        await self._server_changed(role.guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Look at a server's matches if a role permits something else than before."""
        if before.permissions != after.permissions:
            await self._server_changed(after.guild, mine=after in after.guild.me.roles)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Look at a server's matches: overwrites for the role are gone with it."""
        await self._server_changed(role.guild)

    @commands.Cog.listener()
    async def on_guild_update(self, before: discord.Guild, after: discord.Guild) -> None:
        """Look at a server's matches if the server has another owner."""
        if before.owner_id != after.owner_id:
            await self._server_changed(after)

    @commands.Cog.listener()
    async def on_voice_state_update(
        self, member: discord.Member, before: discord.VoiceState, after: discord.VoiceState
    ) -> None:
        """Look for meetings in voice channels when a player comes or goes."""
        if before.channel == after.channel:
            return
        person_id = await self.bot.arena.people.find(member.id)
        if person_id is None:
            return
        for summary in await self.bot.arena.matches.of_person(person_id, member.guild.id):
            if is_silent(summary):
                self._soon(summary.id, "voices", partial(self.keeper.voices, summary.id))

    async def _tell_of_channel(self, guild: discord.Guild) -> None:
        """Tell organisers, once, that the channel in which they were told is gone."""
        channel_id = await organisers_channel(self.bot, guild.id)
        if channel_id is None or guild.get_channel(channel_id) is not None:
            return
        hosts = set()
        for summary in await self.bot.arena.matches.in_guild(guild.id):
            if is_silent(summary):
                for match in await playable(self.bot, [summary.id]):
                    hosts |= {match.organiser_id} if match.seat_of(match.organiser_id) is None else set()
        await set_organisers_channel(self.bot, guild.id, None)
        await tell_channel_gone(self.bot, guild, hosts)

    async def _channel_changed(self, channel: discord.abc.GuildChannel) -> None:
        match = await self.bot.arena.matches.running_in(channel.id)
        if match is not None and match.silent:
            self._soon(match.id, "channels", partial(self.keeper.check, match.id, thorough=False))

    async def _server_changed(self, guild: discord.Guild, *, mine: bool = False) -> None:
        """Look at a server's matches; what was refused is tried again if it is the bot's own roles that changed."""
        for summary in await self.bot.arena.matches.in_guild(guild.id):
            if is_silent(summary):
                what = "check again" if mine else "check"
                self._soon(summary.id, what, partial(self._check, summary.id, patient=not mine))

    async def _check(self, match_id: int, *, patient: bool = True) -> None:
        if await self.bot.arena.schedule.due_at(CHECK, str(match_id)) is None:
            await self._appoint(match_id, EVERY)
        await self.keeper.check(match_id, patient=patient)

    async def _finish(self, match_id: int) -> None:
        if await closing.finish(self.bot, self.keeper, match_id):
            await self.bot.arena.schedule.cancel(CHECK, str(match_id))

    async def _appoint(self, match_id: int, after: timedelta) -> None:
        await self.bot.arena.schedule.set(CHECK, str(match_id), self.bot.clock.now() + after)

    def _when_ready(self, kind: str, handler: Handler) -> Handler:
        async def handle(key: str, payload: Json) -> None:
            if self.bot.is_ready():
                await handler(key, payload)
            else:
                # Appointments missed while the bot was away come due before Discord has told of any server.
                await self.bot.arena.schedule.postpone(kind, key, self.bot.clock.now() + SOON, payload)

        return handle

    def _soon(self, match_id: int, what: str, look: Look) -> None:
        """Do something in a task of its own, unless the same is about to be done already."""
        if (match_id, what) in self._queued:
            return
        if self.bot.arena.tasks.start(self._run(match_id, what, look), f"silence of match {match_id}: {what}"):
            self._queued.add((match_id, what))

    async def _run(self, match_id: int, what: str, look: Look) -> None:
        # What happens from now on asks for another look.
        self._queued.discard((match_id, what))
        try:
            await self.bot.arena.tasks.foreign(look())
        except (discord.HTTPException, *BROKEN) as error:
            log.warning("match %d could not be looked at: %r", match_id, error)
            await self._appoint(match_id, SOON)
