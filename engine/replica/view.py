"""The public view of Replica. Nothing is hidden, so every seat's view is the same."""

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
        square: E.g. `"a1"`.
        king: Whether it is flipped to its king's side.
    """

    seat: Seat
    square: str
    king: bool


@dataclass(frozen=True, slots=True)
class ReplicaView:
    """A position for pictures, text boards and alt texts.

    Attributes:
        sight: Of kings, for transforms: `"all"` or `"forward"` (P5).
        king_power: The house rule: `"none"`, `"all_kings"`, `"double"` or `"backward_capture"` (P9).
        pieces: Sorted by seat, then rank, then file.
        turn: The number of the round, from 1: White's turn, then Black's.
        to_act: The seat to move; None when the game is over.
        moved: Squares of the kings that have moved in an unfinished turn, sorted by rank, then file; else empty.
        may_close: Whether `-` may close the turn instead of another king's move.
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
    return ReplicaView(
        sight=state.rules.sight,
        king_power=state.rules.king_power,
        pieces=tuple(
            Piece(seat, SQUARES[square], bool(state.kings >> square & 1))
            for seat in (1, 2)
            for square in squares(state.pieces(seat))
        ),
        turn=state.round,
        to_act=state.seat if state.end is None else None,
        moved=names(state.moved),
        may_close=bool(state.moved),
        outcome=outcome(state),
    )
