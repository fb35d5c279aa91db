"""The public view of Replicants. Nothing is hidden, so every seat's view is the same."""

from __future__ import annotations

from dataclasses import dataclass

from engine.outcome import Outcome
from engine.replicants.board import NAMES, heading_of, place_of, souls, value_of
from engine.replicants.outcome import half_points, outcome
from engine.replicants.state import State
from engine.seat import Seat
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Piece:
    """A Replicant in the arena.

    Attributes:
        value: Its soul, 1 (the matrix) to 7.
        hex: E.g. `"E8"`.
        heading: The clockwise direction it faces, 0 to 5 as in R1.
    """

    seat: Seat
    value: int
    hex: str
    heading: int


@dataclass(frozen=True, slots=True)
class Side:
    """A player's possessions beside the arena.

    Attributes:
        team: Index of the team, or None where everyone plays alone.
        energy: 0 to 7, or 9 (R12).
        hearts: In the reserve.
        reserve: Souls of value 2, 3, 4, 5, 6 and 7 in the reserve (six numbers).
        half_points: Points times two (R23); 0 where the mode counts none.
        trophies: Values of destroyed enemies, in order; empty where the mode counts none.
        out: Whether the player has been eliminated.
    """

    seat: Seat
    team: int | None
    energy: int
    hearts: int
    reserve: tuple[int, ...]
    half_points: int
    trophies: tuple[int, ...]
    out: bool


@dataclass(frozen=True, slots=True)
class ReplicantsView:
    """A position for pictures, text boards and alt texts.

    Attributes:
        mode: `"2"`, `"3"`, `"4"` or `"teams"`.
        charts: Id of the chart set.
        reconstruction: The reconstructed part of it, named in every display; None for a published set.
        oval: Whether the arena is the oval of 82 hexes (4 players) or the circle of 55.
        pieces: Sorted by seat, then value, then hex.
        sides: For seat 1, 2, ….
        turn: The number of the round in the notation (`T7` is 7); 0 before the first.
        to_act: The seat to move; None when the game is over.
        action: The next of the three actions, 1 to 3; None when the game is over.
    """

    mode: str
    charts: str
    reconstruction: Text | None
    oval: bool
    pieces: tuple[Piece, ...]
    sides: tuple[Side, ...]
    turn: int
    to_act: Seat | None
    action: int | None
    counts_points: bool
    outcome: Outcome | None


def view(state: State) -> ReplicantsView:
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
