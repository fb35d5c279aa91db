"""APEX: random full games a second, beside OpenSpiel's Goofspiel where that is installed.

Goofspiel, too, is a game of simultaneous secret cards, with rules in C++ driven by the same loop in Python. It is there
for orientation: its rounds have one joint choice each, those of APEX go on with wars and expansions, so the decisions a
second are given as well.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
import statistics
import sys
from functools import partial
from typing import Any

from bench.playouts import playout, rates
from bench.report import Row
from engine.apex.game import APEX
from engine.game import Setup

SEATS = ("2", "4", "6")
PEER = "goofspiel(num_cards=13,players={players})"
PEER_NAME = "OpenSpiel Goofspiel, 13 cards"
INSTALL = "OpenSpiel is not installed; the extra `bench` names it: pip install 'open_spiel>=2'"


def run(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` plays fewer games."""
    games, repeats = (10, 3) if quick else (60, 9)
    spiel = _open_spiel()
    rows = []
    for mode in SEATS:
        ours, theirs = [], []
        peer = None if spiel is None else spiel.load_game(PEER.format(players=mode))
        rates(partial(playout, APEX, Setup(mode)), games, -1)  # warm: most moves are made once and found again
        for repeat in range(repeats):
            ours.append(rates(partial(playout, APEX, Setup(mode)), games, repeat))
            if peer is not None:
                theirs.append(rates(partial(_play_spiel, peer), games, repeat))
        for place, (what, unit) in enumerate((("games", "games/s"), ("decisions in such games", "decisions/s"))):
            name = f"APEX random {what}, {mode} players"
            value = statistics.median(pair[place] for pair in ours)
            if theirs:
                peer_value = statistics.median(pair[place] for pair in theirs)
                rows.append(Row.higher(name, value, unit, PEER_NAME, peer_value))
            else:
                rows.append(Row(name, value, unit))
    return rows


def _open_spiel() -> Any:  # noqa: ANN401 - a module without types
    """Return OpenSpiel's module, or None where it is not installed."""
    if importlib.util.find_spec("pyspiel") is None:
        print(INSTALL, file=sys.stderr)
        return None
    return importlib.import_module("pyspiel")


def _play_spiel(game: Any, choose: random.Random) -> int:  # noqa: ANN401 - a module without types
    """Play a whole game of the peer in the same way."""
    state = game.new_initial_state()
    players = range(game.num_players())
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(choose.choice(state.chance_outcomes())[0])
        elif state.is_simultaneous_node():
            state.apply_actions([choose.choice(state.legal_actions(player)) for player in players])
            decisions += len(players)
        else:
            state.apply_action(choose.choice(state.legal_actions()))
            decisions += 1
    return decisions
