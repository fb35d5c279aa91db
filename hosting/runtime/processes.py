"""Computations that would hold the interpreter for long, in a process of their own.

Threads take turns every few milliseconds, but a library that is no Python keeps the interpreter until it is done. A
process beside this one costs a second of the processor and some 100 MB to begin with, so there is none before something
large is to be computed, and none any more some minutes after.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

T = TypeVar("T")

ATTEMPTS = 2
"""Processes that are tried before a thread does it."""
IDLE_S = 300.0
"""Seconds after which a process that computes nothing ends."""
_log = logging.getLogger(__name__)


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
