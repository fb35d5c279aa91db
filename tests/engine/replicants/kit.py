"""Replicants, as the suites of all games take it."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.game import Setup
from engine.replicants.game import REPLICANTS
from engine.replicants.state import State
from tests.engine.kit import Kit
from tests.engine.replicants.positions import crowded, legal_texts, play, start
from tests.engine.replicants.reference import SEATS, Reference, told


def _like(state: State) -> Reference:
    return Reference.like(REPLICANTS.view(state, None))


def _crowded(draw: random.Random, setup: Setup) -> State:
    return start(setup.mode, crowded(setup.mode, draw))


def _kinds(state: State) -> Iterator[str]:
    """Yield the first letters of the first two actions."""
    for text in legal_texts(state):
        yield text[0]
        after = play(state, text)
        if after.seat == state.seat:
            yield from (each[0] for each in legal_texts(after))


KIT = Kit(
    game=REPLICANTS,
    start=lambda setup, _state: Reference.start(setup.mode),
    like=_like,
    told=lambda state: told(REPLICANTS.view(state, None)),
    kinds=_kinds,
    every_kind="E#x!0",
    typed="EeFx!#.+-×–0123456789ABCDEFGHIJKLabc ",
    published=dict.fromkeys(("start-2", "start-3", "start-4", "start-teams"), (1, 11, 143, 143, 1573, 20449, 20449)),
    setups=tuple(map(Setup, SEATS)),
    crowded=_crowded,
    keen=lambda text: "x" in text or text.startswith("!"),
)
