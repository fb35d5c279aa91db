"""The button New table under a result: a table on the terms of that match, with its seats open, for who presses it.

Anybody who sees the result may press, as anybody may use `/new`. A person has one open table on the same terms: a
second press leads there.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace
from weakref import WeakValueDictionary

import discord

from cogs.channels.places import choose_free, granted_in, posting, require, require_no_partners
from cogs.core.access import match_for
from cogs.core.bot import ArenaBot, Interaction
from cogs.core.checks import looks_into
from cogs.core.context import guild_of, link, member_of, person
from cogs.core.errors import Refusal, tell
from cogs.core.messages import channel_of
from cogs.lobby.opening import post_table
from engine.text import Text, say
from hosting.lobby.another import terms_of
from hosting.match.model import Match, Person, Table, Where

log = logging.getLogger(__name__)

Place = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread
"""Where a table can stand."""


class AnotherRoom:
    """Opens tables on the terms of matches that are over."""

    def __init__(self, bot: ArenaBot) -> None:
        self._bot = bot
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Open a table on the terms of a match, or lead to the one that its host has opened already."""
        match = await match_for(interaction, match_id)
        _check(match)
        # Members are fetched for silent teams, and the start is drawn: that may take longer than Discord waits.
        await interaction.response.defer(ephemeral=True, thinking=True)
        host = await person(self._bot, member_of(interaction))
        async with self._locks.setdefault(host.person_id, asyncio.Lock()):
            table = await self._bot.arena.another.like(match, host.person_id)
            if table is not None and await self._stands(table):
                await tell(
                    interaction,
                    say("You already have a table like this open. [To the table]({link})", link=_address(table)),
                )
                return
            table = await self._open(interaction, match, host, table)
        await tell(interaction, say("Your table is open. [To the table]({link})", link=_address(table)))

    async def _open(self, interaction: Interaction, match: Match, host: Person, table: Table | None) -> Table:
        """Open a table and post it; one that was opened and whose message is missing is only posted."""
        tables = self._bot.arena.tables
        if table is None:
            channel = await self._channel(interaction, match)
            await require_no_partners(self._bot, channel.id)
            granted = granted_in(channel)
            require(granted, *posting(channel))
            table = await tables.open(
                match.guild_id,
                channel.id,
                host,
                match.game,
                match.setup.mode,
                options=match.setup.options,
                where=await self._where(match, channel, granted),
                terms=terms_of(match),
                position=match.setup.position,
            )
        try:
            return await post_table(self._bot, replace(table, message_id=None), calls=False)
        except discord.HTTPException:
            await tables.cancel(table.id, host.person_id)
            raise

    async def _where(self, match: Match, channel: Place, granted: discord.Permissions) -> Where:
        """Return where the next match is to be played: as this one was, or where a table puts it by itself."""
        wish, silent = await self._bot.arena.another.where(match), match.mode.silent
        if wish is not None:
            with suppress(Refusal):  # there are no threads here
                return await choose_free(self._bot, channel, granted, wish, silent=silent)
        return await choose_free(self._bot, channel, granted, None, silent=silent)

    async def _stands(self, table: Table) -> bool:
        """Return whether the message of a table is there, as far as that can be told."""
        if table.message_id is None:
            return False
        try:
            await self._bot.get_partial_messageable(table.channel_id).fetch_message(table.message_id)
        except discord.NotFound:
            return False
        except discord.HTTPException as error:
            log.info("whether table %d is there cannot be told: %s", table.id, error)
        return True

    async def _channel(self, interaction: Interaction, match: Match) -> Place:
        """Return where the table is to stand: where the member could use `/new`, and where others come by.

        That is this channel. From the thread of a match it is the channel above, and from the channels of silent teams
        the one in which their table was opened, if the member may use commands there.
        """
        guild, user, here = guild_of(interaction), member_of(interaction), interaction.channel
        others: list[int | None] = []
        if match.silent:
            others.append(await self._bot.arena.housing.home(match))
        elif isinstance(here, discord.Thread):
            others.append(here.parent_id)
        for channel_id in filter(None, others):
            channel = await channel_of(guild, channel_id)
            seen = isinstance(channel, Place) and looks_into(channel, user)
            if isinstance(channel, Place) and seen and channel.permissions_for(user).use_application_commands:
                return channel
        if not isinstance(here, Place) or not interaction.permissions.use_application_commands:
            raise Refusal(_NOT_HERE, code="no-commands")
        return here


_NOT_HERE = say("You may not use commands here, so you can open no table. `/new` opens one where you may.")


def _check(match: Match) -> None:
    """Refuse what no result offers. Raises Refusal."""
    if not match.over:
        raise Refusal(say("The match is still being played. `/new` opens a table at any time."), code="still-played")
    if match.alone:
        text: Text = say("This is played alone, so there are no seats to offer. `/new` begins another match.")
        raise Refusal(text, code="played-alone")


def _address(table: Table) -> str:
    return f"{link(table.guild_id, table.channel_id)}/{table.message_id}"
