"""A position in a match: immutable, hashable, and small."""

from __future__ import annotations

import functools
from bisect import bisect_left
from dataclasses import dataclass

from engine.hexgrid import walk
from engine.replicants.board import MATRIX, RESERVE_VALUES, cell_of, piece, place_of, souls, value_of
from engine.replicants.rules import Rules
from engine.seat import Seat
from engine.values import quickly_made

LEAST = 3
"""A player with this many Replicants left in the arena has lost (R22)."""


@quickly_made
@dataclass(frozen=True, slots=True)
class Side:
    """The possessions of one player.

    Attributes:
        pieces: In the arena, sorted; the first is the matrix if it stands.
        mask: Their cells.
        energy: 0 to 7, or 9 (R12).
        hearts: In the reserve.
        reserve: Souls of value 2 to 7 in the reserve (six numbers).
        trophies: Values of destroyed enemies, in order, in modes that count points.
    """

    pieces: tuple[int, ...]
    mask: int
    energy: int
    hearts: int
    reserve: tuple[int, ...]
    trophies: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class End:
    """The end of a game.

    Attributes:
        code: `"M"` a matrix was destroyed, `"R"` three were left, `"F"` a seat resigned (N6, R30).
        by: The seat of the last action.
        out: The seats eliminated by it, in order.
    """

    code: str
    by: Seat
    out: tuple[Seat, ...]

    @property
    def by_destruction(self) -> bool:
        """Whether an enemy was destroyed, which brings half a point (R23); not by an overload or a surrender."""
        return self.code != "F" and self.by not in self.out


@quickly_made
@dataclass(frozen=True, slots=True)
class State:
    """A position.

    Attributes:
        round: As in the notation (`T7` is 7), from 1.
        seat: The seat to move; after the end, the last one.
        action: The next action, 1 to 3; after the end, the last one.
        sides: For seat 1, 2, ….
        end: None while the game goes on.
    """

    rules: Rules
    round: int
    seat: Seat
    action: int
    sides: tuple[Side, ...]
    end: End | None = None


@functools.cache
def start(rules: Rules) -> State:
    """Return the position before the first action (R3, R4, R6)."""
    chart_set, data = rules.board.chart_set, souls()
    sides = []
    for matrix in data.matrices[rules.mode.key]:
        heading = chart_set.headings[matrix]
        pieces = [piece(MATRIX, cell_of(matrix), heading)]
        for value, path in chart_set.escorts:
            pieces.append(piece(value, cell_of(walk(matrix, path, heading)), heading))
        values = [value_of(code) for code in pieces]
        reserve = tuple(data.souls[value - 1] - values.count(value) for value in RESERVE_VALUES)
        sides.append(side(pieces, energy=0, hearts=rules.hearts - len(pieces), reserve=reserve))
    return State(rules, 1, 1, 1, tuple(sides))


def side(
    pieces: list[int], *, energy: int, hearts: int, reserve: tuple[int, ...], trophies: tuple[int, ...] = ()
) -> Side:
    mask = sum(1 << place_of(code) for code in pieces)
    return Side(tuple(sorted(pieces)), mask, energy, hearts, reserve, trophies)


def piece_on(one: Side, cell: int) -> int | None:
    if not one.mask >> cell & 1:
        return None
    for code in one.pieces:
        if code >> 3 & 127 == cell:
            return code
    raise AssertionError(f"the mask has {cell}, the pieces do not")


def owner_of(state: State, cell: int) -> Seat | None:
    return next((seat for seat, each in enumerate(state.sides, 1) if each.mask >> cell & 1), None)


def occupied(sides: tuple[Side, ...]) -> int:
    mask = 0
    for each in sides:
        mask |= each.mask
    return mask


def moved(one: Side, value: int, origin: int, target: int) -> Side:
    """Return a side after its Replicant of this value went from one cell to another."""
    pieces = list(one.pieces)
    index = bisect_left(pieces, value << 10 | origin << 3)
    pieces[index] += target - origin << 3
    pieces.sort()
    return Side(
        tuple(pieces), one.mask ^ (1 << origin | 1 << target), one.energy, one.hearts, one.reserve, one.trophies
    )


def removed(one: Side, cells: int) -> Side:
    """Return a side without its Replicants on these cells: their hearts return to its reserve (R13, R15)."""
    if not one.mask & cells:
        return one
    pieces = tuple([code for code in one.pieces if not cells >> (code >> 3 & 127) & 1])
    lost = len(one.pieces) - len(pieces)
    return Side(pieces, one.mask & ~cells, one.energy, one.hearts + lost, one.reserve, one.trophies)


def cell_on(state: State, name: str) -> int:
    return state.rules.board.cells[name]
