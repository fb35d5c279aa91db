"""The legal moves of a position, and their number.

Their order is stable: steps and jumps by the square they start from, from a1 up, each piece's along its rank, its
diagonal and its file, a king's backward captures after them; then transforms from a1 up; then the closing of the turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.replica.board import EAST, NORTH, NORTH_EAST, RAYS, SOUTH, SOUTH_WEST, WEST, squares
from engine.replica.moves import CLOSE, GOES, TRANSFORMS, Go, Move
from engine.replica.rules import AHEAD, ALL_KINGS, BACKWARD_CAPTURE, rays_by_square
from engine.replica.sight import transformable
from engine.replica.state import State

_AHEAD = tuple(rays_by_square(ways) for ways in AHEAD)


def _edge(*ways: tuple[int, ...]) -> int:
    """Return the squares beside the edge in at least one of these directions."""
    return sum(1 << square for square in range(64) if any(not ray[square] for ray in ways))


_TOP, _RIGHT, _TOP_RIGHT = _edge(RAYS[NORTH]), _edge(RAYS[EAST]), _edge(RAYS[NORTH_EAST])
_BOTTOM, _LEFT, _BOTTOM_LEFT = _edge(RAYS[SOUTH]), _edge(RAYS[WEST]), _edge(RAYS[SOUTH_WEST])


def legal(state: State) -> Sequence[Move]:
    """Return every legal move of the seat whose turn it is, in the order that this module documents."""
    if state.end is not None:
        return ()
    if state.moved:
        return [*goes(state, going_on(state)), CLOSE]
    mine = state.mine
    moves: list[Move] = [*goes(state, mine)]
    flips = transformable(state)
    while flips:
        low = flips & -flips
        moves.append(TRANSFORMS[low.bit_length() - 1])
        flips ^= low
    return moves


def count_legal(state: State) -> int:
    """Return `len(legal(state))` without making the moves."""
    if state.end is not None:
        return 0
    if state.moved:
        return len(goes(state, going_on(state))) + 1
    count = _count_goes(state) + transformable(state).bit_count()
    if state.rules.king_power == BACKWARD_CAPTURE:
        count += sum(len(_backward(state, king)) for king in squares(state.mine & state.kings))
    return count


def going_on(state: State) -> int:
    """Return where the kings stand that may move in a turn in which a king has moved (P9)."""
    if state.rules.king_power == ALL_KINGS:
        return state.mine & state.kings & ~state.moved
    return state.moved  # double: the same king once more


def goes(state: State, pieces: int) -> list[Go]:
    """Return the steps and jumps of some of the pieces whose turn it is.

    Each goes, on a ray ahead, to the first square not held by a friend (P3, P4).
    """
    found: list[Go] = []
    free = ~state.mine
    rays = _AHEAD[state.seat - 1]
    backward = state.kings if state.rules.king_power == BACKWARD_CAPTURE else 0
    rising = state.seat == 1
    while pieces:
        low = pieces & -pieces
        pieces ^= low
        origin = low.bit_length() - 1
        to = GOES[origin]
        for ray in rays[origin]:
            room = ray & free
            if room:
                found.append(to[((room & -room) if rising else room).bit_length() - 1])
        if low & backward:
            found += _backward(state, origin)
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
    """Return the number of steps and jumps ahead: three a piece, but for friends in unbroken rows to the edge (P4)."""
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
