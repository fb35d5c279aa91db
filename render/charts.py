"""Figures as pictures: their panels of bars and curves below one another.

They are drawn half as wide as boards are designed, so that their smallest letters can still be read on a telephone that
shows the picture 400 pixels wide. What a colour tells is told by a shape, too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import assert_never

from engine.seat import Seat
from engine.text import Text, say
from render.box import Box
from render.canvas import Canvas, shape
from render.curves import Chart, core_mask, draw_key, draw_mark
from render.figures import Bar, Bars, Curve, Curves, Figure, Interval, percent
from render.hexes import Point
from render.lettering import Weight, fit, in_width, plain
from render.lettering import width as text_width
from render.look import PLAIN, Look
from render.masks import Mask
from render.telling import Telling
from render.theme import Colour, Shape, colours

WIDTH = 800
"""Of a figure in pixels: wide enough for the letters, and the file of a full one stays below 60 KiB."""

DESIGN_WIDTH = 600
MARGIN = 10
PAD = 16
LINE = 26
HEADING = 40
ROW = 54
FEW_ROW = 34
"""Of a bar that is not drawn, as too little was counted."""
ABOVE_PLOT = 54
"""From the edge of a panel to the highest value of its curves, whose number must not touch the heading."""
PLOT = 190
KEY_ROW = 34
MARK = 9
"""From the middle to the edge of the mark beside a bar."""

TITLE_SIZE = 28
TEXT_SIZE = 19
SMALL_SIZE = 18


def draw_figure(figure: Figure, look: Look = PLAIN) -> bytes:
    """Return a figure as a PNG file with the theme's palette."""
    unit, telling = look.width / DESIGN_WIDTH, Telling(look.translate, look.called(plain))
    room = (DESIGN_WIDTH - 2 * (MARGIN + PAD)) * unit
    facts = [
        line
        for fact in figure.facts
        for line in in_width(telling.told(fact), room, round(TEXT_SIZE * unit), Weight.MEDIUM)
    ]
    tops, below = [], float(MARGIN + 44 + LINE * len(facts) + 8)
    for panel in figure.panels:
        tops.append(below)
        below += _height(panel) + MARGIN
    canvas = Canvas.blank(look.width, round(below * unit), colours(look.theme).page, look.theme)
    sketch = _Sketch(canvas, look, unit, telling)
    sketch.draw_head(figure.title, facts)
    for panel, top in zip(figure.panels, tops, strict=True):
        sketch.draw_panel(panel, top)
    return canvas.png()


def _height(panel: Bars | Curves) -> int:
    """Return how high a panel is, in pixels of the design."""
    match panel:
        case Bars():
            return HEADING + sum(map(_row, panel.bars)) + 6
        case Curves():
            return ABOVE_PLOT + PLOT + LINE + 16 + KEY_ROW * len(panel.curves)
        case _:
            assert_never(panel)


def _row(bar: Bar) -> int:
    """Return how high a row is, in pixels of the design."""
    return FEW_ROW if bar.interval is None else ROW


@dataclass(frozen=True, slots=True)
class _Sketch:
    """A figure in the making; heights are given in pixels of the design."""

    canvas: Canvas
    look: Look
    unit: float
    telling: Telling

    def draw_head(self, title: Text, facts: Sequence[str]) -> None:
        """Draw the title and the lines below it."""
        scheme, unit, left = colours(self.look.theme), self.unit, MARGIN + PAD
        size = round(TITLE_SIZE * unit)
        words = self.telling.told_in(title, (DESIGN_WIDTH - 2 * left) * unit, size)
        self.canvas.text((left * unit, (MARGIN + 24) * unit), words, size, scheme.text)
        for index, line in enumerate(facts):
            y = MARGIN + 44 + LINE * (index + 0.5)
            self._small((left, y), line, scheme.muted)

    def draw_panel(self, panel: Bars | Curves, top: float) -> None:
        """Draw a panel on a surface of its own."""
        scheme, unit = colours(self.look.theme), self.unit
        frame = Box(MARGIN, top, DESIGN_WIDTH - MARGIN, top + _height(panel))
        self.canvas.box(frame.scaled(unit).corners, 10 * unit, scheme.surface)
        size = round(TEXT_SIZE * unit)
        room = (frame.width - 2 * PAD) * unit
        beside = self.telling.told(_beside(panel))
        self._small((frame.right - PAD, top + 22), beside, scheme.muted, anchor="r")
        room -= text_width(beside, round(SMALL_SIZE * unit), Weight.MEDIUM) + 12 * unit
        words = fit(self.telling.told(panel.title), room, size)
        self.canvas.text(((frame.left + PAD) * unit, (top + 22) * unit), words, size, scheme.text)
        if isinstance(panel, Bars):
            below = top + HEADING
            for bar in panel.bars:
                self._draw_bar(bar, frame, below)
                below += _row(bar)
        else:
            self._draw_curves(panel, frame, top + ABOVE_PLOT)

    def _draw_bar(self, bar: Bar, frame: Box, top: float) -> None:
        """Draw a row: what it is and how much on a line, and the share with its interval below, if there is one."""
        scheme, unit, canvas = colours(self.look.theme), self.unit, self.canvas
        left, right = frame.left + PAD, frame.right - PAD
        counted = self.look.translate.number(bar.count)
        self._small((right, top + 12), counted, scheme.muted, anchor="r")
        ends = right - 74
        told = (
            self.telling.told(say("too few", context="matches to tell a rate"))
            if bar.interval is None
            else f"{percent(bar.interval.share)} %"
        )
        size = round(SMALL_SIZE * unit)
        ink = scheme.muted if bar.interval is None else scheme.text
        canvas.text((ends * unit, (top + 12) * unit), told, size, ink, anchor="r")
        start = left
        if bar.seat is not None:
            start = left + 24
            self._draw_mark(bar.seat, (left + 9, top + 12))
        room = ends * unit - text_width(told, size) - (start + 12) * unit
        label = fit(self.telling.told(bar.label), room, size, Weight.MEDIUM)
        self._small((start, top + 12), label, scheme.text)
        if bar.interval is not None:
            self._draw_share(bar.interval, bar.seat, Box(left, top + 27, right, top + 41))

    def _draw_share(self, interval: Interval, seat: Seat | None, track: Box) -> None:
        """Draw a bar on its track with its interval around its end, and a mark where half of the track is."""
        scheme, unit, canvas = colours(self.look.theme), self.unit, self.canvas
        left, upper, right, lower = track.left, track.top, track.right, track.bottom
        canvas.box(track.scaled(unit).corners, 0, scheme.well)

        def at(share: float) -> float:
            return (left + (right - left) * share) * unit

        fill = scheme.muted if seat is None else scheme.seat(seat).fill
        canvas.box([(left * unit, upper * unit), (at(interval.share), lower * unit)], 0, fill)
        even = at(0.5)
        canvas.box([(even - unit, (upper - 4) * unit), (even + unit, (lower + 4) * unit)], 0, scheme.muted)
        low, share, high = (at(each) for each in (interval.low, interval.share, interval.high))
        self._draw_interval(low, share, high, (upper + lower) / 2 * unit)

    def _draw_mark(self, seat: Seat, at: Point) -> None:
        """Draw the shape of a seat, its middle on a point of the design."""
        style, unit = colours(self.look.theme).seat(seat), self.unit
        centre = round(at[0] * unit), round(at[1] * unit)
        self.canvas.fill(_mark(style.shape, unit), centre, style.edge)
        self.canvas.fill(core_mask(style.shape, MARK * unit), centre, style.fill)

    def _draw_interval(self, low: float, share: float, high: float, y: float) -> None:
        """Draw from where to where the true share may lie, and a disc where it was counted; in pixels."""
        scheme, unit, canvas = colours(self.look.theme), self.unit, self.canvas
        low, share, high, y = (round(each) for each in (low, share, high, y))
        # An edge around it: on a bright bar it could not be seen otherwise.
        for colour, more in ((scheme.surface, 3.0), (scheme.text, 0.0)):
            half = (3 + more) / 2 * unit
            canvas.box([(low, y - half), (high, y + half)], 0, colour)
            for x in (low, high):
                canvas.fill(_end(unit, more), (x, y), colour)
            canvas.fill(_disc(unit, more), (share, y), colour)

    def _draw_curves(self, panel: Curves, frame: Box, top: float) -> None:
        """Draw curves, the days of their ends below, and a key."""
        scheme, unit, canvas = colours(self.look.theme), self.unit, self.canvas
        reach = [
            each
            for curve in panel.curves
            for value, spread in zip(curve.values, curve.spreads, strict=True)
            for each in ((value - spread, value + spread) if len(panel.curves) == 1 else (value, value))
        ]
        low, high = _rounded(min(reach), max(reach))
        left, right = frame.left + PAD + 48, frame.right - PAD - 8
        area = (left * unit, top * unit), (right * unit, (top + PLOT) * unit)
        last = max(len(curve.values) for curve in panel.curves) - 1
        # The chart's pixels are those of a picture 1,200 wide.
        chart = Chart(canvas, scheme, unit * 0.75, area, low, high, last)
        if len(panel.curves) == 1:
            (curve,) = panel.curves
            ends = list(zip(curve.values, curve.spreads, strict=True))
            chart.draw_band(1, [value - spread for value, spread in ends], [value + spread for value, spread in ends])
        chart.draw_values()
        for index in range(len(panel.curves), 0, -1):
            chart.draw_curve(index, panel.curves[index - 1].values, 0)
        if len(panel.curves) == 1:
            y, day = top + PLOT + 8 + LINE / 2, self.look.translate.day
            self._small((left, y), day(panel.first), scheme.muted)
            if panel.last != panel.first:
                self._small((right, y), day(panel.last), scheme.muted, anchor="r")
        else:
            chart.draw_turns()
        for index, curve in enumerate(panel.curves):
            self._key_mask(index + 1, curve, frame, top + PLOT + LINE + 16 + KEY_ROW * index)

    def _key_mask(self, seat: Seat, curve: Curve, frame: Box, top: float) -> None:
        """Draw a piece of a curve with what it is and its last value."""
        scheme, unit, canvas = colours(self.look.theme), self.unit, self.canvas
        size, y = round(SMALL_SIZE * unit), (top + KEY_ROW / 2 - 4) * unit
        left, right = (frame.left + PAD) * unit, (frame.right - PAD) * unit
        left += draw_key(canvas, scheme.seat(seat), seat, (left, y), unit * 0.75) + 10 * unit
        value = f"{curve.values[-1]} ± {curve.spreads[-1]}"
        canvas.text((right, y), value, size, scheme.text, anchor="r")
        room = right - text_width(value, size) - 12 * unit - left
        canvas.text(
            (left, y),
            fit(self.telling.told(curve.label), room, size, Weight.MEDIUM),
            size,
            scheme.text,
            weight=Weight.MEDIUM,
        )

    def _small(self, at: Point, text: str, colour: Colour, *, anchor: str = "l") -> None:
        x, y = at
        size = round(SMALL_SIZE * self.unit)
        self.canvas.text((x * self.unit, y * self.unit), text, size, colour, anchor=anchor, weight=Weight.MEDIUM)


@lru_cache(maxsize=32)
def _mark(form: Shape, unit: float) -> Mask:
    """Return the shape of a seat."""
    return shape(2 * round(12 * unit), lambda pen: draw_mark(pen, form, (0, 0), MARK * unit))


@lru_cache(maxsize=8)
def _end(unit: float, more: float) -> Mask:
    """Return the end of an interval, `more` pixels of the design thicker."""
    return shape(2 * round(12 * unit), lambda pen: pen.line([(0, -7 * unit), (0, 7 * unit)], (3 + more) * unit))


@lru_cache(maxsize=8)
def _disc(unit: float, more: float) -> Mask:
    """Return the disc on an interval, `more` pixels of the design wider."""
    return shape(2 * round(12 * unit), lambda pen: pen.disc((0, 0), (7 + more / 2) * unit))


def _beside(panel: Bars | Curves) -> Text:
    """Return what stands at the right of a panel's heading: what its numbers, or the steps of its curves, are."""
    if isinstance(panel, Bars):
        return say("matches", context="heading of a column of numbers")
    return say("match by match", context="how a curve runs")


def _rounded(low: int, high: int) -> tuple[int, int]:
    """Return the ends of an axis around some values, at steps of 50 and at least 100 apart."""
    floor, ceiling = 50 * math.floor(low / 50), 50 * math.ceil(high / 50)
    return (floor, ceiling) if ceiling - floor >= 100 else (floor - 50, ceiling + 50)
