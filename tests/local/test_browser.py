"""The local page in a real browser."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import expect

import local
from tests.local.page import PHONE, LocalPage, browser_path, opened_browser
from tests.local.sample import SampleBot

ALBUM = Path(__file__).parents[2] / "screenshots"

pytestmark = pytest.mark.skipif("not __import__('importlib').util.find_spec('playwright')", reason="no playwright")


@pytest_asyncio.fixture
async def site() -> AsyncIterator[local.Site]:
    browser_path()
    async with local.opened(SampleBot, port=0) as running:
        yield running


@pytest_asyncio.fixture
async def page(site: local.Site) -> AsyncIterator[LocalPage]:
    async with opened_browser(ALBUM) as browser:
        await browser.enter(site.address)
        yield browser
        assert browser.complaints == []


async def test_a_table_is_joined_and_a_turn_is_played(page: LocalPage) -> None:
    await page.see("Table for 2")
    await page.shot("local-lobby")
    await page.play_as("Bob")
    await page.press("Join")
    await page.see("Table: @Bob")
    await page.play_as("Ann")
    await page.press("Join")
    await page.see("Table: @Bob, @Ann")
    await page.press("Start")
    board = await page.see("@Bob")
    assert await page.picture(board) == (320, 160)
    await expect(page.player("Bob").locator(".count")).to_have_attribute("title", "1 ping")
    await page.play_as("Bob")
    await page.start_command("move")
    assert await page.suggestions("turn", "e/5") == ["E/5", "E/5E3", "E/5E3/E3-"]
    await page.shot("local-autocomplete")
    await page.take("E/5E3/E3-")
    await page.send_command()
    await page.see("Done.")
    turn = await page.see("@Bob played E/5E3/E3-")
    assert await page.picture(turn) == (320, 160)
    await page.shot("local-turn")
    await page.play_as("Ann")
    await page.command("move", turn="N/1")
    await page.see("@Ann played N/1")
