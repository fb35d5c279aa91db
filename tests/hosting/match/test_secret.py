"""Several choose at once: what everybody may know of it, clocks, deadlines, surrenders and restarts meanwhile."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import pytest
import pytest_asyncio

from engine import registry
from engine.game import Json
from engine.seat import Seat
from engine.text import load_text
from hosting.arena import Arena
from hosting.clock.control import ClockTerms, Terms
from hosting.consent.errors import ChooseAgain
from hosting.consent.takeback import way_back
from hosting.match.audit import AuditCode
from hosting.match.errors import NotYourTurn
from hosting.match.model import Dropped, Match, Person, PlayerSettings
from hosting.match.sealing import digest
from hosting.uptime.outages import CLOCK
from store.addresses import Address
from tests.hosting.conftest import ANN, BOB, CLEO, DAN, ManualClock, NotingPoster, begin, open_arena, sealing_of

PEOPLE = (ANN, BOB, CLEO)
DAY = 86400.0
ONE_DAY = Terms(clock=ClockTerms("turn", per_turn=timedelta(days=1)))
BANK = Terms(clock=ClockTerms("fischer", start=timedelta(days=2), gain=timedelta(), cap=timedelta(days=3)))


@pytest_asyncio.fixture
async def apex(database: Address, clock: ManualClock, poster: NotingPoster) -> AsyncIterator[Arena]:
    arena = await open_arena(database, clock, poster, registry.get)
    yield arena
    await arena.close()


async def begin_apex(arena: Arena, terms: Terms | None = None) -> Match:
    """Start a match of three and have the civilisations chosen that come first."""
    match = await begin(arena, *PEOPLE, game="apex", mode="3", terms=terms)
    for person, civilisation in zip(PEOPLE, ("HUM", "DRA", "MIN"), strict=True):
        match = await arena.matches.play(match.id, person.user_id, civilisation)
    return match


def choice(match: Match, seat: Seat, side: str = "W") -> str:
    return f"{match.session.state.sides[seat - 1].hand[1]}{side}"


async def seal(arena: Arena, match: Match, *people: Person, side: str = "W") -> Match:
    for person in people:
        seat = match.seat_of(person.user_id) or 0
        match = await arena.matches.play(match.id, person.user_id, choice(match, seat, side))
    return match


async def now(arena: Arena) -> Match:
    return await arena.matches.get(1)


async def test_whom_a_match_awaits_does_not_tell_who_has_chosen(apex: Arena) -> None:
    match = await begin_apex(apex)
    after = await seal(apex, match, BOB)
    assert (after.awaited, after.secret, len(after.session.sealed)) == (frozenset({1, 2, 3}), True, 1)
    assert after.to_act == (ANN.user_id, CLEO.user_id)
    with pytest.raises(ChooseAgain):
        way_back(after, 2)


async def test_a_table_can_show_who_has_chosen(apex: Arena) -> None:
    match = await begin_apex(apex, Terms(shows_chosen=True))
    after = await seal(apex, match, BOB)
    assert (after.awaited, after.secret) == (frozenset({1, 3}), False)
    assert (await sealing_of(apex, 1, after.decision or 0)).chosen == (2,)


async def test_without_that_nothing_names_who_has_chosen(apex: Arena) -> None:
    after = await seal(apex, await begin_apex(apex), BOB)
    assert (await sealing_of(apex, 1, after.decision or 0)).chosen == ()
    gone = await apex.matches.forfeit(1, CLEO.user_id)
    with pytest.raises(NotYourTurn) as caught:
        await apex.matches.play(gone.id, CLEO.user_id, "1W")
    assert str(caught.value.text) == "Others must decide first."


@pytest.mark.parametrize("order", list(itertools.permutations((1, 2, 3))))
async def test_the_order_of_arrival_changes_nothing(apex: Arena, order: tuple[int, ...]) -> None:
    # A18
    match = await begin_apex(apex)
    choices = {seat: choice(match, seat, side) for seat, side in zip((1, 2, 3), "WEX", strict=True)}
    for seat in order:
        match = await apex.matches.play(1, match.user_of(seat), choices[seat])
    entries = match.session.entries[3:]
    assert [(entry.seat, entry.text) for entry in entries] == sorted(choices.items())
    assert match.session.last is not None
    assert [event.seat for event in match.session.last.events[:3]] == [1, 2, 3]


async def test_a_commitment_outlasts_somebody_elses_surrender(apex: Arena) -> None:
    match = await begin_apex(apex)
    decision = match.decision or 0
    await seal(apex, match, BOB)
    stood = await sealing_of(apex, 1, decision)
    gone = await apex.matches.forfeit(1, CLEO.user_id)
    assert (gone.decision, gone.seq) == (decision, match.seq + 1)
    after = await sealing_of(apex, 1, decision)
    assert (after.digests, after.deciding, stood.deciding) == (stood.digests, 2, 3)
    await seal(apex, gone, ANN)
    opened = (await sealing_of(apex, 1, decision)).opened
    assert {each.seat for each in opened} == {1, 2}
    assert stood.digests[0] in map(digest, opened)


async def test_a_surrender_drops_its_own_choice_and_keeps_the_hash(apex: Arena) -> None:
    match = await begin_apex(apex)
    await seal(apex, match, BOB, CLEO)
    await apex.matches.forfeit(1, CLEO.user_id)
    sealing = await sealing_of(apex, 1, match.decision or 0)
    assert (len(sealing.digests), [(each.seat, each.cause) for each in sealing.dropped]) == (1, [(3, "gave-up")])


async def test_a_surrender_that_leaves_nobody_to_wait_for_opens_all(apex: Arena) -> None:
    match = await begin_apex(apex)
    await seal(apex, match, ANN, BOB)
    after = await apex.matches.forfeit(1, CLEO.user_id)
    assert after.session.sealed == ()
    assert {each.seat for each in (await sealing_of(apex, 1, match.decision or 0)).opened} == {1, 2}


async def test_a_seat_that_is_handed_over_loses_what_it_has_sealed(
    apex: Arena, database: Address, clock: ManualClock
) -> None:
    match = await begin_apex(apex, BANK)
    decision = match.decision or 0
    await seal(apex, match, BOB)
    (stood,) = (await sealing_of(apex, 1, decision)).digests
    after = await apex.substitutes.replace(1, 2, DAN, CLEO.user_id)
    assert (after.session.sealed, after.to_act) == ((), (ANN.user_id, DAN.user_id, CLEO.user_id))
    assert after.clock is not None
    assert after.clock.due(2) is not None
    sealing = await sealing_of(apex, 1, decision)
    assert (sealing.digests, sealing.dropped) == ((), (Dropped(1, decision, 2, stood, "handed-over"),))
    await apex.close()
    again = await open_arena(database, clock, None, registry.get)
    assert await now(again) == after
    assert choice(match, 2) not in await stored_texts(again)
    chosen = await seal(again, after, ANN, DAN, CLEO, side="C")
    opened = (await sealing_of(again, 1, decision)).opened
    assert [each.text for each in opened] == [entry.text for entry in chosen.session.entries[3:6]]
    await again.close()


async def test_a_seat_that_is_taken_over_loses_what_it_has_sealed(apex: Arena) -> None:
    match = await begin_apex(apex)
    await seal(apex, match, BOB)
    request = await apex.substitutes.leave(1, BOB.user_id)
    assert len((await now(apex)).session.sealed) == 1, "until somebody takes over the choice holds"
    after = await apex.substitutes.take(request.id, DAN)
    assert after.session.sealed == ()
    assert len((await sealing_of(apex, 1, match.decision or 0)).dropped) == 1


async def stored_texts(arena: Arena) -> list[str]:
    """Return the choices that the database knows and that are not open."""
    async with arena.db.read() as connection:
        rows = await connection.exec_driver_sql(
            "SELECT text FROM sealed_choices UNION ALL SELECT text FROM commitments WHERE NOT revealed"
        )
        return [str(row.text) for row in rows]


async def test_what_was_sealed_stays_sealed_when_the_match_is_called_off(apex: Arena, poster: NotingPoster) -> None:
    match = await seal(apex, await begin_apex(apex), BOB)
    decision = match.decision or 0
    text = choice(match, 2)
    await apex.organiser.void(1, 99, load_text({"template": "Enough.", "values": {}}))
    await apex.idle()
    sealing = await sealing_of(apex, 1, decision)
    assert (sealing.digests, sealing.opened, sealing.deciding) == ((), (), 0)
    assert [(each.seat, each.cause) for each in sealing.dropped] == [(2, "never-opened")]
    assert text not in await apex.matches.record(1, BOB.user_id)
    assert text not in await stored_texts(apex)
    assert [post.kind for post in poster.posts[-2:]] == ["sealed", "ended"]


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
    await apex.settings.set_player(BOB.user_id, PlayerSettings(quiet_from=22 * 60, quiet_until=7 * 60))
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
    assert [str(text) for text in told] == ["Player 1 did not decide in time; what the rules say for that was played."]


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
    await apex.matches.forfeit(1, CLEO.user_id)
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
    assert {post.channel_id for post in reminders} == {ANN.user_id, CLEO.user_id}


async def test_whoever_left_the_server_is_missed_whether_they_have_chosen_or_not(apex: Arena) -> None:
    await seal(apex, await begin_apex(apex), BOB)
    paused = await apex.absences.miss(1, BOB.user_id)
    assert paused.paused is not None


async def test_a_sealed_choice_that_no_longer_fits_comes_into_no_log(
    apex: Arena, database: Address, clock: ManualClock
) -> None:
    match = await seal(apex, await begin_apex(apex), BOB)
    text = choice(match, 2)
    async with apex.db.write() as connection:
        await connection.exec_driver_sql("UPDATE sealed_choices SET text = '29X-secret'")
    await apex.close()
    again = await open_arena(database, clock, None, registry.get)
    with pytest.raises(RuntimeError) as caught:
        await now(again)
    await again.close()
    shown = f"{caught.value!r} {caught.value} {caught.value.__cause__!r} {caught.value.__cause__}"
    assert "secret" not in shown
    assert text not in shown
