"""A season as standings see it, and the rows of its table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from hosting.league.terms import LeagueTerms
from store.league.values import Division, Entry, Fixture, Why

Movement: TypeAlias = Literal["up", "stay", "down", "out"]
"""What the close of a season makes of an entry: promoted, neither, relegated, or withdrawn."""

TieBreakValue: TypeAlias = int | float | str | None
"""A whole number; `seed` is mu, `lot` is hex; None where it is empty."""

MET: frozenset[Why | None] = frozenset({"played", "agreed", "forfeit", "decision"})
"""How a fixture is over in which one side was above another, or both were level."""


@dataclass(frozen=True, slots=True)
class Season:
    """All that standings depend on. The order of entries and fixtures means nothing.

    Attributes:
        terms: What the league agreed on.
        divisions: All of them.
        entries: All that stood in the season since its start, those that withdrew as well; not those that left before
            it.
        fixtures: All that were made, those that were struck as well.
        rounds: How many rounds the season has (`pairing.formats.rounds`); only a Swiss needs it, to know what is still
            to come.
        lot: The season's lots, once the secret is open; None before.
        closed: Whether the season is closed: then all places are final.
    """

    terms: LeagueTerms
    divisions: tuple[Division, ...]
    entries: tuple[Entry, ...]
    fixtures: tuple[Fixture, ...]
    rounds: int = 0
    lot: Callable[[str, int], bytes] | None = None
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table.

    Attributes:
        division: Number of the division.
        place: From 1; those who are level share one.
        entry: Which entry.
        played: Its fixtures that are over and no bye.
        won: Of those over by `played`, `agreed`, `forfeit` or `decision`: those in which it was alone first.
        level: In which it shared the first place.
        lost: The others.
        byes: Byes of any kind.
        points: In 120ths, byes included.
        tiebreaks: In the league's order; no value at all in knock-outs and ladders.
        min_place: No outcome gives it a better place than this.
        max_place: No outcome gives it a worse one.
        movement: What the close makes of it; None before.
    """

    division: int
    place: int
    entry: int
    played: int
    won: int
    level: int
    lost: int
    byes: int
    points: int
    tiebreaks: tuple[TieBreakValue, ...]
    min_place: int
    max_place: int
    movement: Movement | None = None
