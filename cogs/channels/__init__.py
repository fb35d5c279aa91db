"""Where a match lives on Discord: threads and channels, what becomes of it without them, and its spectators."""

from __future__ import annotations

from cogs.channels.absent import Absent
from cogs.channels.housing import HousingCog
from cogs.channels.rehouse import Rehouse
from cogs.channels.resume import Resume
from cogs.channels.spectators import Spectators
from cogs.core.bot import ArenaBot


async def setup(bot: ArenaBot) -> None:
    """Add the cogs of this room to the bot."""
    for cog in (Resume(bot), HousingCog(bot), Rehouse(bot), Absent(bot), Spectators(bot)):
        await bot.add_cog(cog)
