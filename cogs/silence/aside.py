"""Calling a player of a silent match so that nobody else sees it: in private, else in a thread that is theirs alone.

A mention shows the name of the moment, and a name can carry words to the partner (R29). So a player whose name is not
that of the start is called aside. Who takes no private messages is called in a private thread below their team's
channel: nobody is told that it exists, the partner is not in it and can neither find it nor be let in, and in it the
player can write as little as elsewhere.
"""

from __future__ import annotations

import logging
from typing import Final

import discord

from cogs.core.accounts import accounts_of, only
from cogs.core.bot import ArenaBot
from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.text import cut, plain
from cogs.silence.notices import tell_organisers
from engine.text import Player, say
from hosting.match.model import Match

log = logging.getLogger(__name__)

WEEK: Final = 10080
"""Minutes without a call after which Discord puts a thread into the archive; the next call takes it out."""


async def call_aside(bot: ArenaBot, match: Match, person_id: int, content: str) -> int | None:
    """Call a player who takes no private messages in a thread of their own; return the message's id.

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
            # The thread was deleted; or the player left the server, which `cogs.channels.absent` notices.
            await bot.arena.settings.remember(_thread_key(match, person_id), "")
        except discord.HTTPException as error:
            if error.status == 429 or error.status >= 500:
                raise
            # Not allowed, or the server has as many threads as Discord lets it have.
            log.warning("a player of match %d can be called nowhere: %s", match.id, error)
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
        "I cannot call {player}: they take no private messages, and I may open no private thread in their team's "
        "channel. Please tell them when it is their turn, or look for a substitute with `/organise substitute`.",
        player=Player(seat),
    )
    await tell_organisers(bot, match, text)


def _thread_key(match: Match, person_id: int) -> str:
    return f"own-thread:{match.id}:{person_id}"
