"""A position in a match: immutable, hashable, and small."""

from __future__ import annotations

from dataclasses import dataclass

from engine.replica.board import square_of
from engine.replica.rules import Rules
from engine.seat import Seat
from engine.values import quickly_made

MOST = 12
"""Pieces that each player begins with (P1)."""


@dataclass(frozen=True, slots=True)
class End:
    """The end of a game.

    Attributes:
        code: `"C"` a king is in the opposite corner, `"K"` a king was captured (P7), `"F"` a seat resigned (P10).
        by: The seat that moved or surrendered.
    """

    code: str
    by: Seat

    @property
    def winner(self) -> Seat:
        return 3 - self.by if self.code == "F" else self.by


@quickly_made
@dataclass(frozen=True, slots=True)
class State:
    """A position. Sets of squares are bits as in `engine.replica.board`.

    Attributes:
        mine: The pieces of the seat to move.
        theirs: The other seat's.
        kings: The kings of both.
        seat: The seat to move; after the end, the last one.
        round: From 1; a round is a turn of each.
        moved: The kings that have moved in this turn before it could be closed (P9).
        end: None while the game goes on.
    """

    rules: Rules
    mine: int
    theirs: int
    kings: int
    seat: Seat
    round: int
    moved: int = 0
    end: End | None = None

    def pieces(self, seat: Seat) -> int:
        return self.mine if seat == self.seat else self.theirs

    def owner(self, square: int) -> Seat | None:
        if self.mine >> square & 1:
            return self.seat
        return 3 - self.seat if self.theirs >> square & 1 else None


def _mask(text: str) -> int:
    return sum(1 << square for name in text.split() if (square := square_of(name)) is not None)


_WHITE = _mask("a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 a4 b4")  # P2
_BLACK = _mask("h8 g8 f8 e8 h7 g7 f7 e7 h6 g6 h5 g5")
_KINGS = _mask("a1 h8")


def start(rules: Rules) -> State:
    """Return the position before the first move (P2)."""
    return State(rules, _WHITE, _BLACK, _KINGS, seat=1, round=1)
