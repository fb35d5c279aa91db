"""Messages to organisers and players about the silence, and mentions that only one player sees."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Final

import discord

from cogs.core.access import organises
from cogs.core.bot import ArenaBot
from cogs.core.messages import accounts_of, only, post, whisper, whisper_to_stranger
from cogs.core.text import MESSAGE_LIMIT, cut, plain
from cogs.silence.channels import fetch_members
from engine.text import Player, Text, say
from hosting.match.model import Match

_CHANNEL_GONE = say(
    "The channel where I told organisers about silent teams is gone. From now on I'll write to each match's "
    "host, or to the server's owner. `/silence settings organisers:` sets another channel."
)


async def tell_players(bot: ArenaBot, match: Match, person_ids: Iterable[int], text: Text) -> None:
    """Send players a direct message; those who take none find the text on the board."""
    reached = [await _whisper(bot, match, person_id, text) for person_id in sorted(person_ids)]
    if not all(reached):
        await on_board(bot, match, text)


async def tell_organisers(
    bot: ArenaBot, match: Match, text: Text, *, or_board: bool = True, view: discord.ui.View | None = None
) -> None:
    """Tell organisers about a match: in their channel, else its host, else the server's owner.

    A host or owner who plays is not asked to judge their own match; if nobody is left, the text goes to the board,
    unless partners should not read it. The buttons of `view` only go to the organisers' channel.
    """
    about = say("Match {link}: {text}", link=f"<#{match.channel_id}>", text=text)
    channel_id = await organisers_channel(bot, match.guild_id)
    if channel_id is not None:
        posted = await post(bot, match.guild_id, channel_id, about, match.names, view=view)
        if posted and view is not None:
            bot.offer(match.id, channel_id, posted)
        if posted:
            return
    if match.seat_of(match.organiser_id) is None and await _whisper(bot, match, match.organiser_id, about):
        return
    if await _tell_owner(bot, match, about):
        return
    if or_board:
        await on_board(bot, match, text)


async def call_for(bot: ArenaBot, guild_id: int, people: Iterable[int]) -> tuple[str, discord.AllowedMentions]:
    """Return the mention of a server's organisers, and the permission for it.

    `people` are mentioned if there is no role, as far as they still organise matches.
    """
    role_id = (await bot.arena.settings.server(guild_id)).organiser_role_id
    if role_id is not None:
        role = discord.AllowedMentions(everyone=False, users=False, roles=[discord.Object(role_id)])
        return f"<@&{role_id}>", role
    members = await _organising(bot, guild_id, people)
    users = discord.AllowedMentions(everyone=False, roles=False, users=list(members.values()))
    return " ".join(each.mention for each in members.values()), users if members else discord.AllowedMentions.none()


async def call_organisers(bot: ArenaBot, guild_id: int, text: Text, people: Iterable[int], *, but: int) -> None:
    """Tell a server's organisers of something that only they can repair.

    In their channel, with their role, unless it is `but`; else `people` in private, such as the maker of a league, as
    far as they still organise matches; else the server's owner.
    """
    room, everyone = await organisers_channel(bot, guild_id), list(dict.fromkeys(people))
    if room is not None and room != but:
        called, mentions = await call_for(bot, guild_id, everyone)
        said = say("{organisers}\n{text}", organisers=called, text=text) if called else text
        if await post(bot, guild_id, room, said, mentions=mentions):
            return
    members = await _organising(bot, guild_id, everyone)
    if any([await whisper(bot, guild_id, each, text) for each in members]):
        return
    guild = bot.get_guild(guild_id)
    if guild is not None and guild.owner_id is not None:
        await whisper_to_stranger(bot, guild_id, guild.owner_id, text)


async def _organising(bot: ArenaBot, guild_id: int, people: Iterable[int]) -> dict[int, discord.Member]:
    """Return which of these people are members of a server and organise its matches now."""
    guild = bot.get_guild(guild_id)
    members = {} if guild is None else await fetch_members(bot, guild, people)
    return {person: member for person, member in members.items() if await organises(bot, member)}


async def tell_channel_gone(bot: ArenaBot, guild: discord.Guild, hosts: Iterable[int]) -> None:
    """Tell the owner of a server, and hosts of silent matches, that the organisers' channel is gone.

    If nobody can be reached in private, the text goes to the channel for Discord's messages to moderators, or the
    system one.
    """
    people = sorted(hosts)
    reached = [await whisper(bot, guild.id, each, _CHANNEL_GONE) for each in people]
    owner = None if guild.owner_id is None else await bot.arena.people.find(guild.owner_id)
    if owner is not None and owner not in people:
        reached.append(await whisper(bot, guild.id, owner, _CHANNEL_GONE))
    elif owner is None and guild.owner_id is not None:
        reached.append(await whisper_to_stranger(bot, guild.id, guild.owner_id, _CHANNEL_GONE))
    for channel in (guild.public_updates_channel, guild.system_channel):
        if not any(reached) and channel is not None:
            reached.append(await post(bot, guild.id, channel.id, _CHANNEL_GONE) is not None)


async def on_board(bot: ArenaBot, match: Match, text: Text) -> None:
    await bot.arena.board_updates.above(match.id, text)


async def organisers_channel(bot: ArenaBot, guild_id: int) -> int | None:
    """Return a server's channel for messages to organisers, or None."""
    noted = await bot.arena.settings.remembered(_key(guild_id))
    return int(noted) if noted else None


async def set_organisers_channel(bot: ArenaBot, guild_id: int, channel_id: int | None) -> None:
    """Set the channel for messages to organisers; None for direct messages."""
    await bot.arena.settings.remember(_key(guild_id), str(channel_id or ""))


async def _tell_owner(bot: ArenaBot, match: Match, text: Text) -> bool:
    """Tell the owner of the server, who may not be cached, unless they play; return whether they were told."""
    guild = bot.get_guild(match.guild_id)
    if guild is None or guild.owner_id is None:
        return False
    person_id = await bot.arena.people.find(guild.owner_id)
    if person_id is None:
        return await whisper_to_stranger(bot, match.guild_id, guild.owner_id, text, match.names)
    return match.seat_of(person_id) is None and await _whisper(bot, match, person_id, text)


async def _whisper(bot: ArenaBot, match: Match, person_id: int, text: Text) -> bool:
    return await whisper(bot, match.guild_id, person_id, text, match.names)


def _key(guild_id: int) -> str:
    return f"silence-organisers:{guild_id}"


# Calling a player of a silent match so that nobody else sees it: in private, else in a thread that is theirs alone.
#
# A mention shows the name of the moment, and a name can carry words to the partner (R29). So a player whose name is not
# that of the start is called aside. Who takes no private messages is called in a private thread below their team's
# channel: nobody is told that it exists, the partner is not in it and can neither find it nor be let in, and in it the
# player can write as little as elsewhere.


log = logging.getLogger(__name__)

WEEK: Final = 10080
"""Minutes without a call after which Discord puts a thread into the archive; the next call takes it out."""


async def call_aside(bot: ArenaBot, match: Match, person_id: int, content: str) -> int | None:
    """Mention a player who takes no direct messages in a thread of their own; return the message's id.

    If Discord refuses that too, the organisers are told once, and None is returned.

    Raises:
        discord.HTTPException: It may work later.
    """
    account = (await accounts_of(bot, [person_id])).get(person_id)
    if account is None:
        return None
    for _ in range(2):
        try:
            return await _post(bot, match, person_id, account, content)
        except discord.NotFound:
            # The thread was deleted; or the player left the server, which `cogs.channels.housing` notices.
            await bot.arena.settings.remember(_thread_key(match, person_id), "")
        except discord.HTTPException as error:
            if error.status == 429 or error.status >= 500:
                raise
            # Not allowed, or the server has as many threads as Discord lets it have.
            log.warning("could not ping a player of match %d anywhere: %s", match.id, error)
            await _give_up(bot, match, person_id)
            return None
    return None


async def _post(bot: ArenaBot, match: Match, person_id: int, account: int, content: str) -> int:
    thread_id = await _thread_of(bot, match, person_id)
    # Each time, as they may have left it.
    await bot.http.add_user_to_thread(thread_id, account)
    channel = bot.get_partial_messageable(thread_id, guild_id=match.guild_id)
    words = cut(f"<@{account}>\n{content}", MESSAGE_LIMIT)
    return (await channel.send(words, allowed_mentions=only([account]), suppress_embeds=True)).id


async def _thread_of(bot: ArenaBot, match: Match, person_id: int) -> int:
    """Return the thread of a player, opening one if there is none. Raises discord.HTTPException."""
    noted = await bot.arena.settings.remembered(_thread_key(match, person_id))
    if noted:
        return int(noted)
    seat = match.seat_of(person_id)
    if seat is None:
        raise AssertionError(f"person {person_id} has no seat in match {match.id}")
    name = plain(say("For you alone"), await bot.language(match.guild_id))
    # The library makes a thread of a channel it knows; here the address is enough.
    made = await bot.http.start_thread_without_message(
        match.home(seat),
        name=name,
        type=discord.ChannelType.private_thread.value,
        # Otherwise a player could let the partner in.
        invitable=False,
        auto_archive_duration=WEEK,
    )
    thread_id = int(made["id"])
    await bot.arena.settings.remember(_thread_key(match, person_id), str(thread_id))
    return thread_id


async def _give_up(bot: ArenaBot, match: Match, person_id: int) -> None:
    key = f"unreached:{match.id}:{person_id}"
    seat = match.seat_of(person_id)
    if seat is None or await bot.arena.settings.remembered(key):
        return
    await bot.arena.settings.remember(key, "told")
    text = say(
        "I can't ping {player}: they don't take direct messages, and I can't open a private thread in their "
        "team's channel. Please tell them when it's their turn, or look for a substitute with `/organise "
        "substitute`.",
        player=Player(seat),
    )
    await tell_organisers(bot, match, text)


def _thread_key(match: Match, person_id: int) -> str:
    return f"own-thread:{match.id}:{person_id}"
