"""Drives the local page in a real browser as a player would: with the mouse and by typing."""

import contextlib
import os
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import BrowserContext, FrameLocator, Locator, Page, async_playwright, expect
from playwright.async_api import TimeoutError as OutOfTime

from render.words import WIDTH

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--in-process-gpu",
    "--renderer-process-limit=1",
    "--disable-site-isolation-trials",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
ALBUM = Path(__file__).parents[2] / "screenshots"
CONFIRM = re.compile("^Confirm: ")
"""What plays a turn says which one."""
DESKTOP = (1280, 800)
PHONE = (400, 760)
CARD_PX = 480
"""A card of a hand is a square picture."""
PATIENCE_MS = 180_000
_TAPPED_AGAIN_MS = 10_000
_TURNS_OF_THE_WHEEL = 40
_WHEEL_MS = 100
expect.set_options(timeout=PATIENCE_MS)


def _until(look: str) -> str:
    """JavaScript that waits, for `PATIENCE_MS` at most, until the function `look` of the element returns something."""
    return f"""(element) => new Promise((done, fail) => {{
      const end = performance.now() + {PATIENCE_MS};
      const again = () => {{
        const found = ({look})(element);
        if (found) done(found instanceof Element || found);
        else if (performance.now() > end) fail(new Error("waited in vain"));
        else setTimeout(again, 20);
      }};
      again();
    }})"""


_AT_REST = _until(
    """() => {
      const shown = document.querySelector("#view iframe[data-ready]")?.contentWindow.simcordPreview;
      return shown && shown.ready && shown.authorized && !shown.pendingAction;
    }"""
)
_SUGGESTED = _until(
    """() => {
      const {state, choiceCount} = window.simcordPreview.commandPicker.autocomplete;
      const none = state === "failed" || (state === "answered" && !choiceCount);
      return state !== "loading" && (none || document.querySelector(".command-suggestion-label"));
    }"""
)
_ACTS = "() => window.simcordPreview.activity.map((act) => act.requestId)"
"""JavaScript that names the last things the page told the bot of."""
# The page has acts of its own: it tells its size once the guide above it has changed. A press meanwhile is lost.
_ANSWERED = """async (_, [before, patience]) => {
  const end = performance.now() + patience;
  while (performance.now() < end) {
    const {activity, pendingAction} = window.simcordPreview;
    const acts = activity.filter((act) => !before.includes(act.requestId));
    if (acts.length && !pendingAction) return acts.some((act) => act.dispatched && act.target?.controlKey);
    await new Promise((done) => setTimeout(done, 20));
  }
  return false;
}"""
"""JavaScript that tells whether the bot took a press or choice since those acts, after so many milliseconds at most."""
# Looked for anew each time: SimCord may draw a message again while its picture loads, with a single pixel in its place.
_DRAWN = _until(
    """(message) => {
      const image = [...message.querySelectorAll("img:not(.entity-avatar-img)")].at(-1);
      return image?.complete && image.naturalWidth > 1 && {width: image.naturalWidth, height: image.naturalHeight};
    }"""
)


def browser_path() -> str:
    """The browser to drive; skips the test where there is none, unless one is required (`ARENA_REQUIRE_BROWSER=1`)."""
    asked = os.environ.get("ARENA_BROWSER")
    found = asked or next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        reason = f"no browser found: none of {', '.join(BROWSERS)} is installed and ARENA_BROWSER is not set"
        if os.environ.get("ARENA_REQUIRE_BROWSER") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return found


class LocalPage:
    """The index page and SimCord's conversation inside it.

    Args:
        page: the browser's page.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    # ------------------------------------------------------------- the index page

    @property
    def conversation(self) -> FrameLocator:
        """SimCord's page."""
        return self.page.frame_locator("#view iframe")

    @property
    def messages(self) -> Locator:
        """The messages of the open channel, oldest first."""
        return self.conversation.locator("#channel-message-list article")

    async def enter(self, address: str) -> None:
        """Opens the index page."""
        await self.page.goto(address)
        await self.at_rest()

    async def play_as(self, name: str) -> None:
        """Switches to another player."""
        await self.player(name).click()
        await expect(self.player(name).get_by_role("radio")).to_be_checked()
        await self._arrived(re.compile(rf"\b{name}$"))

    async def go_to(self, channel: str) -> None:
        """Opens a channel by its name in the list."""
        row = self.row(channel)
        if not await row.is_visible():
            await self.page.locator("#menu").click()
        await row.click()
        await expect(self.page.locator("#name")).to_have_text(channel)
        await self._arrived(re.compile(rf"^[#@]{re.escape(channel)}\b"))

    def row(self, channel: str) -> Locator:
        """A channel's row in the list."""
        return self.page.locator(f'.row[data-channel="{channel}"]')

    def player(self, name: str) -> Locator:
        """A player in the switch."""
        return self.page.locator(f'.player[data-player="{name}"]')

    async def _arrived(self, title: re.Pattern[str]) -> None:
        """Waits until the conversation, or the notice that it is hidden, belongs to the new place."""
        frame = self.page.locator("#view iframe[data-ready]")
        await expect(frame.or_(self.page.locator("#hidden:visible"))).to_have_count(1)
        if await self.page.locator("#hidden").is_hidden():
            await expect(frame).to_have_attribute("title", title)
            await self.at_rest()

    async def at_rest(self) -> None:
        """Waits until the conversation shows the result of the last act."""
        await self.page.evaluate(_AT_REST)

    async def see(self, text: str | re.Pattern[str]) -> Locator:
        """Waits for a message with that text; returns the newest one."""
        found = self.messages.filter(has_text=text).last
        await expect(found).to_be_visible()
        return found

    async def drawn(self, text: str) -> Locator:
        """Waits for a message with that text until its board, or its hand, is drawn; returns the newest one."""
        message = await self.see(text)
        width, _ = await self.picture(message)
        assert width in (WIDTH, CARD_PX)
        return message

    async def shot(self, name: str, *, tall: bool = False) -> None:
        """Keeps a screenshot in the `ALBUM` if `ARENA_SCREENSHOTS=1`; with `tall`, as in a much higher window."""
        if os.environ.get("ARENA_SCREENSHOTS") == "1":
            ALBUM.mkdir(parents=True, exist_ok=True)
            size = self.page.viewport_size
            if tall and size is not None:
                await self.page.set_viewport_size({"width": size["width"], "height": size["height"] * 5 // 2})
                await self.page.wait_for_timeout(_WHEEL_MS)
            await self.page.screenshot(path=ALBUM / f"{name}.png")
            if tall and size is not None:
                await self.page.set_viewport_size(size)

    # ------------------------------------------------------------- acting in the conversation

    async def click(self, target: Locator) -> None:
        """Clicks something in the conversation, after scrolling to it with the wheel if it is out of sight.

        The page keeps the newest message in sight until a player scrolls away from it: Playwright's own scrolling,
        which no wheel, key or finger makes, would be taken back.
        """
        timeline = self.conversation.locator("#channel-timeline")
        for _ in range(_TURNS_OF_THE_WHEEL):
            box, view = await target.bounding_box(), await timeline.bounding_box()
            if box is None or view is None:
                break
            if view["y"] <= box["y"] and box["y"] + box["height"] <= view["y"] + view["height"]:
                break
            await self.page.mouse.move(view["x"] + view["width"] / 2, view["y"] + view["height"] / 2)
            await self.page.mouse.wheel(0, box["y"] + box["height"] / 2 - view["y"] - view["height"] / 2)
            await self.page.wait_for_timeout(_WHEEL_MS)
        await target.click()

    async def press(self, label: str | re.Pattern[str], *, among: str | re.Pattern[str] | None = None) -> None:
        """Presses a button with the mouse, in the newest message that has it (and `among` that text, if given)."""
        messages = self.messages.filter(has_text=among) if among is not None else self.messages
        await self.press_on(messages.get_by_role("button", name=label, exact=isinstance(label, str)).last)

    async def press_on(self, button: Locator) -> None:
        """Presses a button with the mouse until the bot hears of it.

        A press comes to nothing if the message is drawn again between going down and up, or if the page is still
        behind the bot: then people press again.
        """
        body = self.conversation.locator("body")
        for patience in (_TAPPED_AGAIN_MS, _TAPPED_AGAIN_MS, PATIENCE_MS):
            before = await body.evaluate(_ACTS)
            await self.click(button)
            await self.at_rest()
            if await body.evaluate(_ANSWERED, [before, patience]):
                break
        else:
            raise AssertionError("the bot heard of no press")
        await self.at_rest()

    async def download(self, button: Locator, file: Path) -> None:
        """Saves what a button gives; it gives nothing if its message is drawn again meanwhile: then people press again.

        Raises:
            OutOfTime: Nothing comes of it.
        """
        for patience in (_TAPPED_AGAIN_MS, _TAPPED_AGAIN_MS, PATIENCE_MS):
            try:
                async with self.page.expect_download(timeout=patience) as loading:
                    await self.click(button)
            except OutOfTime:
                if patience == PATIENCE_MS:
                    raise
            else:
                await (await loading.value).save_as(file)
                break

    async def choose(self, option: str, *, menu: str | None = None) -> None:
        """Chooses from the newest select menu, or the one with that placeholder."""
        box = self.messages.get_by_role("combobox", name=menu) if menu else self.messages.get_by_role("combobox")
        await self.take_option(box.last, self.conversation.get_by_role("option", name=option))

    async def take_option(self, menu: Locator, option: Locator) -> None:
        """Opens a select menu and takes one of its options.

        A menu whose message is drawn again at that moment stays closed, or closes: then people tap again. One that
        opened where it cannot be seen, as a picture above it came late, they close and open once more.
        """
        body = self.conversation.locator("body")
        for patience in (_TAPPED_AGAIN_MS, _TAPPED_AGAIN_MS, PATIENCE_MS):
            if await menu.get_attribute("aria-expanded") != "true":
                await self.click(menu)
            before = await body.evaluate(_ACTS)
            try:
                await option.click(timeout=patience)
            except OutOfTime:
                if patience == PATIENCE_MS:
                    raise
                if await menu.get_attribute("aria-expanded") == "true":
                    await self.click(menu)
            else:
                await self.at_rest()
                if await body.evaluate(_ANSWERED, [before, patience]):
                    break
        else:
            raise AssertionError("the bot heard of no choice")
        await self.at_rest()

    async def fill_in(self, **fields: str) -> None:
        """Fills in the open form by the labels of its fields and sends it."""
        form = self.conversation.get_by_role("dialog")
        for label, text in fields.items():
            await form.get_by_label(label.replace("_", " ")).fill(text)
        await self._until_gone(form, form.get_by_role("button", name="Submit"))

    async def _until_gone(self, what: Locator, sends: Locator) -> None:
        """Presses what sends something until the page takes it, which it doesn't while it has an act of its own."""
        for patience in (_TAPPED_AGAIN_MS, _TAPPED_AGAIN_MS, PATIENCE_MS):
            await self.at_rest()
            if await what.count():
                with contextlib.suppress(OutOfTime):
                    await sends.click(timeout=patience)
            with contextlib.suppress(AssertionError):
                await expect(what).to_have_count(0, timeout=patience)
                break
        else:
            raise AssertionError("it wasn't taken")
        await self.at_rest()

    async def say(self, text: str) -> None:
        """Sends a message."""
        await self._composer.fill(text)
        for patience in (_TAPPED_AGAIN_MS, _TAPPED_AGAIN_MS, PATIENCE_MS):
            await self.at_rest()
            await self._composer.press("Enter")
            with contextlib.suppress(AssertionError):
                await expect(self._composer).to_have_value("", timeout=patience)
                break
        else:
            raise AssertionError("it wasn't sent")
        await self.at_rest()

    async def start_command(self, name: str, *, mouse: bool = False) -> None:
        """Types a slash command's name and takes it from the list, by Enter or by a click."""
        await self._composer.click()
        await self._composer.press_sequentially(f"/{name}")
        entry = self.conversation.locator(".command-entry").filter(
            has=self.page.locator("strong", has_text=re.compile(f"^/{re.escape(name)}$"))
        )
        await expect(entry).to_be_visible()
        if mouse:
            await entry.click()
        else:
            await expect(entry).to_have_class(re.compile("is-active"))
            await self._composer.press("Enter")
        await expect(self.conversation.locator(".command-chip")).to_have_text(f"/{name}")

    def option(self, name: str) -> Locator:
        """The field of a command's option."""
        return self.conversation.locator(f'.command-option-input[data-option="{name}"]')

    async def _field(self, name: str) -> Locator:
        """The field of an option, added to the command if it is an optional one."""
        if not await self.option(name).count():
            await self.conversation.locator(".command-ghost").click()
            await self.take(name)
            await expect(self.option(name)).to_be_visible()
        return self.option(name)

    async def suggestions(self, option: str, typed: str) -> list[str]:
        """Types into an option and returns what the bot suggests."""
        field = await self._field(option)
        await field.click()
        await field.fill("")
        if typed:
            await field.press_sequentially(typed)
        return await self._suggested()

    async def continued(self, option: str) -> list[str]:
        """Enters an option that has a value already and returns how the bot would go on."""
        await self.option(option).click()
        return await self._suggested()

    async def _suggested(self) -> list[str]:
        await self.conversation.locator("body").evaluate(_SUGGESTED)
        return await self.conversation.locator(".command-suggestion-label").all_text_contents()

    async def take(self, suggestion: str) -> None:
        """Takes a suggestion with the mouse."""
        await (
            self.conversation.locator(".command-suggestion")
            .filter(
                has=self.page.locator(".command-suggestion-label", has_text=re.compile(f"^{re.escape(suggestion)}$"))
            )
            .click()
        )

    async def write(self, option: str, value: str) -> None:
        """Sets an option by typing alone."""
        await (await self._field(option)).fill(value)

    async def pick(self, option: str, choice: str) -> None:
        """Sets an option that has choices, or takes a member, by typing and then with the mouse."""
        await (await self._field(option)).press_sequentially(choice)
        await self.take(choice)

    async def send_command(self) -> None:
        """Sends the command that was put together.

        A tap at the moment when suggestions come or go only closes them: then people tap again.
        """
        await self._until_gone(self.conversation.locator(".command-chip"), self.conversation.locator("#send-message"))

    async def drop_command(self) -> None:
        """Gives the command up."""
        await self.conversation.get_by_role("button", name="Exit command mode").click()
        await self._composer.fill("")
        await expect(self.conversation.locator(".command-entry")).to_have_count(0)

    async def command(self, name: str, **options: str) -> None:
        """Runs a slash command, all by typing.

        What is shown anew meanwhile, on a busy machine, can take away what was typed: then people type it again.
        """
        send = self.conversation.locator("#send-message")
        for patience in (_TAPPED_AGAIN_MS, _TAPPED_AGAIN_MS, PATIENCE_MS):
            await self.start_command(name)
            for option, value in options.items():
                await self.write(option, value)
            try:
                await expect(send).to_be_enabled(timeout=patience)
            except AssertionError:
                if patience == PATIENCE_MS:
                    raise
                if await self.conversation.locator(".command-chip").count():
                    await self.drop_command()
            else:
                break
        await self.send_command()

    async def picture(self, message: Locator) -> tuple[int, int]:
        """Waits until a message's picture is drawn; returns its width and height in its own pixels."""
        size: dict[str, Any] = await message.evaluate(_DRAWN)
        return size["width"], size["height"]

    @property
    def _composer(self) -> Locator:
        return self.conversation.locator("#channel-composer-input")


@dataclass(frozen=True, slots=True)
class Browser:
    """A headless browser; all windows of a kind share what they have loaded, and the page stores nothing else.

    Attributes:
        desk: where windows have a mouse.
        phone: where they are touched.
    """

    desk: BrowserContext
    phone: BrowserContext


@asynccontextmanager
async def launched() -> AsyncIterator[Browser]:
    """A headless browser."""
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(executable_path=browser_path(), args=list(ARGUMENTS))
        try:
            desk = await running.new_context(reduced_motion="reduce")
            phone = await running.new_context(reduced_motion="reduce", has_touch=True, is_mobile=True)
            yield Browser(desk, phone)
        finally:
            await running.close()


@asynccontextmanager
async def window(
    browser: Browser, *, size: tuple[int, int] = DESKTOP, dark: bool = False, touch: bool = False
) -> AsyncIterator[LocalPage]:
    """A window of its own; with `touch` that of a phone."""
    opened = await (browser.phone if touch else browser.desk).new_page()
    try:
        await opened.set_viewport_size({"width": size[0], "height": size[1]})
        await opened.emulate_media(color_scheme="dark" if dark else "light")
        page = LocalPage(opened)
        try:
            yield page
        except Exception:
            ALBUM.mkdir(parents=True, exist_ok=True)
            await opened.screenshot(path=ALBUM / f"failed-{size[0]}.png")
            raise
        assert page.complaints == []
    finally:
        await opened.close()
