"""What a position is called in words: whose turn, who won, which options are chosen."""

from __future__ import annotations

from engine.replica.view import ReplicaView
from engine.text import Player, Text, say
from render.results import result_text


def round_label(view: ReplicaView) -> Text:
    """Return the number of the round."""
    return say("Round {turn}", turn=view.turn)


def next_text(view: ReplicaView) -> Text:
    """Return whose turn it is and what can be done (P9, P10); the view's game is running."""
    player = Player(view.to_act or 1)
    if not view.moved:
        return say("{player}: move or make a king", player=player)
    if view.king_power == "double":
        if view.may_close:
            return say("{player}: move the king again or end the turn", player=player)
        return say("{player}: move the king again", player=player)
    if view.may_close:
        return say("{player}: move another king or end the turn", player=player)
    return say("{player}: move another king", player=player)


def headline(view: ReplicaView) -> Text:
    """Return the round and what comes next, or who won."""
    if view.outcome is not None:
        return result_text(view.outcome)
    return say("Round {turn}. {next}", turn=view.turn, next=next_text(view))


def sight_text(view: ReplicaView) -> Text:
    """Return in which directions kings see (P5)."""
    if view.sight == "forward":
        return say("Kings only see forward")
    return say("Kings see in all directions")


def power_text(view: ReplicaView) -> Text:
    """Return which house rule is played (P9)."""
    match view.king_power:
        case "all_kings":
            return say("House rule: all kings may move")
        case "double":
            return say("House rule: a king may move twice")
        case "backward_capture":
            return say("House rule: kings capture backward too")
        case _:
            return say("No house rule")
