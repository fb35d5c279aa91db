"""A game of Replicants with the real bot on the real page, by mouse and by notation."""

import re

import pytest
from playwright.async_api import expect

import local
from tests.local.page import CONFIRM, PHONE, Browser, LocalPage, window

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def _play_by_buttons(page: LocalPage) -> None:
    """Plays the first turn the buttons offer."""
    await page.press("Play")
    preview = page.messages.filter(has=page.page.get_by_role("button", name="Cancel")).last
    for _ in range(12):
        await expect(preview).to_be_visible()
        if await preview.get_by_role("button", name=CONFIRM).count():
            break
        await page.click(preview.locator(".component-button").first)
        await page.at_rest()
    await page.press(CONFIRM)


async def _play_by_notation(page: LocalPage) -> str:
    """Plays the first turn that the completions lead to; returns its notation."""
    await page.start_command("move")
    offers = await page.suggestions("turn", "")
    turn = ""
    for _ in range(12):
        before = await page.option("turn").input_value()
        await page.take(offers[0])
        turn = await page.option("turn").input_value()
        if turn == before:
            break
        offers = await page.continued("turn")
    await page.shot("replicants-notation")
    await page.send_command()
    return turn


async def test_two_turns_by_mouse_and_by_notation(page: LocalPage) -> None:
    await page.see("Replicants: 2 players")
    await page.shot("replicants-lobby")
    await page.play_as("Bob")
    await page.press("Join")
    await page.see("Seat 2: @Bob")
    await page.play_as("Ann")
    await page.press("Start")
    await page.see("The match has started")
    await page.see("@Ann: ")
    await page.drawn("Replicants begins")
    await page.shot("replicants-start")
    await _play_by_buttons(page)
    await page.see("@Bob: ")
    await page.drawn("Ann plays E/")
    await page.shot("replicants-turn-1")
    await expect(page.player("Bob").locator(".count")).to_have_attribute("title", "1 ping")
    await page.play_as("Bob")
    turn = await _play_by_notation(page)
    await page.see("@Ann: ")
    await page.drawn(f"Bob plays {turn}")
    await page.shot("replicants-turn-2")
    await page.play_as("Ann")
    await page.press("More")
    await page.shot("replicants-more")
    await page.press("Resign")
    await page.shot("replicants-resign")


async def test_turns_are_typed_on_a_phone(browser: Browser, site: local.Site) -> None:
    async with window(browser, size=PHONE, touch=True) as page:
        await page.enter(site.address)
        await page.play_as("Bob")
        await page.press("Join")
        await page.see("Seat 2: @Bob")
        await page.play_as("Ann")
        await page.press("Start")
        await page.see("@Ann: ")
        await page.start_command("move")
        way_out = page.conversation.get_by_role("button", name="Exit command mode")
        await expect(way_out).to_be_in_viewport(ratio=1)
        await page.drop_command()
        await page.command("move", turn="E/2E3/E")
        refused = await page.see("None of your Replicants with value 2 can go to E3: they stand on D7, E7, F8.")
        await page.shot("replicants-phone-refused")
        # Nothing covers what it says.
        await refused.get_by_text("Possible here").click(trial=True)
        await page.command("move", turn="E/2E6/E")
        board = await page.drawn("Ann plays E/2E6/E")
        await page.see("@Bob: ")
        await page.shot("replicants-phone-turn")
        shown = await board.locator("img").last.bounding_box()
        assert shown is not None
        assert shown["x"] >= 0
        assert shown["x"] + shown["width"] <= PHONE[0]
        for frame in page.page.frames:
            assert await frame.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


async def test_a_silent_match_from_every_players_eyes(page: LocalPage) -> None:
    await page.go_to("table-1")
    await page.start_command("new replicants")
    await page.pick("players", "4")
    await page.pick("mode", "teams")
    await page.send_command()
    for name in ("Bob", "Cleo", "Dan"):
        await page.play_as(name)
        await page.press("Join")
    await page.play_as("Ann")
    await page.press("Start")
    await page.see("The match has started")
    teams = {
        letter: page.page.locator(".row .label", has_text=re.compile(rf"^team.{letter}\b", re.IGNORECASE)).locator("..")
        for letter in "AB"
    }
    await expect(teams["A"]).to_have_attribute("title", "Visible to Ann, Cleo, and Olga")
    await expect(teams["B"]).to_have_attribute("title", "Visible to Bob, Dan, and Olga")
    await teams["A"].click()
    await page.see("@Ann: ")
    await expect(page.page.locator("#seen")).to_contain_text("Ann can read here, not write")
    await _play_by_buttons(page)
    await page.shot("replicants-team-a")
    await page.play_as("Bob")
    await expect(page.page.locator("#hidden-text")).to_contain_text("Bob cannot see")
    await teams["B"].click()
    await page.see("@Bob: ")
    await page.drawn("Ann plays E/")
    await page.shot("replicants-team-b")
