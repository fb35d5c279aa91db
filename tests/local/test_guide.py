"""The guided first minute, and where the keyboard's focus is meanwhile, with the real bot on the real page."""

from __future__ import annotations

import re

import discord
import pytest
import simcord
from playwright.async_api import expect

import local
from cogs.ui.rules import guide_of
from computer.puzzles import of_day
from engine.registry import games, name_of
from hosting.puzzles import day_of
from local.server import guide, words
from locales import SOURCE
from render.words import WIDTH
from tests.cogs.playing import CONFIRM, labels, menus, pick, refreshed
from tests.local.first import join_and_start, take_a_turn, told
from tests.local.page import DESKTOP, PHONE, Browser, LocalPage, window
from tests.local.people import confirm
from tests.local.people import pick as people_pick
from tests.local.sample import SampleBot
from tests.volume import THOROUGH

pytestmark = pytest.mark.asyncio(loop_scope="package")

STOPS = 30
SCROLLS, SCROLL_MS = 50, 100
"""How often it is tried whether something is in sight, and after how long again."""
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
    """Tells what has the focus, once the page has scrolled to it, or hasn't within some seconds."""
    await page.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: dict[str, object] = await page.page.evaluate(_FOCUSED)
    for _ in range(SCROLLS):
        if found["shown"]:
            break
        await page.page.wait_for_timeout(SCROLL_MS)
        found = await page.page.evaluate(_FOCUSED)
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
        await page.page.get_by_role("button", name="Hide the steps").click()
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


async def test_who_plays_a_computer_has_nothing_to_press_while_it_is_to_play(maker: local.BotMaker) -> None:
    async with local.opened(maker, port=0, prepare=None) as site:
        world, channel, ann = site.world, site.world.channel, site.world.players["Ann"]

        def told() -> tuple[str, str, str]:
            step = guide(world, "Ann", channel.id)
            assert step is not None
            return step["step"], step["who"], step["press"]

        async def press(label: str) -> None:
            shown = next(each for each in reversed(channel.history(viewer=ann)) if label in labels(each))
            await ann.click(shown, label=label)
            await world.env.settle()

        async with site.turn:
            with world.env.time_context():
                await ann.slash(channel, "new replica", computer=1)
                assert told() == ("play", "Ann", "Play")
                await ann.slash(channel, "move", turn="d2-e3")
                await world.env.settle()
                assert told()[:2] == ("done", "Ann")
                await ann.slash(channel, "resign")
                await press("Resign")
                await press("Rematch")
                assert told() == ("play", "Ann", ""), "the computer begins"
    assert "computer" not in str(words(SOURCE)["next"]), "what comes next is for who played one, too"


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


# A lesson, and a board to practise on, with the real bot on the real page.


TAUGHT = {game.info.name: len(game.lesson) for game in games() if game.lesson}
FIRST = next(iter(TAUGHT))
PLAYED = [(game, size) for game in TAUGHT for size in (PHONE, DESKTOP)] if THOROUGH else [(FIRST, PHONE)]


async def _by_oneself(page: LocalPage) -> None:
    """The first step of the first lesson: a wrong answer, which is told why, then a right one, all by picking."""
    await people_pick(page, "2 on E7", "E6", "Rotate", "2 on E6", "To the left")
    await confirm(page)
    await page.see("not quite. You rotated a Replicant as your third action")
    await page.shot("learn-wrong")
    await people_pick(page, "2 on E7", "E6", "Charge the matrix")
    await confirm(page)


@pytest.mark.parametrize(("game", "size"), PLAYED)
async def test_a_lesson_from_its_start_to_its_end(
    browser: Browser, site: local.Site, game: str, size: tuple[int, int]
) -> None:
    last, name = TAUGHT[game], f"learn-{game.lower()}-{size[0]}"
    async with window(browser, size=size, touch=size == PHONE) as page:
        await page.enter(site.address)
        await page.command("learn")
        await page.see("Learn a game by playing it")
        await page.shot(f"learn-{size[0]}")
        await page.press(re.compile(f"^{game}: start"))
        for step in range(1, last + 1):
            message = await page.see(re.compile(f"{game}, step {step} of {last}"))
            await page.picture(message)
            await page.shot(f"{name}-{step}-task")
            if (game, step) == (FIRST, 1):
                await _by_oneself(page)
            else:
                await page.press("Show me")
                await confirm(page)
            message = await page.see("✅")
            await page.picture(message)
            await page.shot(f"{name}-{step}-done")
            if step < last:
                await page.press("Next step")
        await page.see("That was the last step.")
        await page.press("All lessons")
        await expect(page.messages.get_by_role("button", name=re.compile(f"^{game}: done"))).to_be_visible()


async def test_the_puzzle_of_the_day_is_solved_on_a_phone(browser: Browser, site: local.Site) -> None:
    async with window(browser, size=PHONE, touch=True) as page:
        await page.enter(site.address)
        await page.command("puzzle")
        puzzle = of_day(day_of(site.world.env.now()))
        await page.picture(await page.see(f"{name_of(puzzle.game)}, strength {puzzle.strength}"))
        await page.press("Hint")
        await page.see("💡")
        await page.shot("puzzle-hint")
        for text in puzzle.solution[::2]:
            await page.press("Type it")
            await page.fill_in(In_notation=text)
            await page.see(f"✅ {text}")
            await page.shot(f"puzzle-{text.replace('/', '-')}")
        await page.see("Puzzles of the day in a row: 1 (best: 1)")


async def test_a_turn_is_practised_on_a_phone(browser: Browser, site: local.Site) -> None:
    async with window(browser, size=PHONE, touch=True) as page:
        await page.enter(site.address)
        await page.command("learn")
        await page.choose("Replica, 2 players")
        await page.picture(await page.see("Free practice: Replica"))
        await page.press("Make a king")
        await page.choose("b1", menu="Choose a piece to make a king")
        await page.shot("practice-turn")
        await confirm(page)
        await page.see("Player 2 to play.")
        await page.shot("practice-next")
        await page.press("Take back")
        await page.see("Player 1 to play.")


# The rules of a game, page after page, with the real bot on the real page, on a phone.


READ = games() if THOROUGH else games()[:1]
PAGES = 25 if THOROUGH else 2
"""Most pages that are read of a guide."""
SCREEN = (390, 800)
"""A common phone."""
LEAST_PX = 280
"""A board on a phone is at least as wide: less, and the letters on it cannot be read."""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}px")
@pytest.mark.parametrize("key", [game.info.key for game in READ])
async def test_a_guide_is_read(browser: Browser, site: local.Site, key: str, size: tuple[int, int]) -> None:
    (game,) = (each for each in games() if each.info.key == key)
    guide = guide_of(game)
    async with window(browser, size=size, touch=size == PHONE) as page:
        await page.enter(site.address)
        await page.command("help")
        option = page.conversation.get_by_role("option", name=game.info.name, exact=True)
        await page.take_option(page.messages.get_by_role("combobox").last, option)
        for number, each in enumerate(guide[:PAGES], 1):
            message = await page.see(f"Page {number} of {len(guide)}")
            await expect(message).to_contain_text(f"{game.info.name}: {each.title}")
            if each.scene is not None:
                assert (await page.picture(message))[0] == WIDTH
                picture = message.locator("img:not(.entity-avatar-img)").last
                shown = await picture.bounding_box()
                assert shown is not None
                assert shown["width"] >= LEAST_PX
                assert shown["x"] + shown["width"] <= size[0]
                assert await picture.get_attribute("alt")
            await page.shot(f"rules-{key}-{number:02}-{size[0]}px")
            if number < min(PAGES, len(guide)):
                await page.press("Next")


# At one moment, as the page scrolls when something is drawn; until then it has the picture of the guide before.
_FROM_HEADING_TO_BUTTON = """(message) => {
  const next = [...message.querySelectorAll("button")].find((each) => each.textContent.trim() === "Next");
  return next.getBoundingClientRect().bottom - message.querySelector("h3").getBoundingClientRect().top;
}"""


async def test_the_goal_the_picture_and_the_way_on_are_on_one_screen(browser: Browser, site: local.Site) -> None:
    async with window(browser, size=SCREEN, touch=True) as page:
        await page.enter(site.address)
        await page.command("help")
        menu = page.messages.get_by_role("combobox").last
        for game in games():
            await page.take_option(menu, page.conversation.get_by_role("option", name=game.info.name, exact=True))
            message = await page.see(f"{game.info.name}: {guide_of(game)[0].title}")
            await page.picture(message)
            seen = await page.conversation.locator("#channel-timeline").bounding_box()
            assert seen is not None
            tall = await message.evaluate(_FROM_HEADING_TO_BUTTON)
            for _ in range(SCROLLS):
                if tall <= seen["height"]:
                    break
                await page.page.wait_for_timeout(SCROLL_MS)
                tall = await message.evaluate(_FROM_HEADING_TO_BUTTON)
            assert tall <= seen["height"], game.info.key
            await page.shot(f"rules-{game.info.key}-opening")
            menu = page.messages.filter(has_text="How to play").get_by_role("combobox").last


# Terms on a phone: the table's buttons in one row, presets, and dialogs with menus and groups to choose from.


_BOXES = """(message, labels) => labels.map((label) => {
  const named = [...message.querySelectorAll("button")].find((each) => each.textContent.trim() === label);
  const {top, right} = named.getBoundingClientRect();
  return [top, right];
})"""
"""JavaScript that tells where buttons are, all at one moment: how far down, and where they end."""


async def _in_one_row(page: LocalPage, *labels: str) -> None:
    message = page.messages
    for label in labels:
        message = message.filter(has=page.page.get_by_role("button", name=label, exact=True))
    boxes = await message.last.evaluate(_BOXES, labels)
    assert len({top for top, _ in boxes}) == 1, labels
    assert max(right for _, right in boxes) <= PHONE[0]


async def test_the_host_changes_terms_and_another_player_sits_down_on_them(browser: Browser, site: local.Site) -> None:
    async with window(browser, size=PHONE, touch=True) as page:
        await page.enter(site.address)
        await page.see("Seat 2: free")
        await _in_one_row(page, "Join", "Terms", "Rules", "Cancel")
        await page.press("Terms")
        await page.see("No clock: take as long as you like.")
        await page.choose("Quick", menu="Use a preset")
        await page.see("Clock: 15m each, 2m more per turn, 30m at most.")
        await page.shot("terms-phone")

        await page.press("Time")
        form = page.conversation.get_by_role("dialog")
        await expect(form).to_contain_text("current: a bank of 15m, plus 2m a turn, 30m at most")
        for part in ("they lose", "A player's vacation pauses their clock"):
            choice = form.get_by_label(part)
            await choice.scroll_into_view_if_needed()
            box, frame = await choice.bounding_box(), await form.bounding_box()
            assert box is not None
            assert frame is not None
            assert frame["x"] <= box["x"] < frame["x"] + frame["width"]
        assert await form.evaluate("all => [...all.querySelectorAll('*')].every(each => each.scrollLeft === 0)")
        await form.get_by_label("a random legal turn is played").check()
        await form.get_by_label("A player's vacation pauses their clock").check()
        await page.shot("terms-phone-time")
        await page.fill_in(Or_your_own_clock="36h")
        await page.see("Clock: 1d12h per turn.")
        await page.press("Agreements")
        await form.get_by_label("The result counts for ratings").uncheck()
        await page.shot("terms-phone-agreements")
        await page.fill_in()
        await page.see("This match isn't rated.")

        await page.play_as("Bob")
        await page.press("Join")
        table = await page.see("Seat 2: @Bob")
        for words in ("Clock: 1d12h per turn.", "a random legal turn is played", "isn't rated"):
            await expect(table.last).to_contain_text(words)
        await expect(table.last).not_to_contain_text("Clocks run through vacations")
        await _in_one_row(page, "Leave", "Start", "Rules", "Cancel")
        await expect(page.messages.get_by_role("button", name="Terms", exact=True)).to_have_count(0)
