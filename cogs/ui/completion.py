"""Completions of a half-typed turn: notation and, beside it, what the latest action means.

Discord puts a completion's whole name into the field once it is picked, words included, and people type on behind it.
So what comes back is disentangled: the words are taken out again where they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from cogs.core.errors import ECHO, Refusal
from cogs.core.limits import CHOICE_LIMIT
from cogs.core.text import code, cut
from engine.errors import TurnError
from engine.events import Event
from engine.seat import Seat
from engine.session import Session
from engine.text import Quote, say
from engine.turn import SEPARATOR

BESIDE = " · "
"""Stands between the notation and the words."""

Words: TypeAlias = Callable[[Event], str]
"""Puts an event into the reader's words."""


def named(session: Session, seat: Seat, turns: Iterable[str], words: Words) -> list[tuple[str, str]]:
    """Return name and value of each completion."""
    return [(_name(session, seat, turn, words), turn) for turn in turns if len(turn) <= CHOICE_LIMIT]


def untangled(session: Session, seat: Seat, typed: str, words: Words, *, half: bool = False) -> str:
    """Return the notation in what was typed, without the words of a completion that was picked on the way.

    Args:
        session: The game.
        seat: Whose turn.
        typed: What stands in the field.
        words: The reader's words, as they stood in the completion.
        half: Whether it is still being typed: then words that are no longer whole are passed over.

    Raises:
        Refusal: What stands beside the notation is not what a completion says of it: it may mean something else.
    """
    turn, beside, rest = typed.partition(BESIDE)
    if not beside:
        return typed
    name = _name(session, seat, turn, words)
    if name != turn and typed.startswith(name):
        return turn + typed[len(name) :]
    if half:
        return turn
    raise not_understood(turn, rest)


def not_understood(turn: str, beside: str) -> Refusal:
    """Return the answer to text beside a turn that is neither notation nor a completion."""
    text = say(
        "From character {place} on I do not understand what you typed, “{words}”, so nothing was done. Only notation "
        "is read, and the words of a completion that was picked.",
        place=len(turn) + len(BESIDE) + 1,
        words=Quote(beside.strip() or "…"),
    )
    if turn.strip():
        text = say("{reason} Write `{turn}` alone if you mean that.", reason=text, turn=code(cut(turn, ECHO)))
    return Refusal(text, code="words-beside")


def _name(session: Session, seat: Seat, turn: str, words: Words) -> str:
    """Return a turn with the meaning of its latest action, if there is room for it."""
    head, _, _ = turn.removesuffix(SEPARATOR).rpartition(SEPARATOR)
    try:
        before, after = session.preview(seat, head), session.preview(seat, turn)
    except TurnError:
        return turn
    told = " ".join(words(event) for event in after.events[len(before.events) :])
    name = f"{turn}{BESIDE}{told}"
    return name if told and len(name) <= CHOICE_LIMIT else turn
