"""The local site from start to stop, with SimCord's clock moved along with the real one."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import simcord
from aiohttp import web

from local.server import application
from local.views import Views
from local.world import BotMaker, Prepare, World, open_lobby, simulated
from locales import SOURCE

# SimCord's virtual clock, moved along with the real one.


log = logging.getLogger(__name__)

TICK_S = 1.0
# A longer gap (a laptop that slept) is caught up in several steps, so that an action waits for only one of them.
LONGEST_STEP = timedelta(hours=1)
LEAST_STEP = timedelta(milliseconds=50)


def real_now() -> datetime:
    return datetime.now(UTC)


async def catch_up(env: simcord.Env, now: datetime) -> timedelta:
    """Advance the virtual clock towards `now` by one step, and run the tasks that became due."""
    behind = now - env.now()
    if behind < LEAST_STEP:
        return timedelta()
    try:
        await env.advance_time(min(behind, LONGEST_STEP).total_seconds())
    except TimeoutError as error:
        log.warning("The bot did not come to rest while time passed: %s", error)
        return timedelta()
    return max(timedelta(), now - env.now())


async def follow(
    env: simcord.Env,
    turn: asyncio.Lock,
    *,
    moved: Callable[[], Awaitable[None]],
    now: Callable[[], datetime] = real_now,
    tick_s: float = TICK_S,
) -> None:
    """Keep the virtual clock at real time until cancelled.

    `turn` is held for every simulated act, since SimCord allows one at a time; `moved` is awaited after each step while
    `turn` is held; `tick_s` is in seconds.
    """
    while True:
        await asyncio.sleep(tick_s)
        behind = LEAST_STEP
        while behind:
            async with turn:
                behind = await catch_up(env, now())
                await moved()


HOST = "127.0.0.1"
DEFAULT_PORT = 8420


@dataclass(frozen=True, slots=True)
class Site:
    """A running local site.

    Attributes:
        address: Of the index page, with its port.
        world: The simulated server; drive it only while holding `turn`.
        turn: SimCord allows one act at a time, so pages, clock and tests take turns.
    """

    address: str
    world: World
    turn: asyncio.Lock


def run(
    make_bot: BotMaker, *, port: int | None = None, language: str = SOURCE, prepare: Prepare | None = open_lobby
) -> None:
    """Serve the local site until Ctrl-C or SIGTERM; print one address on standard output.

    Args:
        make_bot: Returns the bot, not started; called inside the running loop.
        port: The loopback port; by default 8420, or any free one if that is taken.
        language: What the page and the players' Discord are in, one of `locales.languages()`.
        prepare: Acts on the fresh world as a player would, before the address is printed.

    Raises:
        SystemExit: The requested port is taken.
    """
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve_until_stopped(make_bot, port, language, prepare))


async def _serve_until_stopped(make_bot: BotMaker, port: int | None, language: str, prepare: Prepare | None) -> None:
    stop = asyncio.Event()
    with _stopping(stop.set):
        try:
            async with opened(make_bot, port=port, language=language, prepare=prepare) as site:
                sys.stdout.write(f"Arena, local: {site.address} (Ctrl-C stops it)\n")
                sys.stdout.flush()
                await stop.wait()
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
            raise SystemExit(f"Port {port} is taken; choose another one, or leave it out.") from error


@contextlib.contextmanager
def _stopping(stop: Callable[[], None]) -> Iterator[None]:
    loop = asyncio.get_running_loop()
    caught: list[signal.Signals] = []
    for name in (signal.SIGINT, signal.SIGTERM):
        # Windows has no signal handlers in the loop; there Ctrl-C cancels the main task, which ends just as cleanly.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(name, stop)
            caught.append(name)
    try:
        yield
    finally:
        for name in caught:
            loop.remove_signal_handler(name)


@contextlib.asynccontextmanager
async def opened(
    make_bot: BotMaker, *, port: int | None = None, language: str = SOURCE, prepare: Prepare | None = open_lobby
) -> AsyncIterator[Site]:
    """Yield the local site inside a running loop; `OSError` if the requested port is taken."""
    async with simulated(make_bot, language=language) as world:
        if prepare is not None:
            await _prepare(prepare, world)
        turn = asyncio.Lock()
        views = Views(world)
        runner = web.AppRunner(application(world, views, turn), access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        try:
            bound = await _bind(runner, port)
            clock = asyncio.create_task(follow(world.env, turn, moved=views.publish))
            try:
                yield Site(f"http://{HOST}:{bound}/", world, turn)
            finally:
                clock.cancel()
                await asyncio.gather(clock, return_exceptions=True)
        finally:
            async with turn:
                await views.close()
            await runner.cleanup()


async def _prepare(prepare: Prepare, world: World) -> None:
    try:
        with world.env.time_context():
            await prepare(world)
    except Exception as error:  # noqa: BLE001 - whatever the hook met, the page is still worth having
        log.warning("The local server has started without a table: %s: %s", type(error).__name__, error)


async def _bind(runner: web.AppRunner, port: int | None) -> int:
    try:
        await web.TCPSite(runner, HOST, DEFAULT_PORT if port is None else port).start()
    except OSError:
        if port is not None:
            raise
        await web.TCPSite(runner, HOST, 0).start()
    address: tuple[str, int] = runner.addresses[0]
    return address[1]
