"""Making the view from a position."""

from __future__ import annotations

from engine.replica.board import NAMES, names, squares
from engine.replica.outcome import outcome
from engine.replica.state import State
from engine.replica.view import Piece, ReplicaView


def view(state: State) -> ReplicaView:
    """Return what everybody may see: everything."""
    return ReplicaView(
        sight=state.rules.sight,
        king_power=state.rules.king_power,
        pieces=tuple(
            Piece(seat, NAMES[square], bool(state.kings >> square & 1))
            for seat, mask in ((1, state.white), (2, state.black))
            for square in squares(mask)
        ),
        turn=state.round,
        to_act=state.seat if state.end is None else None,
        moved=names(state.moved),
        may_close=bool(state.moved),
        outcome=outcome(state),
    )
