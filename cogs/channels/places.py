"""The place of a match (this channel, a thread, silent channels of teams), and of its spectators."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Literal, TypeAlias
from weakref import WeakValueDictionary

import discord
from discord import app_commands
from discord.abc import GuildChannel
from discord.ext import commands

from cogs.core.access import guild_of, is_silenced, latest_match, match_for, whoami
from cogs.core.bot import ArenaBot, ArenaCog, Interaction
from cogs.core.errors import MissingPermission, Refusal, tell
from cogs.core.messages import accounts_of, channel_of
from cogs.core.permissions import labels
from cogs.core.text import CHANNEL_LIMIT, cut, mark, plain, shown
from cogs.silence.channels import fetch_members, remake_places, remaking
from cogs.ui.boards import SPECTATE
from engine.text import Player, Text, say
from hosting.housing import SHUT, housed, shut, unhoused
from hosting.lobby.model import ChannelBusy
from hosting.match.events import Change
from hosting.match.model import Match, Place, Where
from hosting.silence import SPECTATORS

log = logging.getLogger(__name__)

Channel: TypeAlias = GuildChannel | discord.Thread

WEEK: Literal[10080] = 10080
"""Minutes until Discord archives a quiet thread: the longest possible time."""
THREAD_NAME = say("{match}: {players}", context="name of a thread")
"""Its match, a game or a round of a league, and who plays."""

_POSTING = ("view_channel", "send_messages", "attach_files")
_POSTING_IN_THREADS = ("view_channel", "send_messages_in_threads", "attach_files")
# A thread is attached to the lobby, which takes reading it.
OPENING_THREADS = ("create_public_threads", "read_message_history", *_POSTING_IN_THREADS)
OPENING_PRIVATE = ("create_private_threads", *_POSTING_IN_THREADS)
OPENING_POSTS = ("send_messages", *_POSTING_IN_THREADS)
"""What it takes to open a post in a forum."""


async def choose(interaction: Interaction, wish: Where | None, *, silent: bool, alone: bool = False) -> Where:
    """Return where a match that is asked for in a channel is to be played.

    Silent teams need channels of their own. The thread of a one-player match (`alone`) is private, if the bot may make
    private ones.

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
    """Return where the match of a table in a channel is to be played; as `choose`."""
    if silent:
        return "channels"
    parent = (channel.parent_id,) if isinstance(channel, discord.Thread) else ()
    await require_no_partners(bot, channel.id, *parent)
    threads = isinstance(channel, discord.TextChannel)
    where = wish or (bot.default_where if threads else "here")
    if where == "thread":
        if not threads:
            raise Refusal(
                say(
                    "I can't open a thread here. Play in this channel, or use the command in an ordinary text channel."
                ),
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
    """Return where a match is to be played: as `choose_in`, but in a thread if another match is played there.

    From a thread, the match's thread is opened in the channel above (`thread_parent`).

    Raises:
        Refusal, MissingPermission: As `choose_in` says.
        ChannelBusy: Another match is played there, and no thread can be opened.
    """
    try:
        return await choose_in(bot, channel, granted, wish, silent=silent, alone=alone)
    except ChannelBusy:
        home = thread_parent(channel)
        if home is None:
            raise
        if home.id == channel.id:
            require(granted, *opening(granted, alone=alone))
        else:
            require_opening(home, alone=alone)
    return "thread"


def thread_parent(channel: object) -> discord.TextChannel | discord.ForumChannel | None:
    """Return the channel in which a thread beside another channel or thread can be opened, or None."""
    home = channel.parent if isinstance(channel, discord.Thread) else channel
    return home if isinstance(home, discord.TextChannel | discord.ForumChannel) else None


def require_opening(home: discord.TextChannel | discord.ForumChannel, *, alone: bool) -> None:
    """Raise unless the thread of a match can be opened in a channel without a message to attach it to."""
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
        if running is not None and is_silenced(running, channel_id):
            raise Refusal(
                say("The teams of a silent match can read this channel (R29). Please choose another one."),
                code="hushed",
            )


def can_post(granted: discord.Permissions, channel: object) -> bool:
    """Return whether permissions in a channel are enough to play a match there."""
    return all(getattr(granted, name) for name in posting(channel))


async def welcome(thread_id: int, bot: ArenaBot, person_ids: Sequence[int]) -> None:
    """Add the players to their thread, so that it is in their list."""
    accounts = await accounts_of(bot, person_ids)
    for account in filter(None, map(accounts.get, person_ids)):
        try:
            await bot.http.add_user_to_thread(thread_id, account)
        except discord.HTTPException as error:
            # They can still be mentioned there, and see the thread if they see the channel.
            log.info("could not add a player to thread %d: %s", thread_id, error)


def shut_out(guild: discord.Guild | None, channel_id: int) -> Text:
    """Return why the bot may not post in a match's channel, with the missing permissions if they are known."""
    channel = None if guild is None else guild.get_channel_or_thread(channel_id)
    if channel is None:
        return SHUT
    granted = granted_in(channel)
    lacking = tuple(name for name in posting(channel) if not getattr(granted, name))
    return shut(channel_id, labels(lacking)) if lacking else SHUT


def granted_in(channel: Channel) -> discord.Permissions:
    """Return the bot's permissions in a channel or in its threads.

    discord.py removes permissions that a denied Send Messages makes pointless in the channel itself, not in its
    threads.
    """
    parent = channel.parent if isinstance(channel, discord.Thread) else channel
    return discord.Permissions.none() if parent is None else GuildChannel.permissions_for(parent, channel.guild.me)


def opening(granted: discord.Permissions, *, alone: bool) -> tuple[str, ...]:
    """Return the permissions needed to open the thread of a match."""
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
        Refusal: Posts there need a tag, and all tags are for moderators.
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
    """Delete an unused thread, or archive it where that is not allowed; return whether it is gone."""
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
        log.warning("could not archive thread %d: %s", thread.id, error)


def require(granted: discord.Permissions, *permissions: str, channel: Channel | None = None) -> None:
    """Raise MissingPermission unless all these permissions are granted; None is the channel of the command."""
    if missing := tuple(name for name in permissions if not getattr(granted, name)):
        raise MissingPermission(missing, None if channel is None else channel.mention)


def posting(channel: object) -> tuple[str, ...]:
    """Return the permissions needed to play a match in a channel."""
    return _POSTING_IN_THREADS if isinstance(channel, discord.Thread) else _POSTING


# A place where spectators of a match talk, and which its players cannot read while it runs.
#
# Matches with channels of their own have one from the start (`cogs.silence.channels`). The others get a private thread
# as soon as a spectator wants one; the button lets in everyone but the players.


NEEDED = ("view_channel", "create_private_threads", "send_messages_in_threads")

_READS = say("{player} is playing and can still read this thread: members who can manage threads always can.")


class Spectators(ArenaCog):
    """Adds spectators and keeps players out."""

    under = "match"

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @app_commands.command(description=mark("Watch a match with others, in a place its players can't read"))
    @app_commands.describe(match=mark("Which match; the one in this channel if you leave it out"))
    async def spectate(self, interaction: Interaction, match: app_commands.Range[int, 1] | None = None) -> None:
        if match is None:
            await self._let_in(interaction, await latest_match(interaction))
            return
        await self._let_in(interaction, await match_for(interaction, match))

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        await self._let_in(interaction, await match_for(interaction, match_id))

    async def changed(self, match: Match) -> None:
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
        # The next spectator gets a new one.
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
        """Link to the spectators' channel of a silent match; a deleted one is made again (R29)."""
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
        """Return the thread of a match's spectators, opening one if there is none; the lock is held."""
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
                log.warning("could not remove person %d from thread %d: %s", person_id, thread.id, error)
                seat = match.seat_of(person_id)
                text = say(
                    "{player} is playing now and can still read this thread: I'm missing the permission {permissions}.",
                    player=Player(seat or 0),
                    permissions=labels(("manage_threads",)),
                )
                await self._say(thread, match, text)

    async def _open(self, match: Match, place: Place) -> None:
        thread = await self._existing(match, place)
        if thread is None:
            return
        await thread.edit(archived=False, invitable=True)
        await self._say(thread, match, say("The match is over, so its players can now come in and read this."))
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
    """Return the players who can read a private thread without being its members."""
    parent = thread.parent
    members = await fetch_members(bot, guild, sorted(seat.person_id for seat in match.seats))
    return [
        person_id
        for person_id, member in members.items()
        if parent is not None and parent.permissions_for(member).manage_threads
    ]


async def _parent(guild: discord.Guild, match: Match) -> discord.TextChannel:
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
