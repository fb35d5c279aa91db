"""Constants of a match: the mode, the opponents, and the board with its charts."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field

from engine.errors import SetupError
from engine.game import Mode, Setup
from engine.replicants.board import Board, board, souls
from engine.seat import Seat
from engine.text import say, shortened

MODES = (
    Mode("2", say("2 players"), seats=2),
    Mode("3", say("3 players"), seats=3),
    Mode("4", say("4 players"), seats=4),
    Mode("teams", say("2 teams of 2"), seats=4, teams=((1, 3), (2, 4)), silent=True),  # R28, R29
)


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """One mode under one chart set; cached, so they compare by identity.

    Attributes:
        charts: Id of the chart set.
        board: Arena and tables.
        hearts: Of each player (R6).
        counts_points: Whether destroyed souls are trophies and R24 holds.
        others: For seat 1, 2, …: the indices (seat - 1) of its enemies.
        friends: For seat 1, 2, …: its own index and its allies'.
        acting: For seat 1, 2, …: the answer of `to_act`.
    """

    mode: Mode
    charts: str
    board: Board
    hearts: int
    counts_points: bool
    others: tuple[tuple[int, ...], ...] = field(repr=False)
    friends: tuple[tuple[int, ...], ...] = field(repr=False)
    acting: tuple[frozenset[Seat], ...] = field(repr=False)


def rules_of(setup: Setup) -> Rules:
    """Return the rules of a setup; `SetupError` for an unknown mode, option or chart set."""
    modes = tuple(mode.key for mode in MODES)
    if setup.mode not in modes:
        raise SetupError(
            say("Replicants has no mode {mode}.", mode=shortened(setup.mode)),
            code="unknown-mode",
            given=setup.mode,
            suggestions=modes,
        )
    if setup.options:
        key = setup.options[0][0]
        raise SetupError(
            say("Replicants has no option {option}.", option=shortened(key)), code="unknown-option", given=key
        )
    if setup.data and setup.data not in souls().sets:
        raise SetupError(
            say("There's no chart set {charts}.", charts=shortened(setup.data)),
            code="unknown-charts",
            rule="R9",
            given=setup.data,
            suggestions=tuple(souls().sets),
        )
    return rules(setup.mode, setup.data or souls().current)


@functools.cache
def rules(mode: str, charts: str) -> Rules:
    """Return the rules of a mode under a chart set; `KeyError` if unknown."""
    chosen = {each.key: each for each in MODES}[mode]
    seats = range(1, chosen.seats + 1)

    def opposed(one: Seat, other: Seat) -> bool:
        return one != other and (not chosen.teams or chosen.team_of(one) != chosen.team_of(other))

    return Rules(
        mode=chosen,
        charts=charts,
        board=board(charts, oval=chosen.seats > 3),
        hearts=souls().hearts[mode],
        counts_points=chosen.seats > 2 and not chosen.teams,
        others=tuple(tuple(other - 1 for other in seats if opposed(seat, other)) for seat in seats),
        friends=tuple(tuple(other - 1 for other in seats if not opposed(seat, other)) for seat in seats),
        acting=tuple(frozenset({seat}) for seat in seats),
    )
