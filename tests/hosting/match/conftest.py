"""What tests of secret choices play in (`choosing.py`)."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from engine import registry
from hosting.arena import Arena
from store.db.addresses import Address
from tests.hosting.conftest import ManualClock, NotingPoster, open_arena


@pytest_asyncio.fixture
async def apex(database: Address, clock: ManualClock, poster: NotingPoster) -> AsyncIterator[Arena]:
    """An arena with the real games, for matches in which several choose at once."""
    arena = await open_arena(database, clock, poster, registry.get)
    yield arena
    await arena.close()
