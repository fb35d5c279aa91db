"""What players do in a match: authority, order of work, idempotence, and what a restart finds."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Coroutine
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bench import probe
from engine.errors import ArenaError, IllegalMoveError, TurnError
from engine.outcome import Termination
from engine.text import dump_text, say
from hosting.arena import Arena
from hosting.clock import ClockTerms
from hosting.consent.agreements import (
    Draw,
    End,
    Extension,
    Pause,
    Resume,
    TakeBack,
    TooLateToAbort,
)
from hosting.errors import HostingError
from hosting.lobby.loadouts import opened_line
from hosting.lobby.model import TableClosed
from hosting.match import events, service
from hosting.match.audit import AuditCode
from hosting.match.events import BOT, Change, Vacancy
from hosting.match.model import (
    Match,
    MatchOver,
    MatchParked,
    NoSuchMatch,
    NotSeated,
    Paused,
    Person,
    Place,
    PlayerSettings,
    StaleBoard,
)
from hosting.match.pipeline import Followers, Listener, ListenerOrder
from hosting.match.service import Matches, record_of
from hosting.match_terms import Terms
from hosting.outbox import Posting, ReminderPost, TextPost, load
from store.database import Database
from store.db.addresses import Address
from store.tables import matches
from tests.hosting.conftest import (
    ANN,
    BOB,
    CHANNEL,
    CLEO,
    DAN,
    GUILD,
    ManualClock,
    NotingPoster,
    begin,
    call,
    codes,
    open_arena,
    sealing_of,
)
from tests.hosting.conftest import play as conftest_play
from tests.hosting.timed import DAY_S, now
from tests.hosting.timed import begin as timed_begin
from tests.hosting.toygame import games
from tests.refusals import refusal


async def test_a_whole_game_from_the_table_to_the_last_post(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena)
    turns = [(ANN, "3/3"), (BOB, "1/1"), (ANN, "3/3")]
    for person, text in turns:
        match = await arena.matches.play(match.id, person.person_id, text)
    assert match.status == "over"
    assert match.seq == 3
    assert match.session.outcome is not None
    assert match.session.outcome.winners == (1,)
    await arena.idle()
    assert poster.shown == [*((CHANNEL, "board", seq) for seq in range(3)), (CHANNEL, "ended", 3)]


async def test_a_turn_is_applied_whole_or_not_at_all(arena: Arena) -> None:
    match = await begin(arena)
    with pytest.raises(TurnError) as caught:
        await arena.matches.play(match.id, ANN.person_id, "3/4")
    assert (caught.value.index, caught.value.action, caught.value.rule) == (1, "4", "R1")
    with pytest.raises(TurnError, match="isn't finished") as caught:
        await arena.matches.play(match.id, ANN.person_id, "3")
    assert caught.value.code == "turn-incomplete"
    assert await arena.matches.get(match.id) == match


async def test_what_another_process_changed_is_not_written_over(arena: Arena) -> None:
    """It may have been no event: a pause, a clock, a sealed choice."""
    match = await begin(arena)

    async def elsewhere() -> None:
        rev = (await arena.matches.get(match.id)).rev
        async with arena.db.write() as connection:
            await matches.touch(connection, match.id, rev)
            await matches.set_parked(connection, match.id, {"text": dump_text(say("Closed.")), "code": "closed"})

    await elsewhere()
    with pytest.raises(StaleBoard):
        await arena.matches.play(match.id, ANN.person_id, "1/1")
    with pytest.raises(MatchParked):
        await arena.matches.play(match.id, ANN.person_id, "1/1")
    await elsewhere()
    with pytest.raises(StaleBoard):
        await arena.matches.unpark(match.id)
    assert (await arena.matches.unpark(match.id)).status == "running"
    assert (await arena.matches.play(match.id, ANN.person_id, "1/1")).seq == 1


async def test_a_match_of_a_game_that_this_version_lacks_says_so(arena: Arena) -> None:
    match = await begin(arena)
    async with arena.db.read() as connection:
        stored = await matches.load(connection, match.id)
    assert stored is not None
    with pytest.raises(matches.ReplayError, match="unknown-game"):
        matches.game_of(games, replace(stored, game="chess"))


async def test_who_may_play(arena: Arena) -> None:
    match = await begin(arena)
    with refusal("not-your-turn"):
        await arena.matches.play(match.id, BOB.person_id, "1/1")
    with pytest.raises(NotSeated):
        await arena.matches.play(match.id, CLEO.person_id, "1/1")
    with pytest.raises(NoSuchMatch):
        await arena.matches.play(match.id + 1, ANN.person_id, "1/1")
    with pytest.raises(NotSeated):
        await arena.matches.forfeit(match.id, CLEO.person_id)
    over = await arena.matches.forfeit(match.id, BOB.person_id)
    assert over.ended_at is not None
    with pytest.raises(MatchOver):
        await arena.matches.play(match.id, ANN.person_id, "1/1")
    with pytest.raises(MatchOver):
        await arena.matches.forfeit(match.id, ANN.person_id)


async def test_two_presses_at_once_apply_one(arena: Arena) -> None:
    match = await begin(arena)
    results = await asyncio.gather(
        *(arena.matches.play(match.id, ANN.person_id, text, seen=0) for text in ("1/1", "1/1", "3/3")),
        return_exceptions=True,
    )
    played = [result for result in results if isinstance(result, Match)]
    stale = [result for result in results if isinstance(result, StaleBoard)]
    assert (len(played), len(stale)) == (1, 2)
    assert stale[0].match.seq == 1
    assert (await arena.matches.get(match.id)).session.state.sums == (2, 0)


async def test_a_turn_typed_twice_is_played_once(arena: Arena) -> None:
    match = await begin(arena)
    results = await asyncio.gather(
        *(arena.matches.play(match.id, ANN.person_id, "1/1") for _ in range(2)), return_exceptions=True
    )
    assert isinstance(results[0], Match)
    assert [each.code for each in results if isinstance(each, HostingError)] == ["not-your-turn"]


async def test_previews_and_completions_write_nothing(arena: Arena) -> None:
    match = await begin(arena)
    turn = service.preview(match, ANN.person_id, "2")
    assert (turn.text, turn.over, turn.state.sums) == ("2", False, (2, 0))
    assert service.complete(match, ANN.person_id, "2/") == ["2/1", "2/2", "2/3"]
    with refusal("not-your-turn"):
        service.preview(match, BOB.person_id, "2")
    assert await arena.matches.get(match.id) == match


async def test_three_players_go_on_without_the_one_who_gave_up(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena, ANN, BOB, CLEO, mode="3")
    after = await arena.matches.forfeit(match.id, BOB.person_id)
    assert (after.status, after.to_act) == ("running", (ANN.person_id,))
    with pytest.raises(IllegalMoveError):
        await arena.matches.forfeit(match.id, BOB.person_id)
    after = await arena.matches.play(match.id, ANN.person_id, "1/1")
    assert after.to_act == (CLEO.person_id,)
    await arena.idle()
    assert poster.shown[-1] == (CHANNEL, "board", 2)


async def test_a_restart_finds_everything(arena: Arena, database: Address, clock: ManualClock) -> None:
    running = await begin(arena)
    running = await arena.matches.play(running.id, ANN.person_id, "1/2")
    over = await begin(arena, CLEO, DAN, places=(Place("board", CHANNEL + 1),))
    over = await arena.matches.forfeit(over.id, DAN.person_id)
    await arena.close()

    again = await open_arena(database, clock, None)
    try:
        assert await again.matches.get(running.id) == running
        assert await again.matches.get(over.id) == over
        assert await again.matches.running_in(CHANNEL) == running
        assert await again.matches.running_in(CHANNEL + 1) is None
        assert await again.matches.latest_in(CHANNEL + 1) == over
        assert await again.matches.latest_in(CHANNEL + 2) is None
    finally:
        await again.close()


async def test_lists_hold_what_goes_on(arena: Arena, clock: ManualClock) -> None:
    first = await begin(arena)
    await clock.advance(60)
    second = await begin(arena, BOB, ANN, places=(Place("board", 300),))
    third = await begin(arena, BOB, ANN, places=(Place("board", 301),))
    await arena.matches.forfeit(third.id, ANN.person_id)
    mine = await arena.matches.of_person(ANN.person_id)
    assert [each.id for each in mine] == [first.id, second.id]
    assert [each.id for each in await arena.matches.of_person(BOB.person_id, GUILD)] == [second.id, first.id]
    assert await arena.matches.of_person(ANN.person_id, GUILD + 1) == []
    assert [each.id for each in await arena.matches.in_guild(GUILD)] == [second.id, first.id]
    await arena.matches.play(first.id, ANN.person_id, "1/1")
    (summary,) = [each for each in await arena.matches.in_guild(GUILD) if each.id == first.id]
    assert (summary.names, summary.to_act, summary.seq) == (("Ann", "Bob"), (BOB.person_id,), 1)
    assert (summary.started_at, summary.moved_at) == (first.started_at, clock.now())


async def test_the_game_as_it_stood(arena: Arena, database: Address, clock: ManualClock) -> None:
    match = await begin(arena)
    for person in (ANN, BOB, ANN):
        match = await arena.matches.play(match.id, person.person_id, "1/1")
    sums = [(0, 0), (2, 0), (2, 2), (4, 2)]
    assert [(await arena.matches.at(match, seq)).state.sums for seq in range(4)] == sums
    with pytest.raises(NoSuchMatch):
        await arena.matches.at(match, 4)
    await arena.close()
    again = await open_arena(database, clock, None)
    try:
        sessions = [await again.matches.at(match, seq) for seq in range(4)]
    finally:
        await again.close()
    assert [session.state.sums for session in sessions] == sums
    assert [session.last.text for session in sessions if session.last] == ["1/1"] * 3


async def test_records_show_the_seed_only_after_the_end(arena: Arena) -> None:
    match = await begin(arena, game="duel")
    running = await arena.matches.record(match.id, BOB.person_id)
    seed, commitment = match.session.chance.seed.hex(), match.session.chance.commitment
    assert seed not in running
    assert f'[Commitment "{commitment}"]' in running
    await arena.matches.forfeit(match.id, BOB.person_id)
    ended = await arena.matches.record(match.id, None)
    assert f'[Seed "{seed}"]' in ended
    assert '[Date "2026.01.01"]' in ended


async def test_listeners_hear_of_each_change_after_it_is_written(arena: Arena) -> None:
    heard: list[tuple[int, str]] = []

    async def fails(match: Match) -> None:
        raise RuntimeError(match.status)

    async def listener(match: Match) -> None:
        assert await arena.matches.get(match.id) == match
        heard.append((match.seq, match.status))

    arena.matches.listen(ListenerOrder.HOUSING, fails)
    arena.matches.listen(ListenerOrder.SILENCE, listener)
    match = await begin(arena)
    await arena.idle()
    await arena.matches.play(match.id, ANN.person_id, "1/1")
    await arena.idle()
    await arena.matches.forfeit(match.id, ANN.person_id)
    await arena.idle()
    assert heard == [(0, "running"), (1, "running"), (2, "over")]


async def test_listeners_hear_in_the_order_of_the_list_and_not_of_their_coming(arena: Arena) -> None:
    heard: list[ListenerOrder] = []

    def hears(hearer: ListenerOrder) -> Listener:
        async def listener(_match: Match) -> None:
            heard.append(hearer)

        return listener

    for hearer in reversed(ListenerOrder):
        arena.matches.listen(hearer, hears(hearer))
    arena.matches.listen(ListenerOrder.HOUSING, hears(ListenerOrder.HOUSING))
    await begin(arena)
    await arena.idle()
    assert heard == list(ListenerOrder)


async def test_a_parked_match_waits_and_goes_on(arena: Arena, database: Address, clock: ManualClock) -> None:
    match = await begin(arena)
    parked = await arena.matches.park(match.id, say("The channel is gone."), "no-channel")
    assert parked.status == "parked"
    with pytest.raises(MatchParked, match=r"The channel is gone\."):
        await arena.matches.play(match.id, ANN.person_id, "1/1")
    await arena.close()
    again = await open_arena(database, clock, None)
    try:
        assert await again.matches.get(match.id) == parked
        assert await again.matches.running_in(CHANNEL) == parked
        back = await again.matches.unpark(match.id)
        assert (back.status, back.parked) == ("running", None)
        assert await again.matches.unpark(match.id) == back
        assert (await again.matches.play(match.id, ANN.person_id, "1/1")).seq == 1
    finally:
        await again.close()


async def test_giving_up_works_in_a_parked_match(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena)
    await arena.matches.park(match.id, say("The channel is gone."), "no-channel")
    over = await arena.matches.forfeit(match.id, ANN.person_id)
    assert (over.status, over.parked) == ("over", None)
    assert await arena.matches.unpark(match.id) == over
    await arena.idle()
    assert poster.shown[-1] == (CHANNEL, "ended", 1)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # PostgreSQL has no single writer to wait for
async def test_a_turn_that_is_called_off_before_it_is_written_is_not_played(arena: Arena) -> None:
    match = await begin(arena)
    async with arena.db.write():
        play = asyncio.create_task(arena.matches.play(match.id, ANN.person_id, "1/1"))
        await asyncio.sleep(0)
        play.cancel()
        with pytest.raises(asyncio.CancelledError):
            await play
    assert await arena.matches.get(match.id) == match
    assert (await arena.matches.play(match.id, ANN.person_id, "2/2")).session.state.sums == (4, 0)


# A connection whose statement was called off is thrown away by SQLAlchemy; Python 3.13 says that nobody closed it.
@pytest.mark.filterwarnings("ignore:Exception ignored in. <sqlite3.Connection:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.filterwarnings("ignore:unclosed database:ResourceWarning")
async def test_a_turn_called_off_at_any_point_is_played_or_not(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena)
    for steps in range(40):
        play = asyncio.create_task(arena.matches.play(match.id, match.to_act[0], "1/1"))
        for _ in range(steps):
            await asyncio.to_thread(int)  # long enough for a step of the transaction
        play.cancel()
        await asyncio.wait({play})
        after = await arena.matches.get(match.id)
        assert after.seq - match.seq in ({1} if not play.cancelled() else {0, 1})
        match = after if not after.over else await begin(arena)
        await arena.idle()
    assert {seq for _, kind, seq in poster.shown if kind == "board"} >= set(range(match.seq + 1))


async def test_another_process_may_be_faster(
    arena: Arena, database: Address, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Should two ever work with one database, against its lock, neither writes over what the other wrote."""
    match = await begin(arena)

    async def beside(address: Address, **_: object) -> Database:
        return await Database.connect(address)

    monkeypatch.setattr(Database, "open", beside)
    other = await open_arena(database, clock, None)
    await other.matches.play(match.id, ANN.person_id, "3/3")
    with pytest.raises(StaleBoard) as caught:
        await arena.matches.play(match.id, ANN.person_id, "1/1")
    assert caught.value.match.session.state.sums == (6, 0)
    assert (await arena.matches.play(match.id, BOB.person_id, "1/1")).seq == 2
    await other.close()


async def test_matches_forgotten_in_memory_are_played_again(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena.matches._cache, "_most", 2)
    begun = [await begin(arena, places=(Place("board", 400 + number),)) for number in range(4)]
    for match in begun:
        await arena.matches.play(match.id, ANN.person_id, "1/1")
    assert len(arena.matches._cache) == 2
    for match in begun:
        assert (await arena.matches.play(match.id, BOB.person_id, "2/2")).session.state.sums == (2, 4)


async def test_errors_know_who_plays(arena: Arena) -> None:
    match = await begin(arena)
    with refusal("not-your-turn") as early:
        await arena.matches.play(match.id, BOB.person_id, "1")
    with pytest.raises(TurnError) as typed:
        await arena.matches.play(match.id, ANN.person_id, "9")
    with pytest.raises(TurnError) as previewed:
        service.preview(match, ANN.person_id, "9")
    with pytest.raises(ArenaError) as planned:
        await arena.plans.add(match.id, BOB.person_id, ["9"])
    for caught in (early, typed, previewed, planned):
        assert caught.value.names == match.names == ("Ann", "Bob")


async def test_what_follows_by_itself_may_fail_and_may_not_go_on_for_ever(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(match: Match) -> Change | None:
        raise ValueError(f"not at event {match.seq}")

    async def plays(match: Match) -> Change | None:
        (seat,) = match.session.to_act
        return events.turn(
            match, match.session.play(seat, "1/1"), seat, match.person_of(seat), match.started_at, "plan"
        )

    monkeypatch.setattr("hosting.match.service.MOST_FOLLOWING", 2)
    match = await begin(arena)
    arena.matches.pipeline = replace(arena.matches.pipeline, followers=Followers(fails, plays, plays))
    await arena.matches.play(match.id, ANN.person_id, "1/1")
    assert (await arena.matches.get(match.id)).seq == 3
    assert "a follower failed at match 1, event 1" in caplog.text
    assert "match 1 never stops playing automatically" in caplog.text


async def test_two_who_ask_at_once_after_a_restart_share_one_match(
    arena: Arena, database: Address, clock: ManualClock
) -> None:
    match = await begin(arena)
    await arena.close()
    again = await open_arena(database, clock, None)
    try:
        one, other = await asyncio.gather(again.matches.get(match.id), again.matches.get(match.id))
    finally:
        await again.close()
    assert one is other


async def test_what_follows_and_cannot_be_written_leaves_the_turn_that_it_follows(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match = await begin(arena)
    await arena.matches.play(match.id, ANN.person_id, "1/1")
    await arena.plans.add(match.id, ANN.person_id, ["1/1", "2/2"])
    written = service.write_event

    async def fails(connection: AsyncConnection, match: Match, change: Change) -> None:
        if match.seq == 2:
            raise OSError("no room on the disk")
        await written(connection, match, change)

    monkeypatch.setattr("hosting.match.service.write_event", fails)
    await arena.matches.play(match.id, BOB.person_id, "1/1")
    assert (await arena.matches.get(match.id)).seq == 2
    assert "could not save what follows event 2 of match 1" in caplog.text


# What a change sets off: everything that it carries is written with it, in order, once, or not at all.


STOP = say("Somebody is sought.")


def stopped(match: Match, clock: ManualClock) -> Change:
    """Return a pause that carries everything a change can carry."""
    change = Change(
        replace(match, paused=Paused(BOT, "substitute", STOP, clock.now())),
        clock.now(),
        announcement=say("The match is paused."),
        vacancies=(Vacancy(1, BOT, "time"),),
        posts=(Posting("nudge", CHANNEL, TextPost(STOP)),),
    )
    return change.logged(AuditCode.PAUSED, BOT)


async def test_what_a_change_carries_is_written_in_its_order(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    match = await begin(arena)
    await arena.idle()
    shown = len(poster.posts)

    async def stop(now: Match) -> Change:
        return stopped(now, clock)

    await arena.matches.change(match.id, stop)
    await arena.idle()
    assert await codes(arena, match) == [AuditCode.PAUSED, AuditCode.CALLED]
    assert [kind for _, kind, _ in poster.shown[shown:]] == ["board", "notice", "request", "nudge"]


async def test_nobody_is_called_for_twice(arena: Arena, clock: ManualClock) -> None:
    match = await begin(arena)
    call = await arena.substitutes.leave(match.id, ANN.person_id)

    async def stop(now: Match) -> Change:
        return stopped(now, clock)

    match = await arena.matches.change(match.id, stop)
    assert match.paused is not None
    assert [each.id for each in await arena.requests.open_of(match.id)] == [call.id]


async def test_what_changes_nothing_is_not_written_nor_what_it_carries(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    match = await begin(arena)
    await arena.idle()
    shown = len(poster.posts)

    async def nothing(now: Match) -> Change:
        return replace(stopped(now, clock), match=now)

    assert await arena.matches.change(match.id, nothing) == match
    await arena.idle()
    assert (await codes(arena, match), poster.posts[shown:]) == ([], [])


async def test_what_cannot_be_written_undoes_the_change(arena: Arena, clock: ManualClock) -> None:
    match = await begin(arena)

    async def fails(_connection: AsyncConnection, _match: Match, _vacancy: Vacancy) -> None:
        raise RuntimeError("no")

    async def stop(now: Match) -> Change:
        return stopped(now, clock)

    arena.matches.pipeline = replace(arena.matches.pipeline, seek=fails)
    with pytest.raises(RuntimeError, match="no"):
        await arena.matches.change(match.id, stop)
    assert await arena.matches.get(match.id) == match
    assert await codes(arena, match) == []


async def test_a_change_is_made_once_within_one_hold(arena: Arena, clock: ManualClock) -> None:
    match = await begin(arena)
    async with arena.matches.changing(match.id) as (held, carry_out):
        after = await carry_out(stopped(held, clock))
        with pytest.raises(StaleBoard):
            await carry_out(stopped(held, clock))
    assert held == match
    assert await arena.matches.get(match.id) == after


# Two people, or a person and a clock, at the same moment: one thing happens, and the other is told that it is late.


PEOPLE = {1: ANN, 2: BOB, 3: CLEO}
FIRST_OR_SECOND = pytest.mark.parametrize("order", [1, -1], ids=["in this order", "the other way round"])


async def attacked(arena: Arena, seats: int = 2, **terms: Any) -> tuple[int, int]:
    """Begin a match in which the first player attacks the second; return both."""
    people = list(PEOPLE.values())[:seats]
    await timed_begin(arena, *people, game="parlour", mode=str(seats), **terms)
    for _ in (1, 2):
        for seat in range(1, seats + 1):
            await play(arena, seat, str((await now(arena)).session.state.packs[seat - 1][0]))
    first, second = (await now(arena)).session.state.order[:2]
    await play(arena, first, f"A {second}")
    await arena.idle()
    return first, second


def play(arena: Arena, seat: int, text: str, seen: int | None = None) -> Coroutine[Any, Any, Match]:
    return arena.matches.play(1, PEOPLE[seat].person_id, text, seen=seen)


async def at_once(arena: Arena, *deeds: Coroutine[Any, Any, Any], order: int = 1) -> list[HostingError]:
    """Have all of them wait for the lock of the match, and then go; return what was refused."""
    async with arena.matches.hold(1):
        tasks = []
        for deed in deeds[::order]:
            tasks.append(asyncio.create_task(deed))
            await asyncio.sleep(0)
    found = await asyncio.gather(*tasks, return_exceptions=True)
    await arena.idle()
    return [each for each in found if isinstance(each, HostingError)]


async def test_an_answer_that_waited_before_its_deadline_counts(arena: Arena, clock: ManualClock) -> None:
    first, second = await attacked(arena)
    card = (await now(arena)).session.state.hands[second - 1][0]
    async with arena.matches.hold(1):
        answer = asyncio.create_task(play(arena, second, str(card)))
        await asyncio.sleep(0)
        await clock.advance(DAY_S)
    match = await answer
    await arena.idle()
    assert (await now(arena)).seq == match.seq
    assert [(entry.seat, entry.text) for entry in match.session.entries[-1:]] == [(second, str(card))]
    assert match.session.to_act == {first}
    assert await arena.audit.of_match(1) == []


async def test_an_answer_after_its_deadline_changes_nothing(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    first, second = await attacked(arena)
    card, seen = (await now(arena)).session.state.hands[second - 1][0], (await now(arena)).seq
    async with arena.matches.hold(1):
        await clock.advance(DAY_S)
        late = asyncio.create_task(arena.clocks.due("1", None))
        await asyncio.sleep(0)
        answers = [asyncio.create_task(play(arena, second, str(card), seen=each)) for each in (None, seen)]
        await asyncio.sleep(0)
    await late
    typed, pressed = await asyncio.gather(*answers, return_exceptions=True)
    await arena.idle()
    assert [each.code for each in (typed, pressed) if isinstance(each, HostingError)] == [
        "not-your-turn",
        "stale-board",
    ]
    match = await now(arena)
    assert (match.session.entries[-1].text, set(match.session.to_act), match.seq) == ("-", {first}, seen + 1)
    told = [post for post in poster.posts if "didn't decide in time" in str(post.payload)]
    assert [post.kind for post in told] == ["nudge"]


async def test_of_two_answers_the_first_counts(arena: Arena) -> None:
    first, second = await attacked(arena)
    hand, seen = (await now(arena)).session.state.hands[second - 1], (await now(arena)).seq
    deeds = [play(arena, second, str(card), seen=seen) for card in hand]
    refused = await at_once(arena, *deeds, play(arena, second, "-"))
    assert [each.code for each in refused] == ["stale-board", "not-your-turn"]
    match = await now(arena)
    assert (match.session.entries[-1].text, set(match.session.to_act)) == (str(hand[0]), {first})


@FIRST_OR_SECOND
async def test_an_answer_and_a_substitute(arena: Arena, order: int) -> None:
    first, second = await attacked(arena)
    refused = await at_once(arena, play(arena, second, "-"), arena.substitutes.replace(1, second, DAN, 99), order=order)
    match = await now(arena)
    assert match.person_of(second) == DAN.person_id
    assert [type(each) for each in refused] == ([] if order == 1 else [NotSeated])
    assert match.session.to_act == ({first} if order == 1 else {second})
    if order == -1:
        assert (await arena.matches.play(1, DAN.person_id, "-")).session.to_act == {first}


@FIRST_OR_SECOND
@pytest.mark.parametrize("seats", [2, 3])
async def test_an_answer_and_a_resignation_of_the_same_player(arena: Arena, seats: int, order: int) -> None:
    first, second = await attacked(arena, seats)
    refused = await at_once(
        arena, play(arena, second, "-"), arena.matches.forfeit(1, PEOPLE[second].person_id), order=order
    )
    match = await now(arena)
    assert match.over is (seats == 2)
    late = ["match-over" if match.over else "not-your-turn"]
    assert [each.code for each in refused] == (late if order == -1 else [])
    if not match.over:
        assert match.session.to_act == {first}


@FIRST_OR_SECOND
async def test_an_attack_and_an_answer_in_advance(arena: Arena, order: int) -> None:
    first, second = await attacked(arena)
    await play(arena, second, "-")
    await play(arena, first, "N")
    await play(arena, second, "P")
    refused = await at_once(
        arena,
        play(arena, first, f"A {second}"),
        arena.prepared.put(1, PEOPLE[second].person_id, "discard", "-"),
        order=order,
    )
    assert refused == []
    match = await now(arena)
    assert (match.session.entries[-1].text, set(match.session.to_act)) == ("-", {first})


@FIRST_OR_SECOND
async def test_a_choice_before_the_start_and_the_start(arena: Arena, order: int) -> None:
    """What all see the hash of is what the match begins with, or the choice came too late."""
    table = await arena.tables.open(GUILD, CHANNEL, ANN, "grove", "2", where="here")
    table = await arena.tables.join(table.id, BOB)
    before = await arena.loadouts.choose(table.id, ANN.person_id, "uvw")
    deeds: list[Coroutine[Any, Any, Any]] = [
        arena.loadouts.choose(table.id, ANN.person_id, "xxy"),
        arena.tables.start(table.id, BOB.person_id, (Place("board", CHANNEL),)),
    ]
    found = await asyncio.gather(*deeds[::order], return_exceptions=True)
    chosen, match = found[::order]
    assert isinstance(match, Match), match
    in_time = not isinstance(chosen, ArenaError)
    assert in_time or isinstance(chosen, TableClosed)
    shown = chosen.chosen if in_time else before.chosen  # type: ignore[union-attr]
    assert match.setup.loadouts[0] == ("xxy" if in_time else "uvw")
    await arena.matches.forfeit(match.id, BOB.person_id)
    (anns, _) = await arena.loadouts.opened(await arena.matches.get(match.id))
    assert [(1, hashlib.sha256(opened_line(anns).encode()).hexdigest())] == list(shown)
    assert anns.text == match.setup.loadouts[0]


# Choices that stay closed when all are in: their hashes stand at once, and all are opened when the match is over.


async def pick(arena: Arena, match: Match) -> dict[int, str]:
    """Have Ann and Bob pick their lowest cards; return the cards by seat."""
    found = {}
    for seat, person in ((1, ANN), (2, BOB)):
        found[seat] = str((await arena.matches.get(match.id)).session.state.packs[seat - 1][0])
        await arena.matches.play(match.id, person.person_id, found[seat])
    await arena.idle()
    return found


async def test_the_hashes_stand_and_nothing_is_opened(arena: Arena, poster: NotingPoster) -> None:
    match = await begin(arena, game="parlour")
    picked = await pick(arena, match)
    sealing = await sealing_of(arena, match.id, 1)
    assert (len(sealing.digests), sealing.opened, sealing.closed, sealing.deciding) == (2, (), 2, 0)
    assert await arena.commitments.opened(await arena.matches.get(match.id)) == []
    *_, hashes, board = poster.posts
    assert (hashes.kind, hashes.payload) == ("sealed", {"decision": 1})
    assert (board.kind, board.payload.get("opens")) == ("board", None)
    match = await arena.matches.get(match.id)
    assert match.session.last is not None
    shown = [str(each.shown(None, over=False)) for each in match.session.last.together]
    assert shown == ["picks a card"] * 2
    assert [each.text for each in match.session.last.together] == list(picked.values())


@pytest.mark.parametrize("how", ["resigned", "called off", "after a restart"])
async def test_all_are_opened_when_the_match_is_over(
    database: Address, clock: ManualClock, poster: NotingPoster, how: str
) -> None:
    arena = await open_arena(database, clock, poster)
    match = await begin(arena, game="parlour")
    first, second = await pick(arena, match), await pick(arena, match)
    stood = {decision: (await sealing_of(arena, match.id, decision)).digests for decision in (1, 2)}
    if how == "after a restart":
        await arena.close()
        arena = await open_arena(database, clock, poster)
    assert await arena.commitments.opened_at_the_end(await arena.matches.get(match.id)) == []
    if how == "called off":
        await arena.organiser.void(match.id, CLEO.person_id, say("A test."))
    else:
        await arena.matches.forfeit(match.id, ANN.person_id)
    await arena.idle()
    found = await arena.commitments.opened_at_the_end(await arena.matches.get(match.id))
    opened = {each.decision: {one.seat: one.text for one in each.opened} for each in found}
    assert opened == {1: first, 2: second}
    assert {each.decision: each.digests for each in found} == stood
    ended = next(post for post in poster.posts if post.kind == "ended")
    assert ended.payload.get("opens") is None
    where = {each.decision: each for each in await arena.commitments.proofs(await arena.matches.get(match.id))}
    assert where[1].opening == where[2].opening is not None
    await arena.close()


async def test_choices_that_all_may_read_are_opened_at_once(arena: Arena) -> None:
    match = await begin(arena, game="duel")
    await arena.matches.play(match.id, ANN.person_id, "go/end")
    for person in (ANN, BOB):
        await arena.matches.play(match.id, person.person_id, "2")
    sealing = await sealing_of(arena, match.id, 1)
    assert (len(sealing.opened), sealing.closed) == (2, 0)
    await arena.matches.forfeit(match.id, ANN.person_id)
    assert await arena.commitments.opened_at_the_end(await arena.matches.get(match.id)) == []


async def test_a_player_who_takes_over_a_seat_sees_what_it_picked(arena: Arena) -> None:
    match = await begin(arena, game="parlour")
    picked = await pick(arena, match)
    await arena.substitutes.replace(match.id, 1, CLEO, BOB.person_id)
    match = await arena.matches.get(match.id)
    assert f"S1 {picked[1]}\nS2 ??\n" in record_of(match, CLEO.person_id)
    assert "S1 ??\nS2 ??\n" in record_of(match, ANN.person_id)


# The stages of a turn that `bench.probe` counts: each change of a match is one of them, whichever way it is made.


async def test_what_is_changed_by_a_block_is_counted(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    match, meter = await begin(arena), probe.Meter()
    for owner, name, stage in probe.STAGES:
        if owner is Matches:
            method: Any = getattr(owner, name)
            monkeypatch.setattr(owner, name, method)  # put back at the end
            meter.wrap(owner, name, stage)
    meter.reset()
    async with arena.matches.changing(match.id) as (found, carry_out):
        await carry_out(events.forfeit(found, 1, ANN.person_id, arena.clock.now()))
    assert "the match and its writers" in meter.counted()


# Players of one name are told apart by the same numbers wherever their match is told of.


NAMESAKE = Person(77, "ann")
LOOKALIKE = Person(79, "Аnn")
"""Their first letter is Cyrillic."""


async def told(arena: Arena, match_id: int) -> set[tuple[str, ...]]:
    """Return what a match, and each kind of list, calls its players."""
    arena.matches.forget([match_id])
    match = await arena.matches.get(match_id)
    page = await arena.lists.in_guild(GUILD, BOB.person_id, [CHANNEL], 0, 10)
    (line,) = page.lines
    (title,) = await arena.lists.titles(GUILD, "")
    (summary,) = await arena.matches.in_guild(GUILD)
    return {match.names, tuple(seat.name for seat in line.match.seats), title.names, summary.names}


async def test_who_was_there_first_has_the_name_in_lists_too(arena: Arena) -> None:
    await call(arena, NAMESAKE, CLEO)
    match = await begin(arena, ANN, BOB)
    assert await told(arena, match.id) == {("Ann", "Bob")}
    await arena.substitutes.replace(match.id, 2, NAMESAKE, CLEO.person_id)
    assert await told(arena, match.id) == {("Ann", "ann2")}
    await arena.substitutes.replace(match.id, 1, CLEO, BOB.person_id)
    assert await told(arena, match.id) == {("Cleo", "ann2")}


async def test_names_that_look_the_same_are_told_apart(arena: Arena) -> None:
    await call(arena, LOOKALIKE, CLEO)
    match = await begin(arena, ANN, LOOKALIKE)
    assert await told(arena, match.id) == {("Ann", "Аnn2")}


# A match of one player against the game: nobody is asked, nobody is reminded, no clock runs.


async def alone(arena: Arena, terms: Terms | None = None, beast: str = "wolf") -> Match:
    table = await arena.tables.open(
        GUILD, CHANNEL, ANN, "grove", "solo", options=(("beast", beast),), where="here", terms=terms
    )
    return await arena.tables.start(table.id, ANN.person_id, (Place("board", CHANNEL),))


async def test_a_table_for_one_is_ready_at_once(arena: Arena) -> None:
    table = await arena.tables.open(GUILD, CHANNEL, ANN, "grove", "solo", where="here")
    assert arena.tables.ready(table)
    assert [seat.person_id for seat in table.seats] == [ANN.person_id]


async def test_no_clock_runs_and_only_what_counts_of_the_terms_is_kept(arena: Arena) -> None:
    match = await alone(arena, Terms(clock=ClockTerms(), undo="never", automatic=True, timeout="substitute"))
    assert match.terms == Terms(undo="free", automatic=True, vacation=False)
    assert match.clock is None


async def test_nobody_reminds_a_player_who_plays_alone(arena: Arena, clock: ManualClock, poster: NotingPoster) -> None:
    await alone(arena)
    other = await begin(arena, ANN, BOB, places=(Place("board", 201),))
    for _ in range(8):
        await clock.advance(timedelta(days=1).total_seconds())
        await arena.idle()
    reminded = [post.match_id for post in poster.posts if isinstance(load(post.kind, post.payload), ReminderPost)]
    assert set(reminded) == {other.id}


async def test_the_digest_tells_of_matches_in_which_others_wait(
    arena: Arena, clock: ManualClock, poster: NotingPoster
) -> None:
    await arena.settings.change_player(ANN.person_id, lambda _: PlayerSettings(digest_hour=8))
    await arena.digests.arrange(ANN.person_id)
    match = await alone(arena)
    await clock.advance(timedelta(days=1).total_seconds())
    await arena.idle()
    assert [post.kind for post in poster.posts if post.kind == "private"] == []
    assert (await arena.lists.of_person(ANN.person_id, 0, 10, waiting=True)).lines == ()
    assert [line.match.id for line in (await arena.lists.of_person(ANN.person_id, 0, 10)).lines] == [match.id]


async def test_nobody_is_told_of_a_vacation(arena: Arena, clock: ManualClock, poster: NotingPoster) -> None:
    match = await alone(arena)
    other = await begin(arena, ANN, BOB, places=(Place("board", 201),))
    day = clock.now().date() + timedelta(days=2)
    await arena.vacations.announce(ANN.person_id, day, day + timedelta(days=3))
    await clock.advance(1)
    await arena.idle()
    told = {post.match_id for post in poster.posts if post.kind == "notice"}
    assert told == {other.id} != {match.id}


async def test_matches_in_which_others_wait_come_before_those_played_alone(arena: Arena) -> None:
    first = await alone(arena)
    second = await begin(arena, ANN, BOB, places=(Place("board", 201),))
    listed = (await arena.lists.of_person(ANN.person_id, 0, 10)).lines
    assert [line.match.id for line in listed] == [second.id, first.id]


async def test_matches_of_servers_can_be_left_out(arena: Arena) -> None:
    first = await alone(arena)
    assert await arena.lists.servers_of(ANN.person_id) == {first.guild_id}
    assert await arena.lists.servers_of(BOB.person_id) == frozenset()
    assert (await arena.lists.of_person(ANN.person_id, 0, 10, outside={first.guild_id})).lines == ()
    assert len((await arena.lists.of_person(ANN.person_id, 0, 10, outside={first.guild_id + 1})).lines) == 1


async def test_turns_are_taken_back_at_once_up_to_the_last_barrier(arena: Arena) -> None:
    match = await conftest_play(arena, await alone(arena), "r", "1", "2")
    assert match.session.state.sums[0] > 3

    for expected in (2, 1):
        answer = await arena.requests.ask(match.id, ANN.person_id, TakeBack())
        assert answer.done
        assert answer.request is None
        assert len(answer.match.session.entries) == expected
    with refusal("undo-barrier"):
        await arena.requests.ask(match.id, ANN.person_id, TakeBack())


async def test_nothing_can_be_taken_back_before_the_first_turn(arena: Arena) -> None:
    match = await alone(arena)
    with refusal("nothing-to-take-back"):
        await arena.requests.ask(match.id, ANN.person_id, TakeBack())


@pytest.mark.parametrize("wanted", [Draw(), End(), Pause(7), Extension(1, 3600)], ids=lambda it: it.kind)
async def test_what_others_would_have_to_agree_to_is_refused(
    arena: Arena, wanted: Draw | End | Pause | Extension
) -> None:
    match = await alone(arena)
    with refusal("plays-alone"):
        await arena.requests.ask(match.id, ANN.person_id, wanted)
    assert await arena.requests.open_of(match.id) == []


async def test_there_is_no_pause_to_end_and_no_substitute_to_call(arena: Arena) -> None:
    match = await alone(arena)
    with refusal("not-paused"):
        await arena.requests.ask(match.id, ANN.person_id, Resume())
    with refusal("plays-alone"):
        await arena.substitutes.leave(match.id, ANN.person_id)


async def test_a_player_who_left_the_server_stops_nothing(arena: Arena) -> None:
    match = await alone(arena)
    assert (await arena.absences.miss(match.id, ANN.person_id)).paused is None


async def test_abandoning_is_a_defeat(arena: Arena) -> None:
    match = await arena.matches.forfeit((await alone(arena, beast="bear")).id, ANN.person_id)
    outcome = match.session.outcome
    assert match.over
    assert outcome is not None
    assert (outcome.ranks, outcome.winners, str(outcome.against)) == ((2,), (), "the Bear")
    assert match.session.last is not None
    assert [str(event.text()) for event in match.session.last.events] == ["Player 1 abandons the match."]


async def test_it_is_called_off_before_the_first_move_only(arena: Arena) -> None:
    match = await alone(arena)
    moved = await conftest_play(arena, match, "1")
    with pytest.raises(TooLateToAbort, match="/resign"):
        await arena.requests.abort(moved.id, ANN.person_id)
    await arena.matches.forfeit(moved.id, ANN.person_id)

    again = await arena.requests.abort((await alone(arena)).id, ANN.person_id)
    assert again.session.outcome is not None
    assert again.session.outcome.termination is Termination.VOID


@pytest.mark.parametrize(("ranks", "won"), [((1,), True), ((2,), False)])
async def test_an_organiser_decides_victory_or_defeat(arena: Arena, ranks: tuple[int, ...], won: bool) -> None:
    match = await alone(arena)
    after = await arena.organiser.adjudicate(match.id, BOB.person_id, ranks, say("It was late."))
    outcome = after.session.outcome
    assert outcome is not None
    assert bool(outcome.winners) is won
    assert not outcome.undecided


async def test_an_organiser_has_another_player_go_on(arena: Arena) -> None:
    match = await conftest_play(arena, await alone(arena), "1")
    after = await arena.substitutes.replace(match.id, 1, Person(9, "Nina"), BOB.person_id)
    assert after.names == ("Nina",)
    assert (await conftest_play(arena, after, "3")).session.state.sums == (4,)


async def test_a_whole_match_is_won_or_lost_and_read_again(arena: Arena) -> None:
    won = await conftest_play(arena, await alone(arena), "u", "v", "2")
    assert won.over
    assert won.session.outcome is not None
    assert won.session.outcome.winners == (1,)
    lost = await conftest_play(arena, await alone(arena), "1", "1", "1", "1", "1")
    assert lost.session.outcome is not None
    assert lost.session.outcome.winners == ()
    assert "uvw" in await arena.matches.record(lost.id, None)


async def test_what_was_read_before_a_turn_is_not_remembered_after_it_though_a_player_was_renamed_meanwhile(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin(arena)
    read, go_on, original = asyncio.Event(), asyncio.Event(), matches.load

    async def slow(connection: AsyncConnection, match_id: int) -> Any:
        found = await original(connection, match_id)
        read.set()
        await go_on.wait()
        return found

    async with arena.matches.changing(match.id) as (held, carry_out):
        arena.matches.renamed(ANN.person_id)
        with monkeypatch.context() as patch:
            patch.setattr(matches, "load", slow)
            looking = asyncio.ensure_future(arena.matches.get(match.id))
            await read.wait()
        await carry_out(events.forfeit(held, 2, BOB.person_id, arena.clock.now()))
    go_on.set()
    await looking
    assert (await arena.matches.get(match.id)).over
