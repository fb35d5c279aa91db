"""Computer players' decisions, computed in processes of their own, so that nobody waits for them.

A decision is an order to one of some workers (`computer.worker`). Matches take turns, the first that came first, and
decisions go before the pieces of long work such as an analysis. If there is much to do, computers wait, never people.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import os
import subprocess
import sys
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

from computer import players, worker
from engine import registry
from engine.game import Json
from engine.seat import Seat
from engine.session import Session
from engine.turn import SEPARATOR, parse_turn
from hosting import metrics
from hosting.runtime import LruCache

DECIDE: Final = "computer.worker:decide"
LONG_S = 60.0
"""Seconds of decisions that wait, from which on levels use half of their nodes."""
SOME = 0.1
"""The share of its nodes that the first level uses where everything else has failed."""
IDLE_S = 600.0
"""Seconds after which workers with nothing to do end."""
NICE = 10
"""By how much all else goes before a worker."""
PAUSES_S = (1.0, 5.0, 30.0, 60.0)
"""How long to wait before another worker is started after some have failed to start."""
_FIRST_GUESS_S = 0.5
_NEWEST = 0.2
"""How much the newest decision counts in what one is expected to take."""
_REMEMBERED = 512
_VARIABLES = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR")
"""What a worker has of the environment: not the token, nor the database's address."""

_FLAGS = 0
"""What the system is told of a worker; elsewhere it makes itself nice."""
if sys.platform == "win32":
    _FLAGS = subprocess.BELOW_NORMAL_PRIORITY_CLASS

_log = logging.getLogger(__name__)


class NoWorkersError(Exception):
    """The operator has switched computer players off (`COMPUTER_WORKERS=0`)."""


class PieceError(Exception):
    """A piece of long work can't be computed."""


class WorkerError(Exception):
    """A worker has ended while it computed.

    Attributes:
        slow: Whether it was ended as it took too long.
    """

    def __init__(self, text: str, *, slow: bool = False) -> None:
        super().__init__(text)
        self.slow = slow


@dataclass(frozen=True, slots=True)
class Caps:
    """For how long an order may be computed: far longer than one ever takes. What goes on for so long is a fault.

    Attributes:
        cpu_s: Of the processor's time.
        wall_s: By the clock, however busy the machine is.
    """

    cpu_s: float
    wall_s: float


DECISION_CAPS, PIECE_CAPS = Caps(30.0, 180.0), Caps(60.0, 600.0)


@dataclass(frozen=True, slots=True)
class Job:
    """A decision of a computer player.

    Attributes:
        match: Whose turn it is among those that wait: its id, or what else is played on.
        game: Key of the game.
        mode: Key of its mode.
        level: Key of the level.
        world: The position as its seat knows it (`computer.players.known`), never the match's own.
        seat: One that has to act.
        seed: Another one for each decision, which nobody can guess.
    """

    match: str
    game: str
    mode: str
    level: str
    world: Any = field(repr=False)
    seat: Seat
    seed: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Decided:
    """What a computer player has decided.

    Attributes:
        moves: The texts of its moves, in order: a whole turn, or as much of it as can be decided now.
        value: Its expectation, in the units of the game's evaluation; None where it has none.
        level: Which level has decided, a lower one than asked for after a fault; empty where no level could: then it's
            the move of a missed deadline, or the first legal one.
        effort: The share of its level's nodes: half if many decisions waited.
        capped: Whether a worker was ended before as it took too long.
    """

    moves: tuple[str, ...]
    value: int | None
    level: str
    effort: float = 1.0
    capped: bool = False


# Workers.


class Worker(Protocol):
    """Computes one order after the other."""

    @property
    def lives(self) -> bool:
        """Whether it can be given another order."""
        ...

    async def ask(self, order: dict[str, Any], wall_s: float) -> dict[str, Any]:
        """Return what came of an order (`computer.worker.answer`); `WorkerError` if the worker has ended instead."""
        ...

    async def close(self) -> None:
        """End it, whatever it does."""
        ...


class StartError(Exception):
    """No worker could be started."""


class Process:
    """A worker in a process; a thread writes to its pipe and reads from it."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._thread = ThreadPoolExecutor(1, "worker")

    @property
    def lives(self) -> bool:
        return self._process.poll() is None

    async def begin(self) -> None:
        """Wait until it's ready; `StartError` if it ends instead."""
        try:
            line = await self._exchanged(b"")
        except asyncio.CancelledError:
            await self.close()
            raise
        if line != f"{worker.READY}\n".encode():
            await self.close()
            raise StartError(f"a worker ended with {self._process.returncode} before its first order")

    async def ask(self, order: dict[str, Any], wall_s: float) -> dict[str, Any]:
        asked = self._exchanged(json.dumps(order).encode() + b"\n")
        done, _ = await asyncio.wait({asked}, timeout=wall_s)
        if not done:
            await self.close()
            await asked
            raise WorkerError(f"a worker took longer than {wall_s:.0f} s and was ended", slow=True)
        line = asked.result()
        if line:
            found: dict[str, Any] = json.loads(line)
            return found
        await self.close()
        code = self._process.returncode
        if code == worker.SLOW:
            raise WorkerError("a worker used more of the processor's time than it may, and ended", slow=True)
        raise WorkerError(f"a worker ended with {code}")

    def _exchanged(self, line: bytes) -> asyncio.Future[bytes]:
        return asyncio.get_running_loop().run_in_executor(self._thread, self._exchange, line)

    def _exchange(self, line: bytes) -> bytes:
        """Write a line and return the next one that comes, empty if the process has ended."""
        if self._process.stdin is None or self._process.stdout is None:
            raise AssertionError("they are pipes")
        with contextlib.suppress(OSError):  # one that has ended is found out in the next line
            self._process.stdin.write(line)
            self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if answer.endswith(b"\n"):
            return answer
        self._process.wait()
        return b""

    async def close(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
        await asyncio.get_running_loop().run_in_executor(self._thread, self._wait)
        self._thread.shutdown()

    def _wait(self) -> None:
        with contextlib.suppress(OSError), self._process:
            """What couldn't be written to it is of no use any more."""


async def spawn(nice: int = NICE) -> Worker:
    """Start a worker with a Python of its own, which imports the computer players and nothing else of the bot.

    Raises:
        StartError: It can't be started.
    """
    starting = asyncio.ensure_future(asyncio.to_thread(_started, nice))
    try:
        made = await asyncio.shield(starting)
    except asyncio.CancelledError:
        with contextlib.suppress(StartError):
            await (await starting).close()
        raise
    await made.begin()
    return made


def _started(nice: int) -> Process:
    root = str(Path(worker.__file__).parents[1])
    code = f"import sys; sys.path[:0] = [{root!r}]; from computer.worker import main; main({nice})"
    try:
        return Process(
            subprocess.Popen(  # noqa: S603 - nothing of it is from outside
                [sys.executable, "-I", "-c", code],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={name: os.environ[name] for name in _VARIABLES if name in os.environ},
                creationflags=_FLAGS,
            )
        )
    except OSError as error:
        raise StartError(f"no worker can be started: {error.strerror or error}") from error


# What waits.


@dataclass(eq=False, slots=True)
class Order:
    """Something that is to be computed.

    Attributes:
        owner: By what it takes turns.
        call: Module and name of a function.
        values: Its arguments.
        caps: For how long.
        kind: A decision's game, mode and level, by which is known what one takes; None for a piece.
        effort: Of a decision, halved where many wait once a worker takes it.
        result: What came of it.
    """

    owner: str
    call: str
    values: tuple[Json, ...]
    caps: Caps
    kind: tuple[str, str, str] | None = None
    effort: float = 1.0
    result: asyncio.Future[dict[str, Any]] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Queue:
    """Orders whose owners take turns; those of one are taken in their order."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[Order]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def __iter__(self) -> Iterator[Order]:
        for orders in self._waiting.values():
            yield from orders

    def put(self, order: Order, *, first: bool = False) -> None:
        """Add an order; `first`: before all others, as it was taken before and has to be computed again."""
        orders = self._waiting.setdefault(order.owner, deque())
        if first:
            orders.appendleft(order)
            self._waiting.move_to_end(order.owner, last=False)
        else:
            orders.append(order)

    def take(self) -> Order | None:
        """Return the next order, or None; its owner's others come after those of all other owners."""
        while self._waiting:
            owner, orders = self._waiting.popitem(last=False)
            order = orders.popleft()
            if orders:
                self._waiting[owner] = orders
            if not order.result.done():  # nobody waits for it any more
                return order
        return None


# Decisions and pieces.


class Computers:
    """Some workers and what waits for them. No worker is started before there is something to compute.

    Attributes:
        workers: How many there may be; 0 for no computer players.
    """

    def __init__(
        self,
        workers: int = 1,
        *,
        start: Callable[[], Awaitable[Worker]] | None = None,
        seconds: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        idle_s: float = IDLE_S,
    ) -> None:
        self.workers = workers
        self._start = start
        self._seconds = seconds
        self._sleep = sleep
        self._idle_s = idle_s
        self._decisions, self._pieces = Queue(), Queue()
        self._coming = 0
        self._idle: list[Worker] = []
        self._working: set[asyncio.Task[None]] = set()
        self._leaving: set[asyncio.Task[None]] = set()
        self._busy = 0
        self._deciding: dict[str, asyncio.Task[Decided]] = {}
        self._decided: LruCache[str, Decided] = LruCache(_REMEMBERED)
        self._takes: dict[tuple[str, str, str], float] = {}
        self._ending: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def waiting_s(self) -> float:
        """How long the decisions that wait, or are to come, are expected to take, by recent ones."""
        seconds = sum(self._takes.get(each.kind, _FIRST_GUESS_S) for each in self._decisions if each.kind is not None)
        mean = sum(self._takes.values()) / len(self._takes) if self._takes else _FIRST_GUESS_S
        return (seconds + self._coming * mean) / max(1, self.workers)

    @contextlib.contextmanager
    def coming(self) -> Iterator[None]:
        """Count a decision that is to be asked for later among those that wait."""
        self._coming += 1
        self._count()
        try:
            yield
        finally:
            self._coming -= 1
            self._count()

    async def decide(self, job: Job) -> Decided:
        """Return a decision. What is asked for again, also at the same time, is decided once.

        Whatever goes wrong, there is one: a lower level's, or a default.

        Raises:
            NoWorkersError: There are no computer players.
        """
        if not self.workers:
            raise NoWorkersError
        world = registry.get(job.game).dump(job.world)
        values: list[Json] = [job.game, job.mode, job.level, world, job.seat, job.seed]
        digest = hashlib.sha256(json.dumps(values).encode()).hexdigest()
        if (known := self._decided.get(digest)) is not None:
            return known
        if digest not in self._deciding:
            deciding = asyncio.create_task(self._decide(job, world, digest), name="decision of a computer")
            self._deciding[digest] = deciding
            deciding.add_done_callback(lambda _: self._deciding.pop(digest))
        return await asyncio.shield(self._deciding[digest])

    async def _decide(self, job: Job, world: Json, digest: str) -> Decided:
        capped = False
        for attempt, (level, effort) in enumerate(_attempts(job)):
            values = (job.game, job.mode, level, world, job.seat, job.seed)
            order = Order(job.match, DECIDE, values, DECISION_CAPS, (job.game, job.mode, level), effort)
            self._put(self._decisions, order, first=attempt > 0)
            try:
                found = await order.result
            except WorkerError as error:
                capped |= error.slow
                _log.warning("a decision in match %s (%s, level %s): %s", job.match, job.game, level, error)
                continue
            if "error" in found:
                _log.error("a decision in match %s (%s, level %s): %s", job.match, job.game, level, found["error"])
                continue
            moves, value, _ = found["result"]
            metrics.DECISIONS.labels(_named(level, job.level, order.effort)).inc()
            decided = Decided(tuple(moves), value, level, order.effort, capped)
            self._decided.put(digest, decided)
            return decided
        _log.error("a decision in match %s (%s) can't be computed: a default is played", job.match, job.game)
        metrics.DECISIONS.labels("default").inc()
        decided = Decided((await asyncio.to_thread(_default, job),), None, "", 0.0, capped)
        self._decided.put(digest, decided)
        return decided

    async def turn(
        self, session: Session, seat: Seat, level: str, *, match: str, seed: Callable[[int], str]
    ) -> tuple[str, list[Decided]]:
        """Return a turn, as far as it can be decided before its effect is seen, and the decisions that it's made of.

        Args:
            session: The game, in which the seat has to act.
            seat: The computer's.
            level: Key of the level.
            match: As in `Job`.
            seed: Returns the seed of a decision of this turn by its number, from 0.

        Raises:
            NoWorkersError: There are no computer players.
        """
        game, here, mode = session.game, session.state, session.setup.mode
        texts, decisions = list[str](), list[Decided]()
        while True:
            # What is hidden from the seat never reaches what decides for it.
            world = players.known(game, here, seat)
            decided = await self.decide(Job(match, game.info.key, mode, level, world, seat, seed(len(texts))))
            decisions.append(decided)
            texts += decided.moves
            if len(game.to_act(here)) > 1:
                return texts[0], decisions
            turn = parse_turn(game, session.state, seat, SEPARATOR.join(texts), past_barrier=True)
            if turn.over or turn.barrier:
                return turn.text, decisions
            here = turn.state

    async def piece(self, owner: str, call: str, *values: Json) -> Json:
        """Return the result of a function: a short part of long work, which waits until no decision does.

        Args:
            owner: By what pieces take turns.
            call: The function's module, in `computer`, and its name, with a colon between.
            values: Its arguments.

        Raises:
            NoWorkersError: There are no computer players.
            PieceError: It raised something, or two workers have ended at it.
        """
        if not self.workers:
            raise NoWorkersError
        for attempt in range(2):
            order = Order(owner, call, values, PIECE_CAPS)
            self._put(self._pieces, order, first=attempt > 0)
            try:
                found = await order.result
            except WorkerError as error:
                _log.warning("a piece of %s: %s", owner, error)
                continue
            if "error" in found:
                raise PieceError(found["error"])
            result: Json = found["result"]
            return result
        raise PieceError("two workers have ended at it")

    def _put(self, queue: Queue, order: Order, *, first: bool) -> None:
        if self._closed:
            raise asyncio.CancelledError
        queue.put(order, first=first)
        self._count()
        if self._busy < self.workers:
            self._busy += 1
            self._stay()
            task = asyncio.create_task(self._work(), name="worker of computers")
            self._working.add(task)
            task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._working.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("task %s failed", task.get_name(), exc_info=error)

    def _count(self) -> None:
        metrics.QUEUE.set(len(self._decisions) + self._coming)
        metrics.QUEUE_SECONDS.set(self.waiting_s)

    async def _work(self) -> None:
        """Have one worker compute what waits, until nothing does."""
        try:
            while True:
                waiting_s = self.waiting_s
                order = self._decisions.take() or self._pieces.take()
                self._count()
                if order is None:
                    return
                if order.kind is not None and waiting_s > LONG_S:
                    order.effort /= 2
                try:
                    await self._compute(order)
                except BaseException:
                    order.result.cancel()
                    raise
        finally:
            self._busy -= 1
            if not self._busy and not self._closed:
                self._ending = asyncio.get_running_loop().call_later(self._idle_s, self._end)

    async def _compute(self, order: Order) -> None:
        """Have a worker compute an order. If it ends over that, so does the order; another one takes its place."""
        given = order.values if order.kind is None else (order.effort, *order.values)
        asked = {"call": order.call, "values": [*given], "cpu_s": order.caps.cpu_s}
        process = await self._worker()
        began = self._seconds()
        try:
            found = await process.ask(asked, order.caps.wall_s)
        except WorkerError as error:
            metrics.REPLACED.labels("slow" if error.slow else "died").inc()
            if not order.result.done():
                order.result.set_exception(error)
                await asyncio.sleep(0)  # if it's tried again, it's the next
            return
        except BaseException:
            await process.close()
            raise
        self._idle.append(process)
        if order.kind is not None:
            metrics.DECIDING.observe(found["seconds"])
            took = (self._seconds() - began) / order.effort
            before = self._takes.get(order.kind, took)
            self._takes[order.kind] = before + _NEWEST * (took - before)
        if not order.result.done():
            order.result.set_result(found)

    async def _worker(self) -> Worker:
        """Return a worker with nothing to do, or a new one, however long it takes until one can be started."""
        while self._idle:
            if (found := self._idle.pop()).lives:
                return found
            await found.close()
        failures = 0
        while True:
            try:
                return await (spawn() if self._start is None else self._start())
            except StartError as error:
                pause = PAUSES_S[min(failures, len(PAUSES_S) - 1)]
                _log.error("computers can't play, and the next try is in %.0f s: %s", pause, error)
                failures += 1
                await self._sleep(pause)

    def _stay(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None

    def _end(self) -> None:
        """End workers that have had nothing to do for long."""
        self._ending = None
        task = asyncio.create_task(self._end_idle(), name="end of workers")
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    async def _end_idle(self) -> None:
        idle, self._idle = self._idle, []
        for each in idle:
            await each.close()

    async def close(self) -> None:
        """End all workers; what waits, and what is computed, is cancelled."""
        self._closed = True
        self._stay()
        tasks = [*self._deciding.values(), *self._working]
        for task in tasks:
            task.cancel()
        for order in (*self._decisions, *self._pieces):
            order.result.cancel()
        await asyncio.gather(*tasks, *self._leaving, return_exceptions=True)
        await self._end_idle()


def _attempts(job: Job) -> list[tuple[str, float]]:
    """Return by which levels a decision is tried, and with which share of their nodes: each takes less than before."""
    lower = [each for each in players.keys(job.game, job.mode) if each < job.level]
    return [(job.level, 1.0), *[(each, 1.0) for each in lower[-1:]], ((lower or [job.level])[0], SOME)]


def _named(level: str, wanted: str, effort: float) -> str:
    """Return how a decision is counted."""
    return "lower" if level != wanted or effort < 0.5 else "halved" if effort < 1 else "full"


def _default(job: Job) -> str:
    game = registry.get(job.game)
    move = game.default(job.world, job.seat)
    return game.format(job.world, job.seat, game.legal(job.world, job.seat)[0] if move is None else move)
