"""Figures about players and games, as values and in words: bars with intervals, and curves over matches.

`render.charts` draws them. A picture is described by `figure_text`, which has all the numbers that it shows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from engine.seat import Seat
from engine.text import Text, say, say_n
from render.look import PLAIN, Look
from render.words import ALT_LIMIT, one_line, shortened

MOST_CURVES = 4
"""Of a panel: so many seats have colours and shapes of their own in every theme."""

MOST_BARS = 15
"""Of a figure: more would be too heavy, and their numbers too long for its description."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A share as it was counted, and where the true one lies as far as the count can tell; 0 to 1.

    Attributes:
        share: What was counted.
        low: Lower end of the interval.
        high: Upper end of it.
    """

    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Bar:
    """A row of a panel of bars.

    Attributes:
        label: What was counted.
        count: How often.
        interval: What came of it; None where too little was counted to say.
        seat: Whose colour and shape it has; None for something that is no seat's.
    """

    label: Text
    count: int
    interval: Interval | None
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Bars:
    """A panel of bars, each with its interval; a line stands at an even result.

    Attributes:
        title: What the shares are shares of.
        bars: From above.
    """

    title: Text
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """A value after each match.

    Attributes:
        label: What it is the value of.
        values: Before the first match that is shown, and after each; at least one.
        spreads: How far the true value may lie from each of them, up and down.
    """

    label: Text
    values: tuple[int, ...]
    spreads: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Curves:
    """A panel of curves over matches.

    A curve that stands alone has its spread around it and days below it, several have the numbers of matches.

    Attributes:
        title: What the values are.
        curves: One to `MOST_CURVES`, told apart by colour, dashes and marks.
        first: Day of the first match.
        last: Day of the last one.
    """

    title: Text
    curves: tuple[Curve, ...]
    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture of panels.

    Attributes:
        title: What it is about; players in it are shown by the names of the look.
        facts: Sentences or labels below it.
        panels: From above.
    """

    title: Text
    facts: tuple[Text, ...] = ()
    panels: tuple[Bars | Curves, ...] = ()


def figure_lines(figure: Figure, look: Look = PLAIN, most: int = 64) -> list[str]:
    """Return everything that a figure shows as lines of text, with the numbers of its bars and curves.

    Args:
        figure: The figure.
        look: Its reader's language, and the names of players.
        most: Characters of a label of a bar or curve at most.
    """
    name = look.called(one_line)

    def told(text: Text) -> str:
        return text.render(look.translate, name)

    def label(text: Text) -> str:
        return one_line(told(text), "", most)

    lines = [told(figure.title), *map(told, figure.facts)]
    for panel in figure.panels:
        if isinstance(panel, Bars):
            lines.append(told(say("{title} (95 % interval, matches):", title=panel.title)))
            lines += [told(_bar_text(bar, label(bar.label))) for bar in panel.bars]
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
        "{label}: {share} % ({low} to {high} %), {count}",
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
        values=" ".join(map(str, _sampled(curve.values))),
        value=curve.values[-1],
        spread=curve.spreads[-1],
    )


def _sampled(values: Sequence[int], most: int = 9) -> list[int]:
    """Return some values of a curve at equal distances, the first and the last among them."""
    if len(values) <= most:
        return list(values)
    return [values[round(index * (len(values) - 1) / (most - 1))] for index in range(most)]
