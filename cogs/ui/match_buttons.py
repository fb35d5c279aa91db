"""The buttons under the message that says whose turn it is."""

from __future__ import annotations

import discord

from cogs.ui.custom_ids import MatchId
from cogs.ui.items import MatchButton
from cogs.ui.text import Locale, plain
from engine.cards import Carded
from engine.reach import Reaching
from engine.session import Session
from engine.text import Text, say
from hosting.model import Match

PLAY, LEGAL, BOARD, RECORD, RESIGN, SPECTATE = "play", "legal", "board", "record", "resign", "spectate"
REPLAY, CARDS = "replay", "cards"

_LABELS: dict[str, tuple[Text, discord.ButtonStyle]] = {
    PLAY: (say("Play"), discord.ButtonStyle.primary),
    LEGAL: (say("Legal moves"), discord.ButtonStyle.secondary),
    BOARD: (say("Board"), discord.ButtonStyle.secondary),
    RECORD: (say("Record"), discord.ButtonStyle.secondary),
    RESIGN: (say("Resign"), discord.ButtonStyle.danger),
    SPECTATE: (say("Watch with others"), discord.ButtonStyle.secondary),
    REPLAY: (say("Replay"), discord.ButtonStyle.secondary),
    CARDS: (say("Cards"), discord.ButtonStyle.secondary),
}

RUNNING = (PLAY, LEGAL, CARDS, BOARD, RECORD, RESIGN, SPECTATE)
OVER = (BOARD, REPLAY, RECORD)

_CHOOSE = say("Choose in secret")


def match_view(match: Match, session: Session, seq: int, locale: Locale) -> discord.ui.View:
    """Return the buttons of a match.

    Args:
        match: Which match.
        session: The game as the reader has it before them.
        seq: Of the event that led there.
        locale: The reader's.
    """
    view = discord.ui.View(timeout=None)
    for action in OVER if session.outcome is not None else _running(session):
        text, style = _LABELS[action]
        if action == PLAY and len(session.deciding) > 1:
            text = _CHOOSE
        view.add_item(MatchButton(MatchId(match.id, seq, action), label=plain(text, locale), style=style))
    return view


def _running(session: Session) -> tuple[str, ...]:
    """Return what the buttons of a match do that goes on: what its game has nothing for is left out."""
    game = session.game
    missing = {LEGAL} if not (isinstance(game, Reaching) or game.info.open) else set()
    missing |= {CARDS} if not isinstance(game, Carded) else set()
    return tuple(action for action in RUNNING if action not in missing)
