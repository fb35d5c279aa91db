"""A whole game of APEX with the real bot on the real page: secret choices by mouse and by touch."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

import local
from render.words import WIDTH
from tests.cogs.playing import SHORT_GAME
from tests.local.page import CARD_PX, DESKTOP, PHONE, Browser, LocalPage, window
from tests.local.people import (
    REPLAY,
    TURN,
    Game,
    confirm,
    line,
    pick,
    pick_first,
    pick_whatever,
    see_the_call,
    see_the_end,
    start_match,
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


async def test_a_whole_game_of_apex_on_a_desktop_and_on_a_phone(browser: Browser, site: local.Site) -> None:
    async with window(browser, size=DESKTOP) as ann, window(browser, size=PHONE, touch=True) as bob:
        await start_match(site, ann, bob, "apex", "APEX: 2 players")
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


# A whole game of Mutants with the real bot on the real page: what one holds, by mouse and by touch.


ON_A_PHONE = 600
"""Pixels of a message that a phone shows whole, between the name of the channel and the line to type in."""


async def test_a_whole_game_of_mutants_on_a_desktop_and_on_a_phone(browser: Browser, site: local.Site) -> None:
    async with window(browser, size=DESKTOP) as ann, window(browser, size=PHONE, touch=True) as bob:
        reserves = "Where the gene reserves come from: ready-to-play DNA, to learn the game"
        await start_match(site, ann, bob, "mutants", "Mutants: 2 players", reserves)
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
            shown = await page.see("Your reserve tops: 3 cards")
            await expect(shown.get_by_text("In your reserve, below the tops: 9 cards")).to_be_visible()
            assert (await page.picture(shown))[0] == WIDTH
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


# A whole game of Replica with the real bot on the real page: by mouse, by touch and by notation.


TURNS = ("e3-f3", "e7-d6", "a2-d2", "h6-f4", "f3xf4")
"""The game from its third turn to its end, at which a king is captured."""


async def test_a_whole_game_of_replica_on_a_desktop_and_on_a_phone(browser: Browser, site: local.Site) -> None:
    async with window(browser, size=DESKTOP) as ann, window(browser, size=PHONE, touch=True) as bob:
        await start_match(site, ann, bob, "replica")
        await see_the_call(ann, "Ann")
        await ann.press(TURN)
        await ann.shot("replica-builder")
        await pick(ann, "Move", "d2", "e3")
        await ann.shot("replica-confirm")
        await confirm(ann)
        await bob.drawn("Ann plays d2-e3")
        await see_the_call(bob, "Bob")
        await bob.shot("replica-turn")
        await bob.press(TURN)
        await bob.shot("replica-builder-phone")
        await pick(bob, "Make a king", "h6")
        await bob.shot("replica-confirm-phone")
        await confirm(bob)
        await ann.drawn("Bob plays h6=K")
        game = Game(site, ((ann, "Ann"), (bob, "Bob")))
        await game.type_all([(1 + number % 2, turn) for number, turn in enumerate(TURNS)])
        await see_the_end(ann, "replica-desktop")
        await see_the_end(bob, "replica-phone")


# A whole game of Replicants with the real bot on the real page: by mouse, by notation and by touch.


async def _type_by_completions(page: LocalPage, turn: str) -> None:
    """Puts a turn together from what the completions offer, each taken with the mouse, and sends it."""
    await page.start_command("move")
    offers = await page.suggestions("turn", "")
    while (so_far := await page.option("turn").input_value()) != turn:
        ways = {offer.partition(" · ")[0]: offer for offer in offers}
        await page.take(ways[max(way for way in ways if turn.startswith(way) and way != so_far)])
        offers = await page.continued("turn")
    await page.shot("replicants-notation")
    await page.send_command()


async def _refused(page: LocalPage) -> None:
    """A turn that is not possible is answered in a sentence, and nothing hides what it says."""
    await page.start_command("move")
    await expect(page.conversation.get_by_role("button", name="Exit command mode")).to_be_in_viewport(ratio=1)
    await page.drop_command()
    await page.command("move", turn="E/2E6/E")
    refused = await page.see("None of your 2s can go to E6: they're on D2, E3, F3.")
    await refused.get_by_text("Possible here").click(trial=True)
    await page.shot("replicants-refused")


async def test_a_whole_game_of_replicants_on_a_desktop_and_on_a_phone(browser: Browser, site: local.Site) -> None:
    async with window(browser, size=DESKTOP) as ann, window(browser, size=PHONE, touch=True) as bob:
        await ann.enter(site.address)
        await ann.see("Replicants: 2 players")
        await ann.shot("replicants-lobby")
        await bob.enter(site.address)
        await bob.play_as("Bob")
        await bob.press("Join")
        await ann.see("Seat 2: @Bob")
        await ann.press("Start")
        await see_the_call(ann, "Ann")
        await ann.drawn("Replicants begins")
        await ann.shot("replicants-start")
        await ann.press(TURN)
        await pick(ann, "2 on D7", "C6")
        await ann.shot("replicants-builder")
        await pick(ann, "Rotate", "3 on D8", "To the left")
        await confirm(ann)
        await ann.drawn(f"Ann plays {SHORT_GAME[0]}")
        board = await bob.drawn(f"Ann plays {SHORT_GAME[0]}")
        shown = await board.locator("img").last.bounding_box()
        assert shown is not None
        assert shown["x"] >= 0
        assert shown["x"] + shown["width"] <= PHONE[0]
        await see_the_call(bob, "Bob")
        await bob.shot("replicants-turn")
        await _refused(bob)
        await _type_by_completions(bob, SHORT_GAME[1])
        await ann.drawn(f"Bob plays {SHORT_GAME[1]}")
        await ann.press("More")
        await ann.shot("replicants-more")
        game = Game(site, ((ann, "Ann"), (bob, "Bob")))
        await game.type_all([(1 + number % 2, turn) for number, turn in enumerate(SHORT_GAME)][2:])
        for page, name in ((ann, "desktop"), (bob, "phone")):
            await see_the_end(page, f"replicants-{name}")
        await bob.press(REPLAY)
        await bob.shot("replicants-replay")
        for frame in bob.page.frames:
            assert await frame.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
