"""A figure with a panel of each kind, to be drawn and told."""

from __future__ import annotations

from datetime import date

from engine.text import Player, say
from render.charts import WIDTH, Bar, Bars, Curve, Curves, Figure, Interval
from render.theme import Palette, Theme
from render.words import Look

WON = Interval(0.6, 0.4, 0.78)
SEATS = Bars(
    say("Score by seat"),
    (
        Bar(say("Seat {seat}", seat=1), 120, WON, 1),
        Bar(say("Seat {seat}", seat=2), 44, Interval(0.295, 0.18, 0.44), 2),
        Bar(say("Seat {seat}", seat=3), 12, None, 3),
    ),
)
CURVE = Curve(say("2 players"), (1500, 1540, 1520, 1575), (500, 460, 430, 401))
RATING = Curves(say("Rating"), (CURVE,), date(2026, 1, 4), date(2026, 11, 20))
FIGURE = Figure(say("{player}: Replicants", player=Player(1)), (say("Matches: 3"),), (RATING, SEATS))
THEMES = [Theme(palette, dark) for palette in Palette for dark in (True, False)]


def look(theme: Theme | None = None, width: int = WIDTH, name: str = "ann") -> Look:
    """Return how a reader sees a figure about one player."""
    return Look((name,), theme or Theme(), width)
