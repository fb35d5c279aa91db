"""Reaching people outside a match's own channels, in private or in another one; channels that may be in the archive."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence

import discord

from cogs.core.bot import ArenaBot
from cogs.core.network import BROKEN
from cogs.core.text import MESSAGE_LIMIT, cut, shown
from engine.text import Text

log = logging.getLogger(__name__)


async def whisper(bot: ArenaBot, guild_id: int, user_id: int, text: Text, names: Sequence[str] = ()) -> bool:
    """Send somebody a private message in their language; return False if they take none, or it does not go through."""
    language = (await bot.arena.settings.player(user_id)).language or await bot.language(guild_id)
    try:
        private = await bot.create_dm(discord.Object(user_id))
        await private.send(_content(text, language, names), allowed_mentions=discord.AllowedMentions.none())
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
    called: Collection[int] = (),
) -> bool:
    """Post a text in a channel, calling some people; return False if it does not go through."""
    channel = bot.get_partial_messageable(channel_id, guild_id=guild_id)
    mentions = discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(each) for each in sorted(called)]
    )
    try:
        await channel.send(_content(text, await bot.language(guild_id), names), allowed_mentions=mentions)
    except (discord.HTTPException, *BROKEN) as error:
        log.warning("channel %d cannot be written to: %r", channel_id, error)
        return False
    return True


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
