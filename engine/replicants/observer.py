"""Making the view from a position."""

from __future__ import annotations

from engine.replicants.board import NAMES, heading_of, place_of, value_of
from engine.replicants.charts import souls
from engine.replicants.outcome import half_points, outcome
from engine.replicants.state import State
from engine.replicants.view import Piece, ReplicantsView, Side


def view(state: State) -> ReplicantsView:
    """Return what everybody may see: everything."""
    rules, over = state.rules, state.end is not None
    out = state.end.out if state.end is not None else ()
    return ReplicantsView(
        mode=rules.mode.key,
        charts=rules.charts,
        reconstruction=souls().sets[rules.charts].reconstructed,
        oval=rules.board.oval,
        pieces=tuple(
            Piece(seat, value_of(code), NAMES[place_of(code)], heading_of(code))
            for seat, side in enumerate(state.sides, 1)
            for code in side.pieces
        ),
        sides=tuple(
            Side(
                seat=seat,
                team=rules.mode.team_of(seat),
                energy=side.energy,
                hearts=side.hearts,
                reserve=side.reserve,
                half_points=half_points(state, seat),
                trophies=side.trophies,
                out=seat in out,
            )
            for seat, side in enumerate(state.sides, 1)
        ),
        turn=state.round,
        to_act=None if over else state.seat,
        action=None if over else state.action,
        counts_points=rules.counts_points,
        outcome=outcome(state),
    )
