from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise, takewhile

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.text import ENGLISH
from hosting import clock as hosting_clock
from hosting.clock import (
    ALWAYS,
    FROZEN_MOST,
    GRACE,
    SUGGESTIONS,
    Calendar,
    ClockTerms,
    MatchClock,
    NoSuchClock,
    Quiet,
    add,
    elapsed,
    local_time,
    read_clock,
    resting,
    spans,
    zone_of,
)
from hosting.match_terms import Terms
from tests.hosting.strategies import calendars, clock_terms, quiets, times

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
START = datetime(2026, 5, 1, tzinfo=UTC)
FISCHER = ClockTerms("fischer", start=3 * DAY, gain=12 * HOUR, cap=5 * DAY)
A_DAY = ClockTerms("turn", per_turn=DAY)


def test_a_bank_runs_only_in_its_own_turn_and_grows_with_it() -> None:
    clock = hosting_clock.begin(FISCHER, 2, {1}, START, {})
    assert (clock.due(1), clock.due(2)) == (START + 3 * DAY, None)
    clock = hosting_clock.moved(clock, FISCHER, {1}, {2}, START + DAY, {})
    assert clock.seat(1).left == 2 * DAY + 12 * HOUR
    assert (clock.due(1), clock.due(2)) == (None, START + 4 * DAY)
    clock = hosting_clock.moved(clock, FISCHER, {2}, {1}, START + 2 * DAY, {})
    assert clock.next_due == clock.due(1) == START + 4 * DAY + 12 * HOUR


def test_what_a_player_has_left_was_settled_when_they_sealed_their_choice() -> None:
    clock = hosting_clock.begin(FISCHER, 2, {1, 2}, START, {}).seat(1)
    sealed = clock.sealed(START + DAY, FISCHER)
    assert sealed.decided(START + 2 * DAY, FISCHER, gain=True) == clock.decided(START + DAY, FISCHER, gain=True)


def test_a_bank_holds_no_more_than_its_cap() -> None:
    clock = hosting_clock.begin(FISCHER, 2, {1}, START, {})
    at = START
    for _ in range(8):
        clock = hosting_clock.moved(clock, FISCHER, {1}, {2}, at, {})
        at += HOUR
        clock = hosting_clock.moved(clock, FISCHER, {2}, {1}, at, {})
    assert clock.seat(1).left == 5 * DAY


def test_time_for_a_turn_does_not_carry_over() -> None:
    clock = hosting_clock.begin(A_DAY, 2, {1}, START, {})
    clock = hosting_clock.moved(clock, A_DAY, {1}, {2}, START + 20 * HOUR, {})
    assert clock.due(2) == START + 44 * HOUR
    clock = hosting_clock.moved(clock, A_DAY, {2}, {1}, START + 21 * HOUR, {})
    assert clock.due(1) == START + 45 * HOUR


def test_a_turn_in_parts_is_one_turn() -> None:
    """A seat that must see what came of half its turn before it goes on earns nothing for the half."""
    clock = hosting_clock.begin(FISCHER, 2, {1}, START, {})
    clock = hosting_clock.moved(clock, FISCHER, {1}, {1}, START + DAY, {})
    assert clock.due(1) == START + 3 * DAY
    assert clock.seat(1).began == START


def test_a_player_who_moves_twice_running_earns_twice() -> None:
    clock = hosting_clock.begin(FISCHER, 2, {1}, START, {})
    clock = hosting_clock.moved(clock, FISCHER, {1}, {1}, START + DAY, {}, turned=True)
    assert clock.seat(1).left == 2 * DAY + 12 * HOUR
    assert clock.seat(1).began == START + DAY


def test_choosing_together_everybody_has_a_clock() -> None:
    clock = hosting_clock.begin(FISCHER, 3, {1, 2, 3}, START, {})
    clock = hosting_clock.moved(clock, FISCHER, {1, 2, 3}, {1, 3}, START + DAY, {})
    assert [clock.due(seat) for seat in (1, 2, 3)] == [START + 3 * DAY, None, START + 3 * DAY]
    clock = hosting_clock.moved(clock, FISCHER, {1, 3}, {1, 2, 3}, START + 2 * DAY, {}, turned=True)
    assert clock.due(2) == START + 2 * DAY + 2 * DAY + 12 * HOUR


def test_giving_up_earns_nothing() -> None:
    clock = hosting_clock.begin(FISCHER, 3, {1}, START, {})
    clock = hosting_clock.moved(clock, FISCHER, {1}, {2}, START + DAY, {}, out={1})
    assert clock.seat(1).left == 2 * DAY


def test_a_clock_that_is_stopped_costs_nothing() -> None:
    clock = hosting_clock.pause(hosting_clock.begin(FISCHER, 2, {1}, START, {}), START + DAY)
    assert clock.next_due is None
    assert clock.stopped == START + DAY
    assert hosting_clock.pause(clock, START + 3 * DAY) == clock
    clock = hosting_clock.resume(clock, {1}, START + 50 * DAY, {})
    assert clock.due(1) == START + 52 * DAY
    assert (clock.seat(1).began, clock.seat(1).full) == (START, 3 * DAY)
    assert hosting_clock.resume(clock, {1}, START + 51 * DAY, {}) == clock


def test_a_surrender_while_the_clock_is_stopped_starts_nobodys_clock() -> None:
    clock = hosting_clock.pause(hosting_clock.begin(FISCHER, 3, {1}, START, {}), START + DAY)
    clock = hosting_clock.moved(clock, FISCHER, {1}, {2}, START + 2 * DAY, {}, out={1})
    assert clock.next_due is None
    clock = hosting_clock.resume(clock, {2}, START + 3 * DAY, {})
    assert clock.due(2) == START + 6 * DAY


def test_more_time_moves_the_deadline_even_when_it_has_passed() -> None:
    clock = hosting_clock.begin(FISCHER, 2, {1}, START, {})
    assert hosting_clock.extended(clock, 1, 4 * DAY, START + DAY).due(1) == START + 7 * DAY
    late = hosting_clock.marked(clock, 1, START + 5 * DAY)
    assert (late.due(1), late.late(START + 9 * DAY)) == (None, [])
    assert hosting_clock.extended(late, 1, DAY, START + 6 * DAY).due(1) == START + 7 * DAY


def test_late_is_who_ran_out_of_time_and_nothing_was_done_about_it() -> None:
    clock = hosting_clock.begin(FISCHER, 3, {1, 3}, START, {3: Calendar(away=((START, START + DAY),))})
    assert clock.late(START + 3 * DAY - HOUR) == []
    assert clock.late(START + 3 * DAY) == [1]
    assert clock.late(START + 9 * DAY) == [1, 3]
    assert hosting_clock.marked(clock, 1, START + 9 * DAY).late(START + 9 * DAY) == [3]


def test_a_player_who_waits_at_zero_earns_by_moving_all_the_same() -> None:
    clock = hosting_clock.marked(hosting_clock.begin(FISCHER, 2, {1}, START, {}), 1, START + 3 * DAY)
    clock = hosting_clock.moved(clock, FISCHER, {1}, {2}, START + 4 * DAY, {})
    clock = hosting_clock.moved(clock, FISCHER, {2}, {1}, START + 5 * DAY, {})
    assert clock.due(1) == START + 5 * DAY + 12 * HOUR


def test_a_clock_stops_by_the_calendar_it_started_with() -> None:
    night = Calendar(Quiet("UTC", 22 * 60, 6 * 60))
    clock = hosting_clock.begin(A_DAY, 2, {1}, START + 12 * HOUR, {1: night})
    assert clock.due(1) == START + 44 * HOUR  # a day and one whole night
    again = hosting_clock.with_calendars(clock, START + 16 * HOUR, {1: ALWAYS})
    assert again.due(1) == START + 36 * HOUR
    away = hosting_clock.with_calendars(clock, START + 16 * HOUR, {1: Calendar(away=((START + DAY, START + 5 * DAY),))})
    assert away.due(1) == START + 5 * DAY + 12 * HOUR


def test_taking_back_gives_back_the_gain() -> None:
    """Playing and taking back, again and again, is no way to fill the bank."""
    clock = hosting_clock.begin(FISCHER, 2, {1}, START, {})
    at = START
    for _ in range(10):
        at += HOUR
        clock = hosting_clock.moved(clock, FISCHER, {1}, {2}, at, {})
        clock = hosting_clock.taken_back(clock, FISCHER, {1: 1}, {1}, at, {})
    assert clock.due(1) == START + 3 * DAY
    assert clock.seat(2).left == 3 * DAY


def test_taking_back_costs_nobody_their_last_hour() -> None:
    clock = hosting_clock.begin(FISCHER, 2, {1}, START, {})
    clock = hosting_clock.moved(clock, FISCHER, {1}, {2}, START + 3 * DAY - timedelta(seconds=1), {})
    clock = hosting_clock.taken_back(clock, FISCHER, {1: 1}, {1}, START + 3 * DAY, {})
    assert clock.seat(1).left == GRACE


@pytest.mark.parametrize("terms", [FISCHER, A_DAY])
def test_nobody_lives_on_the_time_that_is_left_after_taking_back(terms: ClockTerms) -> None:
    at = START + terms.first - HOUR / 6
    clock = hosting_clock.begin(terms, 2, {1}, START, {})
    for left in (GRACE, HOUR / 6, timedelta()):
        clock = hosting_clock.moved(clock, terms, {1}, {2}, at, {})
        clock = hosting_clock.taken_back(clock, terms, {1: 1}, {1}, at, {})
        assert clock.seat(1).left == left
        at += max(left - HOUR / 6, HOUR / 6)


def test_taking_back_a_turn_with_a_time_of_its_own() -> None:
    clock = hosting_clock.begin(A_DAY, 2, {1}, START, {})
    clock = hosting_clock.moved(clock, A_DAY, {1}, {2}, START + 20 * HOUR, {})
    clock = hosting_clock.taken_back(clock, A_DAY, {1: 1}, {1}, START + 23 * HOUR, {})
    assert clock.due(1) == START + 27 * HOUR
    clock = hosting_clock.moved(clock, A_DAY, {1}, {2}, START + 24 * HOUR, {})
    assert clock.due(2) == START + 48 * HOUR


def test_a_substitute_starts_with_no_less_than_anybody_did() -> None:
    clock = hosting_clock.pause(
        hosting_clock.marked(hosting_clock.begin(FISCHER, 2, {1}, START, {}), 1, START + 3 * DAY), START + 3 * DAY
    )
    clock = hosting_clock.handed_over(clock, FISCHER, {1}, {1}, START + 4 * DAY, {})
    assert clock.next_due is None
    clock = hosting_clock.resume(clock, {1}, START + 5 * DAY, {})
    assert clock.due(1) == START + 8 * DAY
    rich = hosting_clock.handed_over(
        hosting_clock.extended(clock, 1, DAY, START + 5 * DAY), FISCHER, {1}, {1}, START + 6 * DAY, {}
    )
    assert rich.due(1) == START + 9 * DAY
    assert rich.seat(1).began == START + 6 * DAY


@given(clock_terms(), times, st.lists(st.tuples(st.timedeltas(timedelta(), 3 * DAY), st.booleans())), calendars())
def test_time_is_used_once_whatever_happens(
    terms: ClockTerms, start: datetime, steps: list[tuple[timedelta, bool]], calendar: Calendar
) -> None:
    """Two seats move in turn, and now and then everything stops; what is left is never negative nor above the cap."""
    clock, at, seat = hosting_clock.begin(terms, 2, {1}, start, {1: calendar}), start, 1
    for duration, stops in steps:
        at += duration
        if stops:
            before = clock.seat(seat).left_at(at)
            clock = hosting_clock.resume(hosting_clock.pause(clock, at), {seat}, at + duration, {1: calendar})
            at += duration
            assert clock.seat(seat).left == before
        clock = hosting_clock.moved(clock, terms, {seat}, {3 - seat}, at, {1: calendar})
        seat = 3 - seat
        assert MatchClock.load(json.loads(json.dumps(clock.dump()))) == clock
        assert sum(each.since is not None for each in clock.seats) == 1
        for each in clock.seats:
            assert timedelta() <= each.left <= max(terms.cap, terms.per_turn)


@given(clock_terms(), times, calendars(), st.timedeltas(timedelta(), 90 * DAY))
def test_someone_is_late_exactly_when_nothing_is_left(
    terms: ClockTerms, start: datetime, calendar: Calendar, passed: timedelta
) -> None:
    clock = hosting_clock.begin(terms, 1, {1}, start, {1: calendar})
    now = start + passed
    assert (clock.late(now) == [1]) == (clock.seat(1).left_at(now) == timedelta())


def test_what_is_no_clock_is_refused() -> None:
    with pytest.raises(ValueError, match=r"MatchClock\.seats"):
        MatchClock.load({})
    with pytest.raises(ValueError, match=r"MatchClock\.seats\.0\.left"):
        MatchClock.load({"seats": [{}], "stopped": None})


CALENDAR_HOUR, CALENDAR_DAY = timedelta(hours=1), timedelta(days=1)

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
    found = list(takewhile(lambda span: span[0] < since + 40 * CALENDAR_DAY, spans(calendar, since)))
    assert all(start < end and end > since for start, end in found)
    assert all(before[1] < after[0] for before, after in pairwise(found))


@given(times, calendars())
def test_someone_rests_exactly_in_the_spans(at: datetime, calendar: Calendar) -> None:
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
    assert add(at, 3 * CALENDAR_DAY, ALWAYS) == at + 3 * CALENDAR_DAY
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
    assert add(friday, CALENDAR_DAY, table) == datetime(2026, 5, 4, 12, tzinfo=UTC)
    both = Calendar(weekends=frozenset({"UTC", "America/New_York"}))
    assert next(spans(both, friday)) == (datetime(2026, 5, 2, tzinfo=UTC), datetime(2026, 5, 4, 4, tzinfo=UTC))


def test_no_decision_stops_for_longer_than_the_limit() -> None:
    """Quiet hours, weekends and one vacation after the other: the clock runs out all the same."""
    since = datetime(2026, 5, 1, tzinfo=UTC)
    away = tuple((since + n * 31 * CALENDAR_DAY, since + n * 31 * CALENDAR_DAY + 30 * CALENDAR_DAY) for n in range(100))
    calendar = Calendar(Quiet("UTC", 0, 12 * 60), weekends=frozenset({"UTC"}), away=away)
    assert add(since, 3 * CALENDAR_DAY, calendar) == since + 33 * CALENDAR_DAY


def test_quiet_hours_that_fill_the_day_end_all_the_same() -> None:
    since = datetime(2026, 5, 1, tzinfo=UTC)
    calendar = Calendar(Quiet("UTC", 0, 12 * 60), table=Quiet("UTC", 12 * 60, 0))
    assert add(since, CALENDAR_DAY, calendar) == since + FROZEN_MOST + CALENDAR_DAY
    assert elapsed(since, since + FROZEN_MOST + CALENDAR_DAY, calendar) == CALENDAR_DAY


@pytest.mark.parametrize(("start", "end"), [(0, 0), (0, 12 * 60 + 1), (60, 59), (-1, 60), (60, 24 * 60)])
def test_quiet_hours_have_a_limit(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="no quiet hours"):
        Quiet("UTC", start, end)


def test_what_is_stored_of_no_hours_is_refused() -> None:
    with pytest.raises(ValueError, match="no quiet hours: \\['UTC', 60\\]"):
        Quiet.load(["UTC", 60])


def test_what_is_stored_of_no_absence_is_refused() -> None:
    with pytest.raises(ValueError, match=r"Calendar\.away\.0\.1: Field required"):
        Calendar.load({"away": [["2026-05-01"]]})


def test_a_zone_that_is_no_longer_known_is_utc() -> None:
    assert zone_of("Atlantis/Harbour").key == "UTC"
    assert zone_of("../../etc/passwd").key == "UTC"


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
    with pytest.raises(ValueError, match=rf"^Terms\.{next(iter(data))}\b"):
        Terms.load(data)


@pytest.mark.parametrize(
    ("start", "gain", "cap"),
    [(6, 1, 5), (1, 6, 5), (0, 1, 5), (1, -1, 5), (61, 0, 61)],
)
def test_a_clock_that_makes_no_sense_cannot_be_made(start: int, gain: int, cap: int) -> None:
    days = (timedelta(days=each) for each in (start, gain, cap))
    with pytest.raises(ValueError, match=r"clock|bank"):
        ClockTerms("fischer", timedelta(days=1), *days)


NOTATION_HOUR, NOTATION_DAY = timedelta(hours=1), timedelta(days=1)


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
        ("3d", ClockTerms("turn", per_turn=3 * NOTATION_DAY)),
        (" 36H ", ClockTerms("turn", per_turn=36 * NOTATION_HOUR)),
        ("1d 12h", ClockTerms("turn", per_turn=36 * NOTATION_HOUR)),
        ("90min", ClockTerms("turn", per_turn=1.5 * NOTATION_HOUR)),
        ("3d+12h/5d", ClockTerms()),
        ("3d + 12h / 5d", ClockTerms()),
        ("3d+12h", ClockTerms()),
        ("2d+0", ClockTerms("fischer", start=2 * NOTATION_DAY, gain=timedelta(), cap=2 * NOTATION_DAY)),
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
    assert ENGLISH.duration(1.5 * NOTATION_DAY + timedelta(minutes=5)) == "1d12h5m"
    assert ENGLISH.duration(timedelta(seconds=59)) == "0m"


@pytest.mark.parametrize("text", ["9999d" * 300_000, "1d" * 40, "1d" + " " * 100_000 + "+", "١d", "²d"])
def test_any_text_is_a_clock_or_none(text: str) -> None:
    with pytest.raises(NoSuchClock) as caught:
        read_clock(text)
    assert len(str(caught.value)) < 1_000
