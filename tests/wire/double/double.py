"""The double itself: the world, the REST server and the gateway, on one loopback port."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Self, TypeVar

import discord
from aiohttp import web
from discord.gateway import DiscordWebSocket
from discord.webhook.async_ import AsyncWebhookAdapter, async_context
from yarl import URL

from tests.wire.double import control, rest
from tests.wire.double.clock import PATIENCE_S, Clock
from tests.wire.double.contract import Violation, discord_contract
from tests.wire.double.gateway import PRIVILEGED
from tests.wire.double.model import BOT_DEFAULT, ApiError, Json, fail, form_error
from tests.wire.double.rest import Handler, Rest
from tests.wire.double.router import CHANNEL, HOOK, Call, Drop, Fault, Limit, RateLimiter, Router, read
from tests.wire.double.world import World

Bot = TypeVar("Bot", bound=discord.Client)

_API = "/api/v10"
_HANDLERS = (rest, rest, rest, rest, rest, rest)
_UNREADABLE = (AttributeError, IndexError, KeyError, TypeError, ValueError)


class Double(World):
    """A loopback double of Discord's REST API v10 and Gateway.

    Attributes:
        contract: Discord's OpenAPI document, None for no check.
        violations: what requests had in them that the document does not allow; empty after a clean run.
        unknown_routes: requests for what the double does not have (answered 404), or the document does not know.
        requests: every request with its answer's status.
        latency: seconds added to every REST answer.
        faults: what `inject` added.
    """

    def __init__(
        self,
        *,
        check: bool = True,
        enforce_contract: bool = False,
        limits: Sequence[Limit] = (),
        global_per_second: int | None = None,
        heartbeat_ms: int = 41_250,
        shards: int = 1,
        token: str = "",
        privileged_intents: int = PRIVILEGED,
        bot_permissions: int = BOT_DEFAULT,
        clock: Clock | None = None,
    ) -> None:
        """Build an empty world.

        Args:
            check: hold every request against Discord's OpenAPI document, if it is there (see `discord_contract`).
            enforce_contract: also refuse what the document forbids.
            limits: rate-limit buckets such as DISCORD_LIMITS.
            global_per_second: requests a second in all; 50 at Discord.
            heartbeat_ms: how often a client has to send a heartbeat.
            shards: how many are recommended to the bot.
            token: the only one accepted, "" for any.
            privileged_intents: those that the bot may ask for.
            bot_permissions: those of the bot's own role.
            clock: the time of the double.
        """
        super().__init__(
            heartbeat_ms=heartbeat_ms,
            shards=shards,
            token=token,
            privileged_intents=privileged_intents,
            bot_permissions=bot_permissions,
            clock=clock,
        )
        self.contract = discord_contract() if check else None
        self.enforce_contract = enforce_contract
        self.latency = 0.0
        self.faults: list[Fault] = []
        self.violations: list[Violation] = []
        self.unknown_routes: Counter[str] = Counter()
        self.requests: deque[Call] = deque(maxlen=100_000)
        self.limiter = RateLimiter(limits, global_per_second)
        self._rest = Rest(self)
        self._runner: web.AppRunner | None = None
        self._routes: Router[Handler] = Router()
        for module in _HANDLERS:
            for method, template, handler in module.routes:
                self._routes.add(method, template, handler)

    def inject(
        self,
        method: str,
        route: str,
        *,
        status: int = 0,
        code: int = 0,
        message: str = "injected",
        retry_after: float = 0.0,
        scope: str = "user",
        latency: float = 0.0,
        drop: Drop = "",
        times: int | None = 1,
        chance: float = 1.0,
        hold: bool = False,
        skip: int = 0,
    ) -> Fault:
        """Add a fault (see Fault) and return it, with its count of hits; `fault.times = 0` ends it.

        With `hold` a request is kept waiting until `fault.release()`: to act in the meantime, or to kill the bot then.
        """
        fault = Fault(
            method, route, status, code, message, retry_after, scope, latency, drop, times, chance, hold, skip
        )
        self.faults.append(fault)
        return fault

    # serving

    async def start(self, port: int = 0, host: str = "127.0.0.1") -> None:
        """Listen; port 0 takes a free one. `url` and `gateway_url` say where."""
        app = web.Application(client_max_size=64 * 2**20)
        app.router.add_route("*", "/{path:.*}", self._serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        await web.TCPSite(self._runner, host, port).start()
        self.url = "http://{}:{}".format(*self._runner.addresses[0][:2])
        self.gateway_url = self.url.replace("http", "ws", 1) + "/gw/"

    async def stop(self) -> None:
        """Close every socket and stop listening."""
        await self.gateway.close()
        if self._runner:
            await self._runner.cleanup()
            self._runner = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_exc: object) -> None:
        await self.stop()

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        """Serve the gateway, files, the control addresses and the API."""
        path = request.path.removeprefix(_API)
        if path.rstrip("/") == "/gw":
            return await self.gateway.serve(request)
        if path in self.files:
            return web.Response(body=self.files[path].data)
        if path.startswith(control.PREFIX):
            return await control.serve(self, request, path)
        return await self._serve_api(request, path)

    async def _serve_api(self, request: web.Request, path: str) -> web.Response:
        """Answer one REST request: contract, faults, authorisation, rate limits, handler."""
        match = self._routes.match(request.method, path)
        template, params = (match.template, match.params) if match else (path, {})
        try:
            body, files, broken = await read(request)
        except ConnectionError:  # it never came in whole: who sent it is dead
            return web.Response(status=400)
        call = Call(request.method, path, template, params, request.query, body, files, self.clock())
        self.requests.append(call)
        started, payload = time.perf_counter(), b""
        headers: dict[str, str] = {}
        fault: Fault | None = None
        try:
            fault = next((f for f in self.faults if f.strikes(call)), None)
            if self.latency:
                await asyncio.sleep(self.latency)
            if fault:
                self.pulse.beat()
                await fault.delay()
            if broken:
                raise broken
            self._check(call)
            if fault and (error := fault.answer()):
                raise error
            if not fault or fault.drop != "request":
                if match is None or not request.path.startswith(_API):
                    self.unknown_routes[f"{request.method} {path}"] += 1
                    raise fail(0)
                self._authorise(call, request)
                headers = self.limiter.check(call)
                out = self._handle(match.value, call)
                call.status, payload = (204, b"") if out is None else (200, json.dumps(out).encode())
        except ApiError as error:
            call.status, payload, headers = error.status, json.dumps(error.body).encode(), headers | error.headers
            call.shared = headers.get("X-RateLimit-Scope") == "shared"
        call.ms = (time.perf_counter() - started) * 1000
        self.pulse.beat()
        if fault and fault.drop:
            call.status = -1
            if request.transport:
                request.transport.abort()
            return web.Response(status=500)
        # discord.py compares the content type literally, so no charset
        kind = {"Content-Type": "application/json"} if payload else {}
        return web.Response(body=payload or None, status=call.status, headers=headers | kind)

    def _handle(self, handler: Handler, call: Call) -> Json | list[Json] | None:
        """Run a handler; one that cannot read its request is a violation, so that it is noticed."""
        try:
            return handler(self._rest, call)
        except _UNREADABLE as error:
            self.violations.append(Violation(call.method, call.route, "", f"unreadable: {error!r}"))
            raise form_error([((), "DOUBLE_CANNOT_READ", repr(error))]) from error

    def check_requests(self) -> bool:
        """Hold all requests so far against the document, after a run without it; return whether it is there."""
        self.contract = discord_contract()
        for call in self.requests:
            self._check(call)
        return self.contract is not None

    def _check(self, call: Call) -> None:
        """Hold a request against the OpenAPI document."""
        if self.contract is None:
            return
        if self.contract.routes.match(call.method, call.path) is None:
            self.unknown_routes[f"{call.method} {call.path} (undocumented)"] += 1
        found = self.contract.check(call.method, call.path, call.body, self._branch(call))
        found += [Violation(call.method, call.route, name, "no such file part") for name in call.missing_files()]
        self.violations += found
        if found and self.enforce_contract:
            raise form_error([(tuple(v.where.split("/")), "CONTRACT", v.message) for v in found])

    def _branch(self, call: Call) -> str:
        """Return the schema that a request means where the document leaves it open."""
        if call.route == HOOK:
            return "IncomingWebhookRequestPartial"
        if call.route != CHANNEL:
            return ""
        channel = self.channels.get(call.id("channel_id"))
        thread = channel is not None and channel.is_thread
        return "UpdateThreadRequestPartial" if thread else "UpdateGuildChannelRequestPartial"

    def _authorise(self, call: Call, request: web.Request) -> None:
        if call.route.startswith(("/interactions", "/webhooks")):
            return
        given = request.headers.get("Authorization", "")
        if not given.startswith("Bot ") or self.token not in ("", given[4:]):
            raise ApiError(401, 0, "401: Unauthorized")

    # a bot

    @property
    def environment(self) -> dict[str, str]:
        """Return the variables that point a bot in another process here."""
        return {"DISCORD_API_BASE": self.url + _API, "DISCORD_GATEWAY_URL": self.gateway_url}

    @contextlib.asynccontextmanager
    async def connect(self, bot: Bot, within: float = PATIENCE_S) -> AsyncIterator[Bot]:
        """Log a discord.py client in to the double, in this loop; close it and undo the redirection at the end.

        Raises:
            TimeoutError: it is not ready within so many seconds.
            Exception: whatever ended it in the meantime.
        """
        with self.redirected():
            async with bot:
                bot._connection.guild_ready_timeout = 0.05  # the wait for guilds is below
                running = asyncio.create_task(bot.start(self.token or "double"))
                ready = asyncio.create_task(bot.wait_until_ready())
                try:
                    async with asyncio.timeout(within):
                        await asyncio.wait((running, ready), return_when=asyncio.FIRST_COMPLETED)
                    if running.done():
                        await running
                    if bot.intents.guilds:
                        await self.until(lambda: all(map(bot.get_guild, self.guilds)), within)
                    yield bot
                finally:
                    ready.cancel()
                    await bot.close()
                    running.cancel()
                    results = await asyncio.gather(running, ready, return_exceptions=True)
            for result in results:
                if isinstance(result, Exception):
                    raise result

    @contextlib.contextmanager
    def redirected(self) -> Iterator[None]:
        """Have discord.py in this process speak to this double; undone at the end."""
        # A simulated client that ran before in this process may have left its own way to answer interactions behind.
        answering = async_context.get()
        async_context.set(AsyncWebhookAdapter())  # type: ignore[no-untyped-call]
        before = discord.http.Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
        discord.http.Route.BASE = self.environment["DISCORD_API_BASE"]
        DiscordWebSocket.DEFAULT_GATEWAY = URL(self.gateway_url)
        try:
            yield
        finally:
            discord.http.Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before
            async_context.set(answering)

    def report(self) -> Json:
        """Return what happened: requests by route and status, acknowledgement times, violations, unknown routes.

        `refused` are the requests that count toward the 10,000 in 10 minutes after which Discord bans an address.
        """
        acks = sorted(i.ack_ms for i in self.interactions.values() if i.acked is not None)
        return {
            "requests": dict(Counter(f"{c.method} {c.route} {c.status}" for c in self.requests)),
            "refused": sum(c.status in (401, 403, 429) and not c.shared for c in self.requests),
            "interactions": len(self.interactions),
            "unanswered": sum(i.failed for i in self.interactions.values()),
            "ack_ms": {q: round(acks[int(q * (len(acks) - 1))], 1) for q in (0.5, 0.95, 0.99, 1)} if acks else {},
            "heartbeat_late_ms": round(self.gateway.late_ms, 1),
            "identifies": self.gateway.identifies,
            "resumes": self.gateway.resumes,
            "violations": [str(violation) for violation in self.violations],
            "unknown_routes": dict(self.unknown_routes),
        }
