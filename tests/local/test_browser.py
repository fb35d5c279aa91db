"""The local page in a real browser."""

import re

import pytest
from playwright.async_api import expect

import local
from tests.local.page import PHONE, Browser, LocalPage, window
from tests.local.sample import TURNS, SampleBot
from tests.ports import free_port

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest.fixture
def maker() -> local.BotMaker:
    return SampleBot


async def test_a_table_is_joined_and_a_turn_is_played(page: LocalPage) -> None:
    table = await page.see("Table for 2")
    await expect(table.locator("img.entity-avatar-img")).to_be_visible()
    await page.shot("local-lobby")
    await page.play_as("Bob")
    await page.press("Join")
    await page.see("Table: @Bob")
    await page.play_as("Ann")
    await page.press("Join")
    await page.see("Table: @Bob, @Ann")
    await page.press("Start")
    board = await page.see("@Bob")
    assert await page.picture(board) == (320, 160)
    await expect(page.player("Bob").locator(".count")).to_have_attribute("title", "1 ping")
    await page.play_as("Bob")
    await expect(page.player("Bob").locator(".count")).to_have_count(0)
    await page.start_command("move")
    assert await page.suggestions("turn", "") == list(TURNS)
    assert await page.suggestions("turn", "e/5") == ["E/5", "E/5E3", "E/5E3/E3-"]
    clipped = await page.option("turn").evaluate("(field) => field.scrollWidth - field.clientWidth")
    assert clipped <= 0
    await page.shot("local-autocomplete")
    await page.drop_command()
    await page.start_command("move")
    assert await page.suggestions("turn", "e/5") == ["E/5", "E/5E3", "E/5E3/E3-"]
    await page.take("E/5E3")
    assert await page.continued("turn") == ["E/5E3", "E/5E3/E3-"]
    await page.take("E/5E3/E3-")
    await page.send_command()
    await page.see("Done.")
    turn = await page.see("@Bob played E/5E3/E3-")
    assert await page.picture(turn) == (320, 160)
    await expect(turn).to_be_in_viewport(ratio=0.99)
    await page.shot("local-turn")
    await page.play_as("Ann")
    await expect(page.messages.filter(has_text="Done.")).to_have_count(0)
    await page.command("move", turn="N/1")
    await page.see("@Ann played N/1")


async def test_menus_and_forms(page: LocalPage) -> None:
    await page.go_to("table-2")
    await page.command("menu")
    await page.choose("Beryl", menu="Which soul?")
    await page.see("You chose Beryl")
    await page.press("Write")
    await page.fill_in(Turn="E-")
    await page.see("You wrote E-")
    await page.play_as("Cleo")
    await page.see("Choose")
    await expect(page.messages).to_have_count(1)


async def test_a_silent_team_is_followed_from_every_players_eyes(page: LocalPage) -> None:
    await page.start_command("teams", mouse=True)
    await page.pick("ally", "Cleo")
    await page.send_command()
    await page.see("The match has its channels")
    await expect(page.row("team-red")).to_have_attribute("title", "Visible to Ann, Cleo, and Olga")
    await expect(page.row("board")).to_have_attribute("title", "Visible to everyone")
    await expect(page.row("spectators")).to_be_visible()
    await expect(page.player("Cleo").locator(".count")).to_have_attribute("title", "1 ping")
    await page.play_as("Cleo")
    await expect(page.row("team-red").locator(".count")).to_have_attribute("title", "1 ping")
    await page.shot("local-teams")
    await page.go_to("team-red")
    await page.see("Your side, @Cleo.")
    await expect(page.page.locator("#seen")).to_contain_text("Cleo can read here, but not write")
    await expect(page.row("team-red").locator(".count")).to_have_count(0)
    await page.command("move", turn="S-")
    await page.see("@Cleo played S-")
    await page.shot("local-team-channel")
    await page.play_as("Bob")
    await expect(page.page.locator("#hidden-text")).to_have_text("Bob can't see #team-red.")
    await expect(page.page.locator("#view iframe")).to_have_count(0)
    await page.shot("local-hidden")
    await page.page.get_by_role("button", name="Look as Ann").click()
    await page.see("@Cleo played S-")
    await page.go_to("lobby")
    notice = await page.see("The match has its channels")
    await notice.get_by_text("#team-red").click()
    await page.see("@Cleo played S-")
    await page.go_to("lobby")
    await (await page.see("The match has its channels")).get_by_role("link").click()
    await page.see("Talk here.")
    await expect(page.page.locator("#name")).to_have_text("spectators")
    await page.say("hello")
    await page.see("hello")


async def test_what_is_pressed_while_the_page_has_an_act_of_its_own_is_pressed_again(page: LocalPage) -> None:
    await page.play_as("Bob")
    before_the_press = (
        "addEventListener('click', () => document.querySelector('#refresh').click(), {once: true, capture: true})"
    )
    await page.conversation.locator("body").evaluate(before_the_press)
    await page.press("Join")
    await page.see("Table: @Bob")


async def test_two_windows_follow_each_other(browser: Browser, site: local.Site, page: LocalPage) -> None:
    async with window(browser) as other:
        await other.enter(site.address)
        await other.play_as("Bob")
        await page.press("Join")
        await page.see("Table: @Ann")
        await other.see("Table: @Ann")
        await other.press("Join")
        await other.see("Table: @Ann, @Bob")
        await page.see("Table: @Ann, @Bob")


async def test_private_messages_are_listed_for_their_reader(page: LocalPage) -> None:
    await page.command("whisper")
    await page.see("Look at your messages.")
    await expect(page.row("Ann")).to_have_attribute("title", "Visible to Ann")
    await page.go_to("Ann")
    await page.see("Only for you.")
    await page.play_as("Dan")
    await expect(page.page.locator("#hidden-text")).to_have_text("Dan can't see @Ann.")


async def test_time_passes_on_the_page(site: local.Site, page: LocalPage) -> None:
    await page.command("menu")
    await page.see("Choose")
    async with site.turn:
        await site.world.env.advance_time(61)
    await page.see("Too late.")


async def test_a_voice_channel_is_joined_and_left(site: local.Site, page: LocalPage) -> None:
    await page.go_to("lounge")
    await page.page.get_by_role("button", name="Ann joins the voice channel").click()
    await expect(page.page.get_by_role("button", name="Ann leaves the voice channel")).to_be_visible()
    assert list(site.world.guild.voice_states()) == [site.world.players["Ann"].id]
    await page.page.get_by_role("button", name="Ann leaves the voice channel").click()
    await expect(page.page.get_by_role("button", name="Ann joins the voice channel")).to_be_visible()


async def test_the_address_leads_back_to_the_place(browser: Browser, page: LocalPage) -> None:
    await page.go_to("table-3")
    await page.play_as("Dan")
    place = page.page.url
    async with window(browser) as other:
        await other.enter(place)
        await expect(other.page.locator("#name")).to_have_text("table-3")
        await expect(other.player("Dan").get_by_role("radio")).to_be_checked()
    await page.page.go_back()
    await expect(page.player("Ann").get_by_role("radio")).to_be_checked()


async def test_the_keyboard_alone_is_enough(page: LocalPage) -> None:
    await page.player("Ann").get_by_role("radio").focus()
    await page.page.keyboard.press("ArrowRight")
    await expect(page.player("Bob").get_by_role("radio")).to_be_checked()
    await expect(page.player("Bob").get_by_role("radio")).to_be_focused()
    await page.row("table-1").focus()
    await page.page.keyboard.press("Enter")
    await expect(page.page.locator("#name")).to_have_text("table-1")
    await page.page.keyboard.press("Alt+3")
    await expect(page.player("Cleo").get_by_role("radio")).to_be_checked()
    await page.page.keyboard.press("Alt+ArrowDown")
    await expect(page.page.locator("#name")).to_have_text("table-2")
    await expect(page.page.locator("#view iframe")).to_have_attribute("title", re.compile(" as Cleo$"))


async def test_a_phone_in_the_dark(browser: Browser, site: local.Site) -> None:
    async with window(browser, size=PHONE, dark=True) as phone:
        await phone.enter(site.address)
        await expect(phone.row("table-1")).to_be_hidden()
        ground = await phone.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ground == "rgb(27, 28, 32)"
        await phone.shot("local-phone")
        await phone.page.get_by_role("button", name="Channels", exact=True).click()
        await expect(phone.row("table-1")).to_be_visible()
        await phone.shot("local-phone-channels")
        await phone.page.keyboard.press("Escape")
        await expect(phone.row("table-1")).to_be_hidden()
        await phone.play_as("Eve")
        await phone.go_to("table-1")
        await phone.go_to("lobby")
        await expect(phone.player("Eve")).to_be_in_viewport()
        await phone.press("Join")
        await phone.see("Table: @Eve")
        await expect(phone.player("Eve")).to_be_in_viewport()
        wide = await phone.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0


async def test_the_page_survives_a_restart_of_the_server(browser: Browser) -> None:
    port = free_port()
    async with window(browser) as page:
        async with local.opened(SampleBot, port=port) as first:
            await page.enter(first.address)
            await page.go_to("table-1")
            await page.play_as("Cleo")
        await expect(page.page.get_by_role("alert")).to_be_visible()
        async with local.opened(SampleBot, port=port):
            await expect(page.page.get_by_role("alert")).to_be_hidden()
            await expect(page.page.locator("#name")).to_have_text("lobby")
            await expect(page.player("Cleo").get_by_role("radio")).to_be_checked()
            await page.see("Table for 2")
            await page.press("Join")
            await page.see("Table: @Cleo")
