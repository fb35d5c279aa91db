"""Terms on a phone: the table's buttons in one row, presets, and dialogs with menus and groups to choose from."""

import pytest
from playwright.async_api import expect

import local
from tests.local.page import PHONE, Browser, LocalPage, window

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def _in_one_row(page: LocalPage, *labels: str) -> None:
    tops = set()
    for label in labels:
        box = await page.messages.get_by_role("button", name=label, exact=True).last.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= PHONE[0]
        tops.add(box["y"])
    assert len(tops) == 1, labels


async def test_the_host_changes_terms_and_another_player_sits_down_on_them(browser: Browser, site: local.Site) -> None:
    async with window(browser, size=PHONE, touch=True) as page:
        await page.enter(site.address)
        await page.see("Seat 2: free")
        await _in_one_row(page, "Join", "Terms", "Rules", "Cancel")
        await page.press("Terms")
        await page.see("No clock: take as long as you like.")
        await page.choose("Quick", menu="Use a preset")
        await page.see("Clock: 15m each, 2m more per turn, 30m at most.")
        await page.shot("terms-phone")

        await page.press("Time")
        form = page.conversation.get_by_role("dialog")
        await expect(form).to_contain_text("as it is now: a bank of 15m, plus 2m a turn, 30m at most")
        for part in ("they lose", "A player's vacation pauses their clock"):
            choice = form.get_by_label(part)
            await choice.scroll_into_view_if_needed()
            box, frame = await choice.bounding_box(), await form.bounding_box()
            assert box is not None
            assert frame is not None
            assert frame["x"] <= box["x"] < frame["x"] + frame["width"]
        assert await form.evaluate("all => [...all.querySelectorAll('*')].every(each => each.scrollLeft === 0)")
        await form.get_by_label("a random legal turn is played").check()
        await form.get_by_label("A player's vacation pauses their clock").check()
        await page.shot("terms-phone-time")
        await page.fill_in(Or_your_own_clock="36h")
        await page.see("Clock: 1d12h per turn.")
        await page.press("Agreements")
        await form.get_by_label("The result counts for ratings").uncheck()
        await page.shot("terms-phone-agreements")
        await page.fill_in()
        await page.see("This match isn't rated.")

        await page.play_as("Bob")
        await page.press("Join")
        table = await page.see("Seat 2: @Bob")
        for words in ("Clock: 1d12h per turn.", "a random legal turn is played", "isn't rated"):
            await expect(table.last).to_contain_text(words)
        await expect(table.last).not_to_contain_text("Clocks run through vacations")
        await _in_one_row(page, "Leave", "Start", "Rules", "Cancel")
        await expect(page.messages.get_by_role("button", name="Terms", exact=True)).to_have_count(0)
