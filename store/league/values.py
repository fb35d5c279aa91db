"""The values of a league that are stored as they are; `hosting.league` works on them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from engine.seat import Seat

Kind: TypeAlias = Literal["round-robin", "swiss", "knockout", "double-knockout", "ladder"]
Stage: TypeAlias = Literal["division", "swiss", "main", "winners", "losers", "final", "ladder"]
FixtureStatus: TypeAlias = Literal["planned", "running", "over", "struck"]
Why: TypeAlias = Literal[
    "played", "forfeit", "bye", "half_bye", "zero_bye", "unfinished", "decision", "withdrawal", "void"
]

POINT = 120
"""A whole point in the unit of every standing: 120ths, so that places shared by two to six sides divide exactly."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What stands in the table: a player, or a fixed team of two.

    Attributes:
        id: Never used again for another entry.
        division: Number of its division, from 1, the highest.
        players: The people who played for it at the start, the captain first.
        joined_at: When it joined.
        name: Of a team, as its captain gave it; empty for a player, who is called what they are called.
        seed: Its place in the order of strength or of the draw, from 1; 0 before the season starts.
        seed_mu: mu of its rating at the start (teams: the sum); None before.
        from_round: The first round it was there for; 1 for all who were there at the start.
        left_at: When it withdrew; None while it has not.
    """

    id: int
    division: int
    players: tuple[int, ...]
    joined_at: datetime
    name: str = ""
    seed: int = 0
    seed_mu: float | None = None
    from_round: int = 1
    left_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a fixture.

    Attributes:
        seat: The side's lowest seat (teams: 1 or 2); 0 in a bye.
        entry: Which entry plays it.
        points: In 120ths; None until the fixture is over.
        advances: On the last leg of a tie of a knock-out, whether it goes on; None elsewhere.
        challenger: In a ladder, whether it challenged; None elsewhere.
    """

    seat: Seat
    entry: int
    points: int | None = None
    advances: bool | None = None
    challenger: bool | None = None


@dataclass(frozen=True, slots=True)
class Fixture:
    """Entries that meet, or one entry's bye.

    Attributes:
        id: Never used again for another fixture.
        division: Number of the division; 1 where there is only one.
        stage: Which part of the season it belongs to.
        round: From 1; in knock-outs counted through both brackets.
        leg: From 1; the matches of a tie, or of a round robin's repetition.
        board: From 1 within the round; 0 for a bye.
        sides: In the order of seats; one side is a bye.
        status: A fixture that is struck counts for nothing.
        why: How it came to be over or struck; None before.
        match_id: The latest match played for it, if any.
        repeat: In Swiss, whether its entries met before; None elsewhere.
        planned_at: When it was made.
        started_at: When its first match began.
        ended_at: When it was over or struck.
    """

    id: int
    division: int
    stage: Stage
    round: int
    leg: int
    board: int
    sides: tuple[Side, ...]
    status: FixtureStatus = "planned"
    why: Why | None = None
    match_id: int | None = None
    repeat: bool | None = None
    planned_at: datetime | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None

    @property
    def is_bye(self) -> bool:
        """Whether one entry has nobody to play."""
        return len(self.sides) == 1

    @property
    def entries(self) -> tuple[int, ...]:
        """The entries, in the order of seats."""
        return tuple(side.entry for side in self.sides)
