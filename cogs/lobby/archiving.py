"""Threads of matches that the program started are put away a day after the end: a server has room for 1,000."""

from __future__ import annotations

import logging

import discord

from cogs.core.bot import ArenaBot
from engine.game import Json
from hosting.lobby.afterwards import ARCHIVING, TALK
from hosting.match.errors import NoSuchMatch

log = logging.getLogger(__name__)


async def put_away(bot: ArenaBot, key: str, _payload: Json) -> None:
    """Archive the thread of a match that is over, unless people still talk there; for appointments.

    Args:
        bot: The bot.
        key: The match.
    """
    try:
        match = await bot.arena.matches.get(int(key))
    except NoSuchMatch:
        return
    guild = bot.get_guild(match.guild_id)
    try:
        # What is kept of a thread does not know of messages: to hear of them takes an intent that the bot has not.
        thread = None if guild is None else await guild.fetch_channel(match.channel_id)
    except (discord.NotFound, discord.Forbidden, discord.InvalidData):
        return
    if not isinstance(thread, discord.Thread) or thread.archived:
        return
    last = discord.utils.snowflake_time(thread.last_message_id or thread.id)
    if last + TALK > bot.clock.now():
        await bot.arena.schedule.set(ARCHIVING, key, last + TALK)
        return
    try:
        await thread.edit(archived=True)
    except discord.HTTPException as error:
        # Discord puts it away by itself when nobody has written for a week.
        log.info("the thread of match %d stays open: %s", match.id, error)
