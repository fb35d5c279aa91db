"""What refusals are made of: legal moves near one that is not, and words that several reasons share."""

from __future__ import annotations

from collections.abc import Callable

from engine import refusals
from engine.game import Seat
from engine.hexgrid import distance
from engine.replicants.board import CELLS, NAMES
from engine.replicants.legal import legal
from engine.replicants.moves import Arcs, Create, Go, Move, Rotate, Strike
from engine.replicants.state import State
from engine.replicants.writing import format_move
from engine.text import Player, Text, say


def similar(state: State, text: str) -> tuple[str, ...]:
    """Return legal moves that are written like a text."""
    return refusals.similar([format_move(state, move) for move in legal(state)], text)


def like(state: State, fits: Callable[[Move], bool], near: int | None = None) -> tuple[str, ...]:
    """Return the legal moves that fit, those that end nearest to a cell first."""
    found = [move for move in legal(state) if fits(move)]
    if near is not None:
        found.sort(key=lambda move: distance(CELLS[_end(move, near)], CELLS[near]))
    return tuple(format_move(state, move) for move in found[: refusals.MOST])


def cell_on(state: State, name: str) -> int:
    """Return the cell of a hex that is known to be in the arena."""
    cell = state.rules.board.cell(name)
    if cell is None:
        raise ValueError(f"{name} is not in this arena")
    return cell


def stands(seat: Seat, value: int, cell: int) -> Text:
    """Return a Replicant as a label: whose, which, where."""
    return say("{player}'s {value} on {hex}", player=Player(seat), value=value, hex=NAMES[cell])


def _end(move: Move, otherwise: int) -> int:
    match move:
        case Go(_, _, cell) | Arcs(_, Go(_, _, cell)) | Create(_, cell) | Strike(cell) | Rotate(cell, _):
            return cell
        case _:
            return otherwise
