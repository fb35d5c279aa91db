"""A place where spectators of a match talk, and which its players cannot read while it runs.

Matches with channels of their own have one from the start (`cogs.silence.channels`). The others get a private thread as
soon as a spectator wants one; the button lets in everyone but the players.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

import discord
from discord import app_commands
from discord.ext import commands

from cogs.channels.places import WEEK, discard
from cogs.core.access import match_for
from cogs.core.bot import ArenaBot, ArenaCog, Interaction
from cogs.core.context import guild_of, latest_match, whoami
from cogs.core.errors import MissingPermission, Refusal, tell
from cogs.core.messages import accounts_of, channel_of
from cogs.core.text import CHANNEL_LIMIT, cut, mark, plain, shown
from cogs.silence.channels import fetch_members, remake_places, remaking
from cogs.ui.match_buttons import SPECTATE
from engine.text import Player, Text, say
from hosting.housing import housed, unhoused
from hosting.match.events import Change
from hosting.match.model import Match, Place
from hosting.silence import SPECTATORS

log = logging.getLogger(__name__)

NEEDED = ("view_channel", "create_private_threads", "send_messages_in_threads")

_READS = say("{player} plays and can still read here: members who can manage threads always can.")


class Spectators(ArenaCog):
    """Lets spectators in and keeps players out."""

    under = "match"

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @app_commands.command(description=mark("Watch a match with others, in a place its players can't read"))
    @app_commands.describe(match=mark("Which; the one in this channel if you leave it out"))
    async def spectate(self, interaction: Interaction, match: app_commands.Range[int, 1] | None = None) -> None:
        """Let the person into the spectators' place of a match."""
        if match is None:
            await self._let_in(interaction, await latest_match(interaction))
            return
        await self._let_in(interaction, await match_for(interaction, match))

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Let the person who pressed into the spectators' place; an old board will do."""
        await self._let_in(interaction, await match_for(interaction, match_id))

    async def changed(self, match: Match) -> None:
        """Keep a new player out, and open the place after the end."""
        place = match.place(SPECTATORS)
        if place is None or match.silent:
            return
        if match.over:
            await self._once(f"spectators-opened:{match.id}", "1", lambda: self._open(match, place))
        elif match.former:
            newest = str(match.former[-1].until)
            await self._once(f"spectators-without:{match.id}", newest, lambda: self._keep_out(match, place))

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """Forget a place that was deleted: the next who wants one gets a new one."""
        match = await self.bot.arena.matches.running_in(event.thread_id)
        place = match.place(SPECTATORS) if match is not None else None
        if match is not None and place is not None and place.channel_id == event.thread_id:
            await self._forget(match, place)

    async def _let_in(self, interaction: Interaction, match: Match) -> None:
        _check_plays_not(match, await whoami(interaction))
        guild, place = guild_of(interaction), match.place(SPECTATORS)
        if place is not None and match.silent:
            await self._show_channel(interaction, guild, match)
            return
        await interaction.response.defer(ephemeral=True, thinking=True)
        async with self._locks.setdefault(match.id, asyncio.Lock()):
            thread = await self._thread(guild, match.id)
        readers = () if match.over else await readers_among_players(self.bot, guild, match, thread)
        await thread.add_user(discord.Object(interaction.user.id))
        try:
            _check_plays_not(await self.bot.arena.matches.get(match.id), await whoami(interaction))
        except Refusal:  # they took over a seat meanwhile
            await thread.remove_user(discord.Object(interaction.user.id))
            raise
        lines = [say("Spectators talk in {channel}.", channel=thread.mention)]
        if not match.over:
            lines.append(
                say("The players can't read it while the match runs: please don't tell them elsewhere either.")
            )
        lines += [_reads(match, person_id) for person_id in readers]
        await tell(interaction, *lines, names=match.names)

    async def _show_channel(self, interaction: Interaction, guild: discord.Guild, match: Match) -> None:
        """Say where spectators of a silent match talk; a deleted channel is made anew (R29)."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        async with remaking(match.id):
            match = await self.bot.arena.matches.get(match.id)
            if not match.over and (made := await remake_places(self.bot, match, guild)):

                async def decide(match: Match) -> Change | None:
                    return None if match.over else Change(housed(match, *made), self.bot.clock.now())

                match = await self.bot.arena.matches.change(match.id, decide)
        place = match.place(SPECTATORS)
        if place is None:
            raise AssertionError(f"silent match {match.id} has no place for spectators")
        await tell(interaction, say("Spectators talk in {channel}.", channel=f"<#{place.channel_id}>"))

    async def _thread(self, guild: discord.Guild, match_id: int) -> discord.Thread:
        """Return the place of a match's spectators, opening one if there is none; the lock is held.

        Raises:
            Refusal: There is none, and there cannot be one.
            MissingPermission: The bot may not open one.
        """
        match = await self.bot.arena.matches.get(match_id)
        place = match.place(SPECTATORS)
        if place is not None:
            found = await channel_of(guild, place.channel_id)
            if isinstance(found, discord.Thread):
                return await found.edit(archived=False) if found.archived else found
            if not match.over:
                match = await self._forget(match, place)
        if match.over:
            raise Refusal(say("The match is over, and its spectators had no place of their own."), code="no-spectators")
        parent = await _parent(guild, match)
        if missing := tuple(name for name in NEEDED if not getattr(parent.permissions_for(guild.me), name)):
            raise MissingPermission(missing)
        return await self._create(guild, match, parent)

    async def _create(self, guild: discord.Guild, match: Match, parent: discord.TextChannel) -> discord.Thread:
        locale = await self.bot.language(guild.id)
        thread = await parent.create_thread(
            name=cut(plain(say("Spectators of match {number}", number=match.id), locale), CHANNEL_LIMIT),
            type=discord.ChannelType.private_thread,
            # Otherwise any spectator could let a player in.
            invitable=False,
            auto_archive_duration=WEEK,
        )

        async def decide(match: Match) -> Change | None:
            after = housed(match, Place(SPECTATORS, thread.id))
            return None if match.over else Change(after, self.bot.clock.now())

        try:
            after = await self.bot.arena.matches.change(match.id, decide)
        except BaseException:
            await discard(thread)
            raise
        if after.place(SPECTATORS) is None:
            await discard(thread)
            raise Refusal(say("The match is over, and its spectators had no place of their own."), code="no-spectators")
        lines = [
            say("Spectators of {game} in {channel} talk here.", game=_game(match), channel=f"<#{match.channel_id}>"),
            say("The players can't read it while the match runs: please don't tell them elsewhere either."),
            *[_reads(match, person_id) for person_id in await readers_among_players(self.bot, guild, match, thread)],
        ]
        await self._say(thread, match, *lines)
        return thread

    async def _forget(self, match: Match, place: Place) -> Match:
        async def decide(match: Match) -> Change | None:
            if match.over or match.place(SPECTATORS) != place:
                return None
            return Change(unhoused(match, SPECTATORS), self.bot.clock.now())

        return await self.bot.arena.matches.change(match.id, decide)

    async def _keep_out(self, match: Match, place: Place) -> None:
        """Remove those who took over a seat."""
        thread = await self._existing(match, place)
        if thread is None:
            return
        new = sorted({match.person_of(each.seat) for each in match.former})
        for person_id, account in (await accounts_of(self.bot, new)).known.items():
            try:
                await thread.remove_user(discord.Object(account))
            except discord.NotFound:
                log.debug("person %d was not in thread %d", person_id, thread.id)
            except discord.Forbidden as error:
                log.warning("person %d cannot be removed from thread %d: %s", person_id, thread.id, error)
                seat = match.seat_of(person_id)
                text = say(
                    "{player} is playing now and can still read here: I'm missing Manage Threads.",
                    player=Player(seat or 0),
                )
                await self._say(thread, match, text)

    async def _open(self, match: Match, place: Place) -> None:
        """Let anybody in after the end, and say so."""
        thread = await self._existing(match, place)
        if thread is None:
            return
        await thread.edit(archived=False, invitable=True)
        await self._say(thread, match, say("The match is over: its players can now come in and read this."))
        text = say("Spectators had their own place during this match. Everyone can come in now.")
        # After the result, which may take a moment to be drawn.
        await self.bot.arena.outbox.notice(match.id, match.seq, match.channel_id, text, SPECTATE)

    async def _existing(self, match: Match, place: Place) -> discord.Thread | None:
        guild = self.bot.get_guild(match.guild_id)
        found = None if guild is None else await channel_of(guild, place.channel_id)
        return found if isinstance(found, discord.Thread) else None

    async def _once(self, key: str, value: str, work: Callable[[], Awaitable[None]]) -> None:
        """Do something for a key unless it was done for the same value, even before a restart."""
        settings = self.bot.arena.settings
        if await settings.remembered(key) == value:
            return
        try:
            await work()
        except discord.HTTPException as error:
            log.warning("the spectators' place: %s: %s", key, error)
            return
        await settings.remember(key, value)

    async def _say(self, thread: discord.Thread, match: Match, *lines: Text) -> None:
        locale = await self.bot.language(match.guild_id)
        content = "\n".join(shown(line, locale, match.names) for line in lines)
        await thread.send(content, allowed_mentions=discord.AllowedMentions.none(), suppress_embeds=True)


async def readers_among_players(bot: ArenaBot, guild: discord.Guild, match: Match, thread: discord.Thread) -> list[int]:
    """Return the players who can read a private thread of which they are no members."""
    parent = thread.parent
    members = await fetch_members(bot, guild, sorted(seat.person_id for seat in match.seats))
    return [
        person_id
        for person_id, member in members.items()
        if parent is not None and parent.permissions_for(member).manage_threads
    ]


async def _parent(guild: discord.Guild, match: Match) -> discord.TextChannel:
    """Return the channel in which a private thread for a match can be opened. Raises Refusal."""
    found = await channel_of(guild, match.channel_id)
    channel = found.parent if isinstance(found, discord.Thread) else found
    # Announcement channels have no private threads.
    if not isinstance(channel, discord.TextChannel) or channel.is_news():
        raise Refusal(
            say("Discord doesn't allow private threads there, so there's no place for spectators."),
            code="no-private-threads",
        )
    return channel


def _reads(match: Match, person_id: int) -> Text:
    return _READS.using(player=Player(match.seat_of(person_id) or 0))


def _game(match: Match) -> str:
    return match.session.game.info.name


def _check_plays_not(match: Match, person_id: int) -> None:
    if match.seat_of(person_id) is not None and not match.over:
        raise Refusal(
            say(
                "You're playing in this match, and its spectators talk where players can't read. Once it's "
                "over, you can join them."
            ),
            code="spectator-plays",
        )
