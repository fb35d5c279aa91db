"""Fixtures of the tests with the real bot in this process."""

import logging
import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import URL

from bot import make_bot
from cogs import FEATURES
from hosting import outbox
from settings import Settings
from tests.databases import of_kind, postgresql
from tests.forkserver import ForkServer
from tests.wire.double.conftest import contract  # noqa: F401 - a fixture
from tests.wire.match import Table
from tests.wire.stage import Stage, arena_double


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


@pytest.fixture(scope="session")
def program() -> Iterator[ForkServer]:
    """The bot as a program of its own, imported once for all its starts; `tests/test_bot.py` runs `python bot.py`."""
    server = ForkServer("bot", *FEATURES, ready=True)
    yield server
    server.close()


@pytest_asyncio.fixture
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Path | URL]:
    """Where a bot has its store: in a file, but for a test that is parametrized with other databases."""
    async with of_kind(getattr(request, "param", "sqlite"), tmp_path) as address:
        yield address


@pytest_asyncio.fixture
async def address() -> AsyncIterator[URL]:
    """Where several processes have their store: a PostgreSQL database."""
    async with postgresql() as address:
        yield address


@pytest_asyncio.fixture
async def stage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, database: Path | URL
) -> AsyncIterator[Stage]:
    """A server with the bot and a table in it; Discord may have nothing to object to, and the bot no error to log."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(outbox, "FIRST_DELAY_S", 0.01)
    double = arena_double()
    guild = double.add_guild("Arena")
    ann, bob = (double.add_user(name, guild) for name in ("ann", "bob"))
    table = Table(double, guild.add_channel("table"), [ann, bob])
    bot = make_bot(Settings(database=database, discord_token=None))
    async with double, double.connect(bot):
        await double.until(lambda: not bot.arena.outages.away)  # it is ready only then
        yield Stage(double, bot, table, ann, bob, random.Random(5))
        await bot.arena.idle()
    assert double.violations == []
    assert not double.unknown_routes
    assert [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR] == []
