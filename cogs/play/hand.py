"""The button Your hand: all that a player holds in a game with lasting hands, to the presser alone, at any time."""

from __future__ import annotations

import discord

from cogs.core.access import match_for
from cogs.core.bot import ArenaCog, Interaction
from cogs.core.components import MatchButton
from cogs.core.custom_ids import MatchId
from cogs.core.errors import Refusal
from cogs.core.readers import reader_of
from cogs.core.replies import reply_layout
from cogs.ui.holding import holding
from cogs.ui.match_buttons import PLAY
from engine.text import say
from hosting.match.model import Match


class HandCog(ArenaCog):
    """Shows players what they hold, in private."""

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Show what the presser holds now; an old board will do."""
        match = await match_for(interaction, match_id)
        seat = match.seat_of(interaction.user.id)
        if seat is None:
            raise Refusal(say("You do not play in this match, so you have no hand in it."), code="no-hand")
        await interaction.response.defer(ephemeral=True, thinking=True)
        reader = await reader_of(interaction)
        shown = await holding(match, seat, reader)
        if not shown.parts:
            raise Refusal(say("You hold no cards in this match."), code="no-hand")
        layout = discord.ui.LayoutView(timeout=None)
        for part in shown.parts:
            layout.add_item(part)
        if _may_play(match, seat):
            pressed = MatchId(match.id, match.seq, PLAY)
            button = MatchButton.button(
                pressed.text, say("Play", context="button"), reader.locale, discord.ButtonStyle.primary
            )
            layout.add_item(discord.ui.ActionRow(button))
        await reply_layout(interaction, layout, files=shown.files)


def _may_play(match: Match, seat: int) -> bool:
    """Return whether a seat is asked for something now, as far as everybody may know it."""
    return not match.over and match.paused is None and seat in match.session.deciding
