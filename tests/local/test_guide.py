"""The guided first minute, and where the keyboard's focus is meanwhile, with the real bot on the real page."""

import re

import discord
import pytest
import simcord
from playwright.async_api import expect

import local
from local.server import guide
from tests.cogs.playing import CONFIRM, labels, menus, pick, refreshed
from tests.local.first import join_and_start, take_a_turn, told
from tests.local.page import DESKTOP, PHONE, Browser, LocalPage, window
from tests.local.sample import SampleBot
from tests.volume import THOROUGH

pytestmark = pytest.mark.asyncio(loop_scope="package")

STOPS = 30
SIZES = (PHONE, DESKTOP) if THOROUGH else (PHONE,)
# The focused control, across frames: its place in the window, and whether it is what one sees in its middle.
_FOCUSED = """() => {
  let control = document.activeElement, [left, top] = [0, 0];
  while (control.tagName === "IFRAME") {
    const frame = control.getBoundingClientRect();
    [left, top, control] = [left + frame.left, top + frame.top, control.contentDocument.activeElement];
  }
  const box = control.getBoundingClientRect();
  const seen = control.ownerDocument.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  const inside = left + box.left >= -1 && top + box.top >= -1 && left + box.right <= innerWidth + 1
    && top + box.bottom <= innerHeight + 1;
  const framed = control.ownerDocument !== document;
  const name = (control.getAttribute("aria-label") || control.textContent || control.tagName).trim().slice(0, 40);
  return {name, framed, shown: inside && Boolean(seen) && (control.contains(seen) || seen.contains(control))};
}"""


async def _focused(page: LocalPage) -> dict[str, object]:
    """Tells what has the focus, once the page has scrolled to it."""
    await page.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: dict[str, object] = await page.page.evaluate(_FOCUSED)
    return found


async def _walk(page: LocalPage) -> list[dict[str, object]]:
    """Presses Tab and tells what has the focus each time."""
    stops = []
    for _ in range(STOPS):
        await page.page.keyboard.press("Tab")
        stops.append(await _focused(page))
    return stops


@pytest.mark.parametrize("size", SIZES)
async def test_a_newcomer_is_led_to_a_first_turn_and_the_focus_stays_in_sight(
    browser: Browser, site: local.Site, size: tuple[int, int]
) -> None:
    async with window(browser, size=size, touch=size == PHONE) as page:
        await page.enter(site.address)
        await page.shot(f"guide-{size[0]}")
        await join_and_start(page)
        await page.shot(f"guide-{size[0]}-started")
        await take_a_turn(page)
        stops = await _walk(page)
        assert [stop for stop in stops if not stop["shown"]] == []
        assert {"Play", "Rules", "Send"} <= {stop["name"] for stop in stops if stop["framed"]}
        await page.shot(f"guide-{size[0]}-tabbed")
        await page.page.get_by_role("button", name="Put the steps away").click()
        await expect(page.page.locator("#guide")).to_be_hidden()
        await page.page.reload()
        await page.at_rest()
        await expect(page.page.locator("#guide")).to_be_hidden()
        await expect(page.page.locator("#topic")).to_be_visible()


async def test_a_page_is_first_shown_when_it_fits_and_takes_presses(browser: Browser, site: local.Site) -> None:
    async with window(browser, size=PHONE, touch=True) as page:
        await page.enter(site.address)
        await page.player("Bob").click()
        found = await page.page.evaluate(
            """() => new Promise((done) => {
              const again = () => {
                const frame = document.querySelector("#view iframe[title$='as Bob']");
                const shown = frame && getComputedStyle(frame).visibility === "visible" && frame.contentDocument;
                const button = shown && shown.querySelector(".component-button");
                if (!button) return requestAnimationFrame(again);
                const wide = shown.getElementById("preview-app").getBoundingClientRect().width;
                done({dead: button.getAttribute("aria-disabled") === "true" || button.disabled, wide});
              };
              again();
            })"""
        )
        assert found == {"dead": False, "wide": PHONE[0]}


async def test_the_focus_shows_a_tall_picture_whole_and_the_guide_leads_to_its_channel(page: LocalPage) -> None:
    table = await page.drawn("Replicants: 2 players")
    await page.page.keyboard.press("Tab")
    await table.get_by_role("button", name=re.compile("in image preview$")).focus()
    stop = await _focused(page)
    assert str(stop["name"]).endswith("in image preview")
    assert stop["shown"]
    await page.go_to("table-1")
    await page.play_as("Bob")
    await told(page, "press Join")
    await page.page.get_by_role("button", name="Go to #lobby").click()
    await expect(page.page.locator("#name")).to_have_text("lobby")


async def test_where_no_table_is_open_there_is_no_guide() -> None:
    async with local.opened(SampleBot, port=0, prepare=None) as site:
        assert guide(site.world) is None


async def test_the_guide_follows_what_happened_on_the_server(site: local.Site) -> None:
    assert guide(site.world) == {
        "step": "join",
        "who": "Bob",
        "press": "Join",
        "channel": str(site.world.channel.id),
        "names": ["Bob", "Ann", ""],
        "steps": ["join", "start", "play"],
    }
    async with site.turn:
        with site.world.env.time_context():
            table = site.world.channel.history(viewer=site.world.owner)[-1]
            await site.world.players["Bob"].click(table, label="Join")
            await site.world.env.settle()
            step = guide(site.world)
            assert step is not None
            assert (step["step"], step["who"]) == ("start", "Ann")
            table = site.world.channel.history(viewer=site.world.owner)[-1]
            await site.world.players["Ann"].click(table, label="Cancel")
            await site.world.env.settle()
    assert guide(site.world) is None


async def test_the_guide_tells_each_player_of_the_channel_in_front_of_them(site: local.Site) -> None:
    world = site.world
    cleo, dan = world.players["Cleo"], world.players["Dan"]
    lobby, room = world.channel, world.guild.channels["table-1"]

    def told(reader: str, place: simcord.ChannelHandle, *, led: bool = False) -> tuple[str, str, str]:
        step = guide(world, reader, place.id, led=led)
        assert step is not None
        return step["step"], step["who"], step["channel"]

    async with site.turn:
        with world.env.time_context():
            assert told("Cleo", lobby) == ("join", "Cleo", str(lobby.id))
            assert told("Ann", lobby) == ("join", "Bob", str(lobby.id))
            # Where nothing is to be pressed, one is led to the table that is open, or later on to nothing.
            assert told("Dan", room) == ("join", "Dan", str(lobby.id))
            assert told("Dan", room, led=True) == ("done", "Dan", str(room.id))
            await cleo.slash(room, "new replica")
            assert told("Ann", room, led=True) == ("join", "Ann", str(room.id))
            assert told("Ann", lobby, led=True) == ("join", "Bob", str(lobby.id))
            await dan.click(room.history(viewer=dan)[-1], label="Join")
            assert told("Ann", room) == ("start", "Cleo", str(room.id))
            await cleo.click(room.history(viewer=cleo)[-1], label="Start")
            await world.env.settle()
            assert told("Ann", room) == ("play", "Cleo", str(room.id))


async def test_a_second_match_is_started_where_one_is_running(site: local.Site) -> None:
    world, room = site.world, site.world.channel
    cleo, dan = world.players["Cleo"], world.players["Dan"]
    async with site.turn:
        with world.env.time_context():
            await world.players["Bob"].click(room.history(viewer=world.owner)[-1], label="Join")
            await world.players["Ann"].click(room.history(viewer=world.owner)[-1], label="Start")
            await world.env.settle()
            await cleo.slash(room, "new replica")
            await dan.click(room.history(viewer=dan)[-1], label="Join")
            step = guide(world, "Dan", room.id)
            assert step is not None
            assert (step["step"], step["who"]) == ("start", "Cleo")
            # Whose turn it is there is told of that.
            mine = guide(world, "Ann", room.id)
            assert mine is not None
            assert (mine["step"], mine["who"]) == ("play", "Ann")
            await cleo.click(room.history(viewer=cleo)[-1], label="Start")
            await world.env.settle()
            (thread,) = room.threads
            step = guide(world, "Cleo", thread.id)
            assert step is not None
            assert (step["step"], step["who"], step["channel"]) == ("play", "Cleo", str(thread.id))


async def test_who_plays_alone_is_led_past_joining(site: local.Site) -> None:
    world, cleo = site.world, site.world.players["Cleo"]
    room = world.guild.channels["table-2"]
    async with site.turn:
        with world.env.time_context():
            await cleo.slash(room, "new mutants", players=1)
            step = guide(world, "Cleo", room.id)
            assert step is not None
            assert (step["step"], step["who"], step["steps"]) == ("start", "Cleo", ["start", "play"])
            await cleo.click(room.history(viewer=cleo)[-1], label="Start")
            await world.env.settle()
            step = guide(world, "Cleo", room.id)
            assert step is not None
            assert (step["step"], step["who"], step["steps"]) == ("play", "Cleo", ["start", "play"])


async def test_what_is_private_is_no_step_and_who_is_called_is_told_so(maker: local.BotMaker) -> None:
    async with local.opened(maker, port=0, prepare=None) as site:
        world, channel = site.world, site.world.channel
        ann, bob = world.players["Ann"], world.players["Bob"]

        async def press(player: simcord.MemberActor, label: str) -> discord.Message:
            shown = next(each for each in reversed(channel.history(viewer=player)) if label in labels(each))
            await player.click(shown, label=label)
            await world.env.settle()
            return channel.history(viewer=player)[-1]

        async with site.turn:
            with world.env.time_context():
                await ann.slash(channel, "new apex", players=2)
                await press(bob, "Join")
                await press(ann, "Start")
                await ann.slash(channel, "move", turn="MIN")
                await bob.slash(channel, "move", turn="HUM")
                await world.env.settle()
                # Both choose, and each is told of oneself; anybody else, of the first.
                for reader, who in (("Ann", "Ann"), ("Bob", "Bob"), ("Cleo", "Ann")):
                    step = guide(world, reader)
                    assert step is not None
                    assert (step["step"], step["who"]) == ("done", who)
                sealing = await press(bob, "Choose")
                for _ in ("card", "discarded"):
                    (options,) = (each["options"] for each in menus(sealing))
                    sealing = await pick(bob, sealing, options[0]["label"])
                    sealing = await pick(bob, sealing, "Colonisation") if "Colonisation" in labels(sealing) else sealing
                sealed = await pick(bob, sealing, CONFIRM)
                await bob.slash(channel, "resign")
                await press(bob, "Resign")
                assert "Change my choice" in labels(refreshed(bob, sealed))
        assert guide(world) is None
