"""Rate limits: buckets by route and one for all, answered with Discord's headers."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.wire.double.calls import Call
from tests.wire.double.errors import too_many
from tests.wire.double.router import CHANNEL, HOOK, MESSAGE, MESSAGES, REACTION


@dataclass(frozen=True, slots=True)
class Limit:
    """A rate-limit bucket: `count` requests in `per` seconds for each channel, guild or token; `fields` narrow it."""

    method: str
    route: str
    count: int
    per: float
    fields: frozenset[str] = frozenset()


#: Figures seen in practice; Discord documents only that they exist and may change.
DISCORD_LIMITS = (
    Limit("POST", MESSAGES, 5, 5.0),
    Limit("PATCH", MESSAGE, 5, 5.0),
    Limit("DELETE", MESSAGE, 5, 1.0),
    Limit("PATCH", CHANNEL, 2, 600.0, frozenset({"name", "topic"})),
    Limit("POST", HOOK, 5, 2.0),
    Limit("PUT", REACTION, 1, 0.25),
)


class RateLimiter:
    """Fixed windows per bucket, and a global one that interaction endpoints do not count toward."""

    def __init__(
        self, limits: Sequence[Limit], global_per_second: int | None, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.limits, self.global_per_second, self._now = limits, global_per_second, now
        self._windows: dict[tuple[object, str], tuple[float, int]] = {}

    def _take(self, key: tuple[object, str], count: int, per: float) -> tuple[int, float]:
        """Count one request; return what remains (negative: refused) and the seconds to the reset."""
        now = self._now()
        start, used = self._windows.get(key, (now, 0))
        if now >= start + per:
            start, used = now, 0
        self._windows[key] = (start, min(used + 1, count + 1))
        return count - used - 1, start + per - now

    def check(self, call: Call) -> dict[str, str]:
        """Return the headers of an answer.

        Raises:
            ApiError: the 429 of a request that is one too many.
        """
        if self.global_per_second and not call.route.startswith(("/interactions", "/webhooks")):
            left, wait = self._take((None, ""), self.global_per_second, 1.0)
            if left < 0:
                raise too_many(wait, "global")
        body = call.body if isinstance(call.body, dict) else {}
        same = [limit for limit in self.limits if (limit.method, limit.route) == (call.method, call.route)]
        mine = [limit for limit in same if not limit.fields or limit.fields & body.keys()]
        limit = mine[0] if mine else Limit(call.method, call.route, 10_000, 1.0)
        names = ("channel_id", "guild_id", "webhook_id", "webhook_token")
        major = "+".join(value for key, value in call.params.items() if key in names)
        left, wait = self._take((limit, major), limit.count, limit.per)
        headers = {
            "X-RateLimit-Limit": str(limit.count),
            "X-RateLimit-Remaining": str(max(left, 0)),
            "X-RateLimit-Reset": f"{time.time() + wait:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": hashlib.md5(f"{limit}".encode(), usedforsecurity=False).hexdigest(),
        }
        if left < 0:
            raise too_many(wait, "user", **{key.replace("-", "_"): value for key, value in headers.items()})
        return headers
