"""The bot with instruments in it, in a process of its own: `python -m bench.probe beats|stages RESULT` runs it.

`beats` has a coroutine that wants to go on every 5 ms, and measures by how much it is late. SIGUSR1 has it begin anew.
When the bot is told to stop, RESULT is a JSON file with the milliseconds since then.

`stages` counts the CPU seconds of the stages of a turn: those of the event loop's own thread, divided by what the code
that ran was for, and those of every other thread. SIGUSR1 sets the counters to nothing, SIGUSR2 writes RESULT: a JSON
file with the seconds since then. A stage inside another one counts for itself only. The loop's own work, and what
nobody waits for, is "event loop".
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import signal
import sys
import threading
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from discord.app_commands import CommandTree
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient
from discord.ui.view import ViewStore
from discord.webhook.async_ import AsyncWebhookAdapter

import bot
from cogs.delivery import cog
from engine.session import Session
from hosting.match.service import Matches
from hosting.outbox import Outbox
from settings import Settings
from store.database import Database

_serve = bot.serve


BEAT_S = 0.005


async def beating(late: list[float], settings: Settings) -> int:
    """Run the bot, and note how late each beat is."""

    async def beat() -> None:
        while True:
            due = time.perf_counter() + BEAT_S
            await asyncio.sleep(BEAT_S)
            late.append((time.perf_counter() - due) * 1000)

    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, late.clear)
    task = asyncio.create_task(beat())
    try:
        return await _serve(settings)
    finally:
        task.cancel()


LOOP = "event loop"
STAGES: tuple[tuple[Any, str, str], ...] = (
    (DiscordWebSocket, "received_message", "gateway"),
    (CommandTree, "_call", "answer"),
    (ViewStore, "schedule_dynamic_item_call", "answer"),
    (Matches, "change", "the match and its writers"),
    (Matches, "_carry_out", "the match and its writers"),  # what `Matches.changing` gives
    (Matches, "_tell", "listeners"),
    (Outbox, "_look", "outbox"),
    (Outbox, "_serve", "outbox"),
    (cog.Poster, "deliver", "making messages"),
    (HTTPClient, "request", "HTTP"),
    (AsyncWebhookAdapter, "request", "HTTP"),
    (Session, "play", "engine"),
    (Session, "complete", "engine"),
    (Database, "read", "store, reading"),
    (Database, "write", "store, writing"),
)
"""Where a stage begins: transactions are context managers, and stages with what is done inside them."""
_THREADS = {"drawing": "drawing (its thread)", "asyncio": "other threads", "Thread": "store (its threads)"}


class Meter:
    """CPU seconds by stage."""

    def __init__(self) -> None:
        self._took: defaultdict[str, float] = defaultdict(float)
        self._threads: dict[str, float] = {}
        self._stage: ContextVar[str] = ContextVar("stage", default=LOOP)
        self._current, self._since = LOOP, 0.0

    async def serve(self, result: Path, settings: Settings) -> int:
        """Run the bot, listening to signals."""
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGUSR1, self.reset)
        # Before it is told to stop: the threads have ended by then.
        loop.add_signal_handler(signal.SIGUSR2, lambda: result.write_text(json.dumps(self.counted())))
        return await _serve(settings)

    def reset(self) -> None:
        """Begin to count anew."""
        self._took.clear()
        self._since, self._threads = time.thread_time(), _threads()

    def counted(self) -> dict[str, float]:
        """Return what was counted."""
        self._switch(self._current)
        return dict(self._took) | {name: took - self._threads.get(name, 0.0) for name, took in _threads().items()}

    @contextlib.contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count what runs until the block ends, in this task and those it starts, as a stage."""
        before = self._stage.get()
        self._enter(name)
        try:
            yield
        finally:
            self._enter(before)

    def wrap(self, owner: Any, name: str, stage: str) -> None:  # noqa: ANN401 - a class
        """Count a method as a stage."""
        original: Callable[..., Any] = getattr(owner, name)

        async def later(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - as the method has them
            with self.stage(stage):
                return await original(*arguments, **options)

        @contextlib.asynccontextmanager
        async def inside(*arguments: Any, **options: Any) -> AsyncIterator[Any]:  # noqa: ANN401 - as above
            with self.stage(stage):
                async with original(*arguments, **options) as connection:
                    yield connection

        def now(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - as above
            if threading.current_thread() is not threading.main_thread():
                return original(*arguments, **options)
            with self.stage(stage):
                return original(*arguments, **options)

        wrapper: Any = inside if owner is Database else later if asyncio.iscoroutinefunction(original) else now
        setattr(owner, name, functools.wraps(original)(wrapper))

    def watch_steps(self) -> None:
        """Count each step of the event loop as the stage of the task whose step it is."""
        original = asyncio.Handle._run  # noqa: SLF001 - nothing else sees every step

        def run(handle: Any) -> None:  # noqa: ANN401 - what a handle has of its own is not in its type
            self._switch(handle._context.get(self._stage, LOOP))  # noqa: SLF001
            original(handle)
            self._switch(LOOP)

        asyncio.Handle._run = run  # type: ignore[method-assign, assignment]  # noqa: SLF001

    def _enter(self, name: str) -> None:
        self._stage.set(name)
        self._switch(name)

    def _switch(self, name: str) -> None:
        now = time.thread_time()
        self._took[self._current] += now - self._since
        self._current, self._since = name, now


def _threads() -> dict[str, float]:
    """Return the CPU seconds of all threads but this one, by what they are for."""
    took: defaultdict[str, float] = defaultdict(float)
    for thread in threading.enumerate():
        if thread is not threading.main_thread() and thread.ident is not None:
            stage = _THREADS.get(thread.name.partition("_")[0].partition("-")[0], "other threads")
            took[stage] += time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
    return took


def main(what: str, result: Path) -> int:
    """Run the bot and return its exit code."""
    if what == "beats":
        late: list[float] = []
        bot.serve = functools.partial(beating, late)
        try:
            return bot.main([])
        finally:
            result.write_text(json.dumps(late))
    meter = Meter()
    for owner, name, stage in STAGES:
        meter.wrap(owner, name, stage)
    meter.watch_steps()
    bot.new_loop = asyncio.new_event_loop  # nothing sees the steps of the other one
    bot.serve = functools.partial(meter.serve, result)
    return bot.main([])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
