"""Places that are still possible where points decide: round robin and Swiss.

The bounds are sound: whatever comes of the fixtures that are open or still to be paired, tie-breaks and lots included,
no entry ends outside them, whenever the season ends and even if entries withdraw. They are monotone: no result widens
them. They are not always as narrow as they could be, since the narrowest take too long to find (how many of a group can
all reach a number of points is a packing problem). They know nothing of what may be corrected or decided of fixtures
that are over, nor of entries that may still come; where organisers decide what is not over at the end, it is open.

Best place: the entry wins everything and the others get nothing more (both sides may forfeit, and fixtures may stay
unfinished), so only those count who are sure to keep more than it can reach. Worst place: it gets nothing more, and as
many others as possible reach its points. Each has to be able to, and all together cannot take more points than there
are. In a round robin of two nobody is sure of points against who has played less than half: if they withdraw, all their
fixtures are struck.
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
from hosting.league.standings.values import Season, Tally
from hosting.league.terms import LeagueTerms
from store.league.seasons import Entry, Fixture

Bounds = dict[int, tuple[int, int]]
"""The best and the worst possible place of each entry in the table."""

EFFORT = 20_000
"""Entries × open fixtures up to which it is looked at which fixture gives points to whom, if there are no more fixtures
than entries: near the end, when it matters. Fixtures only become fewer by results, so this does not come and go."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """What is still to come in a division.

    Attributes:
        fixtures: Those that are made and not over.
        known: Whether that is all: no round of a Swiss is still to be paired, and no row to be made.
        gains: The most that each entry can still get, in 120ths; absent for nothing.
        total: The most that all can get together.
        sure: The points that each entry keeps even if all others withdraw.
        early: Entries whose fixtures are all struck should they withdraw now.
    """

    fixtures: tuple[Fixture, ...]
    known: bool
    gains: Mapping[int, int]
    total: int
    sure: Mapping[int, int]
    early: frozenset[int] = frozenset()


def possible(
    season: Season, members: Sequence[Entry], fixtures: Sequence[Fixture], every: Mapping[int, Tally], found: Order
) -> Bounds:
    """Return the possible places of the entries of a division that are in the table.

    Args:
        season: Whose format goes by points.
        members: All entries of the division.
        fixtures: All of the division.
        every: The tallies of the entries of the division.
        found: The division in order as it is.
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
    season: Season, members: Sequence[Entry], fixtures: Sequence[Fixture], every: Mapping[int, Tally]
) -> Ahead | None:
    """Return what is still to come in a division; None where that is not known. Arguments as for `possible`."""
    return None if _unknown(season, members, fixtures) else _ahead(season, members, fixtures, every)


def at_least(terms: LeagueTerms, have: Mapping[int, int], reach: Mapping[int, int], ahead: Ahead, target: int) -> int:
    """Return the most others that can have as many points as one who has `target` and gets no more.

    Args:
        terms: Of the league.
        have: The points of all who may be in the table.
        reach: The most that each can end with.
        ahead: What is still to come.
        target: The points.
    """
    return _Above(terms, have, reach, ahead).count(target)


def _unknown(season: Season, members: Sequence[Entry], fixtures: Sequence[Fixture]) -> bool:
    """Return whether it is not known what is still to come.

    That of a round robin is known once its fixtures are made: all at the start, and those of an entry that takes a
    number which was free when it comes.
    """
    if season.terms.kind == "swiss":
        return not season.rounds
    late = {each.id for each in members if each.from_round > 1 and each.left_at is None}
    begun = sum(each.from_round == 1 for each in members)
    if not fixtures or not late or begun % 2 == 0:
        return not fixtures
    return not any(side.entry in late for each in fixtures for side in each.sides)


def _settled(found: Order, every: Mapping[int, Tally]) -> Bounds:
    """Return the places of a division of which all is over: those who are level wait for their lots.

    Who has no fixture that is over, as all were struck, leaves the table on withdrawing.
    """
    bounds: Bounds = {}
    above = staying = 0
    for group in found.groups:
        bounds |= dict.fromkeys(group, (1 + staying, above + len(group)))
        above += len(group)
        staying += sum(every[entry].over > 0 for entry in group)
    return bounds


def _ahead(season: Season, members: Sequence[Entry], fixtures: Sequence[Fixture], every: Mapping[int, Tally]) -> Ahead:
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
    """Return whose fixtures are all struck should they withdraw now, and the points that each entry has without those.

    It is as `hosting.league.entries` has it: who withdraws before half of their fixtures of two are over.
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


def _late(season: Season, members: Sequence[Entry], fixtures: Sequence[Fixture]) -> dict[int, int]:
    """Return what those may still get who came late to a Swiss and whose rows for it are not made yet."""
    came = {each.id: each.from_round for each in members if each.from_round > 1 and each.left_at is None}
    if season.terms.kind != "swiss" or not season.terms.late_points or not came:
        return {}
    rows = Counter(entry for each in fixtures for entry in each.entries if entry in came and each.round < came[entry])
    missing = {entry: came[entry] - 1 - rows[entry] for entry in came}
    return {entry: count * values.half_points(season.terms) for entry, count in missing.items() if count > 0}


def most_of_a_round(terms: LeagueTerms, entries: int) -> int:
    """Return the most that a round of a Swiss gives to so many entries, however they are paired.

    Tables of any size up to the full one may be used, and as many as do not fill a table may have a bye.
    """
    of_one = max(Fraction(values.most_points(terms, sides), sides) for sides in range(2, terms.sides + 1))
    full = values.full_points(terms)
    left_over = min(terms.sides - 1, entries)
    return min(int(of_one * (entries - left_over)) + full * left_over, full * entries)


class _Above:
    """How many others can end with a number of points or more."""

    def __init__(self, terms: LeagueTerms, have: Mapping[int, int], reach: Mapping[int, int], ahead: Ahead) -> None:
        """Sort what is asked for again and again."""
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
        """Return the most others that can have `target` points or more when one who has them gets no more."""
        if target not in self._known:
            able = len(self._most) - bisect_left(self._most, target)
            found = min(able, self._sharing(target))
            if self._open is not None and found > 1:
                found = min(found, self._meeting(target, self._open))
            self._known[target] = found - 1
        return self._known[target]

    def _sharing(self, target: int) -> int:
        """Return how many there can be if all that is still given may go to anybody: the nearest take it first."""
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

        Those who could still reach the target are put together if they meet; each such circle has the points of the
        fixtures that one of it plays in.
        """
        there = sum(now >= target for now in self._now)
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
                there += 1
        return there


def _root(parents: dict[int, int], entry: int) -> int:
    while parents[entry] != entry:
        parents[entry] = entry = parents[parents[entry]]
    return entry
