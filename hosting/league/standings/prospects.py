"""What an entry can still reach where points decide, and what that takes.

Near the end, when few fixtures of two sides are open and no round is still to be paired, every way in which they can be
played is gone through: what follows is exact, tie-breaks included, up to the lots, which nobody knows before the close.
Before that it follows from points alone. It is sound then, but not exact: less may be enough than what makes a place
certain, and more may be needed than what makes it possible. All of it is as if nobody withdrew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal, TypeAlias

from hosting.league.standings import points, possible
from hosting.league.standings.table import in_order
from hosting.league.standings.tally import Tally, added
from hosting.league.standings.values import Row, Season
from store.league.values import POINT, Division, Entry, Fixture

Outcome: TypeAlias = Literal["won", "level", "lost"]
RANKS: Mapping[Outcome, int] = {"won": 1, "level": 2, "lost": 3}
"""The rank of a side whose others have rank 2."""

MOST_OPEN = 8
"""Open fixtures of a division up to which every way in which they can be played is gone through."""
EFFORT = 45_000
"""Ways × entries up to which that is done: about half a second of the processor."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What a place takes, by points alone.

    Attributes:
        place: It, or a better one.
        least: The entry needs so many more points at least, in 120ths; 0 if what it has may do.
        sure: With so many more it is certain, whatever comes of all other fixtures; None if no number does that.
    """

    place: int
    least: int
    sure: int | None


@dataclass(frozen=True, slots=True)
class Ending:
    """Where the entry can end if it gets so many points of its open fixtures, and all that is open is played.

    Attributes:
        more: The points, in 120ths.
        best, worst: Its places then, each of which some outcome of the others, or the lots, gives.
    """

    more: int
    best: int
    worst: int


@dataclass(frozen=True, slots=True)
class Need:
    """How an open fixture has to end for the best place that the entry can still reach.

    Attributes:
        fixture: Which.
        entry: Whose outcome is meant.
        outcomes: Those with which the place is possible; not all that there are.
    """

    fixture: int
    entry: int
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class Prospect:
    """What an entry can still reach.

    Attributes:
        have: Its points, in 120ths.
        more: The most that it can still get.
        open: How many fixtures of the division are open.
        goals: By place, the best first; none where `endings` say it exactly.
        endings: By points, the most first; none where that is too much to go through, or not known.
        needs: What the best place of all takes, by the fixture's number; as exact as `endings`.
    """

    have: int
    more: int
    open: int
    goals: tuple[Goal, ...] = ()
    endings: tuple[Ending, ...] = ()
    needs: tuple[Need, ...] = ()


def prospect(
    season: Season,
    division: Division,
    members: Sequence[Entry],
    fixtures: Sequence[Fixture],
    every: Mapping[int, Tally],
    rows: Sequence[Row],
    own: Row,
    *,
    draws: bool,
) -> Prospect | None:
    """Return what an entry can still reach; None where it is not known what is to come, or nothing is to be played.

    Args:
        season: Whose format goes by points.
        division: Where the entry plays.
        members: All entries of the division.
        fixtures: All of the division.
        every: The tallies of its entries.
        rows: The rows of its table.
        own: The row of the entry.
        draws: Whether a fixture of two can end level.
    """
    ahead = possible.ahead_of(season, members, fixtures, every)
    if ahead is None or not ahead.gains or not all(each.open for each in ahead.fixtures):
        return None
    more = ahead.gains.get(own.entry, 0)
    found = Prospect(own.points, more, len(ahead.fixtures))
    outcomes: tuple[Outcome, ...] = ("won", "level", "lost") if draws else ("won", "lost")
    few = len(ahead.fixtures) <= MOST_OPEN and all(len(each.sides) == 2 for each in ahead.fixtures)
    if ahead.known and few and len(outcomes) ** len(ahead.fixtures) * len(members) <= EFFORT:
        return _played_out(season, members, ahead.fixtures, every, found, own.entry, outcomes)
    reach = {entry: tally.points + ahead.gains.get(entry, 0) for entry, tally in every.items()}
    have = {entry: tally.points for entry, tally in every.items() if entry in ahead.gains or tally.over}
    marks = sorted({1, division.up, len(rows) - division.down} - {0, len(rows)})
    goals = [_goal(season, ahead, have, reach, own, place) for place in marks if own.min_place <= place < own.max_place]
    return replace(found, goals=tuple(goals))


def _goal(
    season: Season,
    ahead: possible.Ahead,
    have: Mapping[int, int],
    reach: Mapping[int, int],
    own: Row,
    place: int,
) -> Goal:
    others = sorted((points for entry, points in have.items() if entry != own.entry), reverse=True)
    least = max(0, others[place - 1] - own.points) if place <= len(others) else 0
    first, last = 0, ahead.gains.get(own.entry, 0)
    step = POINT // 2

    def certain(more: int) -> bool:
        """Return whether no more than `place` - 1 others can have as many points as the entry has then."""
        then = own.points + more
        return (
            possible.at_least(season.terms, {**have, own.entry: then}, {**reach, own.entry: then}, ahead, then) < place
        )

    if not certain(last):
        return Goal(place, least, None)
    while first < last:
        middle = (first + last) // 2
        first, last = (first, middle) if certain(middle) else (middle + 1, last)
    return Goal(place, least, min(-(-first // step) * step, ahead.gains.get(own.entry, 0)))


def _played_out(
    season: Season,
    members: Sequence[Entry],
    still: Sequence[Fixture],
    every: Mapping[int, Tally],
    found: Prospect,
    entry: int,
    outcomes: tuple[Outcome, ...],
) -> Prospect:
    """Return a prospect with what is exact: every way in which open fixtures of two can be played."""
    places: dict[int, list[int]] = {}
    best: int | None = None
    leading: list[tuple[Outcome, ...]] = []
    for ways in product(outcomes, repeat=len(still)):
        ended = [_ended(season, each, way) for each, way in zip(still, ways, strict=True)]
        then = added(every, ended)
        groups = in_order(season, members, ended, then).groups
        above = 0
        for group in groups:
            if entry in group:
                more = then[entry].points - found.have
                places.setdefault(more, []).extend((above + 1, above + len(group)))
                if best is None or above + 1 < best:
                    best, leading = above + 1, []
                if above + 1 == best:
                    leading.append(ways)
            above += len(group)
    endings = [Ending(more, min(each), max(each)) for more, each in sorted(places.items(), reverse=True)]
    return replace(found, endings=tuple(endings), needs=tuple(_needs(still, leading, outcomes, entry)))


def _needs(
    still: Sequence[Fixture], leading: Sequence[tuple[Outcome, ...]], outcomes: tuple[Outcome, ...], entry: int
) -> Iterator[Need]:
    """Yield the fixtures that cannot end in every way if the entry is to have its best place."""
    turned: Mapping[Outcome, Outcome] = {"won": "lost", "level": "level", "lost": "won"}
    for number, fixture in enumerate(still):
        first, other = fixture.entries
        there = {ways[number] for ways in leading}
        if len(there) < len(outcomes):
            mine = {turned[each] for each in there} if other == entry else there
            yield Need(fixture.id, entry if other == entry else first, tuple(o for o in RANKS if o in mine))


def _ended(season: Season, fixture: Fixture, way: Outcome) -> Fixture:
    """Return a fixture of two as it would be if its first side won, drew or lost."""
    first, other = fixture.entries
    given = points.by_ranks(season.terms, {first: RANKS[way], other: 2}, fixture.entries)
    sides = tuple(replace(side, points=more) for side, more in zip(fixture.sides, given, strict=True))
    return replace(fixture, status="over", why="played", sides=sides)
