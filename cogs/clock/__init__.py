"""`/match clock` and `/settings vacation`."""

from __future__ import annotations

from cogs.clock.cog import ClockCog, VacationCog
from cogs.core.bot import ArenaBot
from cogs.core.feature import Feature


async def setup(bot: ArenaBot) -> None:
    """Register what this feature offers."""
    await Feature(cogs=(ClockCog(bot), VacationCog(bot))).open(bot)
