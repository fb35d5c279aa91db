"""A whole game of Replicants with the real bot on the real page: by mouse, by notation and by touch."""

import pytest
from playwright.async_api import expect

import local
from tests.cogs.playing import SHORT_GAME
from tests.local.page import DESKTOP, PHONE, Browser, LocalPage, window
from tests.local.people import REPLAY, TURN, Game, confirm, pick, see_the_call, see_the_end

pytestmark = pytest.mark.asyncio(loop_scope="package")


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


async def test_a_whole_game_on_a_desktop_and_on_a_phone(browser: Browser, site: local.Site) -> None:
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
