"""What was played, in words: for everybody, and in private for the player who has just played."""

from __future__ import annotations

from collections.abc import Iterable

from cogs.ui.asked import question
from engine.extras import Cautious, Veiling
from engine.script import Entry
from engine.seat import Seat
from engine.session import Played, Session
from engine.text import Player, Text, listed, say, say_n
from engine.turn import SEPARATOR
from hosting.match.model import Match

_BETWEEN = " · "
"""Stands between choices that were revealed together."""

CLOSED = say("**All have chosen.** The choices stay closed until the match is over.")
"""What is told of choices that were made together and that nobody else may read yet."""


def turn_texts(last: Played, *, over: bool) -> list[Text]:
    """Return who played what, as everybody may read it; nothing for a surrender alone, which is told as an event.

    Args:
        last: The turn.
        over: Whether the match is over, so that everything may be read.
    """
    if last.together:
        return [choices_text(last, over=over)]
    return [deed_text(seat, moves) for seat, moves in last.runs(None, over=over)]


def deed_text(seat: Seat, moves: str | Text) -> Text:
    """Return what a seat played, in notation or in the words that stand in its place, as a sentence."""
    if isinstance(moves, str):
        return say("**{player}** plays `{moves}`", player=Player(seat), moves=moves)
    return say("**{player}** {deed}", player=Player(seat), deed=moves)


def choices_text(last: Played, *, over: bool) -> Text:
    """Return the choices that were revealed together, by seat, as everybody may read them."""
    shown = [entry.shown(None, over=over) for entry in last.together]
    texts = [each for each in shown if isinstance(each, str)]
    if not texts:
        return CLOSED
    if len(texts) < len(shown):
        return say("**Open:** `{choices}`. The others stay closed until the match is over.", choices=_listed(texts))
    return say("**All choices are open:** `{choices}`", choices=_listed(texts))


def choices_are_open(last: Played, *, over: bool) -> bool:
    """Return whether everybody may read all choices that were made together."""
    return all(entry.shown(None, over=over) == entry.text for entry in last.together)


def stays_closed(session: Session) -> bool:
    """Return whether what is chosen together now stays closed until the match is over, as all of it is private."""
    game, state, seat = session.game, session.state, min(session.deciding)
    return isinstance(game, Veiling) and game.veil(state, seat, game.legal(state, seat)[0]) is not None


def _listed(texts: Iterable[str]) -> str:
    return _BETWEEN.join(texts)


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
    closed = next((move for each, move, entry in session.sealed if each == seat and entry.veil is not None), None)
    if closed is not None:
        steps = [step.text for step in session.game.choices(session.state, seat, closed)]
        return say(
            "Your choice is `{choice}`: {steps}. Nobody else sees it until the match is over; you can change it until "
            "all have chosen.",
            choice=sealed,
            steps=listed(steps, "comma"),
        )
    if sealed:
        return say(
            "Your choice is `{choice}`. Nobody else sees it until all have chosen, and until then you can change it.",
            choice=sealed,
        )
    if last is None:
        raise AssertionError(f"seat {seat} has played in match {match.id}, and nobody has")
    own = _own(match, last, seat)
    if session.outcome is not None:
        return say("Played `{turn}`. {result}", turn=own, result=session.outcome.reason)
    waiting = sorted(match.awaited)
    if waiting == [seat]:
        return say("Played `{turn}`. It is your turn again.", turn=own)
    if len(waiting) == 1 and (asked := question(session, waiting[0])) is not None:
        return say("Played `{turn}`. {question}", turn=own, question=asked)
    if len(waiting) == 1:
        return say("Played `{turn}`. Next: {player}.", turn=own, player=Player(waiting[0]))
    return say("Played `{turn}`. Now everyone chooses.", turn=own)


def _own(match: Match, last: Played, seat: Seat) -> str:
    """Return what a seat has just played, for its own player; others may have answered, or it is an answer itself."""
    if last.seat == seat and not last.together:
        return last.text
    entries = match.session.entries
    latest = next((index for index in range(len(entries), 0, -1) if entries[index - 1].seat == seat), 0)
    texts = [entry.text for entry in entries[:latest]]
    begun = latest
    while begun and (entries[begun - 1].seat, entries[begun - 1].turn) == (seat, entries[latest - 1].turn):
        begun -= 1
    return SEPARATOR.join(texts[begun:])
