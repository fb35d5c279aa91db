"""How fast `python -m store ratings --check` computes ratings, beside openskill alone over the same games.

Both are counted in time of the processor, reading the store included.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from openskill.models import PlackettLuce

from bench.report import Row
from bench.scratch import scratch
from store import check
from store.database import Database
from store.ratings import stored
from store.ratings.model import Skill
from store.ratings.stored import Change, Seated, rate_match
from store.tables import results
from store.tables.results import Result

PEER = "openskill alone"
PEOPLE = 200
BATCH = 500
START = datetime(2026, 1, 1, tzinfo=UTC)

Game = list[tuple[int, int]]
"""A game: the person of each seat, with the rank."""


def run(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` rates fewer games."""
    with scratch() as folder:
        return [
            asyncio.run(_measure(folder / f"{seats}.db", seats, 2_000 if quick else 20_000, repeats=1 if quick else 3))
            for seats in (2, 4)
        ]


async def _measure(path: Path, seats: int, count: int, repeats: int) -> Row:
    games = games_of(seats, count)
    await pool_of(path, games)
    ours, bare = [], []
    for _ in range(repeats):
        began = time.process_time()
        checked = await check.check_ratings(path)
        ours.append(count / (time.process_time() - began))
        if checked != check.Checked(1, count, ()):
            raise AssertionError(checked.problems)
        began = time.process_time()
        _rate(games)
        bare.append(count / (time.process_time() - began))
    name = f"--check of {count:,} games of {seats}"
    return Row.higher(name, statistics.median(ours), "games/s", PEER, statistics.median(bare), at_least=0.5)


def games_of(seats: int, count: int) -> list[Game]:
    """Return random games of so many seats."""
    rng = random.Random(seats)
    return [list(zip(rng.sample(range(1, PEOPLE + 1), seats), range(1, seats + 1), strict=True)) for _ in range(count)]


def _rate(games: Sequence[Game]) -> None:
    """Rate games as one would with openskill and a dictionary."""
    model = PlackettLuce()
    known = {person: model.rating() for person in range(1, PEOPLE + 1)}
    for game in games:
        rated = model.rate([[known[person]] for person, _ in game], ranks=[rank for _, rank in game])
        for (person, _), (after,) in zip(game, rated, strict=True):
            known[person] = after


async def pool_of(path: Path, games: Sequence[Game]) -> None:
    """Write what the ends of the games would have written, many at once."""
    database = await Database.open(path)
    known: dict[int, Skill] = {}
    for first in range(0, len(games), BATCH):
        async with database.write(long=True) as connection:
            rows: list[Result] = []
            changes: list[Change] = []
            for number, game in enumerate(games[first : first + BATCH], first + 1):
                pool = await stored.next_number(connection, 1, "replicants", str(len(game)), "")
                seats = [Seated(seat, None, rank, "full", person) for seat, (person, rank) in enumerate(game, 1)]
                moved = rate_match(seats, known)
                known |= {each.person_id: each.after for each in moved}
                rows += [_result(number, len(game), each, pool.id) for each in seats]
                at = START + timedelta(minutes=number)
                changes += [
                    Change(pool.id, number, number, number, each.person_id, "end", None, each.before, each.after, at)
                    for each in moved
                ]
            await results.add(connection, rows)
            last = {each.person_id: (each.pool_no, each.at) for each in changes}
            await stored.note(connection, changes, last)
    await database.close()


def _result(number: int, count: int, seated: Seated, pool_id: int) -> Result:
    return Result(
        *(number, 0, seated.seat, 1, "replicants", str(count), (), None, seated.person_id or 0, seated.person_id or 0),
        *(False, 20, 20, 20, seated.rank, 0, START, START + timedelta(minutes=number), "rules"),
        pool_id=pool_id,
        rated="full",
        player_id=seated.person_id,
        pool_no=number,
    )
