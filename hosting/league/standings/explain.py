"""Why an entry stands where it stands.

Every term of every number, what puts the entry above its neighbour, and what would change its place. Values only; texts
are made where they are shown. Nothing here looks at a match that is not over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from hosting.league.standings import knockout, ladder, points
from hosting.league.standings.movement import Outlook, outlook
from hosting.league.standings.prospects import RANKS, Outcome, Prospect, prospect
from hosting.league.standings.table import BRACKETS, POINTS, in_order, table
from hosting.league.standings.tally import Tally, tallies
from hosting.league.standings.terms import Term, terms_of
from hosting.league.standings.tiebreaks import Order
from hosting.league.standings.values import Row, Season, TieBreakValue
from hosting.league.terms import TieBreak
from store.league.values import Division, Entry, Fixture, Side

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
        self.rows = table(self.season)
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
            out = knockout.out_rounds(self.season.terms, [entry], self.fixtures)[entry]
            return None if out == knockout.NEVER else out
        return self.found.values[entry][self.season.terms.tiebreaks.index(name)]

    def numbers(self) -> tuple[Number, ...]:
        """Return the entry's numbers: what the format puts entries in order by, and nothing else."""
        return tuple(self._number(name) for name in self.measures())

    def _number(self, name: Measure) -> Number:
        value = self.value(name, self.entry)
        if name == "round":
            last = knockout.last_ties(self.fixtures).get(self.entry)
            terms = terms_of("points", self.entry, self.fixtures, self.points)
            deciding = {each.id for each in self.fixtures if last is not None and each.round == last.round}
            return Number(name, value, tuple(each for each in terms if each.fixture in deciding))
        if name == "position":
            moved = ladder.moves(self.members, self.fixtures, self.entry)
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
    given = points.by_ranks(season.terms, ranks, fixture.entries)
    best = sorted(fixture.entries, key=lambda each: (ranks[each], fixture.entries.index(each)))
    bracket = season.terms.kind in BRACKETS
    on = best[: knockout.going(season.terms, season.fixtures, fixture)] if bracket else []

    def side(before: Side, more: int) -> Side:
        return replace(before, points=more, advances=before.entry in on if bracket else None)

    sides = tuple(side(before, more) for before, more in zip(fixture.sides, given, strict=True))
    return replace(fixture, status="over", why="played", sides=sides, ended_at=None)
