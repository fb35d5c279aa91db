"""What hosting wants posted, as messages."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.delivery.cog import Poster
from cogs.delivery.decisions import Decisions
from cogs.delivery.reminders import RemindersCog
from cogs.delivery.sealed import Sealed


async def setup(bot: ArenaBot) -> None:
    """Add the cogs of this room to the bot."""
    poster = Poster(bot)
    for cog in (poster, Decisions(bot, poster), Sealed(bot), RemindersCog(bot)):
        await bot.add_cog(cog)
