"""The legal moves of a position, the sight of kings (P5), and the reach of a piece.

Their order is stable: steps and jumps by their origin, from a1 up, each piece's along its rank, its diagonal and its
file, a king's backward captures after them; then transforms from a1 up; then the closing of the turn.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from engine.choices import Choice, Invitation, Reach
from engine.replica.board import (
    EAST,
    NAMES,
    NORTH,
    NORTH_EAST,
    RAYS,
    SIZE,
    SOUTH,
    SOUTH_WEST,
    WEST,
    distance,
    names,
    square_of,
    squares,
    subsets,
)
from engine.replica.moves import CLOSE, GOES, TRANSFORMS, Go, Move, Transform
from engine.replica.notation import format_move
from engine.replica.rules import AHEAD, ALL_KINGS, BACKWARD_CAPTURE, Rules, rays_by_square
from engine.replica.state import State
from engine.seat import Seat
from engine.text import Player, say

# The sight of kings, and with it the pieces that can transform (P5).


def seen(rules: Rules, seat: Seat, kings: int, blockers: int, wanted: int) -> int:
    """Return the wanted squares that at least one king of a seat sees past `blockers`, the enemy's pieces."""
    sight, everywhere = rules.sight_lines[seat - 1], rules.all_sight[seat - 1]
    left = wanted
    while kings and left:
        low = kings & -kings
        kings ^= low
        king = low.bit_length() - 1
        lines = everywhere[king]
        if not lines & left:
            continue
        if not lines & blockers:
            left &= ~lines
            continue
        for line, unseen in sight[king]:
            left &= unseen[line & blockers]
    return wanted & ~left


def transformable(state: State) -> int:
    mine, kings = state.mine, state.kings
    return seen(state.rules, state.seat, mine & kings, state.theirs, mine & ~kings)


def seers(state: State, seat: Seat, square: int) -> int:
    mine, theirs = (state.white, state.black) if seat == 1 else (state.black, state.white)
    wanted = 1 << square
    found, kings = 0, mine & state.kings & ~wanted
    while kings:
        king = kings & -kings
        kings ^= king
        if seen(state.rules, seat, king, theirs, wanted):
            found |= king
    return found


_AHEAD = tuple(rays_by_square(ways) for ways in AHEAD)


def _edge(*ways: tuple[int, ...]) -> int:
    return sum(1 << square for square in range(64) if any(not ray[square] for ray in ways))


_TOP, _RIGHT, _TOP_RIGHT = _edge(RAYS[NORTH]), _edge(RAYS[EAST]), _edge(RAYS[NORTH_EAST])
_BOTTOM, _LEFT, _BOTTOM_LEFT = _edge(RAYS[SOUTH]), _edge(RAYS[WEST]), _edge(RAYS[SOUTH_WEST])


def legal(state: State) -> Sequence[Move]:
    """Return every legal move, in the order that this module documents."""
    if state.end is not None:
        return ()
    if state.moved:
        return [*goes(state, going_on(state)), CLOSE]
    moves: list[Move] = [*goes(state, state.mine)]
    flips = transformable(state)
    while flips:
        low = flips & -flips
        moves.append(TRANSFORMS[low.bit_length() - 1])
        flips ^= low
    return moves


def count_legal(state: State) -> int:
    if state.end is not None:
        return 0
    if state.moved:
        return len(goes(state, going_on(state))) + 1
    count = _count_goes(state) + transformable(state).bit_count()
    if state.rules.king_power == BACKWARD_CAPTURE:
        count += sum(len(_backward(state, king)) for king in squares(state.mine & state.kings))
    return count


def going_on(state: State) -> int:
    """Return the kings that may move in a turn in which a king has moved (P9)."""
    if state.rules.king_power == ALL_KINGS:
        return state.mine & state.kings & ~state.moved
    return state.moved  # double: the same king once more


def goes(state: State, pieces: int) -> list[Go]:
    """Return the steps and jumps of some pieces: on a ray ahead, to the first square without a friend (P3, P4)."""
    rows, mine = _rows(state.seat), state.mine
    if state.rules.king_power != BACKWARD_CAPTURE:
        return _ahead(rows, mine, pieces)
    found: list[Go] = []
    for king in squares(pieces & state.kings):
        behind = _backward(state, king)
        if behind:  # they come after the king's other moves
            until = pieces & (2 << king) - 1
            found += _ahead(rows, mine, until)
            found += behind
            pieces ^= until
    return found + _ahead(rows, mine, pieces)


def _ahead(rows: _Rows, mine: int, pieces: int) -> list[Go]:
    """Return the steps and jumps of some pieces on their rays ahead."""
    return [
        go
        for row, there in zip(rows, pieces.to_bytes(SIZE, "little"), strict=True)
        if there
        for ray, first in row[there]
        if (go := first[mine & ray]) is not None
    ]


_Line: TypeAlias = tuple[int, Mapping[int, Go | None]]
"""A ray from a square, and by the friends on it the step or jump along it; None where friends fill it."""
_Rows: TypeAlias = tuple[tuple[tuple[_Line, ...], ...], ...]


@functools.cache
def _rows(seat: Seat) -> _Rows:
    """Return for each rank, by the pieces on it (a bit a file), all their rays ahead: most moves are found by these."""
    lines = [
        [(ray, _first(origin, ray, rising=seat == 1)) for ray in rays if ray]
        for origin, rays in enumerate(_AHEAD[seat - 1])
    ]
    return tuple(
        tuple(tuple(line for file in squares(there) for line in lines[rank + file]) for there in range(1 << SIZE))
        for rank in range(0, SIZE * SIZE, SIZE)
    )


def _first(origin: int, ray: int, *, rising: bool) -> dict[int, Go | None]:
    """Return the move along a ray by the friends on it."""
    found: dict[int, Go | None] = {ray: None}
    for room in subsets(ray):
        if room:
            found[ray ^ room] = GOES[origin][((room & -room) if rising else room).bit_length() - 1]
    return found


def _backward(state: State, origin: int) -> list[Go]:
    """Return a king's captures towards its own corner (P9)."""
    rays = _AHEAD[2 - state.seat][origin]
    theirs = state.theirs
    if not (rays[0] | rays[1] | rays[2]) & theirs:
        return []
    found = []
    free, rising = ~state.mine, state.seat == 2
    for ray in rays:
        room = ray & free
        if room & theirs:
            target = ((room & -room) if rising else room).bit_length() - 1
            if theirs >> target & 1:
                found.append(GOES[origin][target])
    return found


def _count_goes(state: State) -> int:
    """Return the number of steps and jumps ahead: three a piece, less unbroken rows of friends to the edge (P4)."""
    mine = state.mine
    count = 3 * mine.bit_count()
    if state.seat == 1:
        stuck = mine & _TOP
        while stuck:
            count -= stuck.bit_count()
            stuck = stuck >> 8 & mine
        stuck = mine & _RIGHT
        while stuck:
            count -= stuck.bit_count()
            stuck = (stuck & ~_LEFT) >> 1 & mine
        stuck = mine & _TOP_RIGHT
        while stuck:
            count -= stuck.bit_count()
            stuck = (stuck & ~_LEFT) >> 9 & mine
    else:
        stuck = mine & _BOTTOM
        while stuck:
            count -= stuck.bit_count()
            stuck = stuck << 8 & mine
        stuck = mine & _LEFT
        while stuck:
            count -= stuck.bit_count()
            stuck = (stuck & ~_RIGHT) << 1 & mine
        stuck = mine & _BOTTOM_LEFT
        while stuck:
            count -= stuck.bit_count()
            stuck = (stuck & ~_RIGHT) << 9 & mine
    return count


# The moves of a single piece, if it were its owner's turn.


INVITATION = Invitation(say("Pick a piece"), say("Pick a piece to see what it can do."))


def subjects(state: State, seat: Seat | None) -> tuple[Choice, ...]:
    """Return the pieces on the board, the seat's first, kings before the others; none after the end."""
    if state.end is not None:
        return ()
    found: list[Choice] = []
    for owner in sorted((1, 2), key=lambda each: each != seat):
        mine = state.white if owner == 1 else state.black
        found += [_subject(state, owner, square) for square in squares(mine & state.kings)]
        found += [_subject(state, owner, square) for square in squares(mine & ~state.kings)]
    return tuple(found)


def reach(state: State, key: str) -> Reach | None:
    """Return the moves of the piece on a square such as `"e4"`, or None."""
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
    """Return the pieces that a king lets transform, or the piece's own square if a king sees it."""
    if state.moved:
        return 0
    mine, bit = state.mine, 1 << square
    if state.kings & bit:
        return seen(state.rules, state.seat, bit, state.theirs, mine & ~state.kings)
    return seen(state.rules, state.seat, mine & state.kings, state.theirs, bit)


def _in_turn(state: State, owner: Seat, square: int) -> State:
    """Return the position at its owner's turn: the current one if the piece can still move in it, else a new one."""
    if state.seat == owner and state.moved and going_on(state) >> square & 1:
        return state
    return replace(state, seat=owner, moved=0)


def _subject(state: State, owner: Seat, square: int) -> Choice:
    if state.kings >> square & 1:
        return Choice(NAMES[square], say("{player}: king on {square}", player=Player(owner), square=NAMES[square]))
    return Choice(NAMES[square], say("{player}: piece on {square}", player=Player(owner), square=NAMES[square]))
