"""A process of its own that ends matches in a pool: `python -m tests.hosting.rated_end ADDRESS [SERVER]`.

It has the store open without the lock that keeps a bot alone. For each number that it reads, it ends that match and
writes a line; it ends with its input. With a server they end there, and count for the ratings of all servers, too.
"""

from __future__ import annotations

import asyncio
import sys

from store.database import Database
from tests.hosting.ladder import Ladder, won


async def end_one(ladder: Ladder, number: int) -> None:
    """End a match between two of the same four people."""
    winner = number % 4
    await ladder.end(*won(1 + winner, 1 + (winner + number // 4 % 3 + 1) % 4), match_id=number)


async def main(address: str, *servers: str) -> None:
    """End matches as long as there are numbers."""
    database = await Database.connect(address)
    ladder = Ladder(database, int(servers[0]), everywhere=True) if servers else Ladder(database)
    while line := await asyncio.to_thread(sys.stdin.readline):
        await end_one(ladder, int(line))
        sys.stdout.write("ended\n")
        sys.stdout.flush()
    await database.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
