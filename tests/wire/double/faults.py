"""Faults that a test injects into the REST API."""

from __future__ import annotations

import asyncio
import fnmatch
import math
import random
from dataclasses import dataclass, field
from typing import Literal

from tests.wire.double.calls import Call
from tests.wire.double.errors import ApiError, too_many

Drop = Literal["", "request", "response"]


@dataclass(slots=True)
class Fault:
    """A fault to inject. Without a status the request is served; `drop` cuts the connection before or after that."""

    method: str  # "*": any
    route: str  # a template, or a shell pattern for the path
    status: int = 0
    code: int = 0
    message: str = "injected"
    retry_after: float = 0.0
    scope: str = "user"  # of a 429; "": as it comes from the network before Discord, without any of Discord's headers
    latency: float = 0.0
    drop: Drop = ""  # "request": nothing happens · "response": it happens, the answer is lost
    times: int | None = 1  # None: for ever
    chance: float = 1.0
    hold: bool = False  # requests wait, before anything happens, until `release`
    skip: int = 0  # so many are let through first
    hits: int = 0
    _released: asyncio.Event = field(default_factory=asyncio.Event)

    def strikes(self, call: Call) -> bool:
        """Whether this request is hit; counts it."""
        if (self.times is not None and self.hits >= self.times) or self.method not in ("*", call.method):
            return False
        named = call.route == self.route or fnmatch.fnmatchcase(call.path, self.route)
        if not named or random.random() >= self.chance:
            return False
        if self.skip:
            self.skip -= 1
            return False
        self.hits += 1
        return True

    async def delay(self) -> None:
        """Wait as long as the fault says."""
        if self.latency:
            await asyncio.sleep(self.latency)
        if self.hold:
            await self._released.wait()

    def release(self) -> None:
        """Let the requests go on that are held, now and later."""
        self._released.set()

    def answer(self) -> ApiError | None:
        """Return the error that it answers with, or None."""
        if self.status == 429 and self.scope:
            return too_many(self.retry_after, self.scope)
        if self.status == 429:
            return ApiError(429, 0, self.message, None, Retry_After=str(math.ceil(self.retry_after)))
        return ApiError(self.status, self.code, self.message) if self.status else None
