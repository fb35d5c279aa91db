"""The button Your hand: all that a player holds in a game with hands, to the presser alone, at any time."""

from __future__ import annotations

import discord

from cogs.core.access import match_for
from cogs.core.bot import ArenaCog, Interaction
from cogs.core.components import MatchButton
from cogs.core.context import whoami
from cogs.core.custom_ids import MatchId
from cogs.core.errors import Refusal
from cogs.core.reader import Reader
from cogs.core.readers import reader_of
from cogs.core.replies import reply_layout
from cogs.ui.holding import holding
from cogs.ui.match_buttons import IN_ADVANCE, PLAY, PREPARE, aid_button
from engine.seat import Seat
from engine.text import say
from hosting.match.model import Match
from hosting.match.prepared import preparations


class HandCog(ArenaCog):
    """Shows players what they hold, in private."""

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Show what the presser holds now; an old board will do."""
        match = await match_for(interaction, match_id, direct=True)
        seat = match.seat_of(await whoami(interaction))
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
        if row := _buttons(match, seat, reader):
            layout.add_item(discord.ui.ActionRow(*row))
        await reply_layout(interaction, layout, files=shown.files)


def _buttons(match: Match, seat: Seat, reader: Reader) -> list[MatchButton]:
    """Return the ways on from a hand: to play, if that is asked now, to answer in advance, and to the aid card."""
    found = []
    if _may_play(match, seat):
        pressed, text = MatchId(match.id, match.seq, PLAY).text, say("Play", context="button")
        found.append(MatchButton.button(pressed, text, reader.locale, discord.ButtonStyle.primary))
    if preparations(match) and not match.over:
        pressed = MatchId(match.id, match.seq, PREPARE).text
        found.append(MatchButton.button(pressed, IN_ADVANCE, reader.locale))
    if (button := aid_button(match, reader.locale)) is not None:
        found.append(button)
    return found


def _may_play(match: Match, seat: Seat) -> bool:
    """Return whether a seat is asked for something now, as far as everybody may know it."""
    return not match.over and match.paused is None and seat in match.session.deciding
