"""Reaching people outside a match's own channels; whom a message calls; what the bot posted; archived channels."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime

import discord

from cogs.core.accounts import accounts_of
from cogs.core.bot import ArenaBot
from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.network import BROKEN
from cogs.core.text import cut, shown
from engine.text import Text

log = logging.getLogger(__name__)

LOOK_BACK = 50
"""Messages searched for one that was posted before a crash."""


async def whisper(bot: ArenaBot, guild_id: int, person_id: int, text: Text, names: Sequence[str] = ()) -> bool:
    """Send a person a private message in their language; return False if they take none, or it does not go through."""
    account = (await accounts_of(bot, [person_id])).get(person_id)
    if account is None:
        return False
    language = (await bot.arena.settings.player(person_id)).language or await bot.language(guild_id)
    return await _write_to(bot, guild_id, account, _content(text, language, names))


async def whisper_to_stranger(
    bot: ArenaBot, guild_id: int, account: int, text: Text, names: Sequence[str] = ()
) -> bool:
    """Send a user whom nothing is held about a private message in the language of a server; as `whisper` otherwise."""
    return await _write_to(bot, guild_id, account, _content(text, await bot.language(guild_id), names))


async def _write_to(bot: ArenaBot, guild_id: int, account: int, content: str) -> bool:
    try:
        private = await bot.create_dm(discord.Object(account))
        await private.send(content, allowed_mentions=discord.AllowedMentions.none())
    except (discord.HTTPException, *BROKEN) as error:
        # Not who: what is told in private, and when, can be a secret among players.
        log.info("a private message to a member of server %d does not arrive: %r", guild_id, error)
        return False
    return True


async def post(
    bot: ArenaBot,
    guild_id: int,
    channel_id: int,
    text: Text,
    names: Sequence[str] = (),
    mentions: discord.AllowedMentions | None = None,
    view: discord.ui.View | None = None,
) -> int | None:
    """Post a text in a channel, with buttons if there is a `view`, calling whom `mentions` allows to.

    Returns:
        The message; None if it does not go through.
    """
    channel = bot.get_partial_messageable(channel_id, guild_id=guild_id)
    try:
        content = _content(text, await bot.language(guild_id), names)
        sent = await channel.send(
            content,
            allowed_mentions=mentions or discord.AllowedMentions.none(),
            view=discord.utils.MISSING if view is None else view,
        )
    except (discord.HTTPException, *BROKEN) as error:
        log.warning("channel %d cannot be written to: %r", channel_id, error)
        return None
    return sent.id


async def find_own(
    bot: ArenaBot,
    channel: discord.PartialMessageable | discord.DMChannel,
    is_it: Callable[[discord.Message], bool],
    *,
    since: datetime | None = None,
) -> discord.Message | None:
    """Return the latest message of the bot's own that something is true of.

    Args:
        bot: Who posted it.
        channel: Where its last `LOOK_BACK` messages are looked through.
        is_it: Tells the message.
        since: None older than this is meant.

    Returns:
        None if there is none, or the bot may not read there: then the nonce alone guards against posting twice.
    """
    try:
        async for message in channel.history(limit=LOOK_BACK):
            new = since is None or message.created_at >= since
            if new and message.author == bot.user and is_it(message):
                return message
    except discord.Forbidden:
        log.info("may not search channel %d for what was posted there", channel.id)
    return None


def custom_ids(message: discord.Message) -> list[str]:
    """Return the custom ids of a message's buttons and menus."""
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    return [str(getattr(item, "custom_id", "")) for row in rows for item in row.children]


async def channel_of(guild: discord.Guild, channel_id: int) -> discord.abc.GuildChannel | discord.Thread | None:
    """Return a channel or thread, asking Discord for threads in the archive, or None if it is gone or out of reach."""
    if (known := guild.get_channel_or_thread(channel_id)) is not None:
        return known
    try:
        return await guild.fetch_channel(channel_id)
    except (discord.NotFound, discord.Forbidden, discord.InvalidData):
        return None


def _content(text: Text, language: str, names: Sequence[str]) -> str:
    return cut(shown(text, language, names), MESSAGE_LIMIT)
