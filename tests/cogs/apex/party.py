"""A match of APEX in a simulated server: how it is begun, played and looked at."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import simcord

from engine.apex.state import Phase, State
from engine.seat import Seat
from hosting.match.model import Match, Place
from hosting.match_terms import Terms
from tests.cogs.conftest import World
from tests.cogs.playing import CONFIRM, Shown, controls, message_of, pick, posts, said

PLAYERS = ("ann", "bob", "cleo", "dan", "eve", "fay")
"""In the order of seats."""


@dataclass
class Party:
    """A match and those around it.

    Attributes:
        world: The server.
        match_id: Of the match.
        names: Of the players, by seat.
    """

    world: World
    match_id: int
    names: tuple[str, ...]

    async def match(self) -> Match:
        return await self.world.bot.arena.matches.get(self.match_id)

    async def state(self) -> State:
        state = (await self.match()).session.state
        assert isinstance(state, State)
        return state

    def player(self, seat: Seat) -> simcord.MemberActor:
        return self.world.people[self.names[seat - 1]]

    def person(self, seat: Seat) -> int:
        """Return the player of a seat as hosting knows them."""
        return self.world.person(self.names[seat - 1])

    async def play(self, seat: Seat, text: str) -> Match:
        """Have a seat play past Discord, which saves time; what follows is posted by the next `settle`."""
        played = self.world.bot.arena.matches.play(self.match_id, self.person(seat), text)
        # Only what the bot itself does makes appointments in the simulated time.
        return await (played if (await self.match()).clock is None else self.world.as_bot(played))

    async def move(self, seat: Seat, text: str) -> simcord.ResponseMessage:
        """Have a seat play by command; return the private answer."""
        answer = message_of(await self.player(seat).slash(self.world.channel, "move", turn=text))
        assert answer.ephemeral
        await self.world.settle()
        return answer

    async def settle_in(self) -> None:
        """Choose the civilisations that come first."""
        while (await self.state()).phase is Phase.SETUP:
            session = (await self.match()).session
            (seat,) = session.to_act
            await self.play(seat, session.complete(seat, "", 1)[0])
        await self.world.settle()

    async def hand(self, seat: Seat) -> tuple[int, ...]:
        return (await self.state()).sides[seat - 1].hand

    async def choice(self, seat: Seat, side: str = "W", place: int = 0) -> str:
        """Return a choice of a seat: a side of one of its cards, from the lowest."""
        hand = await self.hand(seat)
        return f"{hand[place]}{side}" + (f"-{hand[place - 1]}" if len(self.names) == 2 else "")

    async def seal(self, *seats: Seat, side: str = "W") -> None:
        """Have seats choose in secret, by command."""
        for seat in seats:
            await self.move(seat, await self.choice(seat, side))

    async def idle_on(self) -> None:
        """Have the player who must decide alone do nothing, until all choose again or it is over."""
        while (await self.match()).session.to_act and (await self.state()).phase is not Phase.CHOOSE:
            (seat,) = (await self.match()).session.to_act
            await self.play(seat, "-")

    async def round(self, sides: str) -> None:
        """Play a round: these sides of the lowest cards, by seat, and nothing done with them."""
        for seat, side in enumerate(sides, 1):
            await self.play(seat, await self.choice(seat, side))
        await self.idle_on()

    async def menu(self, seat: Seat, *labels: str) -> Shown:
        """Have a seat open the builder with the newest button for it and pick; return the private message."""
        button = next(label for label in ("Choose", "Play") if posts(self.world, label))
        shown: Shown = message_of(await self.player(seat).click(posts(self.world, button)[-1], label=button))
        for label in labels:
            shown = await pick(self.player(seat), shown, label)
        await self.world.settle()
        return shown


async def begin(world: World, count: int = 2, *, terms: Terms | None = None, exploration: bool = False) -> Party:
    """Start a match of so many players in the world's channel."""
    await world.come(*(name for name in PLAYERS if name not in world.people))
    names = PLAYERS[:count]
    host, *others = map(world.named, names)
    tables = world.bot.arena.tables
    options = (("mode", "exploration"),) if exploration else ()
    table = await tables.open(
        world.guild.id,
        world.channel.id,
        host,
        "apex",
        str(count),
        options=options,
        where="here",
        terms=terms or Terms(),
    )
    for person in others:
        table = await tables.join(table.id, person)
    match = await tables.start(table.id, host.person_id, (Place("board", world.channel.id),))
    await world.settle()
    return Party(world, match.id, names)


# A player who plays APEX by pressing buttons and picking from menus alone, whatever those look like.


OPENING = ("Choose", "Play")
"""The buttons under the newest message that open a player's own menus."""
AROUND = ("Back", "Start over", "Next page ▶", "◀ Previous page")
"""What never plays anything."""
ENDING = ("No ", "End the expansion", "Nothing more")
"""How the alternatives begin that leave the rest of a decision undone."""

_MOST = 60

Control: TypeAlias = tuple[dict[str, Any], str | None]
"""A button, or a menu and the value of one of its options."""


@dataclass
class Presser:
    """Plays for all seats of a party, by what their private messages offer.

    Attributes:
        party: The match.
        rng: Decides what is pressed.
        idle: How often nothing more is done where a decision may end.
        lost: How often a player presses what plays nothing, and goes on from there.
        presses: How many presses each decision took, opening and confirming included.
    """

    party: Party
    rng: random.Random
    idle: float = 0.4
    lost: float = 0.0
    presses: dict[Phase, list[int]] = field(default_factory=lambda: defaultdict(list))

    async def decide(self, seat: Seat, phase: Phase) -> simcord.ResponseMessage:
        """Have a seat decide from opening its menus to confirming; return its private message at the end."""
        player = self.party.player(seat)
        shown = await self._open(player)
        for count in range(2, _MOST):
            assert shown.ephemeral
            control = self._next(shown)
            await _press(player, shown, control)
            if _name(control).startswith(CONFIRM):
                await self.party.world.settle()
                self.presses[phase].append(count)
                return shown
        raise AssertionError(f"{_MOST} presses do not make a decision: {said(shown)}")

    async def _open(self, player: simcord.MemberActor) -> simcord.ResponseMessage:
        status = newest(self.party.world, OPENING)
        opening = _labelled(status, OPENING)[0]
        return message_of(await player.click(status, custom_id=opening["custom_id"]))

    def _next(self, shown: simcord.ResponseMessage) -> Control:
        """Return what is pressed next."""
        ways = _ways(shown)
        confirm = [item for item in controls(shown) if str(item.get("label")).startswith(f"{CONFIRM}: ")]
        endings = [way for way in ways if _name(way).startswith(ENDING)]
        others = [way for way in ways if way not in endings]
        around = _labelled(shown, AROUND)
        if around and self.rng.random() < self.lost:
            return self.rng.choice(around), None
        if confirm and (not others or self.rng.random() < self.idle):
            return confirm[0], None
        if endings and (not others or self.rng.random() < self.idle):
            return endings[0]
        return self.rng.choice(others)


def newest(world: World, labels: tuple[str, ...]) -> simcord.ResponseMessage:
    """Return the newest message with a button that can be pressed.

    The history of a channel copies all messages, which takes too long for every decision of a game.
    """
    stored = world.env.backend.messages[world.channel.id]
    messages = (simcord.ResponseMessage(world.env, stored[number]) for number in sorted(stored, reverse=True))
    return next(message for message in messages if not message.ephemeral and _labelled(message, labels))


async def _press(player: simcord.MemberActor, shown: simcord.ResponseMessage, control: Control) -> None:
    item, value = control
    if value is None:
        await player.click(shown, custom_id=item["custom_id"])
    else:
        await player.select(shown, [value], custom_id=item["custom_id"])


def _labelled(message: simcord.ResponseMessage, labels: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return the buttons with some labels that can be pressed."""
    return [item for item in controls(message) if item.get("label") in labels and not item.get("disabled")]


def _ways(message: simcord.ResponseMessage) -> list[Control]:
    """Return all that leads on: options of menus, and buttons but for those that are always there."""
    found: list[Control] = []
    for item in controls(message):
        if item["type"] == 3:
            assert 1 <= len(item["options"]) <= 25
            found += [(item, option["value"]) for option in item["options"]]
        elif not item.get("disabled") and not item["label"].startswith((*AROUND, CONFIRM, "Cancel")):
            found.append((item, None))
    return found


def _name(control: Control) -> str:
    """Return how a way on is called."""
    item, value = control
    if value is None:
        return str(item["label"])
    return next(str(option["label"]) for option in item["options"] if option["value"] == value)
