"""Writing moves in the official notation, the one canonical way (N3 to N5, N7)."""

from __future__ import annotations

from engine.replicants.arcs import shots
from engine.replicants.board import NAMES, targets_in_order
from engine.replicants.moves import Arcs, Charge, Create, Go, Move, Rotate, Skip, Strike
from engine.replicants.state import State, occupied


def format_move(state: State, move: Move) -> str:
    """Return the canonical text of a legal move."""
    match move:
        case Go():
            return format_go(state, move)
        case Rotate(cell, by):
            return f"{NAMES[cell]}{'+' if by > 0 else '-'}"
        case Charge():
            return "E"
        case Strike(cell):
            return f"#{NAMES[cell]}"
        case Create(value, cell):
            return f"!{value}{NAMES[cell]}"
        case Arcs(targets, None):
            return targets_text(targets)
        case Arcs(targets, Go() as companion):
            return f"{targets_text(targets)}.{_companion_text(state, targets, companion)}"
        case Skip():
            return "0"
    raise AssertionError(move)


def format_go(state: State, move: Go) -> str:
    """Return the canonical text of a plain move: with the origin only where needed among legal moves (N4)."""
    blocked = occupied(state.sides)
    origin = "" if _alone(state, move, blocked, []) else NAMES[move.origin]
    mark = "x" if blocked >> move.target & 1 else ""
    return f"{move.value}{origin}{NAMES[move.target]}{mark}"


def targets_text(targets: int) -> str:
    """Return the part of a volley that names its targets: by column, then by falling line (N7)."""
    return ".".join([f"x{NAMES[cell]}" for cell in targets_in_order(targets)])


def _companion_text(state: State, targets: int, move: Go) -> str:
    shooters = shots(state)[targets]
    excluded = shooters if len(shooters) == 1 else []
    alone = _alone(state, move, occupied(state.sides) & ~targets, excluded)
    return f"{move.value}{'' if alone else NAMES[move.origin]}{NAMES[move.target]}"


def _alone(state: State, move: Go, blocked: int, excluded: list[int]) -> bool:
    """Return whether no other Replicant of the same value may go to the same cell.

    What else R7 to R28 ask of a move other than the matrix's depends on its target alone, so reach decides.
    """
    board = state.rules.board
    return not any(
        board.reach[code][blocked & board.stops[code]] >> move.target & 1
        for code in state.sides[state.seat - 1].pieces
        if code >> 10 == move.value and code >> 3 & 127 != move.origin and code not in excluded
    )
