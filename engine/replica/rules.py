"""Constants of a match: the options, and each seat's directions of movement and sight."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.errors import SetupError
from engine.game import Mode, Option, Setup
from engine.replica.board import (
    DIRECTIONS,
    EAST,
    NORTH,
    NORTH_EAST,
    RAYS,
    SOUTH,
    SOUTH_WEST,
    WEST,
    Direction,
    square_of,
    squares,
)
from engine.seat import Seat
from engine.text import say, shortened
from engine.values import ByMask

MODES = (Mode("2", say("2 players"), seats=2),)

ALL, FORWARD = "all", "forward"
NONE, ALL_KINGS, DOUBLE, BACKWARD_CAPTURE = "none", "all_kings", "double", "backward_capture"

SIGHT = Option(
    "sight",
    say("Which way kings see"),
    choices=(ALL, FORWARD),
    default=ALL,
    labels=(say("in all eight directions"), say("only forward")),
)
KING_POWER = Option(
    "king_power",
    say("House rule for kings"),
    choices=(NONE, ALL_KINGS, DOUBLE, BACKWARD_CAPTURE),
    default=NONE,
    labels=(
        say("none"),
        say("all kings can move in a turn"),
        say("a king can move twice in a turn"),
        say("kings also capture backward"),
    ),
)
OPTIONS = (SIGHT, KING_POWER)

AHEAD: tuple[tuple[Direction, ...], ...] = ((EAST, NORTH_EAST, NORTH), (WEST, SOUTH_WEST, SOUTH))
"""For seat 1 and 2: the directions towards the enemy corner (P3)."""

GOALS: dict[Seat, str] = {1: "h8", 2: "a1"}
"""For each seat, the opposite corner: a player with a king there has won (P7)."""
GOAL_SQUARES: tuple[int, ...] = tuple(
    square for seat in sorted(GOALS) if (square := square_of(GOALS[seat])) is not None
)
"""For seat 1 and 2: the opposite corner (P7)."""


SightLines: TypeAlias = tuple[int, Mapping[int, int], int, Mapping[int, int]]


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """One choice of options; cached, so they compare by identity.

    Attributes:
        sight: `"all"` or `"forward"` (P5).
        king_power: `"none"`, `"all_kings"`, `"double"` or `"backward_capture"` (P9).
        goes_on: Whether a turn can go on after a king's move.
        seeing: For seat 1 and 2: the directions in which its kings see.
        sight_lines: For seat 1 and 2, for each square: its straight lines of sight without their ends, where a blocker
            hides nothing; the squares seen along them, by the blockers on them; and the same for its diagonals.
    """

    sight: str
    king_power: str
    goes_on: bool
    seeing: tuple[tuple[Direction, ...], ...]
    sight_lines: tuple[tuple[SightLines, ...], ...] = field(repr=False)


def rules_of(setup: Setup) -> Rules:
    """Return the rules of a setup; `SetupError` for an unknown mode, option, value or version of data."""
    if setup.mode not in {mode.key for mode in MODES}:
        raise SetupError(
            say("Replica has no mode {mode}.", mode=shortened(setup.mode)),
            code="unknown-mode",
            rule="P1",
            given=setup.mode,
            suggestions=tuple(mode.key for mode in MODES),
        )
    if setup.data:
        raise SetupError(say("Replica's data has no versions."), code="unknown-data", given=setup.data)
    chosen = {option.key: option.default for option in OPTIONS}
    known = {option.key: option.choices for option in OPTIONS}
    for key, value in setup.options:
        if key not in known:
            raise SetupError(
                say("Replica has no option {option}.", option=shortened(key)),
                code="unknown-option",
                given=key,
                suggestions=tuple(known),
            )
        if value not in known[key]:
            raise SetupError(
                say("The option {option} can't be {value}.", option=key, value=shortened(value)),
                code="unknown-option",
                rule="P5" if key == SIGHT.key else "P9",
                given=value,
                suggestions=known[key],
            )
        chosen[key] = value
    return rules(chosen[SIGHT.key], chosen[KING_POWER.key])


@functools.cache
def rules(sight: str = ALL, king_power: str = NONE) -> Rules:
    seeing = AHEAD if sight == FORWARD else (DIRECTIONS, DIRECTIONS)
    return Rules(
        sight=sight,
        king_power=king_power,
        goes_on=king_power in (ALL_KINGS, DOUBLE),
        seeing=seeing,
        sight_lines=tuple(map(_sight_lines, seeing)),
    )


@functools.cache
def _sight_lines(ways: tuple[Direction, ...]) -> tuple[SightLines, ...]:
    straight, diagonal = ([way for way in ways if way.diagonal is crossing] for crossing in (False, True))
    return tuple((*_lines(square, straight), *_lines(square, diagonal)) for square in range(len(RAYS[EAST])))


def _lines(square: int, ways: Sequence[Direction]) -> tuple[int, Mapping[int, int]]:
    rays = [(RAYS[way][square], way) for way in ways]
    inside = sum(1 << each for ray, way in rays for each in squares(ray) if RAYS[way][each])
    return inside, ByMask(lambda blockers: sum(_seen(ray, ray & blockers, way) for ray, way in rays))


def _seen(ray: int, blockers: int, way: Direction) -> int:
    """Return the squares of a ray before the nearest blocker."""
    return ray & ((blockers & -blockers) - 1 if way.rising else -1 << blockers.bit_length())


def rays_by_square(ways: Sequence[Direction]) -> tuple[tuple[int, ...], ...]:
    """Return for each square its rays in these directions."""
    return tuple(zip(*(RAYS[way] for way in ways), strict=True)) or ((),) * len(RAYS[EAST])


def behind(seat: Seat) -> tuple[Direction, ...]:
    """Return the directions towards a seat's own corner (P9)."""
    return AHEAD[2 - seat]
