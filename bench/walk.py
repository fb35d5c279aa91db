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

from bench.report import Row
from bench.scratch import scratch
from bot import make_bot
from cogs.core.bot import ArenaBot
from engine.apex.state import Phase, State
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
PROMISED: dict[str, tuple[int | None, int | None, int | None]] = {
    "/move": (MOST_READS, MOST_WRITES, MOST_LOOKED_UP),
    "Start": (MOST_OF_START, MOST_OF_START, None),
}
"""Reads, writes and look-ups of a walk, at most."""


@dataclass(frozen=True, slots=True)
class Walk:
    """What ran between what a player did and the last message that followed from it.

    Attributes:
        name: What the player did.
        functions: Of the project, as `file:function`; no lambdas and no comprehensions.
        calls: Python calls of the project's code; a coroutine that goes on counts again.
        reads: Who opened read transactions, in order; `writes` likewise.
        writes: As above.
        looked_up: Who asked for a match by its number.
    """

    name: str
    functions: frozenset[str]
    calls: int
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    looked_up: tuple[str, ...]

    @property
    def files(self) -> frozenset[str]:
        """The files these functions are in."""
        return frozenset(each.partition(":")[0] for each in self.functions)


@dataclass(slots=True)
class _Counter:
    calls: Counter[CodeType] = field(default_factory=Counter)
    reads: list[str] = field(default_factory=list)
    writes: list[str] = field(default_factory=list)
    looked_up: list[str] = field(default_factory=list)

    def called(self, frame: FrameType, event: str, _: object) -> None:
        """Count a call (`sys.setprofile`)."""
        if event == "call":
            self.calls[frame.f_code] += 1

    def walk(self, name: str) -> Walk:
        """Return what was counted."""
        ours = {code: count for code, count in self.calls.items() if _path(code).startswith(PACKAGES)}
        functions = frozenset(f"{_path(code)}:{code.co_qualname}" for code in ours if not code.co_name.startswith("<"))
        return Walk(name, functions, sum(ours.values()), tuple(self.reads), tuple(self.writes), tuple(self.looked_up))


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
def counting() -> Iterator[_Counter]:
    """Count what runs in this thread until the block ends."""
    counter = _Counter()
    with contextlib.ExitStack() as stack:
        for owner, name, found in (
            (Database, "read", counter.reads),
            (Database, "write", counter.writes),
            (Matches, "get", counter.looked_up),
        ):
            stack.enter_context(patch.object(owner, name, _noting(getattr(owner, name), found)))
        sys.setprofile(counter.called)
        try:
            yield counter
        finally:
            sys.setprofile(None)


class _Clock:
    """The simulation's time."""

    env: simcord.Env

    def now(self) -> datetime:
        """Return the time, aware, in UTC."""
        return self.env.now() if hasattr(self, "env") else datetime.now(UTC)

    def monotonic(self) -> float:
        """Return seconds since the start."""
        return self.env.backend.clock.elapsed if hasattr(self, "env") else 0.0


@dataclass(frozen=True, slots=True)
class Server:
    """A simulated server with a bot in it, an organiser and two players."""

    env: simcord.Env
    bot: ArenaBot
    guild: simcord.GuildHandle
    olga: simcord.MemberActor
    ann: simcord.MemberActor
    bob: simcord.MemberActor

    async def settle(self) -> None:
        """Wait until everything is posted."""
        await self.bot.arena.idle()
        await self.env.settle()
        await self.bot.arena.idle()

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

    async def play(self, match_id: int) -> None:
        """Have the player whose turn it is play what comes first."""
        matches = self.bot.arena.matches
        match = await matches.get(match_id)
        (seat,) = match.session.to_act
        turn = ""
        while True:
            found = match.session.complete(seat, turn, 1)
            if not found or found[0] == turn:
                break
            turn = found[0]
        await matches.play(match_id, match.person_of(seat), turn)
        await self.settle()

    async def walk(self, name: str, act: Callable[[], Awaitable[simcord.InteractionResult]]) -> Walk:
        """Return the walk of what a player does."""
        with counting() as counter:
            await act()
            await self.settle()
        return counter.walk(name)

    def newest(self, channel: simcord.ChannelHandle, label: str) -> discord.Message:
        """Return the newest message with a button."""
        return next(each for each in reversed(channel.history()) if label in _labels(each))


def _labels(message: discord.Message) -> list[str]:
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    return [str(item.label) for row in rows for item in row.children if isinstance(item, discord.Button)]


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


async def walks() -> list[Walk]:
    """Return the walks of a turn, typed and built from menus, two choices in secret, a start and a league's result."""
    async with server() as here:
        return [*await _turns(here), *await _choices(here), *await _start(here), *await _result(here)]


async def _turns(here: Server) -> list[Walk]:
    channel, _ = await here.begin("replicants")
    for player, turn in ((here.ann, "E/2C6/D8-"), (here.bob, "E/3C1/F2-"), (here.ann, "E/3D6/E")):
        await player.slash(channel, "move", turn=turn)
        await here.settle()
    found = [await here.walk("/move", lambda: here.bob.slash(channel, "move", turn="E/1D1/E3-"))]
    shown: list[discord.Message] = []

    async def press() -> simcord.InteractionResult:
        result = await here.ann.click(here.newest(channel, "Play"), label="Play")
        if result.response is not None:
            shown.append(result.response.message)
        return result

    found.append(await here.walk("press Play", press))
    message = _now(here, channel, shown[0])
    found.append(await here.walk("pick", lambda: _first(here.ann, message)))
    while True:
        message = _now(here, channel, message)
        confirm = next((item for item in _buttons(message) if str(item.label).startswith("Confirm: ")), None)
        if confirm is not None:
            break
        await _first(here.ann, message)
    found.append(await here.walk("Confirm", lambda: here.ann.click(message, custom_id=confirm.custom_id)))
    return found


def _buttons(message: discord.Message) -> list[discord.Button]:
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    return [item for row in rows for item in row.children if isinstance(item, discord.Button)]


def _now(here: Server, channel: simcord.ChannelHandle, message: discord.Message) -> discord.Message:
    return next(each for each in channel.history(viewer=here.ann) if each.id == message.id)


async def _first(player: simcord.MemberActor, message: discord.Message) -> simcord.InteractionResult:
    """Pick the first thing that a message of the builder offers."""
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    for item in (item for row in rows for item in row.children):
        if isinstance(item, discord.SelectMenu):
            return await player.select(message, [item.options[0].value], custom_id=item.custom_id)
        if isinstance(item, discord.Button) and not item.disabled:
            return await player.click(message, label=str(item.label))
    raise AssertionError("nothing is offered")


async def _choices(here: Server) -> list[Walk]:
    channel, match = await here.begin("apex")

    async def state() -> State:
        found: State = (await here.bot.arena.matches.get(match.id)).session.state
        return found

    while (await state()).phase is not Phase.CHOOSE:
        await here.play(match.id)
    found = []
    for player, seat, name in ((here.ann, 1, "first sealed choice"), (here.bob, 2, "last sealed choice")):
        hand = (await state()).sides[seat - 1].hand
        choice = f"{hand[0]}W-{hand[-1]}"
        found.append(await here.walk(name, partial(player.slash, channel, "move", turn=choice)))
    return found


async def _start(here: Server) -> list[Walk]:
    channel = here.guild.create_text_channel("lobby")
    found = [await here.walk("/new", lambda: here.ann.slash(channel, "new replicants", players=2))]
    found.append(await here.walk("Join", lambda: here.bob.click(here.newest(channel, "Join"), label="Join")))
    found.append(await here.walk("Start", lambda: here.ann.click(here.newest(channel, "Start"), label="Start")))
    return found


def _answer(result: simcord.InteractionResult) -> discord.Message:
    if result.response is None:
        raise AssertionError("not answered")
    return result.response.message


def _mentioned(thread: simcord.ChannelHandle) -> set[int]:
    return {user.id for message in thread.history() for user in message.mentions}


async def _result(here: Server) -> list[Walk]:
    channel = here.guild.create_text_channel("league")
    terms = {"game": "replicants", "format": "round-robin", "name": "Winter", "players": 4}
    draft = _answer(await here.olga.slash(channel, "league create", **terms))
    await here.olga.click(draft, label="Publish")
    await here.settle()
    for player in (
        here.ann,
        here.bob,
        *(here.guild.add_member(here.env.create_user(name)) for name in ("cleo", "dan")),
    ):
        await player.click(here.newest(channel, "Join"), label="Join")
        await here.settle()
    await here.olga.click(here.newest(channel, "Join"), label="Start (organisers)")
    await here.settle()
    thread = next(each for each in channel.threads if here.ann.id in _mentioned(each))
    asked = _answer(await here.ann.slash(thread, "resign"))
    return [await here.walk("resign in a league", lambda: here.ann.click(asked, label="Resign"))]


def run(*, quick: bool) -> list[Row]:
    """Return what a turn walks through; it is the same each time."""
    del quick
    rows = []
    for walk in asyncio.run(walks()):
        reads, writes, look_ups = PROMISED.get(walk.name, (None, None, None))
        for count, unit, most in (
            (len(walk.files), "files", None),
            (len(walk.functions), "functions", None),
            (walk.calls, "calls", None),
            (len(walk.reads), "reads", reads),
            (len(walk.writes), "writes", writes),
            (len(walk.looked_up), "look-ups", look_ups),
        ):
            rows.append(Row.most(f"walk: {walk.name}", count, unit, most))
    return rows


def main() -> None:
    """Print each walk, with the places that ask the store and look up matches."""
    for walk in asyncio.run(walks()):
        print(
            f"{walk.name}: {len(walk.files)} files, {len(walk.functions)} functions, {walk.calls} calls, "
            f"{len(walk.reads)} reads, {len(walk.writes)} writes, {len(walk.looked_up)} look-ups"
        )
        for title, places in (("read", walk.reads), ("write", walk.writes), ("look-up", walk.looked_up)):
            for place, count in Counter(places).items():
                print(f"    {title:<8}{place}{f' ×{count}' if count > 1 else ''}")


if __name__ == "__main__":
    main()
