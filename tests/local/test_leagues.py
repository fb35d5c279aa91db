"""A league as its organiser and players meet it: one command, two presses, a result, its table, its file."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
import simcord
from playwright.async_api import expect

import local
from tests.cogs.playing import SHORT_SILENT_GAME
from tests.local.page import DESKTOP, PHONE, Browser, LocalPage, window
from tests.local.people import TURN, Game, confirm, open_table, pick, see_the_call, see_the_end
from tests.volume import THOROUGH

pytestmark = pytest.mark.asyncio(loop_scope="package")

SIZES = (PHONE, DESKTOP) if THOROUGH else (PHONE,)
OTHERS = ("Bob", "Cleo", "Dan")
"""Who join beside Ann, away from the page."""

CUT = """(labels) => labels.filter((each) => each.scrollHeight > each.clientHeight + 1
  || each.scrollWidth > each.clientWidth).map((each) => each.textContent)"""
"""JavaScript that gives the names of channels that the list does not show whole."""


async def _resigned(site: local.Site, number: int) -> None:
    """Have the second player of a match resign, away from the page."""
    world = site.world
    match = await world.env.bot.arena.matches.get(number)  # type: ignore[attr-defined]
    player = world.players[match.names[1]]
    thread = simcord.ChannelHandle(world.env, world.guild, world.env.backend.get_channel(match.channel_id))
    async with site.turn:
        asked = await player.slash(thread, "resign")
        assert asked.response is not None
        await player.click(asked.response.message, label="Resign")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}px")
async def test_a_league_is_played_and_exported(
    browser: Browser, site: local.Site, size: tuple[int, int], tmp_path: Path
) -> None:
    async with window(browser, size=size, touch=size == PHONE) as page:
        await page.enter(site.address)
        await page.play_as("Olga")
        await page.start_command("league create")
        await page.pick("game", "Replicants")
        await page.pick("format", "Round robin: everyone plays everyone")
        await page.write("name", "Winter")
        await page.send_command()
        await page.see("Winter is a draft that only organisers can see.")
        await page.press("Publish")
        post = page.messages.filter(has_text="Winter").get_by_role("button", name="Join", exact=True)
        await expect(post.last).to_be_visible()
        await page.play_as("Ann")
        await page.press("Join", among="Winter")
        for name in OTHERS:
            async with site.turn:
                await site.world.players[name].slash(site.world.channel, "league join")
        await page.play_as("Olga")
        await page.press("Start (organisers)")
        await page.see("Winter has started: 6 matches")
        await _resigned(site, 1)
        await page.see("1–0: match 1")
        await page.command("league standings")
        table = await page.see("Only you can see this")
        assert (await page.picture(table))[0] > 0
        await page.shot(f"league-standings-{size[0]}px")

        await page.command("league-manage export")
        await page.see("everything public about this season")
        file = tmp_path / "winter.zip"
        await page.download(page.conversation.locator("[aria-label*=ownload]").last, file)
        with zipfile.ZipFile(file) as archive:
            assert "league.json" in archive.namelist()

        await page.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        await expect(page.page.locator(".row .label").filter(has_text="Winter").first).to_be_visible()
        assert await page.page.locator(".row .label").evaluate_all(CUT) == [], "two lines have room for who plays"


# A whole match of silent teams with the real bot on the real page: who sees what, who may write, and how it ends.


READ_ONLY = "can read here, but not write"


async def _whisper(page: LocalPage, name: str) -> None:
    """A player tries to say something to the partner: it is not sent, and the page says why."""
    message = page.conversation.get_by_role("textbox").last
    await message.fill("psst")
    await message.press("Enter")
    await expect(page.conversation.get_by_text("can read and use commands here, but not write")).to_be_visible()
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
        await expect(ann.page.locator("#hidden-text")).to_contain_text("Bob can't see")
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
