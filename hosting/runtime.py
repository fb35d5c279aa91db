"""The base of every service: time, appointments, tasks, entropy, a bounded memory. It knows nothing of games."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Generic, Protocol, TypeAlias, TypeVar

from pydantic import Field
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Game, Json
from store.database import Database
from store.documents import Document, TimeField
from store.share import DUE, Share
from store.tables import deadlines
from store.tables.deadlines import Deadline, Held, Written
from store.tables.matches import ReplayError

# Work that is started and not waited for: one-shot tasks, and processes for what would hold the interpreter.


T = TypeVar("T")

PATIENCE_S = 3.0
"""How long callers' tasks may go on at the end; a supervisor waits for ten seconds or more."""

_log = logging.getLogger(__name__)


class Tasks:
    """The running tasks. None of them may idle: each has something to do, and ends."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()
        self._foreign: set[asyncio.Future[Any]] = set()
        self.closed = False

    def start(self, work: Coroutine[Any, Any, None], name: str) -> bool:
        if self.closed:
            work.close()
            return False
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return True

    async def foreign(self, work: Awaitable[T]) -> T:
        """Run callers' code in a task of its own: closing cancels that, never the bookkeeping around it.

        Raises asyncio.CancelledError: it was cancelled, or all is closed already.
        """
        task = asyncio.ensure_future(work)
        if self.closed:  # bookkeeping that began before has come to it only now
            task.cancel()
        self._foreign.add(task)
        try:
            return await task
        finally:
            self._foreign.discard(task)

    async def idle(self) -> None:
        """Wait until no task is left, also those that others start meanwhile."""
        while self._running:
            await asyncio.wait(self._running)

    async def close(self) -> None:
        """Start no more, cancel callers' code, and wait for the rest."""
        self.closed = True
        for task in self._foreign:
            task.cancel()
        await self.idle()

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("task %s failed", task.get_name(), exc_info=error)


class Underway:
    """Tasks that others started and that need the services to be closed."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def add(self, task: asyncio.Task[Any] | None) -> None:
        """Have `end` wait for a task; None for none."""
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def end(self) -> None:
        """Wait until all but the present one have ended; one that takes longer than `PATIENCE_S` is cancelled."""
        for patience in (PATIENCE_S, None):
            if running := self._tasks - {asyncio.current_task()}:
                _, late = await asyncio.wait(running, timeout=patience)
                for task in late:
                    task.cancel()


# Computations that would hold the interpreter for long, in a process of their own.
#
# Threads take turns every few milliseconds, but a library that is no Python keeps the interpreter until it is done. A
# process beside this one costs a second of the processor and some 100 MB to begin with, so there is none before
# something large is to be computed, and none any more some minutes after.


ATTEMPTS = 2
"""Processes that are tried before a thread does it."""
IDLE_S = 300.0
"""Seconds after which a process that computes nothing ends."""


class Processes:
    """A process that computes one thing after the other, begun when it's first needed."""

    def __init__(self, idle_s: float = IDLE_S) -> None:
        self._idle_s = idle_s
        self._executor: ProcessPoolExecutor | None = None
        self._running = 0
        self._ending: asyncio.TimerHandle | None = None
        self._closed = False

    async def run(self, job: Callable[..., T], *values: Any) -> T:  # noqa: ANN401 - whatever the job takes
        """Return the result of a function, or raise its error.

        Where its process dies, it's done once more; where that one dies, too, or there can be none, in a thread.

        Args:
            job: A function of a module, of its values alone: it may be begun several times.
            values: Its arguments; like its result, they are pickled.
        """
        self._running += 1
        self._stay()
        try:
            return await self._run(job, values)
        finally:
            self._running -= 1
            if not self._running and self._executor is not None:
                self._ending = asyncio.get_running_loop().call_later(self._idle_s, self._end)

    async def _run(self, job: Callable[..., T], values: Sequence[Any]) -> T:
        for _ in range(ATTEMPTS):
            if self._closed:
                break
            executor = self._executor = self._executor or _executor()
            try:
                # The first one starts the process, which takes a while.
                return await asyncio.wrap_future(await asyncio.to_thread(executor.submit, job, *values))
            except (BrokenProcessPool, OSError) as error:
                _log.warning("the worker process ended or could not start: %r", error)
                if self._executor is executor:
                    self._executor = None
        return await asyncio.to_thread(job, *values)

    def _stay(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None

    def _end(self) -> None:
        executor, self._executor, self._ending = self._executor, None, None
        if executor is not None:
            executor.shutdown(wait=False)

    async def close(self) -> None:
        """End the process after its present computation; those queued aren't begun."""
        self._closed = True
        self._stay()
        executor, self._executor = self._executor, None
        if executor is not None:
            await asyncio.to_thread(executor.shutdown, cancel_futures=True)


def _executor() -> ProcessPoolExecutor:
    # A fork would have the threads' locks as they are at that moment, and the store's connections.
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=_exit_with_parent)


def _exit_with_parent() -> None:
    """Let this process live as long as the program: it ends when that ends it, or when that has died."""
    for name in (signal.SIGINT, signal.SIGTERM):  # a terminal, or a supervisor, sends them to all processes at once
        signal.signal(name, signal.SIG_IGN)
    program = multiprocessing.parent_process()
    if program is None:
        raise AssertionError("this is no process of a program")

    def follow() -> None:
        program.join()
        os._exit(0)

    threading.Thread(target=follow, name="accompany", daemon=True).start()


# A bounded memory of what was used lately.


K = TypeVar("K")
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """Keeps the `most` values used last; whatever is dropped can be made again."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, key: K) -> bool:
        return key in self._values

    def get(self, key: K) -> V | None:
        """Return a value and count it as used, or None."""
        if key not in self._values:
            return None
        self._values.move_to_end(key)
        return self._values[key]

    def values(self) -> list[V]:
        return list(self._values.values())

    def put(self, key: K, value: V) -> None:
        self._values[key] = value
        self._values.move_to_end(key)
        if len(self._values) > self._most:
            self._values.popitem(last=False)

    def setdefault(self, key: K, value: V) -> V:
        """Keep a value unless there is one already; return the kept one."""
        if (present := self.get(key)) is not None:
            return present
        self.put(key, value)
        return value

    def drop(self) -> K:
        """Drop the value that was not used for the longest time, and return its key. Raises KeyError for none."""
        return self._values.popitem(last=False)[0]

    def forget(self, key: K) -> None:
        self._values.pop(key, None)


# The only sources of the time of day and of unpredictable bytes.


TOLERANCE = timedelta(seconds=1)
"""How much the two readings of a clock may differ: clocks are corrected all the time, a little at once."""


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Return the time, aware, in UTC."""
        ...


class MachineClock(Clock, Protocol):
    """A clock with a second reading, as its time of day may be set forward or back; tests bring their own."""

    def monotonic(self) -> float:
        """Return seconds since some moment. Nobody sets them; they may stop while the machine sleeps."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()


class SteadyClock:
    """A clock that never jumps: where the wall clock is set, it goes on as if nothing had happened.

    Its owner checks from time to time for a jump (`jumped`), handles it, and then has this one follow (`jump`). A
    difference below `TOLERANCE` is followed at once.
    """

    def __init__(self, source: MachineClock) -> None:
        self._source = source
        self._wall, self._at = source.now(), source.monotonic()

    def now(self) -> datetime:
        wall, steady = self._read()
        return wall if abs(wall - steady) < TOLERANCE else steady

    def monotonic(self) -> float:
        return self._source.monotonic()

    def jumped(self) -> timedelta:
        """Return how far the wall clock is ahead of this one; negative if it's behind."""
        wall, steady = self._read()
        return wall - steady if abs(wall - steady) >= TOLERANCE else timedelta()

    def jump(self, by: timedelta) -> None:
        self._wall += by

    def follow(self) -> None:
        """Show the wall clock's time from now on."""
        self._wall, self._at = self._source.now(), self._source.monotonic()

    def _read(self) -> tuple[datetime, datetime]:
        return self._source.now(), self._wall + timedelta(seconds=self._source.monotonic() - self._at)


# The source of unpredictable bytes.


Games: TypeAlias = Callable[[str], Game[Any, Any, Any]]
"""Returns the game with an id; raises SetupError: `engine.registry.get`, or a test's own."""
Entropy: TypeAlias = Callable[[int], bytes]
"""Returns that number of random bytes: `secrets.token_bytes`, or a test's own."""


# Appointments: absolute times in the store, one task that sleeps until the next.
#
# The task only sleeps; what is due runs in one-shot tasks, one for each kind, so that the kinds do not hold each other
# up. Whenever the next appointment changes, the sleeper is replaced.


Handler: TypeAlias = Callable[[str, Json], Awaitable[None]]
Check: TypeAlias = Callable[[], Awaitable[None]]
Sleep: TypeAlias = Callable[[float], Awaitable[object]]

AGAIN = timedelta(minutes=5)
"""Wait before a deadline is tried again whose handler raised."""
UNREAD = timedelta(hours=6)
"""The same where a match cannot be played through: only another version, or an organiser, can help."""
TROUBLE = timedelta(seconds=30)
"""Wait before trying again after the store failed."""
_LONGEST_SLEEP = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Since(Document):
    """The content of an appointment that looks back to a moment."""

    at: Annotated[TimeField, Field(alias="since")]


class Schedule:
    """Deadlines of a share's servers, which survive a restart. Those that passed meanwhile come due at once."""

    def __init__(
        self,
        database: Database,
        clock: MachineClock,
        tasks: Tasks,
        sleep: Sleep = asyncio.sleep,
        share: Share = Share.ALL,
    ) -> None:
        self._db = database
        self._clock = clock
        self._tasks = tasks
        self._share = share
        self._sleep_for = sleep
        self._waking = asyncio.Lock()
        self._handlers: dict[str, Handler] = {}
        self._busy: set[str] = set()
        self._keeping: dict[tuple[str, str], Deadline] = {}
        self._held: Held | None = None
        self._look: Check | None = None
        self._look_every = _LONGEST_SLEEP
        self._looked_at = clock.monotonic()
        self._sleeper: asyncio.Task[None] | None = None
        self._wakes_at: datetime | None = None
        self._started = self._about_to_wake = False
        database.tell_of(deadlines.WRITTEN, self._written)
        database.hear(DUE, self._announced)
        database.when_reconnected(self.wake)

    def handle(self, kind: str, handler: Handler) -> None:
        """Set the handler, called with key and payload, of a kind of deadline; until then they wait.

        A deadline is removed after its handler returned, unless it was made anew meanwhile, for whatever time. If it
        raises, the deadline is tried again later. A handler that has more to do later calls `postpone`.
        """
        self._handlers[kind] = handler
        self.wake()

    def before_sleep(self, look: Check, every: timedelta) -> None:
        """Call a function before due deadlines are read, and at least as often as this."""
        self._look, self._look_every = look, every

    def hold(self, share: Share, *kinds: str) -> None:
        """Keep no appointments of these kinds in these servers, but those in all others; one in progress goes on."""
        self._held = Held(frozenset(kinds), share) if share.shards else None

    async def release(self, share: Share, *kinds: str) -> None:
        """Keep those that were held again, except in these servers."""
        self.hold(share, *kinds)
        if self._started:
            await self._wake()

    async def set(
        self, kind: str, key: str, due: datetime, payload: Json = None, *, guild_id: int | None = None
    ) -> None:
        async with self._db.write() as connection:
            await self.put(connection, kind, key, due, payload, guild_id=guild_id)

    async def put(
        self,
        connection: AsyncConnection,
        kind: str,
        key: str,
        due: datetime,
        payload: Json = None,
        *,
        guild_id: int | None = None,
    ) -> None:
        """Make an appointment in the caller's transaction; it's kept in time once that is committed.

        `guild_id`: its server; None to have it found by the key (`store.tables.deadlines.DEADLINES`).
        """
        await deadlines.put(connection, Deadline(kind, key, due, payload, guild_id))

    async def ensure(self, kind: str, key: str, due: datetime, *, guild_id: int | None = None) -> None:
        """Make an appointment unless there is one of this kind and key."""
        async with self._db.write() as connection:
            if await deadlines.get(connection, kind, key) is None:
                await self.put(connection, kind, key, due, guild_id=guild_id)

    async def postpone(self, kind: str, key: str, due: datetime, payload: Json = None) -> None:
        """Make an appointment in place of the present one, unless it was made anew or dropped meanwhile."""
        async with self._db.write() as connection:
            await self._replace(connection, Deadline(kind, key, due, payload))

    async def _replace(self, connection: AsyncConnection, deadline: Deadline) -> None:
        if (before := self._keeping.get((deadline.kind, deadline.key))) is not None:
            await deadlines.move(connection, before, deadline)

    def _written(self, found: AbstractSet[Written]) -> None:
        """Wake up early enough for appointments that were written."""
        names = {(each.kind, each.key) for each in found}
        for kind, key in [*self._keeping]:
            if (kind, key) in names or (kind, None) in names:
                del self._keeping[kind, key]
        # Those of a kind that is kept just now are read after that.
        kinds = self._kept_now - self._busy
        due = [
            each.due_at
            for each in found
            if each.due_at is not None
            and each.kind in kinds
            and (each.guild_id is None or self._share.has(each.guild_id))
        ]
        if due:
            self._sleep_at_most_until(min(due))

    def _announced(self, guild_ids: AbstractSet[int]) -> None:
        """Look at appointments that another process made for servers."""
        if any(map(self._share.has, guild_ids)):
            self.wake()

    def wake(self) -> None:
        """Read the appointments anew, as others may have made some."""
        if self._started and not self._about_to_wake:
            self._about_to_wake = self._tasks.start(self._wake(), "schedule")

    @property
    def _kept_now(self) -> AbstractSet[str]:
        """The kinds of which appointments are kept in any server."""
        kinds = self._handlers.keys()
        return kinds if self._held is None or not self._held.share.all else kinds - self._held.kinds

    async def cancel(self, kind: str, key: str) -> None:
        async with self._db.write() as connection:
            await self.drop(connection, kind, key)

    async def drop(self, connection: AsyncConnection, kind: str, key: str) -> None:
        await deadlines.remove(connection, kind, key)

    async def due_at(self, kind: str, key: str) -> datetime | None:
        async with self._db.read() as connection:
            deadline = await deadlines.get(connection, kind, key)
        return None if deadline is None else deadline.due_at

    async def start(self) -> None:
        self._started = True
        await self._wake()

    async def close(self) -> None:
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
            self.wake()
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
        self.wake()

    async def _wake(self) -> None:
        self._about_to_wake = False
        try:
            if self._look is not None:
                self._looked_at = self._clock.monotonic()
                await self._look()
            later = await self._begin_due()
        except Exception:  # noqa: BLE001 - the store may be back in a moment; without this nothing would wake up again
            _log.exception("could not read the appointments", extra={"cause": "store"})
            later = self._clock.now() + TROUBLE
        self._sleep_at_most_until(later)

    async def _begin_due(self) -> datetime | None:
        async with self._waking:
            kinds = self._kept_now - self._busy
            async with self._db.read() as connection:
                due = await deadlines.due(connection, kinds, self._clock.now(), self._held, self._share)
                coming = {each.kind for each in due}
                later = await deadlines.next_due(connection, kinds - coming, self._held, self._share)
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
        """Keep appointments of one kind, one after the other, then those that came due meanwhile."""
        troubled = False
        try:
            for deadline in due:
                try:
                    await self._keep_one(deadline)
                except Exception:  # noqa: BLE001 - the store failed; it may be back in a moment
                    _log.exception(
                        "could not save how deadline %s was handled", _named(deadline), extra={"cause": "store"}
                    )
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
            # Nobody writes meanwhile: an appointment that is written from now on was made after this one.
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
        """Call the handler of an appointment; return when it's tried again if that failed."""
        try:
            await self._tasks.foreign(self._handlers[deadline.kind](deadline.key, deadline.payload))
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one deadline, the others are kept
            pause = AGAIN
            if not isinstance(error, ReplayError):
                _log.exception("deadline %s failed", _named(deadline))
            elif error.over:
                _log.info("deadline %s is dropped because its match has ended: %s", _named(deadline), error)
                return None
            else:
                _log.warning("deadline %s waits until its match can be read: %s", _named(deadline), error)
                pause = UNREAD
            return replace(deadline, due_at=self._clock.now() + pause)
        return None


def _named(deadline: Deadline) -> str:
    """Return a deadline as the log may know it: of a match, not of a seat, as only seats that must choose have some."""
    return f"{deadline.kind} {deadline.key.partition(':')[0]}"
