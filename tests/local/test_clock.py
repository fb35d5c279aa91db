"""The virtual clock follows the real one."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from local.site import LONGEST_STEP, catch_up, follow
from local.world import simulated
from tests.local.sample import SampleBot

NOW = datetime(2026, 8, 1, 12, tzinfo=UTC)
ALMOST = timedelta(seconds=1)


async def test_what_became_due_happens_on_the_way() -> None:
    async with simulated(SampleBot, now=NOW) as world:
        await world.players["Ann"].slash(world.channel, "remind", seconds=600)
        start = world.env.now()
        assert await catch_up(world.env, start + timedelta(seconds=599)) == timedelta()
        assert [message.content for message in world.channel.history()] == ["I will."]
        assert await catch_up(world.env, start + timedelta(seconds=601)) == timedelta()
        assert [message.content for message in world.channel.history()] == ["I will.", "It is time."]
        assert abs(world.env.now() - start - timedelta(seconds=601)) < ALMOST


async def test_a_long_gap_is_caught_up_in_steps() -> None:
    async with simulated(SampleBot, now=NOW) as world:
        start = world.env.now()
        target = start + 2.5 * LONGEST_STEP
        assert abs(await catch_up(world.env, target) - 1.5 * LONGEST_STEP) < ALMOST
        assert abs(await catch_up(world.env, target) - 0.5 * LONGEST_STEP) < ALMOST
        assert await catch_up(world.env, target) == timedelta()
        assert abs(world.env.now() - target) < ALMOST


async def test_a_clock_that_is_ahead_waits() -> None:
    async with simulated(SampleBot, now=NOW) as world:
        start = world.env.now()
        assert await catch_up(world.env, start - timedelta(days=1)) == timedelta()
        assert world.env.now() == start


async def test_a_bot_that_does_not_come_to_rest_is_reported(caplog: pytest.LogCaptureFixture) -> None:
    async with simulated(SampleBot, now=NOW) as world:
        await world.players["Ann"].slash(world.channel, "stall", seconds=60)
        world.env.settle_timeout = 0.05
        assert await catch_up(world.env, world.env.now() + timedelta(seconds=61)) == timedelta()
    assert [message.split(":")[0] for message in caplog.messages] == ["The bot did not come to rest while time passed"]


async def test_it_follows_until_cancelled_and_waits_for_its_turn() -> None:
    async with simulated(SampleBot, now=NOW) as world:
        turn = asyncio.Lock()
        present = world.env.now()
        looks = 0
        looked = asyncio.Event()

        def now() -> datetime:
            nonlocal present
            present += timedelta(minutes=1)
            return present

        async def moved() -> None:
            nonlocal looks
            assert turn.locked()
            looks += 1
            if looks == 3:
                looked.set()

        async with turn:
            clock = asyncio.create_task(follow(world.env, turn, moved=moved, now=now, tick_s=0.0))
            for _ in range(20):
                await asyncio.sleep(0)
            assert looks == 0
        await looked.wait()
        clock.cancel()
        with pytest.raises(asyncio.CancelledError):
            await clock
        assert world.env.now() > NOW + timedelta(minutes=2)
