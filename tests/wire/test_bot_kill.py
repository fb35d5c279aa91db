"""The real bot, killed at any moment while people play: no acknowledged turn is lost, every board is posted once.

`python -m bench kills` kills it a hundred times.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import URL

from engine import registry
from store.check import check
from tests.databases import BOTH, postgresql, setting
from tests.forkserver import ForkServer
from tests.volume import many
from tests.wire.double import BotProcess
from tests.wire.match import Table
from tests.wire.ordeal import Ordeal
from tests.wire.stage import arena_double

KILLS = many(2, 12)
TABLES = ("ann bob", "cleo dan", "eve fay", "gus hal ida")


@pytest_asyncio.fixture(params=BOTH)
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Path | URL]:
    if request.param == "sqlite":
        yield tmp_path / "arena.db"
        return
    async with postgresql() as address:
        yield address


async def test_killed_again_and_again(database: Path | URL, tmp_path: Path, program: ForkServer) -> None:
    async with arena_double() as double:
        guild = double.add_guild("Arena")
        tables = [
            Table(
                double, guild.add_channel(f"table-{number}"), [double.add_user(name, guild) for name in names.split()]
            )
            for number, names in enumerate(TABLES, 1)
        ]
        process = BotProcess(double, program, log=tmp_path / "bot.log", env={"DATABASE": setting(database)})
        try:
            tally = await Ordeal(process, database, tables, seed=1, requests=60).run(KILLS)
        finally:
            await process.kill()
        assert double.violations == []
        assert not double.unknown_routes

    assert " ERROR " not in process.output, process.output
    assert tally.acknowledged > 0
    assert tally.lost == []
    assert tally.missing == []
    assert tally.doubled == []
    assert tally.left_over == []
    report = await check(database, registry.get)
    assert report.problems == ()
    assert report.events == tally.turns
