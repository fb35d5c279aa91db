"""A whole match of silent teams with the real bot on the real page: who sees what, who may write, and how it ends."""

import pytest
from playwright.async_api import expect

import local
from tests.cogs.playing import SHORT_SILENT_GAME
from tests.local.page import DESKTOP, PHONE, Browser, LocalPage, window
from tests.local.people import TURN, Game, confirm, open_table, pick, see_the_call, see_the_end

pytestmark = pytest.mark.asyncio(loop_scope="package")

READ_ONLY = "can read here, not write"


async def _whisper(page: LocalPage, name: str) -> None:
    """A player tries to say something to the partner: it is not sent, and the page says why."""
    message = page.conversation.get_by_role("textbox").last
    await message.fill("psst")
    await message.press("Enter")
    await expect(page.conversation.get_by_text("can read here and use commands, not write")).to_be_visible()
    await page.shot(f"teams-refused-{name}")
    await message.fill("")
    await expect(page.messages.filter(has_text="psst")).to_have_count(0)


async def test_a_silent_match_from_every_players_eyes(browser: Browser, site: local.Site) -> None:
    async with window(browser, size=DESKTOP) as ann, window(browser, size=PHONE, touch=True) as bob:
        await ann.enter(site.address)
        await ann.go_to("table-1")
        await open_table(ann, "replicants", players="4", mode="teams")
        await ann.shot("teams-lobby")
        await bob.enter(site.address)
        await bob.go_to("table-1")
        for name in ("Bob", "Cleo", "Dan"):
            await bob.play_as(name)
            await bob.press("Join")
        await ann.press("Start")
        await ann.see("The match has started")
        await expect(ann.row("team A 1")).to_have_attribute("title", "Visible to Ann, Cleo, and Olga")
        await expect(ann.row("team B 1")).to_have_attribute("title", "Visible to Bob, Dan, and Olga")
        await ann.go_to("team A 1")
        await see_the_call(ann, "Ann")
        await ann.drawn("Replicants begins")
        await expect(ann.page.locator("#seen")).to_contain_text(f"Ann {READ_ONLY}")
        await _whisper(ann, "desktop")
        await ann.press(TURN)
        await pick(ann, "3 on D8", "B6", "Rotate", "3 on B6", "To the left")
        await confirm(ann)
        await ann.drawn(f"Ann plays {SHORT_SILENT_GAME[0]}")
        await ann.shot("teams-a-desktop")
        await ann.play_as("Bob")
        await expect(ann.page.locator("#hidden-text")).to_contain_text("Bob cannot see")
        await ann.shot("teams-hidden")
        await ann.play_as("Ann")
        await bob.play_as("Bob")
        await bob.go_to("team B 1")
        await see_the_call(bob, "Bob")
        await bob.drawn(f"Ann plays {SHORT_SILENT_GAME[0]}")
        await bob.shot("teams-b-phone")
        await _whisper(bob, "phone")
        game = Game(site, ((ann, "Ann"), (bob, "Bob"), (ann, "Cleo"), (bob, "Dan")))
        turns = [(1 + number % 4, turn) for number, turn in enumerate(SHORT_SILENT_GAME)]
        await game.type_all(turns[1:])
        for page, team in ((ann, "desktop"), (bob, "phone")):
            await see_the_end(page, f"teams-{team}")
            await page.go_to("spectators 1")
            await expect(page.page.locator("#seen")).not_to_contain_text(READ_ONLY)
            await page.shot(f"teams-spectators-{team}")
