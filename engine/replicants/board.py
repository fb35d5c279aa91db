"""Cells, Replicants as small integers, and their reach by the charts of the data file.

A *cell* is a hex as an index, `column * 9 + line - 1`, the same in both arenas; a set of cells is an integer with one
bit per cell. A *piece* is a Replicant as an integer, `value << 10 | cell << 3 | heading`: pieces sort by value, then
column, then line, so the first of a sorted side is its matrix.
"""

from __future__ import annotations

import functools
import itertools
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from engine.hexgrid import Hex, distance, neighbour, parse_hex, walk
from engine.replicants.moves import Go, Rotate, Strike
from engine.text import Text, say
from engine.values import ByMask

# The data file: numbers of pieces, their start, and the charts of each soul's moves.


Path = tuple[int, ...]
"""Steps from a Replicant to a hex: clockwise directions relative to its heading."""

MATRIX = 1
FIVE = 5
VALUES = (1, 2, 3, 4, 5, 6, 7)
RESERVE_VALUES = (2, 3, 4, 5, 6, 7)

RECONSTRUCTED = say("Reconstructed: charts, first headings, escorts")
"""The parts that the rulebook shows only in pictures (R4, R9)."""


@dataclass(frozen=True, slots=True)
class Chart:
    """The reach of a soul, as paths (R9).

    Attributes:
        walk: One step, or two straight on; blocked by any Replicant on the way.
        leap: Not blocked.
        arc: Targets of a 5's arcs; not blocked.
    """

    walk: tuple[Path, ...]
    leap: tuple[Path, ...]
    arc: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class ChartSet:
    """One reading of the rulebook's pictures, under the id in records.

    Attributes:
        key: The id.
        label: Its origin.
        reconstruction: Whether it differs from the rulebook's pictures.
        charts: By value.
        headings: At the start, by the hex of the matrix.
        escorts: Value and path from the matrix of each escort at the start.
    """

    key: str
    label: str
    reconstruction: bool
    charts: Mapping[int, Chart]
    headings: Mapping[Hex, int]
    escorts: tuple[tuple[int, Path], ...]

    @property
    def reconstructed(self) -> Text | None:
        return RECONSTRUCTED if self.reconstruction else None


@dataclass(frozen=True, slots=True)
class Souls:
    """The whole data file.

    Attributes:
        current: Id of the chart set for new games.
        souls: A player's number of souls of values 1 to 7.
        hearts: Of a player, by mode.
        matrices: The start cells of the matrices of seats 1, 2, …, by mode.
        sets: Every chart set by id.
    """

    current: str
    souls: tuple[int, ...]
    hearts: Mapping[str, int]
    matrices: Mapping[str, tuple[Hex, ...]]
    sets: Mapping[str, ChartSet]


@functools.cache
def souls() -> Souls:
    """Return the data file, read once."""
    text = resources.files("engine.replicants").joinpath("data", "souls.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    pieces = data["pieces"]
    return Souls(
        current=data["current"],
        souls=tuple(pieces["souls"][str(value)] for value in VALUES),
        hearts=dict(pieces["hearts"]),
        matrices={mode: tuple(map(parse_hex, hexes)) for mode, hexes in data["matrices"].items()},
        sets={key: _chart_set(key, entry) for key, entry in data["sets"].items()},
    )


def _chart_set(key: str, entry: Mapping[str, Any]) -> ChartSet:
    return ChartSet(
        key=key,
        label=entry["label"],
        reconstruction=entry["reconstruction"],
        charts={
            int(value): Chart(_paths(chart, "walk"), _paths(chart, "leap"), _paths(chart, "arc"))
            for value, chart in entry["charts"].items()
        },
        headings={parse_hex(name): heading for name, heading in entry["headings"].items()},
        escorts=tuple((int(value), path) for value in entry["escorts"] for path in _paths(entry["escorts"], value)),
    )


def _paths(entry: Mapping[str, list[str]], kind: str) -> tuple[Path, ...]:
    return tuple(tuple(map(int, path)) for path in entry.get(kind, ()))


LINES = 9
CELLS = tuple(Hex(column, line) for column in range(12) for line in range(1, LINES + 1))
NAMES = tuple(map(str, CELLS))

_IN_ORDER = tuple(place.column * LINES - place.line for place in CELLS)
_PIECES = 8 << 10
_CORNERS = {
    False: ("A1", "A5", "E1", "E9", "I5", "I9"),
    True: ("A1", "A5", "E9", "H1", "L5", "L9"),
}


def cell_of(place: Hex) -> int:
    """Return the index of a hex; undefined outside columns A to L and lines 1 to 9."""
    return place.column * LINES + place.line - 1


def piece(value: int, cell: int, heading: int) -> int:
    return value << 10 | cell << 3 | heading


def value_of(code: int) -> int:
    return code >> 10


def place_of(code: int) -> int:
    """Return a piece's cell."""
    return code >> 3 & 127


def heading_of(code: int) -> int:
    return code & 7


def bits(mask: int) -> Iterator[int]:
    """Yield the cells of a mask, by column, then line."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


def targets_in_order(mask: int) -> list[int]:
    """Return the cells of a mask in the notation's order for arcs: by column, then falling line (N7)."""
    return sorted(bits(mask), key=_IN_ORDER.__getitem__)


def in_arena(place: Hex, *, oval: bool) -> bool:
    """Return whether a hex belongs to the circle of 55 or the oval of 82 (R2)."""
    slant = place.column + 1 - place.line
    columns, highest = (12, 7) if oval else (9, 4)
    return (
        0 <= place.column < columns
        and 1 <= place.line <= LINES
        and -4 <= slant <= highest
        and str(place) not in _CORNERS[oval]
    )


Goes = ByMask[tuple[Go, ...]]
"""A piece's moves to the cells of a mask, by column, then line."""


def _goes(value: int, origin: int, cells: Iterable[int]) -> Goes:
    moves = [(1 << cell, Go(value, origin, cell)) for cell in cells]
    return ByMask(lambda mask: tuple([move for bit, move in moves if bit & mask]))


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """An arena with lookup tables for everything in its charts.

    Attributes:
        oval: Whether it is the oval.
        mask: The cells of the arena.
        cells: The same by name.
        near: By cell: the neighbours.
        danger: By cell of a matrix: where an enemy must stand to threaten a cell next to it, or one that it can go to.
        stops: By piece: the cells where a Replicant would block one of its walks (R8).
        reach: By piece, by its occupied stops: the cells it may walk or leap to.
        threat: The same with the targets of its arcs (R16).
        arcs: By piece: the targets of its arcs.
        goes: By value and cell, `value << 7 | cell`.
        strikes: By cell.
        turns: By cell: left, then right.
    """

    oval: bool
    chart_set: ChartSet = field(repr=False)
    mask: int = field(repr=False)
    cells: Mapping[str, int] = field(repr=False)
    near: tuple[int, ...] = field(repr=False)
    danger: tuple[int, ...] = field(repr=False)
    stops: tuple[int, ...] = field(repr=False)
    reach: tuple[Mapping[int, int], ...] = field(repr=False)
    threat: tuple[Mapping[int, int], ...] = field(repr=False)
    arcs: tuple[int, ...] = field(repr=False)
    goes: tuple[Goes, ...] = field(repr=False)
    strikes: tuple[Strike, ...] = field(repr=False)
    turns: tuple[tuple[Rotate, Rotate], ...] = field(repr=False)

    def blockers(self, code: int, target: int) -> int:
        chart, place = self.chart_set.charts[value_of(code)], CELLS[place_of(code)]
        over = 0
        for path in chart.walk:
            if len(path) > 1 and walk(place, path, heading_of(code)) == CELLS[target]:
                over |= 1 << cell_of(walk(place, path[:1], heading_of(code)))
        return over


@functools.cache
def board(charts: str, *, oval: bool) -> Board:
    """Return the tables of a chart set (by id) in an arena, built once; `KeyError` for an unknown set."""
    chart_set = souls().sets[charts]
    places = [place for place in CELLS if in_arena(place, oval=oval)]
    mask = sum(1 << cell_of(place) for place in places)
    near, entered, threatened = [0] * len(CELLS), [0] * len(CELLS), [0] * len(CELLS)
    stops, arcs = [0] * _PIECES, [0] * _PIECES
    nothing: Mapping[int, int] = {}
    reach, threat = [nothing] * _PIECES, [nothing] * _PIECES
    goes = [_goes(0, 0, ())] * (_PIECES >> 3)
    for place in places:
        cell = cell_of(place)
        near[cell] = _mask((neighbour(place, direction) for direction in range(6)), mask)
        close = [cell_of(other) for other in places if 0 < distance(place, other) <= 2]
        for value in VALUES:
            goes[value << 7 | cell] = _goes(value, cell, close)
            chart = chart_set.charts[value]
            for heading in range(6):
                code = piece(value, cell, heading)
                # By which of its stops are occupied: nothing else in the arena limits where a piece may go.
                blocked, table = _walks_and_leaps(chart, place, heading, mask)
                stops[code] = blocked
                arcs[code] = _ends(chart.arc, place, heading, mask)
                reach[code] = table
                threat[code] = table
                if arcs[code]:
                    threat[code] = {occupied: cells | arcs[code] for occupied, cells in table.items()}
                entered[cell] |= near[cell] | table[0] if value == MATRIX else 0
                threatened[cell] |= threat[code][0]
    every = range(len(CELLS))
    return Board(
        oval=oval,
        chart_set=chart_set,
        mask=mask,
        cells={NAMES[cell]: cell for cell in bits(mask)},
        near=tuple(near),
        danger=tuple(sum(1 << cell for cell in every if threatened[cell] & cells) for cells in entered),
        stops=tuple(stops),
        reach=tuple(reach),
        threat=tuple(threat),
        arcs=tuple(arcs),
        goes=tuple(goes),
        strikes=tuple(map(Strike, every)),
        turns=tuple((Rotate(cell, -1), Rotate(cell, +1)) for cell in every),
    )


def _walks_and_leaps(chart: Chart, place: Hex, heading: int, arena: int) -> tuple[int, dict[int, int]]:
    """Return a piece's stops, and the cells it may walk or leap to by its occupied stops."""
    free = _ends(chart.leap, place, heading, arena)
    over: dict[int, int] = {}
    for path in chart.walk:
        if len(path) == 1:
            free |= _ends((path,), place, heading, arena)
            continue
        stop = _ends((path[:1],), place, heading, arena)
        if stop:
            over[stop] = over.get(stop, 0) | _ends((path,), place, heading, arena)
    table = {}
    for count in range(len(over) + 1):
        for occupied in itertools.combinations(over, count):
            open_walks = (cells for stop, cells in over.items() if stop not in occupied)
            table[sum(occupied)] = functools.reduce(int.__or__, open_walks, free)
    return sum(over), table


def _ends(paths: tuple[Path, ...], place: Hex, heading: int, arena: int) -> int:
    return _mask((walk(place, path, heading) for path in paths), arena)


def _mask(places: Iterator[Hex], arena: int) -> int:
    mask = 0
    for place in places:
        if place.column >= 0 and 1 <= place.line <= LINES:
            mask |= 1 << cell_of(place)
    return mask & arena
