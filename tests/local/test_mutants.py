"""A whole game of Mutants with the real bot on the real page: what one holds, by mouse and by touch."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

import local
from tests.local.page import BOARD_PX, CARD_PX, DESKTOP, PHONE, Browser, window
from tests.local.people import TURN, Game, confirm, line, open_table, pick_first, see_the_end

pytestmark = pytest.mark.asyncio(loop_scope="package")

ON_A_PHONE = 600
"""Pixels of a message that a phone shows whole, between the name of the channel and the line to type in."""


async def test_a_whole_game_on_a_desktop_and_on_a_phone(browser: Browser, site: local.Site) -> None:
    async with window(browser, size=DESKTOP) as ann, window(browser, size=PHONE, touch=True) as bob:
        await ann.enter(site.address)
        await ann.go_to("table-1")
        await open_table(ann, "mutants", players="2")
        await ann.see("Mutants: 2 players")
        await ann.see("Where the gene reserves come from: ready-to-play DNA, to learn the game")
        await ann.shot("mutants-lobby")
        await bob.enter(site.address)
        await bob.go_to("table-1")
        await bob.play_as("Bob")
        await bob.press("Join")
        await ann.see("Seat 2: @Bob")
        await ann.press("Start")
        game = Game(site, ((ann, "Ann"), (bob, "Bob")))
        for _ in game.seats:
            page = await game.called()
            await page.press(TURN)
            await page.drawn("under their piles and turn up the next ones?")
            await page.shot(f"mutants-mulligan-{page is ann}")
            await page.press("No")
            await confirm(page)
            await page.see("Played N.")
        for page, _ in game.seats:
            await page.see("chooses an action")
            await page.press("Your hand")
            shown = await page.see("Your hand: 6 cards")
            assert (await page.picture(shown))[0] == CARD_PX
            await page.shot(f"mutants-hand-{page is ann}")
            if page is bob:
                box = await shown.bounding_box()
                assert box is not None
                assert box["height"] < ON_A_PHONE
            await page.press("Your other cards")
            shown = await page.see("Tops of your reserve: 3 cards")
            await expect(shown.get_by_text("In your reserve, below the tops: 9 cards")).to_be_visible()
            assert (await page.picture(shown))[0] == BOARD_PX
            await page.shot(f"mutants-other-cards-{page is ann}")
            await page.press("Aid card")
            await page.see("Mutants: Aid card")
            await page.shot(f"mutants-aid-{page is ann}")
        page = await game.called()
        await page.press(TURN)
        await page.drawn("What do you do?")
        await page.shot("mutants-action")
        await page.press("Deploy")
        await page.shot("mutants-deploy")
        await pick_first(page)
        await page.drawn("Only you see it until you confirm")
        await page.shot("mutants-confirm")
        await confirm(page)
        await page.see("Played D")
        await page.shot("mutants-played")
        await game.type_all(line((await game.match()).session, lambda ways: ways[-1]))
        await see_the_end(ann, "mutants-desktop")
        await see_the_end(bob, "mutants-phone")
