"""The bot with counters around the stages of a turn: `python -m bench.stages RESULT` runs it until it is told to stop.

SIGUSR1 sets the counters to nothing, SIGUSR2 writes RESULT: a JSON file with the CPU seconds since then by stage, those
of the event loop's own thread, divided by what the code that ran was for, and those of every other thread. A stage
inside another one counts for itself only. The loop's own work, and what nobody waits for, is "event loop".
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
from discord.webhook.async_ import AsyncWebhookAdapter

import bot
from cogs.delivery import cog
from engine.session import Session
from hosting.match.service import Matches
from hosting.outbox import Outbox
from settings import Settings
from store.database import Database

_LOOP = "event loop"
_STAGES: tuple[tuple[Any, str, str], ...] = (
    (DiscordWebSocket, "received_message", "gateway"),
    (CommandTree, "_call", "answer"),
    (Matches, "change", "the match and its writers"),
    (Matches, "_carry_out", "the match and its writers"),  # what `Matches.changing` gives
    (Matches, "_tell", "listeners"),
    (Outbox, "_look", "outbox"),
    (Outbox, "_serve", "outbox"),
    (cog.Poster, "_see_to", "making messages"),
    (HTTPClient, "request", "HTTP"),
    (AsyncWebhookAdapter, "request", "HTTP"),
    (Session, "play", "engine"),
    (Session, "complete", "engine"),
)
_TRANSACTIONS = (("read", "store, reading"), ("write", "store, writing"))
_THREADS = {"drawing": "drawing (its thread)", "asyncio": "other threads", "Thread": "store (its threads)"}


class Meter:
    """CPU seconds by stage."""

    def __init__(self) -> None:
        self.took: defaultdict[str, float] = defaultdict(float)
        self._threads: dict[str, float] = {}
        self._stage: ContextVar[str] = ContextVar("stage", default=_LOOP)
        self._current, self._since = _LOOP, 0.0

    def reset(self) -> None:
        """Begin to count anew."""
        self.took.clear()
        self._since, self._threads = time.thread_time(), _threads()

    def told(self) -> dict[str, float]:
        """Return what was counted."""
        self._switch(self._current)
        threads = _threads()
        return dict(self.took) | {name: took - self._threads.get(name, 0.0) for name, took in threads.items()}

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

        def now(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - as above
            if threading.current_thread() is not threading.main_thread():
                return original(*arguments, **options)
            with self.stage(stage):
                return original(*arguments, **options)

        setattr(owner, name, functools.wraps(original)(later if asyncio.iscoroutinefunction(original) else now))

    def wrap_transactions(self, name: str, stage: str) -> None:
        """Count the transactions of a kind as a stage, with what is done inside them."""
        original: Callable[..., Any] = getattr(Database, name)

        @contextlib.asynccontextmanager
        async def transaction(*arguments: Any, **options: Any) -> AsyncIterator[Any]:  # noqa: ANN401 - as above
            with self.stage(stage):
                async with original(*arguments, **options) as connection:
                    yield connection

        setattr(Database, name, transaction)

    def watch_steps(self) -> None:
        """Count each step of the event loop as the stage of the task whose step it is."""
        # Nothing else sees every step.
        original = asyncio.Handle._run  # noqa: SLF001

        def run(handle: Any) -> None:  # noqa: ANN401 - what a handle has of its own is not in its type
            self._switch(handle._context.get(self._stage, _LOOP))  # noqa: SLF001
            original(handle)
            self._switch(_LOOP)

        asyncio.Handle._run = run  # type: ignore[method-assign, assignment]  # noqa: SLF001

    def _enter(self, name: str) -> None:
        self._stage.set(name)
        self._switch(name)

    def _switch(self, name: str) -> None:
        now = time.thread_time()
        self.took[self._current] += now - self._since
        self._current, self._since = name, now


def _threads() -> dict[str, float]:
    """Return the CPU seconds of all threads but this one, by what they are for."""
    took: defaultdict[str, float] = defaultdict(float)
    for thread in threading.enumerate():
        if thread is not threading.main_thread() and thread.ident is not None:
            stage = _THREADS.get(thread.name.partition("_")[0].partition("-")[0], "other threads")
            took[stage] += time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
    return took


async def _serve_with(meter: Meter, result: Path, settings: Settings) -> int:
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, meter.reset)
    # Before it is told to stop: the threads have ended by then.
    loop.add_signal_handler(signal.SIGUSR2, lambda: result.write_text(json.dumps(meter.told())))
    return await _serve(settings)


_serve = bot.serve


def main(result: Path) -> int:
    """Run the bot and return its exit code."""
    meter = Meter()
    for owner, name, stage in _STAGES:
        meter.wrap(owner, name, stage)
    for name, stage in _TRANSACTIONS:
        meter.wrap_transactions(name, stage)
    meter.watch_steps()
    bot.serve = lambda settings: _serve_with(meter, result, settings)
    return bot.main([])


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
