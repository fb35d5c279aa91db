"""The engine against a second reading of the rules page: whole random games, compared at every decision."""

from __future__ import annotations

import random

import pytest

from engine.game import Setup
from engine.mutants.game import MUTANTS
from tests.engine.kit import label
from tests.engine.mutants.comparing import Manner, compare, compare_draws, options, played, whole_game, with_reserves
from tests.engine.mutants.crowding import crowded, like
from tests.engine.mutants.scenes import SCENES, likewise
from tests.engine.mutants.views import compare_views
from tests.volume import many

SETUPS = [
    *(Setup(mode, options(reserve=kind)) for mode in ("2", "3", "4") for kind in ("draft", "ready", "constructed")),
    Setup("3", options(reserve="ready", decks="421")),
    *(Setup("solo", options(boss=boss, ultra=ultra)) for boss in ("wizard", "jack") for ultra in ("no", "yes")),
    Setup("solo", options(boss="jack", limits="BDF")),
]
PLAIN, LATE, DWINDLING = Manner(), Manner(late=0.5, keen=0.9), Manner(leaving=0.03, late=0.1)


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_whole_games(setup: Setup) -> None:
    for number in range(many(2, 100)):
        for manner in (PLAIN, LATE):
            seed = f"{label(setup)} {number} {manner}"
            whole_game(with_reserves(setup, seed), seed, manner)


@pytest.mark.parametrize("setup", [setup for setup in SETUPS if setup.mode in ("3", "4")], ids=label)
def test_games_that_players_leave(setup: Setup) -> None:
    for number in range(many(4, 200)):
        seed = f"{label(setup)} {number} leaving"
        whole_game(with_reserves(setup, seed), seed, DWINDLING)


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_what_every_reader_knows(setup: Setup) -> None:
    """M56 to M60, M78."""
    for number in range(many(1, 40)):
        seed = f"{label(setup)} {number} views"
        manner = DWINDLING if setup.mode in ("3", "4") else PLAIN
        whole_game(with_reserves(setup, seed), seed, manner, compare_views)


@pytest.mark.parametrize("setup", SETUPS[2:9:3] + SETUPS[-5:], ids=label)
def test_crowded_positions(setup: Setup) -> None:
    for number in range(many(10, 500)):
        draw = random.Random(f"{label(setup)} {number} crowded")
        state = crowded(draw, setup)
        played(state, like(state), draw, Manner(late=0.1, keen=0.7), most=12)


@pytest.mark.parametrize("name", SCENES)
def test_scenes_on_which_readings_could_part(name: str) -> None:
    """Every way through some decisions of scenes that are made for single rules and rulings."""
    game = SCENES[name]
    waiting = [(likewise(game), game, many(3, 4))]
    while waiting:
        state, here, depth = waiting.pop()
        found = compare(state, here)
        if depth:
            for seat, texts in found.items():
                for text, move in texts.items():
                    step, after = MUTANTS.apply(state, {seat: move}), here.after({seat: text})
                    compare_draws(step, here, after)
                    waiting.append((step.state, after, depth - 1))
