"""Data about people and how long it is stored: `/data`; servers that the bot has left."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.core.feature import Feature
from cogs.people.cog import DataButton, DataCog, Departures, PrivacyMenu
from hosting.retention import RETENTION


def feature(bot: ArenaBot) -> Feature:
    departures = Departures(bot)
    return Feature(
        cogs=(DataCog(bot), departures),
        controls=(DataButton, PrivacyMenu),
        handlers={RETENTION: departures.due},
    )
