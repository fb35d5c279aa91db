"""`/stats`: how seats, first turns, options and civilisations of a game fared in this server."""

from __future__ import annotations

from discord import app_commands

from cogs.core.bot import ArenaCog, Interaction
from cogs.core.context import guild_of
from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.replies import reply
from cogs.core.text import cut, mark, shown
from cogs.profile.figures import fitting, statistics_figure
from cogs.profile.showing import GAME_CHOICES, SHOW, ModeNumber, Show, is_public, mode_with, suited
from cogs.profile.text import statistics_lines
from engine.registry import get


class StatsCog(ArenaCog):
    """Shows statistics."""

    @app_commands.command(description=mark("How seats, first turns and options of a game fared in this server"))
    @app_commands.describe(
        game=mark("Of which game"), mode=mark("How the players sit; the way played most if you leave it out"), show=SHOW
    )
    @app_commands.choices(game=GAME_CHOICES)
    async def stats(
        self, interaction: Interaction, game: str, mode: ModeNumber | None = None, show: Show = "no"
    ) -> None:
        """Show statistics, in private unless asked otherwise."""
        key = mode_with(get(game), mode)
        public = await is_public(interaction, show)
        await interaction.response.defer(ephemeral=not public, thinking=True)
        found = await self.bot.arena.statistics.of(guild_of(interaction).id, game, key)
        reader = await suited(interaction, public=public)
        lines = [shown(text, reader.locale) for text in statistics_lines(found)]
        words, files = await fitting(statistics_figure(found), reader, (), "statistics.png", game=game)
        await reply(interaction, cut("\n".join([*lines, *words]), MESSAGE_LIMIT), files=files, public=public)
