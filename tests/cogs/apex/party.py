"""A match of APEX in a simulated server: how it is begun, played and looked at."""

from __future__ import annotations

from dataclasses import dataclass

import simcord

from engine.apex.state import Phase, State
from engine.seat import Seat
from hosting.clock.time_control import Terms
from hosting.match.model import Match, Place
from tests.cogs.conftest import World
from tests.cogs.playing import Shown, message_of, pick, posts

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
        """Have whoever must decide alone do nothing, until all choose again or it is over."""
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
