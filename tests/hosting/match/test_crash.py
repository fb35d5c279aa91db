"""`kill -9` at any moment: what was acknowledged is there, nothing is half done, every board is posted once."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

from sqlalchemy import URL

from engine import registry
from hosting.arena import Arena
from hosting.runtime.time import SystemClock
from store import finding, matches
from store.check import check
from tests.hosting.match.crash_player import Wall
from tests.volume import many

ROOT = Path(__file__).parents[3]
KILLS = many(3, 20)


def play_until_killed(database: Path | URL, wall: Path, seed: int) -> list[tuple[int, int, str]]:
    """Return the turns that a process acknowledged before it was killed."""
    address = database.render_as_string(hide_password=False) if isinstance(database, URL) else str(database)
    command = [sys.executable, "-m", "tests.hosting.match.crash_player", address, str(wall), str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as player:
        assert player.stdout is not None
        lines = [player.stdout.readline() for _ in range(random.Random(seed).randrange(1, 30))]
        player.kill()
        lines += player.stdout.readlines()
    turns = []
    for line in lines:
        match_id, seq, text = line.split()
        turns.append((int(match_id), int(seq), text))
    return turns


async def test_killed_again_and_again(database: Path | URL, tmp_path: Path) -> None:
    wall = tmp_path / "wall"
    acknowledged: dict[tuple[int, int], str] = {}
    for seed in range(KILLS):
        for match_id, seq, text in play_until_killed(database, wall, seed):
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
