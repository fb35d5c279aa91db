"""`/match clock` and `/settings vacation`."""

from __future__ import annotations

from cogs.clock.cog import ClockCog, VacationCog
from cogs.core.bot import ArenaBot
from cogs.core.feature import Room


async def setup(bot: ArenaBot) -> None:
    """Register what this room offers."""
    await Room(cogs=(ClockCog(bot), VacationCog(bot))).open(bot)
