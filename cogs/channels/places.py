"""Where a match is played: in this channel, in a thread of its own, or in the silent channels of its teams."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Literal, TypeAlias

import discord
from discord.abc import GuildChannel

from cogs.core.bot import ArenaBot, Interaction
from cogs.core.context import hushed
from cogs.core.errors import MissingPermission, Refusal
from cogs.core.messages import accounts_of
from cogs.core.permissions import labels
from engine.text import Text, say
from hosting.housing import SHUT, shut
from hosting.lobby.model import ChannelBusy
from hosting.match.model import Where

log = logging.getLogger(__name__)

Channel: TypeAlias = GuildChannel | discord.Thread

WEEK: Literal[10080] = 10080
"""Minutes until Discord archives a thread in which nothing happens: the longest there is."""

_POSTING = ("view_channel", "send_messages", "attach_files")
_POSTING_IN_THREADS = ("view_channel", "send_messages_in_threads", "attach_files")
# A thread is attached to the lobby, which takes reading it.
OPENING_THREADS = ("create_public_threads", "read_message_history", *_POSTING_IN_THREADS)
OPENING_PRIVATE = ("create_private_threads", *_POSTING_IN_THREADS)
OPENING_POSTS = ("send_messages", *_POSTING_IN_THREADS)
"""What it takes to open a post in a forum."""


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
    place, bot = interaction.channel, interaction.client
    if place is None:
        raise AssertionError("a command comes from a channel")
    return await choose_in(bot, place, interaction.app_permissions, wish, silent=silent, alone=alone)


async def choose_in(
    bot: ArenaBot,
    channel: discord.interactions.InteractionChannel,
    granted: discord.Permissions,
    wish: Where | None,
    *,
    silent: bool,
    alone: bool = False,
) -> Where:
    """Return where a match is to be played whose table is opened in a channel: as `choose`, which says the rest.

    Args:
        bot: Who asks Discord.
        channel: Where the table is opened.
        granted: What the bot may do there.
        wish: As there.
        silent: As there.
        alone: As there.
    """
    if silent:
        return "channels"
    parent = (channel.parent_id,) if isinstance(channel, discord.Thread) else ()
    await require_no_partners(bot, channel.id, *parent)
    threads = isinstance(channel, discord.TextChannel)
    where = wish or (bot.default_where if threads else "here")
    if where == "thread":
        if not threads:
            raise Refusal(
                say("I can't open a thread here: play right here, or ask in an ordinary text channel."),
                code="no-threads-here",
            )
        require(granted, *opening(granted, alone=alone))
        return "thread"
    require(granted, *posting(channel))
    if running := await bot.arena.matches.running_in(channel.id):
        raise ChannelBusy(running.id)
    return "here"


async def choose_free(
    bot: ArenaBot,
    channel: discord.interactions.InteractionChannel,
    granted: discord.Permissions,
    wish: Where | None,
    *,
    silent: bool,
    alone: bool = False,
) -> Where:
    """Return where a match is to be played: as `choose_in`, but in a thread where another match is played there.

    The thread of a match that is asked for in a thread is opened in the channel above (`beside`).

    Raises:
        Refusal, MissingPermission: As `choose_in` says.
        ChannelBusy: Another match is played there, and no thread can be opened.
    """
    try:
        return await choose_in(bot, channel, granted, wish, silent=silent, alone=alone)
    except ChannelBusy:
        home = beside(channel)
        if home is None:
            raise
        if home.id == channel.id:
            require(granted, *opening(granted, alone=alone))
        else:
            require_opening(home, alone=alone)
    return "thread"


def beside(channel: object) -> discord.TextChannel | discord.ForumChannel | None:
    """Return the channel in which a thread can be opened beside what goes on in another one; None if in none."""
    home = channel.parent if isinstance(channel, discord.Thread) else channel
    return home if isinstance(home, discord.TextChannel | discord.ForumChannel) else None


def require_opening(home: discord.TextChannel | discord.ForumChannel, *, alone: bool) -> None:
    """Raise unless the thread of a match can be opened in a channel in which nothing was said of it before.

    Raises:
        MissingPermission: The bot lacks permissions there.
        Refusal: Posts of the forum need a tag that it cannot give.
    """
    granted = granted_in(home)
    needed = OPENING_POSTS if isinstance(home, discord.ForumChannel) else opening(granted, alone=alone)
    if needed is OPENING_THREADS:
        needed = (*OPENING_THREADS, "send_messages")  # the message to which it is attached
    require(granted, *needed, channel=home)
    tags_for(home)


async def require_no_partners(bot: ArenaBot, *channel_ids: int) -> None:
    """Refuse a place where silent partners read: a thread shows its players' names, which are their own words (R29)."""
    for channel_id in channel_ids:
        running = await bot.arena.matches.running_in(channel_id)
        if running is not None and hushed(running, channel_id):
            raise Refusal(
                say("The teams of a silent match read this channel (R29): please choose another one."), code="hushed"
            )


def can_post(granted: discord.Permissions, channel: object) -> bool:
    """Return whether permissions in a channel are enough to play a match there."""
    return all(getattr(granted, name) for name in posting(channel))


async def welcome(thread_id: int, bot: ArenaBot, person_ids: Sequence[int]) -> None:
    """Make the players members of their thread, so that they find it in their list."""
    accounts = await accounts_of(bot, person_ids)
    for account in filter(None, map(accounts.get, person_ids)):
        try:
            await bot.http.add_user_to_thread(thread_id, account)
        except discord.HTTPException as error:
            # They can still be mentioned there, and see the thread if they see the channel.
            log.info("could not add a player to thread %d: %s", thread_id, error)


def shut_out(guild: discord.Guild | None, channel_id: int) -> Text:
    """Return why the bot may not post in a match's channel: by the permissions that it lacks, where it knows them."""
    channel = None if guild is None else guild.get_channel_or_thread(channel_id)
    if channel is None:
        return SHUT
    granted = granted_in(channel)
    lacking = tuple(name for name in posting(channel) if not getattr(granted, name))
    return shut(channel_id, labels(lacking)) if lacking else SHUT


def granted_in(channel: Channel) -> discord.Permissions:
    """Return what the bot may do in a channel or in its threads.

    discord.py takes away what a denied Send Messages makes pointless in the channel itself, not in its threads.
    """
    parent = channel.parent if isinstance(channel, discord.Thread) else channel
    return discord.Permissions.none() if parent is None else GuildChannel.permissions_for(parent, channel.guild.me)


def opening(granted: discord.Permissions, *, alone: bool) -> tuple[str, ...]:
    """Return the permissions that it takes to open the thread of a match."""
    return OPENING_PRIVATE if alone and granted.create_private_threads else OPENING_THREADS


def require_threads(channel: Channel) -> None:
    """Raise unless the bot can open the threads of matches in a channel, or their posts in a forum.

    Raises:
        MissingPermission: It lacks permissions.
        Refusal: Discord has no threads there.
    """
    needed = OPENING_POSTS if isinstance(channel, discord.ForumChannel) else (*OPENING_THREADS, "send_messages")
    require(granted_in(channel), *needed)
    if isinstance(threaded(channel), discord.ForumChannel):
        tags_for(channel)


def tags_for(forum: Channel) -> list[discord.ForumTag]:
    """Return the tags of a post that the bot opens in a forum: none unless posts need one, else the first it can give.

    Raises:
        Refusal: Posts there need a tag, and all that there are is for moderators.
    """
    if not isinstance(forum, discord.ForumChannel) or not forum.flags.require_tag:
        return []
    moderates = granted_in(forum).manage_threads
    found = [tag for tag in forum.available_tags if moderates or not tag.moderated]
    if not found:
        raise Refusal(
            say(
                "Posts in {channel} need a tag, and it has none that I can use: add one that isn't for "
                "moderators only, or choose another channel.",
                channel=forum.mention,
            ),
            code="no-tag",
        )
    return found[:1]


def threaded(channel: Channel) -> discord.TextChannel | discord.ForumChannel:
    """Return a channel if threads can be opened there. Raises Refusal."""
    if not isinstance(channel, discord.TextChannel | discord.ForumChannel):
        raise Refusal(say("I can't open a thread in {channel}.", channel=channel.mention), code="no-threads-here")
    return channel


async def discard(thread: discord.Thread) -> bool:
    """Delete a thread that was made in vain, or put it away where that is not allowed; return whether it is gone."""
    try:
        await thread.delete()
    except discord.NotFound:
        log.debug("thread %d is gone already", thread.id)
    except discord.HTTPException as error:
        log.info("could not delete thread %d: %s", thread.id, error)
        await _put_away(thread)
        return False
    return True


async def _put_away(thread: discord.Thread) -> None:
    # Deleting takes Manage Threads, which is not asked for; members may put away threads that they opened.
    try:
        await thread.edit(archived=True)
    except discord.HTTPException as error:
        # The next attempt to start uses it again. What kept this one from starting must be told, not this.
        log.warning("could not put thread %d away: %s", thread.id, error)


def require(granted: discord.Permissions, *permissions: str, channel: Channel | None = None) -> None:
    """Raise MissingPermission unless all of some permissions are there; None is the channel in which it is asked."""
    if missing := tuple(name for name in permissions if not getattr(granted, name)):
        raise MissingPermission(missing, None if channel is None else channel.mention)


def posting(channel: object) -> tuple[str, ...]:
    """Return the permissions that it takes to play a match in a channel."""
    return _POSTING_IN_THREADS if isinstance(channel, discord.Thread) else _POSTING
