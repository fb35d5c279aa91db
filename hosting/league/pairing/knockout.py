"""Knock-out of two sides, single and double: ties of one to five matches, byes for the best seeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from hosting.league.pairing import bracket, cut
from hosting.league.pairing.bracket import Seeded, Source, Tie
from hosting.league.pairing.field import numbers
from hosting.league.pairing.values import Planned, Season, Standing, full_points
from hosting.league.terms import LeagueTerms
from store.league.values import Fixture

EXTRA = 2
"""Matches, with seats swapped each time, that a level tie goes on for before the better seed advances."""

Place: TypeAlias = tuple[int, int]
"""A tie by its round and board."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a tie so far.

    Attributes:
        known: Whether it is decided; else nothing is known of who goes on.
        winner: The entry that goes on; None if it had no sides.
        loser: The one that does not; None if there was no opponent.
    """

    known: bool
    winner: int | None = None
    loser: int | None = None


OPEN = Outcome(known=False)


@dataclass(frozen=True, slots=True)
class Meeting:
    """A tie with what is known of it.

    Attributes:
        tie: Its place in the bracket.
        sides: The entry that each source gives; 0 for nobody, None while it is not known.
        matches: Its matches, in order.
        outcome: What came of it so far.
    """

    tie: Tie
    sides: tuple[int | None, ...]
    matches: tuple[Fixture, ...]
    outcome: Outcome


@cache
def ties(kind: str, count: int, *, reset: bool, third: bool = False) -> tuple[Tie, ...]:
    """Return the ties of a knock-out of so many entries, each behind those that feed it."""
    return bracket.single(count, third=third) if kind == "knockout" else bracket.double(count, reset=reset)


def rounds(terms: LeagueTerms, count: int) -> int:
    """Return how many rounds there are at most; none for one entry alone, which cannot begin."""
    if count < 2:
        return 0
    return max(each.round for each in ties(terms.kind, count, reset=terms.reset))


@cache
def met(kind: str, count: int, *, reset: bool, third: bool = False) -> tuple[int, ...]:
    """Return in how many ties of each round two entries meet; a final that may be played again is one."""
    if count < 2:
        return ()
    found: Counter[int] = Counter()
    winners: set[Place] = set()
    losers: set[Place] = set()
    every = ties(kind, count, reset=reset, third=third)
    for tie in every:
        place = (tie.round, tie.board)
        sides = sum(
            each.seed <= count
            if isinstance(each, Seeded)
            else (each.round, each.board) in (winners if each.won else losers)
            for each in tie.sources
        )
        if sides:
            winners.add(place)
        if sides > 1:
            losers.add(place)
            found[tie.round] += 1
    return tuple(found[number] for number in range(1, every[-1].round + 1))


def length(terms: LeagueTerms, *, draws: bool) -> tuple[int, int]:
    """Return how many matches a tie has at least and at most; `draws` says whether one can end level."""
    return terms.legs // 2 + 1, terms.legs + (EXTRA if draws else 1 - terms.legs % 2)


def plan(season: Season, division: int) -> Iterator[Planned]:
    """Give the matches and byes that the bracket needs now, as far as the round that is due.

    An entry that has left keeps its place, and what is planned for it is lost by forfeit.
    """
    field = _Field(season, division)
    for tie in field.ties:
        if tie.round > season.round:
            return
        there = field.matches.get((tie.round, tie.board), [])
        if there:
            following = field.following(there)
            if following is not None:
                yield field.match(tie, *following)
            continue
        sides = [field.side(each) for each in tie.sources]
        if None in sides or (tie.again and not field.is_reset(tie)):
            continue
        present = [each for each in sides if each]
        if len(present) == 2:
            yield field.match(tie, 1, field.first_seats(present[0], present[1]))
        elif present and (tie.round, present[0]) not in field.byes:
            yield field.bye(tie, present[0])


def advancing(season: Season, division: int) -> Iterator[tuple[Fixture, tuple[bool | None, ...]]]:
    """Give each match that is over and whose sides do not say who advances as they should, with what they should say.

    Of the last match of a tie that is decided its winner advances, and its loser does not, whatever comes next: a lower
    bracket, or the final again. What the next round was paired on stays, whatever is corrected or struck later.

    Args:
        season: As it is.
        division: Whose.
    """
    field = _Field(season, division)
    for place, there in field.matches.items():
        if field.followed(place):
            continue
        over = [each for each in there if each.status == "over"]
        outcome = field.outcome(place)
        for each in there:
            right: tuple[bool | None, ...] = (None,) * len(each.sides)
            if outcome.known and each is (over or there)[-1]:
                right = tuple(side.entry == outcome.winner for side in each.sides)
            if right != tuple(side.advances for side in each.sides):
                yield each, right


def meetings(season: Season, division: int) -> tuple[Meeting, ...]:
    """Return the ties of a division's bracket by round and board; a final is played again only where that is due."""
    field = _Field(season, division)
    return tuple(field.meeting(tie) for tie in field.ties if not tie.again or field.is_reset(tie))


def standing(season: Season, division: int, fixture: Fixture) -> Standing:
    """Return how the tie of a match stands."""
    field, place = _Field(season, division), (fixture.round, fixture.board)
    outcome, later = field.outcome(place), field.later(place)
    again = any(each.again and field.is_reset(each) for each in later)
    on = frozenset((outcome.winner,)) if outcome.known and outcome.winner is not None and not again else None
    followed = field.followed(place)
    return Standing(on, followed, not again and all(each.again for each in later), again and not followed)


class _Field:
    """A bracket with its entries and what was played in it."""

    def __init__(self, season: Season, division: int) -> None:
        self.terms, self.division, self.ended_at = season.terms, division, season.ended_at
        given = numbers(each for each in season.members(division) if each.from_round == 1)
        self.seed: Mapping[int, int] = given
        self.ties = ties(season.terms.kind, len(given), reset=season.terms.reset, third=season.terms.third)
        self._by_seed = {seed: entry for entry, seed in given.items()}
        self._by_place: dict[Place, Tie] = {(tie.round, tie.board): tie for tie in self.ties}
        self.matches: dict[Place, list[Fixture]] = {}
        self.byes: set[Place] = set()
        self._difference = dict.fromkeys(given, 0)
        for each in season.fixtures:
            if each.is_bye:
                self.byes.add((each.round, each.entries[0]))
            else:
                self.matches.setdefault((each.round, each.board), []).append(each)
                for side in each.sides:
                    self._difference[side.entry] += (each.status != "struck") * (1 if side.seat == 1 else -1)
        for there in self.matches.values():
            there.sort(key=lambda each: each.leg)
        self._known: dict[Place, Outcome] = {}
        self._next: dict[Place, list[Place]] = {}
        for tie in self.ties:
            for source in tie.sources:
                if not isinstance(source, Seeded):
                    self._next.setdefault((source.round, source.board), []).append((tie.round, tie.board))

    def side(self, source: Source) -> int | None:
        """Return the entry that comes from there; 0 for nobody, None while it is not known."""
        if isinstance(source, Seeded):
            return self._by_seed.get(source.seed, 0)
        outcome = self.outcome((source.round, source.board))
        if not outcome.known:
            return None
        return (outcome.winner if source.won else outcome.loser) or 0

    def meeting(self, tie: Tie) -> Meeting:
        """Return a tie with what is known of it."""
        place = (tie.round, tie.board)
        there, sides = self.matches.get(place, []), tuple(self.side(each) for each in tie.sources)
        if there and {*sides} != {*there[0].entries}:
            sides = there[0].entries  # what feeds it was corrected after it was paired
        return Meeting(tie, sides, tuple(there), self.outcome(place))

    def outcome(self, place: Place) -> Outcome:
        """Return what came of a tie."""
        if place not in self._known:
            self._known[place] = self._outcome(place)
        return self._known[place]

    def _outcome(self, place: Place) -> Outcome:
        there = self.matches.get(place, [])
        if there:
            return self.verdict(there)
        sides = [self.side(each) for each in self._by_place[place].sources]
        if None in sides:
            return OPEN
        present = [each for each in sides if each]
        if len(present) == 2:
            return OPEN
        return Outcome(True, present[0] if present else None)

    def followed(self, place: Place) -> bool:
        """Return whether a later tie was made from what came of this one."""
        there = {entry for each in self.matches.get(place, []) for entry in each.entries}
        return any(
            later in self.matches or any((later[0], entry) in self.byes for entry in there)
            for later in self._next.get(place, [])
        )

    def later(self, place: Place) -> list[Tie]:
        """Return the ties that a tie feeds."""
        return [self._by_place[each] for each in self._next.get(place, [])]

    def verdict(self, there: list[Fixture]) -> Outcome:
        """Return what the matches of one tie make of it."""
        one, other = sorted(there[0].entries, key=lambda each: self.seed[each])
        said = {side.entry for each in there for side in each.sides if side.advances}
        if said and self.followed((there[0].round, there[0].board)):
            return Outcome(True, one, other) if one in said else Outcome(True, other, one)
        if any(each.status in {"planned", "running"} for each in there):
            return OPEN
        counted = cut.counted(there, self.ended_at)
        ahead = sum((side.points or 0) * (1 if side.entry == one else -1) for each in counted for side in each.sides)
        left = self.terms.legs - len(counted)
        goes_on = (left > 0 and abs(ahead) <= left * full_points(self.terms)) or (not ahead and left > -EXTRA)
        if goes_on and not cut.is_cut(there, self.ended_at):
            if not said or self.ended_at is None:
                return OPEN
            ahead = 1 if one in said else -1  # nothing more can be played: who had won it has
        return Outcome(True, one, other) if ahead >= 0 else Outcome(True, other, one)

    def is_reset(self, tie: Tie) -> bool:
        """Return whether the final is played again: the winner of the losers' bracket won it."""
        final = self._by_place[tie.round - 1, 1]
        upper = self.side(final.sources[0])
        made = (tie.round, tie.board) in self.matches
        return made or self.outcome((final.round, final.board)).winner not in {None, upper}

    def following(self, there: list[Fixture]) -> tuple[int, tuple[int, int]] | None:
        """Return the leg and seats of a tie's next match; None if none is due."""
        if self.verdict(there).known or any(each.status in {"planned", "running"} for each in there):
            return None
        first, second = there[-1].entries
        swapped = there[-1].status == "over"  # what was struck is played again from the same seats
        return there[-1].leg + 1, (second, first) if swapped else (first, second)

    def first_seats(self, one: int, other: int) -> tuple[int, int]:
        """Return who begins a tie with which seat: seat 1 is for the one who has had it less, or the better seed."""
        first, second = sorted((one, other), key=lambda each: (self._difference[each], self.seed[each]))
        return first, second

    def match(self, tie: Tie, leg: int, sides: tuple[int, int]) -> Planned:
        """Return a match of a tie."""
        return Planned(self.division, tie.stage, tie.round, leg, tie.board, sides, "bracket")

    def bye(self, tie: Tie, entry: int) -> Planned:
        """Return the bye of an entry that has no opponent in a tie."""
        return Planned(
            division=self.division,
            stage=tie.stage,
            round=tie.round,
            leg=1,
            board=0,
            sides=(entry,),
            by="bracket",
            why="bye",
            points=full_points(self.terms),
            advances=True,
        )
