"""Two hundred matches move at the same moment, with and without trouble: nothing is lost, nothing is doubled."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from bot import make_bot
from cogs.core.bot import ArenaBot
from engine import registry
from hosting import outbox
from settings import Settings
from store.check import check_database
from tests.copies import TURNS_OF_A_RUNNING_MATCH
from tests.volume import many
from tests.wire.crowd import Crowd, seated
from tests.wire.double import Double
from tests.wire.match import Table
from tests.wire.stage import arena_double

MATCHES = many(50, 200)
MESSAGES = "/channels/{channel_id}/messages"


@asynccontextmanager
async def crowded(folder: Path, matches: int) -> AsyncIterator[tuple[Double, ArenaBot, list[Table]]]:
    """A bot with so many matches, two people each, who have nothing else to do."""
    double = arena_double(check=False)
    database = folder / "arena.db"
    tables = await seated(double, database, people=2 * matches, running=matches)
    bot = make_bot(Settings(database=database, discord_token=None))
    async with double, double.connect(bot):
        yield double, bot, tables
        await bot.arena.idle()
    assert (await check_database(database, registry.get)).problems == ()


def waiting(bot: ArenaBot) -> int:
    """Return how many posts are due."""
    with closing(sqlite3.connect(str(bot.arena.db.address))) as connection:
        ((count,),) = connection.execute("SELECT count(*) FROM outbox WHERE done_at IS NULL")
    return int(count)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(outbox, "FIRST_DELAY_S", 0.05)


async def posted(bot: ArenaBot, tables: list[Table], turns: int) -> Counter[int]:
    """Return how many boards of so many turns a table were posted how often, once all that is to be posted is."""
    await bot.arena.idle()
    return Counter(
        table.boards()[table.match_id, seq]
        for table in tables
        for seq in range(TURNS_OF_A_RUNNING_MATCH + 1, TURNS_OF_A_RUNNING_MATCH + turns + 1)
    )


async def test_many_matches_move_at_once(tmp_path: Path) -> None:
    """On a busy machine some answers may come too late for Discord; the turns count all the same, once each."""
    async with crowded(tmp_path, MATCHES) as (double, bot, tables):
        await Crowd(double, tables, seed=1).burst(MATCHES)
        assert await posted(bot, tables, 1) == {1: MATCHES}
        for table in tables:
            match = await bot.arena.matches.get(table.match_id)
            assert match.seq == TURNS_OF_A_RUNNING_MATCH + 1
        assert {len(table.turn_messages()) for table in tables if table.goes_on} <= {1}


async def test_trouble_everywhere_delays_and_loses_nothing(tmp_path: Path) -> None:
    """One request in five fails in one of the ways in which Discord and networks fail."""
    random.seed(5)  # the double draws which requests are hit
    async with crowded(tmp_path, many(20, 40)) as (double, bot, tables):
        for kind in ({"status": 503}, {"status": 429, "retry_after": 0.02}, {"drop": "request"}, {"drop": "response"}):
            double.inject("POST", MESSAGES, times=None, chance=0.05, **kind)
        crowd = Crowd(double, tables, seed=2)
        for _ in range(2):
            await crowd.burst(len(tables))
        assert crowd.refused == []
        assert len(crowd.moves) == 2 * len(tables)
        await double.until(lambda: not waiting(bot))
        double.faults.clear()
        assert await posted(bot, tables, 2) == {1: 2 * len(tables)}


async def test_a_channel_that_forbids_posting_is_not_asked_again_and_again(tmp_path: Path) -> None:
    async with crowded(tmp_path, 1) as (double, bot, (table,)):
        fault = double.inject("POST", MESSAGES, status=403, code=50013, times=None)
        await Crowd(double, [table], seed=3).burst(1)
        await bot.arena.idle()
        match = await bot.arena.matches.get(table.match_id)
        assert match.status == "parked"
        assert fault.hits <= 3, "the board, and a word in private to each player"
        before = fault.hits
        await bot.arena.schedule.start()
        await bot.arena.idle()
        assert fault.hits == before
