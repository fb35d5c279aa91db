"""Clocks of players go on as they were though the machine's clock is set."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.game import Json
from hosting.arena import Arena
from hosting.outages import PULSE
from store.check import check_database
from store.db.addresses import Address
from tests.hosting.conftest import ANN, BOB, ManualClock, NotingPoster, open_arena
from tests.hosting.timed import DAY, DAY_S, HOUR, HOUR_S, START, advance, begin, due, now
from tests.hosting.toygame import games
from tests.hosting.uptime.killed import dues


@pytest.mark.parametrize("seconds", [HOUR_S, 2 * DAY_S, 4 * 365 * DAY_S, -HOUR_S, -30 * DAY_S])
async def test_whoever_sets_the_wall_clock_changes_nobodys_time(
    arena: Arena, clock: ManualClock, seconds: float
) -> None:
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
    assert abs(arena.outages.absence(*ever) - true) < timedelta(seconds=1)
    await arena.close()
    arena = await open_arena(database, clock, poster)  # what was noted is read again
    assert abs(arena.outages.absence(*ever) - true) < timedelta(seconds=1)
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
