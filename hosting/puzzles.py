"""Puzzles: which one a person is given, what their turns are worth, what they solved, and the puzzle of the day.

The puzzles themselves ship with `computer.puzzles`. What is stored of a person is only what they have done with: the
turns so far are in the message of their board. The puzzle of a day follows from its date, so nothing of it is stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from enum import Enum, auto
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from computer import puzzles
from computer.puzzles import Fact, Puzzle, Verdict
from engine.game import Json
from hosting.core import Core
from hosting.outbox import Posting, PuzzlePost, add_posts_about
from hosting.runtime import LruCache
from store.tables import outbox, people, watches
from store.tables.people import PuzzleResult
from store.tables.values import Subject
from store.tables.watches import Watch

DAILY = "puzzle"
"""The appointment to announce the next day's puzzle in a server; its key is the server."""
RESERVED = 30
"""Days to come whose puzzles nobody is given before."""
_VERDICTS = 256
"""Verdicts that are remembered: of a turn that is played twice, or shown again."""


class Counted(Enum):
    """Whether a solution counts for its solver."""

    NEW = auto()
    AGAIN = auto()
    """They had solved it before."""
    SHOWN = auto()
    """They had been shown the solution."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a person has solved.

    Attributes:
        solved: How many puzzles.
        streak: Days in a row, up to today or yesterday, on which they solved that day's puzzle.
        best: The most such days in a row ever.
    """

    solved: int = 0
    streak: int = 0
    best: int = 0


def standing_of(results: Collection[PuzzleResult], today: int) -> Standing:
    """Return what a person's results come to; `today` as `date.toordinal`."""
    days = sorted({each.day for each in results if each.day and each.solved})
    run = best = 0
    for place, day in enumerate(days):
        run = run + 1 if place and days[place - 1] == day - 1 else 1
        best = max(best, run)
    streak = run if days and days[-1] >= today - 1 else 0
    return Standing(len({each.puzzle for each in results if each.solved}), streak, best)


def day_of(at: datetime) -> int:
    """Return the number of a moment's day, in UTC."""
    return at.astimezone(UTC).toordinal()


def midnight(day: int) -> datetime:
    """Return the moment at which a day begins."""
    return datetime.combine(date.fromordinal(day), time(), UTC)


async def announce(core: Core, connection: AsyncConnection, guild_id: int, found: Sequence[Watch]) -> None:
    """Write, in the caller's transaction, today's puzzle for channels of a server, each once, and the appointment.

    A channel that has today's already gets no other one.
    """
    today = day_of(core.clock.now())
    about = Subject("puzzle", today)
    for each in found:
        if not await outbox.has_post(connection, about, each.channel_id):
            post = Posting("watch", each.channel_id, PuzzlePost(today, each.id))
            await add_posts_about(connection, about, [post], core.clock.now(), guild_id=guild_id)
    await core.schedule.put(connection, DAILY, str(guild_id), midnight(today + 1))


@dataclass(eq=False, slots=True)
class Puzzles:
    """Puzzles and their solvers."""

    core: Core
    _verdicts: LruCache[tuple[str, Any, int], Verdict] = field(default_factory=lambda: LruCache(_VERDICTS), init=False)
    _judging: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)

    @property
    def today(self) -> int:
        return day_of(self.core.clock.now())

    def day_for(self, puzzle: Puzzle, day: int) -> int:
        """Return a day if a puzzle is the one of that day, else 0."""
        return day if 0 < day <= date.max.toordinal() and puzzles.of_day(day).key == puzzle.key else 0

    async def due(self, key: str, _payload: Json) -> None:
        """Announce today's puzzle in a server; a handler of appointments. Without a channel for it there's no other."""
        guild_id = int(key)
        async with self.core.db.write() as connection:
            if found := await watches.of_puzzle(connection, guild_id):
                await announce(self.core, connection, guild_id, found)
        self.core.outbox.drain()

    async def solvers(self, day: int) -> int:
        """Return how many people solved the puzzle of a day on that day."""
        async with self.core.db.read() as connection:
            return await people.solvers(connection, day)

    async def next(
        self, person_id: int, game: str | None = None, strength: int | None = None, after: str = ""
    ) -> Puzzle:
        """Return a puzzle that a person hasn't done with yet, behind another one in their order; any, if there is none.

        The easiest come first. The puzzles of today and of the days to come are left out. The same question has the
        same answer until the puzzle is done.
        """
        reserved = {puzzles.of_day(day).key for day in range(self.today, self.today + RESERVED)}
        fitting = [
            each
            for key in puzzles.GAMES
            if game in (None, key)
            for each in puzzles.shipped(key)
            if strength in (None, each.strength)
        ]
        mixed = puzzles.in_order([each for each in fitting if each.key not in reserved] or fitting, str(person_id))
        found = sorted(mixed, key=lambda each: each.strength)
        async with self.core.db.read() as connection:
            done = {each.puzzle for each in await people.puzzle_results_of(connection, person_id)}
        first = next((place + 1 for place, each in enumerate(found) if each.key == after), 0)
        ordered = (*found[first:], *found[:first])
        return next((each for each in ordered if each.key not in done), ordered[0])

    async def load(self) -> None:
        """Read the puzzles in a thread, which takes long the first time."""
        await asyncio.to_thread(puzzles.load)

    async def hint(self, puzzle: Puzzle) -> tuple[Fact, str]:
        """Return one fact about the first idea (`puzzles.hint`)."""
        return await asyncio.to_thread(puzzles.hint, puzzle)

    async def judge(self, puzzle: Puzzle, after: Any, played: int) -> Verdict:  # noqa: ANN401 - any game's state
        """Return what a turn is worth that led to a position, after so many turns of the solver's (`puzzles.judge`).

        It computes in a thread, one at a time: some milliseconds, up to some tenths of a second.
        """
        key = (puzzle.key, after, played)
        async with self._judging:
            if (known := self._verdicts.get(key)) is not None:
                return known
            verdict = await asyncio.to_thread(puzzles.judge, puzzle, after, played)
            self._verdicts.put(key, verdict)
            return verdict

    async def result(self, person_id: int, puzzle: Puzzle, day: int = 0) -> bool | None:
        """Return whether a person solved a puzzle (that day), False if they saw the solution, None for neither."""
        async with self.core.db.read() as connection:
            same = _same(await people.puzzle_results_of(connection, person_id), puzzle, day)
        return None if not same else all(each.solved for each in same)

    async def standing(self, person_id: int) -> Standing:
        async with self.core.db.read() as connection:
            return standing_of(await people.puzzle_results_of(connection, person_id), self.today)

    async def solve(self, person_id: int, puzzle: Puzzle, day: int = 0) -> Counted:
        """Write that a person solved a puzzle, as that of a day if that is today; return whether it counts."""
        return await self._done(person_id, puzzle, day, solved=True)

    async def show(self, person_id: int, puzzle: Puzzle, day: int = 0) -> Counted:
        """Write that a person is shown a puzzle's solution, so that it counts no more; unless they've solved it."""
        return await self._done(person_id, puzzle, day, solved=False)

    async def _done(self, person_id: int, puzzle: Puzzle, day: int, *, solved: bool) -> Counted:
        now = self.core.clock.now()
        result = PuzzleResult(puzzle.key, self.day_for(puzzle, day) if day == day_of(now) else 0, solved)
        async with self.core.db.write() as connection:
            # What is written of a person who is just being deleted would outlive them.
            if person_id not in await people.hold(connection, {person_id}):
                return Counted.SHOWN
            same = _same(await people.puzzle_results_of(connection, person_id), puzzle, result.day)
            if any(not each.solved for each in same):
                return Counted.SHOWN
            if any(each.solved for each in same):
                return Counted.AGAIN
            await people.add_puzzle_result(connection, person_id, result, now)
        return Counted.NEW if solved else Counted.SHOWN


def _same(results: Collection[PuzzleResult], puzzle: Puzzle, day: int) -> list[PuzzleResult]:
    """Return the results of a puzzle; as that of a day only those of that day, whatever was long before."""
    return [each for each in results if each.puzzle == puzzle.key and day in (0, each.day)]
