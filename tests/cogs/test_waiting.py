"""In which order one should look at one's matches."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from cogs.ui.waiting import by_urgency
from hosting import clocks
from hosting.model import MatchSummary
from hosting.terms import ClockTerms

ME, OTHER = 1, 2
NOW = datetime(2026, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)


def summary(
    number: int, *, mine: bool, hours: int | None = None, waited: int = 0, paused: bool = False
) -> MatchSummary:
    """Return a match that waits since `waited` hours and is lost in `hours`."""
    clock = None
    if hours is not None:
        clock = clocks.begin(ClockTerms("turn", per_turn=hours * HOUR), 2, {1}, NOW, {}).dump()
    return MatchSummary(
        id=number,
        guild_id=1,
        channel_id=number,
        game="replicants",
        mode="2",
        names=("ann", "bob"),
        to_act=(ME if mine else OTHER,),
        status="running",
        seq=1,
        started_at=NOW - 100 * HOUR,
        moved_at=NOW - waited * HOUR,
        clock=clock,
        paused=paused,
    )


@given(st.permutations(range(7)))
def test_what_waits_for_me_and_ends_first_comes_first(order: list[int]) -> None:
    matches = [
        summary(1, mine=True, hours=2),
        summary(2, mine=True, hours=30),
        summary(3, mine=True, waited=50),
        summary(4, mine=True, waited=3),
        summary(5, mine=False, hours=1),
        summary(6, mine=False, waited=90),
        summary(7, mine=True, hours=1, paused=True),
    ]
    assert by_urgency([matches[index] for index in order], ME) == matches
