"""Where a match is played that is about to begin: what `hosting.lobby.starter` asks of Discord, without a press."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

import discord

from cogs.channels.places import (
    OPENING_POSTS,
    OPENING_PRIVATE,
    Channel,
    beside,
    can_post,
    granted_in,
    opening,
    posting,
    require,
    threaded,
    welcome,
)
from cogs.core.accounts import accounts_of
from cogs.core.bot import ArenaBot
from cogs.core.checks import looks_into
from cogs.core.errors import LIMITS, THREADS_FULL, MissingPermission, Refusal
from cogs.core.messages import channel_of
from cogs.core.network import is_broken
from cogs.core.permissions import labels
from cogs.lobby.threads import SKEW, discard_thread, open_thread
from cogs.silence.channels import create_places, lost_category, undo_places
from cogs.silence.members import fetch_members
from engine import registry
from engine.errors import ArenaError
from engine.text import Text, say
from hosting.lobby.builder import Built, Note
from hosting.lobby.errors import ChannelBusy
from hosting.match.model import Match, Ordered, Place, Start
from hosting.silence.policy import BOARD, CATEGORY

log = logging.getLogger(__name__)


class Absent(Refusal):
    """A player of a match that is to begin is not there; who, only those are told who ask.

    Attributes:
        neutral: The same without a name.
        people: Those who are not in the server any more; empty where it is that they cannot look into a channel.
    """

    people: frozenset[int] = frozenset()

    neutral = say(
        "A player is not in this server any more, or cannot look into the channel of the match. Once that is put "
        "right, it can be asked for again."
    )


class Building:
    """Makes the places of matches (`hosting.lobby.builder.Builder`)."""

    def __init__(self, bot: ArenaBot) -> None:
        self._bot = bot

    @property
    def ready(self) -> bool:
        """Whether Discord has told of its servers."""
        return self._bot.is_ready()

    async def place(self, start: Start) -> Start:
        """Return a start as it can be made now.

        Raises:
            Refusal: There is no such channel.
        """
        if start.where == "channels":
            return start
        channel = await self._channel(self._guild(start), start)
        free = start.where == "here" and await self._bot.arena.matches.running_in(channel.id) is None
        if free or (start.where == "thread" and not isinstance(channel, discord.Thread)):
            return start
        home = beside(channel)
        if home is None:
            return start  # `build` says why it cannot be
        return replace(
            start, where="thread", channel_id=home.id, message_id=start.message_id if home.id == channel.id else None
        )

    async def check(self, start: Start) -> Mapping[int, str]:
        """Return the players' names by person, if all are there. Raises Refusal."""
        guild = self._guild(start)
        members = await fetch_members(self._bot, guild, start.people)
        accounts = await accounts_of(self._bot, start.people)
        channel = None if start.where == "channels" else await self._channel(guild, start)
        hidden = isinstance(channel, discord.Thread) and channel.is_private()  # Discord tells nobody who was let in
        for person in start.people:
            member = members.get(person)
            if member is None:
                absent = Absent(
                    say("{player} is not in this server any more.", player=accounts.mention(person)), code="absent"
                )
                absent.people = frozenset(start.people) - members.keys()
                raise absent
            if member.bot:
                raise Absent(say("{player} is a bot and does not play.", player=member.mention), code="bot-opponent")
            if channel is not None and not hidden and not looks_into(channel, member):
                text = say("{player} cannot look into the channel of the match.", player=member.mention)
                raise Absent(text, code="unseeing")
        enter = self._bot.arena.people.enter
        return {
            person: (await enter(member.id, guild.id, member.display_name)).name for person, member in members.items()
        }

    async def build(self, ordered: Ordered, names: Sequence[str], note: Note, since: datetime | None) -> Built:
        """Make the places of a match, or take those that an earlier attempt left.

        Raises:
            ChannelBusy: It is to be played in a channel in which another match is.
            MissingPermission: The bot could not play there.
            Refusal: There is no such channel, or no room.
            discord.HTTPException: Discord refuses.
        """
        start = ordered.start
        guild = self._guild(start)
        if start.where == "channels":
            if since is not None:
                await self._clear(guild, ordered)
            return Built(tuple(await create_places(self._bot, guild, start, ordered.id, note)))
        channel = await self._channel(guild, start)
        if start.where == "thread":
            return await self._thread(channel, ordered, names, note, since)
        require(granted_in(channel), *posting(channel))
        if running := await self._bot.arena.matches.running_in(channel.id):
            raise ChannelBusy(running.id)
        return Built((Place(BOARD, channel.id),))

    async def undo(self, ordered: Ordered) -> tuple[tuple[str, int], ...]:
        """Take back what was made; return what is still there. Raises Refusal where the server is out of reach."""
        guild = self._guild(ordered.start)
        match ordered.start.where:
            case "channels":
                return await self._clear(guild, ordered)
            case "thread":
                return await discard_thread(self._bot, guild, ordered)
            case _:
                return ()

    async def settle(self, start: Start, match: Match) -> None:
        """Let the players into their thread."""
        if start.where == "thread" and match.channel_id != start.channel_id:
            await welcome(match.channel_id, self._bot, [seat.person_id for seat in match.seats])

    def words(self, start: Start, error: BaseException) -> Text:
        """Return what stands in the way and who can put it right, without naming a person."""
        where = f"<#{start.channel_id}>"
        if isinstance(error, Absent):
            return error.neutral
        if isinstance(error, MissingPermission):
            return say(
                "I lack a permission in {channel}: {permissions}. A member who manages the permissions there can give "
                "it to me; `/doctor` shows everything that is missing.",
                channel=where,
                permissions=labels(error.permissions),
            )
        if isinstance(error, Refusal) and error.code == "silence-bypass":
            return say(
                "This server does not start a silent match while a player could bypass the silence. A member who "
                "manages the server can allow it with `/silence settings`."
            )
        if isinstance(error, ArenaError):
            return error.text
        if isinstance(error, discord.HTTPException) and error.code in LIMITS:
            return LIMITS[error.code]
        if isinstance(error, discord.Forbidden | discord.NotFound):
            return say(
                "Discord does not let me make a place for the match in {channel}. A member who manages the "
                "permissions there finds with `/doctor` what I lack.",
                channel=where,
            )
        if is_broken(error):
            return say("Discord could not be reached, or had trouble of its own.")
        log.error("the places of %s cannot be made", start.origin, exc_info=error)
        return say("Something went wrong on my side. The operator of this bot will find it in my log.")

    def missing(self, error: BaseException) -> frozenset[int]:
        """Return the people who are not in the server any more, if that is what stands in the way of a start."""
        return error.people if isinstance(error, Absent) else frozenset()

    def _guild(self, start: Start) -> discord.Guild:
        guild = self._bot.get_guild(start.guild_id)
        if guild is None or guild.unavailable:
            raise Refusal(
                say("I cannot reach this server: it is out of order, or I was removed from it."), code="server-gone"
            )
        return guild

    async def _channel(self, guild: discord.Guild, start: Start) -> Channel:
        channel = await channel_of(guild, start.channel_id)
        if channel is None:
            raise Refusal(say("The channel in which the match was to be played is gone."), code="channel-gone")
        return channel

    async def _thread(
        self, channel: Channel, ordered: Ordered, names: Sequence[str], note: Note, since: datetime | None
    ) -> Built:
        start, granted = ordered.start, granted_in(channel)
        mode = registry.mode_of(start.game, start.mode)
        post = isinstance(channel, discord.ForumChannel)
        needed = OPENING_POSTS if post else opening(granted, alone=mode is not None and mode.alone)
        require(granted, *needed, channel=channel)
        private = needed is OPENING_PRIVATE
        if not private and not post and start.message_id is None:
            require(granted, "send_messages", channel=channel)  # the message to which the thread is attached
        parent = threaded(channel)
        unseen = private and await self._bot.arena.watches.follows(start.guild_id, start.people)
        try:
            thread = await open_thread(self._bot, parent, ordered, names, note, since, private=private)
        except discord.HTTPException as error:
            if error.code != THREADS_FULL or not await self._can_play_in(channel, granted):
                raise
            log.warning("server %d has no room for another thread: start %d", start.guild_id, ordered.id)
            if start.message_id is None:
                await self.undo(ordered)
            return Built((Place(BOARD, channel.id),), _NO_THREAD)
        return Built((Place(BOARD, thread.id),), _NOT_FOLLOWED if unseen else None)

    async def _can_play_in(self, channel: Channel, granted: discord.Permissions) -> bool:
        """Return whether a match that finds no thread can be played where it was asked for."""
        if isinstance(channel, discord.ForumChannel) or not can_post(granted, channel):
            return False
        return await self._bot.arena.matches.running_in(channel.id) is None

    async def _clear(self, guild: discord.Guild, ordered: Ordered) -> tuple[tuple[str, int], ...]:
        """Remove the channels that an earlier attempt left, noted or not; return those that are still there."""
        bot, start = self._bot, ordered.start
        made = [Place(role, channel_id) for role, channel_id in ordered.made]
        if ordered.began_at is not None:
            locale, since = await bot.language(guild.id), ordered.began_at - SKEW
            lost = lost_category(guild, start.game, ordered.id, locale, since)
            if lost is not None and await bot.arena.matches.number_in(lost) is None:
                made.append(Place(CATEGORY, lost))
        for category_id in {place.channel_id for place in made if place.role == CATEGORY}:
            category = guild.get_channel(category_id)
            if isinstance(category, discord.CategoryChannel):
                made += [Place(BOARD, each.id) for each in category.channels]
        left = await undo_places(bot, guild, {place.channel_id: place for place in made}.values())
        return tuple((place.role, place.channel_id) for place in left)


_NO_THREAD = say(
    "This server has as many active threads as Discord allows (1,000), so no other could be opened: the match is "
    "played in this channel."
)

_NOT_FOLLOWED = say(
    "Only you and those whom you let in read this thread, so channels that follow you or this server do not show this "
    "match. `/watch match` makes one show it, and a match that is played in this channel (under **Terms**) is shown at "
    "once."
)
