"""What refusals are made of: legal moves near one that is not, and a sentence that several reasons share."""

from __future__ import annotations

from collections.abc import Callable

from engine import refusals
from engine.replica.board import distance
from engine.replica.legal import legal
from engine.replica.moves import Go, Move, Transform
from engine.replica.state import State
from engine.replica.writing import format_move
from engine.text import Text, say


def similar(state: State, text: str) -> tuple[str, ...]:
    """Return legal moves that are written like a text."""
    return refusals.similar([format_move(state, move) for move in legal(state)], text)


def like(state: State, fits: Callable[[Move], bool], near: int | None = None) -> tuple[str, ...]:
    """Return the legal moves that fit, those that end nearest to a square first."""
    found = [move for move in legal(state) if fits(move)]
    if near is not None:
        found.sort(key=lambda move: distance(_end(move, near), near))
    return tuple(format_move(state, move) for move in found[: refusals.MOST])


def going_from(state: State, origin: int, target: int) -> tuple[str, ...]:
    """Return what the piece on a square can do instead, those moves first that end nearest to a square."""
    return like(state, lambda move: isinstance(move, Go) and move.origin == origin, target)


def forward_only(state: State) -> Text:
    """Return which way the seat whose turn it is goes, as a sentence (P3)."""
    if state.seat == 1:
        return say("White goes only forward, towards h8: north, east or north-east.")
    return say("Black goes only forward, towards a1: south, west or south-west.")


def _end(move: Move, otherwise: int) -> int:
    match move:
        case Go(_, square) | Transform(square):
            return square
        case _:
            return otherwise
