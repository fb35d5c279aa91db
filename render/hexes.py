"""Where hexes lie on a picture: the grid of `engine.hexgrid`, sized, turned and put in place."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

from engine.hexgrid import Hex, flat_top_centre, pointy_top_centre

Point: TypeAlias = tuple[float, float]
"""Pixels from the left and from the top."""


@dataclass(frozen=True, slots=True)
class HexLayout:
    """A way to lay hexes on a picture.

    Attributes:
        flat: Flat-top hexes with vertical columns, or pointy-top hexes with horizontal lines.
        turn: By how many steps of 60° clockwise the board is turned.
        radius: From a hex's centre to its corners, in pixels.
        centre: The pixel around which the board turns.
        middle: Two opposite hexes; the point halfway between them lies on `centre`.
    """

    flat: bool
    turn: int
    radius: float
    centre: Point
    middle: tuple[Hex, Hex]

    def at(self, place: Hex) -> Point:
        """Return the centre of a hex in pixels."""
        first, second = map(self._upright, self.middle)
        x, y = self._upright(place)
        x, y = x - (first[0] + second[0]) / 2, (first[1] + second[1]) / 2 - y
        sine, cosine = math.sin(math.radians(60 * self.turn)), math.cos(math.radians(60 * self.turn))
        x, y = x * cosine - y * sine, x * sine + y * cosine
        return self.centre[0] + x * self.radius, self.centre[1] + y * self.radius

    def angle(self, direction: float) -> float:
        """Return where a direction of the grid points on the picture, in degrees clockwise from upwards."""
        return (60 * (direction + self.turn) - (0 if self.flat else 30)) % 360

    def _upright(self, place: Hex) -> Point:
        return flat_top_centre(place) if self.flat else pointy_top_centre(place)


def corners(radius: float, centre: Point = (0, 0), *, flat: bool) -> list[Point]:
    """Return the corners of a hex around a point, clockwise."""
    first = 30 if flat else 0
    return [polar(centre, radius, first + 60 * corner) for corner in range(6)]


def polar(centre: Point, distance: float, angle: float) -> Point:
    """Return the point at a distance and an angle in degrees clockwise from upwards."""
    turn = math.radians(angle)
    return centre[0] + distance * math.sin(turn), centre[1] - distance * math.cos(turn)
