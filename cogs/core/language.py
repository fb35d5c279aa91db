"""The language of the person behind an interaction."""

from __future__ import annotations

from typing import Any

import discord


def locale_of(interaction: discord.Interaction[Any]) -> str:
    """Return the locale of what only this person reads: the language they chose, or that of their Discord."""
    chosen: str | None = interaction.client.arena.settings.language(interaction.user.id)
    return chosen or interaction.locale.value
