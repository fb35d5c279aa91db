"""Positions that look alike to a seat, judged by what the second implementation says that the seat knows."""

from __future__ import annotations

import random

import pytest

from engine.chance import Chance
from engine.game import Setup
from engine.mutants.game import MUTANTS
from engine.mutants.state import State
from tests.engine.kit import label
from tests.engine.mutants.comparing import Manner, compare, differences, options, whole_game, with_reserves
from tests.engine.mutants.crowding import like
from tests.engine.mutants.reference import Reference
from tests.engine.mutants.views import known
from tests.volume import many

SETUPS = [
    *(Setup("3", options(reserve=kind)) for kind in ("draft", "ready", "constructed")),
    *(Setup("solo", options(boss=boss)) for boss in ("wizard", "jack")),
]


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_a_position_that_looks_alike_can_be_played_and_tells_its_seat_the_same(setup: Setup) -> None:
    for number in range(many(1, 10)):
        seed = f"{label(setup)} {number} alike"
        draw = random.Random(seed)
        tried = 0

        def look(state: State, game: Reference, draw: random.Random = draw) -> None:
            nonlocal tried
            turn_begins = {"act", "flank"} & set(game.told()["asked"].values())
            if not turn_begins or draw.random() > 0.1:
                return
            for reader in (None, *game.run.match.seats):
                other = MUTANTS.alike(state, reader, Chance.from_text(str(draw.random())))
                again = like(other)
                compare(other, again)
                assert differences(known(game, reader), known(again, reader)) == {}
                tried += 1

        whole_game(with_reserves(setup, seed), seed, Manner(), look)
        assert tried
