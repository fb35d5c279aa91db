"""Requests to Discord, so spread that never more go out in a second than it allows a bot in all.

discord.py keeps the limit of each route, and learns of the one for all routes only when it is refused; who is refused
too often is shut out. Answers to interactions do not count toward it, and never wait here: so whatever else the bot has
to send, people are answered at once.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from types import SimpleNamespace

import aiohttp
from discord.http import Route

PER_SECOND = 45
"""Of the 50 that Discord allows: what leaves here evenly may arrive less so."""
_SECOND = 1.0
_EXEMPT = ("/interactions/", "/webhooks/")
"""What begins with these answers an interaction."""


class GlobalLimit:
    """The pace of a bot's requests."""

    def __init__(
        self,
        per_second: int = PER_SECOND,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        """Have so many requests go out within any second, at most; time may be another than the machine's."""
        self._sent: deque[float] = deque(maxlen=per_second)
        self._now = now
        self._sleep = sleep

    def trace(self) -> aiohttp.TraceConfig:
        """Return what has each request of an HTTP client wait for its turn, right before it is sent."""
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._before)
        return config

    async def turn(self) -> None:
        """Wait until one more request may go out; who came first goes first."""
        now = self._now()
        full = len(self._sent) == self._sent.maxlen
        at = max(now, self._sent[0] + _SECOND) if full else now
        self._sent.append(at)
        if at > now:
            await self._sleep(at - now)

    async def _before(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, asked: aiohttp.TraceRequestStartParams
    ) -> None:
        path = str(asked.url).partition(Route.BASE)[2]
        if path and not path.startswith(_EXEMPT):
            await self.turn()
