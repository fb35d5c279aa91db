"""Places in a knock-out: one more than the number of entries that were eliminated later, or not at all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from store.league.values import Fixture, Stage

NEVER = 1_000_000
"""Stands for the round of those who are not eliminated: later than all."""


@dataclass(frozen=True, slots=True)
class Tie:
    """The last tie of an entry that is decided.

    Attributes:
        round: Through both brackets.
        leg: Of its last fixture.
        stage: Which part of the season.
        advances: Whether the entry goes on.
    """

    round: int
    leg: int
    stage: Stage
    advances: bool

    @property
    def eliminates(self) -> bool:
        """Whether the entry is out: who loses in the upper bracket goes on in the lower one."""
        return not self.advances and self.stage != "winners"


def last_ties(fixtures: Iterable[Fixture]) -> dict[int, Tie]:
    """Return the last decided tie of each entry that has one, byes included."""
    found: dict[int, Tie] = {}
    for fixture in fixtures:
        if fixture.status != "over":
            continue
        for side in fixture.sides:
            if side.advances is None:
                continue
            known = found.get(side.entry)
            if known is None or (known.round, known.leg) < (fixture.round, fixture.leg):
                found[side.entry] = Tie(fixture.round, fixture.leg, fixture.stage, side.advances)
    return found


def out_rounds(entries: Iterable[int], fixtures: Iterable[Fixture]) -> dict[int, int]:
    """Return the round in which each entry was eliminated; `NEVER` for those who were not."""
    ties = last_ties(fixtures)
    return {entry: tie.round if (tie := ties.get(entry)) is not None and tie.eliminates else NEVER for entry in entries}


def groups(out: dict[int, int]) -> tuple[tuple[int, ...], ...]:
    """Return those who share the first place, the second, …, each group by number.

    Args:
        out: What `out_rounds` gave of the entries of a division.
    """
    by_round: dict[int, list[int]] = {}
    for entry in sorted(out):
        by_round.setdefault(out[entry], []).append(entry)
    return tuple(tuple(by_round[number]) for number in sorted(by_round, reverse=True))
