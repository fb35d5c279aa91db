"""A match of Mutants played by menus and buttons alone: nothing is typed, and nothing is looked up behind the bot.

A player sees the messages of the channel and what is shown to them in private; `Menus` does what they would do there.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import discord
import simcord

from hosting.match.model import Match, Place
from tests.cogs.conftest import World
from tests.cogs.playing import STANDING, Shown, controls, labels, menus, message_of, pick, posts, refreshed, said

CALLS = ("Play", "Answer", "Choose")
_CALLED = re.compile(r"<@(\d+)>")

Wish = Callable[[str, Sequence[str]], str | None]
"""Given what the message says and what it offers, returns what to pick; None to leave it to chance."""


@dataclass
class Menus:
    """Players with telephones.

    Attributes:
        world: The server.
        lot: What is picked where nobody wishes anything.
        asked: What the private messages have asked so far, their bold lines.
        longest: The most alternatives that one menu held.
        waits: How often a private message said that the owner of the turn waits for the answer.
    """

    world: World
    lot: random.Random
    asked: list[str] = field(default_factory=list)
    longest: int = 0
    waits: int = 0

    def call(self) -> discord.Message:
        """Return the newest message that calls a player."""
        found = (each for each in reversed(posts(self.world)) if set(CALLS) & set(labels(each)))
        return next(each for each in found if not each.flags.components_v2)  # copies of private answers are

    def called(self) -> list[str]:
        """Return who is called by name."""
        ids = {int(number) for number in _CALLED.findall(said(self.call()))}
        return [name for name, person in self.world.people.items() if person.id in ids]

    async def hand(self, name: str) -> simcord.ResponseMessage:
        """Have a player press Your hand under the newest call."""
        return message_of(await self.world.people[name].click(self.call(), label="Your hand"))

    async def open(self, name: str) -> Shown:
        """Have a player press the button of the newest call."""
        message = self.call()
        (label,) = set(CALLS) & set(labels(message))
        shown = message_of(await self.world.people[name].click(message, label=label))
        assert shown.ephemeral
        self.waits += "waiting for your answer" in said(shown)
        return shown

    async def build(self, name: str, wish: Wish = lambda *_: None) -> Shown:
        """Have a player open the menus and pick until it can be confirmed."""
        shown = await self.open(name)
        while "Confirm" not in labels(shown):
            ways = self._ways(shown)
            assert ways, (said(shown), labels(shown, disabled=True))
            wanted = wish(said(shown), ways)
            assert wanted is None or wanted in ways, (wanted, ways)
            shown = await pick(self.world.people[name], shown, wanted or self.lot.choice(ways))
        return shown

    async def answer(self, name: str, wish: Wish = lambda *_: None) -> discord.Message:
        """Have a player pick all that is asked and confirm it; return their private message as it is then."""
        shown = await self.build(name, wish)
        done = await pick(self.world.people[name], shown, "Confirm")
        await self.world.settle()
        return refreshed(self.world.people[name], done)

    def _ways(self, shown: Shown) -> list[str]:
        """Return what is offered on the page that is shown."""
        for menu in menus(shown):
            self.longest = max(self.longest, len(menu["options"]))
        first = [line for line in said(shown).splitlines() if line.startswith("**")]
        self.asked += first[:1]
        offered = [option["label"] for menu in menus(shown) for option in menu["options"]]
        buttons = [each["label"] for each in controls(shown) if each["type"] == 2 and not each.get("disabled")]
        return [*offered, *(label for label in buttons if label not in STANDING)]


async def start(world: World, *others: str, seed: int = 7, **options: object) -> Menus:
    """Have ann open a table by command and start it by its button once the others have joined."""
    message = await world.lobby(game="mutants", where="here", **options)
    for name in others:
        await world.press(name, message, "Join")
    await world.press("ann", message, "Start")
    await world.settle()
    return Menus(world, random.Random(seed))


def told(world: World) -> str:
    """Return all that was said to everybody."""
    return "\n".join(said(message) for message in posts(world))


# Matches of Mutants in a simulated server: how they are begun.


async def begin(world: World, mode: str = "2", **options: str) -> Match:
    """Start a match of Ann and Bob, or of Ann alone, in the world's channel."""
    tables, people = world.bot.arena.tables, (world.named("ann"), world.named("bob"))
    given = tuple(options.items())
    table = await tables.open(world.guild.id, world.channel.id, people[0], "mutants", mode, options=given, where="here")
    if mode == "2":
        table = await tables.join(table.id, people[1])
    match = await world.as_bot(tables.start(table.id, world.person("ann"), (Place("board", world.channel.id),)))
    await world.settle()
    return match
