"""What players do in a match: authority, order of work, idempotence, and what a restart finds."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.errors import ArenaError, IllegalMoveError, TurnError
from engine.text import dump_text, say
from hosting.arena import Arena
from hosting.match import events, service, turns
from hosting.match.codec import load_parked, load_paused
from hosting.match.events import Change
from hosting.match.model import Match, MatchOver, MatchParked, NoSuchMatch, NotSeated, NotYourTurn, Place, StaleBoard
from hosting.match.pipeline import Followers, Listener, ListenerOrder
from store.database import Database
from store.db.addresses import Address
from store.tables import matches
from tests.hosting.conftest import ANN, BOB, CHANNEL, CLEO, DAN, GUILD, ManualClock, NotingPoster, begin, open_arena


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
    shown = [(CHANNEL, kind, seq) for seq in range(3) for kind in ("board", "status")]
    assert [post for post in poster.shown if post[1] == "board"] == shown[::2]
    assert poster.shown[-1] == (CHANNEL, "ended", 3)


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


async def test_who_may_play(arena: Arena) -> None:
    match = await begin(arena)
    with pytest.raises(NotYourTurn):
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
    assert [type(result) for result in results] == [Match, NotYourTurn]


async def test_previews_and_completions_write_nothing(arena: Arena) -> None:
    match = await begin(arena)
    turn = turns.preview(match, ANN.person_id, "2")
    assert (turn.text, turn.over, turn.state.sums) == ("2", False, (2, 0))
    assert turns.complete(match, ANN.person_id, "2/") == ["2/1", "2/2", "2/3"]
    with pytest.raises(NotYourTurn):
        turns.preview(match, BOB.person_id, "2")
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
    assert poster.shown[-2:] == [(CHANNEL, "board", 2), (CHANNEL, "status", 2)]


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
    monkeypatch.setattr(Database, "open", Database.connect)
    other = await open_arena(database, clock, None)
    await other.matches.play(match.id, ANN.person_id, "3/3")
    with pytest.raises(StaleBoard) as caught:
        await arena.matches.play(match.id, ANN.person_id, "1/1")
    assert caught.value.match.session.state.sums == (6, 0)
    assert (await arena.matches.play(match.id, BOB.person_id, "1/1")).seq == 2
    await other.close()


async def test_matches_forgotten_in_memory_are_played_again(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena.matches._kept, "_most", 2)
    begun = [await begin(arena, places=(Place("board", 400 + number),)) for number in range(4)]
    for match in begun:
        await arena.matches.play(match.id, ANN.person_id, "1/1")
    assert len(arena.matches._kept) == 2
    for match in begun:
        assert (await arena.matches.play(match.id, BOB.person_id, "2/2")).session.state.sums == (2, 4)


async def test_errors_know_who_plays(arena: Arena) -> None:
    match = await begin(arena)
    with pytest.raises(NotYourTurn) as early:
        await arena.matches.play(match.id, BOB.person_id, "1")
    with pytest.raises(TurnError) as typed:
        await arena.matches.play(match.id, ANN.person_id, "9")
    with pytest.raises(TurnError) as previewed:
        turns.preview(match, ANN.person_id, "9")
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
    assert "match 1 does not stop to follow itself" in caplog.text


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
    assert "what follows event 2 of match 1 could not be written" in caplog.text


def test_what_is_stored_of_no_interruption_is_refused() -> None:
    for load in (load_parked, load_paused):
        assert load(None) is None
        with pytest.raises(ValueError, match=r"not a reason: \{'code': 1\}"):
            load({"code": 1})
