"""The buttons under the message that says whose turn it is."""

from __future__ import annotations

import discord

from cogs.ui.custom_ids import MatchId
from cogs.ui.items import MatchButton
from cogs.ui.text import Locale, plain
from engine.text import Text, say

PLAY, LEGAL, BOARD, RECORD, RESIGN, SPECTATE = "play", "legal", "board", "record", "resign", "spectate"
REPLAY = "replay"

_LABELS: dict[str, tuple[Text, discord.ButtonStyle]] = {
    PLAY: (say("Play"), discord.ButtonStyle.primary),
    LEGAL: (say("Legal moves"), discord.ButtonStyle.secondary),
    BOARD: (say("Board"), discord.ButtonStyle.secondary),
    RECORD: (say("Record"), discord.ButtonStyle.secondary),
    RESIGN: (say("Resign"), discord.ButtonStyle.danger),
    SPECTATE: (say("Watch with others"), discord.ButtonStyle.secondary),
    REPLAY: (say("Replay"), discord.ButtonStyle.secondary),
}

RUNNING = (PLAY, LEGAL, BOARD, RECORD, RESIGN, SPECTATE)
OVER = (BOARD, REPLAY, RECORD)


def match_view(match_id: int, seq: int, locale: Locale, *, over: bool = False) -> discord.ui.View:
    """Return the buttons of a match.

    Args:
        match_id: Which match.
        seq: Of the board that the reader has before them.
        locale: The reader's.
        over: Whether the match has ended, so that there is nothing left to decide.
    """
    view = discord.ui.View(timeout=None)
    for action in OVER if over else RUNNING:
        text, style = _LABELS[action]
        view.add_item(MatchButton(MatchId(match_id, seq, action), label=plain(text, locale), style=style))
    return view
