"""`/settings`."""

from __future__ import annotations

from cogs.core.bot import ArenaBot
from cogs.core.feature import Feature
from cogs.settings.cog import Preferences, language_command
from cogs.settings.panel import SettingControl
from locales import languages


def feature(bot: ArenaBot) -> Feature:
    preferences = Preferences(bot)
    if len(languages()) > 1 and preferences.app_command is not None:
        preferences.app_command.add_command(language_command())
    return Feature(cogs=(preferences,), controls=(SettingControl,))
