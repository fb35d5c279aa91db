"""Who may change what a server sees."""

from __future__ import annotations

from cogs.core.bot import Interaction
from cogs.core.errors import Refusal
from engine.text import say


def require_manager(interaction: Interaction) -> None:
    """Raise Refusal for a person who may not manage the server."""
    if not interaction.permissions.manage_guild:
        raise Refusal(say("Only those who may manage the server can change what everybody sees."), code="manage-guild")
