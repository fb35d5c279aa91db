"""Several choose at once: clocks and deadlines meanwhile, of which nothing tells who has chosen."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from engine import registry
from engine.game import Json
from engine.text import load_text
from hosting.arena import Arena
from hosting.match.audit import AuditCode
from hosting.match.model import Match, Person, PlayerSettings
from hosting.outages import CLOCK
from store.db.addresses import Address
from tests.hosting.conftest import ANN, BOB, CLEO, DAN, ManualClock, NotingPoster, open_arena, sealing_of
from tests.hosting.match.choosing import BANK, DAY, ONE_DAY, begin_apex, now, seal


async def test_the_clock_of_whoever_has_chosen_stands_and_does_not_show_it(apex: Arena, clock: ManualClock) -> None:
    match = await begin_apex(apex, BANK)
    await clock.advance(DAY / 2)
    after = await seal(apex, match, BOB)
    assert after.clock is not None
    assert after.clock.due(2) is None
    assert after.clock.shown.due(2) == after.clock.due(1) == after.clock.due(3)
    await clock.advance(DAY)
    assert after.clock.shown.seat(2).left_at(clock.now()) == after.clock.seat(1).left_at(clock.now())
    done = await seal(apex, after, ANN, CLEO)
    assert done.clock is not None
    # Bob took half a day, the others a day more.
    assert [each.left_at(clock.now()) / timedelta(hours=1) for each in done.clock.seats] == [12, 36, 12]


async def test_a_pause_stops_the_clocks_as_all_see_them(apex: Arena, clock: ManualClock) -> None:
    match = await begin_apex(apex, BANK)
    await seal(apex, match, BOB)
    nothing = load_text({"template": "A pause.", "values": {}})
    await apex.organiser.pause(1, 99, nothing)
    await clock.advance(DAY)
    after = await apex.organiser.resume(1, 99)
    assert after.clock is not None
    assert after.clock.shown.due(2) == after.clock.due(1)
    assert after.clock.due(2) is None
    done = await seal(apex, after, ANN, CLEO)
    assert done.clock is not None
    assert {each.left_at(clock.now()) for each in done.clock.seats} == {timedelta(days=2)}


async def test_after_a_pause_quiet_hours_hold_for_those_who_have_chosen_too(apex: Arena, clock: ManualClock) -> None:
    await apex.settings.set_player(BOB.person_id, PlayerSettings(quiet_from=22 * 60, quiet_until=7 * 60))
    match = await begin_apex(apex, BANK)
    due = match.clock.due(2) if match.clock is not None else None
    await seal(apex, match, BOB)
    await apex.organiser.pause(1, 99, load_text({"template": "A pause.", "values": {}}))
    await clock.advance(DAY)
    after = await apex.organiser.resume(1, 99)
    assert after.clock is not None
    assert due is not None
    assert after.clock.shown.due(2) == due + timedelta(days=1)
    assert after.clock.due(1) != due + timedelta(days=1)


async def test_more_time_is_given_alike_to_those_who_have_chosen(apex: Arena, clock: ManualClock) -> None:
    match = await seal(apex, await begin_apex(apex, BANK), BOB)
    for seat in (1, 2):
        match = await apex.organiser.extend(1, 99, seat, timedelta(hours=5))
    assert match.clock is not None
    assert match.clock.shown.due(1) == match.clock.shown.due(2)
    done = await seal(apex, match, ANN, CLEO)
    assert done.clock is not None
    assert done.clock.seat(1).left_at(clock.now()) == done.clock.seat(2).left_at(clock.now())


async def test_clocks_survive_a_restart(apex: Arena, database: Address, clock: ManualClock) -> None:
    sealed = await seal(apex, await begin_apex(apex, BANK), BOB)
    await apex.close()
    again = await open_arena(database, clock, None, registry.get)
    assert await now(again) == sealed
    await again.close()


async def apart(arena: Arena) -> Match:
    """Start a match in which the third has three days more than the others; they have two."""
    await begin_apex(arena, BANK)
    return await arena.organiser.extend(1, 99, 3, timedelta(days=3))


async def test_a_missed_choice_is_played_only_when_nobody_who_chooses_has_time_left(
    apex: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    # A25: played at the deadline it would tell those who still choose whose choice it is
    match = await apart(apex)
    lowest = match.session.state.sides[0].hand[0]
    match = await seal(apex, match, BOB)
    await apex.idle()
    before = len(poster.posts)
    await clock.advance(2 * DAY)
    await apex.idle()
    assert (await now(apex)).session == match.session
    assert [post for post in poster.posts[before:] if post.kind != "private"] == []
    assert await late(apex) == []
    before = len(poster.posts)
    await seal(apex, match, CLEO)
    await apex.idle()
    entries = (await now(apex)).session.entries[3:]
    assert next((entry.seat, entry.text) for entry in entries) == (1, f"{lowest}W")
    assert await late(apex) == [1]
    told = [load_text(post.payload["text"]) for post in poster.posts[before:] if post.kind == "nudge"]
    assert [str(text) for text in told] == ["Player 1 didn't decide in time, so what the rules say was played."]


@pytest.mark.parametrize("chosen", [(), (BOB,), (ANN, BOB)])
async def test_what_others_see_of_a_deadline_does_not_tell_who_has_chosen(
    apex: Arena, clock: ManualClock, poster: NotingPoster, chosen: tuple[Person, ...]
) -> None:
    # A25
    match = await seal(apex, await apart(apex), *chosen)
    await apex.idle()
    before = len(poster.posts)
    digests = (await sealing_of(apex, 1, match.decision or 0)).digests
    for _ in range(5):
        await clock.advance(DAY / 2)
        await apex.idle()
    after = await now(apex)
    assert [post.kind for post in poster.posts[before:] if post.kind != "private"] == []
    assert (await sealing_of(apex, 1, match.decision or 0)).digests == digests
    assert after.clock is not None
    assert after.clock.shown.seat(1) == after.clock.shown.seat(2)


async def test_when_the_last_of_those_who_choose_is_late_all_defaults_are_opened_at_once(
    apex: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    match = await seal(apex, await apart(apex), BOB)
    await clock.advance(5 * DAY - 1)
    await apex.idle()
    assert (await now(apex)).seq == match.seq
    before = len(poster.posts)
    await clock.advance(1)
    await apex.idle()
    after = await now(apex)
    assert after.decision != match.decision
    assert [post.kind for post in poster.posts[before:]].count("board") == 1
    assert await late(apex) == [1, 3]


async def test_the_last_surrender_of_those_with_time_left_has_defaults_played(apex: Arena, clock: ManualClock) -> None:
    match = await seal(apex, await apart(apex), BOB)
    await clock.advance(3 * DAY)
    await apex.idle()
    await apex.matches.forfeit(1, CLEO.person_id)
    await apex.idle()
    assert (await now(apex)).decision != match.decision


async def test_defaults_that_a_kill_left_over_are_played_at_the_start(
    apex: Arena, database: Address, clock: ManualClock
) -> None:
    match = await seal(apex, await apart(apex), BOB)
    await clock.advance(3 * DAY)
    await apex.idle()
    apex.schedule.handle(CLOCK, _never)
    match = await seal(apex, match, CLEO)
    assert len((await now(apex)).session.sealed) == 2
    await apex.close()
    again = await open_arena(database, clock, None, registry.get)
    await again.idle()
    assert (await now(again)).decision != match.decision
    await again.close()


async def test_a_seat_handed_over_late_has_time_again(apex: Arena, clock: ManualClock) -> None:
    match = await seal(apex, await apart(apex), BOB)
    await clock.advance(3 * DAY)
    await apex.idle()
    await apex.substitutes.replace(1, 1, DAN, 99)
    after = await seal(apex, await now(apex), CLEO)
    await apex.idle()
    assert (await now(apex)).decision == match.decision
    assert after.clock is not None
    assert after.clock.due(1) == clock.now() + timedelta(days=2)


async def test_a_table_that_shows_who_has_chosen_waits_alike(apex: Arena, clock: ManualClock) -> None:
    match = await begin_apex(apex, replace(BANK, shows_chosen=True))
    match = await seal(apex, await apex.organiser.extend(1, 99, 3, timedelta(days=3)), BOB)
    await clock.advance(3 * DAY)
    await apex.idle()
    assert (await now(apex)).session == match.session


async def test_whoever_chooses_late_but_in_time_for_the_others_is_not_said_to_have_missed_it(
    apex: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    match = await apart(apex)
    await clock.advance(2 * DAY)
    await apex.idle()
    await seal(apex, match, ANN, BOB, CLEO, side="C")
    await apex.idle()
    assert not [post for post in poster.posts if post.kind == "nudge"]
    assert await late(apex) == []


async def late(arena: Arena) -> list[Json]:
    """Return for whom a default was played, as the audit log has it."""
    lines = [line for line in await arena.audit.of_match(1) if line.code == AuditCode.TIME_UP]
    assert {line.detail["did"] for line in lines} <= {"default"}
    return [line.detail["seat"] for line in lines]


async def _never(_key: str, _payload: Json) -> None:
    await asyncio.Event().wait()


async def test_if_all_miss_it_each_is_told_of_once(apex: Arena, clock: ManualClock, poster: NotingPoster) -> None:
    await begin_apex(apex, ONE_DAY)
    await clock.advance(DAY)
    await apex.idle()
    match = await now(apex)
    assert match.session.state.round == 2
    told = [post.payload for post in poster.posts if post.kind == "nudge"]
    assert len(told) == 3


async def test_reminders_while_all_choose_are_private(apex: Arena, clock: ManualClock, poster: NotingPoster) -> None:
    await seal(apex, await begin_apex(apex, ONE_DAY), BOB)
    await apex.idle()
    before = len(poster.posts)
    for _ in range(23):
        await clock.advance(3600)
        await apex.idle()
    reminders = [post for post in poster.posts[before:] if "reminder" in post.payload]
    assert {post.kind for post in reminders} == {"private"}
    assert {post.channel_id for post in reminders} == {ANN.person_id, CLEO.person_id}


async def test_whoever_left_the_server_is_missed_whether_they_have_chosen_or_not(apex: Arena) -> None:
    await seal(apex, await begin_apex(apex), BOB)
    paused = await apex.absences.miss(1, BOB.person_id)
    assert paused.paused is not None
