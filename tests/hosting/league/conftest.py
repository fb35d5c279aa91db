from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from hosting.arena import Arena
from hosting.league import check
from store.db.addresses import Address
from tests.hosting.conftest import ManualClock
from tests.hosting.league.lives import Life
from tests.hosting.league.playing import Played, with_builder


@pytest_asyncio.fixture
async def league(arena: Arena, clock: ManualClock) -> AsyncIterator[Played]:
    """A league; whatever was played in it, everything follows from results and decisions afterwards."""
    league = with_builder(arena, clock)
    yield league
    assert (await check.compared(arena.db)).problems == ()


@pytest_asyncio.fixture
async def life(database: Address, clock: ManualClock) -> AsyncIterator[Life]:
    life = Life(database, clock)
    yield life
    await life.die()
