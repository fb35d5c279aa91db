"""Silent teams (R29) on Discord: their channels, the checks, the log and `/silence`."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.silence.cog import Silence
from cogs.silence.command import SilenceCommands


async def setup(bot: ArenaBot) -> None:
    """Add the cogs of this room to the bot."""
    silence = Silence(bot)
    for cog in (silence, SilenceCommands(bot, silence.keeper)):
        await bot.add_cog(cog)
