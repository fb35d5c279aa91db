from __future__ import annotations

import json
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hosting.clock.calendar import Quiet
from hosting.clock.time_control import ClockTerms, Terms
from tests.hosting.strategies import clock_terms


@given(
    st.builds(
        Terms,
        st.none() | clock_terms(),
        st.sampled_from(("forfeit", "random", "substitute", "notice")),
        st.sampled_from(("free", "consent", "never")),
        st.booleans(),
        st.booleans(),
        st.booleans(),
        st.booleans(),
        st.none() | st.just(Quiet("Europe/Paris", 60, 120)),
        st.booleans(),
        st.booleans(),
    )
)
def test_terms_survive_json(terms: Terms) -> None:
    assert Terms.load(json.loads(json.dumps(terms.dump()))) == terms


def test_what_is_missing_is_as_usual() -> None:
    assert Terms.load({}) == Terms()
    assert Terms.load({"automatic": True}) == Terms(automatic=True)


def test_the_usual_bank_is_three_days_and_half_a_day_a_turn() -> None:
    clock = ClockTerms()
    assert (clock.kind, clock.first, clock.gain, clock.cap) == (
        "fischer",
        timedelta(days=3),
        timedelta(hours=12),
        timedelta(days=5),
    )
    assert ClockTerms("turn", timedelta(days=7)).first == timedelta(days=7)


@pytest.mark.parametrize(
    "data",
    [{"timeout": "shrug"}, {"undo": "always"}, {"clock": {"kind": "hourglass"}}, {"clock": {"kind": "turn"}}],
)
def test_unknown_terms_are_refused(data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"no such terms|no terms of a clock"):
        Terms.load(data)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("start", "gain", "cap"),
    [(6, 1, 5), (1, 6, 5), (0, 1, 5), (1, -1, 5), (61, 0, 61)],
)
def test_a_clock_that_makes_no_sense_cannot_be_made(start: int, gain: int, cap: int) -> None:
    days = (timedelta(days=each) for each in (start, gain, cap))
    with pytest.raises(ValueError, match=r"clock|bank"):
        ClockTerms("fischer", timedelta(days=1), *days)
