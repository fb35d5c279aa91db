"""Random games as they are drawn: what is seen after every turn, and what happened in it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from engine.events import Event
from engine.game import Game


def moments(game: Game[Any, Any, Any], state: Any, seed: str) -> Iterator[tuple[Any, tuple[Event, ...]]]:
    """Play a random game from a position; give what everybody sees after every turn, and its events."""
    lot = random.Random(seed)
    events: tuple[Event, ...] = ()
    while to_act := game.to_act(state):
        turn = game.turn(state)
        step = game.apply(state, {seat: lot.choice(game.legal(state, seat)) for seat in sorted(to_act)})
        state, events = step.state, events + step.events
        if not game.to_act(state) or game.turn(state) != turn:
            yield game.view(state, None), events
            events = ()
