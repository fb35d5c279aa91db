from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio

from store.database import Database
from tests.databases import BOTH, copies_of, postgresql


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "arena.db"


@pytest_asyncio.fixture(params=BOTH)
async def database(request: pytest.FixtureRequest, path: Path, new_store: Path) -> AsyncIterator[Database]:
    """A new database, in a SQLite file and in PostgreSQL: a copy of one that was made once."""
    async with AsyncExitStack() as stack:
        address = path if request.param == "sqlite" else await stack.enter_async_context(postgresql())
        with copies_of(new_store):
            database = await Database.open(address)
        stack.push_async_callback(database.close)
        yield database


@pytest.fixture(autouse=True)
def ready_made() -> None:
    """Stores are made anew here, but for tests that ask for copies."""


@pytest.fixture
def copied(new_store: Path) -> Iterator[None]:
    """New SQLite files are copies of one that was made once, which takes longer than most tests."""
    with copies_of(new_store):
        yield
