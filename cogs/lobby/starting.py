"""From a table to its match: its channels are made, the match is written, its players are let in."""

from __future__ import annotations

from dataclasses import replace

from cogs.channels.places import open_places, welcome
from cogs.core.bot import Interaction
from cogs.core.context import guild_of
from hosting.lobby.seating import start_of
from hosting.match.model import Match, Table


async def start_match(interaction: Interaction, table: Table, message_id: int) -> Match:
    """Start a table that is ready; if that fails, what was made for it is taken back and the table stays open.

    Args:
        interaction: Of the member who starts it, one of its players.
        table: As it stands.
        message_id: The message that shows it, to which a thread is attached.

    Raises:
        ChannelBusy, MissingPermission, discord.HTTPException: As `cogs.channels.places.open_places` says.
        HostingError: As `hosting.lobby.tables.Tables.start` says.
    """
    bot, arena, guild = interaction.client, interaction.client.arena, guild_of(interaction)
    start = replace(start_of(table), message_id=message_id)
    opened = await open_places(bot, guild, start, [seat.name for seat in table.seats], table.id)
    try:
        match = await arena.tables.start(table.id, interaction.user.id, opened.places)
    except BaseException:
        await opened.undo()
        raise
    if opened.note is not None:
        await arena.outbox.notice(match.id, match.seq, match.channel_id, opened.note)
    if table.where == "thread" and match.channel_id != table.channel_id:
        await welcome(match.channel_id, bot, [seat.person_id for seat in match.seats])
    return match
