"""Fixtures of the double's own tests, and of those with the real bot in this process."""

import logging
import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

pytest.register_assert_rewrite("tests.wire.sample")

from bot import make_bot  # noqa: E402 - after the rewrite is registered
from cogs.core.permissions import wanted  # noqa: E402
from hosting.outbox import dispatcher  # noqa: E402
from settings import Settings  # noqa: E402
from tests.wire import Contract, Double, discord_contract, missing_document  # noqa: E402
from tests.wire.match import Table  # noqa: E402
from tests.wire.stage import Stage  # noqa: E402


@pytest.fixture
def contract() -> Contract:
    """Discord's own description of its API; the test is skipped where it is missing."""
    found = discord_contract()
    if found is None:
        pytest.skip(missing_document())
    return found


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No error may pass unheard: the event loop and the server only log theirs."""
    yield
    heard = [
        r
        for r in caplog.get_records("call")
        if r.levelno >= logging.ERROR and r.name.startswith(("asyncio", "aiohttp"))
    ]
    assert [record.getMessage() for record in heard] == []


@pytest_asyncio.fixture
async def stage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Stage]:
    """A server with the bot and a table in it; Discord may have nothing to object to, and the bot no error to log."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(dispatcher, "FIRST_DELAY_S", 0.01)
    double = Double(bot_permissions=wanted().value)
    guild = double.add_guild("Arena")
    ann, bob = (double.add_user(name, guild) for name in ("ann", "bob"))
    table = Table(double, guild.add_channel("table"), [ann, bob])
    bot = make_bot(Settings(database=tmp_path / "arena.db", discord_token=None))
    async with double, double.connect(bot):
        yield Stage(double, bot, table, ann, bob, random.Random(5))
        await bot.arena.idle()
    assert double.violations == []
    assert not double.unknown_routes
    assert [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR] == []
