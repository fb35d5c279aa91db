"""Replica: the evaluation and the search of the engine's positions.

The squares that a side can go to are three shifts: a jump leads over contiguous friends to the first square without one
(P4), so a square without a friend can be entered exactly if a friend stands next to it, on the side it comes from.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from computer.search import WIN, Search
from engine.replica.apply import position_after
from engine.replica.board import squares
from engine.replica.legal import going_on, landings, seen
from engine.replica.moves import CLOSE, GOES, TRANSFORMS
from engine.replica.moves import Move as EngineMove
from engine.replica.rules import AHEAD, BACKWARD_CAPTURE, DOUBLE, GOAL_SQUARES, Rules, rays_by_square
from engine.replica.state import State

_BOARD = (1 << 64) - 1
_NOT_A, _NOT_H = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
_GOALS = (0, *[1 << square for square in GOAL_SQUARES])
_RAYS = ((), *[rays_by_square(ways) for ways in AHEAD])

Move = int
"""`origin << 6 | target`, or `TRANSFORM | square`, or `CLOSING`, which ends the turn."""
TRANSFORM, CLOSING = 1 << 12, 1 << 13


def ahead(pieces: int, seat: int) -> int:
    """Return the squares one step forward of some pieces."""
    if seat == 1:
        return (pieces << 8 | (pieces << 1 | pieces << 9) & _NOT_A) & _BOARD
    return pieces >> 8 | (pieces >> 1 | pieces >> 9) & _NOT_H


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


def counts(state: State) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return what decides games, of the side to act and of the other.

    How many squares its nearest king and its nearest piece are from the corner, its pieces, its kings, and the enemies
    that it can reach.
    """
    return (
        _counts(state.mine, state.theirs, state.kings, state.seat),
        _counts(state.theirs, state.mine, state.kings, 3 - state.seat),
    )


def _counts(pieces: int, enemies: int, kings: int, seat: int) -> tuple[float, ...]:
    nearest = [
        next((distance for distance, ring in enumerate(_RINGS[seat]) if ring & those), len(_RINGS[seat]))
        for those in (pieces & kings, pieces)
    ]
    reached = (landings(pieces, pieces, seat) & enemies).bit_count()
    return (*map(float, nearest), float(pieces.bit_count()), float((pieces & kings).bit_count()), float(reached))


def to_engine(move: Move) -> EngineMove:
    """Return a move as the engine has it."""
    if move >= CLOSING:
        return CLOSE
    return TRANSFORMS[move & 63] if move >= TRANSFORM else GOES[move >> 6][move & 63]


class Replica(Search[State, Move]):
    """The search in Replica under any options."""

    def __init__(self, rules: Rules, weights: Weights, limit: int) -> None:
        super().__init__(limit)
        self.rules = rules
        self.weights = weights
        self._backward = rules.king_power == BACKWARD_CAPTURE

    def side(self, position: State) -> int:
        return position.seat

    def key(self, position: State) -> Hashable:
        return (
            position.mine,
            position.theirs,
            position.kings,
            position.seat << 1 | (position.end is not None),
            position.moved,
        )

    def cost(self, position: State, move: Move) -> int:
        return 0 if move == CLOSING else 1

    # Moves.

    def moves(self, position: State) -> list[Move]:
        """Return every legal move: captures first, then those that go furthest ahead, transforms last."""
        mine, theirs, seat = position.mine, position.theirs, position.seat
        captures: list[Move] = []
        quiet: list[Move] = []
        free, rays, rising = ~mine, _RAYS[seat], seat == 1
        left = going_on(position) if position.moved else mine
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

    def front(self, position: State, moves: Sequence[Move]) -> int:
        theirs = position.theirs
        for number, move in enumerate(moves):
            if move >= TRANSFORM or not theirs >> (move & 63) & 1:
                return number
        return len(moves)

    def after(self, position: State, move: Move) -> State:
        return position_after(position, to_engine(move))

    def wins_at_once(self, position: State) -> bool:
        """Return whether the side to act has a move that wins (P7), or two with one king where it moves twice (P9)."""
        mine, seat, kings = position.mine, position.seat, position.kings
        enemy, own, goal = position.theirs & kings, mine & kings, _GOALS[seat]
        if position.moved:
            return landings(going_on(position), mine, seat) & (enemy | goal) != 0
        reach = ahead(mine, seat)
        if reach & enemy:
            return True
        if reach & goal and landings(own, mine, seat) & goal:
            return True
        if self._backward and landings(own, mine, 3 - seat) & enemy:
            return True
        if mine & ~kings & goal and seen(self.rules, seat, own, position.theirs, goal):
            return True
        return self.rules.king_power == DOUBLE and any(
            landings(1 << step, mine ^ 1 << king | 1 << step, seat) & (enemy | goal)
            for king in squares(own)
            for step in squares(landings(1 << king, mine, seat))
        )

    def goes_on(self, before: State, after: State) -> bool:
        return after.seat == before.seat and after.end is None

    def greedy(self, before: State, after: State) -> int:
        return WIN if after.end is not None else -self.placement(after)

    # Values.

    def settled(self, position: State, depth: int, alpha: int, beta: int) -> int | None:
        if position.end is not None:
            return WIN if position.end.winner == position.seat else -WIN
        if self.wins_at_once(position):
            return WIN - 1
        if depth <= 0:
            return self.estimate(position)
        return None

    def placement(self, position: State) -> int:
        """Return the worth of the pieces where they stand, for the side to act."""
        weights, seat = self.weights, position.seat
        return _placed(weights, position.mine, position.kings, seat) - _placed(
            weights, position.theirs, position.kings, 3 - seat
        )

    def estimate(self, position: State) -> int:
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
