"""The engine against an independent reading of the rules: same positions, same legal actions, same results."""

from __future__ import annotations

import random

import pytest

from engine.replicants.game import REPLICANTS
from engine.replicants.rules import CURRENT
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


@pytest.mark.parametrize("version", [1, CURRENT])
@pytest.mark.parametrize(("mode", "count"), [("2", 300), ("3", 600), ("4", 350), ("teams", 300)])
def test_crowded_positions(mode: str, count: int, version: int) -> None:
    draw = random.Random(f"positions {mode}")
    for _ in range(count):
        state = start(mode, crowded(mode, draw), version)
        reference = Reference.like(REPLICANTS.view(state, None), version)
        for _ in range(3):
            texts = compare(state, reference)
            if not texts:
                break
            text = draw.choice(texts)
            state, reference = play(state, text), reference.play(text)
