"""Clocks of matches that are really played, on a clock that only goes when told to."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from engine.game import Json
from engine.outcome import Termination
from engine.text import Text, say
from engine.text import load_text as text_load_text
from hosting import clock
from hosting.arena import Arena
from hosting.clock import ClockTerms, Quiet
from hosting.consent.agreements import SUBSTITUTE, Pause, TakeBack, way_back
from hosting.errors import HostingError
from hosting.match.audit import AuditCode
from hosting.match.events import Undone, undone
from hosting.match.model import Match, MatchOver, Person, PlayerSettings, load_text
from hosting.match.service import Matches
from hosting.notify import next_hour
from hosting.runtime import Schedule
from hosting.vacations import DAYS_A_YEAR, read_day, reveals_days
from store.db.addresses import Address
from store.tables.matches import ReplayError, load
from tests.engine.toys import Duel, DuelState
from tests.hosting.conftest import ANN, BOB, CHANNEL, CLEO, DAN, EVE, GUILD, ManualClock, NotingPoster, ask, open_arena
from tests.hosting.timed import A_DAY, DAY, DAY_S, FISCHER, HOUR, HOUR_S, START, advance, begin, due, now
from tests.hosting.toygame import Tally, TallyGame

OLGA = 50
"""An organiser, who does not play."""


async def test_a_match_without_a_clock_has_none(arena: Arena) -> None:
    assert (await begin(arena, clock=None)).clock is None


async def test_the_clock_starts_with_the_match_and_goes_over_with_the_turn(arena: Arena, clock: ManualClock) -> None:
    match = await begin(arena)
    assert (due(match, 1), due(match, 2)) == (START + DAY, None)
    await advance(arena, clock, HOUR_S)
    match = await arena.matches.play(1, ANN.person_id, "1/1")
    assert (due(match, 1), due(match, 2)) == (None, START + DAY + HOUR)
    assert await arena.schedule.due_at("clock", "1") == START + DAY + HOUR


async def test_the_clock_survives_a_restart(database: Address, clock: ManualClock, poster: NotingPoster) -> None:
    first = await open_arena(database, clock, poster)
    await begin(first, clock=FISCHER)
    await advance(first, clock, HOUR_S)
    await first.matches.play(1, ANN.person_id, "1/1")
    was = (await now(first)).clock
    await first.close()
    second = await open_arena(database, clock, poster)
    await advance(second, clock, 4 * DAY_S)
    match = await now(second)
    await second.close()
    assert match.over
    assert was is not None
    assert match.session.outcome is not None
    assert match.session.outcome.winners == (1,)
    assert match.clock is not None
    assert match.clock.seat(1).left == was.seat(1).left == 3 * DAY + 11 * HOUR
    assert match.clock.next_due is None


async def test_a_player_who_runs_out_of_time_loses(arena: Arena, clock: ManualClock) -> None:
    await begin(arena)
    await advance(arena, clock, DAY_S - 1)
    assert not (await now(arena)).over
    await advance(arena, clock, 1)
    match = await now(arena)
    assert match.over
    assert match.session.outcome is not None
    assert match.session.outcome.termination is Termination.TIME
    (line,) = await arena.audit.of_match(1)
    assert (line.code, line.person_id, line.detail) == (AuditCode.TIME_UP, 0, {"seat": 1, "did": "forfeit"})
    assert await arena.schedule.due_at("clock", "1") is None


async def test_of_three_the_others_play_on(arena: Arena, clock: ManualClock, poster: NotingPoster) -> None:
    await begin(arena, ANN, BOB, CLEO, mode="3")
    await advance(arena, clock, DAY_S)
    match = await now(arena)
    assert not match.over
    assert match.to_act == (BOB.person_id,)
    assert due(match, 2) == START + 2 * DAY
    (board,) = [post for post in poster.posts if post.kind == "board" and post.seq == 1]
    assert "lost on time" in str(board.payload["note"])
    await advance(arena, clock, DAY_S)
    match = await now(arena)
    assert match.session.outcome is not None
    assert match.session.outcome.winners == (3,)


async def test_a_turn_that_comes_first_is_played(arena: Arena, clock: ManualClock) -> None:
    """Both at the same moment: the turn was waiting for the match's lock before the clock was."""
    await begin(arena)
    async with arena.matches.hold(1):
        turn = asyncio.create_task(arena.matches.play(1, ANN.person_id, "1/1"))
        await asyncio.sleep(0)
        await clock.advance(DAY_S)
    match = await turn
    await arena.idle()
    assert (await now(arena)).seq == match.seq == 1
    assert await arena.audit.of_match(1) == []


async def test_a_turn_that_comes_later_is_too_late(arena: Arena, clock: ManualClock) -> None:
    await begin(arena)
    await advance(arena, clock, DAY_S)
    with pytest.raises(MatchOver):
        await arena.matches.play(1, ANN.person_id, "1/1")


async def test_a_deadline_that_moved_is_kept_at_its_new_time(arena: Arena, clock: ManualClock) -> None:
    await begin(arena)
    await advance(arena, clock, DAY_S - HOUR_S)
    await arena.organiser.extend(1, 99, 1, 3 * HOUR)
    assert due(await now(arena), 1) == START + DAY + 3 * HOUR
    await advance(arena, clock, 3 * HOUR_S)
    assert not (await now(arena)).over
    await advance(arena, clock, HOUR_S)
    assert (await now(arena)).over


async def test_a_random_turn_is_legal_and_noted_as_nobodys_hand(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    await begin(arena, timeout="random")
    await advance(arena, clock, DAY_S)
    match = await now(arena)
    assert (match.seq, match.to_act) == (1, (BOB.person_id,))
    assert due(match, 2) == START + 2 * DAY
    first, second = (int(entry.text) for entry in match.session.entries)
    assert {first, second} <= {1, 2, 3}
    assert [post.kind for post in poster.posts if post.seq == 1] == ["board", "nudge"]
    while not match.over:
        await advance(arena, clock, DAY_S)
        match = await now(arena)
    assert [line.detail["did"] for line in await arena.audit.of_match(1)] == ["random"] * match.seq


async def test_a_substitute_is_sought_and_has_a_full_clock(arena: Arena, clock: ManualClock) -> None:
    await begin(arena, timeout="substitute", clock=FISCHER)
    await advance(arena, clock, 3 * DAY_S)
    match = await now(arena)
    assert match.paused is not None
    assert match.paused.code == SUBSTITUTE
    (call,) = await arena.requests.open_of(1)
    assert (call.kind, call.seat, call.detail["cause"]) == ("call", 1, "time")
    await advance(arena, clock, 40 * DAY_S)
    assert (await now(arena)).seq == 0
    match = await arena.substitutes.take(call.id, CLEO)
    assert match.paused is None
    assert due(match, 1) == START + 46 * DAY
    assert [line.code for line in await arena.audit.of_match(1)].count(AuditCode.TIME_UP) == 1


async def test_where_only_the_organiser_is_told_the_clock_waits_at_zero(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    await begin(arena, timeout="notice")
    for _ in range(5):
        await advance(arena, clock, DAY_S)
    told = [post for post in poster.posts if "organiser" in post.payload]
    assert len(told) == 1
    match = await arena.matches.play(1, ANN.person_id, "1/1")
    assert due(match, 2) == START + 6 * DAY
    await advance(arena, clock, DAY_S)
    assert len([post for post in poster.posts if "organiser" in post.payload]) == 2


async def test_the_clock_stops_in_a_pause(arena: Arena, clock: ManualClock) -> None:
    await begin(arena)
    await advance(arena, clock, HOUR_S)
    asked = await arena.requests.ask(1, ANN.person_id, Pause(7))
    assert asked.request is not None
    paused = (await arena.requests.answer(asked.request.id, BOB.person_id, agree=True)).match
    assert due(paused, 1) is None
    assert await arena.schedule.due_at("clock", "1") is None
    await advance(arena, clock, 7 * DAY_S)
    match = await now(arena)
    assert match.paused is None
    assert due(match, 1) == START + 8 * DAY


async def test_the_clock_stops_while_a_match_is_parked(arena: Arena, clock: ManualClock) -> None:
    await begin(arena)
    await arena.matches.park(1, say("The channel is gone."), "gone")
    await advance(arena, clock, 3 * DAY_S)
    match = await arena.matches.unpark(1)
    assert due(match, 1) == START + 4 * DAY


async def test_taking_back_gives_the_clock_back(arena: Arena, clock: ManualClock) -> None:
    await begin(arena, clock=FISCHER, undo="free")
    await advance(arena, clock, HOUR_S)
    await arena.matches.play(1, ANN.person_id, "1/1")
    answer = await arena.requests.ask(1, ANN.person_id, TakeBack())
    assert answer.done
    assert due(answer.match, 1) == START + 3 * DAY


async def test_quiet_hours_weekends_and_vacations_stop_the_clock(arena: Arena) -> None:
    """1 January 2026 is a Thursday."""
    night = PlayerSettings(zone="Europe/Paris", quiet_from=22 * 60, quiet_until=8 * 60)
    await arena.settings.change_player(ANN.person_id, lambda _: night)
    assert due(await begin(arena, channel=1), 1) == START + 24 * HOUR + 17 * HOUR  # 00–07 UTC, then 21–07
    assert due(await begin(arena, channel=2, rests=False), 1) == START + DAY
    weekend = await begin(arena, BOB, ANN, channel=3, weekend=True, clock=ClockTerms("turn", per_turn=3 * DAY))
    assert due(weekend, 1) == START + 5 * DAY
    await arena.settings.change_player(
        BOB.person_id, lambda _: PlayerSettings(zone="America/New_York", free_weekends=True)
    )
    own = await begin(arena, BOB, ANN, channel=5, clock=ClockTerms("turn", per_turn=3 * DAY))
    assert due(own, 1) == START + 5 * DAY  # from Saturday 05 UTC
    await arena.settings.change_player(BOB.person_id, lambda _: PlayerSettings())
    table = await begin(arena, BOB, CLEO, channel=4, quiet=Quiet("UTC", 12 * 60, 18 * 60))
    assert due(table, 1) == START + DAY + 6 * HOUR


async def test_a_position_that_is_set_up_gives_nobody_less_than_a_full_clock(arena: Arena, clock: ManualClock) -> None:
    await begin(arena, clock=FISCHER)
    await advance(arena, clock, HOUR_S)
    await arena.matches.play(1, ANN.person_id, "1/1")
    await advance(arena, clock, HOUR_S)
    match = await arena.organiser.position(1, OLGA, "4+5")
    assert match.clock is not None
    # Ann used an hour and earned twelve; Bob has used an hour of his first turn.
    assert [match.clock.seat(seat).left for seat in (1, 2)] == [3 * DAY + 11 * HOUR, 3 * DAY]


async def test_a_ruling_leaves_the_clocks_as_they_were(arena: Arena, clock: ManualClock) -> None:
    await begin(arena, clock=FISCHER)
    await advance(arena, clock, HOUR_S)
    match = await arena.organiser.void(1, OLGA, say("It doesn't count."))
    assert match.clock is not None
    assert [match.clock.seat(seat).left for seat in (1, 2)] == [3 * DAY - HOUR, 3 * DAY]
    assert await arena.schedule.due_at("clock", "1") is None


async def test_a_substitute_for_another_player_does_not_end_the_wait(arena: Arena, clock: ManualClock) -> None:
    await begin(arena, ANN, BOB, CLEO, mode="3", timeout="substitute", clock=FISCHER)
    await advance(arena, clock, 3 * DAY_S)
    match = await arena.organiser.replace(1, 99, 2, DAN)
    assert match.paused is not None
    assert match.paused.code == SUBSTITUTE
    (call,) = await arena.requests.open_of(1)
    match = await arena.substitutes.take(call.id, EVE)
    assert match.paused is None
    assert due(match, 1) == clock.now() + 3 * DAY


async def test_nothing_changes_a_match_while_its_next_appointment_is_made(
    arena: Arena, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(arena, timeout="random")
    appoint = Schedule.set
    held: list[bool] = []

    async def watched(
        schedule: Schedule, kind: str, key: str, when: datetime, payload: Json = None, *, guild_id: int = 0
    ) -> None:
        if kind == "clock":  # a pause in between would leave an appointment that nobody wants
            held.append(arena.matches.locked(1).locked())
        await appoint(schedule, kind, key, when, payload, guild_id=guild_id)

    monkeypatch.setattr(Schedule, "set", watched)
    await advance(arena, clock, DAY_S)
    assert held == [True]
    assert await arena.schedule.due_at("clock", "1") == due(await now(arena), 2)


@pytest.mark.parametrize("how", ["forfeit", "random", "substitute", "notice"])
async def test_nothing_happens_to_a_match_that_is_over(arena: Arena, clock: ManualClock, how: str) -> None:
    await begin(arena, timeout=how)
    await arena.matches.forfeit(1, BOB.person_id)
    await advance(arena, clock, 5 * DAY_S)
    assert await arena.audit.of_match(1) == []


async def test_choosing_together_everybody_is_late_for_themselves(arena: Arena, clock: ManualClock) -> None:
    await begin(arena, game="duel", timeout="random")
    match = await arena.matches.play(1, ANN.person_id, "go/end")
    assert due(match, 1) == due(match, 2) == START + DAY
    await advance(arena, clock, HOUR_S)
    assert due(await arena.matches.play(1, BOB.person_id, "1"), 2) is None
    await advance(arena, clock, DAY_S)
    after = await now(arena)
    assert after.seq == match.seq + 1
    assert [line.detail["seat"] for line in await arena.audit.of_match(1)] == [1]


async def test_a_random_turn_goes_on_behind_what_nobody_could_foresee(arena: Arena, clock: ManualClock) -> None:
    await begin(arena, game="duel", timeout="random")
    await advance(arena, clock, DAY_S)
    match = await now(arena)
    assert match.session.to_act == {1, 2}
    assert due(match, 1) == due(match, 2) == START + 2 * DAY


async def test_what_the_rules_say_for_a_missed_deadline_is_played(
    arena: Arena, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(arena, game="duel", timeout="forfeit")
    match = await arena.matches.play(1, ANN.person_id, "go/end")
    monkeypatch.setattr(Duel, "default", lambda _self, _state, _seat: "2")
    monkeypatch.setattr(Duel, "info", replace(Duel.info, defaults="all"))
    await advance(arena, clock, DAY_S)
    assert [entry.text for entry in (await now(arena)).session.entries[-2:]] == ["2", "2"]
    assert (await now(arena)).seq == match.seq + 1
    assert {line.detail["did"] for line in await arena.audit.of_match(1)} == {"default"}


async def test_the_only_turn_is_played_by_itself(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TallyGame, "legal", _only_one_for_bob)
    await begin(arena, automatic=True)
    match = await arena.matches.play(1, ANN.person_id, "2/3")
    await arena.idle()
    match = await now(arena)
    assert (match.seq, match.to_act) == (2, (ANN.person_id,))
    assert [entry.text for entry in match.session.entries] == ["2", "3", "1", "1"]
    assert await arena.schedule.due_at("automatic", "1") is None
    async with arena.db.read() as connection:
        stored = await load(connection, 1)
    assert stored is not None
    assert [event.data.get("cause") for event in stored.events] == [None, "automatic"]


async def test_no_turn_is_played_by_itself_where_nobody_wants_that(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TallyGame, "legal", _only_one_for_bob)
    await begin(arena)
    match = await arena.matches.play(1, ANN.person_id, "2/3")
    await arena.idle()
    assert (await now(arena)) == match


async def test_a_turn_that_was_played_by_itself_does_not_stand_before_one_s_own(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(arena, automatic=True)
    await arena.matches.play(1, ANN.person_id, "1/1")
    await arena.matches.play(1, BOB.person_id, "2/2")
    monkeypatch.setattr(TallyGame, "legal", _only_one_for_bob)
    await arena.matches.play(1, ANN.person_id, "1/2")
    await arena.idle()
    assert (await now(arena)).to_act == (ANN.person_id,)
    monkeypatch.setattr(TallyGame, "legal", _only_one_for_bob_later)
    request = (await arena.requests.ask(1, BOB.person_id, TakeBack())).request
    assert request is not None
    assert request.detail["turns"] == 3
    await arena.requests.answer(request.id, ANN.person_id, agree=True)
    await arena.idle()
    match = await now(arena)
    assert match.to_act == (BOB.person_id,)
    assert [entry.text for entry in match.session.entries] == ["1", "1"]
    arena.matches._cache.forget(1)
    assert await now(arena) == match


async def test_the_only_turn_is_played_after_a_restart(
    database: Address, clock: ManualClock, poster: NotingPoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await open_arena(database, clock, poster)
    await begin(first, automatic=True)
    monkeypatch.setattr(TallyGame, "legal", _only_one_for_bob)

    async def dies(*_: object) -> list[Match]:
        return []

    with monkeypatch.context() as dying:
        dying.setattr(Matches, "_follow_up", dies)
        await first.matches.play(1, ANN.person_id, "2/3")
    assert (await now(first)).seq == 1
    await first.close()
    second = await open_arena(database, clock, poster)
    await second.idle()
    assert (await now(second)).seq == 2
    await second.close()


def _only_one_for_bob_later(self: TallyGame, state: Tally, seat: int) -> tuple[int, ...]:
    return _only_one_for_bob(self, state, seat) if state.count > 2 or seat != 2 else (1, 2, 3)


def _only_one_for_bob(self: TallyGame, state: Tally, seat: int) -> tuple[int, ...]:
    if seat not in self.to_act(state):
        return ()
    return (1,) if seat == 2 else (1, 2, 3)


# Time in turns that others are asked in: whose clock runs, who earns what, and what a missed deadline plays.


PEOPLE = {1: ANN, 2: BOB}


def left(match: Match, seat: int) -> timedelta:
    assert match.clock is not None
    return match.clock.seat(seat).left


async def drafted(arena: Arena, **terms: Any) -> tuple[int, int]:
    """Begin a match and have both pick at once; return who begins, and the other one."""
    await begin(arena, game="parlour", **terms)
    for _ in (1, 2):
        for seat, person in PEOPLE.items():
            await arena.matches.play(1, person.person_id, str((await now(arena)).session.state.packs[seat - 1][0]))
    await arena.idle()
    first, second = (await now(arena)).session.state.order
    return first, second


def _notes(poster: NotingPoster) -> list[str]:
    """Return what was said above boards that no turn led to."""
    return [
        str(load_text(post.payload["note"])) for post in poster.posts if post.kind == "board" and "note" in post.payload
    ]


async def play(arena: Arena, seat: int, text: str) -> Match:
    return await arena.matches.play(1, PEOPLE[seat].person_id, text)


async def test_only_the_clock_of_who_is_asked_runs(arena: Arena, clock: ManualClock) -> None:
    first, second = await drafted(arena)
    assert due(await now(arena), second) is None
    await advance(arena, clock, HOUR_S)
    match = await play(arena, first, f"A {second}")
    assert due(match, first) is None
    assert due(match, second) is not None
    await advance(arena, clock, 5 * HOUR_S)
    match = await play(arena, second, "-")
    assert due(match, second) is None
    assert left(match, first) == DAY - HOUR
    assert due(match, first) == clock.now() + DAY - HOUR


async def test_a_turn_of_some_hours_is_no_shorter_for_an_answer_before_it(arena: Arena, clock: ManualClock) -> None:
    first, second = await drafted(arena, clock=A_DAY)
    await play(arena, first, f"A {second}")
    await advance(arena, clock, 20 * HOUR_S)
    await play(arena, second, "-")
    match = await play(arena, first, "N")
    assert due(match, second) == clock.now() + DAY
    assert left(match, first) == DAY


async def test_the_increment_goes_to_the_owner_once_when_the_turn_ends(arena: Arena, clock: ManualClock) -> None:
    first, second = await drafted(arena, clock=FISCHER)
    before = await now(arena)
    await advance(arena, clock, 2 * HOUR_S)
    match = await play(arena, first, f"A {second}")
    assert left(match, first) == left(before, first) - 2 * HOUR
    await advance(arena, clock, HOUR_S)
    match = await play(arena, second, "-")
    assert left(match, second) == left(before, second) - HOUR
    await advance(arena, clock, HOUR_S)
    match = await play(arena, first, "N")
    assert left(match, first) == min(left(before, first) - 3 * HOUR + FISCHER.gain, FISCHER.cap)
    assert left(match, second) == left(before, second) - HOUR


def test_an_owner_whose_turn_ends_with_an_answer_has_earned_it() -> None:
    before = clock.begin(FISCHER, 2, {1}, START, {})
    asked = clock.moved(before, FISCHER, {1}, {2}, START + HOUR, {}, owner=1, answers=True)
    after = clock.moved(asked, FISCHER, {2}, {2}, START + 3 * HOUR, {}, turned=True, owner=1, answers=True)
    assert after.seat(1).left == min(FISCHER.first - HOUR + FISCHER.gain, FISCHER.cap)
    assert after.seat(2).left == FISCHER.first - 2 * HOUR
    gone = clock.moved(asked, FISCHER, {2}, {2}, START + 3 * HOUR, {}, turned=True, out={1}, owner=1, answers=True)
    assert gone.seat(1).left == FISCHER.first - HOUR


async def test_taking_back_an_answer_gives_nobody_time(arena: Arena, clock: ManualClock) -> None:
    first, second = await drafted(arena, clock=FISCHER)
    start = await now(arena)
    await advance(arena, clock, HOUR_S)
    await play(arena, first, f"A {second}")
    await advance(arena, clock, HOUR_S)
    match = await play(arena, second, "-")
    way = way_back(match, second)
    assert (way.undone, way.free) == (Undone(1, inside=True), False)
    request = await ask(arena, match, PEOPLE[second].person_id, "undo")
    await arena.requests.answer(request, PEOPLE[first].person_id, agree=True)
    match = await now(arena)
    assert match.session.to_act == {second}
    assert left(match, first) == left(start, first) - HOUR
    assert left(match, second) == left(start, second) - HOUR


async def test_the_owner_takes_back_to_before_their_decision(arena: Arena, poster: NotingPoster) -> None:
    first, second = await drafted(arena)
    start = await now(arena)
    await play(arena, first, f"A {second}")
    match = await play(arena, second, "-")
    request = await ask(arena, match, PEOPLE[first].person_id, "undo")
    assert (await arena.requests.get(request)).detail["turns"] == 1, "an answer is no turn of its own"
    await arena.requests.answer(request, PEOPLE[second].person_id, agree=True)
    match = await now(arena)
    assert (match.session.to_act, match.session.state) == (frozenset({first}), start.session.state)
    await arena.idle()
    assert _notes(poster) == [f"**Player {first}** took back a turn; the match goes on from here."]


async def test_what_is_taken_back_inside_a_turn_is_called_a_decision(arena: Arena, poster: NotingPoster) -> None:
    first, second = await drafted(arena)
    await play(arena, first, f"A {second}")
    match = await play(arena, second, "-")
    request = await ask(arena, match, PEOPLE[second].person_id, "undo")
    await arena.requests.answer(request, PEOPLE[first].person_id, agree=True)
    match = await play(arena, second, "-")
    await arena.organiser.back(match.id, CLEO.person_id, match.history[-2].seq, match.seq)
    await arena.idle()
    assert _notes(poster) == [
        f"**Player {second}** took the match back to before their last decision; it goes on from there.",
        "An organiser took the match back to an earlier decision; it goes on from there.",
    ]
    told = [line.detail for line in await arena.audit.of_match(1)]
    assert [(each["turns"], each["inside"]) for each in told] == [(1, True)] * 3


async def test_a_turn_with_an_answer_and_the_next_are_two(arena: Arena) -> None:
    first, second = await drafted(arena)
    start = await now(arena)
    await play(arena, first, f"A {second}")
    await play(arena, second, "-")
    await play(arena, first, "N")
    await play(arena, second, f"A {first}")
    match = await play(arena, first, "-")
    assert undone(match, start.seq) == Undone(2)
    assert undone(match, start.seq + 1) == Undone(2, inside=True)
    assert undone(match, start.seq + 3) == Undone(1)
    assert undone(match, match.seq) == Undone(0)
    assert undone(match, 0) == Undone(4), "what all choose at once is a turn"


async def test_a_missed_answer_is_played_by_the_rules_and_a_missed_turn_by_the_terms(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    first, second = await drafted(arena, timeout="notice")
    await play(arena, first, f"A {second}")
    await advance(arena, clock, DAY_S)
    match = await now(arena)
    assert match.session.entries[-1].text == "-"
    assert match.session.to_act == {first}
    assert [line.detail["did"] for line in await arena.audit.of_match(1)] == ["default"]
    await advance(arena, clock, DAY_S)
    match = await now(arena)
    assert (match.session.entries[-1].text, match.session.to_act) == ("N", frozenset({second}))
    await advance(arena, clock, DAY_S)
    match = await now(arena)
    assert match.session.to_act == {second}
    assert [line.detail["did"] for line in await arena.audit.of_match(1)] == ["default", "default", "notice"]
    texts = [str(post.payload.get("text", {})) for post in poster.posts if post.kind == "nudge"]
    assert sum("I played what the rules say" in text for text in texts) == 2


async def test_that_a_private_choice_was_a_default_its_player_alone_is_told(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    await begin(arena, game="parlour")
    await arena.matches.play(1, ANN.person_id, str((await now(arena)).session.state.packs[0][1]))
    await advance(arena, clock, DAY_S)
    match = await now(arena)
    assert match.session.state.turn == 2
    told = [(post.kind, post.channel_id) for post in poster.posts if "didn't decide" in str(post.payload)]
    assert told == [("private", BOB.person_id)]
    assert [line.detail.get("veiled") for line in await arena.audit.of_match(1)] == [True]
    await advance(arena, clock, DAY_S)
    told = [(post.kind, post.channel_id) for post in poster.posts if "didn't decide" in str(post.payload)]
    assert sorted(told) == sorted([("private", BOB.person_id)] * 2 + [("private", ANN.person_id)])


class Veiled(Duel):
    """A duel in which nobody but its player reads how a turn begins."""

    info = replace(Duel.info, key="veiled", defaults="all")

    def veil(self, state: DuelState, seat: int, move: str) -> Text | None:
        return say("does something") if move == "go" else None

    def default(self, state: DuelState, seat: int) -> str | None:
        return next(iter(self.legal(state, seat)), None)


async def test_of_a_turn_with_a_private_part_its_player_alone_is_told_that_it_was_a_default(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    game = Veiled()
    arena = await open_arena(database, clock, poster, games=lambda _key: game)
    await begin(arena, game="veiled")
    await advance(arena, clock, DAY_S)
    match = await now(arena)
    assert [(entry.text, entry.veil is None) for entry in match.session.entries] == [("go", False), ("end", True)]
    told = [(post.kind, post.channel_id) for post in poster.posts if "didn't decide" in str(post.payload)]
    assert told == [("private", ANN.person_id)]
    assert [line.detail.get("veiled") for line in await arena.audit.of_match(1)] == [True]
    await arena.close()


class OneDefault(Duel):
    """A duel in which the rules choose for one of two who choose at once."""

    info = replace(Duel.info, key="one-default", defaults="some")

    def default(self, state: DuelState, seat: int) -> str | None:
        return "2" if seat == 1 and seat in self.to_act(state) and state.round % 2 else None


async def test_that_one_of_several_choices_was_a_default_is_not_told_while_others_choose(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    game = OneDefault()
    arena = await open_arena(database, clock, poster, games=lambda _key: game)
    await begin(arena, game="one-default", timeout="notice")
    await arena.matches.play(1, ANN.person_id, "go/end")
    await advance(arena, clock, DAY_S)
    match = await now(arena)
    assert [(seat, text) for seat, text, _ in match.session.sealed] == [(1, "2")]
    told = [(post.kind, post.channel_id) for post in poster.posts if "didn't decide" in str(post.payload)]
    assert told == [("private", ANN.person_id)]
    await arena.close()


# What happens to clocks, calls and pauses while another player than the owner of a turn is asked.


INTERRUPTED_PEOPLE = {1: ANN, 2: BOB, 3: CLEO}


async def attacked(arena: Arena, **terms: Any) -> tuple[int, int, int]:
    """Begin a match of three, in which the first player attacks the second; return the order of play."""
    await begin(arena, *INTERRUPTED_PEOPLE.values(), game="parlour", mode="3", **terms)
    for _ in (1, 2):
        for seat, person in INTERRUPTED_PEOPLE.items():
            await arena.matches.play(1, person.person_id, str((await now(arena)).session.state.packs[seat - 1][0]))
    await arena.idle()
    first, second, third = (await now(arena)).session.state.order
    await interrupted_play(arena, first, f"A {second}")
    return first, second, third


async def interrupted_play(arena: Arena, seat: int, text: str) -> Match:
    return await arena.matches.play(1, INTERRUPTED_PEOPLE[seat].person_id, text)


@pytest.mark.parametrize("terms", [A_DAY, FISCHER])
async def test_an_owner_who_resigns_leaves_the_asked_a_turn_of_their_own(
    arena: Arena, clock: ManualClock, terms: ClockTerms
) -> None:
    first, second, _ = await attacked(arena, clock=terms)
    had = left(await now(arena), second)
    await advance(arena, clock, 20 * HOUR_S)
    match = await arena.matches.forfeit(1, INTERRUPTED_PEOPLE[first].person_id)
    assert match.session.to_act == {second}
    whole = DAY if terms is A_DAY else had - 20 * HOUR
    assert due(match, second) == clock.now() + whole
    assert match.clock is not None
    assert match.clock.seat(second).began == clock.now()


async def test_the_asked_who_resigns_leaves_the_turn_to_its_owner(arena: Arena, clock: ManualClock) -> None:
    first, second, third = await attacked(arena, clock=FISCHER)
    await advance(arena, clock, HOUR_S)
    start = left(await now(arena), first)
    match = await arena.matches.forfeit(1, INTERRUPTED_PEOPLE[second].person_id)
    assert match.session.to_act == {first}
    assert due(match, second) is None
    assert due(match, first) == clock.now() + start
    await advance(arena, clock, HOUR_S)
    match = await interrupted_play(arena, first, "N")
    assert left(match, first) == min(start - HOUR + FISCHER.gain, FISCHER.cap)
    assert due(match, third) is not None


async def test_a_third_player_who_resigns_changes_no_clock(arena: Arena, clock: ManualClock) -> None:
    _, second, third = await attacked(arena, clock=A_DAY)
    before = due(await now(arena), second)
    await advance(arena, clock, HOUR_S)
    match = await arena.matches.forfeit(1, INTERRUPTED_PEOPLE[third].person_id)
    assert due(match, second) == before


async def test_a_player_who_takes_over_an_asked_seat_answers_with_a_full_clock(
    arena: Arena, clock: ManualClock
) -> None:
    first, second, _ = await attacked(arena, clock=A_DAY)
    await advance(arena, clock, 20 * HOUR_S)
    match = await arena.substitutes.replace(1, second, DAN, 99)
    assert due(match, second) == clock.now() + DAY
    match = await arena.matches.play(1, DAN.person_id, "-")
    assert match.session.to_act == {first}


async def test_a_vacation_of_the_asked_counts_and_one_of_the_owner_does_not(arena: Arena, clock: ManualClock) -> None:
    first, second, _ = await attacked(arena, clock=FISCHER)
    before = due(await now(arena), second)
    assert before is not None
    days = clock.now().date() + DAY, clock.now().date() + 2 * DAY
    await arena.vacations.announce(INTERRUPTED_PEOPLE[first].person_id, *days)
    await arena.idle()
    assert due(await now(arena), second) == before
    await arena.vacations.announce(INTERRUPTED_PEOPLE[second].person_id, *days)
    await arena.idle()
    assert due(await now(arena), second) == before + 2 * DAY


async def test_an_owner_whose_time_is_up_is_not_asked_against_the_clock_again_in_that_turn(
    arena: Arena, clock: ManualClock
) -> None:
    first, second, third = await attacked(arena, clock=A_DAY, timeout="notice")
    for seat, text in ((second, "-"), (first, "N")):
        await interrupted_play(arena, seat, text)
    await advance(arena, clock, 24 * HOUR_S)
    await interrupted_play(arena, second, f"A {third}")  # late, as the organisers were told
    await interrupted_play(arena, third, "-")
    await advance(arena, clock, HOUR_S)
    match = await now(arena)
    assert match.session.to_act == {second}
    assert [line.detail["did"] for line in await arena.audit.of_match(1)] == ["notice"]
    match = await interrupted_play(arena, second, "N")
    assert due(match, third) == clock.now() + DAY
    for seat in (third, first):
        await interrupted_play(arena, seat, "P")
    assert due(await now(arena), second) == clock.now() + DAY, "the next turn has its time"


# Vacations: announced before they begin, counted, told to those who play with the player.


THREE_DAYS = ClockTerms("turn", per_turn=3 * DAY)


def told(poster: NotingPoster) -> list[str]:
    return [str(text_load_text(post.payload["text"])) for post in poster.posts if post.kind == "notice"]


async def test_a_running_clock_stops_and_the_table_is_told(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    await begin(arena, clock=THREE_DAYS)
    await advance(arena, clock, HOUR_S)
    await arena.vacations.announce(ANN.person_id, date(2026, 1, 2), date(2026, 1, 6))
    await arena.idle()
    assert due(await now(arena), 1) == START + 8 * DAY
    assert await arena.schedule.due_at("clock", "1") == START + 8 * DAY
    (notice,) = told(poster)
    assert notice.startswith("Player 1 is on vacation")
    assert f"<t:{int((START + DAY).timestamp())}:f>" in notice
    await advance(arena, clock, 7 * DAY_S)
    assert not (await now(arena)).over


async def test_a_table_may_have_agreed_to_go_on(arena: Arena, poster: NotingPoster) -> None:
    await begin(arena, clock=THREE_DAYS, vacation=False)
    await arena.vacations.announce(ANN.person_id, date(2026, 1, 2), date(2026, 1, 6))
    await arena.idle()
    assert due(await now(arena), 1) == START + 3 * DAY
    assert told(poster) == []


async def test_turns_that_begin_later_know_of_it(arena: Arena) -> None:
    await begin(arena, clock=A_DAY)
    await arena.vacations.announce(BOB.person_id, date(2026, 1, 2), date(2026, 1, 3))
    await arena.idle()
    assert due(await now(arena), 1) == START + DAY
    match = await arena.matches.play(1, ANN.person_id, "1/1")
    assert due(match, 2) == START + DAY
    again = await begin(arena, BOB, ANN, channel=CHANNEL + 1, clock=THREE_DAYS)
    assert due(again, 1) == START + 5 * DAY
    another = await begin(arena, ANN, BOB, channel=CHANNEL + 2, clock=THREE_DAYS)
    assert due(another, 1) == START + 3 * DAY


async def test_calling_it_off_and_coming_back(arena: Arena, clock: ManualClock, poster: NotingPoster) -> None:
    await begin(arena, clock=THREE_DAYS)
    vacation = await arena.vacations.announce(ANN.person_id, date(2026, 1, 2), date(2026, 1, 6))
    await arena.idle()
    assert (await arena.vacations.cancel(vacation.id, ANN.person_id))[1] == "cancelled"
    await arena.idle()
    assert due(await now(arena), 1) == START + 3 * DAY
    again = await arena.vacations.announce(ANN.person_id, date(2026, 1, 2), date(2026, 1, 6))
    await advance(arena, clock, 2 * DAY_S)
    ended, change = await arena.vacations.cancel(again.id, ANN.person_id)
    await arena.idle()
    assert (ended.ends_at, change) == (START + 2 * DAY, "ended")
    assert due(await now(arena), 1) == START + 4 * DAY
    assert len(told(poster)) == 4
    assert await arena.vacations.of_person(ANN.person_id) == []
    assert await arena.vacations.days_left(ANN.person_id, 2026) == DAYS_A_YEAR - 1


async def test_a_table_is_told_once_even_if_the_process_ends(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    first = await open_arena(database, clock, poster)
    await begin(first, clock=THREE_DAYS)
    await first.schedule.close()
    vacation = await first.vacations.announce(ANN.person_id, date(2026, 1, 2), date(2026, 1, 6))
    await first.close()
    assert told(poster) == []
    for _ in range(2):
        again = await open_arena(database, clock, poster)
        await again.idle()
        assert due(await now(again), 1) == START + 8 * DAY
        payload: dict[str, Json] = {
            "user": ANN.person_id,
            "change": "announced",
            "starts": vacation.starts_at.isoformat(),
            "ends": vacation.ends_at.isoformat(),
        }
        await again.schedule.set("vacation", f"{GUILD}:{vacation.id}", clock.now(), payload)
        await again.idle()
        await again.close()
    assert len(told(poster)) == 1


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [
        ("2026-01-01", "2026-01-03", "vacation-late"),
        ("2025-12-30", "2026-01-03", "vacation-late"),
        ("2026-01-05", "2026-01-04", "vacation-order"),
        ("2026-01-05", "2026-02-04", "vacation-days"),
        ("2027-01-05", "2027-01-06", "vacation-far"),
        ("2026-03-31", "2026-04-01", "vacation-twice"),
        ("2026-03-01", "2026-04-20", "vacation-twice"),
        ("2026-06-01", "2026-06-22", "vacation-days"),
    ],
)
async def test_what_is_no_vacation(arena: Arena, first: str, last: str, code: str) -> None:
    await arena.vacations.announce(ANN.person_id, date(2026, 4, 1), date(2026, 4, 10))
    with pytest.raises(HostingError) as caught:
        await arena.vacations.announce(ANN.person_id, date.fromisoformat(first), date.fromisoformat(last))
    assert caught.value.code == code
    assert len(await arena.vacations.of_person(ANN.person_id)) == 1


async def test_days_count_in_the_year_in_which_they_lie(arena: Arena) -> None:
    await arena.vacations.announce(ANN.person_id, date(2026, 12, 12), date(2027, 1, 1))
    assert await arena.vacations.days_left(ANN.person_id, 2026) == DAYS_A_YEAR - 20
    assert await arena.vacations.days_left(ANN.person_id, 2027) == DAYS_A_YEAR - 1
    assert await arena.vacations.days_left(BOB.person_id, 2026) == DAYS_A_YEAR


async def test_days_are_those_of_the_players_time_zone(arena: Arena) -> None:
    await arena.settings.change_player(ANN.person_id, lambda _: PlayerSettings(zone="America/New_York"))
    vacation = await arena.vacations.announce(ANN.person_id, date(2026, 3, 8), date(2026, 3, 8))
    assert vacation.starts_at == datetime(2026, 3, 8, 5, tzinfo=UTC)
    assert vacation.ends_at == datetime(2026, 3, 9, 4, tzinfo=UTC)  # clocks go forward that day
    assert await arena.vacations.days_left(ANN.person_id, 2026) == DAYS_A_YEAR - 1


async def test_nobody_ends_another_players_vacation(arena: Arena) -> None:
    vacation = await arena.vacations.announce(ANN.person_id, date(2026, 4, 1), date(2026, 4, 10))
    with pytest.raises(HostingError):
        await arena.vacations.cancel(vacation.id, BOB.person_id)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-08-31", date(2026, 8, 31)),
        ("31.8.2026", date(2026, 8, 31)),
        ("31/08/2026", date(2026, 8, 31)),
        ("31.8.", date(2026, 8, 31)),
        (" Tomorrow ", date(2026, 3, 2)),
        ("28.2.", date(2027, 2, 28)),
        ("29.2.", date(2028, 2, 29)),
    ],
)
def test_days_as_people_write_them(text: str, expected: date) -> None:
    assert read_day(text, date(2026, 3, 1)) == expected


@pytest.mark.parametrize("text", ["", "soon", "31.9.2026", "8/31/2026", "2026-13-01"])
def test_what_is_no_day(text: str) -> None:
    with pytest.raises(HostingError):
        read_day(text, date(2026, 3, 1))


async def test_the_digest_comes_at_its_hour_if_something_waits(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    """Eight in Tokyo is eleven at night in UTC."""
    await arena.settings.change_player(ANN.person_id, lambda _: PlayerSettings(zone="Asia/Tokyo", digest_hour=8))
    assert await arena.digests.arrange(ANN.person_id) == datetime(2026, 1, 1, 23, tzinfo=UTC)
    await begin(arena, clock=None)
    digests = [post for post in poster.posts if post.payload.get("digest")]
    assert digests == []
    await advance(arena, clock, 23 * HOUR_S)
    digests = [post for post in poster.posts if post.payload.get("digest")]
    assert [(post.kind, post.channel_id) for post in digests] == [("private", ANN.person_id)]
    await arena.matches.play(1, ANN.person_id, "1/1")
    await advance(arena, clock, DAY_S)
    assert len([post for post in poster.posts if post.payload.get("digest")]) == 1
    await arena.settings.change_player(ANN.person_id, lambda _: PlayerSettings())
    assert await arena.digests.arrange(ANN.person_id) is None


async def test_no_digest_is_posted_on_account_of_matches_that_cannot_be_read(
    arena: Arena, clock: ManualClock, poster: NotingPoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    await arena.settings.change_player(ANN.person_id, lambda _: PlayerSettings(digest_hour=8))
    await arena.digests.arrange(ANN.person_id)
    await begin(arena, clock=None)

    async def unreadable(_matches: Matches, match_id: int) -> Match:
        raise ReplayError(match_id, 1, ValueError("an unknown turn"))

    monkeypatch.setattr(Matches, "get", unreadable)
    await advance(arena, clock, 8 * HOUR_S)
    assert [post for post in poster.posts if post.payload.get("digest")] == []
    assert await arena.digests.arrange(ANN.person_id) == clock.now() + DAY


def test_the_next_hour_is_in_the_future_where_clocks_are_changed_too() -> None:
    """Half past two does not exist in Paris on 29 March 2026."""
    at = datetime(2026, 3, 29, 0, 59, tzinfo=UTC)
    assert next_hour(at, "Europe/Paris", 2) == datetime(2026, 3, 29, 1, tzinfo=UTC)
    assert next_hour(datetime(2026, 3, 29, 1, tzinfo=UTC), "Europe/Paris", 2) == datetime(2026, 3, 30, tzinfo=UTC)
    assert next_hour(at, "UTC", 0) - at == timedelta(hours=23, minutes=1)


@pytest.mark.parametrize("whose", [ANN, BOB])
async def test_where_partners_are_silent_nobody_s_hours_show_in_a_deadline(arena: Arena, whose: Person) -> None:
    hours = PlayerSettings(quiet_from=0, quiet_until=7 * 60, free_weekends=True)
    await arena.settings.change_player(whose.person_id, lambda _: hours)
    match = await begin(arena, ANN, BOB, CLEO, DAN, mode="teams", clock=THREE_DAYS)
    assert due(match, 1) == START + 3 * DAY
    match = await arena.matches.play(1, ANN.person_id, "1/1")
    assert due(match, 2) == START + 3 * DAY


@pytest.mark.parametrize(("mode", "tells"), [("teams", True), ("2", False)])
async def test_where_partners_are_silent_a_vacation_hides_the_deadline(arena: Arena, mode: str, tells: bool) -> None:
    people = (ANN, BOB, CLEO, DAN) if mode == "teams" else (ANN, BOB)
    match = await begin(arena, *people, mode=mode, clock=THREE_DAYS)
    assert not reveals_days(match, 1)
    await arena.vacations.announce(ANN.person_id, date(2026, 1, 2), date(2026, 1, 6))
    await arena.idle()
    match = await now(arena)
    assert due(match, 1) == START + 8 * DAY
    assert reveals_days(match, 1) is tells
    assert not reveals_days(match, 2)


async def test_where_partners_are_silent_nobody_changes_their_mind_all_the_time(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    """How often could be counted by the partner (R29), in messages and in deadlines that come and go."""
    await begin(arena, ANN, BOB, CLEO, DAN, mode="teams", clock=THREE_DAYS)
    vacation = await arena.vacations.announce(ANN.person_id, date(2026, 1, 3), date(2026, 1, 6))
    await arena.idle()
    with pytest.raises(HostingError) as caught:
        await arena.vacations.cancel(vacation.id, ANN.person_id)
    assert caught.value.code == "vacation-hushed"
    with pytest.raises(HostingError):
        await arena.vacations.announce(ANN.person_id, date(2026, 1, 8), date(2026, 1, 9))
    await arena.vacations.announce(BOB.person_id, date(2026, 1, 3), date(2026, 1, 6))
    await arena.idle()
    assert len(told(poster)) == 2
    await advance(arena, clock, DAY_S)
    assert (await arena.vacations.cancel(vacation.id, ANN.person_id))[1] == "cancelled"


async def test_nothing_is_posted_for_a_match_that_is_interrupted(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena, clock=THREE_DAYS)
    await arena.matches.park(match.id, say("Closed."), "forbidden")
    await arena.vacations.announce(ANN.person_id, date(2026, 1, 2), date(2026, 1, 6))
    await arena.idle()
    assert told(poster) == []
    assert [each.code for each in await arena.audit.of_match(match.id)] == ["away"]
