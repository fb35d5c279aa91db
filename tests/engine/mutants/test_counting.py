"""Sequences of decisions counted twice: by the engine, and by the second counter on the second implementation."""

from __future__ import annotations

import functools
import random

import pytest

from engine.chance import Chance
from engine.game import Setup
from engine.mutants.game import MUTANTS
from engine.mutants.state import State
from engine.perft import perft, sample
from tests.engine.mutants.comparing import Manner, options, played, start
from tests.engine.mutants.counting import counts, kinds
from tests.engine.mutants.crowding import crowded, like
from tests.engine.mutants.reference import Reference
from tests.volume import many

SETUPS = [
    Setup("2", options(reserve="constructed")),
    Setup("4", options(reserve="constructed")),
    Setup("solo", options(boss="wizard")),
    Setup("solo", options(boss="jack")),
]
KINDS = [
    *(
        "flank",
        "act",
        "freeze-empty",
        "freeze-hand",
        "freeze-discard",
        "freeze-self",
        "freeze-arena",
        "cycle",
        "discard",
    ),
    *("cost", "take", "take-discard", "gain-hand", "gain-deck", "gain-incubator", "gain-discard", "gain-freezer"),
    *("copy", "ko", "flip", "parry"),
]
"""Every prompt of N8 in a round."""


@functools.cache
def positions() -> dict[str, list[tuple[State, Reference]]]:
    """Return positions in which each kind of prompt is open, on the way from crowded positions."""
    found: dict[str, list[tuple[State, Reference]]] = {kind: [] for kind in KINDS}
    for number in range(1_000):
        draw = random.Random(f"counting {number}")
        state = crowded(draw, SETUPS[number % len(SETUPS)])
        game = like(state)
        for _ in range(12):
            for kind in game.told()["asked"].values():
                if len(found[kind]) < many(2, 10):
                    found[kind].append((state, game))
            state, game, asked = played(state, game, draw, Manner(keen=0.7), most=1)
            if not asked:
                break
        if all(len(each) >= 2 for each in found.values()):
            return found
    raise AssertionError("not every kind was met")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_prompt(kind: str) -> None:
    most = many(500, 20_000)
    for state, game in positions()[kind]:
        depth = 1
        while (leaves := perft(MUTANTS, state, depth)) < most and depth < 5:
            assert counts(game, depth)[-1] == leaves
            depth += 1
        assert depth > 1
        assert kind in kinds(game, 1)


@pytest.mark.parametrize("setup", [Setup("2"), Setup("3")], ids=["2", "3"])
def test_joint_picks_are_one_ply(setup: Setup) -> None:
    chance = Chance.from_text("joint")
    assert (
        counts(start(setup, chance), 1) == [perft(MUTANTS, MUTANTS.initial(setup, chance), 1)] == [9 ** int(setup.mode)]
    )


def test_what_is_too_many_is_estimated() -> None:
    """An estimate by random walks lies where the exact number of the second counter says."""
    state, game = positions()["act"][0]
    exact = counts(game, 3)[-1]
    found = sample(MUTANTS, state, 3, 400, Chance.from_text("walks"))
    assert abs(float(found.leaves) - exact) < 4 * float(found.error)
    assert exact > 100
