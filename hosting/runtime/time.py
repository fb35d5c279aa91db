"""The only sources of the time of day and of unpredictable bytes."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol, TypeAlias

TOLERANCE = timedelta(seconds=1)
"""By so much the two readings of a clock may disagree: clocks are corrected all the time, a little at once."""


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
        """Return the time, aware, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return seconds since some moment."""
        return time.monotonic()


class SteadyClock:
    """A clock that never jumps: where the wall clock is set, it goes on as if nothing had happened.

    Its owner looks from time to time whether it was (`jumped`), sees to what depends on it, and then has this one
    follow (`jump`). What is less than `TOLERANCE` is followed at once.
    """

    def __init__(self, source: MachineClock) -> None:
        self._source = source
        self._wall, self._at = source.now(), source.monotonic()

    def now(self) -> datetime:
        """Return the time, aware, in UTC."""
        wall, steady = self._read()
        return wall if abs(wall - steady) < TOLERANCE else steady

    def monotonic(self) -> float:
        """Return seconds since some moment."""
        return self._source.monotonic()

    def jumped(self) -> timedelta:
        """Return how far the wall clock is ahead of this one; negative if it is behind."""
        wall, steady = self._read()
        return wall - steady if abs(wall - steady) >= TOLERANCE else timedelta()

    def jump(self, by: timedelta) -> None:
        """Go forward by so much, or back."""
        self._wall += by

    def follow(self) -> None:
        """Show from now on what the wall clock shows."""
        self._wall, self._at = self._source.now(), self._source.monotonic()

    def _read(self) -> tuple[datetime, datetime]:
        return self._source.now(), self._wall + timedelta(seconds=self._source.monotonic() - self._at)


# The source of unpredictable bytes.


Entropy: TypeAlias = Callable[[int], bytes]
"""Returns that number of random bytes: `secrets.token_bytes`, or a test's own."""
