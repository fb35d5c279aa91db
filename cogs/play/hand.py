"""The button Your hand: what a player holds in a game with hands, to the presser alone, at any time.

The hand comes first, in a message that a phone shows whole where the game can say it in short; everything else that the
player holds, and what is known of the others' cards, is a button away.
"""

from __future__ import annotations

from collections.abc import Sequence

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
from cogs.ui.holding import Holdings, holdings
from cogs.ui.layout import Scene
from cogs.ui.match_buttons import CARDS, HAND, IN_ADVANCE, LABELS, OTHER_CARDS, PLAY, PREPARE, aid_button
from engine.extras import Carded
from engine.seat import Seat
from engine.text import Text, say
from hosting.match.model import Match
from hosting.match.prepared import preparations


class HandCog(ArenaCog):
    """Shows players what they hold, in private."""

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Show what the presser holds now; an old board will do."""
        match, found = await _opened(interaction, match_id)
        scene = await found.hand()
        await _send(interaction, scene, _buttons(match, found))

    async def press_others(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Show what the presser holds beside the hand, as it is now."""
        match, found = await _opened(interaction, match_id)
        scene = await found.rest()
        await _send(interaction, scene, [_button(match, HAND, LABELS[HAND][0], found.reader)])


async def _opened(interaction: Interaction, match_id: int) -> tuple[Match, Holdings]:
    match = await match_for(interaction, match_id, direct=True)
    seat = match.seat_of(await whoami(interaction))
    if seat is None:
        raise Refusal(say("You do not play in this match, so you have no hand in it."), code="no-hand")
    await interaction.response.defer(ephemeral=True, thinking=True)
    return match, holdings(match, seat, await reader_of(interaction))


async def _send(interaction: Interaction, scene: Scene, buttons: Sequence[MatchButton]) -> None:
    if not scene.parts:
        raise Refusal(say("You hold no cards in this match."), code="no-hand")
    layout = discord.ui.LayoutView(timeout=None)
    for part in scene.parts:
        layout.add_item(part)
    if buttons:
        layout.add_item(discord.ui.ActionRow(*buttons))
    await reply_layout(interaction, layout, files=scene.files)


def _button(
    match: Match, action: str, text: Text, reader: Reader, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> MatchButton:
    return MatchButton.button(MatchId(match.id, match.seq, action).text, text, reader.locale, style)


def _buttons(match: Match, found: Holdings) -> list[MatchButton]:
    """Return the ways on from a hand: to play, to the other cards, to answer in advance, and to the aid card."""
    made, reader = [], found.reader
    if _may_play(match, found.seat):
        made.append(_button(match, PLAY, say("Play", context="button"), reader, discord.ButtonStyle.primary))
    if found.others:
        made.append(_button(match, OTHER_CARDS, say("Your other cards", context="button"), reader))
    if found.others and isinstance(match.session.game, Carded):
        made.append(_button(match, CARDS, say("All cards", context="button"), reader))
    if preparations(match) and not match.over:
        made.append(_button(match, PREPARE, IN_ADVANCE, reader))
    if (button := aid_button(match, reader.locale)) is not None:
        made.append(button)
    return made


def _may_play(match: Match, seat: Seat) -> bool:
    """Return whether a seat is asked for something now, as far as everybody may know it."""
    return not match.over and match.paused is None and seat in match.session.deciding
