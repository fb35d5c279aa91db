"""The moves of Replica as values. Squares are indices as in `engine.replica.board`."""

from __future__ import annotations

from dataclasses import dataclass

from engine.replica.board import DIRECTIONS, NAMES, RAYS, squares


@dataclass(frozen=True, slots=True)
class Go:
    """Step or jump with the piece on `origin` to `target`, capturing the enemy there (P4)."""

    origin: int
    target: int


@dataclass(frozen=True, slots=True)
class Transform:
    """Flip the piece on `square` to a king (P5)."""

    square: int


@dataclass(frozen=True, slots=True)
class Close:
    """End a turn in which a king has moved and one could go on (P9, P10)."""


Move = Go | Transform | Close

# Cached: there are few, and creating a frozen value takes longer than a look-up.
GOES: tuple[dict[int, Go], ...] = tuple(
    {target: Go(origin, target) for way in DIRECTIONS for target in squares(RAYS[way][origin])}
    for origin in range(len(NAMES))
)
"""Every `Go` along a line, by its origin and its target."""

TRANSFORMS: tuple[Transform, ...] = tuple(Transform(square) for square in range(len(NAMES)))
CLOSE = Close()
