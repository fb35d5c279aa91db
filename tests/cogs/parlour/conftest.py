"""A match of the parlour game in a simulated server: how it is begun and played."""

from __future__ import annotations

from dataclasses import dataclass

import simcord

from engine.seat import Seat
from engine.session import Session
from hosting.match.model import Match, Place
from hosting.match_terms import Terms
from tests.cogs.conftest import World
from tests.cogs.playing import message_of, said

PLAYERS = ("ann", "bob", "cleo")
"""In the order of seats."""


@dataclass
class Parlour:
    """A match of the parlour game.

    Attributes:
        world: The server.
        match_id: Of the match.
    """

    world: World
    match_id: int

    async def match(self) -> Match:
        return await self.world.bot.arena.matches.get(self.match_id)

    async def session(self) -> Session:
        return (await self.match()).session

    async def first(self) -> Seat:
        """Return the seat that begins."""
        first: Seat = (await self.session()).state.order[0]
        return first

    async def hand(self, seat: Seat) -> tuple[int, ...]:
        hand: tuple[int, ...] = (await self.session()).state.hands[seat - 1]
        return hand

    def player(self, seat: Seat) -> simcord.MemberActor:
        return self.world.people[PLAYERS[seat - 1]]

    async def move(self, seat: Seat, text: str) -> str:
        """Have a seat play by command; return the private answer."""
        answer = message_of(await self.player(seat).slash(self.world.channel, "move", turn=text))
        assert answer.ephemeral
        await self.world.settle()
        return said(answer)

    async def draft(self) -> None:
        """Have everybody pick their lowest cards."""
        while (session := await self.session()).state.phase == "pick":
            for seat in sorted(session.to_act):
                await self.move(seat, str(session.state.packs[seat - 1][0]))

    async def attack(self) -> tuple[Seat, Seat]:
        """Have the first player attack the next one; return both."""
        first, second = (await self.session()).state.order[:2]
        await self.move(first, f"A {second}")
        return first, second


async def begin(world: World, count: int = 2, *, terms: Terms | None = None, **options: str) -> Parlour:
    """Start a match of two or three in the world's channel."""
    host, *others = map(world.named, PLAYERS[:count])
    tables = world.bot.arena.tables
    table = await tables.open(
        world.guild.id,
        world.channel.id,
        host,
        "parlour",
        str(count),
        options=tuple(options.items()),
        where="here",
        terms=terms or Terms(),
    )
    for person in others:
        table = await tables.join(table.id, person)
    match = await world.as_bot(tables.start(table.id, host.person_id, (Place("board", world.channel.id),)))
    await world.settle()
    return Parlour(world, match.id)
