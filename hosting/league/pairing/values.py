"""A season as pairing sees it, and the fixtures that pairing asks for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, TypeAlias

from hosting.league.terms import LeagueTerms
from store.league.values import POINT, Entry, Fixture, Stage, Why

By: TypeAlias = Literal["berger", "dutch", "matching", "plan", "search", "bracket"]
"""What paired a fixture: Berger's tables, FIDE's Dutch system, our own minimum-weight matching, a plan that is kept as
data, a local search, or a bracket. A ladder is not paired: it has challenges."""

Lot: TypeAlias = Callable[[str, int], bytes]
"""Gives what is drawn for a purpose and a number: 32 bytes, the lowest of which is first."""

NUMBER = "number"
"""Purpose of the lots that number the entries of a round robin; the number is the entry's."""
SEED = "seed"
"""Purpose of the lots that seed entries; the number is the entry's."""


@dataclass(frozen=True, slots=True)
class Absence:
    """An entry that asked not to be paired in a round.

    Attributes:
        entry: Which.
        round: When, from 1.
        half: Whether it gets half of a win for it; else nothing.
    """

    entry: int
    round: int
    half: bool = False


@dataclass(frozen=True, slots=True)
class Season:
    """All that pairing depends on. The order of entries, fixtures and absences means nothing.

    Attributes:
        terms: What the league agreed on.
        entries: All that ever stood in the season, those that left as well.
        fixtures: All that were made, those that were struck as well.
        lot: The season's lots.
        round: The last round that may be paired, from 1; 0 before the season starts.
        absences: Entries that are not to be paired in a round.
        tables: For tables of 3 to 6: sizes that the game can be played in; empty for the full table only.
        ended_at: When the season ended, after which nothing more is played; None while more could be.
    """

    terms: LeagueTerms
    entries: tuple[Entry, ...]
    fixtures: tuple[Fixture, ...]
    lot: Lot
    round: int = 1
    absences: tuple[Absence, ...] = ()
    tables: tuple[int, ...] = ()
    ended_at: datetime | None = None

    @property
    def apart(self) -> tuple[tuple[int, Season], ...]:
        """The divisions that have entries, the highest first: the number of each, and the season as far as it goes."""
        entries: dict[int, list[Entry]] = defaultdict(list)
        fixtures: dict[int, list[Fixture]] = defaultdict(list)
        for entry in self.entries:
            entries[entry.division].append(entry)
        for fixture in self.fixtures:
            fixtures[fixture.division].append(fixture)
        return tuple(
            (number, replace(self, entries=tuple(members), fixtures=tuple(fixtures[number])))
            for number, members in sorted(entries.items())
        )

    @property
    def sizes(self) -> tuple[int, ...]:
        """Sizes of tables that may be used, the full one first."""
        full = self.terms.sides
        return (full, *sorted({each for each in self.tables if each < full}, reverse=True))

    def members(self, division: int) -> tuple[Entry, ...]:
        """Return the entries of a division by their numbers, those that left as well."""
        return tuple(sorted((each for each in self.entries if each.division == division), key=lambda each: each.id))

    def made(self, stage: Stage, division: int) -> Iterator[Fixture]:
        """Give the fixtures of one stage and division by round and board."""
        chosen = (each for each in self.fixtures if each.stage == stage and each.division == division)
        yield from sorted(chosen, key=lambda each: (each.round, each.leg, each.board, each.id))


@dataclass(frozen=True, slots=True)
class Standing:
    """How a tie of a knock-out stands.

    Attributes:
        on: Who goes on from it; None while it is not decided.
        followed: Whether a later tie was made from it, so that it stays as it is.
        last: Whether no tie comes after it: who wins it wins the season, or its third place.
        again: Whether it is played, and the final that is played again comes of it and is not made yet.
    """

    on: frozenset[int] | None
    followed: bool
    last: bool
    again: bool = False


@dataclass(frozen=True, slots=True)
class Planned:
    """A fixture that is to be made.

    Attributes:
        division: Number of the division.
        stage: Which part of the season it belongs to.
        round: From 1; in knock-outs counted through both brackets.
        leg: From 1; the match of a tie, or the repetition of a round robin.
        board: From 1 within round and division; 0 for a bye.
        sides: Entries in the order of seats (teams: of their sides); one in a bye.
        by: What paired it.
        why: Of a bye, its kind; None for a fixture that is played.
        points: Of a bye, what it gives, in 120ths; None for a fixture that is played.
        repeat: In Swiss, whether any two of it met before; None elsewhere.
        advances: Of a bye in a knock-out, True; None elsewhere.
    """

    division: int
    stage: Stage
    round: int
    leg: int
    board: int
    sides: tuple[int, ...]
    by: By
    why: Why | None = None
    points: int | None = None
    repeat: bool | None = None
    advances: bool | None = None


def full_points(terms: LeagueTerms) -> int:
    """Return what a win gives, and with it a bye or a forfeit, in 120ths."""
    return POINT if terms.place_points is None else terms.place_points[0] * POINT


def drawn(lot: Lot, purpose: str, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Return entries in the order of their lots: the lowest is first."""
    return tuple(sorted(entries, key=lambda each: (lot(purpose, each.id), each.id)))
