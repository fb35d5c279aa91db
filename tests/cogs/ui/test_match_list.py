"""In which order one should look at one's matches."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from hosting.match.listing import by_urgency
from store.tables.match_queries import OwnMatch

NOW = datetime(2026, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)


def own(number: int, *, mine: bool, hours: int | None = None, waited: int = 0, paused: bool = False) -> OwnMatch:
    """Return a match that waits since `waited` hours and is lost in `hours`."""
    due = None if hours is None else NOW + hours * HOUR
    return OwnMatch(number, 1, mine=mine, alone=False, still=paused, due_at=due, moved_at=NOW - waited * HOUR)


@given(st.permutations(range(7)))
def test_what_waits_for_me_and_ends_first_comes_first(order: list[int]) -> None:
    matches = [
        own(1, mine=True, hours=2),
        own(2, mine=True, hours=30),
        own(3, mine=True, waited=50),
        own(4, mine=True, waited=3),
        own(5, mine=False, hours=1),
        own(6, mine=False, waited=90),
        own(7, mine=True, hours=1, paused=True),
    ]
    assert by_urgency([matches[index] for index in order]) == matches
