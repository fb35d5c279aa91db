"""`kill -9` at any moment: what was acknowledged is there, nothing is half done, every board is posted once."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import URL

from engine import registry
from hosting.arena import Arena
from hosting.runtime.time import SystemClock
from store import finding, matches
from store.check import check
from tests.databases import setting
from tests.forkserver import ForkServer
from tests.hosting.match.crash_player import Wall
from tests.volume import many

KILLS = many(3, 20)


@pytest.fixture(scope="module")
def player() -> Iterator[ForkServer]:
    """What plays, imported once for all its lives."""
    server = ForkServer("tests.hosting.match.crash_player")
    yield server
    server.close()


async def play_until_killed(
    player: ForkServer, database: Path | URL, wall: Path, seed: int
) -> list[tuple[int, int, str]]:
    """Return the turns that a process acknowledged before it was killed."""
    pipe = wall.with_name(f"turns-{seed}")
    os.mkfifo(pipe)
    process = player.fork([setting(database), str(wall), str(seed)], output=pipe, env=os.environ)
    with pipe.open() as told:
        lines = [told.readline() for _ in range(random.Random(seed).randrange(1, 30))]
        process.kill()
        lines += told.readlines()
    await process.wait()
    turns = []
    for line in lines:
        match_id, seq, text = line.split()
        turns.append((int(match_id), int(seq), text))
    return turns


async def test_killed_again_and_again(player: ForkServer, database: Path | URL, tmp_path: Path) -> None:
    wall = tmp_path / "wall"
    acknowledged: dict[tuple[int, int], str] = {}
    for seed in range(KILLS):
        for match_id, seq, text in await play_until_killed(player, database, wall, seed):
            assert acknowledged.setdefault((match_id, seq), text) == text
    assert len(acknowledged) > KILLS

    report = await check(database, registry.get)
    assert report.problems == ()
    assert report.events >= len(acknowledged)

    arena = await Arena.open(database, SystemClock())
    stored: dict[tuple[int, int], str] = {}
    async with arena.db.read() as connection:
        for match_id in await finding.ids(connection):
            match = await matches.load(connection, match_id)
            assert match is not None
            stored |= {(match_id, event.seq): event.text for event in match.events}
            stored[match_id, 0] = ""
    assert acknowledged.items() <= stored.items()

    arena.outbox.set_poster(Wall(wall))
    await arena.start()
    await arena.idle()
    await arena.close()
    shown = Counter((match_id, seq) for _, match_id, seq, kind, _ in Wall(wall).posts() if kind in {"board", "ended"})
    assert set(shown.values()) == {1}
    assert shown.keys() == stored.keys()
    for channel in {channel for *_, channel in Wall(wall).posts()}:
        order = [
            (match, seq) for _, match, seq, kind, there in Wall(wall).posts() if there == channel and kind != "status"
        ]
        assert order == sorted(order)
