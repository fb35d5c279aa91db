"""Statistics under `/leaderboard`: how seats, first turns, options and civilisations of a game fared in this server."""

from __future__ import annotations

from cogs.core.bot import Interaction
from cogs.core.context import guild_of
from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.replies import reply
from cogs.core.text import cut, shown
from cogs.profile.figures import fitting, statistics_figure
from cogs.profile.showing import Show, is_public, mode_with, suited
from cogs.profile.text import statistics_lines
from engine.registry import get


async def show_statistics(interaction: Interaction, game: str, mode: int | None, show: Show) -> None:
    """Show statistics, in private unless asked otherwise."""
    key = mode_with(get(game), mode)
    public = await is_public(interaction, show)
    await interaction.response.defer(ephemeral=not public, thinking=True)
    found = await interaction.client.arena.statistics.of(guild_of(interaction).id, game, key)
    reader = await suited(interaction, public=public)
    lines = [shown(text, reader.locale) for text in statistics_lines(found)]
    words, files = await fitting(statistics_figure(found), reader, (), "statistics.png", game=game)
    await reply(interaction, cut("\n".join([*lines, *words]), MESSAGE_LIMIT), files=files, public=public)
