"""Two processes that end matches at once in one pool cannot disagree about the order, nor about a rating."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

from sqlalchemy import select

from store import check
from store.database import Database
from store.db.addresses import Address, parse
from store.schema import results
from store.tables.results import ALL_SERVERS
from tests.databases import setting
from tests.hosting.rating.ending import end_one
from tests.hosting.rating.ladder import Ladder

ROUNDS = 12
ROOT = Path(__file__).parents[3]


async def test_two_processes_that_end_matches_at_once_agree(database: Address) -> None:
    """In each round both end one; the first round makes the pool."""
    await race(database, 1, Ladder(await opened(database)))


async def test_two_servers_that_end_matches_at_once_agree_about_all_servers(database: Address) -> None:
    """Each has a pool of its own, and both have the one of all servers."""
    await race(database, 3, Ladder(await opened(database), guild_id=2, everywhere=True), "1")


async def opened(database: Address) -> Database:
    await (await Database.open(database)).close()
    return await Database.connect(database)


async def race(database: Address, pools: int, ladder: Ladder, *servers: str) -> None:
    """End matches at once here and in another process, and look at the pool that they have in common."""
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.hosting.rating.ending", setting(parse(database)), *servers),
        cwd=ROOT,
        stdin=PIPE,
        stdout=PIPE,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    for number in range(1, ROUNDS + 1):
        child.stdin.write(f"{1000 + number}\n".encode())
        done, _ = await asyncio.gather(child.stdout.readline(), end_one(ladder, number))
        assert done == b"ended\n"
    child.stdin.close()
    assert await child.wait() == 0

    common = ALL_SERVERS if ladder.everywhere else ladder.guild_id
    async with ladder.database.read() as connection:
        query = select(results.c.match_id).where(results.c.seat == 1, results.c.guild_id == common)
        numbered = list((await connection.execute(query.order_by(results.c.pool_no))).scalars())
    rounds = [set(numbered[first : first + 2]) for first in range(0, 2 * ROUNDS, 2)]
    assert rounds == [{number, 1000 + number} for number in range(1, ROUNDS + 1)]
    counted = 4 * ROUNDS if ladder.everywhere else 2 * ROUNDS
    assert await check.check_ratings(database) == check.Checked(pools, counted, ())
    await ladder.database.close()
