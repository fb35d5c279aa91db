"""The gateway: sessions that resume, close codes, shards, heartbeats."""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any
from unittest.mock import AsyncMock

import aiohttp
import pytest
from aiohttp import web

from tests.wire.double import DISCORD_LIMITS, ApiError, Double, Limit
from tests.wire.double.gateway import Gateway
from tests.wire.double.router import CHANNEL, MESSAGES, Call, RateLimiter
from tests.wire.double.sample import Bot, refused, stage

RIGHT = "right"
IDENTIFY = {"op": 2, "d": {"token": RIGHT, "intents": 1}}


@asynccontextmanager
async def socket(double: Double) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """Open a bare socket and read the greeting."""
    async with aiohttp.ClientSession() as session, session.ws_connect(double.gateway_url) as ws:
        assert (await ws.receive_json())["op"] == 10
        yield ws


async def answer(ws: aiohttp.ClientWebSocketResponse, *frames: object) -> Any:
    """Send frames; return the next frame that is not an event, or the code that the socket closed with."""
    for frame in frames:
        await ws.send_str(frame if isinstance(frame, str) else json.dumps(frame))
    while True:
        reply = await ws.receive(timeout=60)
        if reply.type is aiohttp.WSMsgType.CLOSE:
            return reply.data
        read = json.loads(reply.data)
        if read["op"] != 0:
            return read


async def test_login_and_restore() -> None:
    from discord.http import Route

    before = Route.BASE
    async with stage() as s:
        assert s.bot.user
        assert s.bot.user.id == s.double.bot.id
        assert {c.name for c in s.bot.guilds[0].text_channels} == {"lobby", "hidden"}
        assert Route.BASE.startswith("http://127.0.0.1")
    assert before == Route.BASE


@pytest.mark.parametrize(
    "disturb",
    [lambda g: g.disconnect(code=4000), lambda g: g.disconnect(code=1001), Gateway.drop, Gateway.reconnect],
    ids=["4000", "1001", "drop", "op 7"],
)
async def test_resume_replays_what_was_missed(disturb: Callable[[Gateway], Any]) -> None:
    async with stage() as s:
        done = disturb(s.double.gateway)
        if inspect.isawaitable(done):
            await done
        s.guild.add_channel("missed")
        await s.heard(("resumed", None), ("channel", "missed"))
        assert (s.double.gateway.resumes, s.double.gateway.identifies) == (1, 1)


async def test_an_interaction_during_a_gap_arrives() -> None:
    async with stage() as s:
        task = asyncio.create_task(s.ann.slash(s.lobby, "ping"))
        await s.double.gateway.disconnect(code=4000)
        assert (await task).content == "pong"


async def test_a_lost_session_identifies_anew() -> None:
    async with stage() as s:
        s.double.gateway.invalidate()
        await s.double.until(lambda: s.double.gateway.identifies == 2 and s.bot.is_ready())
        assert (await s.ann.slash(s.lobby, "ping")).content == "pong"
        await s.double.gateway.disconnect(code=4009)
        await s.double.until(lambda: s.double.gateway.identifies == 3)
        assert s.double.gateway.resumes == 0


async def test_a_connection_whose_client_died_at_once_is_no_error(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web.WebSocketResponse, "prepare", AsyncMock(side_effect=ConnectionResetError))
    async with Double(check=False) as double, aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(double.gateway_url)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_a_silent_connection_is_noticed() -> None:
    async with stage(Double(heartbeat_ms=250), Bot(heartbeat_timeout=0.9)) as s:
        s.double.gateway.zombie()
        s.guild.add_channel("unheard")
        await s.heard(("channel", "unheard"))
        assert s.double.gateway.resumes >= 1


async def test_late_heartbeats_are_measured() -> None:
    async with Double(check=False, heartbeat_ms=1000) as double, asyncio.timeout(60):
        now = 100.0
        double.gateway.now = lambda: now
        async with socket(double) as ws:
            now += 0.8
            assert await answer(ws, {"op": 1, "d": None}) == {"op": 11, "d": None}
            assert double.gateway.late_ms == 0.0
            now += 1.5
            assert await answer(ws, {"op": 1, "d": None}) == {"op": 11, "d": None}
            assert double.gateway.late_ms == pytest.approx(500)


@pytest.mark.parametrize(
    ("frames", "expected"),
    [
        (["{"], 4002),
        ([{"op": 99}], 4001),
        ([{"op": 4, "d": {}}], 4003),
        ([{"op": 2, "d": {"token": "wrong", "intents": 1}}], 4004),
        ([{"op": 2, "d": {"intents": 1}}], 4004),
        ([IDENTIFY, IDENTIFY], 4005),
        ([{"op": 2, "d": {"token": RIGHT, "intents": 1, "shard": [2, 2]}}], 4010),
        ([{"op": 2, "d": {"token": RIGHT, "intents": 1 << 30}}], 4013),
        ([{"op": 2, "d": {"token": RIGHT, "intents": 1 << 15}}], 4014),
        ([{"op": 6, "d": {"token": RIGHT, "session_id": "none", "seq": 1}}], {"op": 9, "d": False}),
    ],
)
async def test_close_codes(frames: list[object], expected: object) -> None:
    async with Double(check=False, privileged_intents=0, token=RIGHT) as double, socket(double) as ws:
        assert await answer(ws, *frames) == expected


@pytest.mark.parametrize(("least", "most", "code"), [(2, 10_000, 4011), (1, 0, 4010)])
async def test_a_number_of_shards_that_does_not_do(least: int, most: int, code: int) -> None:
    async with Double(check=False, token=RIGHT) as double, socket(double) as ws:
        double.gateway.least_shards, double.gateway.most_shards = least, most
        assert await answer(ws, IDENTIFY) == code


def identify(shard: int, count: int) -> dict[str, Any]:
    return {"op": 2, "d": {"token": RIGHT, "intents": 1, "shard": [shard, count]}}


async def test_two_shards_of_a_bucket_within_five_seconds_are_one_too_many() -> None:
    async with Double(check=False, token=RIGHT) as double, AsyncExitStack() as sockets:
        gateway, now = double.gateway, 100.0
        gateway.now = lambda: now
        gateway.max_concurrency, gateway.identify_every = 2, 5.0
        for shard, seconds, refused_so_far in ((0, 0, 0), (1, 0, 0), (2, 4.9, 1), (2, 0.1, 1), (3, 0, 1)):
            now += seconds
            ws = await sockets.enter_async_context(socket(double))
            hasty = gateway.hasty
            await ws.send_str(json.dumps(identify(shard, 4)))
            read = json.loads((await ws.receive(timeout=60)).data)
            assert (read["op"] == 9) is (gateway.hasty > hasty)
            assert gateway.hasty == refused_so_far
        assert gateway.identifies == 4


async def test_a_bot_that_identifies_itself_too_often_loses_its_token() -> None:
    async with Double(check=False, token=RIGHT) as double:
        double.gateway.starts_left = 1
        async with socket(double) as ws:
            await ws.send_str(json.dumps(IDENTIFY))
            assert json.loads((await ws.receive(timeout=60)).data)["t"] == "READY"
        async with socket(double) as ws:
            assert await answer(ws, IDENTIFY) == 4004


async def test_a_sequence_number_from_the_future() -> None:
    async with stage(Double(token=RIGHT)) as s, socket(s.double) as ws:
        session = next(iter(s.double.gateway.sessions))
        resume = {"token": RIGHT, "session_id": session, "seq": 10**6}
        assert await answer(ws, {"op": 6, "d": resume}) == 4007


async def test_intents_count_for_rest_as_well() -> None:
    async with stage(Double(privileged_intents=0)) as s:
        said = await s.ann.say(s.lobby, "secret text")
        assert (await s.place().fetch_message(said.id)).content == ""
        with refused(50001):
            await s.bot.http.get_members(s.guild.id, 10, None)


async def test_members_by_id_and_by_name() -> None:
    async with stage() as s:
        guild = s.bot.guilds[0]
        by_id = await guild.query_members(user_ids=[s.ann.id, s.cid.id])
        assert {m.name for m in by_id} == {"ann", "cid"}
        assert [m.name for m in await guild.query_members("bo")] == ["bot", "bob"]


async def test_a_new_server_is_introduced() -> None:
    async with stage() as s:
        second = s.double.add_guild("Second")
        await s.double.until(lambda: s.bot.get_guild(second.id))
        s.double.add_user("dee", second)
        assert len(s.bot.guilds) == 2


async def test_several_shards() -> None:
    double = Double(shards=2)
    guilds = [double.add_guild(f"G{i}") for i in range(3)]
    rooms = [g.add_channel("lobby") for g in guilds]
    people = [double.add_user(f"u{i}", g) for i, g in enumerate(guilds)]
    async with stage(double, Bot(shard_count=2)) as s:
        assert {g.shard_id for g in s.bot.guilds} == {0, 1}
        assert len(s.bot.guilds) == 4
        assert double.gateway.identifies == 2
        replies = await asyncio.gather(*(u.slash(c, "ping") for u, c in zip(people, rooms, strict=True)))
        assert [r.content for r in replies] == ["pong"] * 3
        for session in double.gateway.sessions.values():  # each hears of its own servers only
            heard = {json.loads(f)["d"]["guild_id"] for _, f in session.kept if '"INTERACTION_CREATE"' in f}
            assert heard == {str(g.id) for g in guilds if (g.id >> 22) % 2 == session.shard}
        await double.gateway.disconnect(1, 4000)
        await double.until(lambda: double.gateway.resumes == 1)
        assert not (await people[1].slash(rooms[1], "ping")).failed


def test_servers_fall_on_one_shard_after_the_other_however_long_they_take(monkeypatch: pytest.MonkeyPatch) -> None:
    double, now = Double(shards=3), time.time()
    shards = []
    for number in range(6):
        monkeypatch.setattr(time, "time", lambda late=0.7 * number: now + late)
        shards.append((double.add_guild(f"G{number}").id >> 22) % 3)
    first = shards[0]
    assert shards == [(first + number) % 3 for number in range(6)]


# Rate limits: the windows themselves, and discord.py living with them.


def call(route: str, method: str = "POST", channel: str = "1", body: object = None) -> Call:
    return Call(method, route, route, {"channel_id": channel}, {}, body, {}, 0.0)


def test_a_bucket_is_for_one_channel_and_opens_again() -> None:
    now = 0.0
    limiter = RateLimiter([Limit("POST", MESSAGES, 2, 5.0)], None, lambda: now)
    left = [limiter.check(call(MESSAGES))["X-RateLimit-Remaining"] for _ in range(2)]
    assert left == ["1", "0"]
    with pytest.raises(ApiError) as caught:
        limiter.check(call(MESSAGES))
    assert (caught.value.status, caught.value.body["retry_after"]) == (429, 5.0)
    assert caught.value.headers["X-RateLimit-Scope"] == "user"
    assert limiter.check(call(MESSAGES, channel="2"))["X-RateLimit-Remaining"] == "1"
    now = 5.0
    assert limiter.check(call(MESSAGES))["X-RateLimit-Reset-After"] == "5.000"


def test_renaming_has_a_bucket_of_its_own() -> None:
    limiter = RateLimiter(DISCORD_LIMITS, None, lambda: 0.0)
    for body in ({"name": "a"}, {"name": "b"}, {"nsfw": True}):
        limiter.check(call(CHANNEL, "PATCH", body=body))
    with pytest.raises(ApiError):
        limiter.check(call(CHANNEL, "PATCH", body={"topic": "c"}))


def test_interactions_do_not_count_toward_the_global_limit() -> None:
    limiter = RateLimiter((), 1, lambda: 0.0)
    limiter.check(call("/users/{user_id}", "GET"))
    with pytest.raises(ApiError) as caught:
        limiter.check(call("/users/{user_id}", "GET"))
    assert caught.value.body["global"] is True
    limiter.check(call("/interactions/{interaction_id}/{interaction_token}/callback"))


async def test_discord_py_keeps_within_a_bucket() -> None:
    async with stage(Double(limits=[Limit("POST", MESSAGES, 3, 0.5)])) as s:
        await asyncio.gather(*(s.place().send(str(i)) for i in range(7)))
        assert len(s.ann.visible_messages(s.lobby)) == 7
        assert s.double.report()["refused"] == 0


async def test_discord_py_survives_the_global_limit() -> None:
    async with stage() as s:
        stopped = True
        s.double.limiter = RateLimiter((), 2, lambda: 0.0 if stopped else time.monotonic())
        asked = asyncio.gather(*(s.bot.fetch_user(s.ann.id) for _ in range(3)))
        await s.double.until(lambda: any(c.status == 429 for c in s.double.requests))
        assert not (await s.ann.slash(s.lobby, "ping")).failed  # interactions do not count
        stopped = False
        assert [user.name for user in await asked] == ["ann"] * 3
