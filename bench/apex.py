"""APEX: random full games a second, beside OpenSpiel's Goofspiel where that is installed.

Goofspiel, too, is a game of simultaneous secret cards, with rules in C++ driven by the same loop in Python. It is there
for orientation: its rounds have one joint choice each, those of APEX go on with wars and expansions.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from bench.report import Row
from engine.apex.game import APEX
from engine.chance import Chance
from engine.game import Setup

SEATS = ("2", "4", "6")
PEER = "goofspiel(num_cards=13,players={players})"


def run(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` plays fewer games."""
    games, repeats = (10, 3) if quick else (40, 5)
    spiel = _open_spiel()
    rows = []
    for mode in SEATS:
        name, ours, theirs = f"APEX random games, {mode} players", [], []
        for repeat in range(repeats):
            ours.append(_rate(partial(_play, mode), games, repeat))
            if spiel is not None:
                theirs.append(_rate(partial(_play_spiel, spiel.load_game(PEER.format(players=mode))), games, repeat))
        if theirs:
            peer = "OpenSpiel Goofspiel, 13 cards"
            rows.append(Row.higher(name, statistics.median(ours), "games/s", peer, statistics.median(theirs)))
        else:
            rows.append(Row(name, statistics.median(ours), "games/s"))
    return rows


def _open_spiel() -> Any:  # noqa: ANN401 - a module without types
    """Return OpenSpiel's module, or None where it is not installed."""
    if importlib.util.find_spec("pyspiel") is None:
        print("OpenSpiel is not installed: pip install open_spiel", file=sys.stderr)
        return None
    return importlib.import_module("pyspiel")


def _rate(play: Callable[[random.Random], None], games: int, seed: int) -> float:
    choose = random.Random(seed)
    began = time.perf_counter()
    for _ in range(games):
        play(choose)
    return games / (time.perf_counter() - began)


def _play(mode: str, choose: random.Random) -> None:
    """Play a whole game: choose uniformly, apply, test for the end."""
    state = APEX.initial(Setup(mode), Chance.from_text(str(choose.random())))
    while APEX.outcome(state) is None:
        moves = {seat: choose.choice(APEX.legal(state, seat)) for seat in APEX.to_act(state)}
        state = APEX.apply(state, moves).state


def _play_spiel(game: Any, choose: random.Random) -> None:  # noqa: ANN401 - a module without types
    state = game.new_initial_state()
    players = range(game.num_players())
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(choose.choice(state.chance_outcomes())[0])
        elif state.is_simultaneous_node():
            state.apply_actions([choose.choice(state.legal_actions(player)) for player in players])
        else:
            state.apply_action(choose.choice(state.legal_actions()))
