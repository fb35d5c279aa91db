"""Terms that a host takes by one word: for an evening, for a turn now and then, for months."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from hosting.clock.control import ClockTerms, Terms

QUICK, TWO_DAYS, LONG = "quick", "two-days", "long"

PRESETS: Mapping[str, Terms] = {
    # Everybody is at hand: a clock that waits for the night, or for a vacation, would be no quick one.
    QUICK: Terms(
        ClockTerms("fischer", start=timedelta(minutes=15), gain=timedelta(minutes=2), cap=timedelta(minutes=30)),
        rests=False,
        vacation=False,
    ),
    TWO_DAYS: Terms(ClockTerms("turn", per_turn=timedelta(days=2))),
    LONG: Terms(ClockTerms("fischer", start=timedelta(days=7), gain=timedelta(days=1), cap=timedelta(days=14))),
}
"""The presets by name, from the fastest."""


USUAL_CLOCK = ClockTerms("turn", per_turn=timedelta(days=3))
"""The clock of a table whose host names none, so that no match waits for ever."""


def preset_terms(name: str, before: Terms) -> Terms:
    """Return the terms of a preset; who sits where stays as a table had it before. Raises KeyError."""
    return replace(PRESETS[name], drawn=before.drawn)
