"""A whole game of APEX with the real bot on the real page: secret choices by mouse and by touch."""

import re

import pytest
from playwright.async_api import expect

import local
from tests.local.page import DESKTOP, PHONE, Browser, LocalPage, window
from tests.local.people import (
    TURN,
    Game,
    confirm,
    line,
    open_table,
    pick,
    pick_first,
    pick_whatever,
    see_the_call,
    see_the_end,
)

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def _choose(page: LocalPage, name: str) -> None:
    """Chooses in secret from the menus: to colonise with the first card, and to discard the first of the others."""
    await page.press(TURN)
    await page.drawn("Which card do you play?")
    await page.shot(f"apex-{name}-cards")
    await pick_first(page)
    await pick(page, "Colonisation")
    await pick_first(page)
    await page.drawn("Confirm to seal it")
    await page.shot(f"apex-{name}-confirm")
    await confirm(page)


async def test_a_whole_game_on_a_desktop_and_on_a_phone(browser: Browser, site: local.Site) -> None:
    async with window(browser, size=DESKTOP) as ann, window(browser, size=PHONE, touch=True) as bob:
        await ann.enter(site.address)
        await ann.go_to("table-1")
        await open_table(ann, "apex", players="2")
        await ann.see("APEX: 2 players")
        await ann.shot("apex-lobby")
        await bob.enter(site.address)
        await bob.go_to("table-1")
        await bob.play_as("Bob")
        await bob.press("Join")
        await ann.see("Seat 2: @Bob")
        await ann.press("Start")
        await see_the_call(ann, "Ann")
        await ann.shot("apex-start")
        await ann.command("move", turn="MIN")
        await see_the_call(bob, "Bob")
        await bob.press(TURN)
        await bob.shot("apex-civilisation")
        await pick_whatever(bob)
        await confirm(bob)
        await see_the_call(ann, "Ann", "Bob")
        await _choose(ann, "ann")
        await ann.drawn("Nobody else sees it until everyone has chosen")
        await ann.shot("apex-sealed")
        await bob.see("1 of 2 has chosen.")
        await expect(bob.messages.filter(has_text=re.compile("Your choice is"))).to_have_count(0)
        await _choose(bob, "bob")
        for page in (ann, bob):
            await page.see("All choices are revealed:")
        await bob.shot("apex-open")
        game = Game(site, ((ann, "Ann"), (bob, "Bob")))
        await game.type_all(line((await game.match()).session, lambda ways: ways[0]))
        await see_the_end(ann, "apex-desktop")
        await see_the_end(bob, "apex-phone")
