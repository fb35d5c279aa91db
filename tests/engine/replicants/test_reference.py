"""The engine against an independent reading of the rules: same positions, same legal actions, same results."""

from __future__ import annotations

import random

import pytest

from engine.replicants.game import REPLICANTS
from tests.engine.replicants.positions import compare, crowded, play, start
from tests.engine.replicants.reference import Reference

MODES = ("2", "3", "4", "teams")


@pytest.mark.parametrize("mode", MODES)
def test_whole_random_games(mode: str) -> None:
    draw = random.Random(f"games {mode}")
    for _ in range(3):
        state, reference = start(mode), Reference.start(mode)
        while texts := compare(state, reference):
            text = draw.choice(texts)
            state, reference = play(state, text), reference.play(text)
        assert REPLICANTS.outcome(state) is not None


@pytest.mark.parametrize(("mode", "count"), [("2", 400), ("3", 800), ("4", 450), ("teams", 400)])
def test_crowded_positions(mode: str, count: int) -> None:
    draw = random.Random(f"positions {mode}")
    for _ in range(count):
        state = start(mode, crowded(mode, draw))
        reference = Reference.like(REPLICANTS.view(state, None))
        for _ in range(3):
            texts = compare(state, reference)
            if not texts:
                break
            text = draw.choice(texts)
            state, reference = play(state, text), reference.play(text)
