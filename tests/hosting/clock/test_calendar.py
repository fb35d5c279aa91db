from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise, takewhile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hosting.clock.calendar import (
    ALWAYS,
    FROZEN_MOST,
    Calendar,
    Quiet,
    add,
    elapsed,
    local_time,
    resting,
    spans,
    zone_of,
)
from tests.hosting.strategies import calendars, quiets, times

HOUR, DAY = timedelta(hours=1), timedelta(days=1)

durations = st.timedeltas(timedelta(), timedelta(days=60))


@given(times, durations, calendars(), st.timedeltas(timedelta(), FROZEN_MOST))
def test_adding_and_measuring_are_inverse(
    since: datetime, duration: timedelta, calendar: Calendar, most: timedelta
) -> None:
    until = add(since, duration, calendar, most)
    assert elapsed(since, until, calendar, most) == duration
    assert since + duration <= until <= since + duration + most


@given(times, durations, durations, calendars())
def test_a_clock_runs_the_same_whether_it_is_looked_at_or_not(
    since: datetime, first: timedelta, second: timedelta, calendar: Calendar
) -> None:
    middle, end = since + first, since + first + second
    ran = elapsed(since, middle, calendar)
    frozen = first - ran
    assert ran + elapsed(middle, end, calendar, FROZEN_MOST - frozen) == elapsed(since, end, calendar)


@given(times, calendars())
def test_spans_are_in_order_and_apart(since: datetime, calendar: Calendar) -> None:
    found = list(takewhile(lambda span: span[0] < since + 40 * DAY, spans(calendar, since)))
    assert all(start < end and end > since for start, end in found)
    assert all(before[1] < after[0] for before, after in pairwise(found))


@given(times, calendars())
def test_somebody_rests_exactly_in_the_spans(at: datetime, calendar: Calendar) -> None:
    span = resting(at, calendar)
    if span is None:
        assert elapsed(at, at + timedelta(microseconds=1), calendar) == timedelta(microseconds=1)
    else:
        assert span[0] <= at < span[1]
        assert elapsed(at, span[1], calendar) == max(timedelta(), span[1] - at - FROZEN_MOST)


@given(times, quiets())
def test_quiet_hours_are_what_the_clock_on_the_wall_says(at: datetime, quiet: Quiet) -> None:
    """Where no clock is changed around that time."""
    zone = zone_of(quiet.zone)
    if len({(at + timedelta(hours=hours)).astimezone(zone).utcoffset() for hours in range(-72, 73, 3)}) > 1:
        return
    local = at.astimezone(zone)
    minute = local.hour * 60 + local.minute
    inside = (minute - quiet.start) % (24 * 60) < (quiet.end - quiet.start) % (24 * 60)
    assert (resting(at, Calendar(quiet)) is not None) == inside


@given(calendars())
def test_calendars_survive_json(calendar: Calendar) -> None:
    assert Calendar.load(json.loads(json.dumps(calendar.dump()))) == calendar


def test_a_clock_without_a_calendar_runs_always() -> None:
    at = datetime(2026, 5, 1, tzinfo=UTC)
    assert add(at, 3 * DAY, ALWAYS) == at + 3 * DAY
    assert list(spans(ALWAYS, at)) == []


def test_nights_in_paris_over_the_changes_of_2026() -> None:
    """Clocks go forward on 29 March at 01:00 UTC and back on 25 October at 01:00 UTC."""
    night = Calendar(Quiet("Europe/Paris", 23 * 60, 7 * 60))
    spring = next(spans(night, datetime(2026, 3, 28, 20, tzinfo=UTC)))
    assert spring == (datetime(2026, 3, 28, 22, tzinfo=UTC), datetime(2026, 3, 29, 5, tzinfo=UTC))  # seven hours
    autumn = next(spans(night, datetime(2026, 10, 24, 20, tzinfo=UTC)))
    assert autumn == (datetime(2026, 10, 24, 21, tzinfo=UTC), datetime(2026, 10, 25, 6, tzinfo=UTC))  # nine


def test_times_that_do_not_exist_and_times_that_exist_twice() -> None:
    spring, autumn = date(2026, 3, 29), date(2026, 10, 25)
    skipped = datetime(2026, 3, 29, 1, tzinfo=UTC)
    assert local_time("Europe/Paris", spring, 2 * 60 + 30) == skipped
    assert local_time("Europe/Paris", spring, 2 * 60 + 30, last=True) == skipped
    assert local_time("Europe/Paris", autumn, 2 * 60 + 30) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert local_time("Europe/Paris", autumn, 2 * 60 + 30, last=True) == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
    # Midnight of 6 September 2026 does not exist in Santiago, nor 30 December 2011 on Samoa.
    assert local_time("America/Santiago", date(2026, 9, 6), 0) == datetime(2026, 9, 6, 4, tzinfo=UTC)
    assert local_time("Pacific/Apia", date(2011, 12, 30), 12 * 60) == datetime(2011, 12, 30, 10, tzinfo=UTC)


def test_weekends_of_a_table_and_of_a_player() -> None:
    friday = datetime(2026, 5, 1, 12, tzinfo=UTC)
    table = Calendar(weekends=frozenset({"UTC"}))
    assert add(friday, DAY, table) == datetime(2026, 5, 4, 12, tzinfo=UTC)
    both = Calendar(weekends=frozenset({"UTC", "America/New_York"}))
    assert next(spans(both, friday)) == (datetime(2026, 5, 2, tzinfo=UTC), datetime(2026, 5, 4, 4, tzinfo=UTC))


def test_no_decision_stands_still_for_longer_than_the_limit() -> None:
    """Quiet hours, weekends and one vacation after the other: the clock runs out all the same."""
    since = datetime(2026, 5, 1, tzinfo=UTC)
    away = tuple((since + n * 31 * DAY, since + n * 31 * DAY + 30 * DAY) for n in range(100))
    calendar = Calendar(Quiet("UTC", 0, 12 * 60), frozenset({"UTC"}), away)
    assert add(since, 3 * DAY, calendar) == since + 33 * DAY


def test_quiet_hours_that_fill_the_day_end_all_the_same() -> None:
    since = datetime(2026, 5, 1, tzinfo=UTC)
    calendar = Calendar(Quiet("UTC", 0, 12 * 60), table=Quiet("UTC", 12 * 60, 0))
    assert add(since, DAY, calendar) == since + FROZEN_MOST + DAY
    assert elapsed(since, since + FROZEN_MOST + DAY, calendar) == DAY


@pytest.mark.parametrize(("start", "end"), [(0, 0), (0, 12 * 60 + 1), (60, 59), (-1, 60), (60, 24 * 60)])
def test_quiet_hours_have_a_limit(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="no quiet hours"):
        Quiet("UTC", start, end)


def test_what_is_stored_of_no_hours_is_refused() -> None:
    with pytest.raises(ValueError, match="no quiet hours: \\['UTC', 60\\]"):
        Quiet.load(["UTC", 60])


def test_what_is_stored_of_no_absence_is_refused() -> None:
    with pytest.raises(ValueError, match="no span of time: \\['2026-05-01'\\]"):
        Calendar.load({"away": [["2026-05-01"]]})


def test_a_zone_that_is_no_longer_known_is_utc() -> None:
    assert zone_of("Atlantis/Harbour").key == "UTC"
    assert zone_of("../../etc/passwd").key == "UTC"
