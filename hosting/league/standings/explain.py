"""Why an entry stands where it stands, and what it can still reach.

Every term of every number, what puts the entry above its neighbour, and what would change its place. Values only; texts
are made where they are shown. Nothing here looks at a match that is not over.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal, TypeAlias

from hosting.league.standings import possible, table, values
from hosting.league.standings.table import BRACKETS, POINTS, Outlook, in_order, outlook, table_of
from hosting.league.standings.tiebreaks import BUCHHOLZ, Order
from hosting.league.standings.values import MET, Row, Season, Tally, TieBreakValue, added, tallies
from hosting.league.terms import TieBreak
from store.league.seasons import POINT, Division, Entry, Fixture, Side, Why

# The terms of an entry's numbers, each with the fixture and the match that it comes from.


Summed: TypeAlias = Literal["points"] | TieBreak


@dataclass(frozen=True, slots=True)
class Term:
    """One term of a sum.

    Attributes:
        fixture: The fixture it comes from.
        match: The latest match played for it, if any.
        why: How the fixture came to be over.
        opponents: The other sides; of a tie-break that goes by opponent, that one.
        pair: 2, 1 or 0 for above, level or below; None where that does not count.
        worth: The points, in 120ths, that are multiplied: those of the opponent, the sum of all opponents', or one's
            own; None where there is nothing to multiply.
        own: Whether one's own points stand for an opponent's.
        cut: Whether the term is left out, as the lowest.
        value: What the term adds, if it is not left out.
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

    Args:
        name: Which number.
        entry: Whose.
        fixtures: All of its division.
        every: The points of each entry.
        among: Of `direct`, those who are level so far.
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
    given = values.points_by_ranks(season.terms, {first: RANKS[way], other: 2}, fixture.entries)
    sides = tuple(replace(side, points=more) for side, more in zip(fixture.sides, given, strict=True))
    return replace(fixture, status="over", why="played", sides=sides)


Measure: TypeAlias = Literal["points", "round", "position"] | TieBreak
"""What entries are put in order by: points and tie-breaks; in a knock-out the round in which they were eliminated; on a
ladder the position."""

MOST_CHANGES = 6
"""Open fixtures of which it is worked out what each alone would change."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a row with all that it consists of.

    Attributes:
        name: Which.
        value: In 120ths of points (Buchholz × 60); None where it is empty or, in a knock-out, for who is still in.
        terms: They add up to the value, but for `round` and `position`, where they are the fixtures that led to it,
            and for `seed` and `lot`, which have none.
        among: Of `direct`, those who are level so far, the entry included; else empty.
    """

    name: Measure
    value: TieBreakValue
    terms: tuple[Term, ...]
    among: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Who stands next, and what decided between the two.

    Attributes:
        entry: Who.
        place: Its place.
        by: The first measure in which the two differ; None if they are level.
        own: What the entry has in it.
        other: What the neighbour has in it.
    """

    entry: int
    place: int
    by: Measure | None
    own: TieBreakValue
    other: TieBreakValue


@dataclass(frozen=True, slots=True)
class Change:
    """What one open fixture would make of the entry's place, if everything else stayed as it is.

    Attributes:
        fixture: Which.
        entry: Whose outcome is meant: the entry, or a neighbour.
        outcome: How it ends for that side. At a table of three or more, `won` is alone first and `lost` last, with the
            others level; `level` is all of them.
        place: The place that the explained entry would have then.
    """

    fixture: int
    entry: int
    outcome: Outcome
    place: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why an entry stands where it stands.

    Attributes:
        row: Its row in the table.
        numbers: Points first, then the tie-breaks in the league's order; of a knock-out the round alone, of a ladder
            the position alone.
        above: The last of those above; None for the first.
        below: The first of those below; None for the last.
        level: Those who share its place.
        changes: By the fixture's number, the entry's own before those of its neighbours.
        left_out: How many more open fixtures of the entry and its neighbours there are, of which `changes` do not tell.
        outlook: What is proven of it; None for nothing, or once the season is closed.
        prospect: What it can still reach, and what that takes; None where no points decide, or nothing is to come.
    """

    row: Row
    numbers: tuple[Number, ...]
    above: Neighbour | None
    below: Neighbour | None
    level: tuple[int, ...]
    changes: tuple[Change, ...]
    left_out: int
    outlook: Outlook | None
    prospect: Prospect | None


def explain(season: Season, entry: int, *, draws: bool = True) -> Explanation | None:
    """Explain the place of an entry; None if it is not in the table.

    Where 1,000 entries are in one table this takes a tenth of a second of the processor, where few fixtures are open up
    to half a second (`prospects`): callers run it in a thread.

    Args:
        season: The season.
        entry: Whose place.
        draws: Whether a match of two can end level, so that it is told what that would change.
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

    def __init__(self, season: Season, entry: int, *, draws: bool) -> None:
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
        """Return what the format puts entries in order by."""
        if self.season.terms.kind in POINTS:
            return ("points", *self.season.terms.tiebreaks)
        return ("position",) if self.season.terms.kind == "ladder" else ("round",)

    def value(self, name: Measure, entry: int) -> TieBreakValue:
        """Return what an entry has in a measure."""
        if name == "points":
            return self.points[entry]
        if name == "position":
            return self.found.places()[entry]
        if name == "round":
            out = table.out_rounds(self.season.terms, [entry], self.fixtures)[entry]
            return None if out == table.NEVER else out
        return self.found.values[entry][self.season.terms.tiebreaks.index(name)]

    def numbers(self) -> tuple[Number, ...]:
        """Return the entry's numbers: what the format puts entries in order by, and nothing else."""
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
        """Return those who are level with the entry in all measures before one, the entry included, by number."""
        before = self.measures()[: self.measures().index(name)]
        own = [self.value(each, self.entry) for each in before]
        return tuple(
            entry for entry in sorted(self.found.values) if [self.value(each, entry) for each in before] == own
        )

    def neighbour(self, other: int, places: Mapping[int, int]) -> Neighbour:
        """Compare the entry with another that is not level with it."""
        for name in self.measures():
            own, theirs = self.value(name, self.entry), self.value(name, other)
            if own != theirs:
                return Neighbour(other, places[other], name, own, theirs)
        return Neighbour(other, places[other], None, None, None)

    def outlook(self) -> Outlook | None:
        """Return what is proven of the entry."""
        return outlook(self.division, self.members, self.rows, self.entry)

    def prospect(self, row: Row) -> Prospect | None:
        """Return what the entry can still reach, where points decide."""
        if self.season.terms.kind not in POINTS:
            return None
        season, every = self.season, self.every
        return prospect(season, self.division, self.members, self.fixtures, every, self.rows, row, draws=self._draws)

    def changes(self, neighbours: Sequence[int]) -> tuple[list[Change], int]:
        """Return what each of the first open fixtures of the entry, then of its neighbours, would change alone.

        Also return how many more of them there are.
        """
        still = [each for each in self.fixtures if each.status in {"planned", "running"} and not each.is_bye]
        found: list[Change] = []
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
                        found.append(Change(fixture.id, who, outcome, place))
        return found, len(left)

    def _outcomes(self) -> tuple[Outcome, ...]:
        """Return how a fixture can end: nobody is level after a tie of a knock-out, nor in a game without draws."""
        return ("won", "level", "lost") if self._draws and self.measures() != ("round",) else ("won", "lost")

    def _place_after(self, fixture: Fixture) -> int | None:
        fixtures = [fixture if each.id == fixture.id else each for each in self.fixtures]
        every = tallies((each.id for each in self.members), fixtures)
        return in_order(self.season, self.members, fixtures, every).places().get(self.entry)


def ended(season: Season, fixture: Fixture, entry: int, outcome: Outcome) -> Fixture:
    """Return a fixture as it would be if it ended in a way for one of its sides, and the others were level.

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
