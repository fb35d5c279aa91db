"""A crowd that plays many matches over the wire, and how long it waits."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import insert

from bench.filling import FIRST_ID, Seating, fill
from engine.turn import SEPARATOR
from hosting.arena import Arena
from hosting.runtime.time import SystemClock
from store import schema
from store.db.checksums import checked
from tests.wire.double import Double, Interaction, User
from tests.wire.match import Table, UnexpectedAnswerError

DRAINED_S = 120.0
FIRST_PERSON = 1001
"""The number of the first player; the others follow."""


async def seated(double: Double, path: Path, *, people: int, running: int, over: int = 0) -> list[Table]:
    """Make a store with matches; seat people of a new server at those that go on, in a channel each.

    As long as there are enough people, nobody sits at two tables; beyond that everybody sits at about as many.
    """
    guild = double.add_guild("Arena")
    users = [double.add_user(f"player{number}", guild) for number in range(people)]
    tables = []
    for number in range(running):
        first = 2 * number + number // (people // 2)
        pair = users[first % people], users[(first + 1) % people]
        tables.append(Table(double, guild.add_channel(f"table {number + 1}"), pair))
    numbers = {user.id: number for number, user in enumerate(users, FIRST_PERSON)}
    seatings = [
        Seating(guild.id, table.channel.id, tuple(numbers[user.id] for user in table.people)) for table in tables
    ]
    await fill(path, over=over, running=running, seatings=seatings)
    arena = await Arena.open(path, SystemClock())
    async with arena.db.write() as connection:
        known = {"kind": "human", "created_at": arena.clock.now()}
        rows = [checked("people", {"id": numbers[user.id], "account": user.id, **known}) for user in users]
        names = [{"guild_id": guild.id, "person_id": numbers[user.id], "name": user.name} for user in users]
        await connection.execute(insert(schema.people), rows)
        await connection.execute(insert(schema.member_names), names)
    session = (await arena.matches.get(2)).session
    await arena.close()
    for match_id, table in enumerate(tables, FIRST_ID + over + 1):
        table.sit_down(match_id, session)
    return tables


@dataclass(frozen=True, slots=True)
class Move:
    """A turn that was played.

    Attributes:
        table: At which table.
        match_id: In which match.
        seq: Which turn of the match.
        completed: What the bot answered when it was half typed, if it was asked then.
        reply: What it answered when it was sent.
    """

    table: Table
    match_id: int
    seq: int
    completed: Interaction | None
    reply: Interaction


class Crowd:
    """People at tables.

    Attributes:
        completing: Whether each asks once how a half-typed turn could go on before they send it.
        moves: What was played, in the order of the answers.
        refused: Why turns were not taken that should have been.
        by_channel: The milliseconds that the boards of each channel took, as `posted` found them.
    """

    def __init__(
        self, double: Double, tables: Sequence[Table], seed: int, *, completing: bool, thinking: float = 0.0
    ) -> None:
        """Gather people who think for some seconds, on average, once it is their turn."""
        self.double, self.tables, self.rng, self.completing = double, tables, random.Random(seed), completing
        self.moves: list[Move] = []
        self.refused: list[str] = []
        self.by_channel: dict[int, list[float]] = {}
        self._thinking = thinking
        self._thinks_until: dict[Table, float] = {}
        self._acting: set[User] = set()

    async def play(self, *, turns: int, per_second: float) -> None:
        """Let people play a number of turns, evenly spread over time whether or not the bot keeps up."""
        began, playing = time.perf_counter(), []
        for number in range(turns):
            await asyncio.sleep(max(0.0, began + number / per_second - time.perf_counter()))
            playing += self._start(1)
        await asyncio.gather(*playing)

    async def burst(self, turns: int) -> None:
        """Let people play at the same moment, each in another match."""
        await asyncio.gather(*self._start(turns))

    async def posted(self) -> list[float]:
        """Wait until the board of each turn is posted; return the milliseconds each took from sending the turn."""
        waiting, took = self.moves, list[float]()
        self.by_channel.clear()

        def none_waits() -> bool:
            nonlocal waiting
            still = []
            for move in waiting:
                at = move.table.board_times().get((move.match_id, move.seq))
                if at is None:
                    still.append(move)
                else:
                    took.append(1000 * (at - move.reply.created))
                    self.by_channel.setdefault(move.table.channel.id, []).append(took[-1])
            waiting = still
            return not waiting

        await self.double.until(none_waits, DRAINED_S)
        return took

    def acknowledged(self) -> list[float]:
        """Return for each turn the milliseconds from sending it to the answer."""
        return [move.reply.ack_ms for move in self.moves]

    def completed(self) -> list[float]:
        """Return for each turn the milliseconds until something was offered to go on with after its first action."""
        return [move.completed.ack_ms for move in self.moves if move.completed]

    async def look_everywhere(self) -> None:
        """Look at the record of each match, ten at a time."""
        for first in range(0, len(self.tables), 10):
            await asyncio.gather(*(table.recall() for table in self.tables[first : first + 10]))

    def _start(self, count: int) -> list[asyncio.Task[None]]:
        """Start turns at tables chosen at random, by people who have nothing else to do."""
        tasks: list[asyncio.Task[None]] = []
        for table in self.rng.sample(self.tables, len(self.tables)):
            if len(tasks) == count:
                break
            if self._thinks_until.get(table, 0.0) > time.perf_counter():
                continue
            if table.goes_on and table.acting not in self._acting:
                self._acting.add(table.acting)
                tasks.append(asyncio.create_task(self._turn(table, table.acting)))
        return tasks

    async def _turn(self, table: Table, user: User) -> None:
        match_id, seq, turn = table.match_id, table.seq + 1, table.any_turn(self.rng)
        begun, completed = turn.partition(SEPARATOR)[0] + SEPARATOR, None
        try:
            if self.completing:
                completed = await user.autocomplete(table.channel, "move", "turn", turn=begun)
            reply = await table.type(turn)
        except UnexpectedAnswerError as error:
            self.refused.append(str(error))
        else:
            self.moves.append(Move(table, match_id, seq, completed, reply))
        finally:
            self._acting.discard(user)
            if self._thinking:
                self._thinks_until[table] = time.perf_counter() + self.rng.expovariate(1 / self._thinking)
