"""The field of a Swiss round: who is to be paired, and what each has behind it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from hosting.league.pairing.values import Season, full_points
from store.league.values import Entry, Fixture

Float: TypeAlias = Literal[-1, 0, 1]
"""Down (it met fewer points than its own, or did not play), none, up."""


@dataclass(frozen=True, slots=True)
class Contender:
    """An entry that is to be paired.

    Attributes:
        entry: Its number in the store.
        number: Its pairing number, from 1: place in the order of seeds, those that came late behind. It never changes.
        points: In 120ths.
        seats: Those it has played from, the earliest first; what was not played has none.
        met: How often it has played against whom, by entry.
        floats: Of the latest round and of the one before it.
        byes: How many byes it has had; as many points from an opponent who did not appear are one, too.
        missed: In how many rounds it has not played.
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
        """Whether it has had a bye."""
        return self.byes > 0

    @property
    def rank(self) -> tuple[int, int]:
        """Sorts contenders, the highest first."""
        return -self.points, self.number

    @property
    def difference(self) -> int:
        """How much more often it has had seat 1 than seat 2."""
        return sum(1 if seat == 1 else -1 for seat in self.seats)

    @property
    def twice(self) -> int:
        """The seat it has had twice in a row just now; 0 for none."""
        return self.seats[-1] if len(self.seats) > 1 and self.seats[-1] == self.seats[-2] else 0

    @property
    def due(self) -> int:
        """The seat it should have next; 0 if it does not matter."""
        if self.difference:
            return 2 if self.difference > 0 else 1
        return 3 - self.seats[-1] if self.seats else 0

    @property
    def strength(self) -> int:
        """How much it should: 3 absolutely, 2 strongly, 1 mildly, 0 not at all (FIDE C.04.3, A.6)."""
        if abs(self.difference) > 1 or self.twice:
            return 3
        return 2 if self.difference else min(1, len(self.seats))


def was_played(fixture: Fixture) -> bool:
    """Return whether its entries met: a forfeit is unplayed, as a bye is, and what was struck never was."""
    if fixture.status != "over" or fixture.is_bye:
        return False
    return fixture.was_played or (fixture.why in {"decision", "unfinished"} and fixture.match_id is not None)


def numbers(members: Iterable[Entry]) -> dict[int, int]:
    """Return the pairing number of each entry: those of the start by seed, then the late ones as they came."""
    order = sorted(members, key=lambda each: (each.from_round > 1, each.seed or float("inf"), each.from_round, each.id))
    return {entry.id: number for number, entry in enumerate(order, start=1)}


def contenders(season: Season, division: int, number: int, entries: Iterable[int]) -> tuple[Contender, ...]:
    """Return these entries of a division as they stand before a round, the highest first.

    Args:
        season: As it is.
        division: Whose.
        number: The round that is to be paired.
        entries: Those that are to be paired in it.
    """
    given = numbers(season.members(division))
    full = full_points(season.terms)
    behind: dict[int, dict[int, Fixture]] = defaultdict(dict)
    before: dict[int, list[int]] = {each: [0] * (number + 1) for each in given}
    for fixture in season.made("swiss", division):
        if fixture.round < number and fixture.status == "over":
            for side in fixture.sides:
                behind[side.entry][fixture.round] = fixture
                before[side.entry][fixture.round + 1] += side.points or 0
    for points in before.values():
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
    """Return how an entry floated in a round (FIDE C.04.3, A.4: an entry that does not play floats down)."""
    if number < 1:
        return 0
    fixture = behind[entry].get(number)
    if fixture is None or not was_played(fixture):
        return -1
    others = [before[other][number] for other in fixture.entries if other != entry]
    own = before[entry][number]
    return -1 if own > max(others) else 1 if own < min(others) else 0
