"""Places in a knock-out: one more than the number of entries that were eliminated later, or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hosting.league.terms import LeagueTerms
from store.league.values import Fixture, Stage

NEVER = 1_000_000
"""Stands for the round of those who are not eliminated: later than all."""


@dataclass(frozen=True, slots=True)
class Tie:
    """The last tie of an entry that is decided.

    Attributes:
        round: Through both brackets.
        leg: Of its last fixture.
        stage: Which part of the season.
        advances: Whether the entry goes on.
    """

    round: int
    leg: int
    stage: Stage
    advances: bool

    @property
    def eliminates(self) -> bool:
        """Whether the entry is out: who loses in the upper bracket goes on in the lower one."""
        return not self.advances and self.stage != "winners"


def last_ties(fixtures: Iterable[Fixture]) -> dict[int, Tie]:
    """Return the last decided tie of each entry that has one, byes included.

    Where a match was struck after the next round had been made from it, who went on still stands with it.
    """
    found: dict[int, Tie] = {}
    for fixture in fixtures:
        for side in fixture.sides:
            if side.advances is None:
                continue
            known = found.get(side.entry)
            if known is None or (known.round, known.leg) < (fixture.round, fixture.leg):
                found[side.entry] = Tie(fixture.round, fixture.leg, fixture.stage, side.advances)
    return found


def out_rounds(entries: Iterable[int], fixtures: Iterable[Fixture]) -> dict[int, int]:
    """Return the round in which each entry was eliminated; `NEVER` for those who were not."""
    ties = last_ties(fixtures)
    return {entry: tie.round if (tie := ties.get(entry)) is not None and tie.eliminates else NEVER for entry in entries}


def groups(out: dict[int, int]) -> tuple[tuple[int, ...], ...]:
    """Return those who share the first place, the second, …, each group by number.

    Args:
        out: What `out_rounds` gave of the entries of a division.
    """
    by_round: dict[int, list[int]] = {}
    for entry in sorted(out):
        by_round.setdefault(out[entry], []).append(entry)
    return tuple(tuple(by_round[number]) for number in sorted(by_round, reverse=True))


def possible(terms: LeagueTerms, out: Mapping[int, int], fixtures: Iterable[Fixture]) -> dict[int, tuple[int, int]]:
    """Return the best and the worst possible place of each entry in the table.

    Who is in may win. The worst for it is to lose the next tie that can eliminate it: then all who outlive that round
    are above it. Rounds that are not paired yet have at least one tie that eliminates it, and in a single knock-out of
    two sides, from the second round on, half of those who are in. Every tie sends on as many as it should, or fewer,
    but one.

    Args:
        terms: Of the league.
        out: What `out_rounds` gave of those who are in the table.
        fixtures: All of the division.
    """
    known = tuple(fixtures)
    ties = _open_ties(terms, known)
    # Who withdrew before the first tie comes into the table when that is forfeited.
    playing = {**dict.fromkeys((entry for tie in ties for entry in tie.entries), NEVER), **out}
    bracket = _Bracket(terms, playing, last_ties(known), ties)
    of_rounds = {number: bracket.eliminated(number) for number in {*out.values()} - {NEVER}}
    return {entry: (1, bracket.worst(entry)) if number == NEVER else of_rounds[number] for entry, number in out.items()}


@dataclass(frozen=True, slots=True)
class OpenTie:
    """A tie that is not decided.

    Attributes:
        round: Through both brackets.
        stage: Which part of the season.
        entries: Who plays it.
        on: The most of it that go on.
    """

    round: int
    stage: Stage
    entries: frozenset[int]
    on: int

    @property
    def eliminates(self) -> int:
        """How many are out after it for certain: after the first final nobody may be."""
        return 0 if self.stage in {"winners", "final"} else len(self.entries) - self.on


def going(terms: LeagueTerms, fixtures: Iterable[Fixture], fixture: Fixture) -> int:
    """Return the most that can go on from the tie of a fixture.

    One of two, and one from the last table, at which all who are left sit. From other tables as many as the league
    says, but never all; and where so few could not fill a table, more.

    Args:
        terms: Of the league.
        fixtures: All of the division: the tables and byes of a round are made at once.
        fixture: Of two sides or more.
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
    """Return the ties that are made and not decided: of each, none of the legs says who goes on."""
    decided: set[tuple[int, frozenset[int]]] = set()
    found: dict[tuple[int, frozenset[int]], Fixture] = {}
    for fixture in fixtures:
        key = fixture.round, frozenset(fixture.entries)
        if fixture.sides[0].advances is not None:
            decided.add(key)
        elif len(fixture.sides) > 1:  # what is struck is played again once the season goes on
            found[key] = fixture
    return tuple(
        OpenTie(each.round, each.stage, frozenset(each.entries), going(terms, fixtures, each))
        for key, each in found.items()
        if key not in decided
    )


class _Bracket:
    """How many outlive each round, at least and at most."""

    def __init__(
        self, terms: LeagueTerms, out: Mapping[int, int], last: Mapping[int, Tie], ties: tuple[OpenTie, ...]
    ) -> None:
        self._out, self._last, self._ties = out, last, ties
        self._still = [entry for entry, number in out.items() if number == NEVER]
        self._tie = {entry: tie for tie in ties for entry in tie.entries}
        self._halves = terms.kind == "knockout" and terms.sides == 2
        self._most: list[int] = []
        self._left: dict[int, int] = {}

    def _plain(self, number: int) -> int:
        """Return the most that outlive a round, by the ties that are known."""
        if number not in self._left:
            later = sum(each > number for each in self._out.values())
            self._left[number] = later - sum(tie.eliminates for tie in self._ties if tie.round <= number)
        return self._left[number]

    def most(self, number: int) -> int:
        """Return the most that outlive a round."""
        while len(self._most) <= number:
            each = len(self._most)
            found = self._plain(each)
            if self._halves and each > 1:
                found = min(found, (self._most[each - 1] + 1) // 2)
            self._most.append(found)
        return self._most[number]

    def worst(self, entry: int) -> int:
        """Return the worst place of an entry that is in."""
        tie = self._tie.get(entry)
        if tie is not None and tie.eliminates:
            return 1 + self.most(tie.round)
        if tie is not None:
            number = tie.round + (tie.stage == "winners")
        else:
            number = self._last[entry].round + 1 if entry in self._last else 1
        # It is one of those who are in, and would not outlive that round.
        others = self._plain(number) - 1
        if self._halves and number > 1:
            others = min(others, (self.most(number - 1) + 1) // 2)
        return 1 + others

    def eliminated(self, number: int) -> tuple[int, int]:
        """Return the best and the worst place of those who were eliminated in a round."""
        sure = sum(number < each < NEVER for each in self._out.values())
        sure += sum(self._outlives(entry, number) for entry in self._still)
        sure += sum(1 for tie in self._ties if tie.round == number and tie.eliminates)
        return 1 + sure, 1 + self.most(number)

    def _outlives(self, entry: int, number: int) -> bool:
        """Return whether an entry that is in outlives a round for certain."""
        tie = self._tie.get(entry)
        if tie is not None and (tie.round > number or (tie.round == number and tie.stage == "winners")):
            return True
        return entry in self._last and self._last[entry].round >= number
