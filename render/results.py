"""Who won, as one line that is the same in every game."""

from __future__ import annotations

from engine.game import Outcome
from engine.text import Player, Text, say


def result_text(outcome: Outcome) -> Text:
    """Return who won, or that the match is over where people ended it and nobody did."""
    winners = [Player(seat) for seat in outcome.winners]
    if outcome.undecided:
        return say("The match is over")
    if len(winners) == 1:
        return say("{player} wins", player=winners[0])
    if len(winners) == 2:
        return say("{first} and {second} win", first=winners[0], second=winners[1])
    if len(winners) == 3:
        return say("{first}, {second} and {third} win", first=winners[0], second=winners[1], third=winners[2])
    return say("{count} players share the victory", count=len(winners))
