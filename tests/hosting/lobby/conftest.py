"""An arena in which people make standing offers."""

from __future__ import annotations

import pytest_asyncio

from hosting.arena import Arena
from tests.hosting.conftest import ManualClock
from tests.hosting.lobby.offering import Offering, offering


@pytest_asyncio.fixture
async def o(arena: Arena, clock: ManualClock) -> Offering:
    return offering(arena, clock)
