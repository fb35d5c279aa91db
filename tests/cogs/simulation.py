"""Discord in this process, in a time that passes only where a test advances it: SimCord, held still."""

from __future__ import annotations

import asyncio
import copy
import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch
from weakref import WeakSet

import discord
import simcord
from simcord import _dpy_internals, components, gateway, results
from simcord._runtime import _CallbackRecord
from simcord._settlement import _settle_timeout_message
from simcord.backend import Backend, serializers
from simcord.http import router

from local.world import member_counts as _member_counts  # noqa: F401 - SimCord answers it from here on

PATIENCE_S = 240.0
"""How long the bot may take to come to rest, in real seconds: on a slow machine, everything takes long."""


def copied(value: Any) -> Any:
    """Return a copy of what JSON holds; `copy.deepcopy`, a tenth of the time of a test, keeps a note of each part."""
    kind = type(value)
    if kind is dict:
        return {key: copied(each) for key, each in value.items()}
    if kind is list:
        return [copied(each) for each in value]
    return value if kind in _PLAIN else copy.deepcopy(value)


_PLAIN = frozenset({str, int, bool, float, type(None)})

_CallbackRecord.__eq__ = object.__eq__  # type: ignore[method-assign] # each is one: SimCord seeks them by comparing

for _module in (gateway, router):
    vars(_module).update(copy=SimpleNamespace(deepcopy=copied))
for _module in (components, results, serializers):
    vars(_module).update(deepcopy=copied)


class Simulation(simcord.Env):
    """Discord in this process, in a time that passes only where a test advances it.

    SimCord also lets a timer go off, and advances its time to it, when that much real time has passed: a board that
    takes half a second to draw would set off the outbox's patience, and all clocks would be half a second on. And to
    see whether the bot has come to rest, it looks up for each task, twice at each step, all controls that were ever
    shown and all timers, and sleeps in between. Here, where nothing but `advance_time` ends a sleep, a look at what
    each task waits for is enough.
    """

    def __init__(self, bot: discord.Client) -> None:
        super().__init__(bot, approved_intents=discord.Intents.default(), settle_timeout=PATIENCE_S)
        self._sleeps = WeakSet[Any]()

    def _schedule_timer(self, _: object, callback: Any, args: tuple[Any, ...], *__: object) -> None:
        """Leave a timer to `advance_time` alone."""
        if getattr(callback, "__name__", "") == "_set_result_unless_cancelled":  # as `asyncio.sleep` has it
            self._sleeps.add(args[0])

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 — SimCord's
        idle: float = 0,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        """Let the bot go on until all of it sleeps."""
        loop, work, looks = asyncio.get_running_loop(), self._work, 0
        patience = max(timeout or 0, self.settle_timeout)  # SimCord gives a bot that starts five seconds
        deadline = loop.time() + patience if _deadline is None else _deadline
        self._last_dispatch = dispatch
        while looks < 2:  # what has just ended may have begun something
            for record in list(work.callbacks):
                if record.handle and not record.handle.cancelled() and self._is_due(record) and record.when is not None:
                    record.handle._run()
            await asyncio.sleep(0)
            work.callbacks = [each for each in work.callbacks if each.handle and not each.handle.cancelled()]
            soon = any(map(self._is_due, work.callbacks))
            busy = next((task for task in work.tasks if not task.done() and not self._is_asleep(task)), None)
            looks = 0 if soon or busy or work.executors else looks + 1
            if loop.time() >= deadline and not looks:
                pending = [task for task in work.tasks if not task.done()]
                stuck = [task for task in pending if not self._is_asleep(task)]
                state = self._settlement_state()
                raise TimeoutError(_settle_timeout_message(state, stuck, pending, patience, work.callbacks))
            awaited = [busy._fut_waiter] if busy else list(work.executors)  # type: ignore[attr-defined]
            if not soon and any(awaited):
                await asyncio.wait(awaited, timeout=max(0, deadline - loop.time()), return_when=asyncio.FIRST_COMPLETED)

    def _is_due(self, record: _CallbackRecord) -> bool:
        return record.when is None or record.when <= self._virtual_time

    def _is_asleep(self, task: asyncio.Future[Any]) -> bool:
        """Return whether a task sleeps, or waits for others that do."""
        awaited = getattr(task, "_fut_waiter", None)
        if awaited is None or awaited.done():
            return False
        if awaited in self._sleeps:
            return True
        parts = [each for each in _dpy_internals.composed_tasks(task, awaited) if not each.done()]  # type: ignore[arg-type]
        return bool(parts) and all(map(self._is_asleep, parts))


class SimClock:
    """The simulation's time for every caller: SimCord itself shows its monotonic time to the bot alone."""

    def __init__(self) -> None:
        self.env: simcord.Env | None = None

    def now(self) -> datetime:
        return discord.utils.utcnow() if self.env is None else self.env.now()

    def monotonic(self) -> float:
        return 0.0 if self.env is None else self.env.backend.clock.elapsed


@contextmanager
def apart(backend: Backend) -> Iterator[None]:
    """Give out ids of different milliseconds, as they are on Discord.

    discord.py takes the millisecond for the hash: while time does not pass, looking people up in a dictionary
    compares them with each other.
    """
    numbers = itertools.count(1)
    with patch.object(backend, "snowflake", lambda: backend.snowflake_for_shard(next(numbers), 1000)):
        yield
