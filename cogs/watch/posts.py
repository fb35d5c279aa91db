"""Boards in the channels that follow matches, whether a channel may show them, and channels that can't be posted in."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TypeVar

import discord

from cogs.core.access import link
from cogs.core.bot import ArenaBot, PostContext
from cogs.core.messages import (
    Accounts,
    channel_of,
    find_own,
    post,
    whisper,
)
from cogs.core.permissions import labels
from cogs.core.text import MESSAGE_LIMIT, named, shown
from cogs.silence.channels import fetch_members
from cogs.silence.notices import organisers_channel
from cogs.ui.boards import board_content, ended_content, public, turns_before
from cogs.ui.pictures import draw_board, picture_name
from engine.text import Text, listed, say
from hosting.match.model import Match, Watch
from hosting.outbox import Behind, WatchPost

T = TypeVar("T")

# Boards in the channels that follow matches (outbox kind "watch"), and whether a channel may show them.
#
# Two things keep a board back. A channel that follows everything, or a player, shows no match whose own channel its
# readers could not look into. And what a silent match shows while it runs, its players must not see elsewhere: they
# would read what others say about a board there (R29). Such a channel gets the result at the end.


_WHY: dict[bool, Text] = {
    True: say("I've stopped following matches in the channel {channel}: it's gone."),
    False: say(
        "I've stopped following matches in {channel}: I can't post there. Give me these permissions there, and use "
        "`/watch` again: {permissions}."
    ),
}

_NEEDED = ("view_channel", "send_messages", "attach_files")


@dataclass(eq=False, slots=True)
class WatchPosts:
    """Delivers posts of kind "watch" (`cogs.core.bot.Delivery`)."""

    bot: ArenaBot

    async def send(self, context: PostContext[WatchPost]) -> int | None:
        """Post a board, if it is still wanted and may be seen; a channel that refuses is dropped."""
        watch, guild = await self.wanted(context.content.watch_id)
        if watch is None or guild is None or not await self._may_show(guild, watch, context):
            return None
        message = await self.sent(watch, self._post(watch, context))
        if message is None:
            return None
        await self._finish(watch, context)
        return message.id

    async def wanted(self, watch_id: int | None) -> tuple[Watch | None, discord.Guild | None]:
        """Return a watch and its server; None where it was ended, or the bot isn't in the server any more."""
        watch = None if watch_id is None else await self.bot.arena.watches.get(watch_id)
        return watch, None if watch is None else self.bot.require_server(watch.guild_id)

    async def sent(self, watch: Watch, sending: Awaitable[T]) -> T | None:
        """Return what came of sending to a watch's channel; drop the channel if it refuses."""
        try:
            return await sending
        except (discord.Forbidden, discord.NotFound) as error:
            await self.give_up(watch.guild_id, watch.channel_id, gone=isinstance(error, discord.NotFound))
            return None

    async def sent_before(self, context: PostContext[WatchPost]) -> int | None:
        """Search for the board in the channel's latest messages."""
        name = picture_name(context.match, context.post.seq)
        channel = self.bot.get_partial_messageable(context.post.channel_id, guild_id=context.match.guild_id)
        try:
            found = await find_own(self.bot, channel, lambda it: any(file.filename == name for file in it.attachments))
        except discord.NotFound:
            return None
        return None if found is None else found.id

    async def give_up(self, guild_id: int, channel_id: int, *, gone: bool) -> None:
        ended = await self.bot.arena.watches.leave(guild_id, channel_id)
        text = _WHY[gone].using(channel=f"<#{channel_id}>", permissions=labels(_NEEDED))
        reached = [await whisper(self.bot, guild_id, each, text) for each in sorted({each.person_id for each in ended})]
        room = await organisers_channel(self.bot, guild_id)
        if ended and not any(reached) and room is not None and room != channel_id:
            await post(self.bot, guild_id, room, text)

    async def _may_show(self, guild: discord.Guild, watch: Watch, context: PostContext[WatchPost]) -> bool:
        match, channel = context.match, await channel_of(guild, watch.channel_id)
        if channel is None:
            await self.give_up(watch.guild_id, watch.channel_id, gone=True)
            return False
        if match.silent and not match.over and await players_who_see(self.bot, guild, match, channel):
            return False
        if watch.kind == "match":
            return True
        board = await channel_of(guild, match.channel_id)
        return board is not None and as_open(guild, board, channel)

    async def _post(self, watch: Watch, context: PostContext[WatchPost]) -> discord.Message:
        match, session, locale = context.match, context.session, context.reader.locale
        if (
            session.last is not None
            and session.last.together
            and not await self.bot.arena.commitments.are_posted(match)
        ):
            raise Behind  # nothing is opened anywhere before the hashes of all stand in the match's own channel
        before = await turns_before(self.bot, match, context.post.seq)
        played = [] if session.last is None else [*before, session.last]
        events = public([event for each in played for event in each.events])
        board = await draw_board(match.game, session.view(None), events, match.names, context.reader)
        picture = board.files[0]
        picture.filename = picture_name(match, context.post.seq)
        title = shown(_title(match), locale)
        room = MESSAGE_LIMIT - len(title) - 1
        text = (
            board_content(match, session, locale, note=context.content.note, before=before, room=room)
            if session.outcome is None
            else ended_content(match, session, session.outcome, locale, mentioned=Accounts(), before=before, room=room)
        )
        channel = self.bot.get_partial_messageable(watch.channel_id, guild_id=watch.guild_id)
        return await channel.send(
            f"{title}\n{text}",
            file=picture,
            nonce=context.post.id,
            silent=watch.quiet,
            suppress_embeds=True,
            allowed_mentions=discord.AllowedMentions.none(),
        )

    async def _finish(self, watch: Watch, context: PostContext[WatchPost]) -> None:
        if watch.kind == "match" and context.session.outcome is not None:
            await self.bot.arena.watches.end(watch.id)


async def players_who_see(
    bot: ArenaBot, guild: discord.Guild, match: Match, channel: discord.abc.GuildChannel | discord.Thread
) -> list[int]:
    """Return the players of a match who can see a channel.

    A thread counts as its channel: members who see that can be added by a mention.
    """
    seen = channel.parent if isinstance(channel, discord.Thread) else channel
    members = await fetch_members(bot, guild, sorted(seat.person_id for seat in match.seats))
    return [
        person_id for person_id, member in members.items() if seen is None or seen.permissions_for(member).view_channel
    ]


def as_open(
    guild: discord.Guild,
    board: discord.abc.GuildChannel | discord.Thread,
    channel: discord.abc.GuildChannel | discord.Thread,
) -> bool:
    """Return whether every role that opens a channel opens the match's channel, too."""
    if isinstance(board, discord.Thread):
        if board.is_private():
            return False
        if board.parent is None:
            return False
        board = board.parent
    if isinstance(channel, discord.Thread):
        if channel.parent is None:
            return False
        channel = channel.parent
    if board == channel:
        return True
    return all(
        board.permissions_for(role).view_channel
        for role in guild.roles
        if channel.permissions_for(role).view_channel and not role.permissions.administrator
    )


def _title(match: Match) -> Text:
    return say(
        "{game}, [match {number}]({link}): {names}",
        game=match.session.game.info.name,
        number=match.id,
        link=link(match.guild_id, match.channel_id),
        names=listed(named(match.names), "comma"),
    )
