"""Where a match is played: in this channel, in a thread of its own, or in the silent channels of its teams."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import discord
from discord.abc import GuildChannel

from cogs.core.bot import ArenaBot, Interaction
from cogs.core.context import hushed
from cogs.core.errors import THREADS_FULL, MissingPermission, Refusal
from cogs.core.limits import CHANNEL_LIMIT
from cogs.core.messages import channel_of
from cogs.core.text import cut
from cogs.silence.channels import create_places, undo_places
from engine import registry
from engine.text import Text, say
from hosting.lobby.errors import ChannelBusy
from hosting.match.model import Place, Start, Where

log = logging.getLogger(__name__)

Channel: TypeAlias = GuildChannel | discord.Thread

WEEK: Literal[10080] = 10080
"""Minutes until Discord archives a thread in which nothing happens: the longest there is."""
THREAD_EXISTS = 160004

_POSTING = ("view_channel", "send_messages", "attach_files")
_POSTING_IN_THREADS = ("view_channel", "send_messages_in_threads", "attach_files")
# A thread is attached to the lobby, which takes reading it.
_OPENING_THREADS = ("create_public_threads", "read_message_history", *_POSTING_IN_THREADS)
_OPENING_PRIVATE = ("create_private_threads", *_POSTING_IN_THREADS)


@dataclass(frozen=True, slots=True)
class Opened:
    """The places of a match that is about to start.

    Attributes:
        places: What the match is written with.
        undo: Takes back what was created, if the match does not start after all.
        note: What its players are told, where it is not played or not shown as they may expect.
    """

    places: tuple[Place, ...]
    undo: Callable[[], Awaitable[None]]
    note: Text | None = None


async def choose(interaction: Interaction, wish: Where | None, *, silent: bool, alone: bool = False) -> Where:
    """Return where a match that is asked for in a channel is to be played.

    Args:
        interaction: Of the member who asks, in the channel in question.
        wish: What they asked for, if they did.
        silent: Whether the mode of the game has silent teams, which need channels of their own.
        alone: Whether it is played alone: then a thread is a private one, where the bot may make those.

    Raises:
        Refusal: Threads cannot be made there, or the partners of a silent match read there.
        ChannelBusy: It is to be played there, and another match is.
        MissingPermission: The bot could not play there.
    """
    if silent:
        return "channels"
    await _require_no_partners(interaction)
    threads = isinstance(interaction.channel, discord.TextChannel)
    where = wish or (interaction.client.default_where if threads else "here")
    if where == "thread":
        if not threads:
            raise Refusal(
                say("No thread can be opened here. Choose `where: here`, or ask in an ordinary text channel."),
                code="no-threads-here",
            )
        _require(interaction.app_permissions, *_opening(interaction.app_permissions, alone=alone))
        return "thread"
    _require(interaction.app_permissions, *_posting(interaction.channel))
    if running := await interaction.client.arena.matches.running_in(_channel_id(interaction)):
        raise ChannelBusy(running.id)
    return "here"


async def _require_no_partners(interaction: Interaction) -> None:
    """Refuse a place where silent partners read: a thread shows its players' names, which are their own words (R29)."""
    channel = interaction.channel
    read = [_channel_id(interaction)]
    if isinstance(channel, discord.Thread):
        read.append(channel.parent_id)
    for channel_id in read:
        running = await interaction.client.arena.matches.running_in(channel_id)
        if running is not None and hushed(running, channel_id):
            raise Refusal(
                say("The teams of a silent match read here (R29): please choose another channel."), code="hushed"
            )


def can_post(granted: discord.Permissions, channel: object) -> bool:
    """Return whether permissions in a channel are enough to play a match there."""
    return all(getattr(granted, name) for name in _posting(channel))


async def open_places(bot: ArenaBot, guild: discord.Guild, start: Start, names: Sequence[str], number: int) -> Opened:
    """Make the places of a match that is to begin.

    Args:
        bot: The bot.
        guild: Its server.
        start: What is to begin; the message that it names gets the thread.
        names: Of the players, in the order of play.
        number: Tells the channels of silent teams from others.

    Raises:
        ChannelBusy: It is to be played in a channel in which another match is.
        MissingPermission: The bot could not play there.
        Refusal: The channel is gone.
        discord.HTTPException: Discord refuses; nothing is left behind.
    """
    if start.where == "channels":
        places = tuple(await create_places(bot, guild, start, number))
        return Opened(places, lambda: undo_places(bot, guild, places))
    channel = await channel_of(guild, start.channel_id)
    if channel is None:
        raise Refusal(say("The channel in which the match was to be played is gone."), code="channel-gone")
    granted = _granted(channel)
    if start.where == "thread":
        mode = registry.mode_of(start.game, start.mode)
        needed = _opening(granted, alone=mode is not None and mode.alone)
        _require(granted, *needed)
        private = needed is _OPENING_PRIVATE
        unseen = private and await bot.arena.watches.follows(start.guild_id, start.people)
        try:
            thread = await _thread(bot, channel, start, names, private=private)
        except discord.HTTPException as error:
            if error.code != THREADS_FULL or not await _can_play_in(bot, channel, granted):
                raise
            log.warning("server %d has no room for another thread: %s is played in its channel", guild.id, start.origin)
            return Opened((Place("board", channel.id),), _nothing, _NO_THREAD)
        return Opened((Place("board", thread.id),), lambda: discard(thread), _NOT_FOLLOWED if unseen else None)
    _require(granted, *_posting(channel))
    if running := await bot.arena.matches.running_in(channel.id):
        raise ChannelBusy(running.id)
    return Opened((Place("board", channel.id),), _nothing)


_NO_THREAD = say(
    "This server has as many active threads as Discord allows (1,000), so no other could be opened: the match is "
    "played in this channel."
)

_NOT_FOLLOWED = say(
    "Only you and those whom you let in read this thread, so channels that follow you or this server do not show this "
    "match. `/watch match` has one show it; the next time, so does `where: here`."
)


async def _can_play_in(bot: ArenaBot, channel: Channel, granted: discord.Permissions) -> bool:
    """Return whether a match that finds no thread can be played where it was asked for."""
    return can_post(granted, channel) and await bot.arena.matches.running_in(channel.id) is None


async def welcome(thread_id: int, bot: ArenaBot, person_ids: Sequence[int]) -> None:
    """Make the players members of their thread, so that they find it in their list."""
    for person_id in person_ids:
        try:
            await bot.http.add_user_to_thread(thread_id, person_id)
        except discord.HTTPException as error:
            # They can still be mentioned there, and see the thread if they see the channel.
            log.info("could not add user %d to thread %d: %s", person_id, thread_id, error)


def _granted(channel: Channel) -> discord.Permissions:
    """Return what the bot may do in a channel or in its threads.

    discord.py takes away what a denied Send Messages makes pointless in the channel itself, not in its threads.
    """
    parent = channel.parent if isinstance(channel, discord.Thread) else channel
    return discord.Permissions.none() if parent is None else GuildChannel.permissions_for(parent, channel.guild.me)


def _opening(granted: discord.Permissions, *, alone: bool) -> tuple[str, ...]:
    """Return the permissions that it takes to open the thread of a match."""
    return _OPENING_PRIVATE if alone and granted.create_private_threads else _OPENING_THREADS


async def _thread(
    bot: ArenaBot, channel: Channel, start: Start, names: Sequence[str], *, private: bool
) -> discord.Thread:
    """Open the thread of a match: a private one only those read who are let in, as nobody else is in the match."""
    if not isinstance(channel, discord.TextChannel):
        raise AssertionError(f"{start.origin} was asked for where no threads are")
    name = cut(f"{registry.get(start.game).info.name}: {', '.join(names)}", CHANNEL_LIMIT)
    if private:
        kind = discord.ChannelType.private_thread
        return await channel.create_thread(name=name, type=kind, invitable=True, auto_archive_duration=WEEK)
    if start.message_id is None:
        raise AssertionError(f"{start.origin} has no message for its thread")
    try:
        message = channel.get_partial_message(start.message_id)
        return await message.create_thread(name=name, auto_archive_duration=WEEK)
    except discord.HTTPException as error:
        if error.code != THREAD_EXISTS:
            raise
    # An earlier attempt to start, perhaps of a process that died, left it; a message has one thread, with its own id.
    found = await bot.fetch_channel(start.message_id)
    if not isinstance(found, discord.Thread):
        raise AssertionError(f"channel {found.id} is not the thread of its message")
    return await found.edit(archived=False) if found.archived else found


async def discard(thread: discord.Thread) -> None:
    """Delete a thread that was made in vain, or put it away where deleting is not allowed."""
    try:
        await thread.delete()
        return
    except discord.NotFound:
        log.debug("thread %d is gone already", thread.id)
        return
    except discord.HTTPException as error:
        log.info("could not delete thread %d: %s", thread.id, error)
    # Deleting takes Manage Threads, which is not asked for; members may put away threads that they opened.
    try:
        await thread.edit(archived=True)
    except discord.HTTPException as error:
        # The next attempt to start uses it again. What kept this one from starting must be told, not this.
        log.warning("could not put thread %d away: %s", thread.id, error)


async def _nothing() -> None:
    return


def _require(granted: discord.Permissions, *permissions: str) -> None:
    if missing := tuple(name for name in permissions if not getattr(granted, name)):
        raise MissingPermission(missing)


def _posting(channel: object) -> tuple[str, ...]:
    return _POSTING_IN_THREADS if isinstance(channel, discord.Thread) else _POSTING


def _channel_id(interaction: Interaction) -> int:
    if interaction.channel_id is None:
        raise AssertionError("a command comes from a channel")
    return interaction.channel_id
