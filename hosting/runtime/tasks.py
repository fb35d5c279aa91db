"""One-shot tasks: work that is started and not waited for, yet neither lost by garbage collection nor silent."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Coroutine
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
