"""What a player may have meant: legal moves near one that is not."""

from __future__ import annotations

from collections.abc import Callable

from engine import refusals
from engine.replica.board import distance
from engine.replica.legal import legal
from engine.replica.moves import Go, Move, Transform
from engine.replica.state import State
from engine.replica.writing import format_move


def similar(state: State, text: str) -> tuple[str, ...]:
    """Return legal moves that are written like a text."""
    return refusals.similar([format_move(state, move) for move in legal(state)], text)


def like(state: State, fits: Callable[[Move], bool], near: int | None = None) -> tuple[str, ...]:
    """Return the legal moves that fit, those that end nearest to a square first."""
    found = [move for move in legal(state) if fits(move)]
    if near is not None:
        found.sort(key=lambda move: distance(_end(move), near))
    return tuple(format_move(state, move) for move in found[: refusals.MOST])


def going_from(state: State, origin: int, target: int) -> tuple[str, ...]:
    """Return what the piece on a square can do instead, those moves first that end nearest to a square."""
    return like(state, lambda move: isinstance(move, Go) and move.origin == origin, target)


def _end(move: Move) -> int:
    match move:
        case Go(_, square) | Transform(square):
            return square
    raise AssertionError(f"{move!r} ends on no square")
