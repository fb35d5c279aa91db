"""The double in a process of its own, driven over HTTP."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest

from tests.wire.double import Double
from tests.wire.double.contract import ROOT
from tests.wire.double.control import PREFIX
from tests.wire.double.router import Call, parts
from tests.wire.double.sample import refused, stage


async def order(double: Double, path: str, **body: Any) -> tuple[int, Any]:
    url = double.url + PREFIX + path
    async with aiohttp.ClientSession() as session, session.post(url, json=body) as answer:
        return answer.status, await answer.json()


async def test_users_act_by_order() -> None:
    async with stage() as s:
        status, shown = await order(s.double, "act", user="ann", do="slash", channel="lobby", args=["panel"])
        assert (status, shown["failed"]) == (200, False)
        message = shown["messages"][0]["id"]
        status, pressed = await order(s.double, "act", user="bob", do="press", message=message, args=["Ready"])
        assert [m["content"] for m in pressed["messages"]] == ["1 ready"]
        status, opened = await order(s.double, "act", user="ann", do="slash", channel="lobby", args=["orders"])
        fields = {"text": "e4"}
        status, done = await order(s.double, "act", user="ann", do="submit_modal", modal=opened["id"], options=fields)
        assert [m["content"] for m in done["messages"]] == ["sealed e4"]
        status, said = await order(s.double, "act", user="ann", do="say", channel=str(s.lobby.id), args=["hi"])
        assert (status, said["content"]) == (200, "hi")


async def test_orders_that_cannot_be_done() -> None:
    async with stage() as s:
        for body in (
            {"user": "nobody", "do": "say", "channel": "lobby", "args": ["hi"]},
            {"user": "ann", "do": "say", "channel": "nowhere", "args": ["hi"]},
            {"user": "ann", "do": "json"},
            {"user": "ann", "do": "slash", "channel": "lobby", "args": ["nothing"]},
            {"user": "ann"},
        ):
            status, reply = await order(s.double, "act", **body)
            assert (status, list(reply)) == (400, ["refused"])
        assert (await order(s.double, "gateway", do="serve"))[0] == 400


async def test_disturbances_by_order() -> None:
    async with stage() as s:
        assert await order(s.double, "gateway", do="disconnect", code=4000) == (200, {})
        await s.heard(("resumed", None))
        assert (await order(s.double, "gateway", do="reconnect"))[0] == 200
        await s.double.until(lambda: s.double.gateway.resumes == 2)


@asynccontextmanager
async def served(*arguments: str) -> AsyncIterator[tuple[asyncio.subprocess.Process, dict[str, Any]]]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.wire.double", *arguments, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout
    try:
        yield process, json.loads(await process.stdout.readline())
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def test_served_from_the_command_line() -> None:
    async with served("--users", "ann,bob", "--rate-limits") as (process, where):
        assert (where["users"], where["channels"]) == (["ann", "bob"], ["lobby", "voice"])
        root = where["DISCORD_API_BASE"].removesuffix("/api/v10")
        async with aiohttp.ClientSession() as session, session.get(root + PREFIX + "report") as answer:
            assert (await answer.json())["interactions"] == 0
        process.terminate()
        out, _ = await process.communicate()
        assert json.loads(out)["violations"] == []
        assert process.returncode == 0


# Multipart bodies, taken apart byte by byte.


KIND = 'multipart/form-data; boundary="edge"'


def body(*given: tuple[str, bytes]) -> bytes:
    made = (f"--edge\r\nContent-Disposition: form-data; {head}\r\n\r\n".encode() + data for head, data in given)
    return b"\r\n".join([*made, b"--edge--\r\n"])


@pytest.mark.parametrize("data", [b"", b"\r\n", b"a\r\n\r\nb", b"edge--", b"\x00\xff\r", b"\r\n--edg"])
def test_files_arrive_byte_for_byte(data: bytes) -> None:
    found = list(parts(KIND, body(('name="payload_json"', b"{}"), ('name="files[0]"; filename="a.png"', data))))
    assert found == [("payload_json", "file", b"{}"), ("files[0]", "a.png", data)]


def test_names_beyond_ascii() -> None:
    assert list(parts(KIND, body(('name="files[0]"; filename="Plän é.png"', b"x")))) == [
        ("files[0]", "Plän é.png", b"x")
    ]


async def test_what_aiohttp_writes() -> None:
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", "{}")
    form.add_field("files[0]", bytes(range(256)), filename="Größe.bin", content_type="application/octet-stream")
    made = form()
    assert isinstance(made, aiohttp.MultipartWriter)
    found = list(parts(made.headers["Content-Type"], await made.as_bytes()))
    assert found == [("payload_json", "file", b"{}"), ("files[0]", "Größe.bin", bytes(range(256)))]


def test_new_attachments_need_their_part() -> None:
    listed = {"attachments": [{"id": 0}, {"id": 1}, {"id": str(10**17)}]}
    call = Call("POST", "/", "/", {}, {}, {"data": listed}, {"files[0]": ("a", b"")}, 0.0)
    assert call.missing_files() == ["files[1]"]


# Injected faults: errors, limits, delays, cut connections.


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
