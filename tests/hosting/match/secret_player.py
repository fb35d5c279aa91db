"""A process that chooses in secret until it is killed: `main([DATABASE, SEED])`, given to a `ForkServer`.

It prints what it is about to do, `try …`, and the same, `did …`, once that is acknowledged: what is chosen before the
start, picks that stay closed, answers in advance, turns. Its matches are of the parlour game, one after the other.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import sys
from collections.abc import Awaitable, Sequence
from typing import TypeVar

from hosting.arena import Arena
from hosting.match.model import Match, Person, Place
from hosting.runtime.time import SystemClock
from tests.hosting.toygame import games
from tests.people import acquaint

T = TypeVar("T")
PEOPLE = (Person(1, "Ann"), Person(2, "Bob"))
CHANNEL = 10
LOADOUTS = ("1+2", "3+7", "5+9", "4+16")


async def told(words: str, deed: Awaitable[T]) -> T:
    """Say what is about to be done, do it, and say that it was."""
    sys.stdout.write(f"try {words}\n")
    sys.stdout.flush()
    done = await deed
    sys.stdout.write(f"did {words}\n")
    sys.stdout.flush()
    return done


async def begin(arena: Arena, rng: random.Random, hand: str) -> Match:
    """Open a table, have both choose in private and change their minds, and start it."""
    table = await arena.tables.open(1, CHANNEL, PEOPLE[0], "parlour", "2", options=(("hand", hand),), where="here")
    table = await arena.tables.join(table.id, PEOPLE[1])
    for _ in range(rng.randrange(1, 4) if hand == "chosen" else 0):
        seat, text = rng.randrange(2), rng.choice(LOADOUTS)
        await told(
            f"loadout {table.id} {seat + 1} {text}", arena.loadouts.choose(table.id, PEOPLE[seat].person_id, text)
        )
    return await told(f"start {table.id}", arena.tables.start(table.id, 1, (Place("board", CHANNEL),)))


async def play_on(arena: Arena, match: Match, rng: random.Random) -> None:
    """Play one move, picking again now and then, or store an answer in advance; or resign, so that others begin."""
    session = match.session
    if rng.random() < 0.05:
        await told(f"forfeit {match.id}", arena.matches.forfeit(match.id, rng.randrange(1, 3)))
        return
    if rng.random() < 0.2:
        seat, answer = rng.randrange(2), rng.choice(["-", "26 25 -", "1 2 3 -"])
        await told(f"answer {match.id} {seat + 1} {answer}", arena.prepared.put(match.id, seat + 1, "discard", answer))
        return
    seat = rng.choice(sorted(session.deciding))
    text = rng.choice(session.game.legal(session.state, seat))
    kind = f"pick {match.id} {session.state.turn} {seat}" if len(session.deciding) > 1 else f"turn {match.id} {seat}"
    await told(f"{kind} {text}", arena.matches.play(match.id, seat, text))


async def play(database: str, seed: str) -> None:
    """Play for ever, from where the process before it was killed."""
    rng, hands = random.Random(seed), itertools.cycle(("chosen", "draft"))
    arena = await Arena.open(database, SystemClock(), games=games, entropy=rng.randbytes)
    async with arena.db.write() as connection:
        await acquaint(connection, *(each.person_id for each in PEOPLE))
    await arena.start()
    while True:
        match = await arena.matches.running_in(CHANNEL) or await begin(arena, rng, next(hands))
        while not match.over:
            await play_on(arena, match, rng)
            match = await arena.matches.get(match.id)  # with what was answered in advance


def main(arguments: Sequence[str]) -> int:
    """Play for ever."""
    asyncio.run(play(*arguments))
    return 0
