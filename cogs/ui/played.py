"""What a player is told in private after a turn."""

from __future__ import annotations

from engine.game import Seat
from engine.text import Player, Text, say
from hosting.model import Match


def played(match: Match, seat: Seat) -> Text:
    """Return what was played and who comes next, for the player of a seat who has just played."""
    session = match.session
    last = session.last
    if last is None or last.seat != seat:
        return say("Your choice is in, and nobody sees it until the others have chosen.")
    if session.outcome is not None:
        return say("Played `{turn}`. {result}", turn=last.text, result=session.outcome.reason)
    waiting = sorted(session.to_act)
    if waiting == [seat]:
        return say("Played `{turn}`. It is your turn again.", turn=last.text)
    if len(waiting) == 1:
        return say("Played `{turn}`. Next: {player}.", turn=last.text, player=Player(waiting[0]))
    return say("Played `{turn}`. Now everybody chooses.", turn=last.text)
