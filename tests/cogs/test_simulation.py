"""The simulated server itself."""

from __future__ import annotations

import asyncio

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
