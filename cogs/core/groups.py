"""Commands that are not daily stand under words: at the top of Discord's list are those that players need every day.

A word belongs to the room whose cog has it as its name (`ArenaGroup`), or, where several rooms share it, is made here.
"""

from __future__ import annotations

from typing import Final

from discord import app_commands

from cogs.core.text import mark

FOR_ORGANISERS: Final = ("organise", "league-manage", "watch", "silence", "doctor")
"""Words that Discord shows only to those who may manage the server, or its channels, until a server opens them."""

DIRECT: Final = frozenset(("data", "help", "learn", "rules", "matches", "board", "match cards", "move"))
"""Commands that work in direct messages to the bot, too."""


def match_group() -> app_commands.Group:
    """Return the word `match`, to which rooms add their commands about a match that are not daily."""
    return app_commands.Group(
        name="match",
        description=mark("For a match: cards, clock, record, plans, watching together, leaving, calling off"),
        # Discord allows or forbids whole words: what does not work there says so (`works_directly`).
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
    )


def works_directly(name: str) -> bool:
    """Return whether a command with this whole name, such as `match cards`, works in direct messages."""
    return name in DIRECT
