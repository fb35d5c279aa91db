"""A lesson, and a board to practise on, with the real bot on the real page."""

import re

import pytest
from playwright.async_api import expect

import local
from engine.extras import Taught
from engine.registry import games
from tests.local.page import DESKTOP, PHONE, Browser, LocalPage, window
from tests.local.people import confirm, pick
from tests.volume import THOROUGH

pytestmark = pytest.mark.asyncio(loop_scope="package")

TAUGHT = {game.info.name: len(game.lesson) for game in games() if isinstance(game, Taught)}
FIRST = next(iter(TAUGHT))
PLAYED = [(game, size) for game in TAUGHT for size in (PHONE, DESKTOP)] if THOROUGH else [(FIRST, PHONE)]


async def _by_oneself(page: LocalPage) -> None:
    """The first step of the first lesson: a wrong answer, which is told why, then a right one, all by picking."""
    await pick(page, "2 on E7", "E6", "Rotate", "2 on E6", "To the left")
    await confirm(page)
    await page.see("not yet. You rotated a Replicant as your third action")
    await page.shot("learn-wrong")
    await pick(page, "2 on E7", "E6", "Charge the matrix")
    await confirm(page)


@pytest.mark.parametrize(("game", "size"), PLAYED)
async def test_a_lesson_from_its_start_to_its_end(
    browser: Browser, site: local.Site, game: str, size: tuple[int, int]
) -> None:
    last, name = TAUGHT[game], f"learn-{game.lower()}-{size[0]}"
    async with window(browser, size=size, touch=size == PHONE) as page:
        await page.enter(site.address)
        await page.command("learn")
        await page.see("Learn a game by playing it")
        await page.shot(f"learn-{size[0]}")
        await page.press(re.compile(f"^{game}: start"))
        for step in range(1, last + 1):
            message = await page.see(re.compile(f"{game}, step {step} of {last}"))
            await page.picture(message)
            await page.shot(f"{name}-{step}-task")
            if (game, step) == (FIRST, 1):
                await _by_oneself(page)
            else:
                await page.press("Show me")
                await confirm(page)
            message = await page.see("✅")
            await page.picture(message)
            await page.shot(f"{name}-{step}-done")
            if step < last:
                await page.press("Next step")
        await page.see("That was the last step.")
        await page.press("All lessons")
        await expect(page.messages.get_by_role("button", name=re.compile(f"^{game}: done"))).to_be_visible()


async def test_a_turn_is_practised_on_a_phone(browser: Browser, site: local.Site) -> None:
    async with window(browser, size=PHONE, touch=True) as page:
        await page.enter(site.address)
        await page.command("learn")
        await page.choose("Replica, 2 players")
        await page.picture(await page.see("Free practice: Replica"))
        await page.press("Make a king")
        await page.choose("b1")
        await page.shot("practice-turn")
        await confirm(page)
        await page.see("Player 2 to play.")
        await page.shot("practice-next")
        await page.press("Take back")
        await page.see("Player 1 to play.")
