"""The commands in the languages of their users: descriptions and choices come from the same catalogues as all texts."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location

from cogs.core.limits import CHOICE_LIMIT
from cogs.core.text import cut
from engine.text import Text
from locales import translator

TRANSLATED = frozenset(
    {Location.command_description, Location.group_description, Location.parameter_description, Location.choice_name}
)
"""Names of commands and options stay as they are: people help each other across languages, and the rules quote them."""


class CatalogueTranslator(app_commands.Translator):
    """Looks descriptions up; what no catalogue has stays English."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return a text in a language, cut to what Discord takes; None where it is the same as in English."""
        if context.location not in TRANSLATED:
            return None
        translated = translator(locale.value).template(Text(string.message))
        return None if translated == string.message else cut(translated, CHOICE_LIMIT)


def size(node: dict[str, Any]) -> int:
    """Return how many characters of a command Discord counts: of all that is translated, the longest translation.

    Args:
        node: The command, or one of its options, with its translations, as it is registered.
    """
    own = _longest(node, "name") + _longest(node, "description")
    own += sum(_longest(choice, "name") + len(str(choice["value"])) for choice in node.get("choices") or ())
    return own + sum(map(size, node.get("options") or ()))


def _longest(node: dict[str, Any], key: str) -> int:
    translations = (node.get(f"{key}_localizations") or {}).values()
    return max(map(len, (node.get(key) or "", *translations)))
