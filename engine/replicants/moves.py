"""The moves of Replicants as values. Cells are indices as in `engine.replicants.board`, the same in every arena."""

from __future__ import annotations

from dataclasses import dataclass

from engine.values import Interned, quickly_made


@dataclass(frozen=True, slots=True)
class Charge:
    """Charge the matrix, as first or as third action (R13, R20)."""


@dataclass(frozen=True, slots=True)
class Strike:
    """Overload: strike a Replicant of one's own on `cell` (R13)."""

    cell: int


@dataclass(frozen=True, slots=True)
class Go:
    """Move the Replicant of `value` from `origin` to `target`, destroying an enemy there (R14, R15)."""

    value: int
    origin: int
    target: int


@quickly_made
@dataclass(frozen=True, slots=True)
class Arcs:
    """Destroy by arcs, then move another Replicant (R17).

    Attributes:
        targets: The struck cells, as a bit mask.
        companion: The next move; None where the destruction ends the game.
    """

    targets: int
    companion: Go | None


@dataclass(frozen=True, slots=True)
class Create(metaclass=Interned):
    """Create a Replicant of `value` on `cell` (R19)."""

    value: int
    cell: int


@dataclass(frozen=True, slots=True)
class Rotate:
    """Turn a Replicant on `cell` by 60°: `by` is +1 clockwise, -1 anticlockwise (R20)."""

    cell: int
    by: int


@dataclass(frozen=True, slots=True)
class Skip:
    """There is no legal second action (R21)."""


Move = Charge | Strike | Go | Arcs | Create | Rotate | Skip

CHARGE = Charge()
SKIP = Skip()
