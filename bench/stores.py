"""What storing costs: a turn, a turn in a large store, the last turn of a match, the check of ratings."""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import median

import aiosqlite
from openskill.models import PlackettLuce

from bench.measure import Row, Timer, beside, percentile, scratch
from hosting.arena import Arena
from hosting.runtime import SystemClock
from store import check
from store.database import Database
from tests.copies import FIRST_CHANNEL, FIRST_ID, GUILD, begin, fill, play, turn
from tests.hosting.ladder import Ladder

# a turn

_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
_PEER_TABLES = (
    "CREATE TABLE events (match_id INTEGER, seq INTEGER, text TEXT, PRIMARY KEY (match_id, seq))",
    "CREATE TABLE matches (id INTEGER PRIMARY KEY, seq INTEGER)",
    "CREATE TABLE outbox (id INTEGER PRIMARY KEY, match_id INTEGER, seq INTEGER, kind TEXT)",
    "INSERT INTO matches VALUES (1, 0)",
)


def commit(*, quick: bool) -> list[Row]:
    """Return what a whole `play` costs beside a bare insert and commit, on the same disk with the same pragmas."""
    with scratch() as folder:
        return asyncio.run(_commit(folder, turns=200 if quick else 2_000))


async def _commit(folder: Path, turns: int) -> list[Row]:
    ours, bare, same = list[float](), list[float](), list[float]()
    rng = random.Random(1)
    arena = await Arena.open(folder / "arena.db", SystemClock())
    async with aiosqlite.connect(folder / "bare.db", isolation_level=None) as peer:
        for statement in (*(f"PRAGMA {pragma}" for pragma in _PRAGMAS), *_PEER_TABLES):
            await peer.execute(statement)
        match = await begin(arena, channel_id=1)
        for number in range(turns):
            if match.over:
                match = await begin(arena, channel_id=1)
            text, timer = turn(match, rng), Timer()
            match = await arena.matches.play(match.id, match.to_act[0], text)
            ours.append(timer.passed)
            timer = Timer()
            await peer.execute("BEGIN IMMEDIATE")
            await peer.execute("INSERT INTO events VALUES (1, ?, ?)", (number, text))
            await peer.commit()
            bare.append(timer.passed)
            timer = Timer()
            await peer.execute("BEGIN IMMEDIATE")
            await peer.execute("UPDATE matches SET seq = ? WHERE id = 1", (number,))
            await peer.execute("INSERT INTO events VALUES (2, ?, ?)", (number, text))
            await peer.execute("INSERT INTO outbox (match_id, seq, kind) VALUES (2, ?, 'board')", (number,))
            await peer.commit()
            same.append(timer.passed)
    await arena.close()
    one, three = "bare aiosqlite insert + commit", "the same three rows through bare aiosqlite"
    return [
        Row("commit of a turn, median", median(ours), "ms", one, median(bare)),
        Row("commit of a turn, median", median(ours), "ms", three, median(same)),
        Row("commit of a turn, p99", percentile(ours, 99), "ms", one, percentile(bare, 99)),
    ]


# large stores

RUNNING = 500


def storage(*, quick: bool) -> list[Row]:
    """Return what a turn and a list of one's own cost with up to 100,000 matches stored."""
    with scratch() as folder:
        sizes = (100, 1_000, 10_000) if quick else (100, 10_000, 100_000)
        return asyncio.run(_storage(folder, sizes, turns=100 if quick else 500))


async def _storage(folder: Path, sizes: Sequence[int], turns: int) -> list[Row]:
    arenas, channels, rows = [], [], []
    for size in sizes:
        running = min(RUNNING, size // 2)
        await fill(folder / f"{size}.db", over=size - running, running=running)
        first = FIRST_CHANNEL + FIRST_ID + size - running + 1
        arenas.append(await Arena.open(folder / f"{size}.db", SystemClock()))
        await arenas[-1].start()
        channels.append(range(first, first + running))
    played: list[list[float]] = [[] for _ in sizes]
    listed: list[list[float]] = [[] for _ in sizes]
    rng = random.Random(5)
    for number in range(turns):
        for arena, places, moves, own in zip(arenas, channels, played, listed, strict=True):
            match = await arena.matches.running_in(places[number % 50])
            if match is None:
                continue
            text, timer = turn(match, rng), Timer()
            await arena.matches.running_in(places[number % 50])
            await arena.matches.play(match.id, match.to_act[0], text)
            took, timer = timer.passed, Timer()
            await arena.matches.of_person(match.to_act[0])
            moves.append(took)
            own.append(timer.passed)
    for arena in arenas:
        await arena.close()
    for name, times in (("a move", played), ("my matches", listed)):
        few, *more = map(median, times)
        for size, value in zip(sizes[1:], more, strict=True):
            title, peer = f"{name} with {size:,} matches stored", f"with {sizes[0]:,} stored"
            rows.append(Row(title, value, "ms", peer, few, at_most=1.5))
    return rows


# the results of years

REGULAR = 1
"""Who sits in every fiftieth match: in 10,000 of 500,000, fourteen a day."""


async def with_results(path: Path, count: int, *, everywhere: bool = False) -> Arena:
    """Return an arena with so many results, two of each match, written without any code of the program."""
    await (await Arena.open(path, SystemClock())).close()
    numbers = {"matches": count // 2, "people": 5_000, "regular": REGULAR, "guild": GUILD}
    sql = Path(__file__).with_name("results.sql").read_text(encoding="utf-8")
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(re.sub(r":([a-z]+)", lambda name: str(numbers[name[1]]), sql))
        connection.commit()
    return await Arena.open(path, SystemClock(), everywhere=everywhere)


# the end of a match

FEW = 1_000


def results(*, quick: bool) -> list[Row]:
    """Return what the last turn of a match costs, which writes results, totals and ratings, beside ordinary turns."""
    many, ends = (50_000, 20) if quick else (1_000_000, 60)
    with scratch() as folder:
        (turn, few, few_passed), (_, lots, lots_passed) = asyncio.run(_ends(folder, (FEW, many), ends))
    name, beside = "last turn of a match, with {:,} results stored", f"with {FEW:,} results stored"
    return [
        Row(name.format(FEW), few, "ms CPU", "ordinary turns of one match in a row", turn, at_most=1.5),
        Row(name.format(many), lots, "ms CPU", beside, few, at_most=1.2),
        Row(f"{name.format(many)}, until it is committed", lots_passed, "ms", beside, few_passed),
    ]


async def _ends(folder: Path, sizes: Sequence[int], ends: int) -> list[tuple[float, float, float]]:
    """Return what turns take beside so many results: CPU of an ordinary one, CPU and time of the last one of a match.

    Before each last turn another match goes on, as on a server where many do. Matches are played in turns with few and
    with many results stored, so that what else the machine does slows down both.
    """
    rng = random.Random(1)
    arenas = [await with_results(folder / f"{size}.db", size) for size in sizes]
    between = [await begin(arena, channel_id=1) for arena in arenas]
    took: list[tuple[list[float], list[tuple[float, float]]]] = [([], []) for _ in arenas]
    for _ in range(ends):
        for place, arena in enumerate(arenas):
            match, (ordinary, last) = await begin(arena, channel_id=2), took[place]
            while not match.over:
                text, (seat,) = turn(match, rng), match.session.to_act
                if ending := match.session.play(seat, text).outcome is not None:
                    other = between[place] if not between[place].over else await begin(arena, channel_id=1)
                    between[place] = await play(arena, other, rng, 1)
                timer = Timer()
                match = await arena.matches.play(match.id, match.to_act[0], text)
                if ending:
                    last.append((timer.cpu, timer.passed))
                else:
                    ordinary.append(timer.cpu)
    for arena in arenas:
        await arena.close()
    return [(median(ordinary), *map(median, zip(*last, strict=True))) for ordinary, last in took]


# ratings

PEOPLE = 200

Ranks = list[tuple[int, int]]
"""A game: the person of each seat, with the rank."""


def ratings(*, quick: bool) -> list[Row]:
    """Return how fast `python -m store ratings --check` computes ratings, beside openskill alone."""
    count, repeats, rows = (2_000, 1, []) if quick else (20_000, 3, [])
    for seats in (2, 4):
        games = random_games(seats, count)
        with scratch() as folder:
            asyncio.run(rated(folder / "ratings.db", games))
            works = partial(_checked, folder / "ratings.db", count), partial(_openskill, games)
            ours, bare = (1000 * done / took for took, done in beside(repeats, *works, clock="cpu"))
        name = f"--check of {count:,} games of {seats}"
        rows.append(Row(name, ours, "games/s", "openskill alone", bare, at_least=0.5))
    return rows


def random_games(seats: int, count: int) -> list[Ranks]:
    """Return random games of so many seats."""
    rng = random.Random(seats)
    return [list(zip(rng.sample(range(1, PEOPLE + 1), seats), range(1, seats + 1), strict=True)) for _ in range(count)]


def _checked(path: Path, count: int) -> int:
    checked = asyncio.run(check.check_ratings(path))
    if checked != check.Checked(1, count, ()):
        raise AssertionError(checked.problems)
    return count


def _openskill(games: Sequence[Ranks]) -> int:
    """Rate games as one would with openskill and a dictionary; return how many there are."""
    model = PlackettLuce()
    known = {person: model.rating() for person in range(1, PEOPLE + 1)}
    for game in games:
        after = model.rate([[known[person]] for person, _ in game], ranks=[rank for _, rank in game])
        for (person, _), (skill,) in zip(game, after, strict=True):
            known[person] = skill
    return len(games)


async def rated(path: Path, games: Sequence[Ranks]) -> None:
    """Write what the ends of games write."""
    database = await Database.open(path)
    ladder = Ladder(database)
    for game in games:
        await ladder.end(*((rank, "full", person) for person, rank in game))
    await database.close()
