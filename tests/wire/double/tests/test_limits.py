"""Rate limits: the windows themselves, and discord.py living with them."""

import asyncio
import time

import pytest

from tests.wire.double import DISCORD_LIMITS, ApiError, Double, Limit
from tests.wire.double.calls import Call
from tests.wire.double.limits import RateLimiter
from tests.wire.double.router import CHANNEL, MESSAGES
from tests.wire.double.sample import stage


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
