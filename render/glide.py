"""Pictures between two positions: pieces glide along the way that they went."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from PIL import Image

from render.canvas import Canvas
from render.hexes import Point
from render.theme import Theme


def ways(moves: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return for the place where each piece began all places that it came to, itself first, from moves in order."""
    found: dict[str, list[str]] = {}
    for origin, target in moves:
        start = next((start for start, way in found.items() if way[-1] == origin), origin)
        found.setdefault(start, [origin]).append(target)
    return found


def between(
    ground: Image.Image,
    theme: Theme,
    gliding: Sequence[tuple[Sequence[Point], Callable[[Canvas, Point], None]]],
    count: int,
) -> list[Image.Image]:
    """Return pictures of pieces on their way, evenly spread in time; they set off and arrive gently.

    Args:
        ground: The position without these pieces (mode L, entries of the theme's palette).
        theme: The reader's.
        gliding: For each piece the points of its way and what draws it.
        count: How many pictures.
    """
    pictures = []
    for number in range(1, count + 1):
        time = number / (count + 1)
        canvas = Canvas(ground.copy(), theme)
        for points, paint in gliding:
            paint(canvas, _point(points, time * time * (3 - 2 * time)))
        pictures.append(canvas.image)
    return pictures


def _point(points: Sequence[Point], share: float) -> Point:
    """Return the point that lies a share of the whole way from its start."""
    steps = list(pairwise(points))
    left = share * sum(math.dist(*step) for step in steps)
    for start, end in steps:
        length = math.dist(start, end)
        if left <= length:
            part = left / length if length else 0.0
            return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])
        left -= length
    return points[-1]
