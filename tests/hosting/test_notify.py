"""Who is reminded when, where, and how often."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text import say
from hosting import clock as hosting_clock
from hosting.arena import Arena
from hosting.clock import Calendar, ClockTerms, Quiet, resting
from hosting.match.model import Nudges, PlayerSettings
from hosting.notify import next_nudge
from hosting.outbox import ReminderPost
from store.db.addresses import Address
from tests.hosting.conftest import ANN, BOB, CHANNEL, CLEO, DAN, ManualClock, NotingPoster, open_arena
from tests.hosting.conftest import begin as conftest_begin
from tests.hosting.strategies import quiets
from tests.hosting.timed import A_DAY, DAY, DAY_S, FISCHER, HOUR, HOUR_S, START, advance, begin


def reminders(poster: NotingPoster) -> list[tuple[str, int, Any]]:
    """Return the reminders that were posted: kind, channel, stage."""
    return [
        (post.kind, post.channel_id, post.payload["reminder"]) for post in poster.posts if "reminder" in post.payload
    ]


async def pass_hours(arena: Arena, clock: ManualClock, hours: int) -> None:
    for _ in range(hours):
        await advance(arena, clock, HOUR_S)


async def test_a_nudge_at_half_time_and_one_near_the_end(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    await begin(arena, clock=A_DAY, timeout="notice")
    await pass_hours(arena, clock, 11)
    assert reminders(poster) == []
    await pass_hours(arena, clock, 1)
    assert reminders(poster) == [("nudge", CHANNEL, "half")]
    await pass_hours(arena, clock, 9)
    assert len(reminders(poster)) == 1
    await pass_hours(arena, clock, 1)
    assert reminders(poster)[1:] == [("nudge", CHANNEL, "end")]
    await pass_hours(arena, clock, 72)
    assert len(reminders(poster)) == 2


async def test_a_player_who_has_moved_is_not_nudged(arena: Arena, clock: ManualClock, poster: NotingPoster) -> None:
    await begin(arena, clock=A_DAY)
    await pass_hours(arena, clock, 11)
    await arena.matches.play(1, ANN.person_id, "1/1")
    await pass_hours(arena, clock, 11)
    assert reminders(poster) == []
    await pass_hours(arena, clock, 1)
    assert reminders(poster) == [("nudge", CHANNEL, "half")]


async def test_nudges_survive_a_restart_and_come_once(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    first = await open_arena(database, clock, poster)
    await begin(first, clock=A_DAY)
    await first.close()
    for hours in (13, 1):
        again = await open_arena(database, clock, poster)
        await again.idle()
        await clock.advance(hours * HOUR_S)
        await again.idle()
        await again.close()
    assert reminders(poster) == [("nudge", CHANNEL, "half")]


async def test_more_time_puts_the_nudges_off(arena: Arena, clock: ManualClock, poster: NotingPoster) -> None:
    await begin(arena, clock=A_DAY)
    await arena.organiser.extend(1, 99, 1, 2 * DAY)
    await arena.idle()
    assert [post.payload.get("edit") for post in poster.posts if post.kind == "board"] == [None, True]
    await pass_hours(arena, clock, 35)
    assert reminders(poster) == []
    await pass_hours(arena, clock, 1)
    assert reminders(poster) == [("nudge", CHANNEL, "half")]


async def test_privately_for_a_player_who_wants_that_and_the_table_is_told_of_the_last(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    await arena.settings.change_player(ANN.person_id, lambda _: PlayerSettings(nudges="private"))
    await begin(arena, clock=A_DAY)
    assert reminders(poster) == [("private", ANN.person_id, "turn")]
    await pass_hours(arena, clock, 23)
    found = reminders(poster)
    assert [each for each in found if each[0] == "private"] == [
        ("private", ANN.person_id, stage) for stage in ("turn", "half", "end")
    ]
    assert [each for each in found if each[0] != "private"] == [("nudge", CHANNEL, "told")]


async def test_not_at_all_for_a_player_who_wants_that(arena: Arena, clock: ManualClock, poster: NotingPoster) -> None:
    await arena.settings.change_player(ANN.person_id, lambda _: PlayerSettings(nudges="off", ping=False))
    await begin(arena, clock=A_DAY)
    await pass_hours(arena, clock, 23)
    assert reminders(poster) == [("nudge", CHANNEL, "told")]


async def test_a_call_in_quiet_hours_waits_for_their_end(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    """It is midnight; Ann sleeps until seven."""
    await arena.settings.change_player(ANN.person_id, lambda _: PlayerSettings(quiet_from=22 * 60, quiet_until=7 * 60))
    await begin(arena, clock=None)
    await pass_hours(arena, clock, 6)
    assert reminders(poster) == []
    await pass_hours(arena, clock, 1)
    assert reminders(poster) == [("nudge", CHANNEL, "turn")]


async def test_no_call_after_quiet_hours_for_a_turn_that_was_played_in_them(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    await arena.settings.change_player(ANN.person_id, lambda _: PlayerSettings(quiet_from=22 * 60, quiet_until=7 * 60))
    await begin(arena, clock=None)
    await pass_hours(arena, clock, 1)
    await arena.matches.play(1, ANN.person_id, "1/1")
    await pass_hours(arena, clock, 10)
    assert reminders(poster) == []


async def test_a_reminder_waits_for_the_end_of_quiet_hours_that_were_set_after_it_was_planned(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    await begin(arena, clock=A_DAY)
    await pass_hours(arena, clock, 1)
    await arena.settings.change_player(ANN.person_id, lambda _: PlayerSettings(quiet_from=11 * 60, quiet_until=17 * 60))
    await pass_hours(arena, clock, 15)
    assert reminders(poster) == []
    await pass_hours(arena, clock, 1)
    assert reminders(poster) == [("nudge", CHANNEL, "half")]


async def test_a_reminder_falls_away_where_quiet_hours_outlast_the_clock(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    await begin(arena, clock=A_DAY, timeout="notice")
    await arena.settings.change_player(ANN.person_id, lambda _: PlayerSettings(quiet_from=11 * 60, quiet_until=10 * 60))
    await pass_hours(arena, clock, 23)
    assert [stage for _, _, stage in reminders(poster) if stage == "half"] == []


async def test_who_is_called_in_private_is_called_once(arena: Arena, clock: ManualClock, poster: NotingPoster) -> None:
    match = await begin(arena, clock=None)
    for _ in range(2):
        await arena.reminders.aside(match, ANN.person_id, ReminderPost("turn", 1), clock.now())
    await arena.idle()
    assert reminders(poster) == [("private", ANN.person_id, "turn")]


async def test_without_a_clock_three_times_and_no_more(arena: Arena, clock: ManualClock, poster: NotingPoster) -> None:
    await arena.settings.change_player(BOB.person_id, lambda _: PlayerSettings(nudges="private", ping=False))
    await begin(arena, clock=None)
    await pass_hours(arena, clock, 49)
    assert reminders(poster) == [("nudge", CHANNEL, "idle")]
    await arena.matches.play(1, ANN.person_id, "1/1")
    for _ in range(12):
        await pass_hours(arena, clock, 24)
    own = [each for each in reminders(poster) if each[0] == "private"]
    assert own == [("private", BOB.person_id, stage) for stage in ("idle", "idle", "last")]
    assert reminders(poster).count(("nudge", CHANNEL, "told")) == 1


async def test_a_match_that_stops_reminds_nobody(arena: Arena, clock: ManualClock, poster: NotingPoster) -> None:
    await begin(arena, clock=A_DAY)
    await begin(arena, clock=None, channel=CHANNEL + 1)
    for match_id in (1, 2):
        await arena.organiser.pause(match_id, 99, say("Later."))
    for _ in range(10):
        await advance(arena, clock, DAY_S)
    assert reminders(poster) == []


@given(quiets(), st.integers(1, 30 * 24), st.integers(0, 48))
def test_nobody_is_nudged_in_their_quiet_hours(quiet: Quiet, hours: int, later: int) -> None:
    terms = ClockTerms("turn", per_turn=hours * HOUR)
    clock = hosting_clock.begin(terms, 1, {1}, START, {}).seat(1)
    due = clock.due
    assert due is not None
    now = START + later * HOUR
    nudge = next_nudge(clock, Calendar(quiet), now)
    if nudge is not None:
        assert now < nudge.at < due
        assert resting(nudge.at, Calendar(quiet)) is None


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        (ClockTerms("turn", per_turn=HOUR), []),
        (ClockTerms("turn", per_turn=2 * HOUR), [("half", HOUR)]),
        (ClockTerms("turn", per_turn=4 * HOUR), [("half", 2 * HOUR), ("end", 3 * HOUR)]),
        (ClockTerms("turn", per_turn=10 * DAY), [("half", 5 * DAY), ("end", 9 * DAY)]),
        (FISCHER, [("half", 36 * HOUR), ("end", 2.7 * DAY)]),
    ],
)
def test_when_nudges_come(terms: ClockTerms, expected: list[tuple[str, timedelta]]) -> None:
    clock = hosting_clock.begin(terms, 1, {1}, START, {}).seat(1)
    found, at = [], datetime(2025, 1, 1, tzinfo=UTC)
    while (nudge := next_nudge(clock, Calendar(), at)) is not None:
        found.append((nudge.stage, nudge.at - START))
        at = nudge.at
    assert found == expected


@pytest.mark.parametrize("nudges", ["channel", "private", "off"])
async def test_where_partners_are_silent_reminders_do_not_show(
    arena: Arena, clock: ManualClock, poster: NotingPoster, nudges: Nudges
) -> None:
    settings = PlayerSettings(nudges=nudges, quiet_from=0, quiet_until=60)
    await arena.settings.change_player(ANN.person_id, lambda _: settings)
    match = await begin(arena, ANN, BOB, CLEO, DAN, mode="teams", timeout="notice")
    await pass_hours(arena, clock, 22)
    stages = ["turn"] if nudges == "off" else ["turn", "half", "end"]
    assert reminders(poster) == [("private", ANN.person_id, stage) for stage in stages]
    await arena.reminders.instead(match, 1, "half")
    await arena.idle()
    assert len(reminders(poster)) == len(stages)


# Whose turn it is, below what is said on the board.


@pytest.mark.parametrize(("over", "kinds"), [(False, ["notice", "board"]), (True, ["notice"])])
async def test_what_is_said_on_the_board_stands_above_whose_turn_it_is_while_the_match_goes_on(
    arena: Arena, poster: NotingPoster, *, over: bool, kinds: list[str]
) -> None:
    match = await conftest_begin(arena)
    if over:
        await arena.matches.forfeit(match.id, ANN.person_id)
    await arena.idle()
    shown = len(poster.posts)
    await arena.board_updates.above(match.id, say("Something happened."))
    await arena.idle()
    assert [post.kind for post in poster.posts[shown:]] == kinds
    await arena.board_updates.refresh(match.id)  # as a name in it has changed
    await arena.idle()
    assert [post.kind for post in poster.posts[shown:]] == kinds + kinds[1:]
