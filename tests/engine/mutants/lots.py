"""Draws from Python's seeded random numbers, for games that the second implementation plays by itself."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from tests.engine.mutants.reference import Drawn, Reference
from tests.engine.mutants.reference_asking import Draw


@dataclass(frozen=True)
class Lot:
    """A seed and how often it has drawn."""

    seed: str
    drawn: int = 0

    def draw(self, draw: Draw) -> tuple[Drawn, Lot]:
        found = random.Random(f"{self.seed} {self.drawn}").sample(list(draw.cards), draw.number)
        return found, replace(self, drawn=self.drawn + 1)


def random_game(game: Reference, seed: str, most: int = 1_000) -> tuple[Reference, int]:
    """Play a game to its end with random answers, and return it and how many decisions it took."""
    random_numbers = random.Random(seed)
    for decisions in range(most + 1):
        seats = game.acting()
        if not seats:
            return game, decisions
        game = game.after({seat: random_numbers.choice(sorted(game.answers(seat))) for seat in seats})
    raise AssertionError(f"more than {most} decisions")
