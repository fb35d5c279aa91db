"""The rules of a game, page after page, with the real bot on the real page, on a phone."""

import pytest
from playwright.async_api import Locator, ViewportSize, expect

import local
from cogs.ui.rules import guide_of
from engine.registry import games
from tests.local.page import BOARD_PX, DESKTOP, PHONE, Browser, LocalPage, window
from tests.volume import THOROUGH

pytestmark = pytest.mark.asyncio(loop_scope="package")

READ = games() if THOROUGH else games()[:1]
SIZES = (PHONE, DESKTOP) if THOROUGH else (PHONE,)
PAGES = 25 if THOROUGH else 2
"""Most pages that are read of a guide."""
SCREEN: ViewportSize = {"width": 390, "height": 800}
"""A common phone."""
LEAST_PX = 280
"""A board on a phone is at least as wide: less, and the letters on it cannot be read."""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}px")
@pytest.mark.parametrize("key", [game.info.key for game in READ])
async def test_a_guide_is_read(browser: Browser, site: local.Site, key: str, size: tuple[int, int]) -> None:
    (game,) = (each for each in games() if each.info.key == key)
    guide = guide_of(game)
    async with window(browser, size=size, touch=size == PHONE) as page:
        await page.enter(site.address)
        await page.command("help")
        await page.click(page.messages.get_by_role("combobox").last)
        await page.conversation.get_by_role("option", name=game.info.name, exact=True).click()
        await page.at_rest()
        for number, each in enumerate(guide[:PAGES], 1):
            message = await page.see(f"Page {number} of {len(guide)}")
            await expect(message).to_contain_text(f"{game.info.name}: {each.title}")
            if each.scene is not None:
                assert (await page.picture(message))[0] == BOARD_PX
                picture = message.locator("img:not(.entity-avatar-img)").last
                shown = await picture.bounding_box()
                assert shown is not None
                assert shown["width"] >= LEAST_PX
                assert shown["x"] + shown["width"] <= size[0]
                assert await picture.get_attribute("alt")
            await page.shot(f"rules-{key}-{number:02}-{size[0]}px")
            if number == 1 and size == PHONE:
                await _is_on_one_screen(page, message)
            if number < min(PAGES, len(guide)):
                await page.press("Next")


async def _is_on_one_screen(page: LocalPage, message: Locator) -> None:
    """Look whether the goal, the picture and the way on are in sight together."""
    before = page.page.viewport_size
    assert before is not None
    await page.page.set_viewport_size(SCREEN)
    seen = await page.conversation.locator("#channel-timeline").bounding_box()
    first, onward = message.locator("h3").first, message.get_by_role("button", name="Next")
    top, bottom = await first.bounding_box(), await onward.bounding_box()
    assert seen is not None
    assert top is not None
    assert bottom is not None
    assert bottom["y"] + bottom["height"] - top["y"] <= seen["height"]
    await page.page.set_viewport_size(before)
