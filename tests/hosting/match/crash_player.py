"""A process that plays until it is killed: `main([DATABASE, WALL, SEED])`, given to a `ForkServer`.

It prints each turn once it is acknowledged, and posts to a file, the wall, as the bot posts to Discord: a post that may
have been tried before is looked for first.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.playing import any_turn, begin
from hosting.arena import Arena
from hosting.match.model import Match, Post
from hosting.runtime.time import SystemClock

CHANNELS = range(10, 14)


class Wall:
    """A file of posts."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def deliver(self, post: Post) -> int:
        if not (post.attempts and post.id in self.ids()):
            line = json.dumps([post.id, post.match_id, post.seq, post.kind, post.channel_id])
            with self._path.open("a") as file:
                file.write(f"{line}\n")
        return post.id

    async def recover(self, post: Post) -> int | None:
        return post.id if post.id in self.ids() else None

    def ids(self) -> list[int]:
        return [post_id for post_id, *_ in self.posts()]

    def posts(self) -> list[tuple[int, int, int, str, int]]:
        return [tuple(json.loads(line)) for line in self._path.read_text().splitlines()] if self._path.exists() else []


async def match_in(arena: Arena, channel_id: int) -> Match:
    """Return the match that goes on in a channel, a new one if there is none."""
    if (match := await arena.matches.running_in(channel_id)) is not None:
        return match
    return await begin(arena, channel_id)


async def play_on(arena: Arena, channel_id: int, rng: random.Random) -> None:
    """Play in a channel for ever."""
    while True:
        match = await match_in(arena, channel_id)
        while not match.over:
            (person_id,) = match.to_act
            text = any_turn(match.session, rng)
            match = await arena.matches.play(match.id, person_id, text)
            sys.stdout.write(f"{match.id} {match.seq} {text}\n")
            sys.stdout.flush()


async def play(database: str, wall: str, seed: str) -> None:
    """Play in several channels at once."""
    arena = await Arena.open(database, SystemClock())
    arena.outbox.set_poster(Wall(Path(wall)))
    await arena.start()
    await asyncio.gather(
        *(play_on(arena, channel_id, random.Random(f"{seed} {channel_id}")) for channel_id in CHANNELS)
    )


def main(arguments: Sequence[str]) -> int:
    """Play for ever."""
    asyncio.run(play(*arguments))
    return 0
