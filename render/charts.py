"""Figures about players and games: as values, in words, and drawn as bars with intervals and curves.

They are drawn half as wide as boards are designed, so that their smallest letters can still be read on a telephone that
shows the picture 400 pixels wide. Shapes repeat the meaning of colours.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import pairwise
from typing import TypeVar, assert_never

from engine.seat import Seat
from engine.text import Text, listed, say, say_n
from render.canvas import Canvas, Pen, shape
from render.lettering import Captions, Weight, fit, in_width, plain
from render.lettering import width as text_width
from render.masks import Box, Mask, Point, polar
from render.theme import Colour, Colours, SeatStyle, Shape, colours
from render.words import ALT_LIMIT, PLAIN, Look, one_line, shortened

# Figures about players and games, as values and in words: bars with intervals, curves over matches, and chances.
#
# `figure_text` describes a picture with all its numbers.


N = TypeVar("N")

MOST_CURVES = 4
"""Of a panel: the number of seats with colours and shapes of their own in every theme."""

MOST_BARS = 15
"""Of a figure: more would be too heavy, and their numbers too long for its description."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An observed share, and the ends of its confidence interval; 0 to 1."""

    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Bar:
    """A row of a panel of bars.

    Attributes:
        label: The counted thing.
        interval: Its share; None if the count is too low.
        seat: For colour and shape; None for neither.
    """

    label: Text
    count: int
    interval: Interval | None
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Bars:
    """A panel of bars with intervals, the first on top; `title` names the shares. A line marks an even result."""

    title: Text
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """A value after each match.

    Attributes:
        label: Its name.
        values: Before the first match that is shown, and after each; at least one.
        spreads: The uncertainty of each of them, up and down.
    """

    label: Text
    values: tuple[int, ...]
    spreads: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Curves:
    """A panel of curves over matches.

    A single curve has its spread around it and days below it. Several have a plot each, two in a row, with one scale of
    values, so that a short one is as easy to read as a long one.

    Attributes:
        title: The name of the values.
        curves: One to `MOST_CURVES`, distinguished by colour and by the mark at their end.
        first: Day of the first match.
        last: Day of the last one.
    """

    title: Text
    curves: tuple[Curve, ...]
    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Prospect:
    """The chance of a side to win after each turn.

    Attributes:
        label: The side's players.
        seat: Its first seat: for colour, dashes and shape.
        values: Before the first turn, and after each; 0 to 1.
    """

    label: Text
    seat: Seat
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Prospects:
    """A panel of chances over the turns of a match; they add up to 1.

    Attributes:
        title: The name of the values.
        marked: Numbers of turns that have a line through them.
    """

    title: Text
    sides: tuple[Prospect, ...]
    marked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture of panels.

    Attributes:
        title: Its subject; players in it are shown by the names of the look.
        facts: Sentences or labels below it.
        panels: From above.
    """

    title: Text
    facts: tuple[Text, ...] = ()
    panels: tuple[Bars | Curves | Prospects, ...] = ()


def figure_lines(figure: Figure, look: Look = PLAIN, most: int = 64) -> list[str]:
    """Return a figure as lines of text, with all numbers; `most` limits the characters of a label."""
    name = look.called(one_line)

    def told(text: Text) -> str:
        return text.render(look.translate, name)

    def label(text: Text) -> str:
        return one_line(told(text), "", most)

    lines = [told(figure.title), *map(told, figure.facts)]
    for panel in figure.panels:
        if isinstance(panel, Bars):
            lines.append(told(say("{title} (95% interval, matches):", title=panel.title)))
            lines += [told(_bar_text(bar, label(bar.label))) for bar in panel.bars]
        elif isinstance(panel, Prospects):
            lines.append(told(say("{title}:", title=panel.title)))
            lines += [told(_prospect_text(side, label(side.label))) for side in panel.sides]
        else:
            lines.append(told(say("{title}:", title=panel.title)))
            lines += [told(_curve_text(curve, panel, label(curve.label))) for curve in panel.curves]
    return lines


def figure_text(figure: Figure, look: Look = PLAIN) -> str:
    """Return a figure in words, in at most `ALT_LIMIT` characters: labels are cut before any number is."""
    texts = ("\n".join(figure_lines(figure, look, most)) for most in (64, 40, 24, 16))
    text = ""
    for text in texts:
        if len(text) <= ALT_LIMIT:
            break
    return shortened(text)


def percent(share: float) -> int:
    """Return a share in whole percent, halves up."""
    return math.floor(100 * share + 0.5)


def _bar_text(bar: Bar, label: str) -> Text:
    if bar.interval is None:
        return say("{label}: too few ({count})", label=label, count=bar.count)
    return say(
        "{label}: {share}% ({low} to {high}%), {count}",
        label=label,
        share=percent(bar.interval.share),
        low=percent(bar.interval.low),
        high=percent(bar.interval.high),
        count=bar.count,
    )


def _curve_text(curve: Curve, panel: Curves, label: str) -> Text:
    return say_n(
        "{label}, {count} match from {first} to {last}: {values}; now {value} ± {spread}",
        "{label}, {count} matches from {first} to {last}: {values}; now {value} ± {spread}",
        len(curve.values) - 1,
        label=label,
        first=panel.first,
        last=panel.last,
        values=" ".join(map(str, sampled(curve.values))),
        value=curve.values[-1],
        spread=curve.spreads[-1],
    )


def _prospect_text(side: Prospect, label: str) -> Text:
    points = [
        say("{turn}: {value}%", turn=turn, value=percent(value))
        for turn, value in sampled([*enumerate(side.values)], 13)
    ]
    return say("{label}, after turn {points}", label=label, points=listed(points, "comma"))


def sampled(values: Sequence[N], most: int = 9) -> list[N]:
    """Return some values of a curve at equal distances, including the first and the last."""
    if len(values) <= most:
        return list(values)
    return [values[round(index * (len(values) - 1) / (most - 1))] for index in range(most)]


# Curves over the turns of a match, one a seat, distinguished by colour, dashes and the shape of their marks.


DASHES: tuple[tuple[float, ...], ...] = ((), (22, 12), (4, 10), (22, 10, 4, 10), (40, 14), (4, 8, 4, 8, 22, 8))
"""For seat 1, 2, …: lengths of strokes and gaps in turn, in pixels of a picture 1,200 wide; none for a solid line."""

_MARKS = 8
"""Marks on a curve, roughly."""
_MARK, KEY_MARK = 12, 14
"""From the middle of a mark to its edge, on a curve and in the key, in pixels of a picture 1,200 wide."""
CORE = 0.64
"""The inner part of a mark, in the colour of the seat's pieces: not everyone can distinguish the edges alone, which
have the contrast.
"""


@dataclass(frozen=True, slots=True)
class Chart:
    """The area of curves on a picture.

    Attributes:
        unit: Pixels for one pixel of a picture 1,200 wide.
        corners: Upper left and lower right of the area, in pixels.
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
        (left, top), (right, bottom) = self.corners
        share = (value - self.low) / (self.high - self.low)
        return left + (right - left) * turn / max(self.last, 1), bottom - (bottom - top) * share

    def draw_values(self, most: int = 5) -> None:
        (left, _), (right, _) = self.corners
        for value in ticks(self.low, self.high, most):
            _, y = self.at(0, value)
            self.canvas.box([(left, y), (right, y + max(1, 2 * self.unit))], 0, self.scheme.well)
            self._number((left - 14 * self.unit, y), f"{value:g}", "r")

    def draw_turns(self) -> None:
        _, (_, bottom) = self.corners
        for turn in ticks(0, self.last, 8):
            x, _ = self.at(turn, self.low)
            self._number((x, bottom + 34 * self.unit), f"{turn:g}", "m")

    def draw_band(self, seat: Seat, lows: Sequence[float], highs: Sequence[float]) -> None:
        """Fill the area between two values after turn 0, 1, …, in a pale shade of a seat's colour."""
        points = [self._stairs([self.at(turn, each) for turn, each in enumerate(ends)]) for ends in (lows, highs)]
        outline = [*points[0], *reversed(points[1])]
        self.canvas.smooth(self.corners, self.scheme.spent(seat), lambda pen: pen.polygon(outline))

    def draw_curve(self, seat: Seat, values: Sequence[float], shift: float, *, alone: bool = False) -> None:
        """Draw a seat's values after turn 0, 1, ….

        `shift` moves it down by pixels, so that equal curves do not cover each other; a curve `alone` is solid, with a
        mark at its end only.
        """
        style, unit = self.scheme.seat(seat), self.unit
        points = [(x, y + shift) for x, y in (self.at(turn, value) for turn, value in enumerate(values))]
        strokes = list(dashed(self._stairs(points), [] if alone else dashes(seat, unit)))
        stride = max(1, round(len(points) / _MARKS))
        marks = [] if alone else points[stride * seat // 5 % stride :: stride]
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
        """Return a staircase through points: values are constant between two turns."""
        stairs = [points[0]]
        for (_, before), (x, y) in pairwise(points):
            stairs += [(x, before), (x, y)] if y != before else [(x, y)]
        return stairs


def draw_key(canvas: Canvas, style: SeatStyle, seat: Seat, at: Point, unit: float) -> float:
    """Draw a piece of a seat's curve with its mark, its left middle `at` a point; return its width in pixels."""
    key = _key(style.shape, seat, unit)
    centre = (at[0] + key.width / 2, at[1])
    canvas.fill(key, centre, style.edge)
    canvas.fill(core_mask(style.shape, KEY_MARK * unit), centre, style.fill)
    return key.width


@lru_cache(maxsize=64)
def core_mask(form: Shape, radius: float) -> Mask:
    """Return the inside of a mark without its edge; its size is in pixels."""
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
    """Yield the strokes of a line; `lengths` are of strokes and gaps in turn, in pixels, none for one stroke."""
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


WIDTH = 800
"""Of a figure in pixels: wide enough for the letters, and the file of a full one stays below 60 KiB."""

DESIGN_WIDTH = 600
MARGIN = 10
PAD = 16
LINE = 26
HEADING = 40
ROW = 54
FEW_ROW = 34
"""Of a missing bar, if the count is too low."""
ABOVE_PLOT = 54
"""From the edge of a panel to the highest value of its curves, whose number must not touch the heading."""
PLOT = 190
PROSPECT = 240
"""The plot of chances."""
KEY_ROW = 34
SMALL_PLOT = 96
"""Of a curve among several."""
SMALL_ROW = 3 * LINE + SMALL_PLOT + 22
"""Of two curves side by side: a name and a value above each, the number of matches below."""
GUTTER = 24
MARK = 9
"""From the middle to the edge of the mark beside a bar."""

TITLE_SIZE = 28
TEXT_SIZE = 19
SMALL_SIZE = 18


def draw_figure(figure: Figure, look: Look = PLAIN) -> bytes:
    """Return a figure as a PNG file with the theme's palette."""
    unit, captions = look.width / DESIGN_WIDTH, Captions(look.translate, look.called(plain))
    room = (DESIGN_WIDTH - 2 * (MARGIN + PAD)) * unit
    facts = [
        line
        for fact in figure.facts
        for line in in_width(captions.text_of(fact), room, round(TEXT_SIZE * unit), Weight.MEDIUM)
    ]
    tops, below = [], float(MARGIN + 44 + LINE * len(facts) + 8)
    for panel in figure.panels:
        tops.append(below)
        below += _height(panel) + MARGIN
    canvas = Canvas.blank(look.width, round(below * unit), colours(look.theme).page, look.theme)
    sketch = _Sketch(canvas, look, unit, captions)
    sketch.draw_head(figure.title, facts)
    for panel, top in zip(figure.panels, tops, strict=True):
        sketch.draw_panel(panel, top)
    return canvas.png()


def _height(panel: Bars | Curves | Prospects) -> int:
    match panel:
        case Bars():
            return HEADING + sum(map(_row, panel.bars)) + 6
        case Prospects():
            return ABOVE_PLOT + PROSPECT + 2 * LINE + KEY_ROW * len(panel.sides)
        case Curves(curves=(_,)):
            return ABOVE_PLOT + PLOT + LINE + 16 + KEY_ROW
        case Curves():
            return HEADING + SMALL_ROW * math.ceil(len(panel.curves) / 2)
        case _:
            assert_never(panel)


def _row(bar: Bar) -> int:
    return FEW_ROW if bar.interval is None else ROW


@dataclass(frozen=True, slots=True)
class _Sketch:
    """A figure in the making; heights are in pixels of the design."""

    canvas: Canvas
    look: Look
    unit: float
    captions: Captions

    def draw_head(self, title: Text, facts: Sequence[str]) -> None:
        scheme, unit, left = colours(self.look.theme), self.unit, MARGIN + PAD
        size = round(TITLE_SIZE * unit)
        words = self.captions.text_in(title, (DESIGN_WIDTH - 2 * left) * unit, size)
        self.canvas.text((left * unit, (MARGIN + 24) * unit), words, size, scheme.text)
        for index, line in enumerate(facts):
            y = MARGIN + 44 + LINE * (index + 0.5)
            self._small((left, y), line, scheme.muted)

    def draw_panel(self, panel: Bars | Curves | Prospects, top: float) -> None:
        scheme, unit = colours(self.look.theme), self.unit
        frame = Box(MARGIN, top, DESIGN_WIDTH - MARGIN, top + _height(panel))
        self.canvas.box(frame.scaled(unit).corners, 10 * unit, scheme.surface)
        size = round(TEXT_SIZE * unit)
        room = (frame.width - 2 * PAD) * unit
        beside = self.captions.text_of(_beside(panel))
        self._small((frame.right - PAD, top + 22), beside, scheme.muted, anchor="r")
        room -= text_width(beside, round(SMALL_SIZE * unit), Weight.MEDIUM) + 12 * unit
        words = fit(self.captions.text_of(panel.title), room, size)
        self.canvas.text(((frame.left + PAD) * unit, (top + 22) * unit), words, size, scheme.text)
        if isinstance(panel, Bars):
            below = top + HEADING
            for bar in panel.bars:
                self._draw_bar(bar, frame, below)
                below += _row(bar)
        elif isinstance(panel, Prospects):
            self._draw_prospects(panel, frame, top + ABOVE_PLOT)
        elif len(panel.curves) == 1:
            self._draw_curve(panel, frame, top + ABOVE_PLOT)
        else:
            self._draw_plots(panel, frame, top + HEADING)

    def _draw_bar(self, bar: Bar, frame: Box, top: float) -> None:
        scheme, unit, canvas = colours(self.look.theme), self.unit, self.canvas
        left, right = frame.left + PAD, frame.right - PAD
        counted = self.look.translate.number(bar.count)
        self._small((right, top + 12), counted, scheme.muted, anchor="r")
        ends = right - 74
        text = (
            self.captions.text_of(say("too few", context="matches to tell a rate"))
            if bar.interval is None
            else self.captions.text_of(say("{percent}%", percent=percent(bar.interval.share)))
        )
        size = round(SMALL_SIZE * unit)
        ink = scheme.muted if bar.interval is None else scheme.text
        canvas.text((ends * unit, (top + 12) * unit), text, size, ink, anchor="r")
        start = left
        if bar.seat is not None:
            start = left + 24
            self._draw_mark(bar.seat, (left + 9, top + 12))
        room = ends * unit - text_width(text, size) - (start + 12) * unit
        label = fit(self.captions.text_of(bar.label), room, size, Weight.MEDIUM)
        self._small((start, top + 12), label, scheme.text)
        if bar.interval is not None:
            self._draw_share(bar.interval, bar.seat, Box(left, top + 27, right, top + 41))

    def _draw_share(self, interval: Interval, seat: Seat | None, track: Box) -> None:
        """Draw a bar on its track with its interval around its end, and a mark at half of the track."""
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
        style, unit = colours(self.look.theme).seat(seat), self.unit
        centre = round(at[0] * unit), round(at[1] * unit)
        self.canvas.fill(_mark(style.shape, unit), centre, style.edge)
        self.canvas.fill(core_mask(style.shape, MARK * unit), centre, style.fill)

    def _draw_interval(self, low: float, share: float, high: float, y: float) -> None:
        scheme, unit, canvas = colours(self.look.theme), self.unit, self.canvas
        low, share, high, y = (round(each) for each in (low, share, high, y))
        # An edge around it: without one it would be invisible on a bright bar.
        for colour, more in ((scheme.surface, 3.0), (scheme.text, 0.0)):
            half = (3 + more) / 2 * unit
            canvas.box([(low, y - half), (high, y + half)], 0, colour)
            for x in (low, high):
                canvas.fill(_end(unit, more), (x, y), colour)
            canvas.fill(_disc(unit, more), (share, y), colour)

    def _draw_curve(self, panel: Curves, frame: Box, top: float) -> None:
        """Draw the only curve of a panel with its spread, the days of its ends below, and a key."""
        scheme, unit = colours(self.look.theme), self.unit
        (curve,) = panel.curves
        ends = list(zip(curve.values, curve.spreads, strict=True))
        lows, highs = [value - spread for value, spread in ends], [value + spread for value, spread in ends]
        low, high = _rounded(min(lows), max(highs))
        left, right = frame.left + PAD + 48, frame.right - PAD - 8
        area = (left * unit, top * unit), (right * unit, (top + PLOT) * unit)
        # The chart's pixels are those of a picture 1,200 wide.
        chart = Chart(self.canvas, scheme, unit * 0.75, area, low, high, len(curve.values) - 1)
        chart.draw_band(1, lows, highs)
        chart.draw_values()
        chart.draw_curve(1, curve.values, 0)
        y, day = top + PLOT + 8 + LINE / 2, self.look.translate.day
        self._small((left, y), day(panel.first), scheme.muted)
        if panel.last != panel.first:
            self._small((right, y), day(panel.last), scheme.muted, anchor="r")
        self._draw_key(1, curve.label, f"{curve.values[-1]} ± {curve.spreads[-1]}", frame, top + PLOT + LINE + 16)

    def _draw_prospects(self, panel: Prospects, frame: Box, top: float) -> None:
        """Draw the curves of all sides in one plot, a line through the marked turns, and a key."""
        scheme, unit, canvas = colours(self.look.theme), self.unit, self.canvas
        left, right, below = frame.left + PAD + 48, frame.right - PAD - 12, top + PROSPECT
        last = max(len(side.values) for side in panel.sides) - 1
        chart = Chart(
            canvas, scheme, unit * 0.75, ((left * unit, top * unit), (right * unit, below * unit)), 0, 100, last
        )
        for turn in panel.marked:
            x, _ = chart.at(turn, 0)
            canvas.box([(x - unit, top * unit), (x + unit, below * unit)], 0, scheme.accent)
        chart.draw_values()
        chart.draw_turns()
        for side in panel.sides:
            chart.draw_curve(side.seat, [100 * value for value in side.values], 0)
        for row, side in enumerate(panel.sides):
            value = self.captions.text_of(say("{percent}%", percent=percent(side.values[-1])))
            self._draw_key(side.seat, side.label, value, frame, below + 2 * LINE - 6 + KEY_ROW * row)

    def _draw_plots(self, panel: Curves, frame: Box, top: float) -> None:
        """Draw several curves, each on a plot of its own, two in a row."""
        scale = _rounded(
            min(min(curve.values) for curve in panel.curves), max(max(curve.values) for curve in panel.curves)
        )
        width = (frame.width - 2 * PAD - GUTTER) / 2
        for index, curve in enumerate(panel.curves):
            left, upper = frame.left + PAD + index % 2 * (width + GUTTER), top + index // 2 * SMALL_ROW
            self._draw_plot(index + 1, curve, Box(left, upper, left + width, upper + SMALL_ROW), scale)

    def _draw_plot(self, seat: Seat, curve: Curve, cell: Box, scale: tuple[int, int]) -> None:
        """Draw a curve below its name and last value, and its number of matches under it."""
        scheme, unit, canvas = colours(self.look.theme), self.unit, self.canvas
        size, left = round(SMALL_SIZE * unit), cell.left + 48
        label = fit(self.captions.text_of(curve.label), cell.width * unit, size, Weight.MEDIUM)
        self._small((cell.left, cell.top + LINE / 2), label, scheme.text)
        y = cell.top + 1.5 * LINE
        self._draw_mark(seat, (cell.left + MARK, y))
        value = f"{curve.values[-1]} ± {curve.spreads[-1]}"
        canvas.text(((cell.left + 2 * MARK + 10) * unit, y * unit), value, size, scheme.text)
        upper = cell.top + 2 * LINE + 10
        area = (left * unit, upper * unit), ((cell.right - 8) * unit, (upper + SMALL_PLOT) * unit)
        chart = Chart(canvas, scheme, unit * 0.75, area, *scale, len(curve.values) - 1)
        chart.draw_values(4)
        chart.draw_curve(seat, curve.values, 0, alone=True)
        count = self.captions.text_of(say_n("{count} match", "{count} matches", len(curve.values) - 1))
        self._small((left, upper + SMALL_PLOT + LINE / 2 + 4), count, scheme.muted)

    def _draw_key(self, seat: Seat, label: Text, value: str, frame: Box, top: float) -> None:
        scheme, unit, canvas = colours(self.look.theme), self.unit, self.canvas
        size, y = round(SMALL_SIZE * unit), (top + KEY_ROW / 2 - 4) * unit
        left, right = (frame.left + PAD) * unit, (frame.right - PAD) * unit
        left += draw_key(canvas, scheme.seat(seat), seat, (left, y), unit * 0.75) + 10 * unit
        canvas.text((right, y), value, size, scheme.text, anchor="r")
        room = right - text_width(value, size) - 12 * unit - left
        words = fit(self.captions.text_of(label), room, size, Weight.MEDIUM)
        canvas.text((left, y), words, size, scheme.text, weight=Weight.MEDIUM)

    def _small(self, at: Point, text: str, colour: Colour, *, anchor: str = "l") -> None:
        x, y = at
        size = round(SMALL_SIZE * self.unit)
        self.canvas.text((x * self.unit, y * self.unit), text, size, colour, anchor=anchor, weight=Weight.MEDIUM)


@lru_cache(maxsize=32)
def _mark(form: Shape, unit: float) -> Mask:
    return shape(2 * round(12 * unit), lambda pen: draw_mark(pen, form, (0, 0), MARK * unit))


@lru_cache(maxsize=8)
def _end(unit: float, more: float) -> Mask:
    return shape(2 * round(12 * unit), lambda pen: pen.line([(0, -7 * unit), (0, 7 * unit)], (3 + more) * unit))


@lru_cache(maxsize=8)
def _disc(unit: float, more: float) -> Mask:
    return shape(2 * round(12 * unit), lambda pen: pen.disc((0, 0), (7 + more / 2) * unit))


def _beside(panel: Bars | Curves | Prospects) -> Text:
    """Return the text at the right of a panel's heading: the meaning of its numbers or curves' steps."""
    if isinstance(panel, Bars):
        return say("matches", context="heading of a column of numbers")
    if isinstance(panel, Prospects):
        return say("turn by turn", context="how a curve runs")
    return say("match by match", context="how a curve runs")


def _rounded(low: int, high: int) -> tuple[int, int]:
    """Return the ends of an axis around some values, at steps of 50 and at least 100 apart."""
    floor, ceiling = 50 * math.floor(low / 50), 50 * math.ceil(high / 50)
    return (floor, ceiling) if ceiling - floor >= 100 else (floor - 50, ceiling + 50)
