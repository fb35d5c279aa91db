"""The button More: everything else that can be done with a match, as a private menu of buttons."""

from __future__ import annotations

import discord

from cogs.core.access import match_for
from cogs.core.bot import ArenaCog, Interaction
from cogs.core.components import MatchButton
from cogs.core.context import whoami
from cogs.core.custom_ids import MatchId
from cogs.core.language import locale_of
from cogs.core.replies import reply
from cogs.core.text import Locale, shown
from cogs.ui.match_buttons import (
    ABANDON,
    ASK_BACK,
    BOARD,
    CARDS,
    HAND,
    LABELS,
    OFFER,
    RECORD,
    REPLAY,
    RESIGN,
    SPECTATE,
    tells_moves,
)
from cogs.ui.pictures import has_hands
from engine.extras import Carded
from engine.text import say
from hosting.match.model import Match

TYPED = say("-# What you can type, too: `/board`, `/undo`, `/resign`, and all of `/match`.")


class MoreCog(ArenaCog):
    """Offers what is not needed every turn."""

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Show the menu for the presser; an old board will do."""
        match = await match_for(interaction, match_id)
        plays = match.seat_of(await whoami(interaction)) is not None
        locale = locale_of(interaction)
        await reply(interaction, shown(TYPED, locale), view=_menu(match, locale, plays=plays))


def _menu(match: Match, locale: Locale, *, plays: bool) -> discord.ui.View:
    """Return the buttons: of those who play, what players may ask for and do; of the others, watching together."""
    holds = plays and not match.over and has_hands(match.game)
    hand = (HAND,) if holds and tells_moves(match.session.game) else ()
    looks = (BOARD, *hand, REPLAY, RECORD, *((CARDS,) if isinstance(match.session.game, Carded) else ()))
    deeds: tuple[str, ...] = ()
    if not match.over:
        asks = () if match.alone else (OFFER,)
        deeds = (ASK_BACK, *asks, RESIGN) if plays else (SPECTATE,)
    view = discord.ui.View(timeout=None)
    for row, actions in enumerate((looks, deeds)):
        for action in actions:
            text, style = LABELS[action]
            label = ABANDON if action == RESIGN and match.alone else text
            pressed = MatchId(match.id, match.seq, action).text
            view.add_item(MatchButton.button(pressed, label, locale, style, row=row))
    return view
