"""`/resign` and the button Resign: giving up, after being asked once more."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core.access import match_for
from cogs.core.bot import ArenaBot, Interaction
from cogs.core.components import ArenaView, MatchButton
from cogs.core.context import seat_of
from cogs.core.converters import WHICH_OWN, OwnNumber, own_match
from cogs.core.custom_ids import MatchId
from cogs.core.errors import holds
from cogs.core.text import mark, plain, shown
from cogs.ui.match_buttons import RESIGN
from engine.text import say
from hosting.match.errors import MatchOver, StaleBoard
from hosting.match.model import Match

CONFIRM, KEEP = "resignyes", "resignno"


class ResignCog(commands.Cog):
    """Lets players give up."""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot
        bot.presses |= {RESIGN: self.ask, CONFIRM: self.confirm, KEEP: self.keep}

    @app_commands.command(description=mark("Give up a match; you are asked once more"))
    @app_commands.describe(match=WHICH_OWN)
    async def resign(self, interaction: Interaction, match: OwnNumber | None = None) -> None:
        """Ask whether the player really wants to give up."""
        await ask(interaction, await own_match(interaction, match))

    async def ask(self, interaction: Interaction, match_id: int, seq: int) -> None:
        """Ask whether the player really wants to give up; an old board asks nothing."""
        match = await match_for(interaction, match_id)
        seat_of(interaction, match)
        if match.over:
            raise MatchOver
        if match.seq != seq:
            raise StaleBoard(match)
        await ask(interaction, match)

    async def confirm(self, interaction: Interaction, match_id: int, seq: int) -> None:
        """Give up, if the board is still the one on which the player was asked."""
        await match_for(interaction, match_id)
        try:
            match = await self.bot.arena.matches.forfeit(match_id, interaction.user.id, seq)
        except (StaleBoard, MatchOver) as error:
            await interaction.response.edit_message(content=shown(error.text, interaction.locale), view=None)
            return
        resigned = say("You have resigned.")
        holds(interaction, resigned)
        text = shown(resigned, interaction.locale, match.names)
        await interaction.response.edit_message(content=text, view=None)

    async def keep(self, interaction: Interaction, _match_id: int, _seq: int) -> None:
        """Take the question back."""
        await interaction.response.edit_message(
            content=shown(say("You play on; nothing was changed."), interaction.locale), view=None
        )


async def ask(interaction: Interaction, match: Match) -> None:
    """Ask a player in private whether they really want to give up."""
    seat = seat_of(interaction, match)
    view = ArenaView(timeout=None)
    for action, label, style in (
        (CONFIRM, say("Resign"), discord.ButtonStyle.danger),
        (KEEP, say("Play on"), discord.ButtonStyle.secondary),
    ):
        view.add_item(
            MatchButton(MatchId(match.id, match.seq, action), label=plain(label, interaction.locale), style=style)
        )
    words = (
        say("Do you really want to resign? Your partner loses with you.")
        if match.mode.team_of(seat) is not None
        else say("Do you really want to resign? It cannot be taken back.")
    )
    await interaction.response.send_message(shown(words, interaction.locale), view=view, ephemeral=True)
