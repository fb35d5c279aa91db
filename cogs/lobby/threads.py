"""The thread of a match that is about to begin: opened once, and found again by a process that was not told its id.

Discord opens no thread by a key of the caller's, so each kind is found in a way of its own:

- A thread attached to a message has the message's id, and a message has one thread. The message of a table is known
  before. The program posts one of its own and tells it by its words: one that was posted since, that is noted for no
  other start, and in whose thread no match is. A nonce has Discord itself post it once within some minutes.
- Threads of their own are looked for among the active ones that the bot opened since in that channel: one by the same
  name that no match has, and that was made for no other start. Such are private threads, posts of a forum, and those
  of a league, whose round is announced in one message: what Discord says of each thread is removed.

Starts that could be taken for each other are not made at the same time (`lock`), and it does not matter which of them
gets what was left of either.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

import discord

from cogs.channels.places import WEEK, discard, tags_for
from cogs.core.accounts import accounts_of
from cogs.core.bot import ArenaBot
from cogs.core.errors import Refusal
from cogs.core.limits import CHANNEL_LIMIT, MESSAGE_LIMIT
from cogs.core.messages import channel_of
from cogs.core.network import BROKEN
from cogs.core.text import Locale, cut, plain, shown
from engine import registry
from engine.text import say
from hosting.league.calls import LEAGUE
from hosting.league.matches import SeasonMatch
from hosting.lobby.builder import Note
from hosting.match.model import Ordered, Start

log = logging.getLogger(__name__)

MESSAGE, THREAD = "message", "thread"
"""What is noted of a start (`Ordered.made`)."""
THREAD_EXISTS = 160004
SKEW = timedelta(minutes=5)
"""By how much Discord's clock may be behind: what is younger than a start less this may have been made for it."""
LOOKED_AT = 100
"""Messages since the start that are looked through for the one of the program."""

_locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()


def lock(channel_id: int) -> asyncio.Lock:
    """Return the lock that is held in a channel from looking for a thread until the thread is noted."""
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
    """Return the thread of a match: the one that an earlier attempt left, or a new one.

    Args:
        bot: The bot.
        channel: Where; posts of a forum are threads, too.
        ordered: For what.
        names: Of the players, in the order of play.
        note: Called with what is made.
        since: Since when something may have been made that was not noted; None if nothing can have been.
        private: Whether only those read it who are let in.

    Raises:
        Refusal: There is a thread already that cannot be used.
        discord.HTTPException: Discord refuses.
    """
    about, locale = await _about(bot, ordered.start), await bot.language(channel.guild.id)
    name = cut(f"{_prefix(ordered.start, about, locale)}{', '.join(names)}", CHANNEL_LIMIT)
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
    """Take back what was made for a start that was to have a thread, noted or not; return what is still there."""
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
    """Return what a match is in its season; None if it is of none."""
    kind, _, rest = start.origin.partition(":")
    return await bot.arena.leagues.fixture(int(rest.partition(":")[0])) if kind == LEAGUE else None


def _prefix(start: Start, about: SeasonMatch | None, locale: Locale) -> str:
    """Return how the thread of a match is called before its players: by its game, or where it stands in a season."""
    return f"{registry.get(start.game).info.name if about is None else plain(about.where, locale)}: "


async def _left(
    bot: ArenaBot,
    channel: discord.TextChannel | discord.ForumChannel,
    ordered: Ordered,
    since: datetime | None,
    about: SeasonMatch | None,
    name: str | None = None,
) -> discord.Thread | None:
    """Return the thread that an earlier attempt noted, or left unnoted, or None.

    Threads that no message tells apart are told by their whole name where they are to be used. Where they are to be
    removed, its beginning is enough: another start that lost its thread opens a new one.
    """
    guild = channel.guild
    if (noted := dict(ordered.made).get(THREAD)) is not None:
        return await _thread_of(bot, guild, noted)
    mode = registry.mode_of(ordered.start.game, ordered.start.mode)
    alone = mode is not None and mode.alone
    if since is None or not (alone or about is not None or isinstance(channel, discord.ForumChannel)):
        return None  # a thread of a message
    others = await bot.arena.starter.orders.noted(guild.id)
    begins = _prefix(ordered.start, about, await bot.language(guild.id))
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
    """Remove what Discord says in a channel of a new thread; where that does not work, it stays."""
    try:
        async for message in channel.history(limit=LOOKED_AT):
            line = message.type is discord.MessageType.thread_created and message.author == bot.user
            of = None if message.reference is None else message.reference.channel_id
            if line and (of == thread.id or (of is None and message.content == thread.name)):
                await message.delete()
                return
    except (discord.HTTPException, *BROKEN) as error:
        log.info("what is said of thread %d stays in channel %d: %r", thread.id, channel.id, error)


async def _attached(
    bot: ArenaBot,
    channel: discord.TextChannel | discord.ForumChannel,
    ordered: Ordered,
    name: str,
    note: Note,
    since: datetime | None,
) -> discord.Thread:
    """Open the thread of a message: that of the table, or one that the program posts for it."""
    if not isinstance(channel, discord.TextChannel):
        raise AssertionError(f"{ordered.start.origin} was asked for where no threads are")
    message_id = ordered.start.message_id or dict(ordered.made).get(MESSAGE)
    if message_id is None:
        message_id = await _own_message(bot, channel, ordered, since)
        if message_id is None:
            content, none = await _announcement(bot, ordered, None), discord.AllowedMentions.none()
            sent = await channel.send(content, nonce=f"start-{ordered.id}", allowed_mentions=none)
            if sent.id in await bot.arena.starter.orders.noted(channel.guild.id):
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
            "The message to which the match's thread belongs has one already, which I cannot see or in which another "
            "match is played. Open another table with `/new`."
        )
        raise Refusal(text, code="thread-taken")
    return found


async def _announcement(bot: ArenaBot, ordered: Ordered, about: SeasonMatch | None) -> str:
    """Return the words that tell a channel of a match which begins."""
    start = ordered.start
    game, players = registry.get(start.game).info.name, (await accounts_of(bot, start.people)).mentions(start.people)
    text = say("A match of {game} begins here: {players}.", game=game, players=players)
    if about is not None:
        where = about.where
        text = say("**{where}**: a match of {game} begins here: {players}.", where=where, game=game, players=players)
    return cut(shown(text, await bot.language(start.guild_id)), MESSAGE_LIMIT)


async def _own_message(
    bot: ArenaBot, channel: discord.TextChannel | discord.ForumChannel, ordered: Ordered, since: datetime | None
) -> int | None:
    """Return the message that was posted for a start and not noted, or None."""
    if since is None or ordered.start.message_id is not None or not isinstance(channel, discord.TextChannel):
        return None
    content, others = await _announcement(bot, ordered, None), await bot.arena.starter.orders.noted(channel.guild.id)
    async for message in channel.history(after=since - SKEW, oldest_first=True, limit=LOOKED_AT):
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
