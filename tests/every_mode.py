"""Every game in every mode with every value of every option, from the registry, and turns at random in any of them.

A guarantee about matches is tried over this table and not over the game at hand:

- `EVERY_MODE` has a `Row` for each game, mode and combination of options that means something: 2 to 6 players, teams,
  alone. A game, mode or option that is added to the registry is in it by itself.
- `sampled(count, seed)` draws rows such that each game is among the first four, for a part of the table in `make test`.
- `part_of(test)` gives a test that is slow a row of each game, of APEX one with exploration, and all when thorough.
- `grouped(rows, most)` makes parameters of them for a test that plays several rows side by side.
- `drawn_text` types a random turn for a seat that has to decide, whole or half, as `Session.play` and `/move` take it.

Nothing here needs hosting or Discord: suites of the engine, of hosting, of the store and of the wire share it.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from engine import registry
from engine.chance import Chance
from engine.game import Game, Mode, Setup
from engine.seat import Seat
from engine.session import Session
from engine.turn import SEPARATOR
from tests.engine.kit import every_setup, label
from tests.volume import THOROUGH


@dataclass(frozen=True)
class Row:
    """One way to play one of the games.

    Attributes:
        game: Which.
        setup: Its mode, and a value for each option that means something there.
    """

    game: Game[Any, Any, Any]
    setup: Setup

    @property
    def key(self) -> str:
        """The key of the game."""
        return self.game.info.key

    @property
    def mode(self) -> Mode:
        """The mode."""
        mode = self.game.info.mode(self.setup.mode)
        assert mode is not None
        return mode

    @property
    def seats(self) -> int:
        """How many play."""
        return self.mode.seats

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """Pairs of option key and value, as tables take them."""
        return self.setup.options

    @property
    def name(self) -> str:
        """What the row is called in the names of tests."""
        return f"{self.key}-{label(self.setup)}"

    def begin(self, seed: str) -> Session:
        """Return a game of it before the first move, the same for the same seed."""
        return Session.start(self.game, self.setup, Chance.from_text(seed))


EVERY_MODE = tuple(Row(game, setup) for game in registry.games() for setup in every_setup(game))


def sampled(count: int, seed: str) -> list[Row]:
    """Return some rows drawn at random, games in turn as long as they have rows left; all rows for a large number."""
    rng = random.Random(seed)
    left = {game.info.key: [row for row in EVERY_MODE if row.game is game] for game in registry.games()}
    for rows in left.values():
        rng.shuffle(rows)
    found: list[Row] = []
    while len(found) < count and any(left.values()):
        found += [rows.pop() for rows in left.values() if rows]
    return found[:count]


def part_of(test: str) -> list[Row]:
    """Return a row of each game for a test, which is named: other rows for other names. All of them when thorough.

    APEX is played with exploration: what a move comes to is hidden there before it is played.
    `ARENA_SEED` gives the same test others.
    """
    if THOROUGH:
        return list(EVERY_MODE)
    rows = sampled(len(EVERY_MODE), f"{test} {os.environ.get('ARENA_SEED', '')}")
    explores = ("mode", "exploration")
    return [
        next(row for row in rows if row.game is game and (explores in row.options or game.info.key != "apex"))
        for game in registry.games()
    ]


def grouped(rows: Sequence[Row], most: int) -> list[ParameterSet]:
    """Return the rows in lists of at most so many, each a parameter of a test that is named for its rows."""
    some = [list(rows[first : first + most]) for first in range(0, len(rows), most)]
    return [pytest.param(each, id="|".join(row.name for row in each)) for each in some]


def drawn_text(session: Session, seat: Seat, rng: random.Random, *, half: float = 0.3) -> str:
    """Return a random legal turn of a seat that has to decide, as a player types it.

    It ends where the player must first see what came of it; a list (`Game.listing`) may be left open.

    Args:
        session: The game.
        seat: One of those who must decide.
        rng: Draws it.
        half: How likely a list is left open after each of its moves.
    """
    game, here = session.game, session.state
    start, together = game.turn(here), len(game.to_act(here)) > 1
    open_list = game.listing(here, seat) is not None
    texts: list[str] = []
    while True:
        move = rng.choice(game.legal(here, seat))
        texts.append(game.format(here, seat, move))
        if together:
            break
        step = game.apply(here, {seat: move})
        here = step.state
        over = game.turn(here) != start or seat not in game.to_act(here)
        if over or step.barrier or (open_list and rng.random() < half):
            break
    return SEPARATOR.join(texts)
