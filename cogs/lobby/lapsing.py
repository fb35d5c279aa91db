"""What players are told of tables that lapse: a notice in the table's channel, and the table's message at the end."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import discord

from cogs.core.bot import ArenaBot
from cogs.core.context import link
from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.messages import find_own, only
from cogs.core.network import BROKEN
from cogs.core.text import cut, shown
from cogs.ui.lobby import lobby_content
from engine import registry
from engine.text import listed, say
from hosting.match.model import Table
from hosting.outbox.errors import Retry

log = logging.getLogger(__name__)


class LapsingTables:
    """Tells players (`hosting.lobby.lapsing.Announcer`)."""

    def __init__(self, bot: ArenaBot) -> None:
        self._bot = bot

    async def warn(self, table: Table, at: datetime) -> None:
        """Post that a table lapses, without a sound; those who sit there are mentioned."""
        content = await self._notice(table, at)
        with _reaching(table):
            await self._channel(table).send(
                content,
                nonce=f"lapse:{table.id}",
                silent=True,
                suppress_embeds=True,
                allowed_mentions=only(_seated(table)),
            )

    async def warned(self, table: Table, at: datetime) -> bool:
        """Return whether the notice stands in the channel."""
        content, found = await self._notice(table, at), None
        with _reaching(table):
            found = await find_own(self._bot, self._channel(table), lambda message: message.content == content)
        return found is not None

    async def show(self, table: Table) -> None:
        """Have the table's message say that it has lapsed, without its controls."""
        if table.message_id is None or registry.mode_of(table.game, table.mode) is None:
            return  # nothing shows it, or this version does not know its game
        content = lobby_content(table, await self._bot.language(table.guild_id), drawn=False)
        message = self._channel(table).get_partial_message(table.message_id)
        with _reaching(table):
            await message.edit(content=content, view=None, allowed_mentions=discord.AllowedMentions.none())

    async def _notice(self, table: Table, at: datetime) -> str:
        address = link(table.guild_id, table.channel_id)
        text = say(
            "{players}: nobody has started the match of your table for {game} yet ({link}). It lapses {when}, unless "
            "you press Start before.",
            players=listed((f"<@{person_id}>" for person_id in _seated(table)), "and"),
            game=registry.name_of(table.game),
            link=address if table.message_id is None else f"{address}/{table.message_id}",
            when=discord.utils.format_dt(at, "R"),
        )
        return cut(shown(text, await self._bot.language(table.guild_id)), MESSAGE_LIMIT)

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)


def _seated(table: Table) -> list[int]:
    """Return who has agreed to play at a table."""
    return [seat.person_id for seat in table.seats if seat.taken and seat.person_id is not None]


@contextmanager
def _reaching(table: Table) -> Iterator[None]:
    """Have what may pass tried again; what Discord refuses for good is not worth a table."""
    try:
        yield
    except BROKEN as error:
        raise Retry from error
    except discord.HTTPException as error:
        if error.status == 429:
            raise Retry from error
        log.info("table %d lapses without a word in channel %d: %s", table.id, table.channel_id, error)
