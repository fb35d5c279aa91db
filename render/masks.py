"""Covered pixels of shapes: masks, rectangles, and the hexes of a grid on a picture.

A theme's palette has one or two blends of neighbouring colours, so more tones would be invisible.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property, lru_cache
from itertools import count
from typing import Any, TypeAlias

from PIL import Image

from engine.hexgrid import Hex, flat_top_centre, pointy_top_centre

NUMBERS = count(1)
"""For what pictures are made of, to tell it apart: each is used once."""

Part: TypeAlias = tuple[float, Image.Image]
"""A degree of cover, and the pixels that have it (mode 1)."""


class Tones(Enum):
    """Sets of tones for the grey levels of a shape: the least share of a covered pixel for each."""

    CRISP = ((96, 1 / 2), (160, 1.0))
    """Steeper than the levels are: three tones as they are make files a tenth to a fifth larger."""
    STARK = ((116, 1 / 2), (140, 1.0))
    """Steeper still, for another tenth where pictures are full of small symbols and letters."""

    __hash__ = object.__hash__  # members are unique, and every drawn shape needs this hash


@dataclass(frozen=True, slots=True)
class Planes:
    """A shape in few tones.

    Attributes:
        corner: Of the planes on the mask, from which untouched margins are cut off.
        whole: Entirely covered pixels (mode 1).
        parts: Partly covered pixels.
        size: Of them all, in pixels.
        cores: `whole` and `parts` as objects of Pillow's core.
        stamps: A cache of the whole box on a ground of one colour (`Canvas`).
    """

    corner: tuple[int, int]
    whole: Image.Image
    parts: tuple[Part, ...]
    size: tuple[int, int]
    cores: tuple[Any, tuple[tuple[float, Any], ...]]
    stamps: dict[object, Image.Image] = field(default_factory=dict, compare=False)


class Mask:
    """A shape, drawn once and used again and again; `number` is its own."""

    def __init__(self, levels: Image.Image) -> None:
        """Take a shape in levels of grey (mode L), white where it covers a pixel entirely."""
        self.levels = levels
        self.number = next(NUMBERS)
        self._planes: dict[Tones, Planes] = {}

    @property
    def size(self) -> tuple[int, int]:
        """In pixels, with the room around the covered ones."""
        return self.levels.size

    @property
    def width(self) -> int:
        return self.levels.width

    @cached_property
    def reach(self) -> int:
        """The greatest distance from its middle to a side, in pixels."""
        left, top, right, bottom = self.levels.getbbox() or (0, 0, 0, 0)
        width, height = self.levels.size
        return math.ceil(max(width / 2 - left, right - width / 2, height / 2 - top, bottom - height / 2))

    def planes(self, tones: Tones) -> Planes:
        planes = self._planes.get(tones)
        if planes is None:
            planes = self._planes[tones] = _planes(self.levels, tones)
        return planes

    def touched(self, tones: Tones) -> Image.Image:
        """Return the pixels that the shape covers at least in part (mode 1)."""
        return _chosen(self.levels, tones.value[0][0], 256)


def hard(mask: Mask) -> Mask:
    """Return a mask without smooth edges, which make files larger and do not show between similar colours."""
    return Mask(mask.levels.point(_between(128, 256)))


def _planes(levels: Image.Image, tones: Tones) -> Planes:
    starts = [start for start, _ in tones.value]
    box = levels.getbbox() or (0, 0, 1, 1)
    inner = levels.crop(box)
    planes = [
        (share, _chosen(inner, start, end)) for (start, share), end in zip(tones.value, (*starts[1:], 256), strict=True)
    ]
    *parts, (_, whole) = planes
    # A shape with straight edges covers no pixel in part.
    parts = [part for part in parts if part[1].getbbox() is not None]
    cores = whole.im, tuple((share, part.im) for share, part in parts)
    return Planes(box[:2], whole, tuple(parts), whole.size, cores)


def _chosen(levels: Image.Image, start: int, end: int) -> Image.Image:
    # Pillow's core: its method rounds all entries of the table first, which takes longer than the look-up.
    return levels._new(levels.im.point(_between(start, end), "1"))  # noqa: SLF001


@lru_cache(maxsize=16)
def _between(start: int, end: int) -> list[int]:
    return [255 if start <= level < end else 0 for level in range(256)]


# Hexes on a picture: the grid of `engine.hexgrid`, sized, turned and placed.


Point: TypeAlias = tuple[float, float]
"""Pixels from the left and from the top."""


@dataclass(frozen=True, slots=True)
class HexLayout:
    """The placement of hexes on a picture.

    Attributes:
        flat: Flat-top hexes with vertical columns, or pointy-top hexes with horizontal lines.
        turn: Of the board, in steps of 60° clockwise.
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
        first, second = map(self._upright, self.middle)
        x, y = self._upright(place)
        x, y = x - (first[0] + second[0]) / 2, (first[1] + second[1]) / 2 - y
        sine, cosine = math.sin(math.radians(60 * self.turn)), math.cos(math.radians(60 * self.turn))
        x, y = x * cosine - y * sine, x * sine + y * cosine
        return self.centre[0] + x * self.radius, self.centre[1] + y * self.radius

    def angle(self, direction: float) -> float:
        """Return a grid direction's angle on the picture, in degrees clockwise from upwards."""
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


def bearing(start: Point, end: Point) -> float:
    """Return the direction from one point to another, in degrees clockwise from upwards."""
    return math.degrees(math.atan2(end[0] - start[0], start[1] - end[1])) % 360


# A rectangle on a picture.


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the picture, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2

    @property
    def corners(self) -> tuple[Point, Point]:
        return (self.left, self.top), (self.right, self.bottom)

    def scaled(self, factor: float) -> Box:
        return Box(self.left * factor, self.top * factor, self.right * factor, self.bottom * factor)

    def inside(self, edge: float) -> Box:
        """Return the rectangle without an edge all around; a negative edge makes it larger."""
        return Box(self.left + edge, self.top + edge, self.right - edge, self.bottom - edge)
