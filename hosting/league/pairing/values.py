"""A season as pairing sees it: entries, fixtures to make, sizes of tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from typing import Literal, TypeAlias

from engine.text import say
from hosting.errors import HostingError
from hosting.league.terms import LeagueTerms
from store.league.seasons import POINT, Entry, Fixture, Stage, Why

By: TypeAlias = Literal["berger", "dutch", "matching", "plan", "search", "bracket"]
"""What paired a fixture: Berger's tables, FIDE's Dutch system, our own minimum-weight matching, a plan that is kept as
data, a local search, or a bracket. A ladder is not paired: it has challenges."""

Lot: TypeAlias = Callable[[str, int], bytes]
"""Gives the lot for a purpose and a number: 32 bytes, the lowest first."""

NUMBER = "number"
"""Purpose of the lots that number the entries of a round robin; the number is the entry's."""
SEED = "seed"
"""Purpose of the lots that seed entries; the number is the entry's."""


@dataclass(frozen=True, slots=True)
class Absence:
    """An entry that asked not to be paired in a round, with half of a win for it or with nothing."""

    entry: int
    round: int
    half: bool = False


@dataclass(frozen=True, slots=True)
class PairingSeason:
    """All that pairing depends on. The order of entries, fixtures and absences means nothing.

    Attributes:
        entries: All entries of the season, also those that left.
        fixtures: All that were made, also those that were struck.
        round: The last round that may be paired, from 1; 0 before the season starts.
        tables: For tables of 3 to 6: smaller sizes that the game can be played at.
        ended_at: After this nothing more is played; None while more can be.
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
    def apart(self) -> tuple[tuple[int, PairingSeason], ...]:
        """The number of each division that has entries, the highest first, with its own part of the season."""
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
        full = self.terms.sides
        return (full, *sorted({each for each in self.tables if each < full}, reverse=True))

    def members(self, division: int) -> tuple[Entry, ...]:
        return tuple(sorted((each for each in self.entries if each.division == division), key=lambda each: each.id))

    def fixtures_of(self, stage: Stage, division: int) -> Iterator[Fixture]:
        chosen = (each for each in self.fixtures if each.stage == stage and each.division == division)
        yield from sorted(chosen, key=lambda each: (each.round, each.leg, each.board, each.id))


@dataclass(frozen=True, slots=True)
class TieState:
    """The state of a tie of a knock-out.

    Attributes:
        on: The entries that go on; None while it isn't decided.
        followed: Whether a later tie was made from it, so that it stays as it is.
        last: Whether it decides the first or the third place.
        again: Whether it's over, and a second final follows that isn't made yet.
    """

    on: frozenset[int] | None
    followed: bool
    last: bool
    again: bool = False


@dataclass(frozen=True, slots=True)
class Planned:
    """A fixture to make.

    Attributes:
        round: From 1; in knock-outs counted through both brackets.
        leg: From 1; the match of a tie, or the repetition of a round robin.
        board: From 1 within round and division; 0 for a bye.
        sides: Entries in the order of seats (teams: of their sides); one in a bye.
        why: The kind of a bye; else None.
        points: Of a bye, in 120ths; else None.
        repeat: In Swiss, whether any two of it met before; None elsewhere.
        advances: True for a bye in a knock-out; else None.
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
    return POINT if terms.place_points is None else terms.place_points[0] * POINT


def drawn(lot: Lot, purpose: str, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    return tuple(sorted(entries, key=lambda each: (lot(purpose, each.id), each.id)))


# What can be wrong with a format for the entries that there are.


class TooFewEntries(HostingError):  # noqa: N818
    """A format needs more entries."""

    code = "too-few-entries"

    def __init__(self, fewest: int, count: int) -> None:
        super().__init__(
            say(
                "{count} joined, but this format needs at least {fewest}: wait for more, or choose another format.",
                count=count,
                fewest=fewest,
            )
        )


# How many sit at each table where the number of entries does not divide.


def split(count: int, sizes: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """Return the sizes of the tables for so many entries, the largest first, and how many entries are left over.

    As few as possible are left over; then there are as few tables as possible, and those as even as possible.
    """
    left = next((each for each in range(count) if _fits(count - each, tuple(sizes))), count)
    return _fits(count - left, tuple(sizes)) or (), left


@cache
def _fits(count: int, sizes: tuple[int, ...]) -> tuple[int, ...] | None:
    fewest, most = min(sizes), max(sizes)
    for tables in range(-(-count // most), count // fewest + 1):
        found = _exactly(count, tables, tuple(sorted(set(sizes), reverse=True)))
        if found is not None:
            return found
    return None


def _exactly(count: int, tables: int, sizes: tuple[int, ...]) -> tuple[int, ...] | None:
    if len(sizes) == 1:
        return sizes * tables if count == sizes[0] * tables else None
    found: list[tuple[int, ...]] = []
    for largest in range(tables + 1):
        rest = count - largest * sizes[0]
        if (tables - largest) * sizes[-1] <= rest <= (tables - largest) * sizes[1]:
            others = _exactly(rest, tables - largest, sizes[1:])
            if others is not None:
                found.append(sizes[:1] * largest + others)
    return min(found, key=lambda each: sum(size * size for size in each), default=None)


# The field of a Swiss round: the entries to pair, with their earlier rounds.


Float: TypeAlias = Literal[-1, 0, 1]
"""Down (it met fewer points than its own, or did not play), none, up."""


@dataclass(frozen=True, slots=True)
class Contender:
    """An entry to pair.

    Attributes:
        number: Its pairing number, from 1: place in the order of seeds, late entries last. It never changes.
        points: In 120ths.
        seats: Of its matches, the earliest first; unplayed ones have none.
        met: How often it has played each opponent.
        floats: Of the latest round and of the one before it.
        byes: Byes, and full points because an opponent didn't appear.
        missed: How many rounds it hasn't played.
    """

    entry: int
    number: int
    points: int = 0
    seats: tuple[int, ...] = ()
    met: Mapping[int, int] = field(default_factory=dict)
    floats: tuple[Float, Float] = (0, 0)
    byes: int = 0
    missed: int = 0

    @property
    def bye(self) -> bool:
        return self.byes > 0

    @property
    def rank(self) -> tuple[int, int]:
        return -self.points, self.number

    @property
    def difference(self) -> int:
        return sum(1 if seat == 1 else -1 for seat in self.seats)

    @property
    def twice(self) -> int:
        """The seat of its last two matches, if it was the same; else 0."""
        return self.seats[-1] if len(self.seats) > 1 and self.seats[-1] == self.seats[-2] else 0

    @property
    def due(self) -> int:
        """The seat it should have next; 0 if it doesn't matter."""
        if self.difference:
            return 2 if self.difference > 0 else 1
        return 3 - self.seats[-1] if self.seats else 0

    @property
    def strength(self) -> int:
        """How strong its claim on a seat is: 3 absolute, 2 strong, 1 mild, 0 none (FIDE C.04.3, A.6)."""
        if abs(self.difference) > 1 or self.twice:
            return 3
        return 2 if self.difference else min(1, len(self.seats))


def was_played(fixture: Fixture) -> bool:
    """Return whether its entries met: a forfeit is unplayed, as a bye is, and a struck one never was."""
    if fixture.status != "over" or fixture.is_bye:
        return False
    return fixture.was_played or (fixture.why in {"decision", "unfinished"} and fixture.match_id is not None)


def numbers(members: Iterable[Entry]) -> dict[int, int]:
    """Return the pairing number of each entry: those of the start by seed, then the late ones as they came."""
    order = sorted(members, key=lambda each: (each.from_round > 1, each.seed or float("inf"), each.from_round, each.id))
    return {entry.id: number for number, entry in enumerate(order, start=1)}


def contenders(season: PairingSeason, division: int, number: int, entries: Iterable[int]) -> tuple[Contender, ...]:
    """Return these entries of a division as they are before a round, the highest first."""
    given = numbers(season.members(division))
    full = full_points(season.terms)
    behind: dict[int, dict[int, Fixture]] = defaultdict(dict)
    before: dict[int, list[int]] = {each: [0] * (number + 1) for each in given}
    for fixture in season.fixtures_of("swiss", division):
        if fixture.round < number and fixture.status == "over":
            for side in fixture.sides:
                behind[side.entry][fixture.round] = fixture
                before[side.entry][fixture.round + 1] += side.points or 0
    for points in before.values():  # by now what each round gave; from here on what an entry had before each round
        for each in range(1, number + 1):
            points[each] += points[each - 1]

    def contender(entry: int) -> Contender:
        played = [each for _, each in sorted(behind[entry].items()) if was_played(each)]
        met: dict[int, int] = defaultdict(int)
        for fixture in played:
            for other in fixture.entries:
                met[other] += other != entry
        unplayed = [each for each in behind[entry].values() if not was_played(each)]
        return Contender(
            entry=entry,
            number=given[entry],
            points=before[entry][number],
            seats=tuple(side.seat for each in played for side in each.sides if side.entry == entry),
            met={other: times for other, times in met.items() if times},
            floats=(_float(entry, number - 1, behind, before), _float(entry, number - 2, behind, before)),
            byes=sum(each.why == "bye" or _points(each, entry) >= full for each in unplayed),
            missed=number - 1 - len(played),
        )

    return tuple(sorted((contender(entry) for entry in entries), key=lambda each: each.rank))


def _points(fixture: Fixture, entry: int) -> int:
    return next(side.points or 0 for side in fixture.sides if side.entry == entry)


def _float(
    entry: int, number: int, behind: Mapping[int, Mapping[int, Fixture]], before: Mapping[int, list[int]]
) -> Float:
    """Return how an entry floated in a round (FIDE C.04.3, A.4: an entry that doesn't play floats down)."""
    if number < 1:
        return 0
    fixture = behind[entry].get(number)
    if fixture is None or not was_played(fixture):
        return -1
    others = [before[other][number] for other in fixture.entries if other != entry]
    own = before[entry][number]
    return -1 if own > max(others) else 1 if own < min(others) else 0
