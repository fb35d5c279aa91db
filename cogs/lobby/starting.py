"""From a table to its match, at a press."""

from __future__ import annotations

from dataclasses import replace

from cogs.core.bot import Interaction
from cogs.core.context import whoami
from hosting.match.model import Match, Table


async def start_match(interaction: Interaction, table: Table, message_id: int) -> Match:
    """Start a table that is ready; if that fails, what was made for it is taken back and the table stays open.

    Args:
        interaction: Of the member who starts it, one of its players.
        table: As it stands.
        message_id: The message that shows it, to which a thread is attached.

    Raises:
        Refusal, MissingPermission, discord.HTTPException: As `cogs.lobby.building.Building` says.
        HostingError: As `hosting.lobby.starter.Starter.start` and `hosting.lobby.tables.TableOrigin.allow` say.
    """
    arena = interaction.client.arena
    start, names = await arena.tables.agreed(table.id, await whoami(interaction))
    return await arena.starter.start(replace(start, message_id=message_id), names)
