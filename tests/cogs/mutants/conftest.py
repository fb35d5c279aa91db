"""Matches of Mutants in which everything that is drawn at random is the same each time."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.cogs.conftest import World
from tests.cogs.twins import parallel


@pytest_asyncio.fixture
async def world(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> AsyncIterator[World]:
    """A server with the bot in it, which may log no error."""
    monkeypatch.chdir(tmp_path)
    async with parallel(tmp_path, caplog) as here:
        yield here
    assert not [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
