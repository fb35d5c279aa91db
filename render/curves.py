"""Curves over the turns of a match, one a seat, told apart by colour, by dashes and by the shape of their marks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import assert_never

from engine.seat import Seat
from render.canvas import Canvas, Pen, shape
from render.hexes import Point, polar
from render.lettering import Weight
from render.masks import Mask
from render.theme import Colours, SeatStyle, Shape

DASHES: tuple[tuple[float, ...], ...] = ((), (22, 12), (4, 10), (22, 10, 4, 10), (40, 14), (4, 8, 4, 8, 22, 8))
"""For seat 1, 2, …: lengths of strokes and gaps in turn, in pixels of a picture 1,200 wide; none for a solid line."""

_MARKS = 8
"""Marks on a curve, roughly."""
_MARK, KEY_MARK = 12, 14
"""From the middle of a mark to its edge, on a curve and in the key, in pixels of a picture 1,200 wide."""
CORE = 0.64
"""Of a mark, what shows the colour of the seat's pieces within its edge: the edges alone, which stand out from the
surface, are not told apart by everybody."""


@dataclass(frozen=True, slots=True)
class Chart:
    """Where curves lie on a picture.

    Attributes:
        canvas: What is drawn on.
        scheme: The theme's colours.
        unit: Pixels for one pixel of a picture 1,200 wide.
        corners: Upper left and lower right of the area of the curves, in pixels.
        low: Value at its lower edge.
        high: Value at its upper edge; more than `low`.
        last: Number of the turn at its right edge; the left edge is turn 0.
    """

    canvas: Canvas
    scheme: Colours
    unit: float
    corners: tuple[Point, Point]
    low: float
    high: float
    last: int

    def at(self, turn: float, value: float) -> Point:
        """Return where a value after a turn lies."""
        (left, top), (right, bottom) = self.corners
        share = (value - self.low) / (self.high - self.low)
        return left + (right - left) * turn / max(self.last, 1), bottom - (bottom - top) * share

    def draw_values(self) -> None:
        """Draw lines and numbers for round values."""
        (left, _), (right, _) = self.corners
        for value in ticks(self.low, self.high, 5):
            _, y = self.at(0, value)
            self.canvas.box([(left, y), (right, y + max(1, 2 * self.unit))], 0, self.scheme.well)
            self._number((left - 14 * self.unit, y), f"{value:g}", "r")

    def draw_turns(self) -> None:
        """Draw numbers for turns below the curves."""
        _, (_, bottom) = self.corners
        for turn in ticks(0, self.last, 8):
            x, _ = self.at(turn, self.low)
            self._number((x, bottom + 34 * self.unit), f"{turn:g}", "m")

    def draw_band(self, seat: Seat, lows: Sequence[float], highs: Sequence[float]) -> None:
        """Fill what lies between two values after turn 0, 1, …, in a pale shade of a seat's colour."""
        points = [self._stairs([self.at(turn, each) for turn, each in enumerate(ends)]) for ends in (lows, highs)]
        outline = [*points[0], *reversed(points[1])]
        self.canvas.smooth(self.corners, self.scheme.spent(seat), lambda pen: pen.polygon(outline))

    def draw_curve(self, seat: Seat, values: Sequence[float], shift: float) -> None:
        """Draw the curve of a seat.

        Args:
            seat: Whose.
            values: After turn 0, 1, ….
            shift: By how many pixels it is put lower, so that equal curves do not cover each other.
        """
        style, unit = self.scheme.seat(seat), self.unit
        points = [(x, y + shift) for x, y in (self.at(turn, value) for turn, value in enumerate(values))]
        strokes = list(dashed(self._stairs(points), dashes(seat, unit)))
        stride = max(1, round(len(points) / _MARKS))
        marks = points[stride * seat // 5 % stride :: stride]
        edge, heights = 20 * unit, [y for _, y in points]
        enclosing = [(points[0][0] - edge, min(heights) - edge), (points[-1][0] + edge, max(heights) + edge)]

        def paint(pen: Pen) -> None:
            for stroke in strokes:
                pen.line(stroke, 4 * unit)
            for mark in [*marks, points[-1]]:
                draw_mark(pen, style.shape, mark, _MARK * unit)

        def core(pen: Pen) -> None:
            for mark in [*marks, points[-1]]:
                draw_mark(pen, style.shape, mark, CORE * _MARK * unit)

        self.canvas.smooth(enclosing, style.edge, paint)
        self.canvas.smooth(enclosing, style.fill, core)

    def _number(self, at: Point, text: str, anchor: str) -> None:
        size = round(24 * self.unit)
        self.canvas.text(at, text, size, self.scheme.muted, anchor=anchor, weight=Weight.MEDIUM)

    @staticmethod
    def _stairs(points: Sequence[Point]) -> list[Point]:
        """Return a staircase through some points: between two turns nothing changes."""
        stairs = [points[0]]
        for (_, before), (x, y) in pairwise(points):
            stairs += [(x, before), (x, y)] if y != before else [(x, y)]
        return stairs


def draw_key(canvas: Canvas, style: SeatStyle, seat: Seat, at: Point, unit: float) -> float:
    """Draw a piece of a seat's curve with its mark, for the key beside curves; return how wide it is, in pixels.

    Args:
        canvas: What is drawn on.
        style: The seat's.
        seat: Whose curve.
        at: The middle of its left edge.
        unit: Pixels for one pixel of a picture 1,200 wide.
    """
    key = _key(style.shape, seat, unit)
    centre = (at[0] + key.width / 2, at[1])
    canvas.fill(key, centre, style.edge)
    canvas.fill(core_mask(style.shape, KEY_MARK * unit), centre, style.fill)
    return key.width


@lru_cache(maxsize=64)
def core_mask(form: Shape, radius: float) -> Mask:
    """Return what of a mark, whose size is given in pixels, lies within its edge."""
    return shape(2 * round(1.5 * radius), lambda pen: draw_mark(pen, form, (0, 0), CORE * radius))


@lru_cache(maxsize=32)
def _key(form: Shape, seat: Seat, unit: float) -> Mask:
    half, size = 44 * unit, 2 * round(46 * unit)
    strokes = list(dashed([(-half, 0), (half, 0)], dashes(seat, unit)))

    def paint(pen: Pen) -> None:
        for stroke in strokes:
            pen.line(stroke, 4 * unit)
        draw_mark(pen, form, (0, 0), KEY_MARK * unit)

    return shape(size, paint)


def dashes(seat: Seat, unit: float) -> list[float]:
    """Return the strokes and gaps of a seat's curve in pixels; none for a solid line."""
    return [unit * length for length in DASHES[(seat - 1) % len(DASHES)]]


def draw_mark(pen: Pen, shape: Shape, centre: Point, radius: float) -> None:
    """Draw a seat's shape as a small mark."""
    x, y = centre
    match shape:
        case Shape.CIRCLE:
            pen.disc(centre, radius)
        case Shape.SQUARE:
            pen.box(x - 0.9 * radius, y - 0.9 * radius, x + 0.9 * radius, y + 0.9 * radius, 0)
        case Shape.DIAMOND:
            reach = 1.3 * radius
            pen.polygon([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)])
        case Shape.TRIANGLE:
            reach = 1.25 * radius
            pen.polygon([(x, y - reach), (x + reach, y + 0.8 * reach), (x - reach, y + 0.8 * reach)])
        case Shape.BURST:
            for turn in range(0, 180, 45):
                pen.line([polar(centre, radius * 1.2, turn + half) for half in (0, 180)], 0.4 * radius)
        case Shape.CROSS:
            pen.line([(x - radius, y), (x + radius, y)], 0.7 * radius)
            pen.line([(x, y - radius), (x, y + radius)], 0.7 * radius)
        case _:
            assert_never(shape)


def dashed(points: Sequence[Point], lengths: Sequence[float]) -> Iterator[list[Point]]:
    """Yield the strokes of a line through some points.

    Args:
        points: At least one.
        lengths: Of strokes and gaps in turn, in pixels; none for one stroke.
    """
    if not lengths:
        yield [*points, points[-1]]
        return
    stroke, index, left = [points[0]], 0, lengths[0]
    for start, end in pairwise(points):
        length, done = math.dist(start, end), 0.0
        while length - done > left:
            done += left
            share = done / length
            here = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            if index % 2 == 0:
                yield [*stroke, here]
            stroke, index = [here], index + 1
            left = lengths[index % len(lengths)]
        left -= length - done
        stroke.append(end)
    if index % 2 == 0:
        yield [*stroke, stroke[-1]]


def ticks(low: float, high: float, most: int) -> list[float]:
    """Return round numbers from one number to another, at most `most` and both ends at steps of 1, 2 or 5."""
    step = next(
        step
        for power in range(10)
        for step in (10**power, 2 * 10**power, 5 * 10**power)
        if math.floor(high / step) - math.ceil(low / step) + 1 <= most
    )
    return [float(step * number) for number in range(math.ceil(low / step), math.floor(high / step) + 1)]
