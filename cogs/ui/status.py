"""What is said in a match's channels: what was played, whose turn it is, how it ended."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from cogs.ui.lobby import seat_label
from cogs.ui.text import MESSAGE_LIMIT, Locale, cut, plain, shown
from engine.game import Event, Outcome, Seat
from engine.session import Session
from engine.text import Player, Text, say
from hosting.model import Match

FIRST_CHOICES = 4
"""So many ways to begin a turn are named in the status; where there are more, the buttons show them."""


def board_content(match: Match, session: Session, locale: Locale, audience: Collection[Seat] = ()) -> str:
    """Return what stands above a board: who plays, or what was played, in notation and in words.

    Args:
        match: The match.
        session: The game as it stood after the event that the board shows.
        locale: The server's.
        audience: The seats of those who read the channel, if nobody else does.
    """
    if session.last is None:
        info = session.game.info
        lines = [say("**{game}** begins: {mode}.", game=info.name, mode=match.mode.name)]
        lines += [
            say("{seat}: {player}", seat=seat_label(match.mode, seat.seat), player=Player(seat.seat))
            for seat in match.seats
        ]
    else:
        lines = [
            say(
                "**Turn {turn}**, {player}: `{moves}`",
                turn=session.entries[-1].turn,
                player=Player(session.last.seat),
                moves=session.last.text,
            ),
            *(event.text() for event in public(session.last.events, audience)),
        ]
    return _joined(lines, locale, match.names)


def status_content(
    match: Match, session: Session, locale: Locale, *, board: str | None, pinged: Collection[int]
) -> str:
    """Return who must decide now, and what.

    Args:
        match: The match.
        session: The game as it stood after the event that the status is about.
        locale: The server's.
        board: Address of the latest board's message, if it is known.
        pinged: The users who are called; the others are named.
    """
    lines: list[Text] = []
    for seat in sorted(session.to_act):
        user = match.user_of(seat)
        lines.append(
            say(
                "{player}, it is your turn in {game}: turn {turn}.",
                player=f"<@{user}>" if user in pinged else Player(seat),
                game=session.game.info.name,
                turn=session.game.turn(session.state),
            )
        )
        if begin := _beginnings(session, seat, locale, match.names):
            lines.append(say("To begin with: {choices}", choices=begin))
    lines.append(
        say("Play with the buttons or with `/move`. The board: {link}", link=board)
        if board is not None
        else say("Play with the buttons or with `/move`.")
    )
    return _joined(lines, locale, match.names)


def ended_content(
    match: Match, session: Session, outcome: Outcome, locale: Locale, *, mentioned: Collection[int]
) -> str:
    """Return how the match ended: the last turn, the result in words and in the game's notation, the ranks.

    Args:
        match: The match.
        session: The game at its end.
        outcome: The result.
        locale: The server's.
        mentioned: The users who are mentioned; the others are named.
    """
    lines: list[Text] = []
    if session.last is not None:
        lines.append(say("{player}: `{moves}`", player=Player(session.last.seat), moves=session.last.text))
    lines += [say("**The match is over.** {reason}", reason=outcome.reason)]
    for rank in sorted(set(outcome.ranks)):
        for seat in (seat for seat, own in enumerate(outcome.ranks, 1) if own == rank):
            user = match.user_of(seat)
            mention = f"<@{user}>" if user in mentioned else Player(seat)
            if outcome.points:
                points = f"{outcome.points[seat - 1]:g}"
                lines.append(say("{rank}. {player} with {points} points", rank=rank, player=mention, points=points))
            else:
                lines.append(say("{rank}. {player}", rank=rank, player=mention))
    lines.append(say("Result: `{result}`", result=session.game.result_text(outcome, match.names)))
    return _joined(lines, locale, match.names)


def public(events: Iterable[Event], audience: Collection[Seat] = ()) -> list[Event]:
    """Return the events that all of an audience may know of; an empty audience is everybody."""
    seats = frozenset(audience)
    return [event for event in events if event.audience is None or (seats and seats <= event.audience)]


def _beginnings(session: Session, seat: Seat, locale: Locale, names: Sequence[str]) -> str:
    game = session.game
    first: dict[str, Text] = {}
    for move in game.legal(session.state, seat):
        path = game.choices(session.state, seat, move)
        if path:
            first.setdefault(path[0].key, path[0].text)
    if len(first) > FIRST_CHOICES:
        return ""
    return " · ".join(plain(text, locale, names) for text in first.values())


def _joined(lines: Sequence[Text], locale: Locale, names: Sequence[str]) -> str:
    return cut("\n".join(shown(line, locale, names) for line in lines), MESSAGE_LIMIT)
