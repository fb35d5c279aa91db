"""A whole game of Replica with the real bot on the real page: by mouse, by touch and by notation."""

import pytest

import local
from tests.local.page import DESKTOP, PHONE, Browser, window
from tests.local.people import TURN, Game, confirm, open_table, pick, see_the_call, see_the_end

pytestmark = pytest.mark.asyncio(loop_scope="package")

TURNS = ("e3-f3", "e7-d6", "a2-d2", "h6-f4", "f3xf4")
"""The game from its third turn to its end, at which a king is captured."""


async def test_a_whole_game_on_a_desktop_and_on_a_phone(browser: Browser, site: local.Site) -> None:
    async with window(browser, size=DESKTOP) as ann, window(browser, size=PHONE, touch=True) as bob:
        await bob.enter(site.address)
        await bob.go_to("table-1")
        await bob.play_as("Bob")
        await ann.enter(site.address)
        await ann.go_to("table-1")
        await open_table(ann, "replica")
        await ann.shot("replica-lobby")
        await bob.press("Join")
        await ann.see("Seat 2: @Bob")
        await ann.press("Start")
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
