"""How far a turn walks through the code: files, functions, calls, transactions and look-ups of the match.

The real bot plays on a simulated Discord in this process. A walk begins with what a player does and ends when all that
follows from it has been posted. Only the event loop's thread is counted: pictures are drawn in another. These figures
are counts, the same on every machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any
from unittest.mock import patch

from bench.measure import Row, scratch
from hosting.match.service import Matches
from hosting.match_terms import USUAL_CLOCK
from store.database import Database
from tests.cogs.apex.party import begin as party_of_apex
from tests.cogs.conftest import World, simulated
from tests.cogs.league.playing import begin as begin_league
from tests.cogs.playing import CONFIRM, Shown, labels, message_of, pick, play, refreshed, turn_message, ways

HERE = Path(__file__).resolve().parent.parent
PACKAGES = ("bot.py", "cogs/", "engine/", "hosting/", "locales/", "render/", "store/")
WAITING = ("hosting/runtime.py", "Tasks.idle")
"""Nothing that follows from an act: the bench waits by it."""
PROMISED = {
    "/move": {"files": 65, "functions": 330, "reads": 2, "writes": 2, "look-ups": 4},
    "Start": {"files": 70, "reads": 6, "writes": 6},
    "resign in a league": {"files": 90},
}
"""What a walk may come to at most; that of Start opens a thread."""


@dataclass(slots=True)
class Walk:
    """What runs between what a player does and the last message that follows from it.

    Attributes:
        calls: Python calls by code; a coroutine that goes on counts again.
        reads: Who opened read transactions, in order; `writes` likewise.
        looked_up: Who asked for a match by its number.
    """

    calls: Counter[CodeType] = field(default_factory=Counter, repr=False)
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
        functions = {(_path(code), code.co_qualname) for code in ours if not code.co_name.startswith("<")} - {WAITING}
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
            (Database, "look", walk.reads),
            (Database, "write", walk.writes),
            (Matches, "get", walk.looked_up),
        ):
            stack.enter_context(patch.object(owner, name, _noting(getattr(owner, name), found)))
        sys.setprofile(walk.called)
        try:
            yield walk
        finally:
            sys.setprofile(None)


Acts = AsyncIterator[tuple[str, Callable[[], Awaitable[object]]]]
"""What players do that is counted, by name; what lies between is not."""


async def walks() -> dict[str, Walk]:
    """Return the walks of a turn, typed and built from menus, two choices in secret, a start and a league's result."""
    found: dict[str, Walk] = {}
    unlogged: Any = None  # no test asks for it here
    with scratch() as folder:
        async with simulated(folder, unlogged) as world:
            world.bot.default_clock = USUAL_CLOCK
            for part in (_turns, _choices, _start, _result):
                world.channel = world.guild.create_text_channel(part.__name__)
                async for name, act in part(world):
                    with counting() as found[name]:
                        await act()
                        await world.settle()
    return found


async def _turns(world: World) -> Acts:
    await world.begin()
    await play(world, "E/2C6/D8-", "E/3C1/F2-", "E/3D6/E")
    yield "/move", partial(world.bob.slash, world.channel, "move", turn="E/1D1/E3-")
    shown: list[Shown] = []

    async def press() -> None:
        shown.append(message_of(await world.ann.click(turn_message(world), label="Play")))

    async def pick_first() -> None:
        await pick(world.ann, shown[0], ways(refreshed(world.ann, shown[0]))[0])

    yield "press Play", press
    yield "pick", pick_first
    while CONFIRM not in labels(refreshed(world.ann, shown[0])):
        await pick_first()
    yield "Confirm", partial(pick, world.ann, shown[0], CONFIRM)


async def _choices(world: World) -> Acts:
    party = await party_of_apex(world)
    await party.settle_in()
    for player, seat, name in ((world.ann, 1, "first sealed choice"), (world.bob, 2, "last sealed choice")):
        yield name, partial(player.slash, world.channel, "move", turn=await party.choice(seat))


async def _start(world: World) -> Acts:
    for name in ("ann", "bob"):
        await world.bot.arena.people.enter(world.people[name].id, world.guild.id, name)
    yield "/new", world.lobby
    table = world.own(world.channel)[-1]
    yield "Join", partial(world.press, "bob", table, "Join")
    yield "Start", partial(world.press, "ann", table, "Start")


async def _result(world: World) -> Acts:
    await begin_league(world, world.organiser(), "ann", "bob", "cleo", "dan")
    called = {each: {user.id for post in each.history() for user in post.mentions} for each in world.channel.threads}
    thread = next(each for each, users in called.items() if world.ann.id in users)
    asked = message_of(await world.ann.slash(thread, "resign"))
    await world.settle()
    yield "resign in a league", partial(world.ann.click, asked, label="Resign")


def walk(*, quick: bool) -> list[Row]:
    """Return what a turn walks through; it is the same each time."""
    del quick
    rows = []
    for name, each in asyncio.run(walks()).items():
        limits = PROMISED.get(name, {})
        rows += [Row(f"walk: {name}", count, unit, at_most=limits.get(unit)) for unit, count in each.counts().items()]
    return rows
