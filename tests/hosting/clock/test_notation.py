from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import assume, given

from engine.text import ENGLISH
from hosting.clock.time_control import SUGGESTIONS, ClockTerms, NoSuchClock, read_clock
from tests.hosting.strategies import clock_terms

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def written(clock: ClockTerms) -> str:
    """Return a clock as people write it."""
    if clock.kind == "turn":
        return ENGLISH.duration(clock.per_turn)
    return f"{ENGLISH.duration(clock.start)}+{ENGLISH.duration(clock.gain)}/{ENGLISH.duration(clock.cap)}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("none", None),
        ("", None),
        ("3d", ClockTerms("turn", per_turn=3 * DAY)),
        (" 36H ", ClockTerms("turn", per_turn=36 * HOUR)),
        ("1d 12h", ClockTerms("turn", per_turn=36 * HOUR)),
        ("90min", ClockTerms("turn", per_turn=1.5 * HOUR)),
        ("3d+12h/5d", ClockTerms()),
        ("3d + 12h / 5d", ClockTerms()),
        ("3d+12h", ClockTerms()),
        ("2d+0", ClockTerms("fischer", start=2 * DAY, gain=timedelta(), cap=2 * DAY)),
    ],
)
def test_clocks_as_people_write_them(text: str, expected: ClockTerms | None) -> None:
    assert read_clock(text) == expected


@pytest.mark.parametrize(
    "text", ["x", "3", "3w", "d", "0d", "61d", "3d+12h/2d", "3d+6d/5d", "-1d", "3d+", "+3d", "9999d+1h", "3d+12h/5d/7d"]
)
def test_what_is_no_clock_is_told_what_one_looks_like(text: str) -> None:
    with pytest.raises(NoSuchClock) as caught:
        read_clock(text)
    assert caught.value.suggestions == SUGGESTIONS
    assert text in str(caught.value.text)


def test_what_is_suggested_can_be_read_and_is_written_the_same() -> None:
    clocks = [read_clock(text) for text in SUGGESTIONS]
    assert ["none" if clock is None else written(clock) for clock in clocks] == list(SUGGESTIONS)


@given(clock_terms())
def test_what_is_written_is_read_again(terms: ClockTerms) -> None:
    durations = (terms.per_turn,) if terms.kind == "turn" else (terms.start, terms.gain, terms.cap)
    assume(all(each % timedelta(minutes=1) == timedelta() for each in durations))
    clock = read_clock(written(terms))
    assert clock is not None
    assert written(clock) == written(terms)


def test_durations_in_short() -> None:
    assert ENGLISH.duration(1.5 * DAY + timedelta(minutes=5)) == "1d12h5m"
    assert ENGLISH.duration(timedelta(seconds=59)) == "0m"


@pytest.mark.parametrize("text", ["9999d" * 300_000, "1d" * 40, "1d" + " " * 100_000 + "+", "١d", "²d"])
def test_any_text_is_a_clock_or_none(text: str) -> None:
    with pytest.raises(NoSuchClock) as caught:
        read_clock(text)
    assert len(str(caught.value)) < 1_000
