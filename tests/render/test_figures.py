"""Figures in words: every number that a picture shows, in few enough characters."""

from __future__ import annotations

from dataclasses import replace

import pytest

from render.charts import figure_text, percent
from tests.render.samples import CURVE, FIGURE, RATING, look


def test_a_figure_in_words_has_all_its_numbers() -> None:
    assert figure_text(FIGURE, look()).splitlines() == [
        "ann: Replicants",
        "Matches: 3",
        "Rating:",
        "2 players, 3 matches from 2026-01-04 to 2026-11-20: 1500 1540 1520 1575; now 1575 ± 401",
        "Score by seat (95 % interval, matches):",
        "Seat 1: 60 % (40 to 78 %), 120",
        "Seat 2: 30 % (18 to 44 %), 44",
        "Seat 3: too few (12)",
    ]


def test_a_long_curve_is_told_by_some_of_its_values() -> None:
    long = replace(CURVE, values=tuple(range(1500, 1551)), spreads=(100,) * 51)
    text = figure_text(replace(FIGURE, panels=(replace(RATING, curves=(long,)),)), look())
    assert "50 matches from 2026-01-04 to 2026-11-20: 1500 1506 1512 1519 1525 1531 1538 1544 1550; now" in text


@pytest.mark.parametrize(
    ("share", "told"), [(0, 0), (0.004, 0), (0.005, 1), (0.295, 30), (0.5, 50), (0.995, 100), (1, 100)]
)
def test_shares_are_told_in_whole_percent(share: float, told: int) -> None:
    assert percent(share) == told
