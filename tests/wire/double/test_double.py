"""The double as a server: start, stop, tokens, failures of the bot, waiting."""

from __future__ import annotations

import ast
import asyncio
import signal
import sys
import textwrap
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import discord
import pytest
from yarl import URL

import tests.wire.double
from tests.wire.double import BotProcess, Double, Interaction, ProcessDiedError
from tests.wire.double.clock import PATIENCE_S
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


# The double can be taken along: it imports nothing of the repository but itself.


FOLDER = Path(tests.wire.double.__file__).parent
OWN = "tests.wire.double"
LIBRARIES = {"aiohttp", "discord", "jsonschema", "multidict", "pytest", "pytest_asyncio", "yarl"}


def test_it_imports_nothing_of_the_repository_but_itself() -> None:
    files = sorted(FOLDER.rglob("*.py"))
    assert len(files) > 20
    foreign = {
        f"{path.relative_to(FOLDER)}: {module}"
        for path in files
        for module in _imported(ast.parse(path.read_text(encoding="utf-8")))
        if not (module == OWN or module.startswith(f"{OWN}."))
        and module.split(".")[0] not in LIBRARIES | sys.stdlib_module_names
    }
    assert foreign == set()


def _imported(tree: ast.Module) -> set[str]:
    modules = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules.add(node.module)
    return modules


# A bot in a process of its own: start, kill, start again, stop.


PROCESS_RIGHT, WRONG = "right", "wrong"

#: Counts its starts in a file; syncs its commands only at the first.
BOT = """
    import asyncio, os, pathlib, signal
    import discord, yarl
    from discord import app_commands

    if base := os.environ.get("DISCORD_API_BASE"):
        discord.http.Route.BASE = base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    count = pathlib.Path(os.environ["COUNT_PATH"])

    class Bot(discord.Client):
        async def setup_hook(self):
            self.tree = app_commands.CommandTree(self)

            @self.tree.command(description="Tells how often the bot started")
            async def starts(interaction: discord.Interaction):
                await interaction.response.send_message(count.read_text(), ephemeral=True)

            number = int(count.read_text()) + 1 if count.exists() else 1
            count.write_text(str(number))
            print("start", number)
            if number == 1:
                await self.tree.sync()

    async def main():
        bot = Bot(intents=discord.Intents(guilds=True))
        asyncio.get_running_loop().add_signal_handler(
            signal.SIGTERM, lambda: asyncio.ensure_future(bot.close()))
        async with bot:
            await bot.start(os.environ["DISCORD_TOKEN"])
        print("closed")

    asyncio.run(main())
"""


@pytest.fixture
async def double() -> AsyncIterator[Double]:
    async with Double(token=PROCESS_RIGHT) as double:
        double.first_response = PATIENCE_S
        guild = double.add_guild("Table")
        guild.add_channel("lobby")
        double.add_user("ann", guild)
        yield double
    assert double.violations == []
    assert not double.unknown_routes


def child(double: Double, tmp_path: Path, code: str = BOT, **env: str) -> BotProcess:
    script = tmp_path / "bot.py"
    script.write_text(textwrap.dedent(code), encoding="utf-8")
    env = {"COUNT_PATH": str(tmp_path / "count")} | env
    return BotProcess(double, [sys.executable, "-W", "ignore", script], log=tmp_path / "log" / "bot.log", env=env)


async def starts(double: Double) -> Interaction:
    ann = next(u for u in double.users.values() if u.name == "ann")
    lobby = next(c for c in double.channels.values() if c.name == "lobby")
    return await ann.slash(lobby, "starts")


async def test_killed_and_started_again(double: Double, tmp_path: Path) -> None:
    bot = child(double, tmp_path)
    await bot.start(synced=True)
    try:
        first = bot.pid
        assert (await starts(double)).content == "1"
        await bot.kill()
        assert bot.returncode == -signal.SIGKILL
        assert bot.links() == []
        await bot.start()
        assert bot.pid != first
        assert (await starts(double)).content == "2"
        assert double.gateway.identifies == bot.starts == 2
        with pytest.raises(RuntimeError, match="still runs"):
            await bot.start()
        assert await bot.stop() == 0
        assert bot.output.split() == ["start", "1", "start", "2", "closed"]
    finally:
        await bot.kill()


LATE = """
    class Late(Bot):
        async def setup_hook(self):
            self.tree = app_commands.CommandTree(self)

        async def on_connect(self):
            await asyncio.sleep(0.2)
            await self.tree.sync()

    Bot = Late
"""


async def test_commands_that_are_sent_late_are_waited_for(double: Double, tmp_path: Path) -> None:
    def syncs() -> int:
        return sum(c.route.endswith("/commands") for c in double.requests)

    code = BOT.replace("    async def main", LATE + "\n    async def main")
    bot = child(double, tmp_path, code)
    bot.synced = True
    async with bot:
        assert syncs() == 1


async def test_the_context_leaves_no_process(double: Double, tmp_path: Path) -> None:
    async with child(double, tmp_path) as bot:
        assert bot.returncode is None
        assert len(bot.links()) == 1
    assert bot.returncode == -signal.SIGKILL
    assert double.gateway.connections == []


async def test_an_interaction_in_flight_is_lost_with_the_process(double: Double, tmp_path: Path) -> None:
    double.first_response = 0.2
    async with child(double, tmp_path) as bot:
        held = double.inject("POST", "/interactions/*", hold=True, drop="request")
        asked = asyncio.create_task(starts(double))
        await double.until(lambda: held.hits)
        await bot.kill()
        assert (await asked).failed
        held.release()


async def test_a_process_that_ends_at_once_says_why(double: Double, tmp_path: Path) -> None:
    bot = child(double, tmp_path, "raise SystemExit('no database')")
    with pytest.raises(ProcessDiedError, match="no database"):
        await bot.start()
    assert bot.returncode == 1
    with pytest.raises(ProcessDiedError, match="never started"):
        _ = child(double, tmp_path).returncode


async def test_a_wrong_token_is_refused(double: Double, tmp_path: Path) -> None:
    with pytest.raises(ProcessDiedError, match="LoginFailure"):
        await child(double, tmp_path, DISCORD_TOKEN=WRONG).start()


async def test_a_process_that_does_not_come_is_killed(double: Double, tmp_path: Path) -> None:
    bot = child(double, tmp_path, "import signal; print('waiting'); signal.pause()")
    bot.within = 0.5
    with pytest.raises(TimeoutError, match="not there"):
        await bot.start()
    assert bot.returncode == -signal.SIGKILL


async def test_a_process_that_ends_by_itself(double: Double, tmp_path: Path) -> None:
    async with child(double, tmp_path) as bot:
        await double.gateway.disconnect(code=4004)
        assert await bot.ended() == 1
        assert "4004" in bot.output
