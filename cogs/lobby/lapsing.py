"""What players are told of tables that lapse: a notice in the table's channel, and the table's message at the end."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import discord

from cogs.core.accounts import Accounts, accounts_of
from cogs.core.bot import ArenaBot
from cogs.core.context import link
from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.messages import find_own
from cogs.core.network import tried_again
from cogs.core.text import cut, shown
from cogs.ui.lobby import lobby_content
from engine import registry
from engine.text import say
from hosting.match.model import Table

log = logging.getLogger(__name__)


class LapsingTables:
    """Tells players (`hosting.lobby.lapsing.Announcer`)."""

    def __init__(self, bot: ArenaBot) -> None:
        self._bot = bot

    async def warn(self, table: Table, at: datetime) -> None:
        """Post that a table lapses, without a sound; those who sit there are mentioned."""
        accounts = await self._seated(table)
        content = await self._notice(table, at, accounts)
        with _reaching(table):
            await self._channel(table).send(
                content,
                nonce=f"lapse:{table.id}",
                silent=True,
                suppress_embeds=True,
                allowed_mentions=accounts.only(),
            )

    async def warned(self, table: Table, at: datetime) -> bool:
        """Return whether the notice stands in the channel."""
        content, found = await self._notice(table, at, await self._seated(table)), None
        with _reaching(table):
            found = await find_own(self._bot, self._channel(table), lambda message: message.content == content)
        return found is not None

    async def show(self, table: Table) -> None:
        """Have the table's message say that it has lapsed, without its controls."""
        if table.message_id is None or registry.mode_of(table.game, table.mode) is None:
            return  # nothing shows it, or this version does not know its game
        accounts = await accounts_of(self._bot, [each.person_id for each in table.seats if each.person_id is not None])
        content = lobby_content(table, await self._bot.language(table.guild_id), accounts=accounts)
        message = self._channel(table).get_partial_message(table.message_id)
        with _reaching(table):
            await message.edit(content=content, view=None, allowed_mentions=discord.AllowedMentions.none())

    async def _seated(self, table: Table) -> Accounts:
        """Return the accounts of those who have agreed to play at a table."""
        seated = [seat.person_id for seat in table.seats if seat.taken and seat.person_id is not None]
        return await accounts_of(self._bot, seated)

    async def _notice(self, table: Table, at: datetime, accounts: Accounts) -> str:
        address = link(table.guild_id, table.channel_id)
        text = say(
            "{players}: nobody has started the match of your table for {game} yet ({link}). It lapses {when}, unless "
            "you press Start before.",
            players=accounts.mentions(_in_order(table, accounts), "and"),
            game=registry.name_of(table.game),
            link=address if table.message_id is None else f"{address}/{table.message_id}",
            when=discord.utils.format_dt(at, "R"),
        )
        return cut(shown(text, await self._bot.language(table.guild_id)), MESSAGE_LIMIT)

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)


def _in_order(table: Table, accounts: Accounts) -> list[int]:
    """Return those of some persons who sit at a table, in the order of the seats."""
    return [seat.person_id for seat in table.seats if seat.person_id is not None and seat.person_id in accounts.known]


@contextmanager
def _reaching(table: Table) -> Iterator[None]:
    """Have what may pass tried again; what Discord refuses for good is not worth a table."""
    try:
        with tried_again():
            yield
    except discord.HTTPException as error:
        log.info("table %d lapses without a word in channel %d: %s", table.id, table.channel_id, error)
