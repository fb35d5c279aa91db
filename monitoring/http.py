"""Health and metrics over HTTP: whether the process lives, whether it can serve, figures; signs of life to systemd."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from aiohttp import web
from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.registry import Collector

from cogs.core.bot import ArenaBot
from hosting.metrics import REGISTRY
from settings import VERSION, host_and_port
from store.tables import match_queries, outbox

log = logging.getLogger(__name__)

OLDEST_DUE = timedelta(seconds=60)
"""How long a post that can go may wait in a bot that is ready."""
PATIENCE_S = 2.0
"""How long the store may take to answer a request for health or metrics."""
PORTS = 100
"""Ports tried from the one that was asked for."""


class PortError(Exception):
    """Nothing can be served at an address."""


@dataclass(frozen=True, slots=True)
class Stored:
    """What the store says of the work of this process.

    Attributes:
        due: How many posts are to be posted.
        oldest: Since when the longest waiting of those that can go now could; None if none can.
        matches: How many go on, parked ones among them.
        parked: How many are parked.
    """

    due: int
    oldest: datetime | None
    matches: int
    parked: int


class Watchdog:
    """Tells systemd that the program has started (`Type=notify`), and again and again that its loop turns.

    Where systemd did not start it, nothing is told.
    """

    def __init__(self, variables: Mapping[str, str] = os.environ) -> None:
        address = variables.get("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        # As often as systemd's documentation advises: twice in the time after which it ends the program.
        self._every = int(variables.get("WATCHDOG_USEC", "0")) / 2_000_000
        self._next: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Tell that the program has started; from now on it has to live."""
        self._tell("READY=1")
        self._live()

    def close(self) -> None:
        """Tell that the program ends, which may take as long as `TimeoutStopSec` says."""
        if self._next is not None:
            self._next.cancel()
        self._tell("STOPPING=1")

    def _live(self) -> None:
        if self._every:
            self._tell("WATCHDOG=1")
            self._next = asyncio.get_running_loop().call_later(self._every, self._live)

    def _tell(self, what: str) -> None:
        if self._address:
            try:
                with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
                    notify.setblocking(False)
                    notify.sendto(what.encode(), self._address)
            except OSError as error:
                log.warning("systemd could not be told %s: %s", what, error)


class Endpoints:
    """Serves `/healthz`, `/readyz` and `/metrics` for a bot.

    Attributes:
        url: Where they are, once they are served.
    """

    def __init__(self, bot: ArenaBot, address: str) -> None:
        self.bot = bot
        self.url = ""
        self._host, self._port = host_and_port(address)
        self._asking: asyncio.Task[Stored | None] | None = None
        app = web.Application()
        app.router.add_get("/healthz", self._health)
        app.router.add_get("/readyz", self._readiness)
        app.router.add_get("/metrics", self._metrics)
        self._runner = web.AppRunner(app, access_log=None)
        self._process = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self._process)

    async def start(self) -> None:
        """Serve from now on, at the first free port from the one of the address.

        Raises:
            PortError: There is none, or the host isn't this machine's.
        """
        await self._runner.setup()
        try:
            listener = self._listener()
        except OSError as error:
            raise PortError(f"HTTP={self._host}:{self._port} can't be served: {error.strerror or error}") from error
        await web.SockSite(self._runner, listener).start()
        port = listener.getsockname()[1]
        self.url = f"http://{f'[{self._host}]' if ':' in self._host else self._host}:{port}"
        if port != self._port:
            log.warning("port %d is taken, so health and metrics are at %s", self._port, self.url)
        else:
            log.info("health and metrics are at %s", self.url)

    async def close(self) -> None:
        """Serve no more, and wait for what the store was asked."""
        await self._runner.cleanup()
        if self._asking is not None:
            await asyncio.wait({self._asking})

    def _listener(self) -> socket.socket:
        last = min(self._port + PORTS, 2**16) - 1
        for port in range(self._port, last + 1):
            family, *_, address = socket.getaddrinfo(
                self._host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
            try:
                return socket.create_server(address, family=family)
            except OSError as error:
                if error.errno != errno.EADDRINUSE or port == last:
                    raise
        raise AssertionError("the last port is returned or raises")

    async def _health(self, _request: web.Request) -> web.Response:
        return web.Response(text="ok\n")  # said by the loop, so it turns

    async def _readiness(self, _request: web.Request) -> web.Response:
        faults = await self.faults()
        return web.Response(text="".join(f"{each}\n" for each in faults or ["ready"]), status=503 if faults else 200)

    async def faults(self) -> list[str]:
        """Return why players can't be served at the moment, a line each; empty if they can."""
        bot = self.bot
        if bot.leaving:
            return ["stopping"]
        if bot.spare:
            return ["spare"]
        if not bot.opened:
            return ["starting"]
        away = sorted(bot.arena.outages.away)
        faults = [_disconnected(away, len(bot.own_shards), bot.shard_count or 1)] if away else []
        stored = await self._stored()
        if stored is None:
            return [*faults, "store: it doesn't answer"]
        waits = _age(stored, bot.arena.clock.now())
        return faults if waits < OLDEST_DUE else [*faults, f"posts: one has waited for {waits.total_seconds():.0f} s"]

    async def _metrics(self, _request: web.Request) -> web.Response:
        bot = self.bot
        stored = await self._stored() if bot.opened and not bot.leaving else None
        states = CollectorRegistry()
        states.register(_States(bot, stored))
        text = b"".join(map(generate_latest, (REGISTRY, states, self._process)))
        return web.Response(body=text, headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4})

    async def _stored(self) -> Stored | None:
        """Return what the store says, or None if it doesn't in time. It is asked one thing at a time."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask(), name="health of the store")
        await asyncio.wait({self._asking}, timeout=PATIENCE_S)
        return self._asking.result() if self._asking.done() else None

    async def _ask(self) -> Stored | None:
        arena = self.bot.arena
        try:
            async with arena.db.read() as connection:
                share = arena.core.share
                due = await outbox.backlog(connection, arena.clock.now(), share)
                return Stored(*due, *await match_queries.counts(connection, share))
        except Exception as error:  # noqa: BLE001 - whatever is wrong with the store, that is the answer
            log.debug("the store doesn't answer: %r", error)
            return None


def _disconnected(shards: Sequence[int], own: int, count: int) -> str:
    if len(shards) == own:
        return "gateway: not connected to Discord"
    return f"gateway: not connected to Discord: shard {', '.join(map(str, shards))} of {count}"


def _age(stored: Stored, now: datetime) -> timedelta:
    return timedelta() if stored.oldest is None else max(now - stored.oldest, timedelta())


class _States(Collector):
    """What holds at the moment of one request."""

    def __init__(self, bot: ArenaBot, stored: Stored | None) -> None:
        self._bot = bot
        self._stored = stored

    def collect(self) -> Iterator[Metric]:
        info = GaugeMetricFamily("arena_info", "The version that runs", labels=["version"])
        info.add_metric([VERSION], 1)
        yield info
        bot, stored = self._bot, self._stored
        shards = GaugeMetricFamily("arena_shard_connected", "Whether a shard is connected to Discord", labels=["shard"])
        for shard in () if bot.spare else bot.own_shards:
            shards.add_metric([str(shard)], bot.opened and shard not in bot.arena.outages.away)
        yield shards
        yield GaugeMetricFamily("arena_spare", "Whether it waits to take another process's place", bot.spare)
        yield GaugeMetricFamily("arena_servers", "Servers that this process serves", len(bot.guilds))
        if not bot.spare:
            yield GaugeMetricFamily("arena_shards", "Shards of all processes", bot.shard_count or 1)
            yield GaugeMetricFamily("arena_store_up", "Whether the database answers", stored is not None)
        if stored is not None:
            waits = _age(stored, bot.arena.clock.now()).total_seconds()
            yield GaugeMetricFamily("arena_due_posts", "Posts to be posted", stored.due)
            yield GaugeMetricFamily("arena_oldest_due_post_seconds", "How long one that can go has waited", waits)
            yield GaugeMetricFamily("arena_running_matches", "Matches that go on", stored.matches)
            yield GaugeMetricFamily("arena_parked_matches", "Matches interrupted at the moment", stored.parked)
        if bot.opened:
            db = bot.arena.db
            done = CounterMetricFamily("arena_transactions", "Transactions of this process", labels=["kind"])
            done.add_metric(["read"], db.reads)
            done.add_metric(["write"], db.writes)
            yield done
            took = "What those took that write, from the wait for their turn to the commit"
            yield CounterMetricFamily("arena_write_seconds", took, db.write_seconds)
