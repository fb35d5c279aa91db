"""Who won, as one line that is the same in every game."""

from __future__ import annotations

from engine.game import Outcome
from engine.text import Player, Text, listed, say, say_n

MOST_NAMED = 3
"""Winners that are named; more are counted."""


def result_text(outcome: Outcome) -> Text:
    """Return who won, or that the match is over where people ended it and nobody did."""
    winners = [Player(seat) for seat in outcome.winners]
    if outcome.undecided:
        return say("The match is over")
    if len(winners) > MOST_NAMED:
        return say_n("{count} player wins", "{count} players share the victory", len(winners))
    return say_n("{players} wins", "{players} win", len(winners), players=listed(winners))
