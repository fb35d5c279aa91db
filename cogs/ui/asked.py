"""What players are asked in turns that are not theirs, in public words: calls, reminders, whose turn it is."""

from __future__ import annotations

from dataclasses import replace

from engine.extras import Interrupting, asked, owner
from engine.registry import games
from engine.seat import Seat
from engine.session import Session
from engine.text import Player, Text, Value, say


def question(session: Session, seat: Seat, player: Value | None = None) -> Text | None:
    """Return what a seat is asked inside the turn of another, and why, as everybody may know; None in its own turn.

    Args:
        session: The game.
        seat: Who must decide.
        player: How to call them, such as a mention; their name without it.
    """
    told = asked(session.game, session.state, seat) if seat in session.deciding else None
    if told is None or player is None:
        return told
    return replace(told, values=tuple((key, player if value == Player(seat) else value) for key, value in told.values))


def call(session: Session, seat: Seat, player: Value) -> Text | None:
    """Return the call of a player who is asked, and whose turn goes on after the answer; None in their own turn."""
    told, whose = question(session, seat, player), owner(session.game, session.state)
    if told is None or whose is None:
        return told
    return say("{question} After that, the turn of {owner} goes on.", question=told, owner=Player(whose))


def interrupts(game: str) -> bool:
    """Return whether players of a game are asked in the turns of others."""
    return any(each.info.key == game and isinstance(each, Interrupting) for each in games())


def whose_turn(session: Session) -> list[Text]:
    """Return for each who must decide that it is their turn, or what they are asked in that of another."""
    return [
        question(session, seat) or say("It is the turn of {player}.", player=Player(seat))
        for seat in sorted(session.deciding)
    ]
