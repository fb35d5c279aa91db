"""Time as a test wants it: a clock that can be advanced, and a pulse that wakes who waits for a change."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable

TICK_S = 0.01
PATIENCE_S = 180.0
"""How long is waited for what must come, in real seconds: on a slow machine, everything takes long."""


class Clock:
    """Seconds since 1970, which a test may advance without waiting."""

    def __init__(self) -> None:
        self.offset = 0.0

    def __call__(self) -> float:
        """Return the present time."""
        return time.time() + self.offset

    def advance(self, seconds: float) -> None:
        """Let time pass for the double: interaction deadlines, token expiry, timeouts, new ids."""
        self.offset += seconds


class Pulse:
    """Wakes everybody who waits for something to change."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def beat(self) -> None:
        """Wake all who wait now."""
        self._event.set()
        self._event = asyncio.Event()

    async def until(self, true: Callable[[], object], within: float, tick: float | None = None) -> None:
        """Wait until something holds; it is looked at with every beat.

        Args:
            true: what has to hold.
            within: the longest wait, in seconds.
            tick: look after as many seconds without a beat, too, for what nobody announces.

        Raises:
            TimeoutError: it did not come to hold.
        """
        async with asyncio.timeout(within):
            while not true():
                event = self._event
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(tick):
                        await event.wait()
