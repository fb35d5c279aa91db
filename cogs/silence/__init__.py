"""Silent teams (R29) on Discord: their channels, the checks, the log and `/silence`."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.core.feature import Feature
from cogs.silence.cog import Silence, SilenceCommands
from hosting.match.pipeline import ListenerOrder


def feature(bot: ArenaBot) -> Feature:
    silence = Silence(bot)
    return Feature(
        cogs=(silence, SilenceCommands(bot, silence.keeper)),
        hears={ListenerOrder.SILENCE: silence.changed},
        handlers=silence.handlers(),
        silence=silence.keeper,
    )
