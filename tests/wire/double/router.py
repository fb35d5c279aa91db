"""Path templates: Discord's resources, and a router that finds the template of a path."""

from __future__ import annotations

import asyncio
import fnmatch
import hashlib
import json
import math
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from email import message_from_string
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from aiohttp import web

from tests.wire.double.model import ApiError, Files, fail, too_many

T = TypeVar("T")

CHANNEL, MESSAGES = "/channels/{channel_id}", "/channels/{channel_id}/messages"
MESSAGE, HOOK = MESSAGES + "/{message_id}", "/webhooks/{webhook_id}/{webhook_token}"
GUILD, MEMBER = "/guilds/{guild_id}", "/guilds/{guild_id}/members/{user_id}"
REACTION = MESSAGE + "/reactions/{emoji_name}/@me"


class Match(NamedTuple, Generic[T]):
    """What a router found for a path."""

    template: str
    params: dict[str, str]
    value: T


class Router(Generic[T]):
    """Finds the template, parameters and value of a path; literal segments win over parameters."""

    def __init__(self) -> None:
        self._root: dict[str, Any] = {}

    def add(self, method: str, template: str, value: T) -> None:
        """Register a template such as `/channels/{channel_id}`."""
        node = self._root.setdefault(method, {})
        for part in template.split("/"):
            node = node.setdefault("{}" if part.startswith("{") else part, {})
        node[""] = (template, [p[1:-1] for p in template.split("/") if p.startswith("{")], value)

    def match(self, method: str, path: str) -> Match[T] | None:
        """Return what was registered for a path, or None."""

        def step(node: dict[str, Any], parts: list[str], found: list[str]) -> Match[T] | None:
            if not parts:
                if "" not in node:
                    return None
                template, names, value = node[""]
                return Match(template, dict(zip(names, found, strict=True)), value)
            head, rest = parts[0], parts[1:]
            hit = step(node[head], rest, found) if head and head in node else None
            return hit or (step(node["{}"], rest, [*found, head]) if head and "{}" in node else None)

        root = self._root.get(method, {}).get("", {})  # every path starts with an empty segment
        return step(root, path.split("/")[1:], [])


# A REST request as the double takes it in, with its JSON and files.


@dataclass(slots=True)
class Call:
    """A REST request as it came in, with its answer's status and duration."""

    method: str
    path: str
    route: str
    params: dict[str, str]
    query: Mapping[str, str]
    body: Any
    files: Files
    at: float
    status: int = 0  # 0: not answered yet · -1: the connection was cut
    ms: float = 0.0
    shared: bool = False  # refused by a limit that others share, which does not count toward a ban

    def id(self, name: str) -> int:
        """Return a path parameter as a number; anything else matches no object."""
        return int(self.params[name]) if self.params[name].isdecimal() else 0

    def missing_files(self) -> list[str]:
        """Return the parts that a multipart body lists as new attachments and does not carry."""
        data = (self.body.get("data") or self.body) if self.files and isinstance(self.body, dict) else {}
        listed = {str(a["id"]) for a in data.get("attachments") or () if len(str(a["id"])) < 3}
        return sorted(f"files[{i}]" for i in listed if f"files[{i}]" not in self.files)


async def read(request: web.Request) -> tuple[Any, Files, ApiError | None]:
    """Return the JSON of a request (`payload_json` in a multipart one), its files by part name, and what is wrong."""
    raw, files = await request.read(), dict[str, tuple[str, bytes]]()
    if request.content_type.startswith("multipart/"):
        kind, body = request.headers["Content-Type"], raw
        raw = b"{}"
        for name, filename, data in parts(kind, body):
            if name == "payload_json":
                raw = data
            else:
                files[name] = (filename, data)
    try:
        return (json.loads(raw) if raw else None), files, None
    except ValueError:
        return None, files, fail(50109)


def parts(content_type: str, body: bytes) -> Iterator[tuple[str, str, bytes]]:
    """Yield the parts of a multipart body: name, file name, content.

    aiohttp's own reader warns of itself where a part straddles two packets, so the whole body is taken apart here.
    """
    boundary = message_from_string(f"Content-Type: {content_type}").get_boundary() or ""
    chunks = (b"\r\n" + body).split(b"\r\n--" + boundary.encode())
    for chunk in chunks[1:-1]:  # around them a preamble, and the dashes that end it all
        head, _, data = chunk.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        headers = message_from_string(head.decode())
        name = headers.get_param("name", "", "content-disposition")
        yield str(name), headers.get_filename("file"), data


# Faults that a test injects into the REST API.


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


# Rate limits: buckets by route and one for all, answered with Discord's headers.


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
