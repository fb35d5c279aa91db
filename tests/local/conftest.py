"""A local page and the browser that looks at it; one loop for all tests of the folder, as the browser belongs to it."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

import local
from bot import ArenaBot, make_bot
from settings import Settings
from tests.local.page import LocalPage, browser_path, launched, window


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def browser() -> AsyncIterator[Browser]:
    browser_path()
    async with launched() as running:
        yield running


@pytest.fixture
def maker(tmp_path: Path) -> local.BotMaker:
    """Makes the bot behind the page: the real one, playing where its commands are given."""

    def made() -> ArenaBot:
        bot = make_bot(Settings(database=tmp_path / "arena.db", arena_language="en"))
        bot.default_where = "here"
        return bot

    return made


@pytest_asyncio.fixture(loop_scope="package")
async def site(browser: Browser, maker: local.BotMaker, caplog: pytest.LogCaptureFixture) -> AsyncIterator[local.Site]:
    """A page on which nothing may go wrong, not even unseen."""
    assert browser.is_connected()
    async with local.opened(maker, port=0) as running:
        yield running
        assert running.world.env.errors == []
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest_asyncio.fixture(loop_scope="package")
async def page(browser: Browser, site: local.Site) -> AsyncIterator[LocalPage]:
    async with window(browser) as opened:
        await opened.enter(site.address)
        yield opened
