"""`/settings`."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.settings.cog import Preferences
from cogs.settings.language import language_command
from locales import languages


async def setup(bot: ArenaBot) -> None:
    """Add the cogs of this room to the bot."""
    preferences = Preferences(bot)
    if len(languages()) > 1 and preferences.app_command is not None:
        preferences.app_command.add_command(language_command())
    await bot.add_cog(preferences)
