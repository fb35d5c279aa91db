"""Clocks of players go on as they were though the machine's clock is set."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.game import Json
from hosting.arena import Arena
from hosting.uptime.outages import PULSE
from store.addresses import Address
from tests.hosting.conftest import ANN, ManualClock, NotingPoster, open_arena
from tests.hosting.timed import DAY, DAY_S, HOUR, HOUR_S, START, advance, begin, due, now
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
