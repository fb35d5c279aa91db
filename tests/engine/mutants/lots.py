"""Draws from Python's seeded random numbers, for games that the second implementation plays by itself."""

from __future__ import annotations

import random

from tests.engine.mutants.reference import Drawn, Lot, Reference
from tests.engine.mutants.reference_asking import Draw


def lot(seed: str) -> Lot:
    """Return a lot of its own seed."""
    random_numbers = random.Random(seed)

    def draw(asked: Draw) -> Drawn:
        return random_numbers.sample(list(asked.cards), asked.number)

    return draw


def random_game(game: Reference, seed: str, most: int = 1_000) -> tuple[Reference, int]:
    """Play a game to its end with random answers, and return it and how many decisions it took."""
    random_numbers = random.Random(seed)
    for decisions in range(most + 1):
        seats = game.acting()
        if not seats:
            return game, decisions
        game = game.after({seat: random_numbers.choice(sorted(game.answers(seat))) for seat in seats})
    raise AssertionError(f"more than {most} decisions")
