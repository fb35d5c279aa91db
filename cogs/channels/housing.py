"""Matches whose channels are gone or shut, and servers that the bot is thrown out of or comes back to."""

from __future__ import annotations

import logging

import discord
from discord.ext import commands

from cogs.channels.places import can_post, shut_out
from cogs.channels.resume import resume_if_open
from cogs.core.accounts import accounts_of
from cogs.core.bot import ArenaBot
from cogs.core.checks import is_silent
from cogs.core.context import playable
from cogs.core.messages import channel_of, post, whisper
from cogs.core.rehousing import rehouse_view, rehousing
from cogs.silence.notices import organisers_channel
from engine.text import Text, say
from hosting.channels.housing import DELETED, FORBIDDEN, GONE, KICKED, REMOVED, UNHOUSED, to_do, told_key
from hosting.match.model import Match, Parked
from store.replay import ReplayError

log = logging.getLogger(__name__)


class HousingCog(commands.Cog):
    """Interrupts what cannot go on, says so once, and resumes what can."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot
        self._telling: set[int] = set()

    async def changed(self, match: Match) -> None:
        """Tell people of a match that was interrupted just now."""
        if match.parked is not None:
            await self.tell_once(match, match.parked)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Interrupt a match whose channel was deleted."""
        await self._deleted(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """Interrupt a match whose thread was deleted."""
        await self._deleted(event.thread_id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Interrupt the matches of a server that the bot was removed from."""
        await self._removed(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Look at the matches of a server that the bot has come back to."""
        await self.look(guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Look at the matches of a server that Discord could not reach for a while."""
        await self.look(guild)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Look for what happened while the bot was not connected."""
        for guild_id in await self.bot.arena.housing.guilds():
            guild = self.bot.get_guild(guild_id)
            if guild is None:
                await self._removed(guild_id)
            elif not guild.unavailable:
                await self.look(guild)

    async def look(self, guild: discord.Guild) -> None:
        """Interrupt matches of a server whose channels are gone, resume those that can go on, tell of the others."""
        matches = self.bot.arena.matches
        for summary in await matches.in_guild(guild.id):
            if summary.status != "parked":
                # Those of silent matches are looked after elsewhere.
                if not is_silent(summary) and await channel_of(guild, summary.channel_id) is None:
                    await self._park(summary.id, DELETED, GONE)
                continue
            for match in await playable(self.bot, [summary.id]):
                await self._look(guild, match)

    async def _look(self, guild: discord.Guild, match: Match) -> None:
        """Resume a match that was interrupted if it can go on, or tell people of it."""
        if match.parked is None or await resume_if_open(self.bot, guild, match):
            return
        if match.parked.code == KICKED:
            gone = await channel_of(guild, match.channel_id) is None
            await self.bot.arena.matches.park(
                match.id, *((DELETED, GONE) if gone else (shut_out(guild, match.channel_id), FORBIDDEN))
            )
        else:
            await self.tell_once(match, match.parked)

    async def tell_once(self, match: Match, parked: Parked) -> None:
        """Tell people why a match is interrupted and what is to be done, once for each interruption."""
        if parked.code not in UNHOUSED or parked.code == KICKED:
            return
        settings, key = self.bot.arena.settings, told_key(match.id)
        if match.id in self._telling:
            return
        self._telling.add(match.id)
        try:
            if await settings.remembered(key) != parked.code and await self._tell(match, parked):
                await settings.remember(key, parked.code)
        finally:
            self._telling.discard(match.id)

    async def _tell(self, match: Match, parked: Parked) -> bool:
        """Tell people where they will find it; return whether anybody could be told."""
        guild = self.bot.get_guild(match.guild_id)
        if guild is None or guild.unavailable:
            return False
        text = say(
            "Match {number} of {game} is interrupted: {reason} {remedy}",
            number=match.id,
            game=match.session.game.info.name,
            reason=parked.text,
            remedy=to_do(parked),
        )
        players = {seat.person_id for seat in match.seats}
        accounts = await accounts_of(self.bot, players)
        called = sorted([each for each in accounts.known if (await self.bot.arena.settings.player(each)).ping])
        who = say("{players}: {text}", players=accounts.mentions(called), text=text) if called else text
        told, mentions = text if match.silent else who, accounts.among(called).only()
        aside = await organisers_channel(self.bot, guild.id)
        for channel_id in await self._channels(guild, match):
            # The organisers' own channel is no place for players; silent teams get channels of their own from anywhere.
            if channel_id == aside and not match.silent:
                posted = await post(self.bot, guild.id, channel_id, told, match.names, mentions)
            else:
                pressed = say("{text} Or press **{button}**.", text=told, button=rehousing(match))
                view = rehouse_view(match, await self.bot.language(guild.id))
                posted = await post(self.bot, guild.id, channel_id, pressed, match.names, mentions, view)
                if posted:
                    await self.bot.arena.leftovers.offer(match.id, channel_id, posted)
            if posted:
                return True
        reached = [
            await whisper(self.bot, guild.id, each, text, match.names)
            for each in sorted(players | {match.organiser_id})
        ]
        return any(reached)

    async def _channels(self, guild: discord.Guild, match: Match) -> list[int]:
        """Return where people may look for a match that is not where it was, the likeliest first.

        Asking first what is allowed keeps refused requests from adding up. If the bot seems to be allowed everything,
        it was refused for a reason that it does not see, and the match's own channels are left alone.
        """
        places = [place.channel_id for place in match.places if place.shows_boards]
        open_ones = [each for each in places if _seems_open(guild, each)]
        home, organisers = await self.bot.arena.housing.home(match), await organisers_channel(self.bot, match.guild_id)
        others = [each for each in (home, organisers) if each is not None and each not in places]
        own = open_ones if len(open_ones) < len(places) else []
        return [*own, *(each for each in others if _seems_open(guild, each))]

    async def _deleted(self, channel_id: int) -> None:
        match = await self.bot.arena.matches.running_in(channel_id)
        # The channels of silent matches are looked after elsewhere, and spectators' places are not needed.
        if match is None or match.silent:
            return
        if any(place.channel_id == channel_id and place.shows_boards for place in match.places):
            await self.bot.arena.matches.park(match.id, DELETED, GONE)

    async def _removed(self, guild_id: int) -> None:
        for summary in await self.bot.arena.matches.in_guild(guild_id):
            if summary.status != "parked":
                await self._park(summary.id, REMOVED, KICKED)
                log.info("match %d is interrupted: the bot is not in server %d any more", summary.id, guild_id)

    async def _park(self, match_id: int, reason: Text, code: str) -> None:
        """Interrupt a match; one that this version cannot read waits anyway, and keeps none of the others."""
        try:
            await self.bot.arena.matches.park(match_id, reason, code)
        except ReplayError as error:
            log.warning("match %d cannot be read: %s", match_id, error)


def _seems_open(guild: discord.Guild, channel_id: int) -> bool:
    channel = guild.get_channel_or_thread(channel_id)
    return channel is not None and can_post(channel.permissions_for(guild.me), channel)
