"""`/rules` and `/doctor`."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.core.room import Room
from cogs.info.doctor import Doctor
from cogs.info.rules import RulesCog, TopicMenu


async def setup(bot: ArenaBot) -> None:
    """Register what this room offers."""
    await Room(cogs=(RulesCog(bot), Doctor()), controls=(TopicMenu,)).open(bot)
