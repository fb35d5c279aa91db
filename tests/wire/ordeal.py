"""`kill -9` at random moments of a bot under moves, and what is lost or doubled by it; bots of several processes."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from sqlalchemy import URL

from store.database import Database
from store.db.addresses import Address
from tests.databases import setting
from tests.wire.double.double import Double
from tests.wire.double.gateway import Connection
from tests.wire.double.process import BotProcess, ProcessDiedError, Program
from tests.wire.double.world import Guild
from tests.wire.match import Table

_DRAINED_S = 240.0


def selected(address: Address, query: str) -> list[Any]:
    """Return what is stored, while the bot runs."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, _ask(address, query)).result()


async def _ask(address: Address, query: str) -> list[Any]:
    database = await Database.connect(address)
    try:
        async with database.read() as connection:
            return list((await connection.exec_driver_sql(query)).all())
    finally:
        await database.close()


@dataclass
class Tally:
    """What came of it.

    Attributes:
        kills: How often the bot was killed.
        turns: How many turns are stored.
        acknowledged: How many of them a player was told were played.
        lost: Turns that were acknowledged and are not stored, or are stored otherwise.
        missing: Boards that were not posted.
        doubled: Boards that were posted more than once.
        uncalled: Running matches whose newest message doesn't have the buttons of the present turn.
        answered_s: For each start the seconds from starting the process to its first answer.
    """

    kills: int = 0
    turns: int = 0
    acknowledged: int = 0
    lost: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    uncalled: list[str] = field(default_factory=list)
    answered_s: list[float] = field(default_factory=list)


class Ordeal:
    """People play on at several tables while the bot is killed again and again.

    Args:
        process: The bot, not started.
        database: Its store.
        tables: Where people play.
        seed: Decides what they play, and when the bot dies.
        requests: It dies before it has made so many.
    """

    def __init__(
        self, process: BotProcess, database: Address, tables: Sequence[Table], seed: int, requests: int = 120
    ) -> None:
        self.process, self.database, self.tables, self.requests = process, database, tables, requests
        self.double: Double = process.double
        self.rng = random.Random(seed)
        self.tally = Tally()

    async def run(self, kills: int) -> Tally:
        """Kill the bot so many times; have it post what is left to post, end it, and count."""
        for number in range(kills):
            await self._start()
            # At any moment, and by turns at one after something was acknowledged, however slow the machine is.
            await self._play_until(self._moment(after_turn=number % 2 == 1))
            self.tally.kills += 1
        await self._start()
        for table in self.tables:
            await table.recall()
        await self.double.until(lambda: not self._due(), _DRAINED_S)
        if status := await self.process.stop():
            raise AssertionError(f"the bot ended with {status}: {self.process.output[-2000:]}")
        self._count()
        return self.tally

    async def _start(self) -> None:
        began = time.perf_counter()
        await self.process.start(synced=self.process.starts == 0)
        await self.tables[0].recall()
        self.tally.answered_s.append(time.perf_counter() - began)
        await asyncio.gather(*(table.recall() for table in self.tables[1:]))

    async def _play_until(self, moment: asyncio.Task[None]) -> None:
        """Have everybody play until the bot is to die; it dies while they do."""
        players = [asyncio.create_task(self._play_on(table, self.rng.random())) for table in self.tables]
        try:
            await asyncio.wait([moment, *players], return_when=asyncio.FIRST_COMPLETED)
            for player in players:
                if player.done():
                    player.result()
            await self.process.kill()
        finally:
            for task in (moment, *players):
                task.cancel()
            await asyncio.gather(moment, *players, return_exceptions=True)
        for table in self.tables:
            table.look_back()

    async def _play_on(self, table: Table, seed: float) -> None:
        rng = random.Random(seed)
        while True:
            if not table.goes_on:
                await table.begin()
            await table.take_turn(rng)

    def _moment(self, *, after_turn: bool) -> asyncio.Task[None]:
        """Return a task that ends when the bot is to die: after some requests of its own, at any point of its work."""
        requests, later = self.rng.randrange(1, self.requests), self.rng.uniform(0, 0.03)
        target = len(self.double.requests) + requests
        acknowledged = self._acknowledged()

        async def wait() -> None:
            if after_turn:
                await self.double.until(lambda: self._acknowledged() > acknowledged, _DRAINED_S)
            await self.double.until(lambda: len(self.double.requests) >= target, _DRAINED_S)
            await asyncio.sleep(later)

        return asyncio.create_task(wait())

    def _acknowledged(self) -> int:
        return sum(len(table.acknowledged) for table in self.tables)

    def _due(self) -> int:
        return int(self._select("SELECT count(*) FROM outbox WHERE done_at IS NULL")[0][0])

    def _select(self, query: str) -> list[Any]:
        return selected(self.database, query)

    def _count(self) -> None:
        tally = self.tally
        stored = {(match, seq): text for match, seq, text in self._select("SELECT match_id, seq, text FROM events")}
        for table in self.tables:
            tally.acknowledged += len(table.acknowledged)
            for key, text in table.acknowledged.items():
                if stored.get(key) != text:
                    tally.lost.append(f"match {key[0]}, turn {key[1]}: {text} acknowledged, {stored.get(key)} stored")
            for match_id, turns in table.turns.items():
                tally.turns += len(turns)
                kept = [stored.get((match_id, seq)) for seq in range(1, len(turns) + 1)]
                if kept != turns or (match_id, len(turns) + 1) in stored:
                    tally.lost.append(f"match {match_id}: {turns} on record, {kept} stored")
            boards = table.boards()
            tally.missing += [f"match {match}, turn {seq}" for match, seq in sorted(table.expected() - boards.keys())]
            tally.doubled += [f"match {match}, turn {seq}" for (match, seq), n in sorted(boards.items()) if n > 1]
            # Older buttons may be left where the bot died before it took them; a press there says what holds.
            if table.goes_on and not table.calls():
                tally.uncalled.append(f"{table.channel.name}, match {table.match_id}, turn {table.seq}")


# Several processes of the bot on one double and one PostgreSQL database, which share its shards.


WITHIN_S = 240.0


class Cluster:
    """Processes that share the shards of a double, and spares.

        async with Cluster(double, address, program, tmp_path, processes=3, spares=1) as cluster:
            await cluster.kill()      # kill -9 one of them
            await cluster.start()     # those that don't run; the spare has the set of that one meanwhile
            assert await cluster.stop() == 0

    Attributes:
        database: Theirs.
        members: The processes, in the order of their starts; which has which set is theirs to settle.
    """

    def __init__(
        self,
        double: Double,
        database: URL | Path,
        program: Program | Sequence[str],
        folder: Path,
        *,
        processes: int,
        spares: int = 0,
        seed: int = 0,
        env: Mapping[str, str] | None = None,
    ) -> None:
        """Describe them; none starts yet.

        Args:
            double: Discord, which recommends so many shards.
            database: Theirs.
            program: What starts one.
            folder: Where each has its log.
            processes: How many share the shards.
            spares: How many more there are.
            seed: Decides which one is killed.
            env: Further variables of all of them.
        """
        self.double, self.database, self.processes, self._rng = double, database, processes, random.Random(seed)
        given = {
            "DATABASE": setting(database),
            "PROCESSES": str(processes),
            "SHARDS": str(double.shards),
            **(env or {}),
        }
        # Each has a token of its own, by which the double tells them apart.
        self.members = [
            BotProcess(
                double,
                program,
                log=folder / f"bot{number}.log",
                env={**given, "DISCORD_TOKEN": f"double{number}"},
                within=WITHIN_S,
            )
            for number in range(processes + spares)
        ]

    async def __aenter__(self) -> Self:
        await self.start(synced=True)
        return self

    async def __aexit__(self, *_exc: object) -> None:
        await self.end()

    @property
    def running(self) -> list[BotProcess]:
        return [each for each in self.members if each.runs]

    @property
    def output(self) -> str:
        """What all of them have printed so far."""
        return "\n".join(f"{each.token}:\n{each.output}" for each in self.members)

    def of_shard(self, shard: int) -> BotProcess:
        """Return the process that serves a shard."""
        (found,) = [each for each in self.running if shard in shards_of(each.links())]
        return found

    def of_server(self, guild: Guild) -> BotProcess:
        """Return the process that serves a server."""
        return self.of_shard((guild.id >> 22) % self.double.shards)

    def spares(self) -> list[BotProcess]:
        """Return the processes without a shard."""
        return [each for each in self.running if not each.links()]

    async def start(self, *, synced: bool = False) -> None:
        """Start all that don't run, and wait until every shard is served and has its servers.

        Args:
            synced: Wait until commands were sent, too; a bot that knows them unchanged will not.

        Raises:
            ProcessDiedError: One ended instead.
            TimeoutError: It took too long.
        """
        try:
            for each in self.members:
                if not each.runs:
                    await each.launch()
            await self.whole()
            if synced:
                await self.double.until(lambda: self.double.commands, WITHIN_S)
        except BaseException:
            await self.end()
            raise

    async def whole(self) -> None:
        """Wait until every shard is served by one of those that run, and was sent its servers. Raises as `start`."""

        def served() -> bool:
            links = [link for each in self.running for link in each.links()]
            return shards_of(links) >= set(range(self.double.shards))

        started = self.running
        try:
            await self.double.until(lambda: len(self.running) < len(started) or served(), WITHIN_S)
        except TimeoutError as error:
            raise TimeoutError(f"not every shard is served; they printed:\n{self.output}") from error
        if ended := [each for each in started if not each.runs]:
            codes = ", ".join(f"{each.token} ended with {each.returncode}" for each in ended)
            raise ProcessDiedError(f"{codes}; they printed:\n{self.output}")
        await asyncio.gather(*(each.introduced() for each in self.running))

    async def kill(self) -> BotProcess:
        """Kill one of those that serve shards, as `kill -9` does; return which."""
        found = self._rng.choice([each for each in self.running if each.links()])
        await found.kill()
        return found

    async def end(self) -> None:
        """Kill all that still run."""
        await asyncio.gather(*(each.kill() for each in self.members))

    async def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask all to end, and return the highest of their codes. Raises TimeoutError."""
        return max(await asyncio.gather(*(each.stop(how) for each in self.running)))


def shards_of(links: Sequence[Connection]) -> set[int]:
    """Return the shards that connections are of."""
    return {link.session.shard for link in links if link.session is not None}
