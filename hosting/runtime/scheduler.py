"""Appointments: absolute times in the store, one task that sleeps until the next.

The task only sleeps; what is due runs in one-shot tasks, one for each kind, so that the kinds do not hold each other
up. Whenever the next appointment changes, the sleeper is replaced.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeAlias

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from hosting.runtime.tasks import Tasks
from hosting.runtime.time import MachineClock
from store.database import Database
from store.tables import deadlines
from store.tables.deadlines import Deadline, Name
from store.tables.replay import ReplayError

Handler: TypeAlias = Callable[[str, Json], Awaitable[None]]
Look: TypeAlias = Callable[[], Awaitable[None]]
Sleep: TypeAlias = Callable[[float], Awaitable[object]]

AGAIN = timedelta(minutes=5)
"""Wait before a deadline is tried again whose handler raised."""
UNREAD = timedelta(hours=6)
"""The same where a match cannot be played through: only another version, or an organiser, can help."""
TROUBLE = timedelta(seconds=30)
"""Wait before everything is looked at again after the store failed."""
_LONGEST_SLEEP = timedelta(days=1)

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Since:
    """What an appointment holds that looks back to a moment."""

    at: datetime

    def dump(self) -> Json:
        """Return what is stored of it."""
        return {"since": self.at.isoformat()}

    @classmethod
    def load(cls, payload: Json) -> Since:
        """Return what `dump` wrote. Raises ValueError if it is no moment."""
        match payload:
            case {"since": str(at)}:
                return cls(datetime.fromisoformat(at))
        raise ValueError(f"not a moment: {payload!r}")


class Schedule:
    """Deadlines that survive a restart. Those that passed meanwhile come due at once."""

    def __init__(self, database: Database, clock: MachineClock, tasks: Tasks, sleep: Sleep = asyncio.sleep) -> None:
        self._db = database
        self._clock = clock
        self._tasks = tasks
        self._sleep_for = sleep
        self._waking = asyncio.Lock()
        self._handlers: dict[str, Handler] = {}
        self._busy: set[str] = set()
        self._keeping: dict[tuple[str, str], Deadline] = {}
        self._held: set[str] = set()
        self._look: Look | None = None
        self._look_every = _LONGEST_SLEEP
        self._looked_at = clock.monotonic()
        self._sleeper: asyncio.Task[None] | None = None
        self._wakes_at: datetime | None = None
        self._started = False
        database.tell_of(deadlines.WRITTEN, self._written)

    def handle(self, kind: str, handler: Handler) -> None:
        """Name who is called with key and payload when a deadline of a kind comes due; until then they wait.

        A deadline is removed after its handler returned, unless it was made anew meanwhile, for whatever time. If it
        raises, the deadline is tried again later. A handler that has more to do later calls `postpone`.
        """
        self._handlers[kind] = handler
        if self._started:
            self._tasks.start(self._wake(), "schedule")

    def look_before(self, look: Look, every: timedelta) -> None:
        """Call a function before it is asked what is due, and at least as often as this."""
        self._look, self._look_every = look, every

    def hold(self, *kinds: str) -> None:
        """Keep no appointments of these kinds until they are released; one that is being kept goes on."""
        self._held.update(kinds)

    async def release(self, *kinds: str) -> None:
        """Keep appointments of these kinds again."""
        self._held.difference_update(kinds)
        if self._started:
            await self._wake()

    async def set(self, kind: str, key: str, due: datetime, payload: Json = None) -> None:
        """Make an appointment, in place of an earlier one of the same kind and key."""
        async with self._db.write() as connection:
            await self.put(connection, kind, key, due, payload)
        self.noticed(kind, due)

    async def put(self, connection: AsyncConnection, kind: str, key: str, due: datetime, payload: Json = None) -> None:
        """Make an appointment in the caller's transaction; the caller then calls `noticed`."""
        await deadlines.put(connection, Deadline(kind, key, due, payload))

    async def postpone(self, kind: str, key: str, due: datetime, payload: Json = None) -> None:
        """Make an appointment in place of the one that is being kept, unless it was made anew or dropped meanwhile."""
        async with self._db.write() as connection:
            await self._replace(connection, Deadline(kind, key, due, payload))
        self.noticed(kind, due)

    async def _replace(self, connection: AsyncConnection, deadline: Deadline) -> None:
        if (before := self._keeping.get((deadline.kind, deadline.key))) is not None:
            await deadlines.move(connection, before, deadline)

    def _written(self, names: AbstractSet[Name]) -> None:
        """Note what of that which is being kept was made anew."""
        for kind, key in [*self._keeping]:
            if (kind, key) in names or (kind, None) in names:
                del self._keeping[kind, key]
        if deadlines.WAKE in names and self._started:
            self._tasks.start(self._wake(), "schedule")

    def wake(self, connection: AsyncConnection) -> None:
        """Have what is due now kept once the caller's transaction is committed.

        `noticed` would be too early there: what it wakes up reads the store as it was, and goes to sleep again.
        """
        deadlines.wake(connection)

    def noticed(self, kind: str, due: datetime) -> None:
        """Wake up early enough for an appointment that was written."""
        if (
            self._started
            and kind in self._handlers.keys() - self._held
            and (self._wakes_at is None or due < self._wakes_at)
        ):
            self._sleep_until(due)

    async def cancel(self, kind: str, key: str) -> None:
        """Drop an appointment, if there is one."""
        async with self._db.write() as connection:
            await self.drop(connection, kind, key)

    async def drop(self, connection: AsyncConnection, kind: str, key: str) -> None:
        """Drop an appointment, if there is one, in the caller's transaction."""
        await deadlines.remove(connection, kind, key)

    async def due_at(self, kind: str, key: str) -> datetime | None:
        """Return when an appointment is due, or None."""
        async with self._db.read() as connection:
            deadline = await deadlines.get(connection, kind, key)
        return None if deadline is None else deadline.due_at

    async def start(self) -> None:
        """Begin to keep appointments; call it once the handlers are named."""
        self._started = True
        await self._wake()

    async def close(self) -> None:
        """Stop; what is due stays in the store."""
        self._started = False
        if self._sleeper is not None:
            self._sleeper.cancel()
            await asyncio.wait({self._sleeper})
            self._sleeper = None

    def _sleep_until(self, due: datetime) -> None:
        if self._sleeper is not None:
            self._sleeper.cancel()
        if due <= self._clock.now():
            self._wakes_at = None
            self._tasks.start(self._wake(), "schedule")
            return
        self._wakes_at = due
        self._sleeper = asyncio.get_running_loop().create_task(self._sleep(due), name="schedule sleeper")

    async def _sleep(self, due: datetime) -> None:
        while (left := due - self._clock.now()) > timedelta():  # a sleep may end early
            look = self._looked_at + self._look_every.total_seconds() - self._clock.monotonic()
            if look <= 0:
                break
            await self._sleep_for(min(left.total_seconds(), look))
        self._wakes_at = None
        self._tasks.start(self._wake(), "schedule")

    async def _wake(self) -> None:
        """Start what is due and sleep until what comes next."""
        try:
            if self._look is not None:
                self._looked_at = self._clock.monotonic()
                await self._look()
            later = await self._begin_due()
        except Exception:  # noqa: BLE001 - the store may be back in a moment; without this nothing would wake up again
            _log.exception("appointments cannot be looked at")
            later = self._clock.now() + TROUBLE
        self._sleep_at_most_until(later)

    async def _begin_due(self) -> datetime | None:
        """Start what is due; return when the next appointment is, if there is one."""
        async with self._waking:
            kinds = self._handlers.keys() - self._busy - self._held
            async with self._db.read() as connection:
                due = await deadlines.due(connection, kinds, self._clock.now())
                coming = {each.kind for each in due}
                later = await deadlines.next_due(connection, kinds - coming)
            for kind in sorted(coming):
                mine = [each for each in due if each.kind == kind]
                if self._tasks.start(self._keep(kind, mine), f"deadlines of kind {kind}"):
                    self._busy.add(kind)
        return later

    def _sleep_at_most_until(self, due: datetime | None) -> None:
        if due is None and self._look is not None:
            due = self._clock.now() + _LONGEST_SLEEP
        if due is not None and self._started and (self._wakes_at is None or due < self._wakes_at):
            self._sleep_until(due)

    async def _keep(self, kind: str, due: list[Deadline]) -> None:
        """Keep appointments of one kind, one after the other, then look for those that came due meanwhile."""
        troubled = False
        try:
            for deadline in due:
                try:
                    await self._keep_one(deadline)
                except Exception:  # noqa: BLE001 - the store failed; it may be back in a moment
                    _log.exception("it cannot be noted how deadline %s was kept", _named(deadline))
                    troubled = True
        finally:
            self._busy.discard(kind)
        if troubled:
            self._sleep_at_most_until(self._clock.now() + TROUBLE)
        else:
            await self._wake()

    async def _keep_one(self, deadline: Deadline) -> None:
        name = (deadline.kind, deadline.key)
        try:
            # Nobody writes meanwhile: what is told of from now on was made after this one.
            async with self._db.write() as connection:
                if await deadlines.get(connection, *name) != deadline:
                    return
                self._keeping[name] = deadline
            later = await self._handle(deadline)
            async with self._db.write() as connection:
                if later is not None:
                    await self._replace(connection, later)
                elif name in self._keeping:
                    await deadlines.remove(connection, *name, deadline.due_at)
        finally:
            self._keeping.pop(name, None)

    async def _handle(self, deadline: Deadline) -> Deadline | None:
        """Call the handler of an appointment; return when it is tried again if that failed."""
        try:
            await self._tasks.foreign(self._handlers[deadline.kind](deadline.key, deadline.payload))
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one deadline, the others are kept
            pause = AGAIN
            if not isinstance(error, ReplayError):
                _log.exception("deadline %s failed", _named(deadline))
            elif error.over:
                _log.info("deadline %s falls away, its match has ended: %s", _named(deadline), error)
                return None
            else:
                _log.warning("deadline %s is kept when the match can be read: %s", _named(deadline), error)
                pause = UNREAD
            return replace(deadline, due_at=self._clock.now() + pause)
        return None


def _named(deadline: Deadline) -> str:
    """Return a deadline as the log may know it: of a match, not of a seat, as only those who must choose have some."""
    return f"{deadline.kind} {deadline.key.partition(':')[0]}"
