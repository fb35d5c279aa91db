"""The simulated server."""

from datetime import UTC, datetime, timedelta

import discord
import pytest
from discord import app_commands
from discord.ext import commands

import local
from local.world import OWNER, simulated
from tests.local.sample import SampleBot

NOW = datetime(2026, 8, 1, 12, tzinfo=UTC)


async def test_it_starts_at_the_present_with_players_and_channels() -> None:
    async with simulated(SampleBot, now=NOW) as world:
        assert timedelta() <= world.env.now() - NOW < timedelta(seconds=5)
        assert list(world.players) == ["Ann", "Bob", "Cleo", "Dan", "Eve", "Olga"]
        assert list(world.guild.channels) == ["lobby", "Tables", "table-1", "table-2", "table-3", "lounge"]
        assert world.owner.id == world.guild.owner.id == world.players[OWNER].id
        assert world.env.bot.user is not None
        assert world.env.bot.user.name == "Arena"


async def test_no_privileged_intent_is_approved() -> None:
    class Curious(SampleBot):
        def __init__(self) -> None:
            commands.Bot.__init__(self, commands.when_mentioned, intents=discord.Intents.all())
            self.closed_times = 0

    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with simulated(Curious):
            pass


async def test_the_bot_is_closed_once_at_the_end_and_after_a_failure() -> None:
    bot = SampleBot()
    async with simulated(lambda: bot):
        assert bot.closed_times == 0
    assert bot.closed_times == 1
    other = SampleBot()
    with pytest.raises(KeyError):
        async with simulated(lambda: other):
            raise KeyError
    assert other.closed_times == 1


async def test_commands_are_registered_for_a_bot_that_does_not_do_it_itself() -> None:
    @app_commands.command(name="hello", description="Says hello")
    async def hello(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Hello!")

    def make_bot() -> commands.Bot:
        bot = commands.Bot(commands.when_mentioned, intents=discord.Intents(guilds=True))
        bot.tree.add_command(hello)
        return bot

    async with simulated(make_bot) as world:
        result = await world.players["Dan"].slash(world.channel, "hello")
        assert result.response is not None
        assert result.response.content == "Hello!"


async def test_a_lobby_is_open_at_the_start() -> None:
    async with local.opened(SampleBot, port=0) as site:
        last = site.world.channel.last_message
        assert last is not None
        assert last.content == "Table for 2"
        assert last.interaction_metadata is not None
        assert last.interaction_metadata.user.id == site.world.players["Ann"].id


async def test_a_failing_preparation_is_said_and_survived(caplog: pytest.LogCaptureFixture) -> None:
    async def fail(_world: local.World) -> None:
        raise LookupError("no such command")

    async with local.opened(SampleBot, port=0, prepare=fail) as site:
        assert site.address.startswith("http://127.0.0.1:")
    assert caplog.messages == ["The local server starts without a table: LookupError: no such command"]


async def test_a_silent_bot_is_noticed(caplog: pytest.LogCaptureFixture) -> None:
    class Mute(SampleBot):
        async def setup_hook(self) -> None:
            group = app_commands.Group(name="new", description="Opens a table")

            @group.command(name="replicants", description="Does nothing")
            async def nothing(_interaction: discord.Interaction) -> None:
                return

            self.tree.add_command(group)
            await self.tree.sync()

    async with local.opened(Mute, port=0):
        pass
    assert caplog.messages == [
        "The local server starts without a table: RuntimeError: the bot did not answer /new replicants"
    ]
