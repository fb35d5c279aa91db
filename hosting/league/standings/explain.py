"""Explains the place of an entry, and what it can still reach.

Every term of every number, what puts the entry above its neighbour, and what would change its place. Values only; texts
are made where they are shown. Matches that aren't over stay unread.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal, TypeAlias

from hosting.league.standings import possible, table, values
from hosting.league.standings.table import BRACKETS, POINTS, Outlook, in_order, outlook, table_of
from hosting.league.standings.tiebreaks import BUCHHOLZ, Order
from hosting.league.standings.values import MET, Row, TableSeason, Tally, TieBreakValue, added, tallies
from hosting.league.terms import TieBreak
from store.league.seasons import POINT, Division, Entry, Fixture, Side, Why

# The terms of an entry's numbers, each with the fixture and the match that it comes from.


Summed: TypeAlias = Literal["points"] | TieBreak


@dataclass(frozen=True, slots=True)
class Term:
    """One term of a sum.

    Attributes:
        match: The latest match of the fixture, if any.
        opponents: The other sides; of a tie-break that goes by opponent, that one.
        pair: 2, 1 or 0 for above, level or below; None where that doesn't count.
        worth: The points, in 120ths, that are multiplied: the opponent's, the sum of all opponents', or the entry's
            own; None where nothing is multiplied.
        own: Whether the entry's own points are used for an opponent's.
        cut: Whether the term is left out, as the lowest.
        value: What the term adds, if it isn't left out.
    """

    fixture: int
    match: int | None
    why: Why
    opponents: tuple[int, ...]
    value: int
    pair: int | None = None
    worth: int | None = None
    own: bool = False
    cut: bool = False


def terms_of(
    name: Summed,
    entry: int,
    fixtures: Iterable[Fixture],
    every: Mapping[int, int],
    among: Collection[int] = (),
) -> tuple[Term, ...]:
    """Return the terms of a number by fixture; none of `seed` and `lot`, which are no sums.

    `fixtures`: all of its division; `every`: the points of each entry; `among`: of `direct`, the entries that are level
    so far.
    """
    over = sorted((each for each in fixtures if each.status == "over" and entry in each.entries), key=lambda f: f.id)
    found = [term for fixture in over for term in _terms(name, entry, fixture, every, among)]
    if name == "buchholz_cut1" and found:
        lowest = min(range(len(found)), key=lambda index: found[index].value)
        found[lowest] = replace(found[lowest], cut=True)
    return tuple(found)


def _terms(
    name: Summed, entry: int, fixture: Fixture, every: Mapping[int, int], among: Collection[int]
) -> Iterable[Term]:
    why = fixture.why
    if why is None:
        raise ValueError(f"fixture {fixture.id} is over without a reason")
    given = {side.entry: side.points or 0 for side in fixture.sides}
    others = tuple(each for each in given if each != entry)
    if name == "points":
        yield Term(fixture.id, fixture.match_id, why, others, given[entry])
    elif name in {"buchholz", "buchholz_cut1"}:
        own = not others or why in {"forfeit", "unfinished"}
        worth = every[entry] if own else sum(every[each] for each in others)
        value = worth * (BUCHHOLZ if own else BUCHHOLZ // len(others))
        yield Term(fixture.id, fixture.match_id, why, others, value, worth=worth, own=own)
    elif name == "wins":
        if others and why in MET and all(given[entry] > given[each] for each in others):
            yield Term(fixture.id, fixture.match_id, why, others, 1)
    elif name in {"direct", "sonneborn_berger"} and why in MET:
        for other in others:
            pair = (given[entry] >= given[other]) + (given[entry] > given[other])
            if name == "sonneborn_berger":
                worth = every[other]
                yield Term(fixture.id, fixture.match_id, why, (other,), pair * worth, pair=pair, worth=worth)
            elif other in among:
                yield Term(fixture.id, fixture.match_id, why, (other,), pair, pair=pair)


# What an entry can still reach where points decide, and what that takes.
#
# Near the end, when few fixtures of two sides are open and no round is still to be paired, every way in which they can
# be played is gone through: what follows is exact, tie-breaks included, up to the lots, which nobody knows before the
# close. Before that it follows from points alone. It is sound then, but not exact: less may be enough than what makes a
# place certain, and more may be needed than what makes it possible. All of it is as if nobody withdrew.


Outcome: TypeAlias = Literal["won", "level", "lost"]
RANKS: Mapping[Outcome, int] = {"won": 1, "level": 2, "lost": 3}
"""The rank of a side whose others have rank 2."""

MOST_OPEN = 8
"""The most open fixtures of a division for going through every way in which they can be played."""
EFFORT = 45_000
"""The most ways × entries for that: about half a second of the processor."""


@dataclass(frozen=True, slots=True)
class Goal:
    """The points that a place needs.

    Attributes:
        place: This place, or a better one.
        least: The entry needs at least so many more points, in 120ths; 0 if its own may do.
        sure: With so many more it's certain, whatever the other results; None if no number of points does that.
    """

    place: int
    least: int
    sure: int | None


@dataclass(frozen=True, slots=True)
class Ending:
    """The places the entry can end in with so many points of its open fixtures, if all open fixtures are played.

    Attributes:
        more: The points, in 120ths.
        best, worst: Some results of the others, or the lots, give each of these places.
    """

    more: int
    best: int
    worst: int


@dataclass(frozen=True, slots=True)
class Need:
    """The results of an open fixture that allow the best place the entry can still reach.

    Attributes:
        entry: The side that the outcomes are for.
        outcomes: Those with which the place is possible; never all of them.
    """

    fixture: int
    entry: int
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class Prospect:
    """The places and points that an entry can still reach.

    Attributes:
        have: Its points, in 120ths.
        more: The most that it can still get.
        open: How many fixtures of the division are open.
        goals: By place, the best first; none where `endings` say it exactly.
        endings: By points, the most first; none where there are too many to go through, or unknown ones.
        needs: For the best place of all, by the fixture's number; as exact as `endings`.
    """

    have: int
    more: int
    open: int
    goals: tuple[Goal, ...] = ()
    endings: tuple[Ending, ...] = ()
    needs: tuple[Need, ...] = ()


def prospect(
    season: TableSeason,
    division: Division,
    members: Sequence[Entry],
    fixtures: Sequence[Fixture],
    every: Mapping[int, Tally],
    rows: Sequence[Row],
    own: Row,
    *,
    draws: bool,
) -> Prospect | None:
    """Return what an entry can still reach; None if the rest isn't known, or nothing is left to play.

    `season`: its format must go by points; `members`: all entries of the division; `fixtures`: all of the division;
    `draws`: whether a fixture of two can end level.
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
    season: TableSeason,
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
    season: TableSeason,
    members: Sequence[Entry],
    still: Sequence[Fixture],
    every: Mapping[int, Tally],
    found: Prospect,
    entry: int,
    outcomes: tuple[Outcome, ...],
) -> Prospect:
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
    """Yield the fixtures where some outcomes would cost the entry its best place."""
    turned: Mapping[Outcome, Outcome] = {"won": "lost", "level": "level", "lost": "won"}
    for number, fixture in enumerate(still):
        first, other = fixture.entries
        decisive = {ways[number] for ways in leading}
        if len(decisive) < len(outcomes):
            mine = {turned[each] for each in decisive} if other == entry else decisive
            yield Need(fixture.id, entry if other == entry else first, tuple(o for o in RANKS if o in mine))


def _ended(season: TableSeason, fixture: Fixture, way: Outcome) -> Fixture:
    first, other = fixture.entries
    given = values.points_by_ranks(season.terms, {first: RANKS[way], other: 2}, fixture.entries)
    sides = tuple(replace(side, points=more) for side, more in zip(fixture.sides, given, strict=True))
    return replace(fixture, status="over", why="played", sides=sides)


Measure: TypeAlias = Literal["points", "round", "position"] | TieBreak
"""What entries are put in order by: points and tie-breaks; in a knock-out the round in which they were eliminated; on a
ladder the position."""

MOST_CHANGES = 6
"""The most open fixtures whose single effect is computed."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a row with all its terms.

    Attributes:
        value: In 120ths of points (Buchholz × 60); None where it's empty or, in a knock-out, for an entry that is still
            in.
        terms: They add up to the value, except for `round` and `position`, where they are the fixtures that led to it,
            and for `seed` and `lot`, which have none.
        among: Of `direct`, the entries that are level so far, this one included; else empty.
    """

    name: Measure
    value: TieBreakValue
    terms: tuple[Term, ...]
    among: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The entry next to another; `by` is the first measure in which the two differ, None if they are level."""

    entry: int
    place: int
    by: Measure | None
    own: TieBreakValue
    other: TieBreakValue


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """The entry's place after one open fixture, if everything else stayed as it is.

    Attributes:
        entry: The side that the outcome is for: the entry, or a neighbour.
        outcome: At a table of three or more, `won` is alone first and `lost` last, with the others level; `level` is
            all of them.
    """

    fixture: int
    entry: int
    outcome: Outcome
    place: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why an entry has its place.

    Attributes:
        numbers: Points first, then the tie-breaks in the league's order; of a knock-out the round alone, of a ladder
            the position alone.
        above: The last of those above; None for the first.
        below: The first of those below; None for the last.
        level: The entries that share its place.
        changes: By the fixture's number, the entry's own before those of its neighbours.
        left_out: How many more open fixtures of the entry and its neighbours there are.
        outlook: None if nothing is proven, or once the season is closed.
        prospect: None where no points decide, or nothing is to come.
    """

    row: Row
    numbers: tuple[Number, ...]
    above: Neighbour | None
    below: Neighbour | None
    level: tuple[int, ...]
    changes: tuple[PlaceChange, ...]
    left_out: int
    outlook: Outlook | None
    prospect: Prospect | None


def explain(season: TableSeason, entry: int, *, draws: bool = True) -> Explanation | None:
    """Explain the place of an entry; None if it isn't in the table.

    Where 1,000 entries are in one table this takes a tenth of a second of the processor, with few open fixtures up to
    half a second (`prospects`): call it in a thread.

    `draws`: whether a match of two can end level, so that `changes` says what that would change.
    """
    scene = _Scene(season, entry, draws=draws)
    if scene.row is None:
        return None
    place = scene.found.places()
    above = [each for group in scene.found.groups for each in group if place[each] < place[entry]]
    below = [each for group in scene.found.groups for each in group if place[each] > place[entry]]
    (level,) = (group for group in scene.found.groups if entry in group)
    neighbours = [*above[-1:], *below[:1]]
    changes, left_out = ([], 0) if season.closed else scene.changes(neighbours)
    return Explanation(
        row=scene.row,
        numbers=scene.numbers(),
        above=scene.neighbour(above[-1], place) if above else None,
        below=scene.neighbour(below[0], place) if below else None,
        level=tuple(each for each in level if each != entry),
        changes=tuple(changes),
        left_out=left_out,
        outlook=scene.outlook() if not season.closed else None,
        prospect=scene.prospect(scene.row) if not season.closed else None,
    )


class _Scene:
    """The division of an entry."""

    def __init__(self, season: TableSeason, entry: int, *, draws: bool) -> None:
        self.entry = entry
        self._draws = draws
        number = next(each.division for each in season.entries if each.id == entry)
        self.division: Division = next(each for each in season.divisions if each.number == number)
        self.members: list[Entry] = [each for each in season.entries if each.division == number]
        self.fixtures: list[Fixture] = [each for each in season.fixtures if each.division == number]
        self.season = replace(
            season, divisions=(self.division,), entries=tuple(self.members), fixtures=tuple(self.fixtures)
        )
        self.every: Mapping[int, Tally] = tallies((each.id for each in self.members), self.fixtures)
        self.found: Order = in_order(self.season, self.members, self.fixtures, self.every)
        self.rows = table_of(self.season)
        self.row = next((each for each in self.rows if each.entry == entry), None)
        self.points = {each: tally.points for each, tally in self.every.items()}

    def measures(self) -> tuple[Measure, ...]:
        if self.season.terms.kind in POINTS:
            return ("points", *self.season.terms.tiebreaks)
        return ("position",) if self.season.terms.kind == "ladder" else ("round",)

    def value(self, name: Measure, entry: int) -> TieBreakValue:
        if name == "points":
            return self.points[entry]
        if name == "position":
            return self.found.places()[entry]
        if name == "round":
            out = table.out_rounds(self.season.terms, [entry], self.fixtures)[entry]
            return None if out == table.NEVER else out
        return self.found.values[entry][self.season.terms.tiebreaks.index(name)]

    def numbers(self) -> tuple[Number, ...]:
        return tuple(self._number(name) for name in self.measures())

    def _number(self, name: Measure) -> Number:
        value = self.value(name, self.entry)
        if name == "round":
            last = table.last_ties(self.fixtures).get(self.entry)
            terms = terms_of("points", self.entry, self.fixtures, self.points)
            deciding = {each.id for each in self.fixtures if last is not None and each.round == last.round}
            return Number(name, value, tuple(each for each in terms if each.fixture in deciding))
        if name == "position":
            moved = values.ladder_moves(self.members, self.fixtures, self.entry)
            terms = terms_of("points", self.entry, self.fixtures, self.points)
            own = tuple(each for each in terms if each.fixture in moved)
            return Number(name, value, own)
        among = self._level_before(name) if name == "direct" else ()
        # Where not all of them met equally often there is no sum, though some of them met.
        counted = () if value is None else among
        return Number(name, value, terms_of(name, self.entry, self.fixtures, self.points, counted), among)

    def _level_before(self, name: Measure) -> tuple[int, ...]:
        """Return the entries that are level in all measures before this one, the entry included, by number."""
        before = self.measures()[: self.measures().index(name)]
        own = [self.value(each, self.entry) for each in before]
        return tuple(
            entry for entry in sorted(self.found.values) if [self.value(each, entry) for each in before] == own
        )

    def neighbour(self, other: int, places: Mapping[int, int]) -> Neighbour:
        for name in self.measures():
            own, theirs = self.value(name, self.entry), self.value(name, other)
            if own != theirs:
                return Neighbour(other, places[other], name, own, theirs)
        return Neighbour(other, places[other], None, None, None)

    def outlook(self) -> Outlook | None:
        return outlook(self.division, self.members, self.rows, self.entry)

    def prospect(self, row: Row) -> Prospect | None:
        if self.season.terms.kind not in POINTS:
            return None
        season, every = self.season, self.every
        return prospect(season, self.division, self.members, self.fixtures, every, self.rows, row, draws=self._draws)

    def changes(self, neighbours: Sequence[int]) -> tuple[list[PlaceChange], int]:
        """Return what the next open fixtures of the entry and its neighbours would change, and how many more exist."""
        still = [each for each in self.fixtures if each.status in {"planned", "running"} and not each.is_bye]
        found: list[PlaceChange] = []
        done: set[int] = set()
        left: set[int] = set()
        for who in (self.entry, *neighbours):
            own = sorted((each for each in still if who in each.entries), key=lambda each: (each.round, each.id))
            for fixture in own:
                if fixture.id in done:
                    continue
                if len(done) == MOST_CHANGES:
                    left.add(fixture.id)
                    continue
                done.add(fixture.id)
                for outcome in self._outcomes():
                    place = self._place_after(ended(self.season, fixture, who, outcome))
                    if place is not None:
                        found.append(PlaceChange(fixture.id, who, outcome, place))
        return found, len(left)

    def _outcomes(self) -> tuple[Outcome, ...]:
        """Return how a fixture can end: never level in a tie of a knock-out, nor in a game without draws."""
        return ("won", "level", "lost") if self._draws and self.measures() != ("round",) else ("won", "lost")

    def _place_after(self, fixture: Fixture) -> int | None:
        fixtures = [fixture if each.id == fixture.id else each for each in self.fixtures]
        every = tallies((each.id for each in self.members), fixtures)
        return in_order(self.season, self.members, fixtures, every).places().get(self.entry)


def ended(season: TableSeason, fixture: Fixture, entry: int, outcome: Outcome) -> Fixture:
    """Return a fixture as it would be if it ended this way for one side, with the others level.

    In a knock-out it decides the tie.
    """
    own = RANKS[outcome]
    ranks = {each: own if each == entry else 2 for each in fixture.entries}
    given = values.points_by_ranks(season.terms, ranks, fixture.entries)
    best = sorted(fixture.entries, key=lambda each: (ranks[each], fixture.entries.index(each)))
    bracket = season.terms.kind in BRACKETS
    on = best[: table.still_in(season.terms, season.fixtures, fixture)] if bracket else []

    def side(before: Side, more: int) -> Side:
        return replace(before, points=more, advances=before.entry in on if bracket else None)

    sides = tuple(side(before, more) for before, more in zip(fixture.sides, given, strict=True))
    return replace(fixture, status="over", why="played", sides=sides, ended_at=None)
