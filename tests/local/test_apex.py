"""A round of APEX with the real bot on the real page: secret choices by mouse and by touch."""

import re

import pytest
from playwright.async_api import expect

import local
from tests.local.page import CONFIRM, DESKTOP, PHONE, Browser, LocalPage, window

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def _choose(page: LocalPage, name: str) -> None:
    """Have somebody choose in secret from the menus."""
    await page.press("Choose")
    await page.drawn("Which card do you play?")
    await page.shot(f"apex-{name}-cards")
    await _pick_first(page)
    await page.press("Colonisation")
    await _pick_first(page)
    await page.drawn("Confirm to seal it")
    await page.press(CONFIRM)


async def _pick_first(page: LocalPage) -> None:
    await page.click(page.messages.get_by_role("combobox").last)
    await page.conversation.get_by_role("option").first.click()
    await page.at_rest()


async def test_a_secret_choice_on_a_desktop_and_on_a_phone(browser: Browser, site: local.Site) -> None:
    async with window(browser, size=DESKTOP) as ann, window(browser, size=PHONE, touch=True) as bob:
        await ann.enter(site.address)
        await ann.go_to("table-1")
        await ann.start_command("new apex")
        await ann.pick("players", "2")
        await ann.send_command()
        await ann.see("APEX: 2 players")
        await bob.enter(site.address)
        await bob.go_to("table-1")
        await bob.play_as("Bob")
        await bob.press("Join")
        await ann.see("Seat 2: @Bob")
        await ann.press("Start")
        await ann.see("@Ann: ")
        await ann.command("move", turn="MIN")
        await bob.see("@Bob: ")
        await bob.command("move", turn="HUM")
        await ann.see("Everybody chooses a strategy in secret: @Ann, @Bob")
        await _choose(ann, "ann")
        await ann.drawn("Nobody else sees it until all have chosen")
        await ann.shot("apex-sealed")
        await bob.see("1 of 2 has chosen.")
        await expect(bob.messages.filter(has_text=re.compile("Your choice is"))).to_have_count(0)
        await _choose(bob, "bob")
        for page in (ann, bob):
            await page.see("All choices are open:")
        await bob.shot("apex-open")
