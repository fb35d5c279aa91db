from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from store.database import Database
from store.db.addresses import Address
from tests.hosting.rating.ladder import Ladder


@pytest_asyncio.fixture
async def ladder(database: Address) -> AsyncIterator[Ladder]:
    """The matches of a server, on SQLite and PostgreSQL."""
    opened = await Database.open(database)
    yield Ladder(opened)
    await opened.close()
