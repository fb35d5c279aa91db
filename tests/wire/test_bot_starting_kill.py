"""The real bot, killed while it starts matches by itself: each has one match, and nothing else is left on Discord.

Starts are ordered while the bot is dead, and it dies again at one of the requests that make places for them.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

import pytest

from engine import registry
from engine.extras import Loadouts
from hosting.arena import Arena
from hosting.match.model import Start, Where
from hosting.runtime.time import SystemClock
from store.check import check_database
from tests.every_mode import EVERY_MODE, Row, grouped, part_of, sampled
from tests.forkserver import ForkServer
from tests.volume import THOROUGH, many
from tests.wire.double import BotProcess, Channel, Double
from tests.wire.double.faults import Drop
from tests.wire.double.guild import Guild
from tests.wire.double.shapes import PUBLIC_THREAD
from tests.wire.stage import MESSAGES, PATIENCE_S, THREADS, arena_double

NAMES = ("ann", "bob", "cleo", "dan", "eve", "fay")
AT_ONCE = 13
"""Rows of which a test starts matches, each of them twice at least when thorough."""
KILLS = many(3, AT_ONCE)

Kind: TypeAlias = Literal["private", "channels", "thread"]
"""What is made for a match: a private thread, channels of silent teams, or a thread of a message."""

POINTS: tuple[tuple[Kind, str, str, int], ...] = (
    ("private", "POST", "/channels/{channel_id}/threads", 0),
    ("channels", "POST", "/guilds/{guild_id}/channels", 1),
    ("thread", "POST", MESSAGES, 0),
    ("thread", "POST", THREADS, 0),
    ("channels", "POST", "/guilds/{guild_id}/channels", 0),
    ("thread", "POST", THREADS, 1),
    ("private", "PUT", "/channels/{channel_id}/thread-members/{user_id}", 0),
    ("channels", "POST", "/guilds/{guild_id}/channels", 3),
    ("thread", "POST", MESSAGES, 2),
)
"""Where the bot dies: what is made, and which request of which kind, counted from 0."""
WAYS = ("done", "lost", "later")
"""The request is done and nobody hears of it, is not done, or is done and answered."""


def kind_of(row: Row) -> Kind:
    """Return what is made for a match of a row."""
    return "channels" if row.mode.silent else "private" if row.mode.alone else "thread"


def chosen(test: str) -> list[Row]:
    """Return a row of each kind of place and of each game; all rows when thorough."""
    rows = part_of(test)
    found = [next(row for row in sampled(len(EVERY_MODE), test) if kind_of(row) == kind) for kind in get_args(Kind)]
    return rows if THOROUGH else [*found, *(row for row in rows if row not in found)]


class Trial:
    """A server in which matches are ordered while the bot is killed again and again."""

    def __init__(self, double: Double, database: Path, process: BotProcess, rows: Sequence[Row]) -> None:
        self.double, self.database, self.process, self.rows = double, database, process, rows
        self.guild: Guild = double.add_guild("Arena")
        self.hall: Channel = self.guild.add_channel("hall")
        self.users = [double.add_user(name, self.guild) for name in NAMES]
        self.rng = random.Random(f"{[row.name for row in rows]}")
        self.ordered: list[str] = []

    async def run(self, kills: int) -> None:
        """Order and kill so many times, then have it finish what was ordered, and end it."""
        for number in range(kills):
            await self._die(number)
        await self.process.start()
        # What was just being looked at is looked at again after a minute.
        await self.double.until(lambda: not self.select("SELECT id FROM starts WHERE live"), 3 * PATIENCE_S)
        await self.double.until(lambda: not self.select("SELECT id FROM outbox WHERE done_at IS NULL"), PATIENCE_S)
        assert await self.process.stop() == 0

    async def _order(self, *rows: Row) -> None:
        arena = await Arena.open(self.database, SystemClock())
        try:
            people = [(await arena.people.enter(user.id, self.guild.id, user.name)).person_id for user in self.users]
            async with arena.db.write() as connection:
                for row in rows:
                    # Without a table only a rematch is played alone, or with what is chosen before the start.
                    chooses = isinstance(row.game, Loadouts) and row.game.loadout_seats(row.setup)
                    origin = f"{'rematch' if row.mode.alone or chooses else 'trial'}:{1000 + len(self.ordered)}"
                    where: Where = "channels" if row.mode.silent else "thread"
                    seats = dict(enumerate(people[: row.seats], 1))
                    start = Start(self.guild.id, self.hall.id, where, row.key, row.mode.key, row.options, seats, origin)
                    assert await arena.starter.orders.add(connection, start)
                    self.ordered.append(origin)
        finally:
            await arena.close()

    async def _die(self, number: int) -> None:
        """Order two matches and start the bot; it dies at a point of the first one, or a little later."""
        row, other = (self.rows[(number + more) % len(self.rows)] for more in (0, 1))
        points = [each for each in POINTS if each[0] == kind_of(row)]
        _, method, route, skip = points[number // 2 % len(points)]
        way = WAYS[self.rng.randrange(len(WAYS))]
        # The second thread, or the third message, is one of the other match.
        await self._order(row, other if kind_of(other) == "thread" else self._with_thread(row))
        drop: Drop = "request" if way == "lost" else ""
        fault = self.double.inject(method, route, skip=skip, hold=way != "later", drop=drop)
        await self.process.start()
        await self.double.until(lambda: fault.hits, PATIENCE_S)
        if way == "later":
            await asyncio.sleep(self.rng.uniform(0, 0.03))
        await self.process.kill()
        fault.release()

    def _with_thread(self, row: Row) -> Row:
        """Return a row that is played in a thread, one of its game if there is one."""
        rows = sorted((each for each in EVERY_MODE if kind_of(each) == "thread"), key=lambda each: each.key != row.key)
        return rows[0]

    def select(self, query: str) -> list[Any]:
        """Return what is stored."""
        with contextlib.closing(sqlite3.connect(self.database)) as connection:
            return connection.execute(query).fetchall()


@pytest.mark.parametrize("rows", grouped(chosen("starts that are killed"), AT_ONCE))
async def test_what_was_ordered_begins_once_though_the_bot_is_killed_again_and_again(
    tmp_path: Path, program: ForkServer, rows: list[Row]
) -> None:
    database = tmp_path / "arena.db"
    async with arena_double() as double:
        process = BotProcess(double, program, log=tmp_path / "bot.log", env={"DATABASE": str(database)})
        trial = Trial(double, database, process, rows)
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
    assert (await check_database(database, registry.get)).problems == ()
