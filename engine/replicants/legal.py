"""Every legal move of a position.

The order is part of the interface. First action: the charge, or strikes by value, then cell. Second action: moves by
value, origin and target (the matrix first), then arcs by the text of their targets and by the companion's value, origin
and target, then creations by value and cell, or else the skip. Third action: the charge, then rotations by value and
cell, left before right. Cells go by column, then line.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.replicants.arcs import volleys
from engine.replicants.board import bits, place_of
from engine.replicants.charts import FIVE, RESERVE_VALUES
from engine.replicants.moves import CHARGE, SKIP, Arcs, Go, Move
from engine.replicants.state import State, occupied
from engine.replicants.threat import relieved, stakes, threatened
from engine.replicants.writing import targets_text

FULL = 9
"""The highest energy; the matrix overloads there (R13)."""

AFTER_CHARGE = (1, 2, 3, 4, 5, 6, 7, FULL)
"""Energy after a charge, by energy before it (R12)."""


def legal(state: State) -> tuple[Move, ...]:
    """Return every legal move of the seat whose turn it is, each once; none if the game is over."""
    if state.end is not None:
        return ()
    mine = state.sides[state.seat - 1]
    if state.action == 2:
        return tuple(_second(state)) or (SKIP,)  # R21
    board = state.rules.board
    if state.action == 1:
        if mine.energy < FULL:
            return (CHARGE,)
        return tuple([board.strikes[code >> 3 & 127] for code in mine.pieces[1:]])  # R13: not the matrix
    turns = [turn for code in mine.pieces for turn in board.turns[code >> 3 & 127]]
    return (CHARGE, *turns) if mine.energy < len(AFTER_CHARGE) - 1 else tuple(turns)  # R20


def count_legal(state: State) -> int:
    """Return `len(legal(state))` without making the moves."""
    if state.end is not None:
        return 0
    mine = state.sides[state.seat - 1]
    if state.action == 2:
        return _count_second(state) or 1  # R21
    if state.action == 1:
        return 1 if mine.energy < FULL else len(mine.pieces) - 1
    return 2 * len(mine.pieces) + (mine.energy < len(AFTER_CHARGE) - 1)


def matrix_targets(state: State) -> int:
    """Return the cells where the matrix may go by a plain move (R16, R24, R25)."""
    rules, sides, index = state.rules, state.sides, state.seat - 1
    board, matrix = rules.board, sides[index].pieces[0]
    blocked = occupied(sides)
    cells = board.reach[matrix][blocked & board.stops[matrix]] & ~_not_mine_to_enter(state)
    if not cells:
        return 0
    ending, forbidden = stakes(rules, sides, index)
    cells &= ~forbidden  # R24
    risky = cells & ~ending & threatened(rules, sides, index, blocked ^ 1 << place_of(matrix))
    return cells ^ risky | relieved(rules, sides, index, risky)


def plain_targets(state: State) -> int:
    """Return the cells that a Replicant other than the matrix may move to if it reaches them (R7, R24, R28)."""
    cells = ~_not_mine_to_enter(state)
    if state.rules.counts_points:
        cells &= ~stakes(state.rules, state.sides, state.seat - 1)[1]  # R24
    return cells


def creation_cells(state: State) -> int:
    """Return the cells where a Replicant may be created (R19)."""
    sides, index = state.sides, state.seat - 1
    blocked = occupied(sides)
    cells = state.rules.board.near[place_of(sides[index].pieces[0])] & ~blocked
    return cells & ~threatened(state.rules, sides, index, blocked) if cells else 0


def affordable(state: State) -> list[int]:
    """Return the values that could be created, were there a place (R19)."""
    mine = state.sides[state.seat - 1]
    if not mine.hearts:
        return []
    return [value for value in RESERVE_VALUES if value <= mine.energy and mine.reserve[value - 2]]


def _second(state: State) -> list[Move]:
    board, sides = state.rules.board, state.sides
    mine = sides[state.seat - 1].pieces
    blocked, into = occupied(sides), plain_targets(state)
    hops, stops = board.hops, board.stops
    matrix = mine[0]
    cells = matrix_targets(state)
    found: list[Move] = [go for bit, go in hops[matrix][blocked & stops[matrix]] if bit & cells] if cells else []
    found += [go for code in mine[1:] for bit, go in hops[code][blocked & stops[code]] if bit & into]
    if mine[-1] >> 10 >= FIVE:
        found += _arcs(state)
    values = affordable(state)
    if values:
        cells = creation_cells(state)
        found += [board.creates[value][cell] for value in values for cell in bits(cells)]
    return found


def _arcs(state: State) -> Iterator[Arcs]:
    for volley in sorted(volleys(state), key=lambda volley: targets_text(volley.targets)):
        if volley.ends:
            yield Arcs(volley.targets, None)
        for code, cells in volley.companions:
            for cell in bits(cells):
                yield Arcs(volley.targets, Go(code >> 10, code >> 3 & 127, cell))


def _count_second(state: State) -> int:
    board, sides = state.rules.board, state.sides
    mine = sides[state.seat - 1].pieces
    blocked, into = occupied(sides), plain_targets(state)
    reach, stops = board.reach, board.stops
    count = matrix_targets(state).bit_count()
    for code in mine[1:]:
        count += (reach[code][blocked & stops[code]] & into).bit_count()
    if mine[-1] >> 10 >= FIVE:
        for volley in volleys(state):
            count += volley.ends
            for _, cells in volley.companions:
                count += cells.bit_count()
    values = affordable(state)
    if values:
        count += len(values) * creation_cells(state).bit_count()
    return count


def _not_mine_to_enter(state: State) -> int:
    """Return the cells of the player and of allies (R7, R28)."""
    cells = 0
    for friend in state.rules.friends[state.seat - 1]:
        cells |= state.sides[friend].mask
    return cells
