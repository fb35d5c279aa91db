"""Injected faults: errors, limits, delays, cut connections."""

import asyncio

import aiohttp
import discord
import pytest

from tests.wire.double.sample import refused, stage

MESSAGES = "/channels/{channel_id}/messages"


async def test_429_is_retried() -> None:
    async with stage() as s:
        fault = s.double.inject("POST", MESSAGES, status=429, retry_after=0.05)
        await s.place().send("after the wait")
        assert fault.hits == 1
        assert [c.status for c in s.double.requests if c.route == MESSAGES] == [429, 200]


async def test_a_shared_limit_does_not_count_toward_a_ban() -> None:
    async with stage() as s:
        s.double.inject("POST", MESSAGES, status=429, retry_after=0.3, scope="shared")
        url = s.double.environment["DISCORD_API_BASE"] + f"/channels/{s.lobby.id}/messages"
        async with aiohttp.ClientSession() as session, session.post(url, json={"content": "x"}) as answer:
            message = "The resource is being rate limited."
            assert await answer.json() == {"message": message, "retry_after": 0.3, "global": False}
            assert (answer.headers["Retry-After"], answer.headers["X-RateLimit-Scope"]) == ("1", "shared")
        assert s.double.report()["refused"] == 0


async def test_errors_by_pattern() -> None:
    async with stage() as s:
        s.double.inject("*", "/channels/*/messages", status=403, code=50013, message="Missing Permissions")
        with refused(50013):
            await s.place().send("x")
        s.double.inject("POST", "/channels/*/messages", status=502)
        assert (await s.place().send("after a 502")).id  # discord.py waits 1 s and retries
        never = s.double.inject("POST", "/channels/*/messages", status=500, chance=0.0, times=None)
        await s.place().send("lucky")
        assert never.hits == 0


@pytest.mark.parametrize(("drop", "arrived"), [("request", 0), ("response", 1)])
async def test_cut_connections(drop: str, arrived: int) -> None:
    async with stage() as s:
        s.double.inject("POST", "/channels/*/messages", drop="request" if drop == "request" else "response")
        with pytest.raises((aiohttp.ClientError, OSError)):
            await s.place().send("cut")
        assert len(s.lobby.messages) == arrived
        assert [c.status for c in s.double.requests if c.route == MESSAGES] == [-1]


async def test_a_request_that_is_held_holds_up_nobody_else() -> None:
    async with stage() as s:
        slow = s.double.inject("POST", "/interactions/*", hold=True)
        first = asyncio.create_task(s.ann.slash(s.lobby, "ping"))
        await s.double.until(lambda: slow.hits)
        assert (await s.bob.slash(s.lobby, "ping")).content == "pong"
        assert not first.done()
        slow.release()
        assert (await first).content == "pong"


async def test_some_are_let_through_first() -> None:
    async with stage() as s:
        fault = s.double.inject("POST", MESSAGES, status=403, code=50013, skip=2)
        for text in ("first", "second"):
            await s.place().send(text)
        with refused(50013):
            await s.place().send("third")
        assert (fault.hits, (await s.place().send("fourth")).content) == (1, "fourth")


async def test_latency_of_every_answer() -> None:
    async with stage() as s:
        s.double.latency = 0.01
        fault = s.double.inject("GET", "/users/{user_id}", times=None)
        for _ in range(3):
            assert isinstance(await s.bot.fetch_user(s.ann.id), discord.User)
        fault.times = 0
        await s.bot.fetch_user(s.ann.id)
        assert fault.hits == 3
