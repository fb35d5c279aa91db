"""What people do on the page in any game. They go by what it shows: how buttons begin, what menus offer."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from playwright.async_api import Locator, expect

import local
from bot import ArenaBot
from engine.seat import Seat
from engine.session import Session
from hosting.match.model import Match
from tests.local.page import CONFIRM, PATIENCE_MS, LocalPage
from tests.volume import THOROUGH

# How the buttons begin that are pressed in every game; the rest of a label may tell more.
TURN = re.compile("^(Play|Choose)\\b")
REMATCH = re.compile("^Rematch")
REPLAY = re.compile("^Replay")
ASIDE = re.compile("^(Confirm|Back|Start over|Cancel|Type it|Show me|Aid card|Next page|◀)")
"""Buttons of the builder of turns that choose nothing."""
MOST_PICKS = 25
ENDING = 2
"""Decisions at the end of a game that are made on the page; those before may be made past it."""

LONGEST = 300
"""Decisions after which a game is given up that goes on to its end past the page."""
_LOOK_MS = 100
NEWEST = 3
"""Messages at the end of a channel that may have come since the one that is meant."""

Line = Sequence[tuple[Seat, str]]
"""Decisions in order: who makes it, in notation."""


async def open_table(page: LocalPage, game: str, **options: str) -> None:
    """Opens a table with `/new`, with options as they are shown in its lists."""
    await page.start_command(f"new {game}")
    for option, choice in options.items():
        await page.pick(option, choice)
    await page.send_command()
    await expect(page.messages.get_by_role("button", name="Join", exact=True).last).to_be_visible()


async def start_match(site: local.Site, ann: LocalPage, bob: LocalPage, game: str, *sees: str) -> None:
    """Has Ann open a table, see what it says of the match, and start it once Bob has joined."""
    for page in (ann, bob):
        await page.enter(site.address)
        await page.go_to("table-1")
    await open_table(ann, game)
    for text in sees:
        await ann.see(text)
    await ann.shot(f"{game}-lobby")
    await bob.play_as("Bob")
    await bob.press("Join")
    await ann.see("Seat 2: @Bob")
    await ann.press("Start")


async def pick(page: LocalPage, *labels: str) -> None:
    """Picks in the newest message what has these labels, one after the other: buttons, or what is in a menu."""
    for label in labels:
        # The newest of the last few: what is posted meanwhile, a board or a call, may stand below the menus.
        newest = page.conversation.locator(f"#channel-message-list article:nth-last-child(-n + {NEWEST})")
        button = newest.get_by_role("button", name=label, exact=True).last
        menu = newest.get_by_role("combobox")
        await expect(button.or_(menu).first).to_be_visible()  # on a busy machine the message may not be there yet
        if await button.count():
            await page.press_on(button)
        else:
            last = newest.filter(has=page.page.get_by_role("combobox")).last
            option = page.conversation.get_by_role("option", name=re.compile(rf"\b{re.escape(label)}\b"))
            await page.take_option(last.get_by_role("combobox").first, option)
        await page.at_rest()


async def pick_first(page: LocalPage) -> None:
    """Takes the first option of the newest menu."""
    await page.take_option(page.messages.get_by_role("combobox").last, page.conversation.get_by_role("option").first)


async def pick_whatever(page: LocalPage) -> None:
    """Picks in the newest message what is offered first, until the turn can be confirmed."""
    for _ in range(MOST_PICKS):
        message = page.messages.last
        confirm = message.get_by_role("button", name=CONFIRM, disabled=False)
        menu = message.get_by_role("combobox").first
        ways = message.get_by_role("button").filter(has_text=re.compile(".")).filter(has_not_text=ASIDE)
        # A message is shown anew after each pick, and for a moment has neither.
        await expect(confirm.or_(menu).or_(ways).first).to_be_visible()
        if await confirm.count():
            return
        if await menu.count():
            await pick_first(page)
        elif await ways.count():
            await page.press_on(ways.first)
        await page.at_rest()
    raise AssertionError("no turn came of it")


async def see_the_call(page: LocalPage, *names: str) -> None:
    """Waits until the newest message with a button for turns calls these players."""
    for name in names:
        await expect(_call(page)).to_contain_text(f"@{name}")


def _call(page: LocalPage) -> Locator:
    return page.messages.filter(has=page.page.get_by_role("button", name=TURN)).filter(has_text="@").last


async def confirm(page: LocalPage) -> None:
    """Plays the turn that was picked."""
    await page.press(CONFIRM)


async def see_the_end(page: LocalPage, name: str) -> None:
    """Waits until the page shows how the game ended, and with what one goes on; keeps screenshots."""
    over = page.messages.filter(has=page.page.get_by_role("button", name=REMATCH)).last
    await expect(over.get_by_role("button", name=REPLAY)).to_be_visible()
    await page.picture(over)
    await page.shot(f"{name}-over")
    await page.shot(f"{name}-over-whole", tall=True)


@dataclass(frozen=True, slots=True)
class Game:
    """The first match that is played on a page.

    Attributes:
        site: The page.
        seats: The window of each seat, from the first, and who sits there.
    """

    site: local.Site
    seats: Sequence[tuple[LocalPage, str]]

    async def match(self) -> Match:
        """The match as the bot has it."""
        return await self._bot.arena.matches.get(1)

    async def called(self) -> LocalPage:
        """The window of the player who is to play, once it calls them."""
        page, name = self.seats[min((await self.match()).session.to_act) - 1]
        await see_the_call(page, name)
        return page

    async def type_turn(self, seat: Seat, turn: str) -> None:
        """Has a seat play by `/move`."""
        page, name = self.seats[seat - 1]
        match = await self.match()
        if not await page.player(name).get_by_role("radio").is_checked():
            await page.play_as(name)
        await page.command("move", turn=turn)
        # On a busy machine the page stops waiting for the bot before the turn is played.
        for _ in range(PATIENCE_MS // _LOOK_MS):
            if (await self.match()).rev > match.rev:
                break
            await page.page.wait_for_timeout(_LOOK_MS)
        else:
            raise AssertionError(f"{turn} was refused")

    async def type_all(self, turns: Line) -> None:
        """Has the seats play by `/move`, those in the middle past the page: they would show nothing new."""
        last = len(turns) if THOROUGH else ENDING
        middle, end = turns[:-last], turns[-last:]
        await self._past_the_page(middle)
        for seat, turn in end:
            await self.type_turn(seat, turn)
        assert (await self.match()).over

    async def _past_the_page(self, turns: Line) -> None:
        """Plays without the page, which is shown the newest posts alone: it would draw all boards of all turns."""
        env, arena, match = self.site.world.env, self._bot.arena, await self.match()
        async with self.site.turn:
            before = {channel: set(posted) for channel, posted in env.backend.messages.items()}
            with env.time_context():
                for seat, turn in turns:
                    await arena.matches.play(match.id, match.person_of(seat), turn)
                await arena.idle()
                await env.settle()
            for channel, posted in env.backend.messages.items():
                for message in sorted(set(posted) - before.get(channel, set()))[:-NEWEST]:
                    del posted[message]

    @property
    def _bot(self) -> ArenaBot:
        bot = self.site.world.env.bot
        assert isinstance(bot, ArenaBot)
        return bot


def line(session: Session, choose: Callable[[list[str]], str]) -> list[tuple[Seat, str]]:
    """How a game goes on to its end if everybody takes what is chosen of the completions.

    What is always chosen alike can go round in circles, as what is drawn differs each time: after `LONGEST` turns it is
    begun anew, with choices by chance.
    """
    rng = random.Random(1)
    found = _line(session, choose)
    while found is None:
        found = _line(session, rng.choice)
    return found


def _line(session: Session, choose: Callable[[list[str]], str]) -> list[tuple[Seat, str]] | None:
    found: list[tuple[Seat, str]] = []
    while session.outcome is None:
        if len(found) == LONGEST:
            return None
        seat = min(session.to_act)
        turn = choose(session.complete(seat, ""))
        # A whole turn is among its completions, be it first or behind what begins like it.
        while (longer := session.complete(seat, turn)) and (chosen := choose(longer)) != turn:
            turn = chosen
        session = session.play(seat, turn)
        found.append((seat, turn))
    return found
