"""The button that gives a match a new place, under messages that tell that it lost its own."""

from __future__ import annotations

import discord

from cogs.core.components import MatchButton
from cogs.core.custom_ids import MatchId
from cogs.core.text import Locale
from engine.text import Text, say
from hosting.match.model import Match

REHOUSE = "rehouse"
"""What pressing means (`cogs.core.custom_ids.MatchId`); `cogs.channels.rehouse` does it."""

_HERE, _REMADE = say("Play on here", context="button"), say("Make the channels anew", context="button")


def rehouse_view(match: Match, locale: Locale) -> discord.ui.View:
    """Return the button that does what `/match move-to` does in the channel in which it stands."""
    pressed = MatchId(match.id, match.seq, REHOUSE).text
    view = discord.ui.View(timeout=None)
    return view.add_item(MatchButton.button(pressed, rehousing(match), locale, discord.ButtonStyle.primary))


def rehousing(match: Match) -> Text:
    """Return what giving a match a new place is called: for silent teams it is channels of their own."""
    return _REMADE if match.silent else _HERE
