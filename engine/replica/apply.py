"""The position and events after a legal move."""

from __future__ import annotations

import functools

from engine.errors import IllegalMoveError
from engine.events import Event, Surrendered
from engine.game import Step
from engine.replica import events
from engine.replica.board import NAMES, between, names, way_between
from engine.replica.legal import goes, going_on, seers
from engine.replica.moves import Go, Move, Transform
from engine.replica.rules import ALL_KINGS, GOAL_SQUARES
from engine.replica.state import End, State
from engine.seat import Seat
from engine.text import say

_GOALS = tuple(1 << square for square in GOAL_SQUARES)


def apply_move(state: State, move: Move) -> Step[State]:
    """Return the result of a legal move of the seat to move."""
    if isinstance(move, Go):
        return _go(state, move)
    if isinstance(move, Transform):
        return _transform(state, move)
    after = _next(state, state.white, state.black, state.kings)
    return Step(after, (_closed(state.seat),))


def forfeit(state: State, seat: Seat) -> Step[State]:
    """Return the result of a resignation, at any time (P10)."""
    if state.end is not None:
        raise IllegalMoveError(say("The game is over; players can no longer resign."), code="game-over", rule="P10")
    return Step(_over(state, state.white, state.black, state.kings, "F", seat), (Surrendered(seat),))


def _go(state: State, move: Go) -> Step[State]:
    seat, kings = state.seat, state.kings
    start, target = 1 << move.origin, 1 << move.target
    mine, theirs = (state.white, state.black) if seat == 1 else (state.black, state.white)
    king = bool(kings & start)
    happened: tuple[Event, ...] = (_went(seat, move.origin, move.target, king),)
    mine ^= start | target
    captured = theirs & target
    captured_king = False
    if captured:
        theirs ^= target
        captured_king = bool(kings & target)
        happened += (_captured(seat, move.target, captured_king),)
        kings &= ~target
    if king:
        kings ^= start | target
    white, black = (mine, theirs) if seat == 1 else (theirs, mine)
    if captured_king:  # P7
        return Step(_over(state, white, black, kings, "K", seat), happened)
    if king:
        if target == _GOALS[seat - 1]:  # P7
            return Step(_over(state, white, black, kings, "C", seat), (*happened, _arrived(seat)))
        if state.rules.goes_on:
            return Step(_after_king(state, white, black, kings, target), happened)
    return Step(_next(state, white, black, kings), happened)


def _transform(state: State, move: Transform) -> Step[State]:
    seat = state.seat
    flipped = 1 << move.square
    kings = state.kings | flipped
    happened: tuple[Event, ...] = (
        events.Transformed(seat, NAMES[move.square], names(seers(state, seat, move.square))),
    )
    if flipped == _GOALS[seat - 1]:  # P7
        over = _over(state, state.white, state.black, kings, "C", seat)
        return Step(over, (*happened, _arrived(seat)))
    return Step(_next(state, state.white, state.black, kings), happened)


def _after_king(state: State, white: int, black: int, kings: int, target: int) -> State:
    """Return the position after a king's move where a turn can go on: it does while some king can move (P9)."""
    moved = state.moved | target
    double = state.rules.king_power != ALL_KINGS
    if double and state.moved:
        return _next(state, white, black, kings)
    after = State(state.rules, white, black, kings, state.seat, state.round, moved)
    return after if goes(after, going_on(after)) else _next(state, white, black, kings)


def _next(state: State, white: int, black: int, kings: int) -> State:
    """Return the position at the start of the other seat's turn (P1)."""
    if state.seat == 1:
        return State(state.rules, white, black, kings, 2, state.round)
    return State(state.rules, white, black, kings, 1, state.round + 1)


def _over(state: State, white: int, black: int, kings: int, code: str, by: Seat) -> State:
    return State(state.rules, white, black, kings, state.seat, state.round, 0, End(code, by))


# Cached: these happen at every move, and creating a frozen value takes longer than a look-up.


@functools.cache
def _went(seat: Seat, origin: int, target: int, king: bool) -> Event:
    """Return a step, or a jump: all squares in between then hold friends (P4)."""
    way = way_between(origin, target)
    if way is None:
        raise AssertionError(f"{NAMES[origin]} and {NAMES[target]} are on no line")
    over = names(between(origin, target, way))
    if not over:
        return events.Stepped(seat, NAMES[origin], NAMES[target], king)
    return events.Jumped(seat, NAMES[origin], NAMES[target], over if way.rising else over[::-1], king)


@functools.cache
def _captured(seat: Seat, square: int, king: bool) -> Event:
    return events.Captured(seat, 3 - seat, NAMES[square], king)


@functools.cache
def _arrived(seat: Seat) -> Event:
    return events.Arrived(seat, NAMES[GOAL_SQUARES[seat - 1]])


_closed = functools.cache(events.Closed)
