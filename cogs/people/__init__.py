"""What the bot keeps of people and for how long: `/data`, `/data`; servers that it has left."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.core.room import Room
from cogs.people.data import DataButton, DataCog
from cogs.people.departures import Departures
from cogs.people.privacy import PrivacyMenu
from hosting.people.retention import RETENTION


async def setup(bot: ArenaBot) -> None:
    """Register what this room offers."""
    departures = Departures(bot)
    await Room(
        cogs=(DataCog(bot), departures),
        controls=(DataButton, PrivacyMenu),
        keeps={RETENTION: departures.keep},
    ).open(bot)
