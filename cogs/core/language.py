"""The language of the person behind an interaction."""

from __future__ import annotations

from typing import Any

import discord


def locale_of(interaction: discord.Interaction[Any]) -> str:
    """Return the locale of what only this person reads: the language they chose, or that of their Discord."""
    arena = interaction.client.arena
    # The reader was looked up before anything else (`cogs.core.errors.in_time`): this waits for nothing.
    person_id = arena.people.known(interaction.user.id)
    chosen: str | None = None if person_id is None else arena.settings.language(person_id)
    return chosen or interaction.locale.value
