"""The open pages: which answer, and what is published in them."""

from __future__ import annotations

import asyncio
import io
import struct
from datetime import UTC, datetime, timedelta
from unittest.mock import AsyncMock, Mock

import discord
import pytest
from discord import app_commands
from discord.ext import commands
from PIL import Image
from simcord.preview._media import MediaError, MediaWorker

import local
from local.site import LONGEST_STEP, catch_up, follow
from local.views import Pictures, Views
from local.world import OWNER, simulated
from tests.local.sample import SampleBot


async def test_a_page_whose_server_has_ended_is_forgotten() -> None:
    async with simulated(SampleBot) as world:
        views, ann = Views(world), world.players["Ann"]
        ended = await views.open(world.channel, ann)
        await ended.preview.close()
        assert views.get(ended.capability) is None
        assert views.latest is None
        await world.players["Bob"].send(world.channel, "hello")
        await views.publish()
        again = await views.open(world.channel, ann)
        assert again is not ended
        assert views.latest is again
        await views.close()


async def test_a_deleted_channel_is_published_once() -> None:
    async with simulated(SampleBot) as world:
        views = Views(world)
        channel = world.guild.create_text_channel("short-lived")
        view = await views.open(channel, world.players["Ann"])
        shown = Mock(url=view.preview.url, refresh=AsyncMock(), close=view.preview.close)
        view.preview = shown
        world.env.backend.delete_channel(channel.id)
        for words in ("one", "two"):
            await views.publish()
            await world.players["Bob"].send(world.channel, words)
        assert shown.refresh.await_count == 1
        await views.close()


async def test_a_bot_that_does_not_come_to_rest_is_reported(caplog: pytest.LogCaptureFixture) -> None:
    async with simulated(SampleBot) as world:
        views = Views(world)
        view = await views.open(world.channel, world.players["Ann"])
        busy = AsyncMock(side_effect=TimeoutError("a listener waits"))
        view.preview = Mock(url=view.preview.url, refresh=busy, close=view.preview.close)
        await world.players["Bob"].send(world.channel, "hello")
        await views.publish()
        assert caplog.messages == ["The bot did not come to rest: a listener waits"]
        await views.close()


# How pictures come to SimCord's pages.


def _written(kind: str, **more: object) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (30, 20), "red").save(file, kind, **more)
    return file.getvalue()


async def test_a_still_png_is_shown_as_it_is() -> None:
    blob = _written("PNG")
    shown = await Pictures().validate("key", blob)
    assert (shown.normalized, shown.capture, shown.poster) == (blob, blob, blob)
    worked = await MediaWorker().validate("key", blob)
    for name in ("format", "width", "height", "frames", "decoded_bytes", "content_type", "kind", "transformation"):
        assert getattr(shown, name) == getattr(worked, name), name


_HUGE = bytearray(_written("PNG"))
struct.pack_into(">II", _HUGE, 16, 8192, 8192)


@pytest.mark.parametrize(
    "blob",
    [
        _written("GIF"),
        _written("JPEG"),
        _written("PNG", save_all=True, append_images=[Image.new("RGB", (30, 20), "blue")]),
        bytes(_HUGE),
        b"\x89PNG",
        b"",
    ],
    ids=["gif", "jpeg", "moving", "huge", "short", "empty"],
)
async def test_anything_else_is_left_to_simcord(blob: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = AsyncMock(side_effect=MediaError("looked at"))
    monkeypatch.setattr(MediaWorker, "validate", looked)
    with pytest.raises(MediaError, match="looked at"):
        await Pictures().validate("key", blob, media_time=1.0)
    looked.assert_awaited_once_with("key", blob, media_time=1.0)


# The virtual clock follows the real one.


NOW = datetime(2026, 8, 1, 12, tzinfo=UTC)
ALMOST = timedelta(seconds=1)


async def test_what_became_due_happens_on_the_way() -> None:
    async with simulated(SampleBot, now=NOW) as world:
        await world.players["Ann"].slash(world.channel, "remind", seconds=600)
        start = world.env.now()
        assert await catch_up(world.env, start + timedelta(seconds=599)) == timedelta()
        assert [message.content for message in world.channel.history()] == ["I will."]
        assert await catch_up(world.env, start + timedelta(seconds=601)) == timedelta()
        assert [message.content for message in world.channel.history()] == ["I will.", "It is time."]
        assert abs(world.env.now() - start - timedelta(seconds=601)) < ALMOST


async def test_a_long_gap_is_caught_up_in_steps() -> None:
    async with simulated(SampleBot, now=NOW) as world:
        start = world.env.now()
        target = start + 2.5 * LONGEST_STEP
        assert abs(await catch_up(world.env, target) - 1.5 * LONGEST_STEP) < ALMOST
        assert abs(await catch_up(world.env, target) - 0.5 * LONGEST_STEP) < ALMOST
        assert await catch_up(world.env, target) == timedelta()
        assert abs(world.env.now() - target) < ALMOST


async def test_a_clock_that_is_ahead_waits() -> None:
    async with simulated(SampleBot, now=NOW) as world:
        start = world.env.now()
        assert await catch_up(world.env, start - timedelta(days=1)) == timedelta()
        assert world.env.now() == start


async def test_a_clock_that_does_not_come_to_rest_is_reported(caplog: pytest.LogCaptureFixture) -> None:
    async with simulated(SampleBot, now=NOW) as world:
        await world.players["Ann"].slash(world.channel, "stall", seconds=60)
        world.env.settle_timeout = 0.05
        assert await catch_up(world.env, world.env.now() + timedelta(seconds=61)) == timedelta()
    assert [message.split(":")[0] for message in caplog.messages] == ["The bot did not come to rest while time passed"]


async def test_it_follows_until_cancelled_and_waits_for_its_turn() -> None:
    async with simulated(SampleBot, now=NOW) as world:
        turn = asyncio.Lock()
        present = world.env.now()
        looks = 0
        looked = asyncio.Event()

        def now() -> datetime:
            nonlocal present
            present += timedelta(minutes=1)
            return present

        async def moved() -> None:
            nonlocal looks
            assert turn.locked()
            looks += 1
            if looks == 3:
                looked.set()

        async with turn:
            clock = asyncio.create_task(follow(world.env, turn, moved=moved, now=now, tick_s=0.0))
            for _ in range(20):
                await asyncio.sleep(0)
            assert looks == 0
        await looked.wait()
        clock.cancel()
        with pytest.raises(asyncio.CancelledError):
            await clock
        assert world.env.now() > NOW + timedelta(minutes=2)


# The simulated server.


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
    assert caplog.messages == ["The local server has started without a table: LookupError: no such command"]


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
        "The local server has started without a table: RuntimeError: the bot did not answer /new replicants"
    ]
