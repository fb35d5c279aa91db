"""A migration that is killed leaves what was there before it, and the next start brings it to its end."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.forkserver import ForkServer
from tests.store.older import file_of
from tests.volume import many

POINTS = many(3, 20)


@pytest.fixture(scope="module")
def server() -> Iterator[ForkServer]:
    server = ForkServer("tests.store.killed_migration")
    yield server
    server.close()


async def upgraded(server: ForkServer, path: Path, last: int = 0) -> int:
    """Bring a database up to date, but for what comes after a statement; return how many statements it took.

    The number is negative where the process was killed.
    """
    output = path.with_suffix(".out")
    child = server.fork([str(path), str(last)], output=output, env={"PATH": os.environ["PATH"]})
    status = await child.wait()
    if status:
        assert status == -signal.SIGKILL, output.read_text()
        return status
    return int(output.read_text())


def rows(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as raw:
        return [line for line in raw.iterdump() if line.startswith("INSERT")]


async def test_people_are_moved_whole_or_not_at_all(server: ForkServer, tmp_path: Path) -> None:
    path, whole = file_of("0009", tmp_path / "arena.db"), file_of("0009", tmp_path / "whole.db")
    before, statements = rows(path), await upgraded(server, whole)
    for last in random.Random(11).sample(range(10, statements), POINTS):
        assert await upgraded(server, path, last) == -signal.SIGKILL
        assert rows(path) == before
    assert await upgraded(server, path) == statements
    assert rows(path) == rows(whole) != before
