"""`/organise`: what organisers can do to a match."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.moderation.cog import OrganiseCog
from cogs.moderation.dialogs import Questions


async def setup(bot: ArenaBot) -> None:
    """Add the cogs of this room to the bot."""
    questions = Questions(bot)
    for cog in (questions, OrganiseCog(bot, questions)):
        await bot.add_cog(cog)
