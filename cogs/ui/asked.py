"""What players are asked in turns that are not theirs, in public words: calls, reminders, whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping
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
    return told if told is None or player is None else calling(told, {seat: player})


def names(text: Text, seat: Seat) -> bool:
    """Return whether a text names the player of a seat, in itself or in a text that is a part of it."""
    parts = [value for _, value in text.values]
    return any(names(value, seat) if isinstance(value, Text) else value == Player(seat) for value in parts)


def calling(text: Text, players: Mapping[Seat, Value]) -> Text:
    """Return a text with other words for some players, such as mentions, in place of their names."""
    words = {Player(seat): called for seat, called in players.items()}

    def put(value: Value | Text) -> Value | Text:
        if isinstance(value, Text):
            return calling(value, players)
        return words.get(value, value) if isinstance(value, Player) else value

    return replace(text, values=tuple((key, put(value)) for key, value in text.values))


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
