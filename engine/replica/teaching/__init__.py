"""Pages and lesson of Replica, and the checks of the lesson."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Attempt, Check
from engine.replica.apply import apply_move
from engine.replica.board import SIZE, square_of
from engine.replica.events import Captured, Jumped, Stepped, Transformed
from engine.replica.legal import legal
from engine.replica.state import State
from engine.teaching import read_lesson, read_pages


def _gap(one: str, other: str) -> int:
    here, there = square_of(one) or 0, square_of(other) or 0
    return max(abs(here // SIZE - there // SIZE), abs(here % SIZE - there % SIZE))


def _far_flip(tried: Attempt) -> bool:
    return any(_gap(each.square, king) >= 5 for each in tried.found(Transformed) for king in each.seen_from)


def _kings_safe(tried: Attempt) -> bool:
    """Return whether the opponent cannot capture a king of the learner's in one move (P7)."""
    state: State = tried.after
    replies = (apply_move(state, move).state.end for move in legal(state))
    return all(end is None or end.winner == tried.seat for end in replies)


_CHECKS: Mapping[str, Check] = {
    "stepped": lambda tried: bool(tried.found(Stepped)),
    "jumped": lambda tried: bool(tried.found(Jumped)),
    "jumped-over-several": lambda tried: any(len(each.over) > 1 for each in tried.found(Jumped)),
    "captured": lambda tried: bool(tried.found(Captured)),
    "made-a-king": lambda tried: bool(tried.found(Transformed)),
    "made-a-king-far-away": _far_flip,
    "kings-are-safe": _kings_safe,
    "won": lambda tried: tried.won,
}

LESSON = read_lesson(__name__, _CHECKS)
GUIDE = read_pages(__name__, "guide", LESSON)
TOPICS = read_pages(__name__, "help", LESSON)
