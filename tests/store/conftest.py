from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from store.database import Database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "arena.db"


@pytest_asyncio.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    database = await Database.open(path)
    yield database
    await database.close()


@pytest.fixture(autouse=True)
def ready_made() -> None:
    """Stores are made by their migrations here."""
