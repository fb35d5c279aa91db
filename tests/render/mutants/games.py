"""Random games of Mutants as they are drawn: what some eyes see after every decision, and what happened in its turn."""

from __future__ import annotations

import random
from functools import lru_cache

from engine.chance import Chance
from engine.events import Event
from engine.game import Setup
from engine.mutants.game import MUTANTS
from engine.mutants.state import State
from engine.mutants.view import MutantsView
from engine.seat import Seat

Options = tuple[tuple[str, str], ...]
Shown = tuple[MutantsView, tuple[Event, ...]]

FORMS: tuple[tuple[str, Options], ...] = (
    ("2", ()),
    ("3", (("reserve", "ready"),)),
    ("4", (("reserve", "draft"),)),
    ("solo", (("boss", "jack"), ("ultra", "yes"))),
    ("solo", (("boss", "wizard"), ("limits", "BD"))),
)


@lru_cache(maxsize=16)
def states(mode: str, options: Options, seed: str) -> tuple[tuple[State, tuple[Event, ...]], ...]:
    """A random game: the state after every decision, and what happened in the turn so far."""
    lot = random.Random(seed)
    state = MUTANTS.initial(Setup(mode, options=options), Chance.from_text(seed))
    found: list[tuple[State, tuple[Event, ...]]] = [(state, ())]
    events: tuple[Event, ...] = ()
    while to_act := MUTANTS.to_act(state):
        turn = MUTANTS.turn(state)
        step = MUTANTS.apply(state, {seat: lot.choice(MUTANTS.legal(state, seat)) for seat in sorted(to_act)})
        state, events = step.state, events + step.events
        found.append((state, events))
        if MUTANTS.turn(state) != turn:
            events = ()
    return tuple(found)


def game(mode: str, options: Options, seed: str, *, eyes: Seat | None = None) -> list[Shown]:
    """A random game as some eyes see it."""
    return [
        (MUTANTS.view(state, eyes), tuple(each for each in events if each.audience is None or eyes in each.audience))
        for state, events in states(mode, options, seed)
    ]
