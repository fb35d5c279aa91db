"""Replica, as the suites of all games take it."""

from __future__ import annotations

import random

from engine.game import Setup
from engine.replica.game import REPLICA
from engine.replica.state import State
from tests.engine.kit import Kit, every_setup
from tests.engine.replica.positions import crowded, texts
from tests.engine.replica.reference import Reference, told


def _crowded(draw: random.Random, setup: Setup) -> State:
    return crowded(draw, *(value for _, value in setup.options))


KIT = Kit(
    game=REPLICA,
    start=lambda setup, _state: Reference.start(*(value for _, value in setup.options)),
    like=lambda state: Reference.like(REPLICA.view(state, None)),
    told=lambda state: told(REPLICA.view(state, None)),
    kinds=lambda state: {text[2:3] for text in texts(state)},
    every_kind={"-", "x", "=", ""},
    typed="abcdefghi0123456789-x=KFX :/\u2013\u00d7",
    published={"start-all-none": (43, 1849)},
    setups=every_setup(REPLICA),
    crowded=_crowded,
    keen=lambda text: "=" in text,
)
