"""Transactions that a cancellation waits for.

A statement runs in the connection's thread, where cancelling a task does not reach it. Leaving it half read would keep
its transaction, and with it SQLite's only write lock, until the garbage collector finds the cursor. So within `steady`
statements are awaited to their end, the transaction goes on, and only then does the task hear that it was cancelled.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import aiosqlite

_ROWS_AT_ONCE = 64


class _Hold:
    """Whether the task was cancelled meanwhile."""

    def __init__(self) -> None:
        self.cancelled = False


_hold: ContextVar[_Hold | None] = ContextVar("hold", default=None)


@contextmanager
def steady() -> Iterator[None]:
    """Hold back the cancellation of this task while it waits for a `SteadyConnection`.

    Raises:
        asyncio.CancelledError: At the end, if the task was cancelled meanwhile, also where something else went wrong.
    """
    hold = _Hold()
    token = _hold.set(hold)
    try:
        yield
    except BaseException as error:
        if hold.cancelled and not isinstance(error, asyncio.CancelledError):
            raise asyncio.CancelledError from error
        raise
    finally:
        _hold.reset(token)
    if hold.cancelled:
        raise asyncio.CancelledError


class SteadyConnection(aiosqlite.Connection):
    """A connection whose statements come to their end even if whoever waits for them is cancelled."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, _ROWS_AT_ONCE)
        self._thread.daemon = True  # as SQLAlchemy has it: a forgotten connection does not keep the program alive

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - the driver's
        running = asyncio.ensure_future(super()._execute(fn, *args, **kwargs))  # type: ignore[no-untyped-call]
        hold, cancelled = _hold.get(), False
        while not running.done():
            try:
                await asyncio.wait({running})
            except asyncio.CancelledError:
                cancelled = True
        if cancelled and hold is None:
            raise asyncio.CancelledError
        if cancelled and hold is not None:
            hold.cancelled = True
        return running.result()


def connect(path: str | Path, **options: Any) -> SteadyConnection:  # noqa: ANN401 - sqlite3's
    """Return a connection to a SQLite file, to be awaited; options are those of `sqlite3.connect`."""
    return SteadyConnection(lambda: sqlite3.connect(path, **options))
