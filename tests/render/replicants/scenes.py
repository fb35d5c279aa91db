"""Positions to draw: the engine's starts and games, and busy boards drawn by lot."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from engine.chance import Chance
from engine.events import Event
from engine.game import Setup
from engine.outcome import Outcome
from engine.replicants.game import REPLICANTS
from engine.replicants.view import Piece, ReplicantsView
from engine.seat import Seat
from engine.text import Player, say
from render.replicants.frame import cells
from tests.render.games import moments

MODES = ("2", "3", "4", "teams")
NAMES = ("Eric", "Lucy", "Paul", "Carole")


def at(mode: str, position: str) -> ReplicantsView:
    """A set-up position."""
    return REPLICANTS.view(REPLICANTS.initial(Setup(mode, position=position), Chance.from_text("")), None)


def start(mode: str) -> ReplicantsView:
    """The first position of a mode (R3, R4, R6)."""
    return at(mode, "")


def game(mode: str, seed: str) -> Iterator[tuple[ReplicantsView, tuple[Event, ...]]]:
    """A random game: the position after every turn, and what happened in it."""
    return moments(REPLICANTS, REPLICANTS.initial(Setup(mode), Chance.from_text(seed)), seed)


def crowded(mode: str, seed: int = 1, most: int = 9) -> ReplicantsView:
    """A busy board drawn by lot: everything on it exists in the game, not necessarily together."""
    lot = random.Random(seed)
    view = start(mode)
    places = [str(place) for place in cells(oval=view.oval)]
    lot.shuffle(places)
    pieces, sides = [], []
    for side in view.sides:
        pool = [2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5, 6, 6, 7]
        lot.shuffle(pool)
        in_arena = lot.randint(4, most - 1)
        values = [1, *pool[:in_arena]]
        pieces += [Piece(side.seat, value, places.pop(), lot.randrange(6)) for value in values]
        waiting = [value for value in pool[in_arena:] if value > 2][: lot.randint(0, 7)]
        sides.append(
            replace(
                side,
                energy=lot.choice((0, 1, 2, 3, 4, 5, 6, 7, 9)),
                hearts=lot.randint(0, 3),
                reserve=tuple(waiting.count(value) for value in range(2, 8)),
                half_points=lot.randint(0, 11) if view.counts_points else 0,
                trophies=tuple(lot.choices((2, 3, 4, 5, 6, 7), k=lot.randint(0, 6))) if view.counts_points else (),
            )
        )
    return replace(
        view,
        pieces=tuple(sorted(pieces, key=lambda piece: (piece.seat, piece.value, piece.hex))),
        sides=tuple(sides),
        turn=lot.randint(2, 40),
        to_act=lot.randint(1, len(sides)),
        action=lot.randint(1, 3),
    )


def ended(view: ReplicantsView, winners: tuple[Seat, ...] = (1,)) -> ReplicantsView:
    """The same position as the end of a game."""
    loser = next(side.seat for side in view.sides if side.seat not in winners)
    return replace(
        view,
        to_act=None,
        action=None,
        sides=tuple(replace(side, out=side.seat == loser) for side in view.sides),
        outcome=Outcome(
            ranks=tuple(1 if side.seat in winners else 2 for side in view.sides),
            reason=say("{player}'s matrix was destroyed.", player=Player(loser)),
            code="M",
            by=winners[0],
        ),
    )


def free(view: ReplicantsView) -> list[str]:
    """The hexes without a Replicant."""
    taken = {piece.hex for piece in view.pieces}
    return [str(place) for place in cells(oval=view.oval) if str(place) not in taken]
