"""A process that plays until it is killed: `main([DATABASE, WALL, SEED, ROW…])`, given to a `ForkServer`.

Each row of `EVERY_MODE` has a channel of its own. The process prints each turn, and each choice that stays sealed,
once it is acknowledged, and posts to a file, the wall, as the bot posts to Discord: a post that may have been tried
before is looked for first.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path

from hosting.arena import Arena
from hosting.match.model import Match, Person, Place, Post, Where
from hosting.runtime import SystemClock
from tests.every_mode import EVERY_MODE, Row, drawn_text

GUILD = 1
FIRST_CHANNEL = 10
CHANNELS_EACH = 4
PEOPLE = [Person(number, f"P{number}") for number in range(1, 7)]


class Wall:
    """A file of posts."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def deliver(self, post: Post, *, needed: bool = True) -> int | None:
        if not needed:
            return post.id if post.id in self.ids() else None
        if post.kind == "refresh":
            return None  # of a table, whose message is made by what a player presses
        if not (post.attempts and post.id in self.ids()):
            line = json.dumps([post.id, post.match_id, post.seq, post.kind, post.channel_id])
            with self._path.open("a") as file:
                file.write(f"{line}\n")
        return post.id

    def ids(self) -> list[int]:
        return [post_id for post_id, *_ in self.posts()]

    def posts(self) -> list[tuple[int, int, int, str, int]]:
        return [tuple(json.loads(line)) for line in self._path.read_text().splitlines()] if self._path.exists() else []


def places(row: Row, number: int) -> list[Place]:
    """Return where a row is played: teams have a channel each."""
    first = FIRST_CHANNEL + CHANNELS_EACH * number
    return [Place("board", first), *(Place(f"team:{team}", first + 1 + team) for team in range(len(row.mode.teams)))]


async def match_of(arena: Arena, number: int) -> Match:
    """Return the match of a row that goes on in its channel, a new one if there is none."""
    row = EVERY_MODE[number]
    board, *_ = there = places(row, number)
    if (match := await arena.matches.running_in(board.channel_id)) is not None:
        return match
    players = PEOPLE[: row.seats]
    where: Where = "channels" if len(there) > 1 else "here"
    table = await arena.tables.open(
        GUILD, board.channel_id, players[0], row.key, row.mode.key, options=row.options, where=where
    )
    for person in players[1:]:
        await arena.tables.join(table.id, person)
    return await arena.tables.start(table.id, players[0].person_id, there)


async def play_on(arena: Arena, number: int, rng: random.Random) -> None:
    """Play a row for ever."""
    while True:
        match = await match_of(arena, number)
        while not match.over:
            session = match.session
            seat = rng.choice(sorted(session.to_act))
            text = drawn_text(session, seat, rng)
            decision, seq = match.decision, match.seq + 1
            match = await arena.matches.play(match.id, match.person_of(seat), text)
            sys.stdout.write(f"{json.dumps([match.id, seq, seat, decision, text])}\n")
            sys.stdout.flush()


async def play(database: str, wall: str, seed: str, *rows: str) -> None:
    """Play several rows at once."""
    arena = await Arena.open(database, SystemClock())
    for each in PEOPLE:
        if await arena.people.enter(each.person_id, GUILD, each.name) != each:
            raise AssertionError(f"{each.name} is not the person of that number in this store")
    arena.outbox.set_poster(Wall(Path(wall)))
    await arena.start()
    await asyncio.gather(*(play_on(arena, int(row), random.Random(f"{seed} {row}")) for row in rows))


def main(arguments: Sequence[str]) -> int:
    """Play for ever."""
    asyncio.run(play(*arguments))
    return 0
