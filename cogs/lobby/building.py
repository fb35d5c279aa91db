"""The channels of a match that is about to begin, and a thread that is found again after a crash."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

import discord

from cogs.channels.places import (
    OPENING_POSTS,
    OPENING_PRIVATE,
    THREAD_NAME,
    WEEK,
    Channel,
    can_post,
    discard,
    granted_in,
    opening,
    posting,
    require,
    tags_for,
    thread_parent,
    threaded,
    welcome,
)
from cogs.core.access import can_view
from cogs.core.bot import ArenaBot
from cogs.core.errors import BROKEN, LIMITS, THREADS_FULL, MissingPermission, Refusal, is_broken
from cogs.core.messages import accounts_of, channel_of
from cogs.core.permissions import labels
from cogs.core.text import CHANNEL_LIMIT, MESSAGE_LIMIT, Locale, called, cut, plain, shown
from cogs.silence.channels import create_places, fetch_members, lost_category, undo_places
from engine import registry
from engine.errors import ArenaError
from engine.text import Text, listed, say
from hosting.league.fixtures import SeasonMatch
from hosting.league.schedule import LEAGUE
from hosting.lobby.model import ChannelBusy
from hosting.lobby.starter import Built, Note
from hosting.match.model import Match, Ordered, Place, Start
from hosting.silence import BOARD, CATEGORY

# The thread of a match that is about to begin: opened once, and found again by a process that was not told its id.
#
# Discord opens no thread by a key of the caller's, so each kind is found in a way of its own:
#
# - A thread attached to a message has the message's id, and a message has one thread. The message of a table is known
#   before. Where the bot posts a message for the thread, it is recognised by its text: posted since the start, noted
#   for no other start, and without a match in its thread. Its nonce keeps Discord from posting it twice within minutes.
# - A thread of its own (private ones, posts of a forum, and those of a league, whose round is announced in one message)
#   is searched among the active ones that the bot opened in that channel since the start: one of the same name that no
#   match has, and that was made for no other start.
#
# Starts that could be taken for each other are not made at the same time (`lock`), and it doesn't matter which of them
# gets what was left of either.


log = logging.getLogger(__name__)

MESSAGE, THREAD = "message", "thread"
"""What is noted of a start (`Ordered.made`)."""
THREAD_EXISTS = 160004
SKEW = timedelta(minutes=5)
"""By how much Discord's clock may be behind: what is younger than a start less this may have been made for it."""
MESSAGES_SEARCHED = 100
"""How many messages since the start are searched for the bot's own."""

_locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()


def lock(channel_id: int) -> asyncio.Lock:
    """Return the lock that is held in a channel from searching for a thread until the thread is noted."""
    return _locks.setdefault(channel_id, asyncio.Lock())


async def open_thread(
    bot: ArenaBot,
    channel: discord.TextChannel | discord.ForumChannel,
    ordered: Ordered,
    names: Sequence[str],
    note: Note,
    since: datetime | None,
    *,
    private: bool,
) -> discord.Thread:
    """Return the thread of a match: an earlier attempt's, or a new one.

    `note` is called with what is made. An attempt may have made something without noting it since `since`; None if none
    can have. Posts of a forum are threads, too.

    Raises:
        Refusal: There is a thread already that cannot be used.
        discord.HTTPException: Discord refuses.
    """
    about, locale = await _about(bot, ordered.start), await bot.language(channel.guild.id)
    name = cut(_thread_name(ordered.start, about, locale, called(names, locale)), CHANNEL_LIMIT)
    async with lock(channel.id):
        thread = await _left(bot, channel, ordered, since, about, name)
        if thread is None and (private or about is not None or isinstance(channel, discord.ForumChannel)):
            thread = await _new(bot, channel, ordered, about, name, private=private)
        if thread is None:
            thread = await _attached(bot, channel, ordered, name, note, since)
        await note(THREAD, thread.id)
    if about is not None and isinstance(channel, discord.TextChannel) and not private:
        await _hide(bot, channel, thread)
    return await thread.edit(archived=False) if thread.archived else thread


async def discard_thread(bot: ArenaBot, guild: discord.Guild, ordered: Ordered) -> tuple[tuple[str, int], ...]:
    """Remove what was made for a start with a thread, noted or not; return what still exists."""
    start, made = ordered.start, dict(ordered.made)
    channel = await channel_of(guild, start.channel_id)
    if not isinstance(channel, discord.TextChannel | discord.ForumChannel):
        return ()  # gone, with what was in it
    async with lock(channel.id):
        since, about = ordered.began_at, await _about(bot, start)
        message_id = made.get(MESSAGE)
        if message_id is None and about is None:
            message_id = await _own_message(bot, channel, ordered, since)
        thread = await _left(bot, channel, ordered, since, about)
        thread = thread or await _thread_of(bot, guild, start.message_id or message_id)
        own = thread is not None and thread.owner_id == guild.me.id  # else a member opened it on the message
        if thread is not None and own and not await discard(thread):
            return tuple((what, number) for what, number in ((MESSAGE, message_id), (THREAD, thread.id)) if number)
        if message_id is not None and not await _delete(bot, channel.id, message_id):
            return ((MESSAGE, message_id),)
    return ()


async def _about(bot: ArenaBot, start: Start) -> SeasonMatch | None:
    kind, _, rest = start.origin.partition(":")
    return await bot.arena.leagues.fixture(int(rest.partition(":")[0])) if kind == LEAGUE else None


def _thread_name(start: Start, about: SeasonMatch | None, locale: Locale, names: Sequence[str] = ()) -> str:
    """Return the name of a match's thread; without the players' names how it begins."""
    match = registry.get(start.game).info.name if about is None else about.where
    return plain(THREAD_NAME.using(match=match, players=listed(names, "comma")), locale)


async def _left(
    bot: ArenaBot,
    channel: discord.TextChannel | discord.ForumChannel,
    ordered: Ordered,
    since: datetime | None,
    about: SeasonMatch | None,
    name: str | None = None,
) -> discord.Thread | None:
    """Return the thread that an earlier attempt noted, or left unnoted, or None.

    Threads that no message identifies must have the whole name to be used. To be removed, its beginning is enough:
    another start that lost its thread opens a new one.
    """
    guild = channel.guild
    if (noted := dict(ordered.made).get(THREAD)) is not None:
        return await _thread_of(bot, guild, noted)
    mode = registry.mode_of(ordered.start.game, ordered.start.mode)
    alone = mode is not None and mode.alone
    if since is None or not (alone or about is not None or isinstance(channel, discord.ForumChannel)):
        return None  # a thread of a message
    others = await bot.arena.starter.queue.noted(guild.id)
    begins = _thread_name(ordered.start, about, await bot.language(guild.id))
    for thread in await guild.active_threads():
        new = thread.created_at is not None and thread.created_at >= since - SKEW
        if not new or thread.owner_id != guild.me.id or thread.parent_id != channel.id or thread.id in others:
            continue
        known = thread.name == name if name is not None else thread.name.startswith(begins)
        alike = thread.is_private() or about is not None or isinstance(channel, discord.ForumChannel)
        if known and alike and await _is_free(bot, thread.id):
            return thread
    return None


async def _new(
    bot: ArenaBot,
    channel: discord.TextChannel | discord.ForumChannel,
    ordered: Ordered,
    about: SeasonMatch | None,
    name: str,
    *,
    private: bool,
) -> discord.Thread:
    if isinstance(channel, discord.ForumChannel):
        content, none = await _announcement(bot, ordered, about), discord.AllowedMentions.none()
        made = await channel.create_thread(
            name=name,
            content=content,
            applied_tags=tags_for(channel),
            auto_archive_duration=WEEK,
            allowed_mentions=none,
        )
        return made.thread
    if not private:
        kind = discord.ChannelType.public_thread
        return await channel.create_thread(name=name, type=kind, auto_archive_duration=WEEK)
    kind = discord.ChannelType.private_thread
    return await channel.create_thread(name=name, type=kind, invitable=True, auto_archive_duration=WEEK)


async def _hide(bot: ArenaBot, channel: discord.TextChannel, thread: discord.Thread) -> None:
    # Discord announces a new thread in its channel; if the notice cannot be removed, it stays.
    try:
        async for message in channel.history(limit=MESSAGES_SEARCHED):
            line = message.type is discord.MessageType.thread_created and message.author == bot.user
            of = None if message.reference is None else message.reference.channel_id
            if line and (of == thread.id or (of is None and message.content == thread.name)):
                await message.delete()
                return
    except (discord.HTTPException, *BROKEN) as error:
        log.info("could not delete the line about thread %d in channel %d: %r", thread.id, channel.id, error)


async def _attached(
    bot: ArenaBot,
    channel: discord.TextChannel | discord.ForumChannel,
    ordered: Ordered,
    name: str,
    note: Note,
    since: datetime | None,
) -> discord.Thread:
    """Open the thread of a message: the table's, or one that the bot posts for it."""
    if not isinstance(channel, discord.TextChannel):
        raise AssertionError(f"{ordered.start.origin} was asked for where no threads are")
    message_id = ordered.start.message_id or dict(ordered.made).get(MESSAGE)
    if message_id is None:
        message_id = await _own_message(bot, channel, ordered, since)
        if message_id is None:
            content, none = await _announcement(bot, ordered, None), discord.AllowedMentions.none()
            sent = await channel.send(content, nonce=f"start-{ordered.id}", allowed_mentions=none)
            if sent.id in await bot.arena.starter.queue.noted(channel.guild.id):
                # Discord still knows the nonce of a message that another start found and took.
                sent = await channel.send(content, allowed_mentions=none)
            message_id = sent.id
        await note(MESSAGE, message_id)
    if since is not None and (found := await _thread_of(bot, channel.guild, message_id)) is not None:
        return found
    try:
        return await channel.get_partial_message(message_id).create_thread(name=name, auto_archive_duration=WEEK)
    except discord.HTTPException as error:
        if error.code != THREAD_EXISTS:
            raise
    found = await _thread_of(bot, channel.guild, message_id)
    if found is None:
        text = say(
            "The table's message already has a thread, but I can't see it, or another match is being played "
            "there. Open another table with `/new`."
        )
        raise Refusal(text, code="thread-taken")
    return found


async def _announcement(bot: ArenaBot, ordered: Ordered, about: SeasonMatch | None) -> str:
    start = ordered.start
    game, players = registry.get(start.game).info.name, (await accounts_of(bot, start.people)).mentions(start.people)
    text = say("A match of {game} is starting here: {players}.", game=game, players=players)
    if about is not None:
        where = about.where
        text = say(
            "**{where}**: a match of {game} is starting here: {players}.", where=where, game=game, players=players
        )
    return cut(shown(text, await bot.language(start.guild_id)), MESSAGE_LIMIT)


async def _own_message(
    bot: ArenaBot, channel: discord.TextChannel | discord.ForumChannel, ordered: Ordered, since: datetime | None
) -> int | None:
    """Return the message that was posted for a start but not noted, or None."""
    if since is None or ordered.start.message_id is not None or not isinstance(channel, discord.TextChannel):
        return None
    content, others = await _announcement(bot, ordered, None), await bot.arena.starter.queue.noted(channel.guild.id)
    async for message in channel.history(after=since - SKEW, oldest_first=True, limit=MESSAGES_SEARCHED):
        alike = message.author == bot.user and message.content == content
        if alike and message.id not in others and await _is_free(bot, message.id):
            return message.id
    return None


async def _thread_of(bot: ArenaBot, guild: discord.Guild, thread_id: int | None) -> discord.Thread | None:
    """Return a thread by its id, unless it is gone or a match has it."""
    found = None if thread_id is None else await channel_of(guild, thread_id)
    return found if isinstance(found, discord.Thread) and await _is_free(bot, found.id) else None


async def _is_free(bot: ArenaBot, channel_id: int) -> bool:
    return await bot.arena.matches.number_in(channel_id) is None


async def _delete(bot: ArenaBot, channel_id: int, message_id: int) -> bool:
    try:
        await bot.get_partial_messageable(channel_id).get_partial_message(message_id).delete()
    except discord.NotFound:
        log.debug("message %d is gone already", message_id)
    except discord.HTTPException as error:
        log.warning("could not delete message %d in channel %d: %s", message_id, channel_id, error)
        return False
    return True


class NotInServer(Refusal):
    """A player of a match that is to begin is not there; only the person who asks learns who it is.

    Attributes:
        neutral: The same without a name.
        people: Players who left the server; empty if they cannot see a channel.
    """

    people: frozenset[int] = frozenset()

    neutral = say("A player has left this server or can't see the match's channel. Try again once that's fixed.")


class Building:
    """Makes the channels of matches (`hosting.lobby.starter.Builder`)."""

    def __init__(self, bot: ArenaBot) -> None:
        self._bot = bot

    def knows(self, guild_id: int) -> bool:
        return self._bot.is_ready_for(guild_id)

    async def place(self, start: Start) -> Start:
        """Return a start with the channel in which it can be made now. Raises Refusal if there is none."""
        if start.where == "channels":
            return start
        channel = await self._channel(self._guild(start), start)
        free = start.where == "here" and await self._bot.arena.matches.running_in(channel.id) is None
        if free or (start.where == "thread" and not isinstance(channel, discord.Thread)):
            return start
        home = thread_parent(channel)
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
                absent = NotInServer(
                    say("{player} has left this server.", player=accounts.mention(person)), code="absent"
                )
                absent.people = frozenset(start.people) - members.keys()
                raise absent
            if member.bot:
                raise NotInServer(
                    say("{player} is a bot and doesn't play.", player=member.mention), code="bot-opponent"
                )
            if channel is not None and not hidden and not can_view(channel, member):
                text = say("{player} can't see the match's channel.", player=member.mention)
                raise NotInServer(text, code="unseeing")
        enter = self._bot.arena.people.enter
        return {
            person: (await enter(member.id, guild.id, member.display_name)).name for person, member in members.items()
        }

    async def build(self, ordered: Ordered, names: Sequence[str], note: Note, since: datetime | None) -> Built:
        """Make the channels of a match, or take those of an earlier attempt.

        Raises:
            ChannelBusy: It is to be played in another match's channel.
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
        """Remove what was made; return what still exists. Raises Refusal if the server is out of reach."""
        guild = self._guild(ordered.start)
        match ordered.start.where:
            case "channels":
                return await self._clear(guild, ordered)
            case "thread":
                return await discard_thread(self._bot, guild, ordered)
            case _:
                return ()

    async def settle(self, start: Start, match: Match) -> None:
        if start.where == "thread" and match.channel_id != start.channel_id:
            await welcome(match.channel_id, self._bot, [seat.person_id for seat in match.seats])

    def words(self, start: Start, error: BaseException) -> Text:
        """Return the obstacle and who can remove it, without naming a person."""
        where = f"<#{start.channel_id}>"
        if isinstance(error, NotInServer):
            return error.neutral
        if isinstance(error, MissingPermission):
            return say(
                "I'm missing permissions in {channel}: {permissions}. Ask a member who manages permissions "
                "there; `/doctor` shows everything that's missing.",
                channel=where,
                permissions=labels(error.permissions),
            )
        if isinstance(error, Refusal) and error.code == "silence-bypass":
            return say(
                "This server doesn't start silent matches while a player could get around the silence. A "
                "member who manages the server can allow it with `/silence settings`."
            )
        if isinstance(error, ArenaError):
            return error.text
        if isinstance(error, discord.HTTPException) and error.code in LIMITS:
            return LIMITS[error.code]
        if isinstance(error, discord.Forbidden | discord.NotFound):
            return say(
                "Discord won't let me create a place for the match in {channel}. A member who manages "
                "permissions there can use `/doctor` to see what I'm missing.",
                channel=where,
            )
        if is_broken(error):
            return say("I couldn't reach Discord, or Discord itself had problems.")
        log.error("could not make the channels for %s", start.origin, exc_info=error)
        return say("Something went wrong on my side. This bot's operator can find it in my log.")

    def missing(self, error: BaseException) -> frozenset[int]:
        """Return the players who left the server, if that is why a start fails."""
        return error.people if isinstance(error, NotInServer) else frozenset()

    def _guild(self, start: Start) -> discord.Guild:
        guild = self._bot.get_guild(start.guild_id)
        if guild is None or guild.unavailable:
            raise Refusal(
                say("I can't reach this server: it's unavailable, or I was removed from it."), code="server-gone"
            )
        return guild

    async def _channel(self, guild: discord.Guild, start: Start) -> Channel:
        channel = await channel_of(guild, start.channel_id)
        if channel is None:
            raise Refusal(say("The match's channel is gone."), code="channel-gone")
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
            log.warning("server %d has no room for another thread, for start %d", start.guild_id, ordered.id)
            if start.message_id is None:
                await self.undo(ordered)
            return Built((Place(BOARD, channel.id),), _NO_THREAD)
        return Built((Place(BOARD, thread.id),), _NOT_FOLLOWED if unseen else None)

    async def _can_play_in(self, channel: Channel, granted: discord.Permissions) -> bool:
        """Return whether a match without a thread can be played where it was asked for."""
        if isinstance(channel, discord.ForumChannel) or not can_post(granted, channel):
            return False
        return await self._bot.arena.matches.running_in(channel.id) is None

    async def _clear(self, guild: discord.Guild, ordered: Ordered) -> tuple[tuple[str, int], ...]:
        """Remove the channels of an earlier attempt, noted or not; return those that still exist."""
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
    "This server has reached Discord's limit of 1,000 active threads, so the match is played in this channel."
)

_NOT_FOLLOWED = say(
    "Only you and people you add can read this thread, so channels that follow you or this server don't show "
    "this match. To have one show it, use `/watch match`; a match played in this channel (under **Terms**) is "
    "always shown."
)
