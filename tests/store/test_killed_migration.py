"""A step that is killed leaves what was there before it, and the next start brings it to its end."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from store.database import Database
from tests.forkserver import ForkServer
from tests.people import acquaint
from tests.store.made_up import with_step
from tests.store.samples import add_match
from tests.volume import many


@pytest.fixture(scope="module")
def server() -> Iterator[ForkServer]:
    server = ForkServer("tests.store.killed_migration")
    yield server
    server.close()


async def upgraded(server: ForkServer, path: Path, scripts: Path, last: int = 0) -> int:
    """Bring a database to the next release, but for what comes after a statement; return how many statements it took.

    The number is negative where the process was killed.
    """
    output = path.with_suffix(".out")
    arguments = [str(path), str(scripts), str(last)]
    child = server.fork(arguments, output=output, env={"PATH": os.environ["PATH"]})
    status = await child.wait()
    if status:
        assert status == -signal.SIGKILL, output.read_text()
        return status
    return int(output.read_text())


def dump(path: Path) -> list[tuple[str, ...]]:
    """Return all that is in a database; constraints of a table that Alembic copies come in any order."""
    with closing(sqlite3.connect(path)) as raw:
        return [tuple(sorted(re.split(r"[\s,()\"]+", line))) for line in raw.iterdump()]


async def test_a_step_is_taken_whole_or_not_at_all(server: ForkServer, path: Path, tmp_path: Path) -> None:
    database = await Database.open(path)
    async with database.write() as connection:
        await acquaint(connection, 10, 20)
        await add_match(connection, 8)
    await database.close()
    whole, scripts = path.with_name("whole.db"), with_step(tmp_path)
    shutil.copy(path, whole)
    before, statements = dump(path), await upgraded(server, whole, scripts)
    for last in random.Random(11).sample(range(1, statements + 1), many(8, statements)):
        assert await upgraded(server, path, scripts, last) == -signal.SIGKILL
        assert dump(path) == before
    assert await upgraded(server, path, scripts) == statements
    assert dump(path) == dump(whole) != before
