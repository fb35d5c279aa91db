"""Time in which the bot was not there is given back, to everybody alike and once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from engine import registry
from engine.game import Json
from hosting import outages
from hosting.arena import Arena
from hosting.clock import ClockTerms, Quiet
from hosting.match.model import Match, Place
from hosting.match_terms import Terms
from hosting.metrics import REGISTRY
from hosting.outages import PULSE
from hosting.outbox import BoardPost, load
from store.check import check_database
from store.db.addresses import Address, InUseError
from store.db.files import backup
from tests.entropy import pinned
from tests.hosting import conftest
from tests.hosting.conftest import ANN, BOB, CLEO, DAN, GUILD, PEOPLE, ManualClock, NotingPoster, open_arena
from tests.hosting.killed_outage import WEEK_S, begin_many, dues, kill, nudged
from tests.hosting.timed import A_DAY, DAY, DAY_S, HOUR, HOUR_S, START, advance, begin, due, now
from tests.hosting.toygame import games


async def test_nobody_loses_on_time_while_the_bot_is_down(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    first = await open_arena(database, clock, poster)
    await begin_many(first, 30)
    await advance(first, clock, HOUR_S)
    half = await nudged(first)
    await first.close()
    await clock.advance(WEEK_S)
    second = await open_arena(database, clock, poster)
    await second.idle()
    week = timedelta(seconds=WEEK_S)
    assert await dues(second, 30) == [(START + DAY + week, START + DAY + week)] * 30
    assert half == START + DAY / 2
    assert await nudged(second) == START + DAY / 2 + week
    assert [post for post in poster.posts if post.kind == "nudge"] == []
    await advance(second, clock, DAY_S - HOUR_S - 1)
    assert not (await now(second)).over
    await advance(second, clock, 1)
    assert (await now(second)).over
    await second.close()


async def test_after_a_crash_the_time_is_counted_from_the_last_sign_of_life(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    first = await open_arena(database, clock, poster)
    await begin(first)
    await advance(first, clock, PULSE.total_seconds())
    await advance(first, clock, 20)  # nobody knows of these
    await kill(first)
    await clock.advance(HOUR_S)
    second = await open_arena(database, clock, poster)
    assert due(await now(second), 1) == START + DAY + HOUR + timedelta(seconds=20)
    await second.close()


async def test_a_store_that_is_lost_is_closed_without_a_sign_of_life(
    arena: Arena, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What holds is the last one before; the process ends as it would have."""
    await clock.advance(HOUR_S)

    async def refuse(*_arguments: object) -> None:
        raise InUseError("arena is in use by another process")

    monkeypatch.setattr("hosting.outages.outages.set_alive", refuse)
    await arena.close()
    (line,) = [record for record in caplog.records if record.name == "hosting.outages"]
    assert (line.levelname, line.exc_info) == ("WARNING", None)
    assert "arena is in use by another process" in line.getMessage()


async def test_two_outages_in_a_row_are_both_given_back(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    first = await open_arena(database, clock, poster)
    await begin(first)
    await first.close()
    counted = [REGISTRY.get_sample_value(name) or 0 for name in ("arena_outages_total", "arena_outage_seconds_total")]
    for _ in range(2):
        await clock.advance(20 * HOUR_S)
        arena = await open_arena(database, clock, poster)
        await arena.idle()
        await kill(arena)
    arena = await open_arena(database, clock, poster)
    assert await dues(arena, 1) == [(START + DAY + 40 * HOUR,) * 2]
    assert REGISTRY.get_sample_value("arena_outages_total") == counted[0] + 2
    assert REGISTRY.get_sample_value("arena_outage_seconds_total") == counted[1] + 40 * HOUR_S
    await arena.close()


@pytest.mark.parametrize("batches", [0, 1, 2])
async def test_a_process_that_dies_while_it_gives_back_gives_back_once(
    database: Address, clock: ManualClock, poster: NotingPoster, batches: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outages, "AT_ONCE", 2)
    first = await open_arena(database, clock, poster)
    await begin_many(first, 6)
    await first.close()
    await clock.advance(WEEK_S)
    with monkeypatch.context() as patch:
        patch.setattr(outages.Outages, "_move", _dies_after(batches, outages.Outages._move))
        dying = await Arena.open(database, clock, games=games, entropy=pinned(), sleep=clock.sleep)
        with pytest.raises(_KilledError):
            await dying.start()
        await kill(dying)
    await clock.advance(HOUR_S)
    second = await open_arena(database, clock, poster)
    await second.idle()
    later = START + DAY + timedelta(seconds=WEEK_S) + HOUR
    assert await dues(second, 6) == [(later, later)] * 6
    assert await nudged(second, 5) == later - DAY / 2
    await second.close()


async def test_crashes_in_a_row_give_nobody_more_than_they_cost(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    """A player who can make the bot crash has their clock stopped for less than a `PULSE` each time, and no further."""
    arena = await open_arena(database, clock, poster)
    await begin(arena)
    lived = timedelta()
    for _ in range(10):
        await advance(arena, clock, PULSE.total_seconds())
        await advance(arena, clock, PULSE.total_seconds() - 1)
        lived += 2 * PULSE - timedelta(seconds=1)
        await kill(arena)
        await clock.advance(60)
        arena = await open_arena(database, clock, poster)
    late = due(await now(arena), 1)
    assert late is not None
    assert DAY - lived < late - clock.now() < DAY - lived + 10 * PULSE
    await arena.close()


async def test_all_clocks_of_a_match_get_the_same_and_the_others_nothing(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    first = await open_arena(database, clock, poster)
    await begin(first)
    await advance(first, clock, HOUR_S)
    await first.matches.play(1, ANN.person_id, "1/1")
    waiting = (await now(first)).clock
    assert waiting is not None
    await first.close()
    await clock.advance(WEEK_S)
    second = await open_arena(database, clock, poster)
    clocked = (await now(second)).clock
    assert clocked is not None
    assert clocked.seat(1) == waiting.seat(1)
    assert clocked.seat(2).left_at(clock.now()) == waiting.seat(2).left
    await second.close()


async def test_quiet_hours_that_fell_into_an_outage_are_not_given_twice(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    """What is left stays, and only what rests after the end stops the clock besides."""
    first = await open_arena(database, clock, poster)
    await begin(first, clock=A_DAY, quiet=Quiet("UTC", 22 * 60, 6 * 60))
    await advance(first, clock, 12 * HOUR_S)  # six of them at night
    await first.close()
    await clock.advance(DAY_S)
    second = await open_arena(database, clock, poster)
    match = await now(second)
    assert match.clock is not None
    assert match.clock.seat(1).left_at(clock.now()) == 18 * HOUR
    # Ten hours until the night, and eight after it.
    assert due(match, 1) == clock.now() + (10 + 8 + 8) * HOUR
    await second.close()


async def test_a_restored_backup_goes_on_where_it_was(clock: ManualClock, tmp_path: Path) -> None:
    first = await open_arena(tmp_path / "arena.db", clock, None)
    await begin(first)
    await advance(first, clock, HOUR_S)
    backup(tmp_path / "arena.db", tmp_path / "backup.db")
    await advance(first, clock, 2 * DAY_S)
    assert (await now(first)).over
    await first.close()
    await clock.advance(WEEK_S)
    second = await open_arena(tmp_path / "backup.db", clock, None)
    match = await now(second)
    assert match.clock is not None
    assert match.clock.seat(1).left_at(clock.now()) == DAY - HOUR
    await second.close()


async def test_a_clock_that_is_set_while_the_bot_cannot_be_reached_is_given_back_once(
    arena: Arena, clock: ManualClock
) -> None:
    await begin(arena)
    await advance(arena, clock, HOUR_S)
    arena.outages.lost()
    arena.outages.lost()  # by both of Discord's events
    clock.jump(5 * HOUR_S)
    await advance(arena, clock, PULSE.total_seconds())
    await arena.outages.found()
    await arena.idle()
    assert await dues(arena, 1) == [(clock.now() + DAY - HOUR,) * 2]


async def test_a_secret_choice_stays_secret(database: Address, clock: ManualClock, poster: NotingPoster) -> None:
    first = await open_arena(database, clock, poster)
    await begin(first, game="duel")
    await first.matches.play(1, ANN.person_id, "go/end")
    await advance(first, clock, HOUR_S)
    match = await now(first)
    await first.matches.play(1, ANN.person_id, _choice(match))
    await first.close()
    await clock.advance(WEEK_S)
    second = await open_arena(database, clock, poster)
    shown = (await now(second)).clock
    assert shown is not None
    chosen, open_ = shown.shown.seat(1), shown.shown.seat(2)
    assert chosen.due == open_.due == START + DAY + timedelta(seconds=WEEK_S)
    await second.close()


async def test_the_message_that_shows_a_deadline_long_past_is_edited_once(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    first = await open_arena(database, clock, poster)
    await begin(first, CLEO, DAN, channel=1)
    await advance(first, clock, 20 * HOUR_S)
    await begin(first, ANN, BOB, channel=2)
    await first.idle()
    await first.close()
    poster.posts.clear()
    await clock.advance(5 * HOUR_S)
    second = await open_arena(database, clock, poster)
    await second.idle()
    assert [(post.channel_id, post.kind, post.payload.get("edit")) for post in poster.posts] == [(1, "board", True)]
    assert second.outages.of(GUILD).between(START, clock.now()) == 5 * HOUR
    await second.close()


class _KilledError(RuntimeError):
    pass


def _dies_after(batches: int, move: Callable[..., Awaitable[int]]) -> Callable[..., Awaitable[int]]:
    done = 0

    async def dies(*arguments: object) -> int:
        nonlocal done
        if done == batches:
            raise _KilledError
        done += 1
        return await move(*arguments)

    return dies


def _choice(match: Match) -> str:
    game, state = match.session.game, match.session.state
    return str(game.format(state, 1, game.legal(state, 1)[0]))


# Time in which Discord could not be reached is given back, like that in which the bot was down.


async def test_nobody_loses_while_the_bot_cannot_be_reached(arena: Arena, clock: ManualClock) -> None:
    await begin(arena)
    await advance(arena, clock, 23 * HOUR_S)
    arena.outages.lost()
    await advance(arena, clock, 3 * HOUR_S)
    assert not (await now(arena)).over
    await arena.outages.found()
    await arena.idle()
    assert await dues(arena, 1) == [(START + DAY + 3 * HOUR,) * 2]
    await advance(arena, clock, HOUR_S - 1)
    assert not (await now(arena)).over
    await advance(arena, clock, 1)
    assert (await now(arena)).over


async def test_who_is_found_without_having_been_lost_is_given_nothing(arena: Arena, clock: ManualClock) -> None:
    await begin(arena)
    await advance(arena, clock, HOUR_S)
    before = await dues(arena, 1)
    await arena.outages.found()
    assert await dues(arena, 1) == before
    assert arena.outages.last == 0


async def test_a_turn_that_arrives_before_the_bot_is_found_again_costs_nothing(
    arena: Arena, clock: ManualClock
) -> None:
    """Discord sends what was missed before it says that the connection is back."""
    await begin(arena)
    await advance(arena, clock, HOUR_S)
    arena.outages.lost()
    await advance(arena, clock, 10 * HOUR_S)
    match = await arena.matches.play(1, ANN.person_id, "1/1")
    assert match.clock is not None
    assert match.clock.seat(1).spare == 23 * HOUR
    await advance(arena, clock, HOUR_S)
    await arena.outages.found()
    assert due(await now(arena), 2) == clock.now() + DAY


async def test_a_crash_while_the_bot_cannot_be_reached_gives_back_both(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    first = await open_arena(database, clock, poster)
    await begin(first)
    await advance(first, clock, PULSE.total_seconds())
    first.outages.lost()
    await advance(first, clock, HOUR_S)
    await kill(first)
    await clock.advance(HOUR_S)
    second = await open_arena(database, clock, poster)
    assert due(await now(second), 1) == START + DAY + 2 * HOUR
    await second.close()


async def test_lost_again_while_its_time_is_given_back(arena: Arena, clock: ManualClock) -> None:
    await begin(arena)
    arena.outages.lost()
    await advance(arena, clock, HOUR_S)
    finding = asyncio.ensure_future(arena.outages.found())
    await asyncio.sleep(0)
    arena.outages.lost()
    await finding
    await advance(arena, clock, 2 * DAY_S)
    assert not (await now(arena)).over
    await arena.outages.found()
    assert await dues(arena, 1) == [(START + DAY + HOUR + 2 * DAY,) * 2]


async def test_brief_absences_cost_nobody_a_match_and_are_counted_later(arena: Arena, clock: ManualClock) -> None:
    await begin(arena)
    moment = timedelta(seconds=20)
    for _ in range(3):
        arena.outages.lost()
        await advance(arena, clock, 20)
        await arena.outages.found()
    assert await dues(arena, 1) == [(START + DAY + 3 * moment, START + DAY)]  # nobody was in a hurry to move that one
    await advance(arena, clock, DAY_S - 61)
    arena.outages.lost()
    await advance(arena, clock, 20)
    await arena.outages.found()
    await arena.idle()
    assert not (await now(arena)).over
    assert await dues(arena, 1) == [(START + DAY + 4 * moment,) * 2]


async def test_how_long_ago_the_last_outages_were_is_not_kept_for_ever(database: Address, clock: ManualClock) -> None:
    arena = await open_arena(database, clock, None)
    await begin(arena)
    for _ in range(120):
        arena.outages.lost()
        await advance(arena, clock, 5)
        await arena.outages.found()
    assert due(await now(arena), 1) == START + DAY + timedelta(seconds=600)
    await arena.close()
    arena = await open_arena(database, clock, None)
    assert due(await now(arena), 1) == START + DAY + timedelta(seconds=600)
    await arena.close()


# After an absence the message that says how much time is left is edited, and nothing is posted: in every game.


DUE, NEAR, FAR = 2 * HOUR, 4.5 * HOUR, 24 * HOUR
"""Deadlines that pass in the absence, from one hour to four; that come within an hour after it; and later."""


@pytest.mark.parametrize("left", [DUE, NEAR, FAR], ids=["due", "near", "far"])
async def test_the_message_that_calls_is_edited_where_the_deadline_is_near_and_nothing_else_is_posted(
    database: Address, clock: ManualClock, poster: NotingPoster, left: timedelta
) -> None:
    first = await open_arena(database, clock, poster, games=registry.get)
    numbers = count(1000)
    expected = set[int]()
    for game, mode in [(each, mode) for each in registry.games() for mode in each.info.modes]:
        roles = ("board", "team:0", "team:1") if mode.silent else ("board",)
        places = tuple(Place(role, next(numbers)) for role in roles)
        terms = Terms(clock=ClockTerms("turn", per_turn=left))
        players = PEOPLE[: mode.seats]
        match = await conftest.begin(first, *players, game=game.info.key, mode=mode.key, places=places, terms=terms)
        assert (match.clock is None) is mode.alone
        if mode.alone:
            continue
        expected |= {each.channel_id for each in places}
    await advance(first, clock, HOUR_S)
    await first.close()
    poster.posts.clear()
    await clock.advance(3 * HOUR_S)
    second = await open_arena(database, clock, poster, games=registry.get)
    await second.idle()
    found = [(post, load(post.kind, post.payload)) for post in poster.posts if post.kind != "private"]
    boards = [(post, content) for post, content in found if isinstance(content, BoardPost)]
    assert all(content.edit for _, content in boards)
    edited = [post.channel_id for post, _ in boards]
    assert sorted(edited) == ([] if left == FAR else sorted(expected))
    assert len(found) == len(boards), "nothing else is posted"
    await second.close()


# Each shard is a connection of its own: where one is lost, only its servers get time back.


async def begin_in_each(arena: Arena, count: int) -> None:
    """Begin a match in each of some servers, which Discord deals to the shards in turn."""
    for number in range(count):
        await begin(arena, channel=1000 + number, guild_id=number << 22)


async def given(arena: Arena, count: int) -> list[timedelta]:
    """Return by how much the time of those who are to move is up later, in each match and in its appointment."""
    found = await dues(arena, count)
    assert all(at == appointed for at, appointed in found), found
    return [each - START - DAY for each, _ in found if isinstance(each, datetime)]


async def test_a_shard_that_is_lost_stops_the_clocks_of_its_servers_alone(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    arena = await open_arena(database, clock, poster, shards=2)
    await begin_in_each(arena, 3)
    await advance(arena, clock, 23 * HOUR_S)
    arena.outages.lost(1)
    await advance(arena, clock, 2 * HOUR_S)
    assert [(await arena.matches.get(number)).over for number in (1, 2, 3)] == [True, False, True]
    assert arena.outages.away == {1}
    await arena.outages.found(1)
    await arena.idle()
    assert due(await arena.matches.get(2), 1) == clock.now() + HOUR
    assert arena.outages.of(1 << 22).absence(START, clock.now()) == 2 * HOUR
    assert not arena.outages.of(2 << 22).absence(START, clock.now())
    await advance(arena, clock, HOUR_S - 1)
    assert not (await arena.matches.get(2)).over
    await advance(arena, clock, 1)
    assert (await arena.matches.get(2)).over
    await arena.close()


@pytest.mark.parametrize("shards", [1, 2, 3])
async def test_a_crash_while_a_shard_is_away_gives_it_both_whatever_the_next_start_has(
    database: Address, clock: ManualClock, poster: NotingPoster, shards: int
) -> None:
    """The servers are dealt anew then; each gets back what its shard at that time lost, and once."""
    first = await open_arena(database, clock, poster, shards=2)
    await begin_in_each(first, 6)
    await advance(first, clock, PULSE.total_seconds())
    first.outages.lost(1)
    await advance(first, clock, 2 * HOUR_S)
    await kill(first)
    await clock.advance(HOUR_S)
    for _ in range(2):
        arena = await open_arena(database, clock, poster, shards=shards)
        await arena.idle()
        assert await given(arena, 6) == [HOUR, 3 * HOUR] * 3
        await arena.close()


async def test_shards_that_are_away_together_are_one_outage(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    first = await open_arena(database, clock, poster, shards=4)
    await begin_in_each(first, 4)
    await first.close()
    await clock.advance(HOUR_S)
    second = await open_arena(database, clock, poster, shards=3)
    assert await given(second, 4) == [HOUR] * 4
    assert second.outages.last == 1
    await second.close()


async def test_a_clock_that_is_set_while_a_shard_is_away(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    """Everybody's deadlines move with it; only who was away gets time besides."""
    arena = await open_arena(database, clock, poster, shards=2)
    await begin_in_each(arena, 2)
    arena.outages.lost(1)
    await advance(arena, clock, HOUR_S)
    clock.jump(5 * HOUR_S)
    await advance(arena, clock, PULSE.total_seconds())
    await arena.outages.found(1)
    await arena.idle()
    assert await given(arena, 2) == [5 * HOUR, 6 * HOUR + PULSE]
    ever = START - DAY, clock.now() + DAY
    assert arena.outages.of(1 << 22).absence(*ever) == HOUR + PULSE
    assert not arena.outages.of(0).absence(*ever)
    await arena.close()


async def test_brief_absences_of_one_shard_are_remembered_while_another_has_many(
    database: Address, clock: ManualClock
) -> None:
    arena = await open_arena(database, clock, None, shards=2)
    await begin_in_each(arena, 2)
    for shard, times in ((1, 1), (0, 120), (1, 1)):
        for _ in range(times):
            arena.outages.lost(shard)
            await advance(arena, clock, 5)
            await arena.outages.found(shard)
    await arena.close()
    arena = await open_arena(database, clock, None, shards=2)
    matches = [await arena.matches.get(number) for number in (1, 2)]
    assert [due(each, 1) for each in matches] == [START + DAY + timedelta(seconds=lost) for lost in (600, 10)]
    await arena.close()


# Clocks of players go on as they were though the machine's clock is set.


@pytest.mark.parametrize("seconds", [HOUR_S, 2 * DAY_S, 4 * 365 * DAY_S, -HOUR_S, -30 * DAY_S])
async def test_setting_the_wall_clock_changes_nobodys_time(arena: Arena, clock: ManualClock, seconds: float) -> None:
    await begin(arena)
    await advance(arena, clock, HOUR_S)
    clock.jump(seconds)
    await advance(arena, clock, 1)
    assert not (await now(arena)).over
    await advance(arena, clock, PULSE.total_seconds())
    there = await dues(arena, 1)
    assert there == [(START + DAY + timedelta(seconds=seconds),) * 2]
    await advance(arena, clock, 23 * HOUR_S - PULSE.total_seconds() - 2)
    assert not (await now(arena)).over
    await advance(arena, clock, 1)
    assert (await now(arena)).over


async def test_a_turn_between_the_jump_and_the_look_costs_nothing(arena: Arena, clock: ManualClock) -> None:
    await begin(arena)
    clock.jump(20 * HOUR_S)
    match = await arena.matches.play(1, ANN.person_id, "1/1")
    assert match.clock is not None
    assert match.clock.seat(1).spare == DAY
    await advance(arena, clock, PULSE.total_seconds())
    assert due(await now(arena), 2) == START + DAY + 20 * HOUR


async def test_a_clock_set_forward_and_back_while_the_bot_is_down(
    database: Address, clock: ManualClock, poster: NotingPoster
) -> None:
    arena = await open_arena(database, clock, poster)
    await begin(arena)
    years = 4 * 365 * DAY_S
    for seconds in (years, -years):
        await arena.close()
        clock.jump(seconds)
        arena = await open_arena(database, clock, poster)
        await arena.idle()
        assert await dues(arena, 1) == [(clock.now() + DAY,) * 2]
    await arena.close()


async def test_a_sleeper_is_woken_though_the_wall_clock_was_put_back(arena: Arena, clock: ManualClock) -> None:
    kept: list[str] = []

    async def keep(key: str, _payload: Json) -> None:
        kept.append(key)

    arena.schedule.handle("visit", keep)
    await arena.schedule.set("visit", "x", clock.now() + HOUR)
    clock.jump(-DAY_S)
    await advance(arena, clock, HOUR_S / 2)
    assert kept == []
    await arena.schedule.set("visit", "y", clock.now() + HOUR / 2)
    await advance(arena, clock, HOUR_S / 2)
    assert kept == ["y"]  # the other one is for a time of day, which is a day off


@pytest.mark.parametrize("seconds", [4 * DAY_S, HOUR_S, -HOUR_S, -30 * DAY_S])
@pytest.mark.parametrize("looks", [0, 1, 3])
async def test_the_absence_is_as_long_as_it_was_whatever_the_wall_clock_did(
    database: Address, clock: ManualClock, poster: NotingPoster, seconds: float, looks: int
) -> None:
    """The clock is set while the bot is away, and that is noticed meanwhile, several times, or when it is back."""
    arena = await open_arena(database, clock, poster)
    await begin(arena)
    arena.outages.lost()
    await advance(arena, clock, 2 * HOUR_S)
    for _ in range(looks):
        clock.jump(seconds / (looks + 1))
        await advance(arena, clock, PULSE.total_seconds())
    clock.jump(seconds - looks * (seconds / (looks + 1)))
    true = 2 * HOUR + looks * PULSE
    await arena.outages.found()
    ever = START - 365 * DAY, clock.now() + 365 * DAY
    assert abs(arena.outages.of(GUILD).absence(*ever) - true) < timedelta(seconds=1)
    await arena.close()
    arena = await open_arena(database, clock, poster)  # what was noted is read again
    assert abs(arena.outages.of(GUILD).absence(*ever) - true) < timedelta(seconds=1)
    await arena.close()


@pytest.mark.parametrize("seconds", [-HOUR_S, HOUR_S])
async def test_a_database_of_a_clock_that_was_set_is_whole(
    database: Address, clock: ManualClock, poster: NotingPoster, seconds: float
) -> None:
    arena = await open_arena(database, clock, poster)
    await begin(arena)
    clock.jump(seconds)
    for _ in range(3):
        await arena.matches.play(1, ANN.person_id if (await now(arena)).to_act == (1,) else BOB.person_id, "1/1")
        await arena.idle()
        await advance(arena, clock, PULSE.total_seconds())
    async with arena.db.write() as connection:
        await connection.exec_driver_sql("UPDATE outbox SET done_at = '2000-01-01'")
    await arena.close()
    assert (await check_database(database, games)).problems == ()
