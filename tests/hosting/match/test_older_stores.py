"""Databases that older versions left behind, one of each schema: brought up to date, their matches are as they were.

`tests/data/schemas/<revision>.sql` was written by the last version with that schema; the file beside it tells its
matches as that version told them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import record, registry
from engine.chance import Chance
from engine.luck import drawn_turn
from hosting.arena import Arena
from store import row_check
from tests.hosting.conftest import ManualClock, NotingPoster, open_arena
from tests.store.older import SCHEMAS, file_of


@pytest.fixture(params=sorted(path.stem for path in SCHEMAS.glob("*.sql")))
def revision(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


@pytest.fixture
def older(revision: str, tmp_path: Path) -> Path:
    """A database as the last version with that schema left it."""
    return file_of(revision, tmp_path / "arena.db")


@pytest.fixture
def told(revision: str) -> list[dict[str, Any]]:
    """The matches in it: id, status, seq and the moves of the record as spectators may see it."""
    found: list[dict[str, Any]] = json.loads((SCHEMAS / f"{revision}.json").read_text(encoding="utf-8"))
    return found


async def test_matches_of_an_older_schema_are_as_they_were(
    older: Path, told: list[dict[str, Any]], clock: ManualClock
) -> None:
    arena = await open_arena(older, clock, None, games=registry.get)
    try:
        assert await _matches(arena, [each["id"] for each in told]) == told
        assert [fault async for fault in row_check.faults(arena.db)] == []
    finally:
        await arena.close()


async def _matches(arena: Arena, numbers: list[int]) -> list[dict[str, Any]]:
    found = []
    for number in numbers:
        match = await arena.matches.get(number)
        text = record.write(match.session, ("Ann", "Bob", "Cleo", "Dan")[: len(match.seats)], reveal=False)
        moves = text.split("\n\n", 1)[1].split()
        found.append({"id": number, "status": match.status, "seq": match.seq, "moves": moves})
    return found


async def test_matches_of_an_older_schema_go_on(
    older: Path, told: list[dict[str, Any]], clock: ManualClock, poster: NotingPoster
) -> None:
    arena = await open_arena(older, clock, poster, games=registry.get)
    try:
        for number in [each["id"] for each in told if each["status"] == "running"]:
            match = after = await arena.matches.get(number)
            if match.paused is not None:
                continue
            for seat in sorted(match.awaited):  # several, where they choose in secret
                turn = drawn_turn(match.session.game, match.session.state, seat, Chance.from_text("a turn"))
                after = await arena.matches.play(number, match.person_of(seat), turn)
            assert after.seq > match.seq
        await arena.outbox.idle()
        assert poster.posts
        assert [fault async for fault in row_check.faults(arena.db)] == []
    finally:
        await arena.close()
