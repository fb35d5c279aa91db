"""`/learn`: a lesson for each game, and boards to practise on, for the person who asks alone."""

from __future__ import annotations

from discord import app_commands

from cogs.core.bot import ArenaCog, Interaction
from cogs.core.text import mark
from cogs.learn.desk import taught
from cogs.learn.presses import open_games, open_lesson
from engine.registry import games

MOST_STEPS = 25


class LearnCog(ArenaCog):
    """Teaches games, in servers and in direct messages."""

    @app_commands.command(description=mark("Learn a game step by step; only you see it"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.describe(
        game=mark("Which game; you go on where you were"), step=mark("From which step; leave it out to continue")
    )
    @app_commands.choices(
        game=[
            app_commands.Choice(name=game.info.name, value=game.info.key)
            for game in games()
            if game.info.key in taught()
        ]
    )
    async def learn(
        self, interaction: Interaction, game: str = "", step: app_commands.Range[int, 1, MOST_STEPS] | None = None
    ) -> None:
        """Open a lesson, or show all of them."""
        if not game:
            await open_games(interaction)
            return
        await open_lesson(interaction, game, None if step is None else step - 1)
