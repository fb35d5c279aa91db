"""Pages and lesson of Replicants, and the checks of the lesson."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Attempt, Check
from engine.replicants.attacks import threats_to
from engine.replicants.board import place_of
from engine.replicants.events import Charged, Created, Destroyed, Moved, Rotated
from engine.replicants.state import State
from engine.teaching import read_lesson, read_pages


def _safe(tried: Attempt) -> bool:
    """Return whether nothing threatens the learner's matrix (R16)."""
    state: State = tried.after
    index, blocked = tried.seat - 1, 0
    for each in state.sides:
        blocked |= each.mask
    return not threats_to(state.rules, state.sides, index, blocked, place_of(state.sides[index].pieces[0]))


def _rotated_what_moved(tried: Attempt) -> bool:
    (moved, *_), turned = tried.found(Moved) or (None,), tried.found(Rotated)
    return moved is not None and any(each.hex == moved.target for each in turned)


def _struck(tried: Attempt) -> int:
    return sum(each.by_arcs for each in tried.found(Destroyed))


_CHECKS: Mapping[str, Check] = {
    "charged-twice": lambda tried: len(tried.found(Charged)) == 2,
    "rotated": lambda tried: bool(tried.found(Rotated)),
    "rotated-what-moved": _rotated_what_moved,
    "moved-a-4": lambda tried: any(each.value == 4 for each in tried.found(Moved)),
    "destroyed-by-a-move": lambda tried: any(not each.by_arcs for each in tried.found(Destroyed)),
    "created": lambda tried: bool(tried.found(Created)),
    "struck-one": lambda tried: _struck(tried) == 1,
    "struck-two": lambda tried: _struck(tried) == 2,
    "matrix-is-safe": _safe,
    "won": lambda tried: tried.won,
}

LESSON = read_lesson(__name__, _CHECKS)
GUIDE = read_pages(__name__, "guide", LESSON)
TOPICS = read_pages(__name__, "help", LESSON)
