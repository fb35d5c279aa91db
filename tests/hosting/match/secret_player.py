"""A process that chooses in secret until it is killed: `main([DATABASE, SEED, ROW])`, given to a `ForkServer`.

It prints what it is about to do, `try …`, and the same, `did …`, once that is acknowledged: what is chosen before the
start, choices that are sealed, answers in advance, turns. Its matches are of a row of `EVERY_MODE`, or of the parlour
game, one after the other.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import sys
from collections.abc import Awaitable, Sequence
from typing import Any, TypeVar

from engine import registry
from engine.errors import MoveError
from engine.game import Game
from engine.seat import Seat
from hosting.arena import Arena
from hosting.errors import HostingError
from hosting.match.answers import preparations
from hosting.match.model import Match, Person, Place
from hosting.match.service import playing
from hosting.match_terms import Terms
from hosting.runtime import SystemClock
from tests.engine.kit import every_setup
from tests.engine.parlour.game import PARLOUR
from tests.every_mode import EVERY_MODE, Row, drawn_text
from tests.people import acquaint

T = TypeVar("T")
PEOPLE = [Person(number, f"P{number}") for number in range(1, 7)]
CHANNEL = 10
PARLOUR_ROWS = [
    Row(PARLOUR, setup) for setup in every_setup(PARLOUR) if setup.mode == "2" and setup.options[0][1] != "dealt"
]
PARLOUR_LOADOUTS = ("1+2", "3+7", "5+9", "4+16")
STEPS = 40
"""More than a loadout takes to be built."""


def games(key: str) -> Game[Any, Any, Any]:
    """Return a game of the registry, or the parlour game."""
    return PARLOUR if key == PARLOUR.info.key else registry.get(key)


def drawn_loadout(row: Row, seat: Seat, rng: random.Random) -> str:
    """Return a loadout that is built by lot."""
    game, setup, draft = row.game, row.setup, ""
    if game.building is None:
        return rng.choice(PARLOUR_LOADOUTS)
    for _ in range(STEPS):
        if not (choices := game.loadout_choices(setup, seat, draft)):
            break
        draft = game.loadout_step(setup, seat, draft, rng.choice(choices).key)
        try:
            return game.parse_loadout(setup, seat, draft)
        except MoveError:
            continue
    return game.usual_loadout(setup, seat)


async def told(words: str, deed: Awaitable[T]) -> T:
    """Say what is about to be done, do it, and say that it was."""
    sys.stdout.write(f"try {words}\n")
    sys.stdout.flush()
    done = await deed
    sys.stdout.write(f"did {words}\n")
    sys.stdout.flush()
    return done


async def begin(arena: Arena, rng: random.Random, row: Row) -> Match:
    """Open a table, have those who may choose in private and change their minds, and start it."""
    table = await arena.tables.open(
        1, CHANNEL, PEOPLE[0], row.key, row.mode.key, options=row.options, where="here", terms=Terms(rated=False)
    )
    for person in PEOPLE[1 : row.seats]:
        table = await arena.tables.join(table.id, person)
    choosing = sorted(arena.loadouts.seats(table))
    for _ in range(rng.randrange(1, 4) if choosing else 0):
        seat = rng.choice(choosing)
        text = drawn_loadout(row, seat, rng)
        await told(f"loadout {table.id} {seat} {text}", arena.loadouts.choose(table.id, seat, text))
    return await told(f"start {table.id}", arena.tables.start(table.id, 1, (Place("board", CHANNEL),)))


async def play_on(arena: Arena, match: Match, rng: random.Random) -> None:
    """Play a turn, choosing again now and then, or store an answer in advance; or resign, so that others begin."""
    session = match.session
    if rng.random() < 0.05:
        seat = rng.choice(sorted(playing(match)))
        await told(f"forfeit {match.id}", arena.matches.forfeit(match.id, match.person_of(seat)))
        return
    game = session.game
    if rng.random() < 0.2 and (offered := preparations(match)):
        chosen, seat = rng.choice(offered), rng.choice(sorted(playing(match)))
        text = rng.choice([str(chosen.example), *(each.key for each in chosen.answers)])
        answer = game.parse_prepared(chosen.key, text)
        done = arena.prepared.put(match.id, match.person_of(seat), chosen.key, answer)
        await told(f"answer {match.id} {seat} {chosen.key} {answer}", done)
        return
    seat = rng.choice(sorted(session.deciding))
    text = drawn_text(session, seat, rng, half=0)
    secret = len(session.deciding) > 1
    kind = f"pick {match.id} {session.game.turn(session.state)} {seat}" if secret else f"turn {match.id} {seat}"
    await told(f"{kind} {text}", arena.matches.play(match.id, match.person_of(seat), text, match.seq))


async def play(database: str, seed: str, number: str) -> None:
    """Play for ever, from where the process before it was killed."""
    rng = random.Random(f"{number} {seed}")
    rows = itertools.cycle(PARLOUR_ROWS if number == PARLOUR.info.key else [EVERY_MODE[int(number)]])
    arena = await Arena.open(database, SystemClock(), games=games, entropy=rng.randbytes)
    async with arena.db.write() as connection:
        await acquaint(connection, *(each.person_id for each in PEOPLE))
    await arena.start()
    while True:
        match = await arena.matches.running_in(CHANNEL) or await begin(arena, rng, next(rows))
        while not match.over:
            # What was answered in advance may be played between a look at the match and the turn drawn from it, by the
            # same seat, too.
            try:
                await play_on(arena, match, rng)
            except HostingError as error:
                if error.code not in ("not-your-turn", "stale-board"):
                    raise
            match = await arena.matches.get(match.id)


def main(arguments: Sequence[str]) -> int:
    """Play for ever."""
    asyncio.run(play(*arguments))
    return 0
