"""`/match clock` and `/settings vacation`."""

from __future__ import annotations

from cogs.clock.cog import ClockCog, VacationCog
from cogs.core.bot import ArenaBot
from cogs.core.feature import Feature


def feature(bot: ArenaBot) -> Feature:
    return Feature(cogs=(ClockCog(bot), VacationCog(bot)))
