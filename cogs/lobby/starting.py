"""From a table to its match: its channels are made, the match is written, its players are let in."""

from __future__ import annotations

import discord

from cogs.channels.places import open_places, welcome
from cogs.core.bot import Interaction
from hosting.match.model import Match, Table


async def start_match(
    interaction: Interaction, table: Table, message: discord.Message | discord.PartialMessage
) -> Match:
    """Start a table that is ready; if that fails, what was made for it is taken back and the table stays open.

    Args:
        interaction: Of the member who starts it, one of its players.
        table: As it stands.
        message: The lobby.

    Raises:
        ChannelBusy, MissingPermission, discord.HTTPException: As `cogs.channels.places.open_places` says.
        HostingError: As `hosting.lobby.tables.Tables.start` says.
    """
    arena = interaction.client.arena
    opened = await open_places(interaction, table, message)
    try:
        match = await arena.tables.start(table.id, interaction.user.id, opened.places)
    except BaseException:
        await opened.undo()
        raise
    if opened.note is not None:
        await arena.outbox.notice(match.id, match.seq, match.channel_id, opened.note)
    if table.where == "thread" and match.channel_id != table.channel_id:
        await welcome(match.channel_id, interaction.client, [seat.person_id for seat in match.seats])
    return match
