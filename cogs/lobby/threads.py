"""The thread of a match that is about to begin: opened once, and found again by a process that was not told its id.

Discord opens no thread by a key of the caller's, so each kind is found in a way of its own:

- A thread attached to a message has the message's id, and a message has one thread. The message of a table is known
  before. The program posts one of its own, tells it by its words, which hold the number of the start, and gives it a
  nonce, so that Discord itself posts it once within some minutes.
- Private threads and posts of a forum are looked for among the active ones that the bot opened since in that channel:
  one by the same name that no match has, and that was made for no other start. Starts that could be taken for each
  other are not made at the same time (`lock`).
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
from cogs.core.text import cut, shown
from engine import registry
from engine.text import say
from hosting.league.calls import LEAGUE
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
    name = _name(ordered.start, names)
    async with lock(channel.id):
        thread = await _left(bot, channel, ordered, since, name)
        if thread is None and (private or isinstance(channel, discord.ForumChannel)):
            thread = await _new(bot, channel, ordered, name)
        if thread is None:
            thread = await _attached(bot, channel, ordered, name, note, since)
        await note(THREAD, thread.id)
    return await thread.edit(archived=False) if thread.archived else thread


async def discard_thread(bot: ArenaBot, guild: discord.Guild, ordered: Ordered) -> tuple[tuple[str, int], ...]:
    """Take back what was made for a start that was to have a thread, noted or not; return what is still there."""
    start, made = ordered.start, dict(ordered.made)
    channel = await channel_of(guild, start.channel_id)
    if not isinstance(channel, discord.TextChannel | discord.ForumChannel):
        return ()  # gone, with what was in it
    async with lock(channel.id):
        since = ordered.began_at
        message_id = made.get(MESSAGE) or await _own_message(bot, channel, ordered, since)
        thread = await _left(bot, channel, ordered, since)
        thread = thread or await _thread_of(bot, guild, start.message_id or message_id)
        own = thread is not None and thread.owner_id == guild.me.id  # else a member opened it on the message
        if thread is not None and own and not await discard(thread):
            return tuple((what, number) for what, number in ((MESSAGE, message_id), (THREAD, thread.id)) if number)
        if message_id is not None and not await _delete(bot, channel.id, message_id):
            return ((MESSAGE, message_id),)
    return ()


def _name(start: Start, names: Sequence[str]) -> str:
    return cut(f"{_prefix(start)}{', '.join(names)}", CHANNEL_LIMIT)


def _prefix(start: Start) -> str:
    return f"{registry.get(start.game).info.name}: "


async def _left(
    bot: ArenaBot,
    channel: discord.TextChannel | discord.ForumChannel,
    ordered: Ordered,
    since: datetime | None,
    name: str | None = None,
) -> discord.Thread | None:
    """Return the thread that an earlier attempt noted, or left unnoted, or None.

    Threads that no message tells apart are told by their whole name where they are to be used. Where they are to be
    removed, the game's is enough: another start that lost its thread opens a new one.
    """
    guild = channel.guild
    if (noted := dict(ordered.made).get(THREAD)) is not None:
        return await _thread_of(bot, guild, noted)
    mode = registry.mode_of(ordered.start.game, ordered.start.mode)
    alone = mode is not None and mode.alone
    if since is None or not (alone or isinstance(channel, discord.ForumChannel)):
        return None  # a thread of a message
    others = await bot.arena.starter.orders.noted(guild.id)
    for thread in await guild.active_threads():
        new = thread.created_at is not None and thread.created_at >= since - SKEW
        if not new or thread.owner_id != guild.me.id or thread.parent_id != channel.id or thread.id in others:
            continue
        known = thread.name == name if name is not None else thread.name.startswith(_prefix(ordered.start))
        alike = thread.is_private() or isinstance(channel, discord.ForumChannel)
        if known and alike and await _is_free(bot, thread.id):
            return thread
    return None


async def _new(
    bot: ArenaBot, channel: discord.TextChannel | discord.ForumChannel, ordered: Ordered, name: str
) -> discord.Thread:
    if isinstance(channel, discord.ForumChannel):
        content, none = await _announcement(bot, ordered), discord.AllowedMentions.none()
        made = await channel.create_thread(
            name=name,
            content=content,
            applied_tags=tags_for(channel),
            auto_archive_duration=WEEK,
            allowed_mentions=none,
        )
        return made.thread
    kind = discord.ChannelType.private_thread
    return await channel.create_thread(name=name, type=kind, invitable=True, auto_archive_duration=WEEK)


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
            content, none = await _marker(bot, ordered), discord.AllowedMentions.none()
            quiet = _of_league(ordered.start)
            sent = await channel.send(content, nonce=f"start-{ordered.id}", allowed_mentions=none, silent=quiet)
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


def _of_league(start: Start) -> bool:
    return start.origin.partition(":")[0] == LEAGUE


async def _marker(bot: ArenaBot, ordered: Ordered) -> str:
    """Return the words of the message to which a thread is attached; no other start has the same.

    A round of a league has as many of them as matches, and its own post says what begins: each is one small line.
    """
    start = ordered.start
    if not _of_league(start):
        return await _announcement(bot, ordered)
    text = say(
        "-# {players} (start {number})",
        players=(await accounts_of(bot, start.people)).mentions(start.people),
        number=str(ordered.id),
    )
    return cut(shown(text, await bot.language(start.guild_id)), MESSAGE_LIMIT)


async def _announcement(bot: ArenaBot, ordered: Ordered) -> str:
    """Return the words that tell a channel of a match which begins; no other start has the same."""
    start = ordered.start
    text = say(
        "A match of {game} begins here: {players}.\n-# Start {number}",
        game=registry.get(start.game).info.name,
        players=(await accounts_of(bot, start.people)).mentions(start.people),
        number=str(ordered.id),
    )
    return cut(shown(text, await bot.language(start.guild_id)), MESSAGE_LIMIT)


async def _own_message(
    bot: ArenaBot, channel: discord.TextChannel | discord.ForumChannel, ordered: Ordered, since: datetime | None
) -> int | None:
    """Return the message that was posted for a start and not noted, or None."""
    if since is None or ordered.start.message_id is not None or not isinstance(channel, discord.TextChannel):
        return None
    content = await _marker(bot, ordered)
    async for message in channel.history(after=since - SKEW, oldest_first=True, limit=LOOKED_AT):
        if message.author == bot.user and message.content == content:
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
