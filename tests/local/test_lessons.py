"""A lesson, and a board to practise on, with the real bot on the real page, on a phone."""

import re

import pytest
from playwright.async_api import expect

import local
from engine.extras import Taught
from engine.registry import games
from tests.local.page import CONFIRM, PHONE, Browser, window
from tests.volume import THOROUGH

pytestmark = pytest.mark.asyncio(loop_scope="package")

TAUGHT = [game.info for game in games() if isinstance(game, Taught)]
PLAYED = TAUGHT if THOROUGH else TAUGHT[:1]
STEPS = 25 if THOROUGH else 2
"""Most steps that are done of a lesson: each takes the browser two seconds."""


@pytest.mark.parametrize("game", [info.name for info in PLAYED])
async def test_a_lesson_is_done_on_a_phone(browser: Browser, site: local.Site, game: str) -> None:
    last = next(len(each.lesson) for each in games() if each.info.name == game and isinstance(each, Taught))
    async with window(browser, size=PHONE, touch=True) as page:
        await page.enter(site.address)
        await page.command("learn")
        await page.press(re.compile(f"^{game}: begin"))
        for step in range(1, min(last, STEPS) + 1):
            message = await page.see(re.compile(f"{game}, step {step} of {last}"))
            await page.picture(message)
            await page.shot(f"learn-{game.lower()}-{step}-task")
            await page.press("Show me")
            await page.press(CONFIRM)
            message = await page.see("✅")
            await page.picture(message)
            await page.shot(f"learn-{game.lower()}-{step}-done")
            if step < min(last, STEPS):
                await page.press("Next step")
        await page.press("All lessons")
        so_far = f"^{game}: (done|go on at step {STEPS + 1} of {last})"
        await expect(page.messages.get_by_role("button", name=re.compile(so_far))).to_be_visible()


async def test_a_turn_is_practised_on_a_phone(browser: Browser, site: local.Site) -> None:
    async with window(browser, size=PHONE, touch=True) as page:
        await page.enter(site.address)
        await page.command("learn")
        await page.shot("learn")
        await page.choose("Replica, 2 players")
        await page.picture(await page.see("Free practice: Replica"))
        await page.press("Make a king")
        await page.picture(await page.see("Choose a piece"))
        await page.choose("b1")
        await page.shot("practice-turn")
        await page.press(CONFIRM)
        await page.see("Player 2 is to play.")
        await page.shot("practice-next")
        await page.press("Take back")
        await page.see("Player 1 is to play.")
