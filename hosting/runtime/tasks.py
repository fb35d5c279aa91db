"""Work that is started and not waited for: one-shot tasks, and processes for what would hold the interpreter."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

T = TypeVar("T")

PATIENCE_S = 3.0
"""For how long what others started may go on once everything is to end; a supervisor waits for ten seconds or more."""

_log = logging.getLogger(__name__)


class Tasks:
    """Tasks that run at the moment. None of them may idle: each has something to do, and ends."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()
        self._foreign: set[asyncio.Future[Any]] = set()
        self._closed = False

    @property
    def closed(self) -> bool:
        """Whether nothing new may begin."""
        return self._closed

    def start(self, work: Coroutine[Any, Any, None], name: str) -> bool:
        """Start a task; False once closed."""
        if self._closed:
            work.close()
            return False
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return True

    async def foreign(self, work: Awaitable[T]) -> T:
        """Run what others wrote, in a task of its own: closing cancels that, never the bookkeeping around it.

        Raises:
            asyncio.CancelledError: It was cancelled, or all is closed already.
        """
        task = asyncio.ensure_future(work)
        if self._closed:  # bookkeeping that began before has come to it only now
            task.cancel()
        self._foreign.add(task)
        try:
            return await task
        finally:
            self._foreign.discard(task)

    async def idle(self) -> None:
        """Wait until no task is left, those included that others start meanwhile."""
        while self._running:
            await asyncio.wait(self._running)

    async def close(self) -> None:
        """Start no more, cancel what others wrote, and wait for the rest."""
        self._closed = True
        for task in self._foreign:
            task.cancel()
        await self.idle()

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("task %s failed", task.get_name(), exc_info=error)


class Underway:
    """Tasks that others started and that need what is to be closed."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def add(self, task: asyncio.Task[Any] | None) -> None:
        """Have `end` see to a task; None for none."""
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def end(self) -> None:
        """Wait until all have ended but the one that runs now; what takes longer than `PATIENCE_S` is cancelled."""
        for patience in (PATIENCE_S, None):
            if there := self._tasks - {asyncio.current_task()}:
                _, late = await asyncio.wait(there, timeout=patience)
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
    """A process that computes one thing after the other, begun when it is first needed."""

    def __init__(self, idle_s: float = IDLE_S) -> None:
        self._idle_s = idle_s
        self._executor: ProcessPoolExecutor | None = None
        self._running = 0
        self._ending: asyncio.TimerHandle | None = None
        self._closed = False

    async def run(self, job: Callable[..., T], *values: Any) -> T:  # noqa: ANN401 - whatever the job takes
        """Return what a function makes of some values, or raise what it raises.

        Where its process dies, it is done once more; where that one dies, too, or there can be none, in a thread.

        Args:
            job: A function of a module, of its values alone: it may be begun several times.
            values: What it is given; like what it returns, they are pickled.
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
                _log.warning("the process that computes has ended, or could not begin: %r", error)
                if self._executor is executor:
                    self._executor = None
        return await asyncio.to_thread(job, *values)

    def _stay(self) -> None:
        """Have the process not end for want of work."""
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None

    def _end(self) -> None:
        """End the process, which has nothing to compute."""
        executor, self._executor, self._ending = self._executor, None, None
        if executor is not None:
            executor.shutdown(wait=False)

    async def close(self) -> None:
        """End the process; a computation that goes on is waited for, those behind it are not begun."""
        self._closed = True
        self._stay()
        executor, self._executor = self._executor, None
        if executor is not None:
            await asyncio.to_thread(executor.shutdown, cancel_futures=True)


def _executor() -> ProcessPoolExecutor:
    # A fork would have the threads' locks as they are at that moment, and the store's connections.
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=_accompany)


def _accompany() -> None:
    """Have this process live as long as the program: it ends when that ends it, or when that has died."""
    for name in (signal.SIGINT, signal.SIGTERM):  # a terminal, or a supervisor, sends them to all processes at once
        signal.signal(name, signal.SIG_IGN)
    program = multiprocessing.parent_process()
    if program is None:
        raise AssertionError("this is no process of a program")

    def follow() -> None:
        program.join()
        os._exit(0)

    threading.Thread(target=follow, name="accompany", daemon=True).start()
