"""SimCord's virtual clock, moved along with the real one."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import simcord

log = logging.getLogger(__name__)

TICK_S = 1.0
# A longer gap (a laptop that slept) is caught up in several steps, so that an action never waits for the whole of it.
LONGEST_STEP = timedelta(hours=1)
LEAST_STEP = timedelta(milliseconds=50)


def real_now() -> datetime:
    """The present, UTC-aware."""
    return datetime.now(UTC)


async def catch_up(env: simcord.Env, now: datetime) -> timedelta:
    """Advances the virtual clock towards `now` by one step, running what became due.

    Returns:
        How far it is still behind; zero once it arrived. A clock that is ahead is left alone.
    """
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
    """Keeps the virtual clock at real time until it is cancelled.

    Args:
        env: the simulation.
        turn: held for every simulated act, since SimCord allows one at a time.
        moved: awaited after each step while `turn` is held.
        now: real time.
        tick_s: seconds between two looks.
    """
    while True:
        await asyncio.sleep(tick_s)
        behind = LEAST_STEP
        while behind:
            async with turn:
                behind = await catch_up(env, now())
                await moved()
