"""What the bot keeps of people: `/privacy`."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.core.room import Room
from cogs.people.privacy import PrivacyCog


async def setup(bot: ArenaBot) -> None:
    """Register what this room offers."""
    await Room(cogs=(PrivacyCog(bot),)).open(bot)
