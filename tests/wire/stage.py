"""The real bot in this process, connected to the double, with a table for two."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cogs.core.bot import ArenaBot
from cogs.core.permissions import wanted
from hosting.match.model import Match
from tests.wire.double import Channel, Double, Interaction
from tests.wire.double.clock import PATIENCE_S
from tests.wire.double.users import User
from tests.wire.match import Table

MESSAGES = "/channels/{channel_id}/messages"
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
THREADS = MESSAGES + "/{message_id}/threads"


def arena_double(**options: Any) -> Double:
    """Return a double in which the bot may do all it asks for, and whose people wait: `bench` tells how quick it is.

    Args:
        options: Of the double.
    """
    double = Double(bot_permissions=wanted().value, **options)
    double.first_response = PATIENCE_S
    return double


@dataclass
class Stage:
    """A server of the double with the bot connected to it, and a table for two."""

    double: Double
    bot: ArenaBot
    table: Table
    ann: User
    bob: User
    rng: random.Random

    @property
    def channel(self) -> Channel:
        """Where they play."""
        return self.table.channel

    async def begin(self) -> None:
        """Start a match and wait until all that is to be posted is."""
        await self.table.begin()
        await self.bot.arena.idle()

    async def match(self) -> Match:
        """Return the match as it is now."""
        return await self.bot.arena.matches.get(self.table.match_id)

    async def posted(self) -> list[tuple[int, int]]:
        """Return the number of each board that was posted, and how often, once all that is to be posted is.

        That is, for all turns that the bot has: players may not know of one yet whose answer was lost.
        """
        match = await self.match()
        await self.double.until(
            lambda: (match.id, match.seq) in self.table.boards() and self.table.calls(match.seq), PATIENCE_S
        )
        await self.bot.arena.idle()
        return sorted((seq, count) for (_, seq), count in self.table.boards().items())

    async def newest(self, asked: asyncio.Task[Interaction]) -> Interaction:
        """Return the interaction that a task is waiting for, once the bot has responded to it in any way."""
        before = set(self.double.interactions)
        await self.double.until(lambda: self.double.interactions.keys() - before or asked.done())
        (token,) = self.double.interactions.keys() - before
        return await self.double.interactions[token].until(lambda it: it.acked is not None)


def secrets(replies: Iterable[Interaction]) -> list[str]:
    """Return what people were told in private."""
    return [message.text for reply in replies for message in reply.messages if message.ephemeral]


async def answered(*replies: Interaction) -> None:
    """Wait until every interaction is answered by a message."""
    for reply in replies:
        await reply.until(lambda it: it.messages)
