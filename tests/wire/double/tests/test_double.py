"""The double as a server: start, stop, tokens, failures of the bot, waiting."""

import asyncio

import aiohttp
import discord
import pytest
from yarl import URL

from tests.wire.double import Double
from tests.wire.double.router import Router
from tests.wire.double.sample import Bot, stage

RIGHT = "right"


async def test_only_the_right_token() -> None:
    async with Double(check=False, token=RIGHT) as double, aiohttp.ClientSession() as session:
        url = double.environment["DISCORD_API_BASE"] + "/users/@me"
        for header, status in (("Bot right", 200), ("Bot wrong", 401), ("right", 401)):
            async with session.get(url, headers={"Authorization": header}) as answer:
                assert answer.status == status


async def test_broken_json() -> None:
    async with Double(check=False) as double, aiohttp.ClientSession() as session:
        url = double.environment["DISCORD_API_BASE"] + "/channels/1/messages"
        headers = {"Authorization": "Bot x", "Content-Type": "application/json"}
        async with session.post(url, data=b"{", headers=headers) as answer:
            assert (answer.status, (await answer.json())["code"]) == (400, 50109)


async def test_a_client_that_dies_while_it_sends() -> None:
    """The request counts as never sent, and no error is logged (fixture `quiet`)."""
    async with Double(check=False) as double:
        address = URL(double.url)
        reader, writer = await asyncio.open_connection(address.host, address.port)
        head = "POST /api/v10/channels/1/messages HTTP/1.1", "Host: x", "Content-Length: 9", "Expect: 100-continue"
        writer.write("\r\n".join((*head, "", "{")).encode())
        assert b"100 Continue" in await reader.readline()
        server = double._runner.server if double._runner else None
        assert server is not None
        writer.transport.abort()
        await double.until(lambda: not server.connections)
        assert not double.requests


async def test_another_version_of_the_api_is_unknown() -> None:
    async with Double(check=False) as double, aiohttp.ClientSession() as session:
        async with session.get(double.url + "/api/v9/users/@me") as answer:
            assert answer.status == 404
        assert sum(double.unknown_routes.values()) == 1


class Failing(Bot):
    async def setup_hook(self) -> None:
        raise RuntimeError("no database")


async def test_a_bot_that_cannot_start_says_why() -> None:
    double = Double()
    async with double:
        with pytest.raises(RuntimeError, match="no database"):
            async with double.connect(Failing()):
                pytest.fail("it is not connected")


async def test_a_bot_that_dies_later_is_not_overlooked() -> None:
    async def play() -> None:
        async with stage() as s:
            await s.double.gateway.disconnect(code=4014)
            await s.double.until(s.bot.is_closed)

    with pytest.raises(discord.PrivilegedIntentsRequired):
        await play()


async def test_until() -> None:
    double = Double(check=False)
    guild = double.add_guild("Table")
    waiting = asyncio.create_task(double.until(lambda: guild.channels))
    await asyncio.sleep(0)
    assert not waiting.done()
    guild.add_channel("lobby")
    await waiting
    with pytest.raises(TimeoutError):
        await double.until(lambda: False, within=0.01)


async def test_the_report() -> None:
    async with stage() as s:
        await s.ann.slash(s.lobby, "ping")
        report = s.double.report()
        assert (report["interactions"], report["unanswered"], report["identifies"]) == (1, 0, 1)
        assert set(report["ack_ms"]) == {0.5, 0.95, 0.99, 1}
        callback = "POST /interactions/{interaction_id}/{interaction_token}/callback 204"
        assert sum(n for route, n in report["requests"].items() if route.startswith(callback[:-4])) == 1


async def test_it_can_be_started_again() -> None:
    double = Double(check=False)
    for _ in range(2):
        async with double, double.connect(discord.Client(intents=discord.Intents.none())) as bot:
            assert bot.is_ready()


def test_literal_segments_win() -> None:
    router: Router[str] = Router()
    router.add("GET", "/users/{user_id}", "user")
    router.add("GET", "/users/@me", "me")
    router.add("GET", "/users/{user_id}/roles/{role_id}", "role")
    found = router.match("GET", "/users/7/roles/8")
    assert found
    assert (found.value, found.params) == ("role", {"user_id": "7", "role_id": "8"})
    assert [
        m and m.value for m in (router.match("GET", p) for p in ("/users/@me", "/users/7", "/users", "/users/"))
    ] == [
        "me",
        "user",
        None,
        None,
    ]
    assert router.match("POST", "/users/7") is None
