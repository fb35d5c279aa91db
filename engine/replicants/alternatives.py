"""What a player may have meant: legal moves near one that is not."""

from __future__ import annotations

from collections.abc import Callable

from engine import refusals
from engine.hexgrid import distance
from engine.replicants.board import CELLS
from engine.replicants.legal import legal
from engine.replicants.moves import Arcs, Create, Go, Move, Rotate, Strike
from engine.replicants.state import State
from engine.replicants.writing import format_move


def similar(state: State, text: str) -> tuple[str, ...]:
    """Return legal moves that are written like a text."""
    return refusals.similar([format_move(state, move) for move in legal(state)], text)


def like(state: State, fits: Callable[[Move], bool], near: int | None = None) -> tuple[str, ...]:
    """Return the legal moves that fit, those that end nearest to a cell first."""
    found = [move for move in legal(state) if fits(move)]
    if near is not None:
        found.sort(key=lambda move: distance(CELLS[_end(move, near)], CELLS[near]))
    return tuple(format_move(state, move) for move in found[: refusals.MOST])


def _end(move: Move, otherwise: int) -> int:
    match move:
        case Go(_, _, cell) | Arcs(_, Go(_, _, cell)) | Create(_, cell) | Strike(cell) | Rotate(cell, _):
            return cell
        case _:
            return otherwise
