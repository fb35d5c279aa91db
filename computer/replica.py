"""Replica: a search state of a few integers, its evaluation and its search.

The squares that a side can go to are three shifts: a jump leads over contiguous friends to the first square without one
(P4), so a square without a friend can be entered exactly if a friend stands next to it, on the side it comes from.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from computer.search import WIN, Search
from engine.replica.board import squares
from engine.replica.legal import seen
from engine.replica.moves import CLOSE, GOES, TRANSFORMS
from engine.replica.moves import Move as EngineMove
from engine.replica.rules import AHEAD, ALL_KINGS, BACKWARD_CAPTURE, GOAL_SQUARES, Rules, rays_by_square
from engine.replica.state import State

_BOARD = (1 << 64) - 1
_NOT_A, _NOT_H = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
_GOALS = (0, *[1 << square for square in GOAL_SQUARES])
_RAYS = ((), *[rays_by_square(ways) for ways in AHEAD])

TRANSFORM, CLOSING = 1 << 12, 1 << 13
"""A move is `origin << 6 | target`, or this with a square, or the closing of the turn."""

Move = int


@dataclass(frozen=True, slots=True)
class Position:
    """The squares of both sides as bits, as in `engine.replica.state.State`.

    Attributes:
        mine: The pieces of the side to act.
        theirs: The other's.
        kings: Of both.
        seat: The side to act.
        moved: The kings that have moved in this turn (P9).
        over: Whether the side to act has lost.
    """

    mine: int
    theirs: int
    kings: int
    seat: int
    moved: int = 0
    over: bool = False

    @property
    def counts(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """What decides games, of the side to act and of the other.

        How many squares its nearest king and its nearest piece are from the corner, its pieces, its kings, and the
        enemies that it can reach.
        """
        return (
            _counts(self.mine, self.theirs, self.kings, self.seat),
            _counts(self.theirs, self.mine, self.kings, 3 - self.seat),
        )


def ahead(pieces: int, seat: int) -> int:
    """Return the squares one step forward of some pieces."""
    if seat == 1:
        return (pieces << 8 | (pieces << 1 | pieces << 9) & _NOT_A) & _BOARD
    return pieces >> 8 | (pieces >> 1 | pieces >> 9) & _NOT_H


def _jumps(pieces: int, friends: int, seat: int, *, backward: bool = False) -> int:
    """Return the squares without a friend to which some of the pieces of a side step or jump."""
    found = 0
    if (seat == 1) != backward:
        for shift, inside in ((8, _BOARD), (1, _NOT_A), (9, _NOT_A)):
            front = pieces
            while front:
                front = front << shift & inside & _BOARD
                found |= front
                front &= friends
    else:
        for shift, inside in ((8, _BOARD), (1, _NOT_H), (9, _NOT_H)):
            front = pieces
            while front:
                front = front >> shift & inside
                found |= front
                front &= friends
    return found & ~friends


class Weights:
    """The weights of the evaluation, and the tables that follow from them."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.race: tuple[int, ...] = tuple(data["race"])
        self.loose: int = data["loose"]
        self.threatened: int = data["threatened"]
        self.check: int = data["check"]
        self.covered: int = data["covered"]
        self.tempo: int = data["tempo"]
        self.pieces = _tables(data["piece"], data["advance"])
        self.kings = _tables(data["king"], data["king_advance"] - data["advance"])


def _tables(worth: int, advance: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return by seat, rank and the bits of a rank: the worth of its pieces."""
    tables = []
    for seat in (1, 1, 2):
        ranks = []
        for rank in range(8):
            forward = rank if seat == 1 else 7 - rank
            ranks.append(
                tuple(
                    sum(
                        worth + advance * (forward + (file if seat == 1 else 7 - file))
                        for file in range(8)
                        if row >> file & 1
                    )
                    for row in range(256)
                )
            )
        tables.append(tuple(ranks))
    return tuple(tables)


def _rings(seat: int) -> tuple[int, ...]:
    """Return the squares at each distance from a seat's goal."""
    goal = GOAL_SQUARES[seat - 1]
    rings = [0] * 8
    for square in range(64):
        rings[max(abs(square % 8 - goal % 8), abs(square // 8 - goal // 8))] |= 1 << square
    return tuple(rings)


_RINGS = tuple(_rings(seat) for seat in (1, 1, 2))
"""By seat: the squares at each distance from its goal."""


def _counts(pieces: int, enemies: int, kings: int, seat: int) -> tuple[float, ...]:
    nearest = [
        next((distance for distance, ring in enumerate(_RINGS[seat]) if ring & those), len(_RINGS[seat]))
        for those in (pieces & kings, pieces)
    ]
    reached = (_jumps(pieces, pieces, seat) & enemies).bit_count()
    return (*map(float, nearest), float(pieces.bit_count()), float((pieces & kings).bit_count()), float(reached))


def from_engine(state: State) -> Position:
    """Return a position as the search has it."""
    end = state.end
    if end is not None:
        loser = 3 - end.winner
        return Position(state.pieces(loser), state.pieces(end.winner), state.kings, loser, over=True)
    return Position(state.mine, state.theirs, state.kings, state.seat, state.moved)


def to_engine(move: Move) -> EngineMove:
    """Return a move as the engine has it."""
    if move >= CLOSING:
        return CLOSE
    return TRANSFORMS[move & 63] if move >= TRANSFORM else GOES[move >> 6][move & 63]


class Replica(Search[Position, Move]):
    """The search in Replica under any options."""

    def __init__(self, rules: Rules, weights: Weights, limit: int) -> None:
        super().__init__(limit)
        self.rules = rules
        self.weights = weights
        self._backward = rules.king_power == BACKWARD_CAPTURE
        self._all_kings = rules.king_power == ALL_KINGS

    def side(self, position: Position) -> int:
        return position.seat

    def key(self, position: Position) -> Hashable:
        return position.mine, position.theirs, position.kings, position.seat << 1 | position.over, position.moved

    def cost(self, position: Position, move: Move) -> int:
        return 0 if move == CLOSING else 1

    # Moves.

    def moves(self, position: Position) -> list[Move]:
        """Return every legal move: captures first, then those that go furthest ahead, transforms last."""
        mine, theirs, seat = position.mine, position.theirs, position.seat
        if position.over:
            return []
        captures: list[Move] = []
        quiet: list[Move] = []
        free, rays, rising = ~mine, _RAYS[seat], seat == 1
        left = self._going(position)
        while left:
            low = left & -left
            left ^= low
            origin = low.bit_length() - 1
            for ray in rays[origin]:
                room = ray & free
                if room:
                    target = ((room & -room) if rising else room).bit_length() - 1
                    (captures if theirs >> target & 1 else quiet).append(origin << 6 | target)
        if self._backward:
            for origin in squares(mine & position.kings):
                for ray in _RAYS[3 - seat][origin]:
                    room = ray & free
                    target = ((room & -room) if not rising else room).bit_length() - 1
                    if room and theirs >> target & 1:
                        captures.append(origin << 6 | target)
        if position.moved:
            quiet.append(CLOSING)
        else:
            flips = seen(self.rules, seat, mine & position.kings, theirs, mine & ~position.kings)
            quiet += [TRANSFORM | square for square in squares(flips)]
        return captures + quiet

    def front(self, position: Position, moves: Sequence[Move]) -> int:
        theirs = position.theirs
        for number, move in enumerate(moves):
            if move >= TRANSFORM or not theirs >> (move & 63) & 1:
                return number
        return len(moves)

    def _going(self, position: Position) -> int:
        if not position.moved:
            return position.mine
        return position.mine & position.kings & ~position.moved if self._all_kings else position.moved

    def after(self, position: Position, move: Move) -> Position:
        mine, theirs, kings, seat = position.mine, position.theirs, position.kings, position.seat
        if move >= CLOSING:
            return Position(theirs, mine, kings, 3 - seat)
        if move >= TRANSFORM:
            bit = 1 << (move & 63)
            return Position(theirs, mine, kings | bit, 3 - seat, over=bit == _GOALS[seat])
        start, target = 1 << (move >> 6), 1 << (move & 63)
        mine ^= start | target
        over = False
        if theirs & target:
            theirs ^= target
            over = kings & target != 0
            kings &= ~target
        if kings & start:
            kings ^= start | target
            over = over or target == _GOALS[seat]
            if self.rules.goes_on and not over and not (position.moved and not self._all_kings):
                on = Position(mine, theirs, kings, seat, position.moved | target)
                if _jumps(self._going(on), mine, seat):
                    return on
        return Position(theirs, mine, kings, 3 - seat, over=over)

    def wins_at_once(self, position: Position) -> bool:
        """Return whether the side to act has a move that wins (P7)."""
        mine, seat, kings = position.mine, position.seat, position.kings
        enemy, own, goal = position.theirs & kings, mine & kings, _GOALS[seat]
        if position.moved:
            going = self._going(position)
            reach = _jumps(going, mine, seat)
            return reach & (enemy | goal) != 0
        reach = ahead(mine, seat)
        if reach & enemy:
            return True
        if reach & goal and _jumps(own, mine, seat) & goal:
            return True
        if self._backward and _jumps(own, mine, seat, backward=True) & enemy:
            return True
        return mine & ~kings & goal != 0 and seen(self.rules, seat, own, position.theirs, goal) != 0

    def goes_on(self, before: Position, after: Position) -> bool:
        return after.seat == before.seat and not after.over

    def greedy(self, before: Position, after: Position) -> int:
        return WIN if after.over else -self.placement(after)

    # Values.

    def settled(self, position: Position, depth: int, alpha: int, beta: int) -> int | None:
        if position.over:
            return -WIN
        if self.wins_at_once(position):
            return WIN - 1
        if depth <= 0:
            return self.estimate(position)
        return None

    def placement(self, position: Position) -> int:
        """Return the worth of the pieces where they stand, for the side to act."""
        weights, seat = self.weights, position.seat
        return _placed(weights, position.mine, position.kings, seat) - _placed(
            weights, position.theirs, position.kings, 3 - seat
        )

    def estimate(self, position: Position) -> int:
        """Return the value for the side to act, which cannot win at once."""
        weights, mine, theirs, seat = self.weights, position.mine, position.theirs, position.seat
        value = self.placement(position) + weights.tempo
        reach, attack = ahead(mine, seat), ahead(theirs, 3 - seat)
        value += weights.covered * ((reach & mine).bit_count() - (attack & theirs).bit_count())
        if reach & theirs & ~attack:
            value += weights.loose
        value -= weights.threatened * (attack & mine & ~reach).bit_count()
        if attack & mine & position.kings:
            value -= weights.check
        return value


def _placed(weights: Weights, pieces: int, kings: int, seat: int) -> int:
    worth, crowned = weights.pieces[seat], weights.kings[seat]
    kings &= pieces
    value = 0
    for rank in range(8):
        row = pieces >> 8 * rank & 255
        if row:
            value += worth[rank][row]
            row = kings >> 8 * rank & 255
            if row:
                value += crowned[rank][row]
    for distance, ring in enumerate(_RINGS[seat]):
        if kings & ring:
            return value + weights.race[distance]
    return value
