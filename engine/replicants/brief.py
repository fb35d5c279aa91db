"""Moves in as few words as are clear, for the button that plays them."""

from __future__ import annotations

from typing import assert_never

from engine.replicants.board import NAMES, targets_in_order, value_of
from engine.replicants.charts import MATRIX
from engine.replicants.moves import Arcs, Charge, Create, Go, Move, Rotate, Skip, Strike
from engine.replicants.state import State, owner_of, piece_on
from engine.text import Text, say


def brief(state: State, move: Move) -> Text:
    """Return a legal move in few words: "2 E7 → E6"."""
    match move:
        case Charge():
            return say("charge", context="in few words")
        case Skip():
            return say("nothing", context="in few words")
        case Strike(cell):
            return say("strike {piece}", piece=_piece(state, cell), context="in few words")
        case Rotate(cell, by):
            if by < 0:
                return say("rotate {hex} left", hex=NAMES[cell])
            return say("rotate {hex} right", hex=NAMES[cell])
        case Create(value, cell):
            return say("create {value} on {hex}", value=value, hex=NAMES[cell])
        case Go():
            return _go(state, move)
        case Arcs(targets, companion):
            struck = " ".join(NAMES[cell] for cell in targets_in_order(targets))
            volley = say("arcs on {hexes}", hexes=struck)
            return volley if companion is None else say("{one}, {next}", one=volley, next=_go(state, companion))
        case _:
            assert_never(move)


def _go(state: State, move: Go) -> Text:
    piece, target = _piece(state, move.origin), NAMES[move.target]
    if owner_of(state, move.target) is None:
        return say("{piece} → {hex}", piece=piece, hex=target)
    return say("{piece} × {hex}", piece=piece, hex=target)


def _piece(state: State, cell: int) -> Text:
    """Return one's own Replicant on a cell: "2 E7"."""
    code = piece_on(state.sides[state.seat - 1], cell)
    if code is None:
        raise AssertionError(f"no own Replicant on {NAMES[cell]}")
    if value_of(code) == MATRIX:
        return say("matrix {hex}", hex=NAMES[cell])
    return say("{value} {hex}", value=value_of(code), hex=NAMES[cell])
