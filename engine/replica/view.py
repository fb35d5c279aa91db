"""What everyone may see of a game of Replica. Nothing in Replica is hidden, so every seat's view is the same."""

from __future__ import annotations

from dataclasses import dataclass

from engine.outcome import Outcome
from engine.replica.board import NAMES as SQUARES
from engine.replica.board import names, squares
from engine.replica.outcome import outcome
from engine.replica.state import State
from engine.seat import Seat


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on the board.

    Attributes:
        seat: Its owner: 1 is White, 2 is Black.
        square: Where it stands, e.g. `"a1"`.
        king: Whether it is flipped over to its king's side.
    """

    seat: Seat
    square: str
    king: bool


@dataclass(frozen=True, slots=True)
class ReplicaView:
    """A position as a picture, a text board or an alt text needs it.

    Attributes:
        sight: How kings see, for transforms: `"all"` or `"forward"` (P5).
        king_power: The house rule: `"none"`, `"all_kings"`, `"double"` or `"backward_capture"` (P9).
        pieces: Sorted by seat, then rank, then file.
        turn: The number of the round, from 1: White's turn and Black's turn after it.
        to_act: Whose turn it is; None when the game is over.
        moved: Squares of the kings that have moved in the turn still going on, sorted by rank, then file; empty at the
            beginning of a turn, and always without a house rule that lets a turn go on.
        may_close: Whether the turn still going on may be closed with `-` instead of another king's move.
        outcome: The result, or None while the game goes on.
    """

    sight: str
    king_power: str
    pieces: tuple[Piece, ...]
    turn: int
    to_act: Seat | None
    moved: tuple[str, ...]
    may_close: bool
    outcome: Outcome | None


def view(state: State) -> ReplicaView:
    """Return what everybody may see: everything."""
    return ReplicaView(
        sight=state.rules.sight,
        king_power=state.rules.king_power,
        pieces=tuple(
            Piece(seat, SQUARES[square], bool(state.kings >> square & 1))
            for seat, mask in ((1, state.white), (2, state.black))
            for square in squares(mask)
        ),
        turn=state.round,
        to_act=state.seat if state.end is None else None,
        moved=names(state.moved),
        may_close=bool(state.moved),
        outcome=outcome(state),
    )
