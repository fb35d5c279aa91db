"""Views made by hand, so that pictures can be tested without playing."""

from __future__ import annotations

import random
from dataclasses import replace

from engine.game import Outcome, Seat
from engine.hexgrid import parse_hex, walk
from engine.replicants.charts import souls
from engine.replicants.view import Piece, ReplicantsView, Side
from engine.text import Player, say
from render.replicants.frame import cells

MODES = ("2", "3", "4", "teams")
NAMES = ("Eric", "Lucy", "Paul", "Carole")


def start(mode: str) -> ReplicantsView:
    """The first position of a mode (R3, R4, R6)."""
    data = souls()
    charts = data.sets[data.current]
    pieces: list[Piece] = []
    matrices = data.matrices[mode]
    for seat, home in enumerate(matrices, 1):
        heading = charts.headings[home]
        pieces.append(Piece(seat, 1, str(home), heading))
        pieces += [Piece(seat, value, str(walk(home, path, heading)), heading) for value, path in charts.escorts]
    return ReplicantsView(
        mode=mode,
        charts=data.current,
        oval=len(matrices) == 4,
        pieces=tuple(sorted(pieces, key=lambda piece: (piece.seat, piece.value, piece.hex))),
        sides=tuple(
            Side(
                seat=seat,
                team=(seat - 1) % 2 if mode == "teams" else None,
                energy=0,
                hearts=3 if mode == "2" else 2,
                reserve=(0, 2, 2, 2, 2, 1),
                in_arena=6,
                half_points=0,
                trophies=(),
                out=False,
            )
            for seat in range(1, len(matrices) + 1)
        ),
        turn=1,
        to_act=1,
        action=1,
        counts_points=mode in ("3", "4"),
        outcome=None,
    )


def crowded(mode: str, seed: int = 1, most: int = 9) -> ReplicantsView:
    """A busy position drawn by lot: legal in what it shows, not necessarily reachable."""
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
                in_arena=len(values),
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


def near_start(mode: str, turned: int = 0) -> ReplicantsView:
    """The first position with every Replicant turned by some steps."""
    view = start(mode)
    return replace(view, pieces=tuple(replace(piece, heading=(piece.heading + turned) % 6) for piece in view.pieces))


def ended(view: ReplicantsView, winner: Seat = 1) -> ReplicantsView:
    """The same position as the end of a game."""
    loser = 2 if winner == 1 else 1
    return replace(
        view,
        to_act=None,
        action=None,
        outcome=Outcome(
            ranks=tuple(1 if side.seat == winner else 2 for side in view.sides),
            reason=say("{player}'s matrix was destroyed.", player=Player(loser)),
            code="M",
            by=winner,
        ),
    )


def occupied(view: ReplicantsView) -> set[str]:
    """The hexes with a Replicant."""
    return {piece.hex for piece in view.pieces}


def free(view: ReplicantsView) -> list[str]:
    """The hexes without."""
    return [str(place) for place in cells(oval=view.oval) if str(place) not in occupied(view)]


__all__ = ["MODES", "NAMES", "crowded", "ended", "free", "near_start", "occupied", "parse_hex", "start"]
