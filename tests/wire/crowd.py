"""People who play many matches over the wire, and how long they wait."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from sqlalchemy import URL, insert

from engine.turn import SEPARATOR
from hosting.arena import Arena
from hosting.match.model import Match
from hosting.match.service import decision_continues
from hosting.runtime import SystemClock
from store import schema
from store.schema.base import checked
from tests.copies import FIRST_ID, Seating, fill
from tests.every_mode import drawn_text
from tests.wire.double import Channel, Double, Interaction
from tests.wire.double.clock import PATIENCE_S
from tests.wire.double.users import User
from tests.wire.match import Table, UnexpectedAnswerError

DRAINED_S = 2 * PATIENCE_S
FIRST_PERSON = 1001
"""The number of the first player; the others follow."""


async def enter(arena: Arena, guilds: Sequence[int], users: dict[int, User]) -> None:
    """Have the bot know people by their numbers, as if each had sat down once in each of some servers."""
    async with arena.db.write(long=True) as connection:
        known = {"kind": "human", "created_at": arena.clock.now()}
        rows = [checked("people", {"id": number, "account": user.id, **known}) for number, user in users.items()]
        names = [
            {"guild_id": guild_id, "person_id": number, "name": user.name}
            for guild_id in guilds
            for number, user in users.items()
        ]
        await connection.execute(insert(schema.people), rows)
        await connection.execute(insert(schema.member_names), names)


async def seated(
    double: Double, store: Path | URL, *, people: int, running: int, over: int = 0, servers: int = 1
) -> list[Table]:
    """Make a store with matches; seat people of new servers at those that go on, in a channel each.

    As long as there are enough people, nobody sits at two tables; beyond that everybody sits at about as many.
    """
    guilds = [double.add_guild(f"Arena {number}") for number in range(1, servers + 1)]
    users = [double.add_user(f"player{number}", *guilds) for number in range(people)]
    tables, seatings = [], []
    for number in range(running):
        first = 2 * number + number // (people // 2)
        pair, guild = (first % people, (first + 1) % people), guilds[number % servers]
        tables.append(Table(double, guild.add_channel(f"table {number + 1}"), [users[each] for each in pair]))
        numbers = FIRST_PERSON + pair[0], FIRST_PERSON + pair[1]
        seatings.append(Seating(guild.id, tables[-1].channel.id, numbers))
    await fill(store, over=over, running=running, seatings=seatings)
    arena = await Arena.open(store, SystemClock())
    await enter(arena, [each.id for each in guilds], dict(enumerate(users, FIRST_PERSON)))
    session = (await arena.matches.get(2)).session
    await arena.close()
    for match_id, table in enumerate(tables, FIRST_ID + over + 1):
        table.sit_down(match_id, session)
    return tables


class Circle(Table):
    """A match of any game whose players know its seed, and so whose decision it is without looking.

    Attributes:
        silent: Whether no board follows from what was played last: others are still waited for, or its player goes on.
    """

    _TAKEN = re.compile(r"(Your choice is|Played) `")
    _BOARD = re.compile(r"\w+-\d+-(\d+)\.png")

    def __init__(self, double: Double, channel: Channel, users: dict[int, User], match: Match) -> None:
        super().__init__(double, channel, list(users.values()))
        self.match_id, self.session, self.silent = match.id, match.session, False
        self._seq, self._seat = match.seq, 0
        self._player = {seat: users[match.person_of(seat)] for seat in range(1, len(users) + 1)}

    @property
    def seq(self) -> int:
        """How many events there are."""
        return self._seq

    @property
    def acting(self) -> User:
        """One for all of them: none of them sits at another table."""
        return self.people[0]

    def any_turn(self, rng: random.Random) -> str:
        """Choose one of those who must decide; return a random legal decision."""
        self._seat = rng.choice(sorted(self._known.to_act))
        return drawn_text(self._known, self._seat, rng, half=0.0)

    async def type(self, turn: str) -> Interaction:
        """Have the one that was chosen decide by `/move`."""
        reply = await self._player[self._seat].slash(self.channel, "move", turn=turn)
        if reply.failed or not any(self._TAKEN.search(message.text) for message in reply.messages):
            raise UnexpectedAnswerError(str(reply.summary()))
        before, self.session = len(self._known.entries), self._known.play(self._seat, turn)
        sealed = len(self.session.entries) == before
        self._seq += not sealed
        self.silent = sealed or decision_continues(self.session)
        return reply

    def board_times(self) -> dict[tuple[int, int], float]:
        """Return when the board of each event, or of a later one instead, was posted."""
        found, earliest = dict[tuple[int, int], float](), float("inf")
        files = [
            (each, file) for each in self.channel.messages.values() for file in each.attachments if not each.ephemeral
        ]
        posted = {int(name[1]): each.created for each, file in files if (name := self._BOARD.fullmatch(file.filename))}
        for seq in range(max(posted, default=0), 0, -1):
            earliest = min(earliest, posted.get(seq, earliest))
            found[self.match_id, seq] = earliest
        return found


@dataclass(frozen=True, slots=True)
class Move:
    """A turn that was played.

    Attributes:
        seq: Which event of the match it was, if a board follows from it.
        completed: What the bot answered when it was half typed, if it was asked then.
        reply: What it answered when it was sent.
    """

    table: Table
    match_id: int
    seq: int | None
    completed: Interaction | None
    reply: Interaction


class Crowd:
    """People at tables.

    Attributes:
        moves: What was played, in the order of the answers.
        refused: Why turns were not taken that should have been.
        begun: How many matches they began.
        by_channel: The milliseconds that the boards of each channel took, as `posted` found them.
    """

    def __init__(
        self,
        double: Double,
        tables: Sequence[Table],
        seed: int,
        *,
        completing: bool = False,
        thinking: float = 0.0,
        renewing: bool = False,
    ) -> None:
        """Gather people.

        Args:
            double: Where.
            tables: Theirs.
            seed: Decides what they play.
            completing: Whether each asks once how a half-typed turn could go on before they send it.
            thinking: For how many seconds they think, on average, once it is their turn.
            renewing: Whether a match that is over is followed by another at the same table.
        """
        self.double, self.tables, self.rng = double, tables, random.Random(seed)
        self.moves: list[Move] = []
        self.refused: list[str] = []
        self.begun = 0
        self.by_channel: dict[int, list[float]] = {}
        self._completing, self._thinking, self._renewing = completing, thinking, renewing
        self._thinks_until: dict[Table, float] = {}
        self._acting: set[User] = set()
        self._turns: set[asyncio.Task[None]] = set()

    async def play(self, *, turns: int, per_second: float, resting: bool = True) -> None:
        """Let people play a number of turns, evenly spread over time whether or not the bot keeps up; then rest."""
        began = time.perf_counter()
        for number in range(turns):
            await asyncio.sleep(max(0.0, began + number / per_second - time.perf_counter()))
            self._start(1)
        if resting:
            await self.rest()

    async def burst(self, turns: int) -> None:
        """Let people play at the same moment, each in another match."""
        self._start(turns)
        await self.rest()

    async def rest(self) -> None:
        """Wait until everybody has done what they are at."""
        await asyncio.gather(*self._turns)
        self._turns.clear()

    async def posted(self) -> list[float]:
        """Wait until the board of each turn is posted; return the milliseconds each took from sending the turn."""
        waiting, took = [move for move in self.moves if move.seq is not None], list[float]()
        self.by_channel.clear()

        def none_waits() -> bool:
            nonlocal waiting
            still = []
            for move in waiting:
                if (at := move.table.board_times().get((move.match_id, move.seq or 0))) is None:
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

    async def together(self, way: str) -> None:
        """Have something done at every table, at ten at a time: `begin` a match, or `recall` it."""
        for first in range(0, len(self.tables), 10):
            await asyncio.gather(*(getattr(table, way)() for table in self.tables[first : first + 10]))

    def _start(self, count: int) -> None:
        """Start turns at tables chosen at random, by people who have nothing else to do."""
        self._turns -= {turn for turn in self._turns if turn.done() and turn.exception() is None}
        for table, user in islice(self._free(), count):
            self._acting.add(user)
            self._turns.add(asyncio.create_task(self._turn(table, user)))

    def _free(self) -> Iterator[tuple[Table, User]]:
        for table in self.rng.sample(self.tables, len(self.tables)):
            if self._thinks_until.get(table, 0.0) <= time.perf_counter() and (table.goes_on or self._renewing):
                user = table.acting if table.goes_on else table.people[0]
                if user not in self._acting:
                    yield table, user

    async def _turn(self, table: Table, user: User) -> None:
        completed = None
        try:
            if not table.goes_on:
                await table.begin()
                self.begun += 1
                return
            match_id, turn = table.match_id, table.any_turn(self.rng)
            if self._completing:
                begun = turn.partition(SEPARATOR)[0] + SEPARATOR
                completed = await user.autocomplete(table.channel, "move", "turn", turn=begun)
            reply = await table.type(turn)
        except (UnexpectedAnswerError, TimeoutError) as error:
            self.refused.append(f"match {table.match_id}: {error!r}")
            if self._renewing:
                with contextlib.suppress(UnexpectedAnswerError, TimeoutError):  # the next turn tells
                    await table.recall()  # it may have been played all the same
        else:
            seq = None if isinstance(table, Circle) and table.silent else table.seq
            self.moves.append(Move(table, match_id, seq, completed, reply))
        finally:
            self._acting.discard(user)
            if self._thinking:
                self._thinks_until[table] = time.perf_counter() + self.rng.expovariate(1 / self._thinking)
