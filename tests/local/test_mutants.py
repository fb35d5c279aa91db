"""The beginning of a game of Mutants with the real bot on the real page: what one holds, by mouse and by touch."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

import local
from tests.local.page import BOARD_PX, CONFIRM, DESKTOP, PHONE, Browser, LocalPage, window

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def _called(page: LocalPage) -> str:
    """Return who is called by the newest message that calls somebody."""
    call = await page.see(re.compile("or type"))
    found = re.search(r"@(Ann|Bob)", await call.inner_text())
    assert found is not None
    return found[1]


async def test_a_hand_and_a_turn_on_a_desktop_and_on_a_phone(browser: Browser, site: local.Site) -> None:
    async with window(browser, size=DESKTOP) as ann, window(browser, size=PHONE, touch=True) as bob:
        await ann.enter(site.address)
        await ann.go_to("table-1")
        await ann.start_command("new mutants")
        await ann.pick("players", "2")
        await ann.send_command()
        await ann.see("Mutants: 2 players")
        await ann.press("Terms")
        await ann.choose("ready-to-play DNA, to learn the game", menu="Where the gene reserves come from")
        await ann.see("Which ready decks the seats have")
        await ann.shot("mutants-lobby")
        await bob.enter(site.address)
        await bob.go_to("table-1")
        await bob.play_as("Bob")
        await bob.press("Join")
        await ann.see("Seat 2: @Bob")
        await ann.press("Start")
        pages = {"Ann": ann, "Bob": bob}
        for _ in pages:
            page = pages[await _called(ann)]
            await page.press("Play")
            await page.drawn("under their piles and turn up the next ones?")
            await page.shot(f"mutants-mulligan-{page is ann}")
            await page.press("No")
            await page.press(CONFIRM)
            await page.see("Played N.")
        name = await _called(ann)
        for page in pages.values():
            await page.press("Your hand")
            shown = await page.see("Your hand: 6 cards")
            await expect(shown.get_by_text("Tops of your reserve: 3 cards")).to_be_visible()
            await expect(shown.get_by_text("In your reserve, below the tops: 9 cards")).to_be_visible()
            assert (await page.picture(shown))[0] == BOARD_PX
            await page.shot(f"mutants-hand-{page is ann}")
            await page.press("Aid card")
            await page.see("Mutants: Aid card")
            await page.shot(f"mutants-aid-{page is ann}")
        page = pages[name]
        await page.press("Play")
        await page.drawn("What do you do?")
        await page.shot("mutants-action")
        await page.press("Deploy")
        await page.click(page.messages.get_by_role("combobox").last)
        await page.shot("mutants-deploy")
        await page.conversation.get_by_role("option").first.click()
        await page.at_rest()
        await page.drawn("Only you see it until you confirm it")
        await page.shot("mutants-confirm")
        await page.press(CONFIRM)
        await page.see("Played D")
        await ann.shot("mutants-board")
        await bob.shot("mutants-board-phone")
        assert [page.complaints for page in pages.values()] == [[], []]
