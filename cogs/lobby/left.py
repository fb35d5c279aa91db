"""The message of a table that nobody shows at a press: a player was deleted, or the process died after the press."""

from __future__ import annotations

import logging

import discord

from cogs.core.bot import ArenaBot
from cogs.core.messages import whisper
from cogs.core.network import BROKEN, tried_again
from cogs.lobby.opening import layout, post_missing
from engine import registry
from engine.text import say
from hosting.match.model import Table
from hosting.outbox.errors import Retry

log = logging.getLogger(__name__)


async def show_behind(bot: ArenaBot, table: Table) -> None:
    """Bring the message of a table up to date, or post it (`hosting.lobby.showing.Show`). The table's lock is held.

    A table that can have no message is given up: nobody could see or cancel it.

    Raises:
        Retry: That may work later.
    """
    if table.message_id is None and table.status == "open" and registry.mode_of(table.game, table.mode) is not None:
        guild = bot.get_guild(table.guild_id)
        if not bot.is_ready() or (guild is not None and guild.unavailable):
            raise Retry
        try:
            with tried_again():
                table = await post_missing(bot, table)
        except discord.HTTPException as error:
            log.info("table %d is given up, as nothing can show it in its channel: %s", table.id, error)
            await bot.arena.tables.cancel(table.id, table.host.person_id)
            text = say(
                "Your table in {channel} was given up: I can't post its message there. `/doctor` there shows which "
                "permissions I lack.",
                channel=f"<#{table.channel_id}>",
            )
            await whisper(bot, table.guild_id, table.host.person_id, text)
            return
    await show_left(bot, table)


async def show_left(bot: ArenaBot, table: Table) -> None:
    """Bring the message of a table up to date (`hosting.rights.farewell.Show`).

    Raises:
        Retry: That may work later. What Discord refuses for good stays as it is.
    """
    if table.message_id is None or registry.mode_of(table.game, table.mode) is None:
        return  # nothing shows it, or this version does not know its game
    guild = bot.get_guild(table.guild_id)
    if not bot.is_ready() or (guild is not None and guild.unavailable):
        raise Retry
    channel = bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
    try:
        content, view = await layout(bot, guild, table)
        message = channel.get_partial_message(table.message_id)
        await message.edit(content=content, view=view, allowed_mentions=discord.AllowedMentions.none())
    except BROKEN as error:
        raise Retry from error
    except discord.HTTPException as error:
        if error.status == 429:
            raise Retry from error
        log.info("the message of table %d in channel %d stays as it is: %s", table.id, table.channel_id, error)
