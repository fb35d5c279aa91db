"""A process with a person who plays against computers until it is killed: `main([DATABASE, SEED])`, for a `ForkServer`.

It prints each event that is on disk: match, number, seat and text. Computers decide at tiny effort and without a pause.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections.abc import Sequence
from datetime import timedelta

from hosting.arena import Arena
from hosting.computers import opponents, workers
from hosting.match.model import Match, Person, Place
from hosting.runtime import SystemClock
from tests.computers import in_process
from tests.every_mode import drawn_text

GUILD = 1
GAMES = (("replica", "2"), ("apex", "4"), ("mutants", "2"))
"""One with turns in a row, one in which all choose at once, one that asks in others' turns."""


async def match_of(arena: Arena, number: int) -> Match:
    """Return the match of a game that goes on in its channel, a new one if there is none."""
    game, mode = GAMES[number]
    if (match := await arena.matches.running_in(10 + number)) is not None:
        return match
    ann = Person(1, "Ann")
    seats = arena.core.games(game).info.mode(mode)
    assert seats is not None
    levels = [1] * (seats.seats - 1)
    table = await arena.tables.open(GUILD, 10 + number, ann, game, mode, where="here", computers=levels)
    return await arena.tables.start(table.id, ann.person_id, [Place("board", 10 + number)])


async def play_on(arena: Arena, number: int, rng: random.Random, changed: asyncio.Event) -> None:
    """Play for Ann for ever."""
    while True:
        match = await match_of(arena, number)
        if 1 in match.session.to_act:
            await arena.matches.play(match.id, 1, drawn_text(match.session, 1, rng))
        else:
            changed.clear()
            if not (await arena.matches.get(match.id)).session.to_act & {1}:
                await changed.wait()


async def play(database: str, seed: str) -> None:
    """Play all games at once."""
    workers.spawn = in_process  # type: ignore[assignment]
    opponents.COMPUTER_PAUSE = timedelta()  # type: ignore[attr-defined]
    arena = await Arena.open(database, SystemClock())
    await arena.people.enter(1, GUILD, "Ann")
    changed = [asyncio.Event() for _ in GAMES]

    async def told(match: Match) -> None:
        if match.events:
            last = match.events[-1]
            sys.stdout.write(f"{json.dumps([match.id, last.seq, last.seat, last.text])}\n")
            sys.stdout.flush()
        for each in changed:
            each.set()

    arena.matches.listen(0, told)  # type: ignore[arg-type]
    await arena.start()
    await asyncio.gather(*(play_on(arena, each, random.Random(f"{seed} {each}"), changed[each]) for each in range(3)))


def main(arguments: Sequence[str]) -> int:
    """Play for ever."""
    asyncio.run(play(*arguments))
    return 0
