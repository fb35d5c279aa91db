"""What was played, in words: for everybody, and in private for the player who has just played."""

from __future__ import annotations

from engine.extras import Cautious
from engine.game import Entry, Seat
from engine.session import Played
from engine.text import Player, Text, say, say_n
from hosting.match.model import Match

_BETWEEN = " · "
"""Stands between choices that were revealed together."""


def turn_text(last: Played) -> Text | None:
    """Return who played what, in notation; None for a surrender alone, which is told as an event."""
    if last.together:
        return say("**All choices are open:** `{choices}`", choices=choices_text(last))
    return say("**{player}** plays `{moves}`", player=Player(last.seat), moves=last.moves) if last.moves else None


def choices_text(last: Played) -> str:
    """Return the choices that were revealed together, by seat, in notation."""
    return _BETWEEN.join(entry.text for entry in last.together)


def sealed_text(match: Match, seat: Seat) -> str:
    """Return what a seat has sealed, in notation; empty if it has chosen nothing. For its own player only."""
    return next((entry.text for each, _, entry in match.session.sealed if each == seat), "")


def choice_of(match: Match, seat: Seat, *, sealed: bool = False) -> Entry | None:
    """Return a seat's choice that is sealed, or was just opened with others; for its own player.

    Args:
        match: As it stands.
        seat: Whose.
        sealed: Only if it is sealed still.
    """
    last = match.session.last
    now = [entry for _, _, entry in match.session.sealed]
    opened = last.together if not (sealed or now) and last is not None else ()
    return next((entry for entry in (*now, *opened) if entry.seat == seat), None)


def cautions(match: Match, seat: Seat) -> list[Text]:
    """Return what a seat's own player should know of what they have sealed and can still change."""
    session = match.session
    moves = [move for each, move, _ in session.sealed if each == seat]
    if not isinstance(session.game, Cautious):
        return []
    found = (session.game.caution(session.state, seat, move) for move in moves)
    return [warned(each) for each in found if each is not None]


def warned(caution: Text) -> Text:
    """Return a caution as it is shown."""
    return say("⚠️ {warning}", warning=caution)


def count_text(match: Match) -> Text:
    """Return how many of those who choose at once have chosen."""
    deciding = len(match.session.deciding)
    return say_n(
        "{count} of {all} has chosen.", "{count} of {all} have chosen.", len(match.session.sealed), all=deciding
    )


def played_text(match: Match, seat: Seat) -> Text:
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
