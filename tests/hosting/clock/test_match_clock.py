from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hosting.clock import match_clock
from hosting.clock.calendar import ALWAYS, Calendar, Quiet
from hosting.clock.match_clock import GRACE, MatchClock
from hosting.clock.time_control import ClockTerms
from tests.hosting.strategies import calendars, clock_terms, times

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
START = datetime(2026, 5, 1, tzinfo=UTC)
FISCHER = ClockTerms("fischer", start=3 * DAY, gain=12 * HOUR, cap=5 * DAY)
A_DAY = ClockTerms("turn", per_turn=DAY)


def test_a_bank_runs_only_in_its_own_turn_and_grows_with_it() -> None:
    clock = match_clock.begin(FISCHER, 2, {1}, START, {})
    assert (clock.due(1), clock.due(2)) == (START + 3 * DAY, None)
    clock = match_clock.moved(clock, FISCHER, {1}, {2}, START + DAY, {})
    assert clock.seat(1).left == 2 * DAY + 12 * HOUR
    assert (clock.due(1), clock.due(2)) == (None, START + 4 * DAY)
    clock = match_clock.moved(clock, FISCHER, {2}, {1}, START + 2 * DAY, {})
    assert clock.next_due == clock.due(1) == START + 4 * DAY + 12 * HOUR


def test_what_a_player_has_left_was_settled_when_they_sealed_their_choice() -> None:
    clock = match_clock.begin(FISCHER, 2, {1, 2}, START, {}).seat(1)
    sealed = clock.sealed(START + DAY, FISCHER)
    assert sealed.decided(START + 2 * DAY, FISCHER, gain=True) == clock.decided(START + DAY, FISCHER, gain=True)


def test_a_bank_holds_no_more_than_its_cap() -> None:
    clock = match_clock.begin(FISCHER, 2, {1}, START, {})
    at = START
    for _ in range(8):
        clock = match_clock.moved(clock, FISCHER, {1}, {2}, at, {})
        at += HOUR
        clock = match_clock.moved(clock, FISCHER, {2}, {1}, at, {})
    assert clock.seat(1).left == 5 * DAY


def test_time_for_a_turn_does_not_carry_over() -> None:
    clock = match_clock.begin(A_DAY, 2, {1}, START, {})
    clock = match_clock.moved(clock, A_DAY, {1}, {2}, START + 20 * HOUR, {})
    assert clock.due(2) == START + 44 * HOUR
    clock = match_clock.moved(clock, A_DAY, {2}, {1}, START + 21 * HOUR, {})
    assert clock.due(1) == START + 45 * HOUR


def test_a_turn_in_parts_is_one_turn() -> None:
    """A seat that must see what came of half its turn before it goes on earns nothing for the half."""
    clock = match_clock.begin(FISCHER, 2, {1}, START, {})
    clock = match_clock.moved(clock, FISCHER, {1}, {1}, START + DAY, {})
    assert clock.due(1) == START + 3 * DAY
    assert clock.seat(1).began == START


def test_whoever_moves_twice_running_earns_twice() -> None:
    clock = match_clock.begin(FISCHER, 2, {1}, START, {})
    clock = match_clock.moved(clock, FISCHER, {1}, {1}, START + DAY, {}, turned=True)
    assert clock.seat(1).left == 2 * DAY + 12 * HOUR
    assert clock.seat(1).began == START + DAY


def test_choosing_together_everybody_has_a_clock() -> None:
    clock = match_clock.begin(FISCHER, 3, {1, 2, 3}, START, {})
    clock = match_clock.moved(clock, FISCHER, {1, 2, 3}, {1, 3}, START + DAY, {})
    assert [clock.due(seat) for seat in (1, 2, 3)] == [START + 3 * DAY, None, START + 3 * DAY]
    clock = match_clock.moved(clock, FISCHER, {1, 3}, {1, 2, 3}, START + 2 * DAY, {}, turned=True)
    assert clock.due(2) == START + 2 * DAY + 2 * DAY + 12 * HOUR


def test_giving_up_earns_nothing() -> None:
    clock = match_clock.begin(FISCHER, 3, {1}, START, {})
    clock = match_clock.moved(clock, FISCHER, {1}, {2}, START + DAY, {}, out={1})
    assert clock.seat(1).left == 2 * DAY


def test_a_clock_that_is_stopped_costs_nothing() -> None:
    clock = match_clock.pause(match_clock.begin(FISCHER, 2, {1}, START, {}), START + DAY)
    assert clock.next_due is None
    assert clock.stopped == START + DAY
    assert match_clock.pause(clock, START + 3 * DAY) == clock
    clock = match_clock.resume(clock, {1}, START + 50 * DAY, {})
    assert clock.due(1) == START + 52 * DAY
    assert (clock.seat(1).began, clock.seat(1).full) == (START, 3 * DAY)
    assert match_clock.resume(clock, {1}, START + 51 * DAY, {}) == clock


def test_a_surrender_while_the_clock_is_stopped_starts_nobodys_clock() -> None:
    clock = match_clock.pause(match_clock.begin(FISCHER, 3, {1}, START, {}), START + DAY)
    clock = match_clock.moved(clock, FISCHER, {1}, {2}, START + 2 * DAY, {}, out={1})
    assert clock.next_due is None
    clock = match_clock.resume(clock, {2}, START + 3 * DAY, {})
    assert clock.due(2) == START + 6 * DAY


def test_more_time_moves_the_deadline_even_when_it_has_passed() -> None:
    clock = match_clock.begin(FISCHER, 2, {1}, START, {})
    assert match_clock.extended(clock, 1, 4 * DAY, START + DAY).due(1) == START + 7 * DAY
    late = match_clock.marked(clock, 1, START + 5 * DAY)
    assert (late.due(1), late.late(START + 9 * DAY)) == (None, [])
    assert match_clock.extended(late, 1, DAY, START + 6 * DAY).due(1) == START + 7 * DAY


def test_late_is_who_ran_out_of_time_and_nothing_was_done_about_it() -> None:
    clock = match_clock.begin(FISCHER, 3, {1, 3}, START, {3: Calendar(away=((START, START + DAY),))})
    assert clock.late(START + 3 * DAY - HOUR) == []
    assert clock.late(START + 3 * DAY) == [1]
    assert clock.late(START + 9 * DAY) == [1, 3]
    assert match_clock.marked(clock, 1, START + 9 * DAY).late(START + 9 * DAY) == [3]


def test_whoever_waits_at_zero_earns_by_moving_all_the_same() -> None:
    clock = match_clock.marked(match_clock.begin(FISCHER, 2, {1}, START, {}), 1, START + 3 * DAY)
    clock = match_clock.moved(clock, FISCHER, {1}, {2}, START + 4 * DAY, {})
    clock = match_clock.moved(clock, FISCHER, {2}, {1}, START + 5 * DAY, {})
    assert clock.due(1) == START + 5 * DAY + 12 * HOUR


def test_a_clock_stands_still_by_the_calendar_it_started_with() -> None:
    night = Calendar(Quiet("UTC", 22 * 60, 6 * 60))
    clock = match_clock.begin(A_DAY, 2, {1}, START + 12 * HOUR, {1: night})
    assert clock.due(1) == START + 44 * HOUR  # a day and one whole night
    again = match_clock.recalled(clock, START + 16 * HOUR, {1: ALWAYS})
    assert again.due(1) == START + 36 * HOUR
    away = match_clock.recalled(clock, START + 16 * HOUR, {1: Calendar(away=((START + DAY, START + 5 * DAY),))})
    assert away.due(1) == START + 5 * DAY + 12 * HOUR


def test_taking_back_gives_back_the_gain() -> None:
    """Playing and taking back, again and again, is no way to fill the bank."""
    clock = match_clock.begin(FISCHER, 2, {1}, START, {})
    at = START
    for _ in range(10):
        at += HOUR
        clock = match_clock.moved(clock, FISCHER, {1}, {2}, at, {})
        clock = match_clock.taken_back(clock, FISCHER, {1: 1}, {1}, at, {})
    assert clock.due(1) == START + 3 * DAY
    assert clock.seat(2).left == 3 * DAY


def test_taking_back_costs_nobody_their_last_hour() -> None:
    clock = match_clock.begin(FISCHER, 2, {1}, START, {})
    clock = match_clock.moved(clock, FISCHER, {1}, {2}, START + 3 * DAY - timedelta(seconds=1), {})
    clock = match_clock.taken_back(clock, FISCHER, {1: 1}, {1}, START + 3 * DAY, {})
    assert clock.seat(1).left == GRACE


@pytest.mark.parametrize("terms", [FISCHER, A_DAY])
def test_nobody_lives_on_the_time_that_is_left_after_taking_back(terms: ClockTerms) -> None:
    at = START + terms.first - HOUR / 6
    clock = match_clock.begin(terms, 2, {1}, START, {})
    for left in (GRACE, HOUR / 6, timedelta()):
        clock = match_clock.moved(clock, terms, {1}, {2}, at, {})
        clock = match_clock.taken_back(clock, terms, {1: 1}, {1}, at, {})
        assert clock.seat(1).left == left
        at += max(left - HOUR / 6, HOUR / 6)


def test_taking_back_a_turn_with_a_time_of_its_own() -> None:
    clock = match_clock.begin(A_DAY, 2, {1}, START, {})
    clock = match_clock.moved(clock, A_DAY, {1}, {2}, START + 20 * HOUR, {})
    clock = match_clock.taken_back(clock, A_DAY, {1: 1}, {1}, START + 23 * HOUR, {})
    assert clock.due(1) == START + 27 * HOUR
    clock = match_clock.moved(clock, A_DAY, {1}, {2}, START + 24 * HOUR, {})
    assert clock.due(2) == START + 48 * HOUR


def test_a_substitute_starts_with_no_less_than_anybody_did() -> None:
    clock = match_clock.pause(
        match_clock.marked(match_clock.begin(FISCHER, 2, {1}, START, {}), 1, START + 3 * DAY), START + 3 * DAY
    )
    clock = match_clock.handed_over(clock, FISCHER, {1}, {1}, START + 4 * DAY, {})
    assert clock.next_due is None
    clock = match_clock.resume(clock, {1}, START + 5 * DAY, {})
    assert clock.due(1) == START + 8 * DAY
    rich = match_clock.handed_over(
        match_clock.extended(clock, 1, DAY, START + 5 * DAY), FISCHER, {1}, {1}, START + 6 * DAY, {}
    )
    assert rich.due(1) == START + 9 * DAY
    assert rich.seat(1).began == START + 6 * DAY


@given(clock_terms(), times, st.lists(st.tuples(st.timedeltas(timedelta(), 3 * DAY), st.booleans())), calendars())
def test_time_is_used_once_whatever_happens(
    terms: ClockTerms, start: datetime, steps: list[tuple[timedelta, bool]], calendar: Calendar
) -> None:
    """Two seats move in turn, and now and then everything stops; what is left is never negative nor above the cap."""
    clock, at, seat = match_clock.begin(terms, 2, {1}, start, {1: calendar}), start, 1
    for duration, stops in steps:
        at += duration
        if stops:
            before = clock.seat(seat).left_at(at)
            clock = match_clock.resume(match_clock.pause(clock, at), {seat}, at + duration, {1: calendar})
            at += duration
            assert clock.seat(seat).left == before
        clock = match_clock.moved(clock, terms, {seat}, {3 - seat}, at, {1: calendar})
        seat = 3 - seat
        assert MatchClock.load(json.loads(json.dumps(clock.dump()))) == clock
        assert sum(each.since is not None for each in clock.seats) == 1
        for each in clock.seats:
            assert timedelta() <= each.left <= max(terms.cap, terms.per_turn)


@given(clock_terms(), times, calendars(), st.timedeltas(timedelta(), 90 * DAY))
def test_somebody_is_late_exactly_when_nothing_is_left(
    terms: ClockTerms, start: datetime, calendar: Calendar, passed: timedelta
) -> None:
    clock = match_clock.begin(terms, 1, {1}, start, {1: calendar})
    now = start + passed
    assert (clock.late(now) == [1]) == (clock.seat(1).left_at(now) == timedelta())


def test_what_is_no_clock_is_refused() -> None:
    with pytest.raises(ValueError, match="no clock"):
        MatchClock.load({})
    with pytest.raises(ValueError, match="no clock of a seat"):
        MatchClock.load({"seats": [{}], "stopped": None})
