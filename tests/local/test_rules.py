"""The rules of a game, page after page, with the real bot on the real page, on a phone."""

import pytest
from playwright.async_api import expect

import local
from cogs.ui.rules import guide_of
from engine.registry import games
from tests.local.page import BOARD_PX, DESKTOP, PHONE, Browser, window
from tests.volume import THOROUGH

pytestmark = pytest.mark.asyncio(loop_scope="package")

READ = games() if THOROUGH else games()[:1]
SIZES = (PHONE, DESKTOP) if THOROUGH else (PHONE,)
PAGES = 25 if THOROUGH else 2
"""Most pages that are read of a guide."""
SCREEN = (390, 800)
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
            if number < min(PAGES, len(guide)):
                await page.press("Next")


async def test_the_goal_the_picture_and_the_way_on_are_on_one_screen(browser: Browser, site: local.Site) -> None:
    async with window(browser, size=SCREEN, touch=True) as page:
        await page.enter(site.address)
        await page.command("help")
        menu = page.messages.get_by_role("combobox").last
        for game in games():
            await page.take_option(menu, page.conversation.get_by_role("option", name=game.info.name, exact=True))
            message = await page.see(f"{game.info.name}: {guide_of(game)[0].title}")
            await page.picture(message)
            seen = await page.conversation.locator("#channel-timeline").bounding_box()
            top = await message.locator("h3").first.bounding_box()
            bottom = await message.get_by_role("button", name="Next").bounding_box()
            assert seen is not None
            assert top is not None
            assert bottom is not None
            assert bottom["y"] + bottom["height"] - top["y"] <= seen["height"], game.info.key
            await page.shot(f"rules-{game.info.key}-opening")
            menu = page.messages.filter(has_text="How to play").get_by_role("combobox").last
