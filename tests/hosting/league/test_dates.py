"""Days of a season are days of its zone: rounds begin and end at its local times, whatever clocks do there."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import get_args
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.league.terms_form import fields_of
from hosting.clock.calendar import clock_time, local_time
from hosting.league.errors import BadLeagueTerms
from hosting.league.terms import LATE, PROMPT, LadderTerms
from hosting.league.validation import check_fits, costs
from store.league.values import Kind
from tests.hosting.league.playing import Played, terms
from tests.hosting.toygame import TallyGame

ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/Los_Angeles",
    "Pacific/Auckland",
    "Pacific/Kiritimati",  # +14
    "Pacific/Tongatapu",  # +13
    "Pacific/Pago_Pago",  # -11
    "Asia/Kolkata",  # half an hour
    "Asia/Kathmandu",  # three quarters of one
    "Pacific/Chatham",
    "Australia/Lord_Howe",  # clocks change by half an hour
    "America/St_Johns",
    "America/Santiago",  # a day lacks midnight
    "America/Havana",  # one lacks midnight, one has it twice
    "Africa/Cairo",
    "Asia/Beirut",
    "America/Asuncion",
    "Atlantic/Azores",
)
DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
INFO = TallyGame().info
zones = st.sampled_from(ZONES)
days = st.dates(date(2024, 1, 1), date(2032, 1, 1))
times = st.datetimes(datetime(2024, 1, 1), datetime(2032, 1, 1)).map(lambda at: at.replace(tzinfo=UTC))  # noqa: DTZ001
delays = st.timedeltas(timedelta(), PROMPT)


def midnight(day: date) -> datetime:
    return datetime.combine(day, time())


@given(zones, days, st.integers(1, 40), st.lists(delays, min_size=1, max_size=40))
def test_rounds_begin_and_end_at_midnight_on_every_day(
    zone: str, first: date, length: int, late: list[timedelta]
) -> None:
    of = terms(zone=zone, round_days=length).dated(first, None)
    assert of.starts_at is not None
    started = opened = of.starts_at + late[-1]
    for number, delay in enumerate(late, 1):
        ends = of.round_end(started, opened)
        assert ends is not None
        assert clock_time(zone, ends) == midnight(first + timedelta(days=number * length))
        assert ends == local_time(zone, first + timedelta(days=number * length), 0)
        opened = ends + delay


@given(zones, times, st.integers(1, 40), st.lists(delays, max_size=40))
def test_rounds_of_a_season_that_is_started_by_hand_keep_its_time_of_day(
    zone: str, started: datetime, length: int, late: list[timedelta]
) -> None:
    of = terms(zone=zone, round_days=length)
    began, opened = clock_time(zone, started), started
    for number, delay in enumerate(late, 1):
        ends = of.round_end(started, opened)
        assert ends is not None
        wanted = began + number * length * DAY
        there = [wanted.replace(tzinfo=ZoneInfo(zone), fold=fold).astimezone(UTC) for fold in (0, 1)]
        if clock_time(zone, ends) != wanted:  # clocks skip that time: it is the moment at which they do
            assert there[1] < there[0]
            before, after = (clock_time(zone, ends + seconds * SECOND) for seconds in (-1, 1))
            assert before < wanted < after
        opened = ends + delay


@given(zones, times, st.integers(1, 40), st.timedeltas(2 * PROMPT, 5 * DAY))
def test_a_round_that_opens_late_has_all_its_days(zone: str, started: datetime, length: int, late: timedelta) -> None:
    of = terms(zone=zone, round_days=length)
    opened = started + late
    ends = of.round_end(started, opened)
    assert ends is not None
    assert abs(ends - opened - length * DAY) <= timedelta(hours=1) + PROMPT
    assert of.span(opened, ends) >= length * DAY - PROMPT


@given(zones, days, st.integers(1, 20), st.integers(0, 30), st.timedeltas(timedelta(), LATE - SECOND))
def test_a_season_fits_if_it_has_the_days_of_its_rounds(
    zone: str, first: date, length: int, more: int, late: timedelta
) -> None:
    of = terms(zone=zone, round_days=length, most=4)
    there = costs(of, INFO, 4, 100)
    assert there.days == 3 * length
    for total, fits in ((there.days + more, True), (there.days - 1, False)):
        dated = of.dated(first, first + timedelta(days=total - 1))
        assert dated.starts_at is not None
        if fits:
            check_fits(dated, there, dated.starts_at + late)
        else:
            with pytest.raises(BadLeagueTerms, match=f"{there.days}d together, and the season has {total}d"):
                check_fits(dated, there, dated.starts_at + late)


@given(
    zones,
    zones,
    st.none() | days,
    st.none() | days,
    st.sampled_from(get_args(Kind)),
    st.integers(1, 30),
    st.sampled_from([None, (6, 3, 1)]),
)
def test_what_a_dialog_shows_is_what_it_would_read(
    zone: str, other: str, first: date | None, last: date | None, kind: Kind, count: int, points: tuple[int, ...] | None
) -> None:
    now = datetime(2024, 1, 1, tzinfo=UTC)
    ladder = LadderTerms() if kind == "ladder" else None
    of = terms(kind=kind, ladder=ladder, zone=zone, round_days=count, place_points=points).dated(first, last)
    assert (of.first_day, of.last_day) == (first, last)
    for page in ("size", "dates", "ending", "points", "matches", "telling"):
        for field in fields_of(page, of, now):
            assert field.read(of, field.show(of)) == of, field.key
    (moving,) = [each for each in fields_of("dates", of, now) if each.key == "zone"]
    moved = moving.read(of, [other])
    assert (moved.zone, moved.first_day, moved.last_day) == (other, first, last)
    assert moving.read(moved, [zone]) == of


@given(zones, days, days)
def test_warnings_and_the_close_are_at_midnight_too(zone: str, first: date, last: date) -> None:
    of = terms(zone=zone, unfinished="adjudicate", grace_days=5).dated(first, max(first, last) + 20 * DAY)
    assert of.ends_at is not None
    for number in (14, 7, 2):
        assert clock_time(zone, of.later(of.ends_at, -number)) == midnight(max(first, last) + (21 - number) * DAY)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_three_days_over_the_change_of_clocks_have_three_rounds(league: Played) -> None:
    first = date(2026, 3, 28)
    of = terms(zone="Europe/Berlin", cap=1, most=4, round_days=1).dated(first, date(2026, 3, 30))
    assert of.starts_at is not None
    await league.clock.advance((of.starts_at - 3 * DAY - league.clock.now()).total_seconds())
    await league.found(4, of)
    for number in range(4):
        await league.pass_time(of.later(of.starts_at, number) + 20 * SECOND - league.clock.now())
    view = await league.view()
    ends = [clock_time("Europe/Berlin", each.ends_at) for each in view.rounds if each.ends_at is not None]
    assert ends == [midnight(first + number * DAY) for number in (1, 2, 3)]
    assert view.season.status == "ended"
