"""The time of players: it passes while the bot is available, and is given back where it was not.

The bot is away while its process doesn't run, while it isn't connected (`lost`, `found`), and for as long as the wall
clock jumped or the machine slept. Each shard is a connection of its own, so each may be away alone: its servers then
get time back, and no others. A sign of life of each is noted every `PULSE`, so that the next process knows when the
outage began. While the bot knows that a shard is away the time of its players is stopped (`ServerTime.now`), and their
timeouts wait.

Each outage has a number, and each clock has the number of the last outage that it was given back (`MatchClock.given`):
`current` brings one up to date at its first reading, so that nothing is given back twice or not at all. The stored
clocks are brought up to date in small transactions, which may be cut off anywhere and begun again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from hosting import metrics
from hosting.clock import MatchClock, excused
from hosting.outbox import Outbox, add_posts, turn_again
from hosting.runtime import TOLERANCE, Schedule, SteadyClock
from store.database import Database
from store.db.addresses import StoreError
from store.share import Share, shard_of
from store.tables import matches, outages
from store.tables.outages import Outage, Running, Sign

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


@dataclass(slots=True)
class _Shard:
    """A connection to Discord.

    Attributes:
        reachable: Whether players reach the bot over it.
        away: Since when its players' time is stopped; None while it runs.
        jumps: By how much the wall clock was set since then.
    """

    reachable: bool
    away: datetime | None
    jumps: timedelta = timedelta()


@dataclass(frozen=True, slots=True)
class ServerTime:
    """The time of the players of one server. As a clock it tells that."""

    outages: Outages
    guild_id: int

    def now(self) -> datetime:
        """Return the time for players: while the bot is away, the begin of that."""
        return self.outages.now_in(self.guild_id)

    @property
    def away(self) -> bool:
        """Whether players cannot reach the bot at the moment, nor it Discord."""
        return self.outages.shard_of(self.guild_id) in self.outages.away

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
        return self.outages.of_server(self.guild_id)


class Outages:
    """The times when the bot was away, from each shard's servers (`of`). As a clock it tells the time itself.

    Attributes:
        away: The shards over which players cannot reach the bot at the moment.
    """

    def __init__(
        self, database: Database, clock: SteadyClock, schedule: Schedule, posts: Outbox, share: Share = Share.ALL
    ) -> None:
        self._mine = share
        self._db = database
        self._outbox = posts
        self._clock = clock
        self._schedule = schedule
        self._known: list[Outage] = []
        self._noting = asyncio.Lock()
        self._started = False
        self._count = 1
        self._shards = {0: _Shard(reachable=False, away=clock.now())}  # those of this process, by number
        self.away: frozenset[int] = frozenset((0,))
        self._held: set[int] = set()  # shards whose timeouts wait
        self._noted = clock.monotonic()
        schedule.before_sleep(self._look, PULSE)

    def of(self, guild_id: int) -> ServerTime:
        return ServerTime(self, guild_id)

    def now(self) -> datetime:
        """Return the time, or since when no player of any server can reach the bot."""
        since = [each.away for each in self._shards.values() if each.away is not None]
        return min(since) if len(since) == len(self._shards) else self._clock.now()

    def now_in(self, guild_id: int) -> datetime:
        """Return the time for the players of a server: while the bot is away, the begin of that."""
        state = self._shards.get(shard_of(guild_id, self._count))
        return self._clock.now() if state is None or state.away is None else state.away

    def shard_of(self, guild_id: int) -> int:
        return shard_of(guild_id, self._count)

    @property
    def last(self) -> int:
        """The number of the latest outage of any server; 0 if there was none."""
        return self._known[-1].id if self._known else 0

    def current(self, clock: MatchClock, guild_id: int) -> MatchClock:
        """Return the clock of a match in a server with the time of every further outage given back."""
        if clock.given == self.last:
            return clock
        for outage in self._further(clock, guild_id):
            clock = excused(clock, outage)
        return clock

    def _further(self, clock: MatchClock, guild_id: int) -> list[Outage]:
        """Return the outages of a server that its clock was not given back yet."""
        new = takewhile(lambda each: each.id > clock.given, reversed(self._known))
        return [each for each in new if each.hits(guild_id)][::-1]

    def of_server(self, guild_id: int) -> list[Outage]:
        """Return the outages that a server had, and the present one as far as it has gone."""
        found = [each for each in self._known if each.hits(guild_id)]
        shard = self.shard_of(guild_id)
        present = self._shards.get(shard)
        if self._started and present is not None and present.away is not None:
            found.append(Outage(self.last + 1, shard, self._count, present.away, self._clock.now(), present.jumps))
        return found

    async def start(self, *, reachable: bool, shards: int = 1) -> None:
        """Give back the time since the last signs of life; call it before anybody plays.

        Args:
            reachable: Whether players reach the bot already; if not, `found` is called for each shard once they do.
            shards: How many there are where this process has all of them.
        """
        shards = shards if self._mine.all else self._mine.count
        async with self._db.read() as connection:
            self._known = list(await outages.known(connection))
            signs = await outages.signs(connection)
        own = range(shards) if self._mine.all else sorted(self._mine.shards)
        since = next(iter(self._shards.values())).away or self._clock.now()
        self._count, self._shards = shards, {number: _Shard(reachable, since) for number in own}
        self.away, self._started = frozenset(), True
        self._stop(*own)
        async with self._noting:
            self._clock.follow()
            now = self._clock.now()
            signs = [each for each in signs if self._mine.all or each.shard in self._shards]
            lost = [each for each in signs if abs(now - each.at) >= TOLERANCE]
            if lost:
                earliest = min(each.at for each in lost)
                _log.info("the bot was offline from %s to %s; players get that time back", earliest, now)
                await self._note(_spans(lost), own, now)
            else:
                self._back(own)
                await self._live()
        if reachable:
            self._held &= self.away
            self._schedule.hold(self._share(*self._held), CLOCK, NUDGE)

    def lost(self, shard: int = 0) -> None:
        """Note that players cannot reach the bot any more over a shard, until `found` is called."""
        state = self._shards[shard]
        if state.reachable:
            state.reachable = False
            if state.away is None:
                state.away, state.jumps = self._clock.now(), timedelta()
            self._stop(shard)

    async def found(self, shard: int = 0) -> None:
        """Note that players reach the bot again over a shard, and give back the time since `lost`."""
        state = self._shards[shard]
        if state.reachable or not self._started:
            return
        state.reachable = True
        async with self._noting:
            await self._take_jump()
            start, end = state.away or self._clock.now(), self._clock.now()
            if abs(end - start) >= TOLERANCE:
                await self._note([(self._share(shard), start, state.jumps)], [shard], end)
            else:
                self._back([shard])
        if state.reachable:
            self._held.discard(shard)
            await self._schedule.release(self._share(*self._held), CLOCK, NUDGE)

    def _share(self, *shards: int) -> Share:
        return Share(self._count, frozenset(shards))

    def _stop(self, *shards: int) -> None:
        """Let timeouts wait where players cannot reach the bot, until their time was given back."""
        self.away |= set(shards)
        self._held |= set(shards)
        self._schedule.hold(self._share(*self._held), CLOCK, NUDGE)

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
            if await self._take_jump():
                return
            self._clock.follow()
            if self._clock.monotonic() - self._noted >= PULSE.total_seconds():
                await self._live()

    async def _take_jump(self) -> bool:
        """Give back a jump of the wall clock, if it made one; return whether it did."""
        jump = self._clock.jumped()
        if not jump:
            return False
        _log.warning("the wall clock jumped by %s; every player's time stays as it was", jump)
        start = self._clock.now()
        if here := [number for number, each in self._shards.items() if each.away is None]:
            await self._note([(self._share(*here), start, jump)], here, start + jump, jump)
        else:
            self._jump(jump)
        return True

    def _jump(self, by: timedelta) -> None:
        """Have the clock follow a jump; it's part of what is given back to shards once they are found."""
        self._clock.jump(by)
        for each in self._shards.values():
            if each.away is not None:
                each.jumps += by

    def _signs(self) -> list[Sign]:
        now = self._clock.now()
        return [Sign(number, self._count, each.away or now) for number, each in self._shards.items()]

    async def _live(self) -> None:
        async with self._db.write(lasting=False) as connection:
            await outages.set_alive(connection, self._count, *self._signs())
        self._noted = self._clock.monotonic()

    async def _note(
        self,
        spans: Sequence[tuple[Share, datetime, timedelta]],
        back: Collection[int],
        end: datetime,
        jump: timedelta = timedelta(),
    ) -> None:
        """Note that shards were away until `end`, give their time back, and have the clock follow a jump.

        Args:
            spans: The shards, since when they were away, and by how much the wall clock was set meanwhile.
            back: The same shards as they are numbered now.
            end: When they are back.
            jump: Of the wall clock, which the clock has yet to follow.
        """
        before = {(each.count, each.shard): each.id for each in self._known}
        made: list[tuple[Share, list[Outage]]] = []
        async with self._db.write() as connection:
            for share, start, jumps in spans:
                made.append((share, await outages.note(connection, share, start, end, jumps)))
            await outages.set_alive(connection, self._count, *(Sign(shard, self._count, end) for shard in back))
        noted = [each for _, found in made for each in found]
        metrics.OUTAGES.inc(len(noted))
        metrics.OUTAGE_SECONDS.inc(sum(abs(each.absence.total_seconds()) for each in noted))
        # It is noted: from here on every clock that is read gets it, and only now may time go on.
        self._known += noted
        self._jump(jump)
        self._back(back)
        for share, found in made:
            brief = all(_is_brief(each, before.get((each.count, each.shard), 0)) for each in found)
            await self._catch_up(share, end + SOON if brief else None)

    def _back(self, shards: Collection[int]) -> None:
        """Let players' time run again, unless a shard cannot be reached yet, or was lost again meanwhile."""
        for number in shards:
            state = self._shards[number]
            state.away, state.jumps = None if state.reachable else self._clock.now(), timedelta()
        self.away = frozenset(number for number, each in self._shards.items() if each.away is not None)

    async def _catch_up(self, share: Share, until: datetime | None) -> None:
        """Bring the stored clocks that run in these servers up to date, with their appointments."""
        after, count = "", 0
        while True:
            async with self._db.write() as connection:
                keys = await outages.appointed(connection, CLOCK, share, after, AT_ONCE, until)
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
            if missed := self._further(was, each.guild_id):
                length = sum((outage.length for outage in missed), timedelta())
                behind.append((each, was, self.current(was, each.guild_id), length))
        clocks = [(each.match_id, now.dump(), now.shown.next_due) for each, _, now, _ in behind]
        await matches.set_clocks(connection, clocks)
        moved = {str(each.match_id): _moved(each, was, now) for each, was, now, _ in behind}
        await outages.move(connection, CLOCK, moved)
        nudges = {
            f"{each.match_id}:{seat}": missed
            for each, was, _, missed in behind
            for seat in range(1, len(was.seats) + 1)
        }
        standing = await outages.due(connection, NUDGE, list(nudges))
        await outages.move(connection, NUDGE, {key: at + nudges[key] for key, at in standing.items()})
        for each, was, now, late in behind:
            if abs(late) >= SHORT and min(each.due_at, _moved(each, was, now)) <= self._clock.now() + SOON:
                await self._edit(connection, each)
        return len(behind)

    async def _edit(self, connection: AsyncConnection, running: Running) -> None:
        edits = [turn_again(each, edit=True) for each in running.boards]
        await add_posts(connection, running.match_id, running.seq, edits, self._clock.now())


def _spans(lost: Collection[Sign]) -> list[tuple[Share, datetime, timedelta]]:
    """Return what shards were away since, by the signs of life: those that had theirs together in one."""
    together = {(each.count, each.at) for each in lost}
    return [
        (Share(count, frozenset(each.shard for each in lost if (each.count, each.at) == (count, at))), at, timedelta())
        for count, at in sorted(together)
    ]


def _is_brief(outage: Outage, before: int) -> bool:
    """Return whether only what is due soon is to be brought up to date; `before` is the shard's outage before it."""
    return abs(outage.length) <= SHORT and outage.id // ALL_EVERY == before // ALL_EVERY


def _moved(running: Running, was: MatchClock, now: MatchClock) -> datetime:
    times = {before.due: after.due for before, after in zip(was.seats, now.seats, strict=True)}
    later = times.get(running.due_at)
    # One that stood too early already may do so again: its handler looks, and appoints the right one.
    return later or now.next_due or running.due_at
