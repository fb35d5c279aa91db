"""`/rules` and `/doctor`."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.info.doctor import Doctor
from cogs.info.rules import RulesCog


async def setup(bot: ArenaBot) -> None:
    """Add the cogs of this room to the bot."""
    for cog in (RulesCog(bot), Doctor()):
        await bot.add_cog(cog)
