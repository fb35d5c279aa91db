"""The double in a process of its own, driven over HTTP."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

from tests.wire.double import Double
from tests.wire.double.contract import ROOT
from tests.wire.double.control import PREFIX
from tests.wire.double.sample import stage


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
