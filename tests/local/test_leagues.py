"""A league as its organiser and players meet it: one command, two presses, a result, its table, its file."""

import zipfile
from pathlib import Path

import pytest
import simcord
from playwright.async_api import expect

import local
from tests.local.page import DESKTOP, PHONE, Browser, window
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
        await page.pick("format", "Round robin: everybody meets everybody")
        await page.write("name", "Winter")
        await page.send_command()
        await page.see("Winter is a draft, which only organisers see.")
        await page.press("Publish")
        await expect(page.messages.get_by_role("button", name="Join", exact=True).last).to_be_visible()
        await page.play_as("Ann")
        await page.press("Join", among="Winter")
        for name in OTHERS:
            async with site.turn:
                await site.world.players[name].slash(site.world.channel, "league join")
        await page.play_as("Olga")
        await page.press("Start (organisers)")
        await page.see("Winter begins: 6 matches")
        await _resigned(site, 1)
        await page.see("1–0: match 1")
        await page.command("league standings")
        table = await page.see("Only you can see this")
        assert (await page.picture(table))[0] > 0
        await page.shot(f"league-standings-{size[0]}px")

        await page.command("league-manage export")
        await page.see("everything that everybody may know of this season")
        async with page.page.expect_download() as loading:
            await page.conversation.locator("[aria-label*=ownload]").last.click()
        file = tmp_path / "winter.zip"
        await (await loading.value).save_as(file)
        with zipfile.ZipFile(file) as archive:
            assert "league.json" in archive.namelist()

        await page.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        await expect(page.page.locator(".row .label").filter(has_text="Winter").first).to_be_visible()
        assert await page.page.locator(".row .label").evaluate_all(CUT) == [], "two lines have room for who plays"
