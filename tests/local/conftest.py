"""A local page and the browser that looks at it; one loop for all tests of the folder, as the browser belongs to it."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

import local
from bot import ArenaBot, make_bot
from settings import Settings
from tests.local.page import Browser, LocalPage, browser_path, launched, window
from tests.ports import free_port


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def browser() -> AsyncIterator[Browser]:
    browser_path()
    async with launched() as running:
        yield running


@pytest.fixture(scope="package")
def port() -> int:
    """Where all pages stand, one after the other, so that the browser keeps what they have in common."""
    return free_port()


@pytest.fixture
def maker(tmp_path: Path) -> local.BotMaker:
    """Makes the bot behind the page: the real one, playing where its commands are given."""

    def made() -> ArenaBot:
        bot = make_bot(Settings(database=tmp_path / "arena.db", arena_language="en"))
        bot.default_where = "here"
        bot.default_clock = None
        return bot

    return made


@pytest_asyncio.fixture(loop_scope="package")
async def site(maker: local.BotMaker, port: int, caplog: pytest.LogCaptureFixture) -> AsyncIterator[local.Site]:
    """A page on which nothing may go wrong, not even unseen."""
    async with local.opened(maker, port=port) as running:
        yield running
        assert running.world.env.errors == []
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest_asyncio.fixture(loop_scope="package")
async def page(browser: Browser, site: local.Site) -> AsyncIterator[LocalPage]:
    async with window(browser) as opened:
        await opened.enter(site.address)
        yield opened
