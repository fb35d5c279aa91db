"""What a single piece can do, were it its owner's turn now."""

from __future__ import annotations

from dataclasses import replace

from engine.choices import Choice, Invitation, Reach
from engine.replica.board import NAMES, distance, names, square_of, squares
from engine.replica.legal import going_on, legal
from engine.replica.moves import Go, Transform
from engine.replica.sight import seen
from engine.replica.state import State
from engine.replica.writing import format_move
from engine.seat import Seat
from engine.text import Player, say

INVITATION = Invitation(say("Pick a piece"), say("Pick a piece to see what it can do."))


def subjects(state: State, seat: Seat | None) -> tuple[Choice, ...]:
    """Return the pieces on the board, those of the seat first, kings before the others; none once it is over."""
    if state.end is not None:
        return ()
    found: list[Choice] = []
    for owner in sorted((1, 2), key=lambda each: each != seat):
        mine = state.white if owner == 1 else state.black
        found += [_subject(state, owner, square) for square in squares(mine & state.kings)]
        found += [_subject(state, owner, square) for square in squares(mine & ~state.kings)]
    return tuple(found)


def reach(state: State, key: str) -> Reach | None:
    """Return what the piece on a square such as `"e4"` can do, or None if there is none."""
    square = square_of(key)
    owner = state.owner(square) if square is not None else None
    if square is None or owner is None or state.end is not None:
        return None
    here = _in_turn(state, owner, square)
    moves = [
        move
        for move in legal(here)
        if (isinstance(move, Go) and move.origin == square) or (isinstance(move, Transform) and move.square == square)
    ]
    targets = [move.target for move in moves if isinstance(move, Go)]
    free = [target for target in targets if not here.theirs >> target & 1]
    return Reach(
        _subject(state, owner, square),
        NAMES[square],
        tuple(format_move(here, move) for move in moves),
        walks=frozenset(NAMES[target] for target in free if distance(square, target) == 1),
        leaps=frozenset(NAMES[target] for target in free if distance(square, target) > 1),
        captures=frozenset(NAMES[target] for target in targets if target not in free),
        flips=frozenset(names(_flips(here, square))),
    )


def _flips(state: State, square: int) -> int:
    """Return what a king lets transform, or the piece's own square if a king sees it."""
    if state.moved:
        return 0
    mine, bit = state.mine, 1 << square
    if state.kings & bit:
        return seen(state.rules, state.seat, bit, state.theirs, mine & ~state.kings)
    return seen(state.rules, state.seat, mine & state.kings, state.theirs, bit)


def _in_turn(state: State, owner: Seat, square: int) -> State:
    """Return the position at its owner's turn: the one going on if the piece can still move in it, else a new one."""
    if state.seat == owner and state.moved and going_on(state) >> square & 1:
        return state
    return replace(state, seat=owner, moved=0)


def _subject(state: State, owner: Seat, square: int) -> Choice:
    if state.kings >> square & 1:
        return Choice(NAMES[square], say("{player}: king on {square}", player=Player(owner), square=NAMES[square]))
    return Choice(NAMES[square], say("{player}: piece on {square}", player=Player(owner), square=NAMES[square]))
