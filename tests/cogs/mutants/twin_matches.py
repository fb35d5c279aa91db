"""Matches that begin at a moment that was laid out, and what people meet in them."""

from __future__ import annotations

import logging
import random
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord

from engine.mutants.game import MUTANTS
from engine.seat import Seat
from hosting.clock.time_control import Terms
from hosting.lobby import tables
from hosting.match.model import Match, Place
from hosting.silence import SPECTATORS
from local.server import Reads, overview
from local.world import OWNER
from local.world import World as LocalWorld
from tests.cogs.conftest import World
from tests.cogs.mutants.menus import Menus
from tests.cogs.mutants.twin_scenes import Scene, Twin
from tests.cogs.playing import Shown, labels, message_of, pick, ways
from tests.cogs.twins import look_around, parallel, plain, told, words
from tests.volume import THOROUGH

PLAYERS = ("ann", "bob", "cleo", "dan")
"""In the order of seats."""
SUBSTITUTE, SPECTATOR, ORGANISER, SUBSTITUTE_OF_ASKED = "eve", "fay", "gus", "hal"
COMMANDS: list[tuple[str, dict[str, Any]]] = [
    ("board", {"look": "text"}),
    ("match cards", {"name": "lycans"}),
    ("legal", {}),
    ("matches", {"which": "here"}),
    ("match record", {"from": 1}),
    ("match replay", {"turn": 1}),
    ("match replay", {"form": "summary"}),
    ("match replay", {"form": "animation"}),
    ("match plan", {}),
    ("move", {"turn": "D WAL"}),
    ("undo", {}),
]
"""What is typed beside what buttons do: all that shows the game or takes its notation; no turn that can be played."""
COMPLETED = [("move", "turn", [""]), ("board", "turn", [""]), ("move", "turn", ["D "])]
_SHARE = 3
"""A match tries a third of them, the next match another one: none of them knows what is asked."""
_ID = re.compile(r"\d{17,20}|[0-9a-f]{64}")


@dataclass
class Party:
    """A match that began at a moment.

    Attributes:
        world: The server.
        scene: The moment.
        match: The match as it began.
        lounge: A channel that follows it.
        number: Which share of the commands is tried.
        first: Whether it is the first of the two matches.
        players: Who plays which seat.
    """

    world: World
    scene: Scene
    match: Match
    lounge: simcord.ChannelHandle
    number: int
    first: bool
    players: dict[Seat, str]

    @property
    def holder(self) -> str:
        """Who plays the seat that is asked."""
        return self.players[self.scene.asked]

    @property
    def readers(self) -> list[str]:
        """The other player who reads; none in a Revolt."""
        return [] if self.scene.reader is None else [name_of(self.scene.reader)]

    async def look(self, *names: str, typing: bool = True, reading: bool = False) -> list[Any]:
        """Return what some people see and are answered; those who do not type press buttons, or only read."""
        index = [self.page(name) for name in names]
        if reading:
            return [*index, *await look_around(self.world, *names, typing=False)]
        share = slice(self.number % _SHARE, None, _SHARE)
        commands, completed = (COMMANDS[share], COMPLETED[share]) if typing else ([], [])
        return [*index, *await look_around(self.world, *names, commands=commands, completed=completed)]

    def page(self, name: str) -> str:
        """Return what the local page lists for somebody: channels of the server, and what they have not read there.

        Who else has unread messages it tells to all, as one person plays all of them there.
        """
        players = dict(self.world.people) | {OWNER: self.world.people[ORGANISER]}
        world = LocalWorld(self.world.env, self.world.guild, self.world.channel, players)
        listed = overview(world, Reads(), self.world.people[name])
        return _ID.sub("#", repr(plain(listed["groups"])))

    async def asked(self, name: str, command: str, **options: Any) -> list[Any]:
        """Return what somebody is answered to a command."""
        said = message_of(await self.world.people[name].slash(self.world.channel, command, **options))
        await self.world.settle()
        return list(plain(await told(said)))

    async def menus(self, name: str, way: int = 0) -> list[Any]:
        """Return what menus show to the asked, who picks the same places each time on the same way, up to Confirm."""
        lot, person = random.Random(f"{name} {way}"), self.world.people[name]
        shown: Shown = await Menus(self.world, lot).open(name)
        found = [await told(shown)]
        while "Confirm" not in labels(shown):
            shown = await pick(person, shown, lot.choice(ways(shown)))
            found.append(await told(shown))
        return list(plain(found))

    async def hand(self, name: str) -> list[Any]:
        """Return what a player holds: the hand, and what the button below it shows besides."""
        hand = await Menus(self.world, random.Random(1)).hand(name)
        found = list(plain(await told(hand)))
        if "Your other cards" in labels(hand):
            others = await self.world.people[name].click(hand, label="Your other cards")
            found += plain(await told(message_of(others)))
        return found

    async def answer(self, twin: Twin) -> list[Any]:
        """Have the asked play their turn; return what everybody meets."""
        since = self.now
        await self._play(self.holder, twin.turn)
        return self.met(since)

    async def join(self) -> list[Any]:
        """Have the others choose where all do at once; return what everybody meets."""
        since, session = self.now, self.match.session
        for seat in sorted(session.to_act - {self.scene.asked}):
            await self._play(
                self.players[seat], MUTANTS.format(session.state, seat, MUTANTS.legal(session.state, seat)[0])
            )
        return self.met(since)

    async def _play(self, name: str, turn: str) -> None:
        said = await self.asked(name, "move", turn=turn)
        assert any(start in words(said) for start in ("Played `", "Your choice")), said

    @property
    def now(self) -> int:
        """How much the bot has asked of Discord so far."""
        return len(self.world.env.backend.transcript)

    def met(self, since: int) -> list[Any]:
        """Return what the bot posted and edited, channel by channel, and how often it answered in private."""
        asked = [(name, body) for kind, name, body in self.world.env.backend.transcript[since:] if kind == "HTTP"]
        written = [(name.split("/"), name, body) for name, body in asked if not name.startswith("GET")]
        public = sorted((each for each in written if each[0][1] == "channels"), key=lambda each: each[0][2])
        private = sorted(name for parts, name, _ in written if parts[1] != "channels")
        return [_ID.sub("#", each) for each in (*(f"{name} {body}" for _, name, body in public), *private)]

    async def replace(self, seat: Seat, name: str) -> None:
        """Put somebody else on a seat."""
        organiser, person = self.world.person(ORGANISER), self.world.named(name)
        await self.world.as_bot(self.world.bot.arena.substitutes.replace(self.match.id, seat, person, organiser))
        self.players[seat] = name

    async def spectate(self) -> list[Any]:
        """Return what a spectator finds where spectators talk, and is answered there."""
        await self.asked(SPECTATOR, "match spectate")
        place = (await self.world.bot.arena.matches.get(self.match.id)).place(SPECTATORS)
        assert place is not None
        thread = self.world.place(place.channel_id)
        said = [await self.world.people[SPECTATOR].slash(thread, name) for name in ("board", "match record")]
        found: list[Shown] = [*self.world.own(thread), *map(message_of, said)]
        return list(plain([await told(message) for message in found]))

    async def followed(self) -> list[Any]:
        """Return what was posted where the match is followed."""
        return list(plain([await told(message) for message in self.world.own(self.lounge)]))


def part(names: Iterable[str], *always: str) -> list[str]:
    """Return every third of some scenes and those that are tried in each run; all of them where tests are thorough."""
    listed = list(names)
    return listed if THOROUGH else [name for at, name in enumerate(listed) if at % _SHARE == 0 or name in always]


def name_of(seat: Seat) -> str:
    """Return who plays a seat from the beginning."""
    return PLAYERS[seat - 1]


@asynccontextmanager
async def begun(
    path: Path,
    caplog: pytest.LogCaptureFixture,
    scene: Scene,
    twin: Twin,
    *,
    number: int = 0,
    first: bool = True,
    terms: Terms | None = None,
) -> AsyncIterator[Party]:
    """Give a match that begins at a moment, in a world in which all that is drawn is the same each time."""
    for name in ("cogs", "hosting", "store", "engine", "render"):
        caplog.set_level(logging.DEBUG, name)
    # Tables refuse to begin in the middle where a game draws at random: a position does not tell all.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "check_position", lambda *_: None)
        async with parallel(path, caplog, (SPECTATOR, ORGANISER, SUBSTITUTE_OF_ASKED)) as world:
            caplog.clear()  # of what the bot says where it starts for the first time
            match = await _start(world, scene, twin, terms or Terms())
            lounge = await _follow(world)
            players = dict(enumerate(PLAYERS[: scene.state.rules.seats], 1))
            yield Party(world, scene, match, lounge, number, first, players)


async def _start(world: World, scene: Scene, twin: Twin, terms: Terms) -> Match:
    people = [world.named(name) for name in PLAYERS[: scene.state.rules.seats]]
    table = await world.bot.arena.tables.open(
        world.guild.id,
        world.channel.id,
        people[0],
        "mutants",
        scene.setup.mode,
        options=scene.setup.options,
        where="here",
        terms=terms,
        position=MUTANTS.write_position(twin.state),
    )
    for person in people[1:]:
        table = await world.bot.arena.tables.join(table.id, person)
    places = (Place("board", world.channel.id),)
    return await world.as_bot(world.bot.arena.tables.start(table.id, people[0].person_id, places))


async def _follow(world: World) -> simcord.ChannelHandle:
    """Have an organiser come, who has a channel follow the match."""
    allowed = discord.Permissions(manage_guild=True, manage_channels=True)
    role, organiser = world.guild.create_role("organisers", permissions=allowed), world.people[ORGANISER]
    world.env.backend.add_member_role(world.guild.id, organiser.id, role.id)
    lounge = world.guild.create_text_channel("lounge")
    said = message_of(await organiser.slash(world.channel, "watch match", channel=lounge))
    assert "follows match" in said.content
    await world.settle()
    return lounge
