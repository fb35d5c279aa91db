"""Where a match is played: in this channel, in a thread of its own, or in the silent channels of its teams."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import discord

from cogs.core.bot import ArenaBot, Interaction
from cogs.core.context import guild_of, hushed
from cogs.core.errors import THREADS_FULL, MissingPermission, Refusal
from cogs.core.limits import CHANNEL_LIMIT
from cogs.core.text import cut
from cogs.silence.channels import create_places, undo_places
from engine import registry
from engine.text import Text, say
from hosting.lobby.errors import ChannelBusy
from hosting.match.model import Place, Table, Where

log = logging.getLogger(__name__)

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
        places: What `hosting.lobby.tables.Tables.start` needs.
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
        _require(interaction, *_opening(interaction, alone=alone))
        return "thread"
    _require(interaction, *_posting(interaction.channel))
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


async def open_places(
    interaction: Interaction, table: Table, message: discord.Message | discord.PartialMessage
) -> Opened:
    """Make the places for a table's match.

    Args:
        interaction: Of the member who starts it.
        table: Which table.
        message: The lobby; a thread is attached to it.

    Raises:
        ChannelBusy: It is to be played here, and another match is.
        MissingPermission: The bot could not play there.
        discord.HTTPException: Discord refuses; nothing is left behind.
    """
    bot = interaction.client
    if table.where == "channels":
        guild = guild_of(interaction)
        places = tuple(await create_places(bot, table, guild))
        return Opened(places, lambda: undo_places(bot, guild, places))
    if table.where == "thread":
        mode = registry.mode_of(table.game, table.mode)
        needed = _opening(interaction, alone=mode is not None and mode.alone)
        _require(interaction, *needed)
        try:
            private = needed is _OPENING_PRIVATE
            players = [seat.person_id for seat in table.seats if seat.person_id is not None]
            unseen = private and await bot.arena.watches.follows(table.guild_id, players)
            thread = await (_private_thread(interaction, table) if private else _thread(bot, table, message))
        except discord.HTTPException as error:
            if error.code != THREADS_FULL or not await _can_play_here(interaction, table):
                raise
            log.warning("server %d has no room for another thread; table %d is played here", table.guild_id, table.id)
            return Opened((Place("board", table.channel_id),), _nothing, _NO_THREAD)
        return Opened((Place("board", thread.id),), lambda: discard(thread), _NOT_FOLLOWED if unseen else None)
    _require(interaction, *_posting(interaction.channel))
    if running := await bot.arena.matches.running_in(table.channel_id):
        raise ChannelBusy(running.id)
    return Opened((Place("board", table.channel_id),), _nothing)


_NO_THREAD = say(
    "This server has as many active threads as Discord allows (1,000), so no other could be opened: the match is "
    "played in this channel."
)

_NOT_FOLLOWED = say(
    "Only you and those whom you let in read this thread, so channels that follow you or this server do not show this "
    "match. `/watch match` has one show it; the next time, so does `where: here`."
)


async def _can_play_here(interaction: Interaction, table: Table) -> bool:
    """Return whether a match that finds no thread can be played where its table was opened."""
    if not can_post(interaction.app_permissions, interaction.channel):
        return False
    return await interaction.client.arena.matches.running_in(table.channel_id) is None


async def welcome(thread_id: int, bot: ArenaBot, person_ids: Sequence[int]) -> None:
    """Make the players members of their thread, so that they find it in their list."""
    for person_id in person_ids:
        try:
            await bot.http.add_user_to_thread(thread_id, person_id)
        except discord.HTTPException as error:
            # They can still be mentioned there, and see the thread if they see the channel.
            log.info("could not add user %d to thread %d: %s", person_id, thread_id, error)


def _opening(interaction: Interaction, *, alone: bool) -> tuple[str, ...]:
    """Return the permissions that it takes to open the thread of a match."""
    return _OPENING_PRIVATE if alone and interaction.app_permissions.create_private_threads else _OPENING_THREADS


async def _private_thread(interaction: Interaction, table: Table) -> discord.Thread:
    """Open a thread that only those read who are let in: nobody else is in a match that is played alone."""
    if not isinstance(interaction.channel, discord.TextChannel):
        raise AssertionError(f"table {table.id} was opened where no threads are")
    return await interaction.channel.create_thread(
        name=_thread_name(table),
        type=discord.ChannelType.private_thread,
        invitable=True,
        auto_archive_duration=WEEK,
    )


def _thread_name(table: Table) -> str:
    info = registry.get(table.game).info
    return cut(f"{info.name}: {', '.join(seat.name for seat in table.seats)}", CHANNEL_LIMIT)


async def _thread(bot: ArenaBot, table: Table, message: discord.Message | discord.PartialMessage) -> discord.Thread:
    try:
        return await message.create_thread(name=_thread_name(table), auto_archive_duration=WEEK)
    except discord.HTTPException as error:
        if error.code != THREAD_EXISTS:
            raise
    # An earlier attempt to start, perhaps of a process that died, left it; a message has one thread, with its own id.
    found = await bot.fetch_channel(message.id)
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


def _require(interaction: Interaction, *permissions: str) -> None:
    granted = interaction.app_permissions
    if missing := tuple(name for name in permissions if not getattr(granted, name)):
        raise MissingPermission(missing)


def _posting(channel: object) -> tuple[str, ...]:
    return _POSTING_IN_THREADS if isinstance(channel, discord.Thread) else _POSTING


def _channel_id(interaction: Interaction) -> int:
    if interaction.channel_id is None:
        raise AssertionError("a command comes from a channel")
    return interaction.channel_id
