"""How far a turn walks through the code: files, functions, calls, transactions and look-ups of the match.

The real bot plays on a simulated Discord in this process. A walk begins with what a player does and ends when all that
follows from it has been posted. Only the event loop's thread is looked at: pictures are drawn in another. These figures
are counts, the same on every machine; `python -m bench.walk` prints them with the places that ask the store.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any
from unittest.mock import patch

import discord
import simcord

from bench.measure import Row, scratch
from bot import make_bot
from cogs.core.bot import ArenaBot
from engine.apex.state import Phase
from hosting.match.model import Match, Place
from hosting.match.service import Matches
from settings import Settings
from store.database import Database

HERE = Path(__file__).resolve().parent.parent
PACKAGES = ("bot.py", "cogs/", "engine/", "hosting/", "locales/", "render/", "store/")
MOST_READS, MOST_WRITES, MOST_LOOKED_UP = 2, 2, 4
"""What is promised of a `/move`."""
MOST_OF_START = 6
"""Reads that are promised of Start with a thread, and writes."""
PROMISED: dict[str, tuple[int | None, ...]] = {
    "/move": (MOST_READS, MOST_WRITES, MOST_LOOKED_UP),
    "Start": (MOST_OF_START, MOST_OF_START, None),
}
"""Reads, writes and look-ups of a walk, at most."""


@dataclass(slots=True)
class Walk:
    """What runs between what a player does and the last message that follows from it.

    Attributes:
        calls: Python calls by code; a coroutine that goes on counts again.
        reads: Who opened read transactions, in order; `writes` likewise.
        looked_up: Who asked for a match by its number.
    """

    calls: Counter[CodeType] = field(default_factory=Counter)
    reads: list[str] = field(default_factory=list)
    writes: list[str] = field(default_factory=list)
    looked_up: list[str] = field(default_factory=list)

    def called(self, frame: FrameType, event: str, _: object) -> None:
        """Count a call (`sys.setprofile`)."""
        if event == "call":
            self.calls[frame.f_code] += 1

    def counts(self) -> dict[str, int]:
        """Return how many there were of each: of the project's code alone, functions but no lambdas."""
        ours = {code: count for code, count in self.calls.items() if _path(code).startswith(PACKAGES)}
        functions = {(_path(code), code.co_qualname) for code in ours if not code.co_name.startswith("<")}
        return {
            "files": len({path for path, _ in functions}),
            "functions": len(functions),
            "calls": sum(ours.values()),
            "reads": len(self.reads),
            "writes": len(self.writes),
            "look-ups": len(self.looked_up),
        }


def _path(code: CodeType) -> str:
    return code.co_filename.removeprefix(f"{HERE}/")


def _noting(function: Callable[..., Any], found: list[str]) -> Callable[..., Any]:
    """Return a function that notes who calls it."""

    def noted(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - as the function has them
        code = sys._getframe(1).f_code  # noqa: SLF001 - the only way to learn who calls
        found.append(f"{_path(code)}:{code.co_qualname}")
        return function(*arguments, **options)

    return noted


@contextlib.contextmanager
def counting() -> Iterator[Walk]:
    """Count what runs in this thread until the block ends."""
    walk = Walk()
    with contextlib.ExitStack() as stack:
        for owner, name, found in (
            (Database, "read", walk.reads),
            (Database, "write", walk.writes),
            (Matches, "get", walk.looked_up),
        ):
            stack.enter_context(patch.object(owner, name, _noting(getattr(owner, name), found)))
        sys.setprofile(walk.called)
        try:
            yield walk
        finally:
            sys.setprofile(None)


class _Clock:
    """The simulation's time."""

    env: simcord.Env | None = None

    def now(self) -> datetime:
        """Return the time, aware, in UTC."""
        return self.env.now() if self.env else datetime.now(UTC)

    def monotonic(self) -> float:
        """Return seconds since the start."""
        return self.env.backend.clock.elapsed if self.env else 0.0


Act = Callable[[], Awaitable[simcord.InteractionResult]]


@dataclass(frozen=True, slots=True)
class Server:
    """A simulated server with a bot in it, an organiser and two players.

    Attributes:
        walks: What was walked so far, by name.
    """

    env: simcord.Env
    bot: ArenaBot
    guild: simcord.GuildHandle
    olga: simcord.MemberActor
    ann: simcord.MemberActor
    bob: simcord.MemberActor
    walks: dict[str, Walk] = field(default_factory=dict)

    async def settle(self) -> None:
        """Wait until everything is posted."""
        await self.bot.arena.idle()
        await self.env.settle()
        await self.bot.arena.idle()

    async def do(self, act: Act) -> discord.Message:
        """Have a player do something; return the message that answers, once everything is posted."""
        result = await act()
        await self.settle()
        if result.response is None:
            raise AssertionError("not answered")
        return result.response.message

    async def walk(self, name: str, act: Act) -> None:
        """Count what a player does."""
        with counting() as self.walks[name]:
            await act()
            await self.settle()

    async def begin(self, game: str) -> tuple[simcord.ChannelHandle, Match]:
        """Start a match of the two in a channel of its own."""
        tables, channel = self.bot.arena.tables, self.guild.create_text_channel(game)
        enter = self.bot.arena.people.enter
        host = await enter(self.ann.id, self.guild.id, "ann")
        table = await tables.open(self.guild.id, channel.id, host, game, "2", where="here")
        await tables.join(table.id, await enter(self.bob.id, self.guild.id, "bob"))
        match = await tables.start(table.id, host.person_id, (Place("board", channel.id),))
        await self.settle()
        return channel, match

    def newest(self, channel: simcord.ChannelHandle, label: str) -> discord.Message:
        """Return the newest message with a button."""
        found = reversed(channel.history())
        return next(each for each in found if any(label == getattr(item, "label", "") for item in _controls(each)))


def _controls(message: discord.Message) -> list[discord.Button | discord.SelectMenu]:
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    return [item for row in rows for item in row.children if not isinstance(item, discord.TextInput)]


@contextlib.asynccontextmanager
async def server() -> AsyncIterator[Server]:
    """Give a simulated server."""
    with scratch() as folder, patch("hosting.outages.PULSE", timedelta(days=1)):
        clock = _Clock()
        bot = make_bot(Settings(database=folder / "arena.db", discord_token=None, pace=0), clock)
        env = clock.env = simcord.Env(bot, approved_intents=discord.Intents.default())
        try:
            await env.start()
            with env.time_context():
                guild = env.create_guild("Arena", owner=env.create_user("owner"))
                ann, bob = (guild.add_member(env.create_user(name)) for name in ("ann", "bob"))
                organises = guild.create_role("organisers", permissions=discord.Permissions(manage_guild=True))
                olga = guild.add_member(env.create_user("olga"), roles=[organises])
                here = Server(env, bot, guild, olga, ann, bob)
                await here.settle()
                yield here
        finally:
            await env.shutdown()
            await bot.close()


async def walks() -> dict[str, Walk]:
    """Return the walks of a turn, typed and built from menus, two choices in secret, a start and a league's result."""
    async with server() as here:
        await _turns(here)
        await _choices(here)
        await _start(here)
        await _result(here)
        return here.walks


async def _turns(here: Server) -> None:
    channel, _ = await here.begin("replicants")
    for player, turn in ((here.ann, "E/2C6/D8-"), (here.bob, "E/3C1/F2-"), (here.ann, "E/3D6/E")):
        await here.do(partial(player.slash, channel, "move", turn=turn))
    await here.walk("/move", partial(here.bob.slash, channel, "move", turn="E/1D1/E3-"))
    shown: list[discord.Message] = []

    async def press() -> simcord.InteractionResult:
        result = await here.ann.click(here.newest(channel, "Play"), label="Play")
        shown.extend([result.response.message] if result.response else [])
        return result

    def now() -> discord.Message:
        return next(each for each in channel.history(viewer=here.ann) if each.id == shown[0].id)

    await here.walk("press Play", press)
    await here.walk("pick", lambda: _first(here.ann, now()))
    while not (confirm := [item for item in _controls(now()) if getattr(item, "label", "").startswith("Confirm: ")]):
        await _first(here.ann, now())
    await here.walk("Confirm", partial(here.ann.click, now(), custom_id=confirm[0].custom_id))


async def _first(player: simcord.MemberActor, message: discord.Message) -> simcord.InteractionResult:
    """Pick the first thing that a message of the builder offers."""
    item = next(each for each in _controls(message) if not each.disabled)
    if isinstance(item, discord.SelectMenu):
        return await player.select(message, [item.options[0].value], custom_id=item.custom_id)
    return await player.click(message, custom_id=item.custom_id)


async def _choices(here: Server) -> None:
    channel, match = await here.begin("apex")
    matches = here.bot.arena.matches
    while (session := (await matches.get(match.id)).session).state.phase is not Phase.CHOOSE:
        (seat,) = session.to_act
        await matches.play(match.id, match.person_of(seat), session.complete(seat, "", 1)[0])
        await here.settle()
    for player, seat, name in ((here.ann, 1, "first sealed choice"), (here.bob, 2, "last sealed choice")):
        hand = (await matches.get(match.id)).session.state.sides[seat - 1].hand
        await here.walk(name, partial(player.slash, channel, "move", turn=f"{hand[0]}W-{hand[-1]}"))


async def _start(here: Server) -> None:
    channel = here.guild.create_text_channel("lobby")
    await here.walk("/new", partial(here.ann.slash, channel, "new replicants", players=2))
    await here.walk("Join", partial(here.bob.click, here.newest(channel, "Join"), label="Join"))
    await here.walk("Start", partial(here.ann.click, here.newest(channel, "Start"), label="Start"))


async def _result(here: Server) -> None:
    channel = here.guild.create_text_channel("league")
    terms = {"game": "replicants", "format": "round-robin", "name": "Winter", "players": 4}
    draft = await here.do(partial(here.olga.slash, channel, "league create", **terms))
    await here.olga.click(draft, label="Publish")
    await here.settle()
    others = [here.guild.add_member(here.env.create_user(name)) for name in ("cleo", "dan")]
    for player in (here.ann, here.bob, *others):
        await player.click(here.newest(channel, "Join"), label="Join")
        await here.settle()
    await here.olga.click(here.newest(channel, "Join"), label="Start (organisers)")
    await here.settle()
    thread = next(
        each
        for each in channel.threads
        if any(here.ann.id == user.id for post in each.history() for user in post.mentions)
    )
    asked = await here.do(partial(here.ann.slash, thread, "resign"))
    await here.walk("resign in a league", partial(here.ann.click, asked, label="Resign"))


def walk(*, quick: bool) -> list[Row]:
    """Return what a turn walks through; it is the same each time."""
    del quick
    rows = []
    for name, each in asyncio.run(walks()).items():
        limits = dict(zip(("reads", "writes", "look-ups"), PROMISED.get(name, ()), strict=False))
        rows += [Row.most(f"walk: {name}", count, unit, limits.get(unit)) for unit, count in each.counts().items()]
    return rows


def main() -> None:
    """Print each walk, with the places that ask the store and look up matches."""
    for name, each in asyncio.run(walks()).items():
        print(f"{name}: {', '.join(f'{count} {unit}' for unit, count in each.counts().items())}")
        for title, places in (("read", each.reads), ("write", each.writes), ("look-up", each.looked_up)):
            for place, count in Counter(places).items():
                print(f"    {title:<8}{place}{f' ×{count}' if count > 1 else ''}")


if __name__ == "__main__":
    main()
