"""The legal moves of a position, the sight of kings (P5), and the reach of a piece.

Their order is stable: steps and jumps by their origin, from a1 up, each piece's along its rank, its diagonal and its
file, a king's backward captures after them; then transforms from a1 up; then the closing of the turn.
"""

from __future__ import annotations

import functools
from bisect import insort
from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any, TypeAlias

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
)
from engine.replica.moves import CLOSE, GOES, TRANSFORMS, Go, Move, Transform
from engine.replica.notation import format_move
from engine.replica.rules import AHEAD, ALL_KINGS, BACKWARD_CAPTURE, Rules, rays_by_square
from engine.replica.state import State
from engine.seat import Seat
from engine.text import Player, say
from engine.values import ByMask

# The sight of kings, and with it the pieces that can transform (P5).


def seen(rules: Rules, seat: Seat, kings: int, blockers: int, wanted: int) -> int:
    """Return the wanted squares that at least one king of a seat sees past `blockers`, the enemy's pieces."""
    sight, found = rules.sight_lines[seat - 1], 0
    while kings:
        king = kings.bit_length() - 1
        kings ^= 1 << king
        lines, along, diagonals, aslant = sight[king]
        found |= along[lines & blockers] | aslant[diagonals & blockers]
    return found & wanted


def seers(state: State, square: int) -> int:
    """Return the kings that see a square of the seat to move: those that would be seen from it, looking back."""
    return seen(state.rules, 3 - state.seat, 1 << square, state.theirs, state.mine & state.kings)


def _edge(rays: tuple[int, ...]) -> int:
    return sum(1 << square for square, ray in enumerate(rays) if not ray)


_BOARD = (1 << SIZE * SIZE) - 1
_LEFT, _RIGHT = _edge(RAYS[WEST]), _edge(RAYS[EAST])
_STEPS = (
    ((8, _BOARD), (1, _BOARD ^ _LEFT), (9, _BOARD ^ _LEFT)),
    ((8, _BOARD), (1, _BOARD ^ _RIGHT), (9, _BOARD ^ _RIGHT)),
)
"""For seat 1 and 2, for each direction ahead: by how much a step shifts the squares, and where it can end."""
_EDGES = (
    (_edge(RAYS[NORTH]), _RIGHT, _edge(RAYS[NORTH_EAST])),
    (_edge(RAYS[SOUTH]), _LEFT, _edge(RAYS[SOUTH_WEST])),
)
"""The squares that no such step leaves."""

_TRANSFORMS = tuple(
    tuple(tuple(TRANSFORMS[rank + file] for file in range(SIZE) if there >> file & 1) for there in range(1 << SIZE))
    for rank in range(0, SIZE * SIZE, SIZE)
)
"""For each rank, by the pieces on it (a bit a file): their transforms."""


def legal(state: State) -> Sequence[Move]:
    """Return every legal move, in the order that this module documents."""
    if state.end is not None:
        return ()
    seat, mine, kings = state.seat, state.mine, state.kings
    if state.moved:
        return [*_ahead(seat, going_on(state), mine), CLOSE]
    moves: list[Any] = []
    for row, there in zip(_rows(seat), mine.to_bytes(SIZE, "little"), strict=True):
        for rays, goes in row[there]:
            moves += goes[mine & rays]
    if state.rules.king_power == BACKWARD_CAPTURE:
        for capture in _backward(state):
            insort(moves, capture, key=_ORIGIN)  # after the king's other moves
    flips = seen(state.rules, seat, mine & kings, state.theirs, mine & ~kings)
    for transforms, there in zip(_TRANSFORMS, flips.to_bytes(SIZE, "little"), strict=True):
        moves += transforms[there]
    return moves


def count_legal(state: State) -> int:
    if state.end is not None:
        return 0
    if state.moved:
        return len(legal(state))
    mine, kings = state.mine, state.kings
    flips = seen(state.rules, state.seat, mine & kings, state.theirs, mine & ~kings)
    count = _count_goes(state) + flips.bit_count()
    return count + len(_backward(state)) if state.rules.king_power == BACKWARD_CAPTURE else count


def going_on(state: State) -> int:
    """Return the kings that may move in a turn in which a king has moved (P9)."""
    if state.rules.king_power == ALL_KINGS:
        return state.mine & state.kings & ~state.moved
    return state.moved  # double: the same king once more


def landings(pieces: int, friends: int, seat: Seat) -> int:
    """Return the squares to which some pieces step or jump ahead: the first ones without a friend (P3, P4)."""
    found = 0
    for shift, inside in _STEPS[seat - 1]:
        front = pieces
        while front:
            front = (front << shift if seat == 1 else front >> shift) & inside
            found |= front
            front &= friends
    return found & ~friends


_ORIGIN = attrgetter("origin")


def _backward(state: State) -> list[Go]:
    """Return the captures of kings towards their own corner (P9)."""
    mine, theirs, kings = state.mine, state.theirs, state.mine & state.kings
    entries = _AHEAD[2 - state.seat]
    found: list[Go] = []
    while kings:
        king = kings.bit_length() - 1
        kings ^= 1 << king
        rays, goes = entries[king]
        if theirs & rays:  # mostly not, and this takes less time than the loop
            found += [go for go in goes[mine & rays] if theirs >> go.target & 1]
    return found


def _ahead(seat: Seat, pieces: int, friends: int) -> list[Go]:
    """Return the steps and jumps of a few pieces, ahead as a seat sees it."""
    found: list[Go] = []
    for origin in squares(pieces):
        rays, goes = _AHEAD[seat - 1][origin]
        found += goes[friends & rays]
    return found


_Entry: TypeAlias = tuple[int, ByMask[tuple[Go, ...]]]
"""The rays of a square in some directions, and a piece's steps and jumps on them, by the friends there."""


def _entry(seat: Seat, origin: int, rays: Sequence[int], before: tuple[Go, ...] = ()) -> _Entry:
    """Return the entry of rays ahead as a seat sees it; its moves come after those `before`."""
    return sum(rays), ByMask(lambda friends: sum((_along(seat, origin, ray, friends) for ray in rays), before))


def _along(seat: Seat, origin: int, ray: int, friends: int) -> tuple[Go, ...]:
    """Return the step or jump on a ray; none where friends fill it."""
    room = ray & ~friends
    return (GOES[origin][((room & -room) if seat == 1 else room).bit_length() - 1],) if room else ()


_AHEAD = tuple(
    tuple(_entry(seat, origin, rays) for origin, rays in enumerate(rays_by_square(ways)))
    for seat, ways in enumerate(AHEAD, 1)
)


@functools.cache
def _rows(seat: Seat) -> tuple[tuple[tuple[_Entry, ...], ...], ...]:
    """Return for each rank, by the pieces on it (a bit a file), an entry for each of these pieces.

    It has the moves along the rank, which these pieces decide, before those to other ranks. Pieces on a square that
    step or jump to the same one along their rank share an entry.
    """
    shared: dict[tuple[int, tuple[Go, ...]], _Entry] = {}
    rays_ahead = rays_by_square(AHEAD[seat - 1])

    def entry(origin: int, pieces: int) -> _Entry:
        ray, *others = rays_ahead[origin]
        on_rank = _along(seat, origin, ray, pieces)
        return shared.setdefault((origin, on_rank), _entry(seat, origin, others, on_rank))

    return tuple(
        tuple(tuple(entry(origin, there << rank) for origin in squares(there << rank)) for there in range(1 << SIZE))
        for rank in range(0, SIZE * SIZE, SIZE)
    )


def _count_goes(state: State) -> int:
    """Return the number of steps and jumps ahead: three a piece, less unbroken rows of friends to the edge (P4)."""
    mine, seat = state.mine, state.seat
    count = 3 * mine.bit_count()
    for edge, (shift, inside) in zip(_EDGES[seat - 1], _STEPS[2 - seat], strict=True):
        stuck = mine & edge
        while stuck:
            count -= stuck.bit_count()
            stuck = (stuck >> shift if seat == 1 else stuck << shift) & inside & mine
    return count


# The moves of a single piece, if it were its owner's turn.


INVITATION = Invitation(say("Pick a piece"), say("Pick a piece to see what it can do."))


def subjects(state: State, seat: Seat | None) -> tuple[Choice, ...]:
    """Return the pieces on the board, the seat's first, kings before the others; none after the end."""
    if state.end is not None:
        return ()
    found: list[Choice] = []
    for owner in sorted((1, 2), key=lambda each: each != seat):
        mine = state.pieces(owner)
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
    return replace(state, mine=state.pieces(owner), theirs=state.pieces(3 - owner), seat=owner, moved=0)


def _subject(state: State, owner: Seat, square: int) -> Choice:
    if state.kings >> square & 1:
        return Choice(NAMES[square], say("{player}: king on {square}", player=Player(owner), square=NAMES[square]))
    return Choice(NAMES[square], say("{player}: piece on {square}", player=Player(owner), square=NAMES[square]))
