"""`/undo`: taking back one's own last turn, at once or with the consent of the others, as the table agreed."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.choosing import Choices, own_choices, own_match
from cogs.client import ArenaBot, Interaction
from cogs.consent import told
from cogs.errors import tell
from cogs.ui.text import mark


class UndoCog(commands.Cog):
    """Lets players take back."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot

    @app_commands.command(description=mark("Take back your last turn, with the others' consent where it takes that"))
    @app_commands.describe(match=mark("Which of your matches; the one in this channel if you leave it out"))
    async def undo(self, interaction: Interaction, match: app_commands.Range[int, 1] | None = None) -> None:
        """Take back a turn, or ask the others."""
        found = await own_match(interaction, match)
        answer = await self.bot.arena.requests.ask(found.id, interaction.user.id, "undo")
        await tell(interaction, told(answer), names=answer.match.names)

    @undo.autocomplete("match")
    async def _matches(self, interaction: Interaction, current: str) -> Choices:
        return await own_choices(interaction, current)


async def setup(bot: ArenaBot) -> None:
    """Load the extension."""
    await bot.add_cog(UndoCog(bot))
