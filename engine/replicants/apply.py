"""The position and events after a legal move."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from engine.errors import IllegalMoveError
from engine.events import Event, Surrendered
from engine.game import Step
from engine.replicants import events
from engine.replicants.board import MATRIX, NAMES, heading_of, piece, place_of, targets_in_order, value_of
from engine.replicants.legal import AFTER_CHARGE
from engine.replicants.moves import Arcs, Charge, Create, Go, Move, Rotate, Skip, Strike
from engine.replicants.state import LEAST, End, Side, State, moved, piece_on, removed
from engine.seat import Seat
from engine.text import say


def apply_move(state: State, move: Move) -> Step[State]:
    """Return the result of a legal move of the seat to move."""
    return _CARRIED_OUT[type(move)](state, move)


def forfeit(state: State, seat: Seat) -> Step[State]:
    """Return the result of a resignation: the seat is eliminated, and nobody gets half a point (R30)."""
    if state.end is not None:
        raise IllegalMoveError(say("The game is over; players can no longer resign."), code="game-over", rule="R30")
    end = End("F", seat, (seat,))
    return Step(State(state.rules, state.round, state.seat, state.action, state.sides, end), (Surrendered(seat),))


def _charge(state: State, _: Charge) -> Step[State]:
    mine = state.sides[state.seat - 1]
    energy = AFTER_CHARGE[mine.energy]  # R12
    after = Side(mine.pieces, mine.mask, energy, mine.hearts, mine.reserve, mine.trophies)
    return Step(_next(state, _with(state.sides, state.seat - 1, after)), _charged(state.seat, energy))


def _skip(state: State, _: Skip) -> Step[State]:
    return Step(_next(state, state.sides), (events.Skipped(state.seat),))


def _strike(state: State, move: Strike) -> Step[State]:
    index = state.seat - 1
    mine = state.sides[index]
    struck = piece_on(mine, move.cell)
    if struck is None:
        raise AssertionError(f"no own Replicant to strike on {NAMES[move.cell]}")
    after = removed(mine, 1 << move.cell)  # R13: energy stays
    happened = (events.Struck(state.seat, value_of(struck), NAMES[move.cell]),)
    sides = _with(state.sides, index, after)
    if len(after.pieces) <= LEAST:  # R22, R26
        return Step(_over(state, sides, End("R", state.seat, (state.seat,))), happened)
    return Step(_next(state, sides), happened)


def _go(state: State, move: Go) -> Step[State]:
    index, sides = state.seat - 1, state.sides
    target = move.target
    went = _went(state.seat, move.value, move.origin, target)
    after = _with(sides, index, moved(sides[index], move.value, move.origin, target))
    for other in state.rules.others[index]:
        if sides[other].mask >> target & 1:
            after, end, happened = _destroy(state, after, (target,), by_arcs=False)  # R15
            return Step(_next(state, after) if end is None else _over(state, after, end), (*went, *happened))
    return Step(_next(state, after), went)


def _arcs(state: State, move: Arcs) -> Step[State]:
    index, go = state.seat - 1, move.companion
    cells = targets_in_order(move.targets)
    after, end, happened = _destroy(state, state.sides, cells, by_arcs=True)
    if go is None:
        return Step(_next(state, after) if end is None else _over(state, after, end), tuple(happened))
    after = _with(after, index, moved(after[index], go.value, go.origin, go.target))
    return Step(_next(state, after), (*happened, *_went(state.seat, go.value, go.origin, go.target)))


def _destroy(
    state: State, sides: tuple[Side, ...], cells: Sequence[int], *, by_arcs: bool
) -> tuple[tuple[Side, ...], End | None, list[Event]]:
    """Return the sides without the enemies on these cells, the end of the game, if any, and the events."""
    seat, changed = state.seat, list(sides)
    happened: list[Event] = []
    trophies: list[int] = []
    out: set[Seat] = set()
    for cell in cells:
        for other in state.rules.others[seat - 1]:
            victim = piece_on(sides[other], cell)
            if victim is not None:
                value = victim >> 10
                changed[other] = after = removed(changed[other], 1 << cell)
                trophies.append(value)
                happened.append(events.Destroyed(seat, other + 1, value, NAMES[cell], by_arcs))
                if value == MATRIX or len(after.pieces) <= LEAST:  # R22
                    out.add(other + 1)
    if state.rules.counts_points:
        mine = changed[seat - 1]
        won = (*mine.trophies, *trophies)
        changed[seat - 1] = Side(mine.pieces, mine.mask, mine.energy, mine.hearts, mine.reserve, won)
    code = "M" if MATRIX in trophies else "R"  # N6
    return tuple(changed), End(code, seat, tuple(sorted(out))) if out else None, happened


def _create(state: State, move: Create) -> Step[State]:
    index = state.seat - 1
    mine = state.sides[index]
    heading = heading_of(mine.pieces[0])  # R19
    reserve = list(mine.reserve)
    reserve[move.value - 2] -= 1
    after = Side(
        pieces=tuple(sorted((*mine.pieces, piece(move.value, move.cell, heading)))),
        mask=mine.mask | 1 << move.cell,
        energy=mine.energy - move.value,
        hearts=mine.hearts - 1,
        reserve=tuple(reserve),
        trophies=mine.trophies,
    )
    created = events.Created(state.seat, move.value, NAMES[move.cell], heading)
    return Step(_next(state, _with(state.sides, index, after)), (created,))


def _rotate(state: State, move: Rotate) -> Step[State]:
    index = state.seat - 1
    mine = state.sides[index]
    before = piece_on(mine, move.cell)
    if before is None:
        raise AssertionError(f"no own Replicant to turn on {NAMES[move.cell]}")
    pieces = list(mine.pieces)
    pieces[pieces.index(before)] = before & ~7 | ((before & 7) + move.by) % 6
    after = Side(tuple(pieces), mine.mask, mine.energy, mine.hearts, mine.reserve, mine.trophies)
    return Step(_next(state, _with(state.sides, index, after)), _rotated(state.seat, before, move.by))


def _with(sides: tuple[Side, ...], index: int, changed: Side) -> tuple[Side, ...]:
    after = list(sides)
    after[index] = changed
    return tuple(after)


def _next(state: State, sides: tuple[Side, ...]) -> State:
    """Return the position with the next action (R10, R11)."""
    if state.action < 3:
        return State(state.rules, state.round, state.seat, state.action + 1, sides)
    if state.seat < len(sides):
        return State(state.rules, state.round, state.seat + 1, 1, sides)
    return State(state.rules, state.round + 1, 1, 1, sides)


def _over(state: State, sides: tuple[Side, ...], end: End) -> State:
    return State(state.rules, state.round, state.seat, state.action, sides, end)


# Cached: these happen at every action, and creating a frozen value takes longer than a look-up.


_charged = functools.cache(lambda seat, energy: (events.Charged(seat, energy),))
_went = functools.cache(lambda seat, value, origin, target: (events.Moved(seat, value, NAMES[origin], NAMES[target]),))
_rotated = functools.cache(
    lambda seat, code, by: (
        events.Rotated(seat, value_of(code), NAMES[place_of(code)], by, (heading_of(code) + by) % 6),
    )
)

_CARRIED_OUT: dict[type[Any], Callable[[State, Any], Step[State]]] = {
    Go: _go,
    Rotate: _rotate,
    Charge: _charge,
    Strike: _strike,
    Create: _create,
    Arcs: _arcs,
    Skip: _skip,
}
"""The function that carries out each kind of move."""
