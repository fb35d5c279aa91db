"""Places that are still possible where points decide: round robin and Swiss.

The bounds are sound: whatever the results of open and unpaired fixtures, tie-breaks and lots included, no entry ends
outside them, whenever the season ends and even if entries withdraw. They are monotone: no result widens them. They
aren't always as narrow as possible, since the narrowest take too long to find (how many of a group can all reach a
number of points is a packing problem). They don't foresee corrections, decisions of fixtures that are over, or late
entries; where organisers decide unfinished fixtures at the end, those count as open.

Best place: the entry wins everything and the others get nothing more (both sides may forfeit, and fixtures may stay
unfinished), so only those count who are sure to keep more than it can reach. Worst place: it gets nothing more, and as
many others as possible reach its points. Each has to be able to, and all together cannot take more points than there
are. In a round robin of two, points against an entry that has played less than half aren't sure: if it withdraws, all
its fixtures are struck.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from hosting.league.standings import values
from hosting.league.standings.tiebreaks import Order
from hosting.league.standings.values import TableSeason, Tally
from hosting.league.terms import LeagueTerms
from store.league.seasons import Entry, Fixture

Bounds = dict[int, tuple[int, int]]
"""The best and the worst possible place of each entry in the table."""

EFFORT = 20_000
"""Up to so many entries × open fixtures, and no more fixtures than entries, bounds consider who plays in each fixture:
near the end, when it matters. Results only make open fixtures fewer, so a bound once narrowed stays so."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """The fixtures and points still to come in a division.

    Attributes:
        fixtures: Those that are made and not over.
        known: Whether these are all: no round of a Swiss is still to be paired, and no row to be made.
        gains: The most that each entry can still get, in 120ths; absent for nothing.
        total: The most that all can get together.
        sure: The points that each entry keeps even if all others withdraw.
        early: Entries whose fixtures are all struck if they withdraw now.
    """

    fixtures: tuple[Fixture, ...]
    known: bool
    gains: Mapping[int, int]
    total: int
    sure: Mapping[int, int]
    early: frozenset[int] = frozenset()


def possible(
    season: TableSeason, members: Sequence[Entry], fixtures: Sequence[Fixture], every: Mapping[int, Tally], found: Order
) -> Bounds:
    """Return the possible places of the entries of a division that are in the table.

    `season`: its format must go by points; `members`: all entries of the division; `fixtures`: all of the division;
    `found`: the division in its order now.
    """
    ahead = ahead_of(season, members, fixtures, every)
    if ahead is None:
        return {entry: (1, len(members)) for entry in found.values}
    if not ahead.gains:
        return _settled(found, every)
    have = {each.id: every[each.id].points for each in members if each.id in found.values or each.id in ahead.gains}
    reach = {entry: now + ahead.gains.get(entry, 0) for entry, now in have.items()}
    at_least = _Above(season.terms, have, reach, ahead)
    sure = sorted(ahead.sure[entry] for entry in found.values if entry not in ahead.early)
    return {
        entry: (1 + len(sure) - bisect_right(sure, reach[entry]), 1 + at_least.count(ahead.sure[entry]))
        for entry in found.values
    }


def ahead_of(
    season: TableSeason, members: Sequence[Entry], fixtures: Sequence[Fixture], every: Mapping[int, Tally]
) -> Ahead | None:
    """Return what is to come in a division; None where that isn't known. Arguments as for `possible`."""
    return None if _unknown(season, members, fixtures) else _ahead(season, members, fixtures, every)


def at_least(terms: LeagueTerms, have: Mapping[int, int], reach: Mapping[int, int], ahead: Ahead, target: int) -> int:
    """Return the most others that can have `target` points when one entry has them and gets no more.

    `have`: the points of all who may be in the table; `reach`: the most that each can end with.
    """
    return _Above(terms, have, reach, ahead).count(target)


def _unknown(season: TableSeason, members: Sequence[Entry], fixtures: Sequence[Fixture]) -> bool:
    """Return whether future fixtures aren't known.

    A round robin's are known once they are made: all at the start, and those of a late entry that takes a free number
    when it comes.
    """
    if season.terms.kind == "swiss":
        return not season.rounds
    late = {each.id for each in members if each.from_round > 1 and each.left_at is None}
    begun = sum(each.from_round == 1 for each in members)
    if not fixtures or not late or begun % 2 == 0:
        return not fixtures
    return not any(side.entry in late for each in fixtures for side in each.sides)


def _settled(found: Order, every: Mapping[int, Tally]) -> Bounds:
    """Return the places of a division when all is over: level entries wait for their lots.

    An entry whose fixtures were all struck leaves the table if it withdraws.
    """
    bounds: Bounds = {}
    above = staying = 0
    for group in found.groups:
        bounds |= dict.fromkeys(group, (1 + staying, above + len(group)))
        above += len(group)
        staying += sum(every[entry].over > 0 for entry in group)
    return bounds


def _ahead(
    season: TableSeason, members: Sequence[Entry], fixtures: Sequence[Fixture], every: Mapping[int, Tally]
) -> Ahead:
    terms = season.terms
    full = values.full_points(terms)
    decided = terms.unfinished == "adjudicate"
    still = tuple(each for each in fixtures if each.open or (decided and each.why == "unfinished"))
    gains: dict[int, int] = {}
    for fixture in still:
        for side in fixture.sides:
            gains[side.entry] = gains.get(side.entry, 0) + full
    sizes = Counter(max(len(each.sides), 2) for each in still)
    total = sum(values.most_points(terms, sides) * count for sides, count in sizes.items())
    rounds = 0
    if terms.kind == "swiss":
        # Byes of a round are written with its pairs, those of rounds that an entry missed with a later one.
        paired = max((each.round for each in fixtures), default=0)
        rounds = max(season.rounds - paired, 0)
        staying = [each.id for each in members if each.left_at is None]
        if rounds:
            gains |= {entry: gains.get(entry, 0) + full * rounds for entry in staying}
        total += rounds * most_of_a_round(terms, len(staying))
    late = _late(season, members, fixtures)
    gains |= {entry: gains.get(entry, 0) + more for entry, more in late.items()}
    early, sure = _sure(terms, members, fixtures, every)
    return Ahead(still, not rounds and not late, gains, total + sum(late.values()), sure, early)


def _sure(
    terms: LeagueTerms, members: Sequence[Entry], fixtures: Sequence[Fixture], every: Mapping[int, Tally]
) -> tuple[frozenset[int], Mapping[int, int]]:
    """Return the entries whose fixtures are all struck if they withdraw now, and each entry's points without those.

    As in `hosting.league.entries`: an entry that withdraws before half of its fixtures of two are over.
    """
    if terms.kind != "round-robin" or terms.sides > 2:
        return frozenset(), {entry: tally.points for entry, tally in every.items()}
    own = Counter(entry for each in fixtures if each.status != "struck" for entry in each.entries)
    early = frozenset(each.id for each in members if each.left_at is None and 2 * every[each.id].over < own[each.id])
    sure = dict.fromkeys(every, 0)
    for fixture in fixtures:
        if fixture.status == "over":
            for side in fixture.sides:
                if not any(entry in early for entry in fixture.entries if entry != side.entry):
                    sure[side.entry] += side.points or 0
    return early, sure


def _late(season: TableSeason, members: Sequence[Entry], fixtures: Sequence[Fixture]) -> dict[int, int]:
    """Return the most points to come for late entries of a Swiss whose rows for missed rounds aren't made yet."""
    came = {each.id: each.from_round for each in members if each.from_round > 1 and each.left_at is None}
    if season.terms.kind != "swiss" or not season.terms.late_points or not came:
        return {}
    rows = Counter(entry for each in fixtures for entry in each.entries if entry in came and each.round < came[entry])
    missing = {entry: came[entry] - 1 - rows[entry] for entry in came}
    return {entry: count * values.half_points(season.terms) for entry, count in missing.items() if count > 0}


def most_of_a_round(terms: LeagueTerms, entries: int) -> int:
    """Return the most points that a round of a Swiss gives to so many entries, however they are paired.

    Tables of any size up to the full one may be used, and as many as don't fill a table may have a bye.
    """
    of_one = max(Fraction(values.most_points(terms, sides), sides) for sides in range(2, terms.sides + 1))
    full = values.full_points(terms)
    left_over = min(terms.sides - 1, entries)
    return min(int(of_one * (entries - left_over)) + full * left_over, full * entries)


class _Above:
    """How many others can end with a number of points or more."""

    def __init__(self, terms: LeagueTerms, have: Mapping[int, int], reach: Mapping[int, int], ahead: Ahead) -> None:
        self._have, self._reach = have, reach
        self._now = sorted(have.values(), reverse=True)
        self._most = sorted(reach.values())
        self._sums = list(accumulate(self._now, initial=0))
        self._total = ahead.total
        near = len(ahead.fixtures) <= min(len(have), EFFORT // max(len(have), 1))
        self._open: list[tuple[tuple[int, ...], int]] | None = None
        if ahead.known and near:
            self._open = [(each.entries, values.most_points(terms, max(len(each.sides), 2))) for each in ahead.fixtures]
        self._known: dict[int, int] = {}

    def count(self, target: int) -> int:
        if target not in self._known:
            able = len(self._most) - bisect_left(self._most, target)
            found = min(able, self._sharing(target))
            if self._open is not None and found > 1:
                found = min(found, self._meeting(target, self._open))
            self._known[target] = found - 1
        return self._known[target]

    def _sharing(self, target: int) -> int:
        """Return how many there can be if all points to come may go to anybody: the nearest take them first."""
        low = bisect_right(self._now, -target, key=lambda now: -now)
        first, last = low, len(self._now)
        while first < last:
            middle = (first + last + 1) // 2
            if (middle - low) * target - (self._sums[middle] - self._sums[low]) <= self._total:
                first = middle
            else:
                last = middle - 1
        return first

    def _meeting(self, target: int, still: Iterable[tuple[tuple[int, ...], int]]) -> int:
        """Return how many there can be if fixtures give their points to those who play in them.

        Entries that could still reach the target and meet are grouped; each group has the points of the fixtures that
        any of it plays in.
        """
        count = sum(now >= target for now in self._now)
        parents = {entry: entry for entry, now in self._have.items() if now < target <= self._reach[entry]}
        gives: list[tuple[int, int]] = []
        for entries, most in still:
            able = [entry for entry in entries if entry in parents]
            for entry in able[1:]:
                parents[_root(parents, entry)] = _root(parents, able[0])
            if able:
                gives.append((able[0], most))
        budget: dict[int, int] = {}
        for entry, most in gives:
            root = _root(parents, entry)
            budget[root] = budget.get(root, 0) + most
        for need, entry in sorted((target - self._have[entry], entry) for entry in parents):
            root = _root(parents, entry)
            if budget.get(root, 0) >= need:
                budget[root] -= need
                count += 1
        return count


def _root(parents: dict[int, int], entry: int) -> int:
    while parents[entry] != entry:
        parents[entry] = entry = parents[parents[entry]]
    return entry
