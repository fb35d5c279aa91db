"""Two processes that end matches at once in one pool cannot disagree about the order, nor about a rating."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

from sqlalchemy import select

from store.addresses import Address, parse
from store.database import Database
from store.ratings import command
from store.schema import results
from tests.databases import setting
from tests.hosting.rating.ending import end_one
from tests.hosting.rating.ladder import Ladder

ROUNDS = 12
ROOT = Path(__file__).parents[3]


async def test_two_processes_that_end_matches_at_once_agree(database: Address) -> None:
    """In each round both end one; the first round makes the pool."""
    await (await Database.open(database)).close()
    opened = await Database.connect(database)
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.hosting.rating.ending", setting(parse(database))),
        cwd=ROOT,
        stdin=PIPE,
        stdout=PIPE,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    for number in range(1, ROUNDS + 1):
        child.stdin.write(f"{1000 + number}\n".encode())
        done, _ = await asyncio.gather(child.stdout.readline(), end_one(Ladder(opened), number))
        assert done == b"ended\n"
    child.stdin.close()
    assert await child.wait() == 0

    async with opened.read() as connection:
        query = select(results.c.match_id).where(results.c.seat == 1).order_by(results.c.pool_no)
        numbered = list((await connection.execute(query)).scalars())
    rounds = [set(numbered[first : first + 2]) for first in range(0, 2 * ROUNDS, 2)]
    assert rounds == [{number, 1000 + number} for number in range(1, ROUNDS + 1)]
    assert await command.check(database) == command.Checked(1, 2 * ROUNDS, ())
    await opened.close()
