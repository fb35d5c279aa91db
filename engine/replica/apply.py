"""The position and events after a legal move."""

from __future__ import annotations

import functools
from dataclasses import replace

from engine.errors import IllegalMoveError
from engine.events import Event, Surrendered
from engine.game import Step
from engine.replica import events
from engine.replica.board import NAMES, between, names, way_between
from engine.replica.legal import going_on, landings, seers
from engine.replica.moves import Go, Move, Transform
from engine.replica.rules import ALL_KINGS, GOAL_SQUARES
from engine.replica.state import End, State
from engine.seat import Seat
from engine.text import say

_GOALS = tuple(1 << square for square in GOAL_SQUARES)


def apply_move(state: State, move: Move) -> Step[State]:
    """Return the result of a legal move of the seat to move."""
    return Step(position_after(state, move), _happened(state, move))


def forfeit(state: State, seat: Seat) -> Step[State]:
    """Return the result of a resignation, at any time (P10)."""
    if state.end is not None:
        raise IllegalMoveError(say("The game is over; players can no longer resign."), code="game-over", rule="P10")
    return Step(replace(state, moved=0, end=End("F", seat)), (Surrendered(seat),))


def position_after(state: State, move: Move) -> State:
    """Return the position after a legal move of the seat to move."""
    mine, theirs, kings, seat = state.mine, state.theirs, state.kings, state.seat
    if isinstance(move, Go):
        start, target = 1 << move.origin, 1 << move.target
        king, captured = kings & start, theirs & target
        captured_king = kings & captured
        mine ^= start | target
        theirs ^= captured
        kings ^= captured_king
        if king:
            kings ^= start | target
        if captured_king:  # P7
            return _over(state, mine, theirs, kings, "K")
        if king:
            if target == _GOALS[seat - 1]:  # P7
                return _over(state, mine, theirs, kings, "C")
            if state.rules.goes_on:
                return _after_king(state, mine, theirs, kings, target)
    elif isinstance(move, Transform):
        flipped = 1 << move.square
        kings |= flipped
        if flipped == _GOALS[seat - 1]:  # P7
            return _over(state, mine, theirs, kings, "C")
    return State(state.rules, theirs, mine, kings, 3 - seat, state.round + seat - 1)


def _after_king(state: State, mine: int, theirs: int, kings: int, target: int) -> State:
    """Return the position after a king's move where a turn can go on: it does while some king can move (P9)."""
    seat = state.seat
    if not state.moved or state.rules.king_power == ALL_KINGS:
        after = State(state.rules, mine, theirs, kings, seat, state.round, state.moved | target)
        if landings(going_on(after), mine, seat):
            return after
    return State(state.rules, theirs, mine, kings, 3 - seat, state.round + seat - 1)


def _over(state: State, mine: int, theirs: int, kings: int, code: str) -> State:
    return State(state.rules, mine, theirs, kings, state.seat, state.round, 0, End(code, state.seat))


def _happened(state: State, move: Move) -> tuple[Event, ...]:
    """Return the events of a legal move."""
    seat = state.seat
    if isinstance(move, Go):
        origin, target, kings = move.origin, move.target, state.kings
        captured = state.theirs >> target & 1 and 1 + (kings >> target & 1)
        return _went(seat, origin, target, kings >> origin & 1, captured)
    if isinstance(move, Transform):
        seen_from = names(seers(state, move.square))
        return (events.Transformed(seat, NAMES[move.square], seen_from), *_arrived(seat, move.square))
    return _closed(seat)


# Cached: these happen at every move, and creating a frozen value takes longer than a look-up.


@functools.cache
def _went(seat: Seat, origin: int, target: int, king: int, captured: int) -> tuple[Event, ...]:
    """Return the events of a step, or of a jump: all squares in between then hold friends (P4).

    `captured` is 1 for a piece, 2 for a king.
    """
    way = way_between(origin, target)
    if way is None:
        raise AssertionError(f"{NAMES[origin]} and {NAMES[target]} are on no line")
    over = names(between(origin, target, way))
    happened: tuple[Event, ...]
    if not over:
        happened = (events.Stepped(seat, NAMES[origin], NAMES[target], bool(king)),)
    else:
        nearest_first = over if way.rising else over[::-1]
        happened = (events.Jumped(seat, NAMES[origin], NAMES[target], nearest_first, bool(king)),)
    if captured:
        happened += (events.Captured(seat, 3 - seat, NAMES[target], captured > 1),)
    return happened + _arrived(seat, target) if king and captured < 2 else happened


@functools.cache
def _arrived(seat: Seat, square: int) -> tuple[Event, ...]:
    """Return the event of a king on a square, if it is the opposite corner (P7)."""
    return (events.Arrived(seat, NAMES[square]),) if square == GOAL_SQUARES[seat - 1] else ()


@functools.cache
def _closed(seat: Seat) -> tuple[Event, ...]:
    return (events.Closed(seat),)
