"""A bot in a process of its own: start, kill, start again, stop."""

from __future__ import annotations

import asyncio
import signal
import sys
import textwrap
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.wire.double import BotProcess, Double, Interaction, ProcessDiedError

RIGHT, WRONG = "right", "wrong"

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
    async with Double(token=RIGHT) as double:
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
