"""Requests wait for their turn, answers never do."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import aiohttp
import pytest

import bot
from cogs.core.bot import PER_SECOND, GlobalLimit
from cogs.core.errors import Skew
from settings import Settings
from tests.wire.double.sample import Bot, stage


class Time:
    """A time that does not pass, and for how long others would have slept in it."""

    def __init__(self) -> None:
        self.at = 100.0
        self.slept: list[float] = []

    def now(self) -> float:
        return self.at

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


async def times(limit: GlobalLimit, time: Time, count: int) -> list[float]:
    """Ask for turns at one moment; return when each may go out."""
    found = []
    for _ in range(count):
        before = len(time.slept)
        await limit.turn()
        found.append(time.at + sum(time.slept[before:]))
    return found


async def test_no_second_has_more_than_may_go_out() -> None:
    time = Time()
    limit = GlobalLimit(3, time.now, time.sleep)
    assert await times(limit, time, 7) == [100, 100, 100, 101, 101, 101, 102]
    time.at = 101.5  # the last one has still to go out, and the three before it went out half a second ago
    assert await times(limit, time, 3) == [102, 102, 103]
    time.at = 110.0
    assert await times(limit, time, 3) == [110, 110, 110]


async def test_whoever_came_first_goes_first_and_one_that_gave_up_holds_up_nobody() -> None:
    limit = GlobalLimit(1, lambda: 0.0, lambda seconds: asyncio.sleep(seconds / 100))
    gone: list[int] = []

    async def go(number: int) -> None:
        await limit.turn()
        gone.append(number)

    tasks = [asyncio.create_task(go(number)) for number in range(4)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert gone == [0, 2, 3]


async def test_requests_of_a_bot_wait_and_answers_to_interactions_do_not() -> None:
    time = Time()
    limit = GlobalLimit(2, time.now, time.sleep)
    async with stage(bot=Bot(http_trace=limit.trace())) as s:
        time.slept.clear()
        time.at += 100
        for _ in range(2):
            await s.place().send("posted")
        shown = await s.ann.slash(s.lobby, "board")  # answered, followed up by two messages, and edited
        await shown.until(lambda reply: len(reply.messages) == 2 and reply.content == "edited")
        assert time.slept == []
        await s.place().send("posted")
        assert time.slept == [1.0]


async def test_the_bot_keeps_below_the_limit_of_discord() -> None:
    made = bot.make_bot(Settings())
    assert made.http.http_trace is not None
    assert 0 < PER_SECOND <= 45  # as CHANGELOG.md says


@pytest.mark.parametrize("ahead", [-3600, 0, 3600])
async def test_how_far_the_clock_is_from_that_of_discord_is_taken_from_its_answers(ahead: int) -> None:
    there = datetime.now(UTC)
    skew = Skew(SimpleNamespace(now=lambda: datetime.now(UTC) + timedelta(seconds=ahead)))
    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(skew.hear)
    async with stage(bot=Bot(http_trace=trace)) as s:
        await s.place().send("posted")
    taken = datetime.now(UTC) - there
    assert timedelta() <= skew.ahead - timedelta(seconds=ahead) <= timedelta(seconds=1) + taken
