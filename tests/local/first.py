"""The first minute on the local page: a newcomer does what the guide says, until a first turn is posted."""

from playwright.async_api import expect

from tests.local.page import LocalPage
from tests.local.people import TURN, confirm, pick_whatever


async def join_and_start(page: LocalPage) -> None:
    """Joins and starts the table that is open, as whom and with what the guide says, on a page just opened."""
    for label in ("Join", "Start"):
        await told(page, f"press {label}")
        await page.page.locator("#guide-go").click()
        await expect(page.page.locator("#guide-go")).to_be_hidden()
        await expect(page.page.locator("#view iframe[data-ready]")).to_have_count(1)
        await page.press(label)
    await told(page, "press Play")


async def take_a_turn(page: LocalPage) -> None:
    """Puts a turn together from whatever is offered first, and confirms it."""
    await page.press(TURN)
    await told(page, "press Confirm")
    await pick_whatever(page)
    await confirm(page)
    await told(page, "The first turn is played")


async def told(page: LocalPage, words: str) -> None:
    """Waits until the guide says that now."""
    await expect(page.page.locator("#guide-steps .now")).to_contain_text(words)
