"""What a position is called in words: whose turn, who won, how many points."""

from __future__ import annotations

from engine.replicants.view import ReplicantsView, Side
from engine.text import Player, Text, say
from render.results import result_text


def round_label(view: ReplicantsView) -> Text:
    """Return the number of the round."""
    return say("Round {turn}", turn=view.turn)


def next_text(view: ReplicantsView) -> Text:
    """Return whose turn it is and which of the three actions comes next (R11); the view's game is running."""
    seat = view.to_act or 1
    player = Player(seat)
    if view.action == 1:
        if view.sides[seat - 1].energy == 9:  # R13
            return say("{player}: strike one of your own", player=player)
        return say("{player}: charge", player=player)
    if view.action == 2:
        return say("{player}: move or create", player=player)
    if view.sides[seat - 1].energy >= 7:  # R20
        return say("{player}: rotate a Replicant", player=player)
    return say("{player}: charge or rotate", player=player)


def headline(view: ReplicantsView) -> Text:
    """Return the round and what comes next, or who won."""
    if view.outcome is not None:
        return result_text(view.outcome)
    return say("Round {turn}. {next}", turn=view.turn, next=next_text(view))


def points_text(side: Side) -> str:
    """Return a player's points, e.g. `"2.5"` (R23)."""
    return f"{side.half_points / 2:g}"
