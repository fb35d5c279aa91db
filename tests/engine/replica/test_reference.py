"""The engine against an independent reading of the rules: same positions, same legal moves, same results."""

from __future__ import annotations

import random

import pytest

from engine.replica.game import REPLICA
from tests.engine.replica.positions import EVERY_OPTION, compare, crowded, play, start
from tests.engine.replica.reference import Reference


@pytest.mark.parametrize(("sight", "power"), EVERY_OPTION)
def test_whole_random_games(sight: str, power: str) -> None:
    draw = random.Random(f"games {sight} {power}")
    for _ in range(8):
        state, reference = start(sight=sight, power=power), Reference.start(sight, power)
        while texts := compare(state, reference):
            text = draw.choice(texts)
            state, reference = play(state, text), reference.play(text)
        assert REPLICA.outcome(state) is not None


@pytest.mark.parametrize(("sight", "power"), EVERY_OPTION)
def test_crowded_positions(sight: str, power: str) -> None:
    draw = random.Random(f"positions {sight} {power}")
    for _ in range(500):
        state = crowded(draw, sight, power)
        reference = Reference.like(REPLICA.view(state, None))
        for _ in range(4):
            texts = compare(state, reference)
            if not texts:
                break
            text = draw.choice(texts)
            state, reference = play(state, text), reference.play(text)
