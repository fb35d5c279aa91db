"""A round of APEX with the real bot on the real page: secret choices by mouse, on a desktop and on a phone."""

import re

import pytest
from playwright.async_api import Browser, expect

import local
from tests.local.page import DESKTOP, PHONE, LocalPage, window

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def _choose(page: LocalPage, name: str) -> None:
    """Have somebody choose in secret from the menus."""
    await page.press("Choose in secret")
    await page.drawn("Which card do you play?")
    await page.shot(f"apex-{page.page.viewport_size['width'] if page.page.viewport_size else 0}-{name}-cards")
    await _pick_first(page)
    await page.press("Colonisation")
    await _pick_first(page)
    await page.drawn("Confirm to seal it")
    await page.press("Confirm")


async def _pick_first(page: LocalPage) -> None:
    await page.click(page.messages.get_by_role("combobox").last)
    await page.conversation.get_by_role("option").first.click()
    await page.at_rest()


@pytest.mark.parametrize(("size", "touch"), [(DESKTOP, False), (PHONE, True)], ids=["desktop", "phone"])
async def test_a_secret_choice_by_mouse(browser: Browser, site: local.Site, size: tuple[int, int], touch: bool) -> None:
    async with window(browser, size=size, touch=touch) as page:
        await page.enter(site.address)
        await page.go_to("table-1")
        await page.start_command("new apex")
        await page.pick("players", "2")
        await page.send_command()
        await page.see("APEX: 2 players")
        await page.play_as("Bob")
        await page.press("Join")
        await page.see("Seat 2: @Bob")
        await page.play_as("Ann")
        await page.press("Start")
        await page.see("@Ann, it is your turn")
        await page.command("move", turn="MIN")
        await page.see("@Bob, it is your turn")
        await page.play_as("Bob")
        await page.command("move", turn="HUM")
        await page.see("@Ann, @Bob, choose in secret in APEX.")
        await page.play_as("Ann")
        await _choose(page, "ann")
        await page.drawn("Nobody else sees it until all have chosen")
        await page.see("1 of 2 has chosen.")
        await page.shot(f"apex-{size[0]}-sealed")
        await page.play_as("Bob")
        await expect(page.messages.filter(has_text=re.compile("Your choice is"))).to_have_count(0)
        await _choose(page, "bob")
        await page.see("All choices are open:")
        await page.shot(f"apex-{size[0]}-open")
