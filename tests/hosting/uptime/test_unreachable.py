"""Time in which Discord could not be reached is given back, like that in which the bot was down."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from hosting.arena import Arena
from hosting.outages import PULSE
from store.db.addresses import Address
from tests.hosting.conftest import ANN, ManualClock, NotingPoster, open_arena
from tests.hosting.timed import DAY, DAY_S, HOUR, HOUR_S, START, advance, begin, due, now
from tests.hosting.uptime.killed import dues, kill


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
