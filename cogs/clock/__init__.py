"""`/clock` and `/vacation`."""

from __future__ import annotations

from cogs.clock.clock import ClockCog
from cogs.clock.vacation import VacationCog
from cogs.core.bot import ArenaBot


async def setup(bot: ArenaBot) -> None:
    """Add the cogs of this room to the bot."""
    for cog in (ClockCog(bot), VacationCog(bot)):
        await bot.add_cog(cog)
