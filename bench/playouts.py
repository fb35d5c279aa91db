"""Random whole games of any game, and how many a second."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from engine.chance import Chance
from engine.game import Game, Setup


def rates(play: Callable[[random.Random], int], games: int, seed: int) -> tuple[float, float]:
    """Return games and decisions a second.

    Args:
        play: Plays a game and returns how many decisions there were.
        games: How many.
        seed: Of the choices.
    """
    choose = random.Random(seed)
    began = time.perf_counter()
    decisions = sum(play(choose) for _ in range(games))
    seconds = time.perf_counter() - began
    return games / seconds, decisions / seconds


def playout(game: Game[Any, Any, Any], setup: Setup, choose: random.Random) -> int:
    """Play a whole game: choose uniformly, apply, test for the end. Return how many decisions there were."""
    state = game.initial(setup, Chance.from_text(str(choose.random())))
    decisions = 0
    while game.outcome(state) is None:
        moves = {seat: choose.choice(game.legal(state, seat)) for seat in game.to_act(state)}
        state = game.apply(state, moves).state
        decisions += len(moves)
    return decisions
