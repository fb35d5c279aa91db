"""The table of a season: order, places in knock-outs, promotion and relegation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from hosting.league.pairing.knockout import From, met, ties
from hosting.league.standings import possible, values
from hosting.league.standings.possible import Bounds
from hosting.league.standings.tiebreaks import Order, order
from hosting.league.standings.values import Movement, Row, TableSeason, Tally, tallies
from hosting.league.terms import LeagueTerms
from store.league.seasons import Division, Entry, Fixture, Stage

# Promotion and relegation: at the close of a season, and before it where they are proven.


Outlook: TypeAlias = Literal["promoted", "safe", "relegated"]
"""What is certain of an entry before the close."""


def movements(division: Division, members: Iterable[Entry], ranked: Sequence[int]) -> dict[int, Movement]:
    """Return which entries of a division are promoted and relegated.

    The first `up` that haven't withdrawn are promoted; the last `down` are relegated, less one for each that withdrew.
    An entry that both apply to is promoted.

    `members`: all of its entries, also those that withdrew before they played; `ranked`: those in the table, the first
    first.
    """
    left = {each.id for each in members if each.left_at is not None}
    staying = [entry for entry in ranked if entry not in left]
    found: dict[int, Movement] = {entry: "out" if entry in left else "stay" for entry in ranked}
    down = max(division.down - len(left), 0)
    found |= dict.fromkeys(staying[max(len(staying) - down, 0) :], "down")
    found |= dict.fromkeys(staying[: division.up], "up")
    return found


def outlook(division: Division, members: Iterable[Entry], rows: Iterable[Row], entry: int) -> Outlook | None:
    """Return what is proven of an entry, whatever the results; None for nothing.

    It's certain as long as nobody withdraws and organisers decide nothing: an entry that withdraws saves one from
    relegation, and struck fixtures change points.
    """
    left = {each.id for each in members if each.left_at is not None}
    if entry in left:
        return None
    table = list(rows)
    (own,) = (row for row in table if row.entry == entry)
    gone = [row for row in table if row.entry in left]
    above = sum(row.max_place < own.min_place for row in gone)
    below = sum(row.min_place > own.max_place for row in gone)
    # The most and the fewest of those who have not withdrawn that can end above the entry. Of those who have withdrawn,
    # some may come into the table only with a fixture that is still open.
    most_above = own.max_place - 1 - above
    least_above = max(own.min_place - 1 - (len(left) - below), 0)
    others = len(table) - len(gone) - 1
    down = max(division.down - len(left), 0)
    if most_above < division.up:
        return "promoted"
    if division.down and others - most_above >= down:
        return "safe"
    if others - least_above < down and least_above >= division.up:
        return "relegated"
    return None


# Places in a knock-out: one more than the number of entries that were eliminated later, or not at all.


NEVER = 1_000_000
"""The round of entries that aren't eliminated: later than all."""


@dataclass(frozen=True, slots=True)
class LastTie:
    """The last decided tie of an entry; `first` tells whether it's the first one that it lost."""

    round: int
    leg: int
    stage: Stage
    advances: bool
    first: bool = False

    def eliminates(self, terms: LeagueTerms) -> bool:
        """Return whether the entry is out: not after losing in the upper bracket, or a final that is played again."""
        again = self.stage == "final" and self.first and terms.reset
        return not self.advances and self.stage != "winners" and not again


def last_ties(fixtures: Iterable[Fixture]) -> dict[int, LastTie]:
    """Return the last decided tie of each entry that has one, byes included.

    Where a match was struck after the next round had been made from it, its result still counts here.
    """
    found: dict[int, LastTie] = {}
    lost: Counter[int] = Counter()
    for fixture in fixtures:
        for side in fixture.sides:
            if side.advances is None:
                continue
            lost[side.entry] += not side.advances
            known = found.get(side.entry)
            if known is None or (known.round, known.leg) < (fixture.round, fixture.leg):
                found[side.entry] = LastTie(fixture.round, fixture.leg, fixture.stage, side.advances)
    return {entry: replace(tie, first=lost[entry] == 1) for entry, tie in found.items()}


def out_rounds(terms: LeagueTerms, entries: Iterable[int], fixtures: Iterable[Fixture]) -> dict[int, int]:
    ties = last_ties(each for each in fixtures if each.stage != "third")
    return {
        entry: tie.round if (tie := ties.get(entry)) is not None and tie.eliminates(terms) else NEVER
        for entry in entries
    }


def third_places(fixtures: Iterable[Fixture]) -> dict[int, bool]:
    third = (each for each in fixtures if each.stage == "third")
    return {side.entry: side.advances for each in third for side in each.sides if side.advances is not None}


def elimination_groups(out: dict[int, int], third: Mapping[int, bool]) -> tuple[tuple[int, ...], ...]:
    shared: dict[tuple[int, bool], list[int]] = {}
    for entry in sorted(out):
        shared.setdefault((out[entry], third.get(entry, False)), []).append(entry)
    return tuple(tuple(shared[key]) for key in sorted(shared, reverse=True))


def possible_knockout_places(
    terms: LeagueTerms, out: Mapping[int, int], fixtures: Iterable[Fixture]
) -> dict[int, tuple[int, int]]:
    """Return the best and the worst possible place of each entry in the table.

    A season may end at any moment, and open ties then eliminate nobody. So an entry that is in may share the first
    place, and does worst if it loses the next tie that can eliminate it while all others that are in then stay: all but
    those that go out before, as a round is only made when all before it are decided. An entry that is out keeps its
    place at worst, and at best is behind those that cannot go out in its own round any more, and behind one of each tie
    of it.
    """
    every = tuple(fixtures)
    known = tuple(each for each in every if each.stage != "third")
    last, open_ties = last_ties(known), _open_ties(terms, known)
    tie_of = {entry: tie for tie in open_ties for entry in tie.entries}
    still = [entry for entry, number in out.items() if number == NEVER]
    bracket = _Rounds(terms, len(out))
    next_risk = {entry: bracket.risk(tie_of.get(entry), last.get(entry)) for entry in still}

    def outlived(number: int) -> int:
        return sum(number < each < NEVER for each in out.values())

    def worst(entry: int) -> int:
        tie, number = tie_of.get(entry), next_risk[entry]
        others = len(still) - 1 - sum(each.eliminates for each in open_ties if each.round < number)
        if tie is not None and tie.eliminates:
            others = len(still) - tie.eliminates
        return 1 + min(others, bracket.left(number) - 1) + outlived(number)

    def best_out(number: int) -> int:
        sure = sum(each > number for each in next_risk.values())
        return 1 + outlived(number) + sure + sum(tie.round == number and tie.eliminates > 0 for tie in open_ties)

    best = {number: best_out(number) for number in {*out.values()} - {NEVER}}
    found = {
        entry: (1, worst(entry)) if number == NEVER else (best[number], 1 + outlived(number) + len(still))
        for entry, number in out.items()
    }
    return _with_third(found, out, every, last) if terms.third else found


class _Rounds:
    """Which rounds of a bracket can eliminate an entry."""

    def __init__(self, terms: LeagueTerms, count: int) -> None:
        self._count = count
        self._met: tuple[int, ...] = ()  # how many ties of each round two meet in
        self._out: frozenset[int] = frozenset()  # rounds of the lower bracket
        self._after: dict[int, int] = {}  # the round that follows one of the upper bracket there
        self._drop: dict[int, int] = {}  # the round in which who loses in the upper bracket goes on
        if terms.kind == "double-knockout" and count > 1:
            every = ties(terms.kind, count, reset=terms.reset)
            self._met = met(terms.kind, count, reset=terms.reset)
            winners = sorted({each.round for each in every if each.stage == "winners"})
            self._out = frozenset(each.round for each in every if each.stage == "losers")
            self._after = dict(zip(winners, [*winners[1:], every[-1].round - terms.reset], strict=True))
            for each in every:
                for source in each.sources:
                    if isinstance(source, From) and not source.won and each.stage == "losers":
                        self._drop[source.round] = each.round

    def left(self, number: int) -> int:
        """Return how many are in at most when a round is made; only of a double bracket less than all."""
        before = enumerate(self._met[: number - 1], 1)
        return self._count - sum(each for round_, each in before if round_ in self._out)

    def risk(self, tie: OpenTie | None, last: LastTie | None) -> int:
        if tie is not None:
            return self._drop.get(tie.round, tie.round) if tie.stage == "winners" else tie.round
        if last is None:
            return self._drop.get(1, 1)
        after = last.round + 1
        if last.stage == "winners":
            after = self._after.get(last.round, after) if last.advances else last.round
        return self._drop.get(after, after) if last.stage == "winners" else after


def _with_third(
    found: Mapping[int, tuple[int, int]],
    out: Mapping[int, int],
    fixtures: Sequence[Fixture],
    last: Mapping[int, LastTie],
) -> dict[int, tuple[int, int]]:
    """Return possible places where the losers of the semi-finals play for the third: one of them is the fourth."""
    third = third_places(fixtures)
    first = {each.board or -each.entries[0] for each in fixtures if each.round == 1}
    semis = len(first).bit_length() - 1  # of the first round's ties and byes half are left in each round
    places: dict[int, tuple[int, int]] = {}
    for entry, (best, worst) in found.items():
        if entry in third:
            places[entry] = (best, worst) if third[entry] else (best + 1, worst + 1)
        elif out[entry] == semis or (out[entry] == NEVER and (entry not in last or last[entry].round < semis)):
            places[entry] = (best, max(worst, min(worst + 1, 4, len(found))))
        else:
            places[entry] = (best, worst)
    return places


@dataclass(frozen=True, slots=True)
class OpenTie:
    """An undecided tie; `on` is the most of its entries that go on, `round` counts through both brackets."""

    round: int
    stage: Stage
    entries: frozenset[int]
    on: int

    @property
    def eliminates(self) -> int:
        """How many are out after it for certain: after the first final perhaps nobody."""
        return 0 if self.stage in {"winners", "final"} else len(self.entries) - self.on


def still_in(terms: LeagueTerms, fixtures: Iterable[Fixture], fixture: Fixture) -> int:
    """Return the most that can go on from the tie of a fixture.

    One of two, and one from the last table, which has all the remaining entries. From other tables as many as the
    league says, but never all; and where so few could not fill a table, more.
    """
    count = len(fixture.sides)
    if count == 2 and terms.sides == 2:
        return 1
    tables = {frozenset(each.entries) for each in fixtures if each.round == fixture.round}
    if len(tables) == 1:
        return 1
    enough = sum(min(terms.advance, len(each) - 1) if len(each) > 1 else 1 for each in tables) >= terms.sides
    return min(terms.advance, count - 1) if enough else count - 1


def _open_ties(terms: LeagueTerms, fixtures: Sequence[Fixture]) -> tuple[OpenTie, ...]:
    decided: set[tuple[int, frozenset[int]]] = set()
    found: dict[tuple[int, frozenset[int]], Fixture] = {}
    for fixture in fixtures:
        key = fixture.round, frozenset(fixture.entries)
        if fixture.sides[0].advances is not None:
            decided.add(key)
        elif len(fixture.sides) > 1:  # what is struck is played again once the season goes on
            found[key] = fixture
    return tuple(
        OpenTie(each.round, each.stage, frozenset(each.entries), still_in(terms, fixtures, each))
        for key, each in found.items()
        if key not in decided
    )


POINTS = frozenset({"round-robin", "swiss"})
"""Formats whose order is that of points and tie-breaks."""
BRACKETS = frozenset({"knockout", "double-knockout"})
"""Formats whose order is that of the rounds in which entries were eliminated."""


def table_of(season: TableSeason) -> tuple[Row, ...]:
    """Return the rows of all divisions, by division, place and number of the entry.

    An entry that withdrew and has no fixture that is over isn't in the table, except in a knock-out, where its ties are
    forfeited.
    """
    every = tallies((each.id for each in season.entries), season.fixtures)
    members: dict[int, list[Entry]] = {each.number: [] for each in season.divisions}
    for entry in season.entries:
        members[entry.division].append(entry)
    fixtures: dict[int, list[Fixture]] = {each.number: [] for each in season.divisions}
    for fixture in season.fixtures:
        fixtures[fixture.division].append(fixture)
    rows: list[Row] = []
    for division in sorted(season.divisions, key=lambda each: each.number):
        entries = members[division.number]
        own = {each.id: every[each.id] for each in entries}
        rows.extend(_rows(season, division, entries, fixtures[division.number], own))
    return tuple(rows)


def in_order(
    season: TableSeason, members: Sequence[Entry], fixtures: Sequence[Fixture], every: Mapping[int, Tally]
) -> Order:
    bracket = season.terms.kind in BRACKETS
    shown = [each for each in members if bracket or each.left_at is None or every[each.id].over]
    if season.terms.kind in POINTS:
        return order(shown, every, season.terms.tiebreaks, season.lot)
    none: dict[int, tuple[None, ...]] = {each.id: () for each in shown}
    if season.terms.kind == "ladder":
        ranked = values.ladder_positions(members, fixtures)
        return Order(tuple((entry,) for entry in ranked if entry in none), none)
    out, third = out_rounds(season.terms, none, fixtures), third_places(fixtures)
    return Order(elimination_groups(out, third), none)


def _bounds(
    season: TableSeason, members: Sequence[Entry], fixtures: Sequence[Fixture], every: Mapping[int, Tally], found: Order
) -> Bounds:
    """Return the possible places of a division: its places, once the season is closed."""
    if season.closed:
        return {entry: (place, place) for entry, place in found.places().items()}
    if season.terms.kind in POINTS:
        return possible.possible(season, members, fixtures, every, found)
    if season.terms.kind == "ladder":
        return values.possible_positions(members, fixtures, every, found.places())
    return possible_knockout_places(season.terms, out_rounds(season.terms, found.values, fixtures), fixtures)


def _rows(
    season: TableSeason,
    division: Division,
    members: Sequence[Entry],
    fixtures: Sequence[Fixture],
    every: Mapping[int, Tally],
) -> list[Row]:
    found = in_order(season, members, fixtures, every)
    places, bounds = found.places(), _bounds(season, members, fixtures, every, found)
    ranked = [entry for group in found.groups for entry in group]
    moves: Mapping[int, Movement] = movements(division, members, ranked) if season.closed else {}
    rows = []
    for entry in ranked:
        tally = every[entry]
        rows.append(
            Row(
                division=division.number,
                place=places[entry],
                entry=entry,
                played=tally.played,
                won=tally.won,
                level=tally.level,
                lost=tally.lost,
                byes=tally.byes,
                points=tally.points,
                tiebreaks=found.values[entry],
                min_place=bounds[entry][0],
                max_place=bounds[entry][1],
                movement=moves.get(entry),
            )
        )
    return rows
