"""The time of players: it passes while the bot is available, and is given back where it was not.

The bot is away while its process doesn't run, while it isn't connected (`lost`, `found`), and for as long as the wall
clock jumped or the machine slept. A sign of life is noted every `PULSE`, so that the next process knows when the outage
began. While the bot knows that it's away the time of players is stopped (`now`), and their timeouts wait.

Each outage has a number, and each clock has the number of the last outage that it was given back (`MatchClock.given`):
`current` brings one up to date at its first reading, so that nothing is given back twice or not at all. The stored
clocks are brought up to date in small transactions, which may be cut off anywhere and begun again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from hosting import metrics
from hosting.clock import MatchClock, excused
from hosting.outbox import Outbox, add_posts, status_again
from hosting.runtime import TOLERANCE, Schedule, SteadyClock
from store.database import Database
from store.db.addresses import StoreError
from store.tables import matches, outages
from store.tables.outages import Outage, Running

CLOCK, NUDGE = "clock", "nudge"
"""Appointments that run against players: the end of a player's time in a match, and a word to a seat before it."""

PULSE = timedelta(seconds=30)
"""How often a sign of life is noted; a crash gives back at most this much more time than it cost."""
SHORT = timedelta(minutes=1)
"""Longest outage after which only the appointments of the next `SOON` are moved at once; the others are found to be too
early when they are kept."""
SOON = timedelta(hours=1)
"""How soon a deadline must be for its message to be edited after an outage."""
ALL_EVERY = 25
"""Outages, however brief, after which everything is brought up to date."""
AT_ONCE = 200
"""Matches brought up to date in one transaction."""

_log = logging.getLogger(__name__)


class Outages:
    """The times when the bot was away. As a clock it tells the time of players."""

    def __init__(
        self,
        database: Database,
        clock: SteadyClock,
        schedule: Schedule,
        posts: Outbox,
        by_decision: Callable[[str], bool],
    ) -> None:
        self._db = database
        self._by_decision = by_decision
        self._outbox = posts
        self._clock = clock
        self._schedule = schedule
        self._known: list[Outage] = []
        self._noting = asyncio.Lock()
        self._started = False
        self._reachable = False
        self._away: datetime | None = clock.now()
        self._jumps = timedelta()  # of the wall clock since then
        self._noted = clock.monotonic()
        schedule.before_sleep(self._look, PULSE)

    def now(self) -> datetime:
        """Return the time for players: while the bot is away, the begin of that."""
        return self._clock.now() if self._away is None else self._away

    @property
    def away(self) -> bool:
        """Whether players cannot reach the bot at the moment, nor it Discord."""
        return self._away is not None

    @property
    def last(self) -> int:
        """The number of the latest outage; 0 if there was none."""
        return self._known[-1].id if self._known else 0

    def current(self, clock: MatchClock) -> MatchClock:
        """Return a clock with the time of every further outage given back."""
        if clock.given == self.last:
            return clock
        for outage in self._known:
            if outage.id > clock.given:
                clock = excused(clock, outage)
        return clock

    def between(self, start: datetime, end: datetime) -> timedelta:
        """Return the delay by absences between two times, brief ones left out.

        A present absence counts as far as it has gone. Where the wall clock was set forward, the jump is part of it.
        """
        spans = [each for each in self._all() if each.length >= SHORT and each.end > start and each.start < end]
        return sum((each.length for each in spans), timedelta())

    def absence(self, start: datetime, end: datetime) -> timedelta:
        """Return for how long the bot was away between two times, whatever was done to the wall clock meanwhile."""
        spans = [
            each
            for each in self._all()
            if each.absence >= SHORT and max(each.start, each.end) > start and min(each.start, each.end) < end
        ]
        return sum((each.absence for each in spans), timedelta())

    def delayed(self, due: datetime, since: datetime) -> datetime:
        """Return a time later by the absences that began before it, those before `since` and brief ones left out.

        It's a date, so changes of the wall clock don't move it. Each absence may bring another one before it.
        """
        for each in self._all():
            back = max(each.start, each.end)
            if each.absence >= SHORT and back > since and min(each.start, each.end) < due:
                due += min(each.absence, back - since)
        return due

    def _all(self) -> list[Outage]:
        if self._started and self._away is not None:
            return [*self._known, Outage(self.last + 1, self._away, self._clock.now(), self._jumps)]
        return self._known

    async def start(self, *, reachable: bool) -> None:
        """Give back the time since the last sign of life; call it before anybody plays.

        `reachable`: whether players reach the bot already; if not, `found` is called once they do.
        """
        async with self._db.read() as connection:
            self._known = list(await outages.known(connection))
            alive = await outages.alive(connection)
        self._started, self._reachable = True, reachable
        if not reachable:
            self._schedule.hold(CLOCK, NUDGE)
        async with self._noting:
            self._clock.follow()
            now = self._clock.now()
            if alive is not None and abs(now - alive) >= TOLERANCE:
                _log.info("the bot was offline from %s to %s; players get that time back", alive, now)
                await self._note(alive, now, timedelta())
            else:
                self._back()
                await self._live()

    def lost(self) -> None:
        """Note that players cannot reach the bot any more, until `found` is called."""
        if self._reachable:
            self._reachable = False
            if self._away is None:
                self._away, self._jumps = self._clock.now(), timedelta()
            self._schedule.hold(CLOCK, NUDGE)

    async def found(self) -> None:
        """Note that players reach the bot again, and give back the time since `lost`."""
        if self._reachable or not self._started:
            return
        self._reachable = True
        async with self._noting:
            start, jump = self.now(), self._clock.jumped()
            end = self._clock.now() + jump
            if abs(end - start) >= TOLERANCE:
                await self._note(start, end, jump)
            else:
                self._back()
        if self._reachable:
            await self._schedule.release(CLOCK, NUDGE)

    async def close(self) -> None:
        """Note the last sign of life; if that fails, the one before it counts."""
        if self._started:
            self._started = False
            try:
                await self._live()
            except (StoreError, DBAPIError, OSError) as error:
                # Another process has the database, which gives its own; or the server is gone.
                reason = error.orig if isinstance(error, DBAPIError) else error
                _log.warning("could not save the last sign of life: %s", reason)

    async def _look(self) -> None:
        """Note a sign of life; find out whether the wall clock was set or the machine slept."""
        async with self._noting:
            jump = self._clock.jumped()
            if not jump:
                self._clock.follow()
                if self._clock.monotonic() - self._noted >= PULSE.total_seconds():
                    await self._live()
                return
            _log.warning("the wall clock jumped by %s; every player's time stays as it was", jump)
            if self._away is None:
                start = self._clock.now()
                await self._note(start, start + jump, jump)
            else:  # what is given back once the bot is found reaches up to then, by the clock as it is then
                self._clock.jump(jump)
                self._jumps += jump

    async def _live(self) -> None:
        async with self._db.write(lasting=False) as connection:
            await outages.set_alive(connection, self.now())
        self._noted = self._clock.monotonic()

    async def _note(self, start: datetime, end: datetime, jump: timedelta) -> None:
        """Note an outage that is over, give its time back, and have the clock follow a jump that was part of it."""
        outage = Outage(self.last + 1, start, end, self._jumps + jump)
        async with self._db.write() as connection:
            await outages.remember(connection, [*self._known, outage])
            await outages.set_alive(connection, end)
        metrics.OUTAGES.inc()
        metrics.OUTAGE_SECONDS.inc(abs(outage.absence.total_seconds()))
        # It is noted: from here on every clock that is read gets it, and only now may time go on.
        self._known.append(outage)
        self._clock.jump(jump)
        self._back()
        brief = abs(outage.length) <= SHORT and outage.id % ALL_EVERY
        await self._catch_up(end + SOON if brief else None)

    def _back(self) -> None:
        """Let players' time run again, unless the bot cannot be reached yet, or was lost again meanwhile."""
        self._away, self._jumps = None if self._reachable else self._clock.now(), timedelta()

    async def _catch_up(self, until: datetime | None) -> None:
        """Bring the stored clocks that run up to date, with their appointments."""
        after, count = "", 0
        while True:
            async with self._db.write() as connection:
                keys = await outages.appointed(connection, CLOCK, after, AT_ONCE, until)
                if not keys:
                    break
                count += await self._move(connection, keys)
            after = keys[-1]
        _log.info("%d clocks were brought up to date", count)
        self._outbox.drain()

    async def _move(self, connection: AsyncConnection, keys: Collection[str]) -> int:
        """Bring matches up to date, by the keys of their appointments; return how many were not."""
        behind = []
        for each in await outages.running(connection, CLOCK, list(keys)):
            was = MatchClock.load(each.clock)
            if was.given != self.last:
                behind.append((each, was, self.current(was)))
        clocks = [(each.match_id, now.dump(), now.shown.next_due) for each, _, now in behind]
        await matches.set_clocks(connection, clocks)
        await outages.move(connection, CLOCK, {str(each.match_id): _moved(each, was, now) for each, was, now in behind})
        nudges = {
            f"{each.match_id}:{seat}": self._missed(was)
            for each, was, _ in behind
            for seat in range(1, len(was.seats) + 1)
        }
        standing = await outages.due(connection, NUDGE, list(nudges))
        await outages.move(connection, NUDGE, {key: at + nudges[key] for key, at in standing.items()})
        for each, was, now in behind:
            if abs(self._missed(was)) >= SHORT and min(each.due_at, _moved(each, was, now)) <= self._clock.now() + SOON:
                await self._edit(connection, each)
        return len(behind)

    def _missed(self, clock: MatchClock) -> timedelta:
        return sum((each.length for each in self._known if each.id > clock.given), timedelta())

    async def _edit(self, connection: AsyncConnection, running: Running) -> None:
        by_decision = self._by_decision(running.game)
        edits = [status_again(each, by_decision=by_decision, edit=True) for each in running.boards]
        await add_posts(connection, running.match_id, running.seq, edits, self._clock.now())


def _moved(running: Running, was: MatchClock, now: MatchClock) -> datetime:
    times = {before.due: after.due for before, after in zip(was.seats, now.seats, strict=True)}
    later = times.get(running.due_at)
    # One that stood too early already may do so again: its handler looks, and appoints the right one.
    return later or now.next_due or running.due_at
