"""Taking back: which turn a player's wish to take back means, and whether it takes the others' consent."""

from __future__ import annotations

from dataclasses import dataclass

from engine.seat import Seat
from hosting.consent.errors import ChooseAgain, UndoNever
from hosting.match.errors import BehindBarrier, MatchOver, NothingToTakeBack
from hosting.match.model import Match, Passed
from hosting.match.undone import Undone, undone

_PLAYED = ("turn", "joint")


@dataclass(frozen=True, slots=True)
class Way:
    """The way back to before a player's own last turn.

    Attributes:
        to: The event that led to the position before it; 0 for the start.
        undone: What is taken back: that turn, or what the player decided in it, and what was played after it.
        free: Whether the player may go it without asking: the table lets them and nobody has acted since, or they play
            alone.
    """

    to: int
    undone: Undone
    free: bool


def way_back(match: Match, seat: Seat) -> Way:
    """Return the way back to before a seat's own last turn, with whatever came after it.

    Partners who may not communicate always ask: a turn taken back at once would be a sign that costs nothing (R29).

    Raises:
        MatchOver: It ended.
        UndoNever: The table plays without.
        ChooseAgain: Several must decide at once now.
        NothingToTakeBack: The seat has played no turn, or something that cannot be taken back came of it.
    """
    if match.over:
        raise MatchOver
    if match.terms.undo == "never" and not match.alone:
        raise UndoNever
    if len(match.session.game.to_act(match.session.state)) > 1:
        raise ChooseAgain
    mine = [index for index, passed in enumerate(match.history) if passed.seat == seat and _chosen(passed)]
    if not mine:
        raise NothingToTakeBack
    before = match.history[mine[-1] - 1] if mine[-1] else None
    left = match.history[mine[-1] :]
    if any(passed.kind not in _PLAYED for passed in left) or (before.entries if before else 0) < match.session.floor:
        raise BehindBarrier
    acted = any(_chosen(passed) for passed in left[1:])
    free = match.alone or (match.terms.undo == "free" and not acted and not match.silent)
    to = before.seq if before else 0
    return Way(to, undone(match, to), free)


def _chosen(passed: Passed) -> bool:
    """Return whether an event is a turn that a player chose: what is played by itself would be at once again."""
    return passed.kind in _PLAYED and not passed.automatic
