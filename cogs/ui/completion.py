"""Completions of a half-typed turn: notation and, beside it, what the latest action means.

Discord puts a completion's whole name into the field once it is picked, words included, and people type on behind it.
So what comes back is disentangled: the words are taken out again where they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from engine.errors import TurnError
from engine.game import Event, Seat
from engine.session import Session
from engine.turn import SEPARATOR

NAME_LIMIT = 100
"""Characters in a completion's name, and in its value."""

BESIDE = " · "
"""Stands between the notation and the words."""

Words: TypeAlias = Callable[[Event], str]
"""Puts an event into the reader's words."""


def named(session: Session, seat: Seat, turns: Iterable[str], words: Words) -> list[tuple[str, str]]:
    """Return name and value of each completion."""
    return [(_name(session, seat, turn, words), turn) for turn in turns if len(turn) <= NAME_LIMIT]


def untangled(session: Session, seat: Seat, typed: str, words: Words) -> str:
    """Return the notation in what was typed, without the words of a completion that was picked on the way."""
    turn, beside, _ = typed.partition(BESIDE)
    if not beside:
        return typed
    name = _name(session, seat, turn, words)
    return turn + typed[len(name) :] if name != turn and typed.startswith(name) else turn


def _name(session: Session, seat: Seat, turn: str, words: Words) -> str:
    """Return a turn with the meaning of its latest action, if there is room for it."""
    head, _, _ = turn.removesuffix(SEPARATOR).rpartition(SEPARATOR)
    try:
        before, after = session.preview(seat, head), session.preview(seat, turn)
    except TurnError:
        return turn
    told = " ".join(words(event) for event in after.events[len(before.events) :])
    name = f"{turn}{BESIDE}{told}"
    return name if told and len(name) <= NAME_LIMIT else turn
