"""The open pages: which answer, and what is published in them."""

from unittest.mock import AsyncMock, Mock

import pytest

from local.views import Views
from local.world import simulated
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
