"""Who won, as one line that is the same in every game."""

from __future__ import annotations

from engine.outcome import Outcome
from engine.text import Player, Text, listed, say, say_n

MOST_NAMED = 3
"""Winners that are named; more are counted."""


def result_text(outcome: Outcome) -> Text:
    """Return who won, or that the match is over where people ended it and nobody did."""
    winners = [Player(seat) for seat in outcome.winners]
    if outcome.undecided:
        return say("The match is over")
    if outcome.alone:
        return _alone(outcome)
    if len(winners) > MOST_NAMED:
        return say_n("{count} player wins", "{count} players share the victory", len(winners))
    return say_n("{players} wins", "{players} win", len(winners), players=listed(winners))


def result_alone(outcome: Outcome) -> Text:
    """Return in a word what came of a game of one player against the game itself."""
    return say("victory", context="result of a game played alone") if outcome.winners else say("defeat")


def _alone(outcome: Outcome) -> Text:
    player, against = Player(1), outcome.against
    if against is None:
        return say("{player} wins", player=player) if outcome.winners else say("{player} has lost", player=player)
    if outcome.winners:
        return say("{player} has beaten {opponent}", player=player, opponent=against)
    return say("{opponent} has beaten {player}", player=player, opponent=against)
