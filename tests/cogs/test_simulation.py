"""The simulated server itself."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from tests.cogs.conftest import World


async def test_time_passes_only_where_it_is_advanced(world: World) -> None:
    rung: list[str] = []

    async def set_timer() -> None:
        asyncio.get_running_loop().call_later(0.001, rung.append, "timer")

    before = world.env.now()
    await world.as_bot(set_timer())
    await world.settle()
    assert (rung, world.env.now()) == ([], before), "a slow machine would be a thousandth of a second late for it"
    await world.env.advance_time(1)
    assert rung == ["timer"]


async def test_the_bot_is_at_rest_when_all_of_it_sleeps_or_waits_for_sleepers(world: World) -> None:
    done: list[str] = []

    async def work(delay: float) -> None:
        await asyncio.to_thread(done.append, "began")
        await asyncio.gather(asyncio.sleep(delay), asyncio.sleep(delay / 2))
        done.append("woke")

    async def begin() -> None:
        done.extend("started" for _ in [asyncio.ensure_future(work(delay)) for delay in (60, 120)])

    await world.as_bot(begin())
    assert done == ["started", "started", "began", "began"]
    await world.env.advance_time(60)
    assert done[4:] == ["woke"]
    await world.env.advance_time(60)
    assert done[4:] == ["woke", "woke"]


async def test_a_match_begun_at_once_is_one_from_the_lobby(world: World) -> None:
    walked = await world.begin(where="here")
    await world.bot.arena.matches.forfeit(walked.id, world.person("ann"))
    begun = await world.begin()
    assert begun.session.setup == walked.session.setup
    # Their seeds and tables differ.
    assert replace(begun, id=walked.id, origin=walked.origin, session=walked.session) == walked
