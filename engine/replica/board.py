"""The chessboard: 64 squares as bits of an integer, a1 lowest, then along the rank, h8 highest (P1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

SIZE = 8
NAMES = tuple(f"{file}{rank}" for rank in "12345678" for file in "abcdefgh")
"""The square of each bit, e.g. `NAMES[0] == "a1"`."""

_INDEX = {name: square for square, name in enumerate(NAMES)}


@dataclass(frozen=True, slots=True)
class Direction:
    """One of the eight ways along a row, a column or a diagonal, as steps of -1 to 1 in files and ranks."""

    files: int
    ranks: int

    @property
    def rising(self) -> bool:
        """Whether later squares are higher bits."""
        return SIZE * self.ranks + self.files > 0

    @property
    def diagonal(self) -> bool:
        return self.files != 0 != self.ranks


EAST, NORTH, NORTH_EAST = Direction(1, 0), Direction(0, 1), Direction(1, 1)
WEST, SOUTH, SOUTH_WEST = Direction(-1, 0), Direction(0, -1), Direction(-1, -1)
NORTH_WEST, SOUTH_EAST = Direction(-1, 1), Direction(1, -1)
DIRECTIONS = (EAST, NORTH, NORTH_EAST, WEST, SOUTH, SOUTH_WEST, NORTH_WEST, SOUTH_EAST)


def _ray(square: int, way: Direction) -> int:
    file, rank = square % SIZE + way.files, square // SIZE + way.ranks
    mask = 0
    while 0 <= file < SIZE and 0 <= rank < SIZE:
        mask |= 1 << (SIZE * rank + file)
        file, rank = file + way.files, rank + way.ranks
    return mask


RAYS: dict[Direction, tuple[int, ...]] = {
    way: tuple(_ray(square, way) for square in range(len(NAMES))) for way in DIRECTIONS
}
"""For each direction and square: the squares from the next one to the edge."""


def square_of(name: str) -> int | None:
    """Return the square with a name such as `"e4"`, or None if the board has none."""
    return _INDEX.get(name)


def squares(mask: int) -> Iterator[int]:
    """Yield the squares of a mask, from a1 up."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def names(mask: int) -> tuple[str, ...]:
    return tuple([NAMES[square] for square in squares(mask)])


def nearest(ray: int, way: Direction) -> int:
    return ((ray & -ray) if way.rising else ray).bit_length() - 1


def way_between(origin: int, target: int) -> Direction | None:
    return next((way for way in DIRECTIONS if RAYS[way][origin] >> target & 1), None)


def between(origin: int, target: int, way: Direction) -> int:
    return RAYS[way][origin] & ~RAYS[way][target] & ~(1 << target)


def distance(one: int, other: int) -> int:
    return max(abs(one % SIZE - other % SIZE), abs(one // SIZE - other // SIZE))
