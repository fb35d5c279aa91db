"""Hexes named by a column letter and a line number, and the geometry of their grid.

Each hex has six neighbours, one in each clockwise direction 0 to 5: up its column (line + 1), then both up, and so on:
`DIRECTIONS`. The size of a board is unknown here.
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

DIRECTIONS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
"""Column and line steps of the clockwise directions 0 to 5."""

_NAME = re.compile(r"([A-Za-z])([1-9][0-9]?)")


class Hex(NamedTuple):
    """A hex; `column` counts from 0 (letter A), `line` is as written."""

    column: int
    line: int

    def __str__(self) -> str:
        return f"{chr(ord('A') + self.column)}{self.line}"


def parse_hex(name: str) -> Hex:
    """Return the hex with this name, a letter and a number from 1 to 99 (`"E8"`, `"e8"`), or `ValueError`."""
    found = _NAME.fullmatch(name)
    if found is None:
        raise ValueError(f"{name!r} is not a hex such as 'E8'")
    return Hex(ord(found[1].upper()) - ord("A"), int(found[2]))


def neighbour(place: Hex, direction: int) -> Hex:
    """Return the next hex in a direction; any integer, counted clockwise and modulo 6."""
    column, line = DIRECTIONS[direction % 6]
    return Hex(place.column + column, place.line + line)


def walk(place: Hex, directions: tuple[int, ...], heading: int = 0) -> Hex:
    """Return the hex after steps in several directions, each relative to a heading."""
    for direction in directions:
        place = neighbour(place, direction + heading)
    return place


def distance(one: Hex, other: Hex) -> int:
    """Return the number of steps between two hexes."""
    columns, lines = one.column - other.column, one.line - other.line
    return max(abs(columns), abs(lines), abs(columns - lines))


def flat_top_centre(place: Hex) -> tuple[float, float]:
    """Return the centre (x right, y up) of a hex drawn with flat top and side 1: columns are vertical."""
    return 1.5 * place.column, math.sqrt(3) * (place.line - place.column / 2)


def pointy_top_centre(place: Hex) -> tuple[float, float]:
    """Return the centre (x right, y up) of a hex drawn with a point on top and side 1: lines are horizontal."""
    return math.sqrt(3) * (place.column - place.line / 2), 1.5 * place.line
