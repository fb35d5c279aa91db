"""The real bot, killed while it starts matches by itself: each has one match, and nothing else is left on Discord.

Starts are ordered while the bot is dead, and it dies again at one of the requests that make places for them.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from pathlib import Path
from typing import Any, NamedTuple

from engine import registry
from hosting.arena import Arena
from hosting.match.model import Start, Where
from hosting.runtime.time import SystemClock
from store.check import check
from tests.forkserver import ForkServer
from tests.volume import many
from tests.wire.double import BotProcess, Channel, Double
from tests.wire.double.faults import Drop
from tests.wire.double.guild import Guild
from tests.wire.double.shapes import PUBLIC_THREAD
from tests.wire.stage import MESSAGES, PATIENCE_S, THREADS, arena_double

KILLS = many(2, 50)
NAMES = ("ann", "bob", "cleo", "dan")


class Shape(NamedTuple):
    """A kind of place: where a match is played, and what has to be for that."""

    origin: str
    where: Where
    game: str
    mode: str
    players: int


THREAD = Shape("trial", "thread", "replicants", "2", 2)
PRIVATE = Shape("rematch", "thread", "mutants", "solo", 1)  # without a table only a rematch may be played alone
CHANNELS = Shape("trial", "channels", "replicants", "teams", 4)

POINTS: tuple[tuple[Shape, str, str, int], ...] = (
    (PRIVATE, "POST", "/channels/{channel_id}/threads", 0),
    (CHANNELS, "POST", "/guilds/{guild_id}/channels", 1),
    (THREAD, "POST", MESSAGES, 0),
    (THREAD, "POST", THREADS, 0),
    (CHANNELS, "POST", "/guilds/{guild_id}/channels", 0),
    (THREAD, "POST", THREADS, 1),
    (PRIVATE, "PUT", "/channels/{channel_id}/thread-members/{user_id}", 0),
    (CHANNELS, "POST", "/guilds/{guild_id}/channels", 3),
    (THREAD, "POST", MESSAGES, 2),
)
"""Where the bot dies: what is ordered, and which request of which kind, counted from 0."""
WAYS = ("done", "lost", "later")
"""The request is done and nobody hears of it, is not done, or is done and answered."""


class Trial:
    """A server in which matches are ordered while the bot is killed again and again."""

    def __init__(self, double: Double, database: Path, process: BotProcess) -> None:
        self.double, self.database, self.process = double, database, process
        self.guild: Guild = double.add_guild("Arena")
        self.hall: Channel = self.guild.add_channel("hall")
        self.users = [double.add_user(name, self.guild) for name in NAMES]
        self.rng = random.Random(1)
        self.ordered: list[str] = []

    async def run(self, kills: int) -> None:
        """Order and kill so many times, then have it finish what was ordered, and end it."""
        for number in range(kills):
            await self._die(number)
        await self.process.start()
        await self.double.until(lambda: not self.select("SELECT id FROM starts WHERE live"), PATIENCE_S)
        await self.double.until(lambda: not self.select("SELECT id FROM outbox WHERE done_at IS NULL"), PATIENCE_S)
        assert await self.process.stop() == 0

    async def _order(self, *shapes: Shape) -> None:
        arena = await Arena.open(self.database, SystemClock())
        try:
            people = [(await arena.people.enter(user.id, self.guild.id, user.name)).person_id for user in self.users]
            async with arena.db.write() as connection:
                for kind, where, game, mode, players in shapes:
                    origin = f"{kind}:{1000 + len(self.ordered)}"
                    seats = dict(enumerate(people[:players], 1))
                    start = Start(self.guild.id, self.hall.id, where, game, mode, (), seats, origin)
                    assert await arena.starter.orders.add(connection, start)
                    self.ordered.append(origin)
        finally:
            await arena.close()

    async def _die(self, number: int) -> None:
        """Order two matches and start the bot; it dies at a point of the first one, or a little later."""
        shape, method, route, skip = POINTS[number % len(POINTS)]
        way = WAYS[number // len(POINTS) % len(WAYS)]
        await self._order(shape, THREAD)
        drop: Drop = "request" if way == "lost" else ""
        fault = self.double.inject(method, route, skip=skip, hold=way != "later", drop=drop)
        await self.process.start()
        await self.double.until(lambda: fault.hits, PATIENCE_S)
        if way == "later":
            await asyncio.sleep(self.rng.uniform(0, 0.03))
        await self.process.kill()
        fault.release()

    def select(self, query: str) -> list[Any]:
        """Return what is stored."""
        with contextlib.closing(sqlite3.connect(self.database)) as connection:
            return connection.execute(query).fetchall()


async def test_what_was_ordered_begins_once_though_the_bot_is_killed_again_and_again(
    tmp_path: Path, program: ForkServer
) -> None:
    database = tmp_path / "arena.db"
    async with arena_double() as double:
        process = BotProcess(double, program, log=tmp_path / "bot.log", env={"DATABASE": str(database)})
        trial = Trial(double, database, process)
        try:
            await trial.run(KILLS)
        finally:
            await process.kill()
        assert double.violations == []

    assert " ERROR " not in process.output, process.output
    assert sorted(origin for (origin,) in trial.select("SELECT origin FROM matches")) == sorted(trial.ordered)
    places = [channel for (channel,) in trial.select("SELECT channel_id FROM places")]
    made = {number: channel for number, channel in trial.guild.channels.items() if channel is not trial.hall}
    assert sorted(places) == sorted(made)
    announced = {message.id for message in trial.hall.messages.values() if not message.deleted}
    assert announced == {number for number, channel in made.items() if channel.type == PUBLIC_THREAD}
    seen = {channel for (channel,) in trial.select("SELECT channel_id FROM places WHERE role = 'board'")}
    for number, channel in made.items():
        boards = [message for message in channel.messages.values() if message.attachments and not message.deleted]
        assert len(boards) == 1 or (not boards and number not in seen), channel.name
        assert not channel.is_thread or trial.users[0].id in channel.people
    assert (await check(database, registry.get)).problems == ()
