"""`/record` and the button Record: the match as a file in official notation."""

from __future__ import annotations

import io

import discord
from discord import app_commands
from discord.ext import commands

from cogs.client import ArenaBot, Interaction
from cogs.here import known, latest_match
from cogs.ui.match_buttons import RECORD
from cogs.ui.text import mark, shown
from engine.text import say
from hosting.model import Match


class RecordCog(commands.Cog):
    """Hands out records."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot
        bot.presses[RECORD] = self.press

    @app_commands.command(description=mark("Get the record of the match in this channel as a file"))
    async def record(self, interaction: Interaction) -> None:
        """Send the record of the channel's match, to the person who asked."""
        await send_record(interaction, await latest_match(interaction))

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Send the record of a board's match; an old board will do."""
        await send_record(interaction, known(interaction, await self.bot.arena.matches.get(match_id)))


async def send_record(interaction: Interaction, match: Match) -> None:
    """Answer with the record, as far as its reader may know it."""
    text = await interaction.client.arena.matches.record(match.id, interaction.user.id)
    words = (
        say("The record of this match.") if match.over else say("The record so far; the match is still being played.")
    )
    await interaction.response.send_message(
        shown(words, interaction.locale),
        file=discord.File(io.BytesIO(text.encode()), record_name(match)),
        ephemeral=True,
        allowed_mentions=discord.AllowedMentions.none(),
    )


def record_name(match: Match) -> str:
    """Return the name of a match's record as a file."""
    return f"{match.game}-{match.id}.txt"


async def setup(bot: ArenaBot) -> None:
    """Load the extension."""
    await bot.add_cog(RecordCog(bot))
