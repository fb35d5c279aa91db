"""Clocks of matches that are really played, on a clock that only goes when told to."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime

import pytest

from engine.game import Json
from engine.outcome import Termination
from engine.text import say
from hosting.arena import Arena
from hosting.clock.calendar import Quiet
from hosting.clock.time_control import ClockTerms
from hosting.consent.agreements import SUBSTITUTE, Pause, TakeBack
from hosting.match.audit import AuditCode
from hosting.match.model import Match, MatchOver, PlayerSettings
from hosting.runtime.scheduler import Schedule
from store.db.addresses import Address
from store.tables.matches import load
from tests.engine.toys import Duel
from tests.hosting.conftest import ANN, BOB, CLEO, DAN, EVE, ManualClock, NotingPoster, open_arena
from tests.hosting.timed import DAY, DAY_S, FISCHER, HOUR, HOUR_S, START, advance, begin, due, now
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


async def test_whoever_runs_out_of_time_loses(arena: Arena, clock: ManualClock) -> None:
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
    assert [post.kind for post in poster.posts if post.seq == 1] == ["board", "status", "nudge"]
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


async def test_the_clock_stands_still_in_a_pause(arena: Arena, clock: ManualClock) -> None:
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


async def test_the_clock_stands_still_while_a_match_is_parked(arena: Arena, clock: ManualClock) -> None:
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
    await arena.settings.set_player(ANN.person_id, night)
    assert due(await begin(arena, channel=1), 1) == START + 24 * HOUR + 17 * HOUR  # 00–07 UTC, then 21–07
    assert due(await begin(arena, channel=2, rests=False), 1) == START + DAY
    weekend = await begin(arena, BOB, ANN, channel=3, weekend=True, clock=ClockTerms("turn", per_turn=3 * DAY))
    assert due(weekend, 1) == START + 5 * DAY
    await arena.settings.set_player(BOB.person_id, PlayerSettings(zone="America/New_York", free_weekends=True))
    own = await begin(arena, BOB, ANN, channel=5, clock=ClockTerms("turn", per_turn=3 * DAY))
    assert due(own, 1) == START + 5 * DAY  # from Saturday 05 UTC
    await arena.settings.set_player(BOB.person_id, PlayerSettings())
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


async def test_a_substitute_for_somebody_else_does_not_end_the_wait(arena: Arena, clock: ManualClock) -> None:
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

    async def watched(schedule: Schedule, kind: str, key: str, when: datetime, payload: Json = None) -> None:
        if kind == "clock":  # a pause in between would leave an appointment that nobody wants
            held.append(arena.matches.locked(1).locked())
        await appoint(schedule, kind, key, when, payload)

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
    arena.matches._kept.forget(1)
    assert await now(arena) == match


async def test_the_only_turn_is_played_after_a_restart(
    database: Address, clock: ManualClock, poster: NotingPoster, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await open_arena(database, clock, poster)
    await begin(first, automatic=True)
    monkeypatch.setattr(TallyGame, "legal", _only_one_for_bob)

    async def dies(_match: Match) -> list[Match]:
        return []

    monkeypatch.setattr(first.matches, "_follow_up", dies)
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
