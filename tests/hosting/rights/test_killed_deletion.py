"""A deletion that is killed is done or not done, and the next start brings what was begun to its end."""

from __future__ import annotations

import os
import random
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from hosting.arena import Arena
from store.privacy import deletion
from tests.forkserver import ForkServer
from tests.hosting.conftest import CLEO, GUILD, ManualClock, NotingPoster, open_arena
from tests.hosting.rights.leaving import ACCOUNT, NAME, Left, leave_much, texts, traces
from tests.volume import many

pytestmark = pytest.mark.usefixtures("elsewhere")

POINTS = many(1, 20)
"""Statements at which it is killed, while it is one transaction; as many while what was held is let go of."""
FIRST, LAST = 40, 100
"""Of the statements of the latter."""


@pytest.fixture(scope="module")
def server() -> Iterator[ForkServer]:
    server = ForkServer("tests.hosting.rights.killed_deletion")
    yield server
    server.close()


async def killed(server: ForkServer, path: Path, last: int) -> None:
    """Delete the person of a database in a process that is killed before a statement."""
    output = path.with_suffix(".out")
    child = server.fork([str(path), str(last)], output=output, env={"PATH": os.environ["PATH"]})
    assert await child.wait() == -signal.SIGKILL, output.read_text()


def copy(path: Path, folder: Path) -> Path:
    folder.mkdir()
    return Path(shutil.copy(path, folder / "arena.db"))


async def is_done(arena: Arena, left: Left) -> bool:
    """Return whether the person was deleted; it is one or the other, in everything."""
    await arena.idle()
    whole = await arena.people.find(ACCOUNT) is None
    listed = deletion.read_deletions(deletion.deletion_list_path(arena.db.address))
    assert (NAME in await texts(arena.db)) is not whole
    assert len(listed) == whole
    assert [(await arena.matches.get(each.id)).over for each in left.running] == [whole, whole]
    assert ((await arena.tables.get(left.table)).host == CLEO) is whole
    assert (await arena.tables.get(left.invited)).seats[1].free is whole
    return whole


async def test_it_is_done_or_not_done(server: ForkServer, tmp_path: Path, clock: ManualClock) -> None:
    arena = await open_arena(tmp_path / "before.db", clock, NotingPoster())
    left = await leave_much(arena, await arena.people.enter(ACCOUNT, GUILD, NAME))
    await arena.close()
    chance, found = random.Random(3), set()
    points = {*chance.sample(range(2, FIRST), POINTS), *chance.sample(range(FIRST, LAST), POINTS)}
    for point in sorted(points):
        path = copy(tmp_path / "before.db", tmp_path / f"at {point}")
        await killed(server, path, point)
        again = await open_arena(path, clock, NotingPoster())
        done = await is_done(again, left)
        await again.close()
        found.add(done)
        if done:
            assert traces(path.parent) == []
    assert found == {False, True}
