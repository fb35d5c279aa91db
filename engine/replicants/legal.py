"""Every legal move of a position, and the reach of a Replicant.

The order is part of the interface. First action: the charge, or strikes by value, then cell. Second action: moves by
value, origin and target (the matrix first), then arcs by the text of their targets and by the companion's value, origin
and target, then creations by value and cell, or else the skip. Third action: the charge, then rotations by value and
cell, left before right. Cells go by column, then line.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.choices import Choice, Invitation, Reach
from engine.hexgrid import walk
from engine.replicants.attacks import dangers, relieved, shots, stakes, threatened, volleys
from engine.replicants.board import (
    CELLS,
    FIVE,
    MATRIX,
    NAMES,
    RESERVE_VALUES,
    bits,
    cell_of,
    heading_of,
    place_of,
    value_of,
)
from engine.replicants.moves import CHARGE, SKIP, Arcs, Create, Go, Move
from engine.replicants.notation import format_move, targets_text
from engine.replicants.state import State, occupied
from engine.seat import Seat
from engine.text import Player, say

FULL = 9
"""The highest energy; the matrix overloads there (R13)."""

AFTER_CHARGE = (1, 2, 3, 4, 5, 6, 7, FULL)
"""Energy after a charge, by energy before it (R12)."""


def legal(state: State) -> Sequence[Move]:
    """Return every legal move, in the order that this module documents."""
    if state.end is not None:
        return ()
    mine = state.sides[state.seat - 1]
    if state.action == 2:
        return _second(state) or (SKIP,)  # R21
    board = state.rules.board
    if state.action == 1:
        if mine.energy < FULL:
            return (CHARGE,)
        return tuple([board.strikes[code >> 3 & 127] for code in mine.pieces[1:]])  # R13: not the matrix
    found: list[Move] = [CHARGE] if mine.energy < len(AFTER_CHARGE) - 1 else []  # R20
    for code in mine.pieces:
        found += board.turns[code >> 3 & 127]
    return found


def count_legal(state: State) -> int:
    if state.end is not None:
        return 0
    mine = state.sides[state.seat - 1]
    if state.action == 2:
        return _count_second(state) or 1  # R21
    if state.action == 1:
        return 1 if mine.energy < FULL else len(mine.pieces) - 1
    return 2 * len(mine.pieces) + (mine.energy < len(AFTER_CHARGE) - 1)


def _matrix_targets(state: State, blocked: int, into: int, ending: int, dangerous: int) -> int:
    """Return the cells that the matrix may go to by a plain move (R16, R24, R25)."""
    rules, sides, index = state.rules, state.sides, state.seat - 1
    matrix = sides[index].pieces[0]
    cells = rules.board.reach[matrix][blocked & rules.board.stops[matrix]] & into
    risky = cells & ~ending & dangerous
    return cells ^ risky | relieved(rules, sides, index, risky) if risky else cells


def _creation_cells(state: State, blocked: int, dangerous: int) -> int:
    """Return the cells for a new Replicant (R19)."""
    return state.rules.board.near[place_of(state.sides[state.seat - 1].pieces[0])] & ~blocked & ~dangerous


def affordable(state: State) -> list[int]:
    """Return the values that could be created if there were a free cell (R19)."""
    mine = state.sides[state.seat - 1]
    if not mine.hearts or mine.energy < RESERVE_VALUES[0]:
        return []
    return [value for value in RESERVE_VALUES if value <= mine.energy and mine.reserve[value - 2]]


def _second(state: State) -> list[Move]:
    rules, sides, index = state.rules, state.sides, state.seat - 1
    board, mine, blocked = rules.board, sides[index].pieces, occupied(sides)
    goes, reach, stops = board.goes, board.reach, board.stops
    ending, forbidden = stakes(rules, sides, index)
    away, standing = dangers(rules, sides, index, blocked)
    into = rules.board.mask & ~(_not_mine_to_enter(state) | forbidden)  # R24
    found: list[Move] = [*goes[mine[0] >> 3][_matrix_targets(state, blocked, into, ending, away)]]
    for code in mine[1:]:
        found += goes[code >> 3][reach[code][blocked & stops[code]] & into]
    if mine[-1] >> 10 >= FIVE and shots(state):
        found += _arcs(state)
    values = affordable(state)
    if values:
        creations = _creations(_creation_cells(state, blocked, standing))
        for value in values:
            found += creations[value]
    return found


@functools.cache
def _creations(cells: int) -> tuple[tuple[Create, ...], ...]:
    """Return by value the creations on cells around a matrix."""
    return tuple(tuple(Create(value, cell) for cell in bits(cells)) for value in range(1 + RESERVE_VALUES[-1]))


def _arcs(state: State) -> Iterator[Arcs]:
    goes = state.rules.board.goes
    for volley in sorted(volleys(state), key=lambda volley: targets_text(volley.targets)):
        if volley.ends:
            yield Arcs(volley.targets, None)
        for code, cells in volley.companions:
            for go in goes[code >> 3][cells]:
                yield Arcs(volley.targets, go)


def _count_second(state: State) -> int:
    rules, sides, index = state.rules, state.sides, state.seat - 1
    mine, blocked = sides[index].pieces, occupied(sides)
    reach, stops = rules.board.reach, rules.board.stops
    ending, forbidden = stakes(rules, sides, index)
    away, standing = dangers(rules, sides, index, blocked)
    into = rules.board.mask & ~(_not_mine_to_enter(state) | forbidden)  # R24
    count = _matrix_targets(state, blocked, into, ending, away).bit_count()
    for code in mine[1:]:
        count += (reach[code][blocked & stops[code]] & into).bit_count()
    if mine[-1] >> 10 >= FIVE and shots(state):
        for volley in volleys(state):
            count += volley.ends
            for _, cells in volley.companions:
                count += cells.bit_count()
    values = affordable(state)
    if values:
        count += len(values) * _creation_cells(state, blocked, standing).bit_count()
    return count


def _not_mine_to_enter(state: State) -> int:
    """Return the cells of the player and of allies (R7, R28)."""
    cells = 0
    for friend in state.rules.friends[state.seat - 1]:
        cells |= state.sides[friend].mask
    return cells


# The moves of a single Replicant, and the cells for new ones, if it were its owner's second action.


CREATION = "!"

INVITATION = Invitation(say("Pick a piece"), say("Pick a piece to see what it can do."))


def subjects(state: State, seat: Seat | None) -> tuple[Choice, ...]:
    """Return the Replicants in the arena, the seat's first, followed by its possible creations."""
    if state.end is not None:
        return ()
    seats = range(1, len(state.sides) + 1)
    found = []
    for owner in sorted(seats, key=lambda each: each != seat):
        found += [_subject(owner, code) for code in state.sides[owner - 1].pieces]
        if owner == seat:
            found.append(_creation(owner))
    return tuple(found)


def reach(state: State, seat: Seat | None, key: str) -> Reach | None:
    """Return the moves of the Replicant with a key such as `"4G8"`, or for `"!"` the seat's creations."""
    if state.end is not None:
        return None
    if key == CREATION:
        return _creating(_second_action(state, seat)) if seat is not None else None
    for owner, side in enumerate(state.sides, 1):
        for code in side.pieces:
            if key == _key(code):
                return _going(_second_action(state, owner), code)
    return None


def _going(state: State, code: int) -> Reach:
    mine, board = state.sides[state.seat - 1], state.rules.board
    blocked, origin = occupied(state.sides), place_of(code)
    moves = [move for move in legal(state) if isinstance(move, Go) and move.origin == origin]
    targets = sum(1 << move.target for move in moves)
    chart = board.chart_set.charts[value_of(code)]
    over = {cell_of(walk(CELLS[origin], path, heading_of(code))) for path in chart.leap}
    leaps = sum(1 << cell for cell in bits(targets) if cell in over)
    barred = 0
    if value_of(code) == MATRIX:
        barred = board.reach[code][blocked & board.stops[code]] & ~targets & ~mine.mask  # R16
        barred &= threatened(state.rules, state.sides, state.seat - 1, blocked ^ 1 << origin)
    shooters = shots(state)
    struck = sorted(volley.targets for volley in volleys(state) if code in shooters[volley.targets])
    return Reach(
        _subject(state.seat, code),
        NAMES[origin],
        (*(format_move(state, move) for move in moves), *(f"{targets_text(each)}.…" for each in struck)),
        walks=_names(targets & ~blocked & ~leaps),
        leaps=_names(targets & ~blocked & leaps),
        captures=_names(targets & blocked),
        arcs=frozenset().union(*map(_names, struck)),
        threatened=_names(barred),
    )


def _creating(state: State) -> Reach:
    sides, index = state.sides, state.seat - 1
    moves = [move for move in legal(state) if isinstance(move, Create)]
    blocked = occupied(sides)
    near = state.rules.board.near[place_of(sides[index].pieces[0])] & ~blocked
    return Reach(
        _creation(state.seat),
        moves=tuple(format_move(state, move) for move in moves),
        walks=frozenset(NAMES[move.cell] for move in moves),
        threatened=_names(near & threatened(state.rules, sides, index, blocked)),  # R19
    )


def _second_action(state: State, owner: Seat) -> State:
    """Return the position at a seat's second action, after the charge before it (R11, R12)."""
    if state.seat == owner and state.action == 2:
        return state
    mine = state.sides[owner - 1]
    if mine.energy < len(AFTER_CHARGE) and not (state.seat == owner and state.action == 3):
        mine = replace(mine, energy=AFTER_CHARGE[mine.energy])
    sides = tuple(mine if seat == owner else side for seat, side in enumerate(state.sides, 1))
    return replace(state, seat=owner, action=2, sides=sides)


def _subject(owner: Seat, code: int) -> Choice:
    text = say("{player}: {value} on {hex}", player=Player(owner), value=value_of(code), hex=NAMES[place_of(code)])
    return Choice(_key(code), text)


def _creation(owner: Seat) -> Choice:
    return Choice(CREATION, say("{player}: create a Replicant", player=Player(owner)))


def _key(code: int) -> str:
    return f"{value_of(code)}{NAMES[place_of(code)]}"


def _names(cells: int) -> frozenset[str]:
    return frozenset(NAMES[cell] for cell in bits(cells))
