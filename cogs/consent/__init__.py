"""What players ask of each other: `/undo`, `/offer`, `/leave`, and the messages with their buttons."""

from __future__ import annotations

from cogs.consent.leave import LeaveCog
from cogs.consent.offer import OfferCog
from cogs.consent.requests import Consent
from cogs.consent.undo import UndoCog
from cogs.core.bot import ArenaBot


async def setup(bot: ArenaBot) -> None:
    """Add the cogs of this room to the bot."""
    for cog in (Consent(bot), UndoCog(bot), OfferCog(bot), LeaveCog(bot)):
        await bot.add_cog(cog)
