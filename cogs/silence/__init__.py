"""Silent teams (R29) on Discord: their channels, the checks, the log and `/silence`."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.core.feature import Room
from cogs.silence.cog import Silence, SilenceCommands
from hosting.match.pipeline import Hearer


async def setup(bot: ArenaBot) -> None:
    """Register what this room offers."""
    silence = Silence(bot)
    await Room(
        cogs=(silence, SilenceCommands(bot, silence.keeper)),
        hears={Hearer.SILENCE: silence.changed},
        keeps=silence.keeps(),
    ).open(bot)
