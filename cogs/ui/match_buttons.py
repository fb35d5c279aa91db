"""The buttons under the message that says whose turn it is, and under the answer to a turn."""

from __future__ import annotations

from typing import Any

import discord

from cogs.core.components import MatchButton
from cogs.core.custom_ids import MatchId
from cogs.core.text import Locale
from cogs.ui.pictures import has_hands
from engine.game import Game, Topic
from engine.seat import Seat
from engine.session import Session
from engine.text import Text, say
from hosting.consent.agreements import way_back
from hosting.errors import HostingError
from hosting.match.model import Match

PLAY, LEGAL, BOARD, RECORD, RESIGN, SPECTATE = "play", "legal", "board", "record", "resign", "spectate"
REPLAY, CARDS, HAND, UNDO, VERIFY = "replay", "cards", "hand", "undo", "verify"
REMATCH, NEW_TABLE = "rematch", "newtable"
RULES, MORE, ASK_BACK, OFFER = "rules", "more", "askback", "offer"
"""Each leads on: to the game's rules, to everything else, and from there to what the others are asked for."""
PRACTISE = "practise"
"""Stands in the viewer of a match that is over; in the place of the seq is the number of the turn shown."""

LABELS: dict[str, tuple[Text, discord.ButtonStyle]] = {
    PLAY: (say("Play", context="button"), discord.ButtonStyle.primary),
    LEGAL: (say("Moves", context="button"), discord.ButtonStyle.secondary),
    BOARD: (say("Board", context="button"), discord.ButtonStyle.secondary),
    RECORD: (say("Record", context="button"), discord.ButtonStyle.secondary),
    RESIGN: (say("Resign", context="button"), discord.ButtonStyle.danger),
    SPECTATE: (say("Watch with others"), discord.ButtonStyle.secondary),
    REPLAY: (say("Replay", context="button"), discord.ButtonStyle.secondary),
    HAND: (say("Your hand", context="button"), discord.ButtonStyle.secondary),
    CARDS: (say("Cards", context="button"), discord.ButtonStyle.secondary),
    UNDO: (say("Take back"), discord.ButtonStyle.secondary),
    VERIFY: (say("Verify", context="button"), discord.ButtonStyle.secondary),
    RULES: (say("Rules", context="button"), discord.ButtonStyle.secondary),
    MORE: (say("More", context="button"), discord.ButtonStyle.secondary),
    ASK_BACK: (say("Take back"), discord.ButtonStyle.secondary),
    OFFER: (say("Ask the others"), discord.ButtonStyle.secondary),
    REMATCH: (say("Rematch", context="button"), discord.ButtonStyle.primary),
    NEW_TABLE: (say("New table", context="button"), discord.ButtonStyle.secondary),
}

PREPARE = "prepare"
"""Stands under private messages: what is answered in advance nobody else needs to see."""
IN_ADVANCE = say("Answer in advance", context="button")
OTHER_CARDS = "othercards"
"""Stands below a hand that is shown in short: to all else that its player holds."""
AID = "aid"
"""Stands under private messages, too: beside what one holds, and beside what one is asked."""

RUNNING = (PLAY, HAND, LEGAL, RULES, MORE)
"""One row on a phone; everything else is behind the last (`cogs.play.matches`)."""
OVER = (REMATCH, NEW_TABLE, REPLAY, VERIFY)
"""The board and the record are in the message itself."""

_CHOOSE = say("Choose", context="button")
_ANSWER = say("Answer", context="button")
"""What playing is called for who is asked inside the turn of another player."""
ABANDON = say("Abandon", context="button")
"""What resigning is called where one plays alone."""
AFRESH = say("Play again")
"""What a rematch is called there."""


def match_view(match: Match, session: Session, seq: int, locale: Locale) -> discord.ui.View:
    """Return the buttons of a match.

    Args:
        match: Which match.
        session: The game as the reader has it before them.
        seq: Of the event that led there.
        locale: The reader's.
    """
    view = discord.ui.View(timeout=None)
    for action in _over(session, alone=match.alone) if session.outcome is not None else _running(session):
        text, style = LABELS[action]
        if action == PLAY:
            text = playing(session)
        elif action == REMATCH and match.alone:
            text = AFRESH
        view.add_item(MatchButton.button(MatchId(match.id, seq, action).text, text, locale, style))
    return view


def play_view(match: Match, locale: Locale) -> discord.ui.View:
    """Return the button Play alone, for direct messages: it opens the builder there, until the match has gone on."""
    _, style = LABELS[PLAY]
    view = discord.ui.View(timeout=None)
    pressed = MatchId(match.id, match.seq, PLAY).text
    view.add_item(MatchButton.button(pressed, playing(match.session), locale, style))
    return view


def again_button(match: Match, seat: Seat, locale: Locale) -> MatchButton | None:
    """Return the button that goes on where a player who has just played is asked again; None where they are not.

    Args:
        match: After the turn.
        seat: Whose.
        locale: The reader's.
    """
    if match.over or match.paused is not None or seat not in match.awaited:
        return None
    _, style = LABELS[PLAY]
    return MatchButton.button(MatchId(match.id, match.seq, PLAY).text, playing(match.session), locale, style)


def undo_button(match: Match, seat: Seat, locale: Locale) -> MatchButton | None:
    """Return the button that takes back a seat's turn of just now; None where that takes more than a press.

    Args:
        match: After the turn.
        seat: Whose.
        locale: The reader's.
    """
    try:
        free = way_back(match, seat).free
    except HostingError:
        return None
    if not free:
        return None
    text, style = LABELS[UNDO]
    return MatchButton.button(MatchId(match.id, match.seq, UNDO).text, text, locale, style)


def aid_card(match: Match) -> Topic | None:
    """Return the page of the help that is the aid card of a match's game; None for games that have none."""
    return next((topic for topic in match.session.game.topics if topic.aid), None)


def aid_button(match: Match, locale: Locale, row: int | None = None) -> MatchButton | None:
    """Return the button that shows the aid card of a game; None for games that have none.

    Args:
        match: Which match.
        locale: The reader's.
        row: Where it stands in its message.
    """
    topic = aid_card(match)
    if topic is None:
        return None
    return MatchButton.button(MatchId(match.id, match.seq, AID).text, topic.title, locale, row=row)


def playing(session: Session) -> Text:
    """Return what playing is called now: the label of its button."""
    if len(session.deciding) > 1:
        return _CHOOSE
    if any(session.game.asked(session.state, seat) for seat in session.deciding):
        return _ANSWER
    return LABELS[PLAY][0]


def tells_moves(game: Game[Any, Any, Any]) -> bool:
    """Return whether the button Moves has something to tell in a game."""
    return game.invitation is not None or game.info.open


def _over(session: Session, *, alone: bool) -> tuple[str, ...]:
    """Return what the buttons of a match do that is over.

    Where nothing was secret there is nothing to verify, and a table for a player alone would have no seats to offer.
    """
    info = session.game.info
    missing = set() if info.uses_chance or info.together or session.setup.loadouts else {VERIFY}
    missing |= {NEW_TABLE} if alone else set()
    return tuple(action for action in OVER if action not in missing)


def _running(session: Session) -> tuple[str, ...]:
    """Return what the buttons of a match do that goes on: what its game cannot use is left out."""
    game = session.game
    # One of the two has room: what pieces can do, or what players hold, which is else behind More.
    missing = {HAND} if tells_moves(game) or not has_hands(game.info.key) else set()
    missing |= set() if tells_moves(game) else {LEGAL}
    missing |= {RULES} if not game.topics else set()
    return tuple(action for action in RUNNING if action not in missing)
