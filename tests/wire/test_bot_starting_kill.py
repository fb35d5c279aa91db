"""The real bot, killed while it starts matches by itself: each has one match, and nothing else is left on Discord.

Starts are ordered while the bot is dead, and it dies again at one of the requests that make places for them: by turns
the request is done although nobody hears of it, is never done, or the bot dies at any moment after it.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from pathlib import Path
from typing import Any

from engine import registry
from hosting.arena import Arena
from hosting.match.model import Start, Where
from hosting.runtime.time import SystemClock
from store.check import check
from tests.forkserver import ForkServer
from tests.volume import many
from tests.wire.double import BotProcess, Channel, Double
from tests.wire.double.guild import Guild
from tests.wire.double.shapes import PUBLIC_THREAD
from tests.wire.stage import PATIENCE_S, arena_double

KILLS = many(2, 50)
LAST = 8
"""The bot dies at this one of what it makes, at the latest."""
NAMES = ("ann", "bob", "cleo", "dan")
SHAPES: tuple[tuple[str, Where, str, str, int], ...] = (
    ("trial", "thread", "replicants", "2", 2),
    ("rematch", "thread", "mutants", "solo", 1),  # in a private thread; without a table only a rematch may be alone
    ("trial", "channels", "replicants", "teams", 4),
)
"""Each kind of place: the kind of origin, where it is played, the game, its mode, and how many players."""
_MADE = "/channels/*", "/guilds/*"


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
            await self._order(number)
            await self._die(number)
        await self.process.start()
        await self.double.until(lambda: not self._count("starts", "live"), PATIENCE_S)
        await self.double.until(lambda: not self._count("outbox", "done_at IS NULL"), PATIENCE_S)
        assert await self.process.stop() == 0

    async def _order(self, number: int) -> None:
        """Order one match in a thread, and by turns one in a private thread or in channels."""
        arena = await Arena.open(self.database, SystemClock())
        try:
            people = [(await arena.people.enter(user.id, self.guild.id, user.name)).person_id for user in self.users]
            async with arena.db.write() as connection:
                for shape in (SHAPES[0], SHAPES[1 + number % 2]):
                    kind, where, game, mode, count = shape
                    origin = f"{kind}:{1000 + len(self.ordered)}"
                    seats = dict(enumerate(people[:count], 1))
                    start = Start(self.guild.id, self.hall.id, where, game, mode, (), seats, origin)
                    assert await arena.starter.orders.add(connection, start)
                    self.ordered.append(origin)
        finally:
            await arena.close()

    async def _die(self, number: int) -> None:
        """Start the bot, and kill it at one of what it makes, or a little later."""
        skip, lost = self.rng.randrange(LAST), number % 3 == 1
        fault = self.double.inject("POST", "*", skip=skip, hold=number % 3 < 2, drop="request" if lost else "")
        await self.process.start(synced=False)
        await self.double.until(lambda: fault.hits or not self._count("starts", "live"), PATIENCE_S)
        await asyncio.sleep(self.rng.uniform(0, 0.03))
        await self.process.kill()
        fault.times = 0
        fault.release()

    def _count(self, table: str, where: str) -> int:
        return int(self.select(f"SELECT count(*) FROM {table} WHERE {where}")[0][0])

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
    assert (await check(database, registry.get)).problems == ()
