"""Nim, as the suites of all games take it."""

from __future__ import annotations

from engine.game import Setup
from tests.engine.kit import Kit, every_setup
from tests.engine.skeleton.game import LAST, NIM, State
from tests.engine.skeleton.reference import Reference, told


def _start(setup: Setup, _state: State) -> Reference:
    return Reference(last_wins=dict(setup.options)[LAST.key] == "wins")


KIT = Kit(
    game=NIM,
    start=_start,
    like=lambda state: Reference.like(NIM.view(state, None), last_wins=state.last_wins),
    told=lambda state: told(NIM.view(state, None)),
    kinds=lambda state: (move.heap for move in NIM.legal(state, state.seat)),
    every_kind="ABC",
    typed="ABCDabc0123456789 -!?",
    published={"start-wins": (3 + 4 + 5,)},
    setups=every_setup(NIM),
)
