"""What was played, in words: for everybody, and in private for whoever has just played."""

from __future__ import annotations

from engine.game import Seat
from engine.session import Played
from engine.text import Player, Text, say
from hosting.model import Match

_BETWEEN = " · "
"""Stands between choices that were revealed together."""


def turn_text(last: Played) -> Text:
    """Return who played what, in notation."""
    if last.together:
        return say("**All choices are open:** `{choices}`", choices=choices_text(last))
    return say("**{player}** plays `{moves}`", player=Player(last.seat), moves=last.text)


def choices_text(last: Played) -> str:
    """Return the choices that were revealed together, by seat, in notation."""
    return _BETWEEN.join(entry.text for entry in last.together)


def sealed_text(match: Match, seat: Seat) -> str:
    """Return what a seat has sealed, in notation; empty if it has chosen nothing. For its own player only."""
    return next((entry.text for each, _, entry in match.session.sealed if each == seat), "")


def count_text(match: Match) -> Text:
    """Return how many of those who choose at once have chosen."""
    return say("{count} of {all} have chosen.", count=len(match.session.sealed), all=len(match.session.deciding))


def played(match: Match, seat: Seat) -> Text:
    """Return what was played and who comes next, for the player of a seat who has just played."""
    session = match.session
    last, sealed = session.last, sealed_text(match, seat)
    if sealed:
        return say(
            "Your choice is `{choice}`. Nobody else sees it until all have chosen, and until then you can change it.",
            choice=sealed,
        )
    if last is None:
        raise AssertionError(f"seat {seat} has played in match {match.id}, and nobody has")
    own = next((entry.text for entry in last.together if entry.seat == seat), last.text)
    if session.outcome is not None:
        return say("Played `{turn}`. {result}", turn=own, result=session.outcome.reason)
    waiting = sorted(match.awaited)
    if waiting == [seat]:
        return say("Played `{turn}`. It is your turn again.", turn=own)
    if len(waiting) == 1:
        return say("Played `{turn}`. Next: {player}.", turn=own, player=Player(waiting[0]))
    return say("Played `{turn}`. Now everybody chooses.", turn=own)
