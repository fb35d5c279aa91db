"""Knock-out of two sides, single and double, and at tables: brackets, ties, groups, early ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import TypeAlias

from hosting.league.pairing.multiplayer_swiss import balanced
from hosting.league.pairing.values import PairingSeason, Planned, TieState, full_points, numbers, split
from hosting.league.terms import LeagueTerms
from store.league.seasons import Fixture, Stage

# Brackets of knock-outs: which tie feeds which, as values; nothing of entries or results.


@dataclass(frozen=True, slots=True)
class Seeded:
    """A side that is the entry with this seed, from 1; such an entry may not exist."""

    seed: int


@dataclass(frozen=True, slots=True)
class From:
    """A side that is the winner, or the loser, of an earlier tie, given by its round and board."""

    round: int
    board: int
    won: bool = True


Source: TypeAlias = Seeded | From


@dataclass(frozen=True, slots=True)
class Tie:
    """A place in a bracket where two entries meet.

    Attributes:
        round: From 1, through both brackets.
        board: From 1 within the round.
        again: Whether it's the final played again, which only happens if the winner of the losers' bracket won it.
    """

    stage: Stage
    round: int
    board: int
    sources: tuple[Source, Source]
    again: bool = False


def seeds(size: int) -> tuple[int, ...]:
    """Return the seeds in the order of a bracket's first round: the best two can meet in the last only, and so on.

    `size` is a power of two.
    """
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        order = tuple(each for seed in order for each in (seed, 2 * len(order) + 1 - seed))
    return order


def depth(count: int) -> int:
    return (count - 1).bit_length()


def single_bracket(count: int, *, third: bool = False) -> tuple[Tie, ...]:
    rounds = depth(count)
    ties = tuple(_tree(rounds, "main", lambda number: number))
    if not third or count < 4:
        return ties
    return (*ties, Tie("third", rounds, 2, (From(rounds - 1, 1, won=False), From(rounds - 1, 2, won=False))))


def double_bracket(count: int, *, reset: bool) -> tuple[Tie, ...]:
    """Return the ties of a double bracket, by round and board.

    Rounds come in the order winners 1 and 2, losers 1 and 2, winners 3, losers 3 and 4, winners 4 and so on, so that a
    later round eliminates those who came further. With `reset` the final may be played again, as the last round.
    """
    rounds = depth(count)
    winners = [0, 1, *(3 * number - 4 for number in range(2, rounds + 1))]
    ties = list(_tree(rounds, "winners", lambda number: winners[number]))
    for number in range(2, rounds + 1):
        ties += _losers(number, 1 << rounds - number, winners)
    final = 3 * rounds - 1
    ties.append(Tie("final", final, 1, (From(winners[rounds], 1), From(final - 1, 1))))
    if reset:
        ties.append(Tie("final", final + 1, 1, (From(final, 1), From(final, 1, won=False)), again=True))
    return tuple(sorted(ties, key=lambda tie: (tie.round, tie.board)))


def _tree(rounds: int, stage: Stage, named: Callable[[int], int]) -> Iterator[Tie]:
    """Give the ties of a tree; `named` is the number of each of its rounds."""
    order = seeds(1 << rounds)
    for board in range(1, (1 << rounds - 1) + 1):
        yield Tie(stage, named(1), board, (Seeded(order[2 * board - 2]), Seeded(order[2 * board - 1])))
    for number in range(2, rounds + 1):
        before = named(number - 1)
        for board in range(1, (1 << rounds - number) + 1):
            yield Tie(stage, named(number), board, (From(before, 2 * board - 1), From(before, 2 * board)))


def _losers(number: int, count: int, winners: list[int]) -> Iterator[Tie]:
    """Give the two losers' rounds after a winners' round: survivors meet, then the losers of that round join."""
    first = winners[number] + 1
    among = (winners[1], False) if number == 2 else (first - 2, True)
    for board in range(1, count + 1):
        yield Tie(
            "losers", first, board, (From(among[0], 2 * board - 1, among[1]), From(among[0], 2 * board, among[1]))
        )
    for board in range(1, count + 1):
        # Every other time from the far end, so that two who met in the winners' bracket do not meet again at once.
        dropped = count + 1 - board if number % 2 == 0 else board
        yield Tie("losers", first + 1, board, (From(winners[number], dropped, won=False), From(first, board)))


# Ties of a knock-out that end before they are decided: what counts of them, and when that is enough.


def counted_at_end(matches: Iterable[Fixture], ended_at: datetime | None) -> list[Fixture]:
    """Return the matches of a tie that count: those that are over, but not because the season ended."""
    return [each for each in matches if each.status == "over" and not _forfeited_at_end(each, ended_at)]


def is_cut(matches: list[Fixture], ended_at: datetime | None) -> bool:
    """Return whether a tie is decided although by its matches it would go on.

    That is so where its last match could never start, and where organisers decided that match after the end.
    """
    last = matches[-1]
    if last.why == "unfinished":
        return not _forfeited_at_end(last, ended_at)
    if ended_at is None or last.ended_at is None:
        return False
    return last.why in {"decision", "forfeit"} and last.ended_at >= ended_at


def _forfeited_at_end(fixture: Fixture, ended_at: datetime | None) -> bool:
    return (
        fixture.why == "unfinished"
        and ended_at is not None
        and fixture.ended_at is not None
        and fixture.ended_at >= ended_at
    )


EXTRA = 2
"""Matches, with seats swapped each time, that a level tie goes on for before the better seed advances."""

Place: TypeAlias = tuple[int, int]
"""A tie by its round and board."""


@dataclass(frozen=True, slots=True)
class TieOutcome:
    """The result of a tie so far: without a winner if it had no sides, without a loser if there was no opponent."""

    known: bool
    winner: int | None = None
    loser: int | None = None


OPEN = TieOutcome(known=False)


@dataclass(frozen=True, slots=True)
class Meeting:
    """A tie with its entries, matches and result.

    Attributes:
        sides: The entry that each source gives; 0 for no entry, None while it isn't known.
    """

    tie: Tie
    sides: tuple[int | None, ...]
    matches: tuple[Fixture, ...]
    outcome: TieOutcome


@cache
def ties(kind: str, count: int, *, reset: bool, third: bool = False) -> tuple[Tie, ...]:
    """Return the ties of a knock-out, each after those that feed it."""
    return single_bracket(count, third=third) if kind == "knockout" else double_bracket(count, reset=reset)


def rounds(terms: LeagueTerms, count: int) -> int:
    if count < 2:
        return 0
    return max(each.round for each in ties(terms.kind, count, reset=terms.reset))


@cache
def met(kind: str, count: int, *, reset: bool, third: bool = False) -> tuple[int, ...]:
    """Return how many ties of each round two entries play; a final that may be played again is one."""
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
    """Return how many matches a tie has at least and at most; `draws` says whether a match can end level."""
    return terms.legs // 2 + 1, terms.legs + (EXTRA if draws else 1 - terms.legs % 2)


def plan(season: PairingSeason, division: int) -> Iterator[Planned]:
    """Give the matches and byes that the bracket needs now, up to the round that is due.

    An entry that has left keeps its place, and loses its planned matches by forfeit.
    """
    field = _Field(season, division)
    for tie in field.ties:
        if tie.round > season.round:
            return
        played = field.matches.get((tie.round, tie.board), [])
        if played:
            following = field.following(played)
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


def advancing(season: PairingSeason, division: int) -> Iterator[tuple[Fixture, tuple[bool | None, ...]]]:
    """Give each match that is over and whose sides say wrongly who advances, with the right values.

    The last match of a decided tie says that its winner advances and its loser doesn't, whatever comes next: a lower
    bracket, or the final again. What the next round was paired on stays, even if a result is corrected or struck later.
    """
    field = _Field(season, division)
    for place, matches in field.matches.items():
        if field.followed(place):
            continue
        over = [each for each in matches if each.status == "over"]
        outcome = field.outcome(place)
        for each in matches:
            right: tuple[bool | None, ...] = (None,) * len(each.sides)
            if outcome.known and each is (over or matches)[-1]:
                right = tuple(side.entry == outcome.winner for side in each.sides)
            if right != tuple(side.advances for side in each.sides):
                yield each, right


def meetings(season: PairingSeason, division: int) -> tuple[Meeting, ...]:
    field = _Field(season, division)
    return tuple(field.meeting(tie) for tie in field.ties if not tie.again or field.is_reset(tie))


def standing(season: PairingSeason, division: int, fixture: Fixture) -> TieState:
    field, place = _Field(season, division), (fixture.round, fixture.board)
    outcome, later = field.outcome(place), field.later(place)
    again = any(each.again and field.is_reset(each) for each in later)
    on = frozenset((outcome.winner,)) if outcome.known and outcome.winner is not None and not again else None
    followed = field.followed(place)
    return TieState(on, followed, not again and all(each.again for each in later), again and not followed)


class _Field:
    """A bracket with its entries and their matches."""

    def __init__(self, season: PairingSeason, division: int) -> None:
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
        for matches in self.matches.values():
            matches.sort(key=lambda each: each.leg)
        self._known: dict[Place, TieOutcome] = {}
        self._next: dict[Place, list[Place]] = {}
        for tie in self.ties:
            for source in tie.sources:
                if not isinstance(source, Seeded):
                    self._next.setdefault((source.round, source.board), []).append((tie.round, tie.board))

    def side(self, source: Source) -> int | None:
        """Return the entry of a side; 0 for no entry, None while it isn't known."""
        if isinstance(source, Seeded):
            return self._by_seed.get(source.seed, 0)
        outcome = self.outcome((source.round, source.board))
        if not outcome.known:
            return None
        return (outcome.winner if source.won else outcome.loser) or 0

    def meeting(self, tie: Tie) -> Meeting:
        place = (tie.round, tie.board)
        matches, sides = self.matches.get(place, []), tuple(self.side(each) for each in tie.sources)
        if matches and {*sides} != {*matches[0].entries}:
            sides = matches[0].entries  # what feeds it was corrected after it was paired
        return Meeting(tie, sides, tuple(matches), self.outcome(place))

    def outcome(self, place: Place) -> TieOutcome:
        if place not in self._known:
            self._known[place] = self._outcome(place)
        return self._known[place]

    def _outcome(self, place: Place) -> TieOutcome:
        matches = self.matches.get(place, [])
        if matches:
            return self.verdict(matches)
        sides = [self.side(each) for each in self._by_place[place].sources]
        if None in sides:
            return OPEN
        present = [each for each in sides if each]
        if len(present) == 2:
            return OPEN
        return TieOutcome(True, present[0] if present else None)

    def followed(self, place: Place) -> bool:
        present = {entry for each in self.matches.get(place, []) for entry in each.entries}
        return any(
            later in self.matches or any((later[0], entry) in self.byes for entry in present)
            for later in self._next.get(place, [])
        )

    def later(self, place: Place) -> list[Tie]:
        return [self._by_place[each] for each in self._next.get(place, [])]

    def verdict(self, matches: list[Fixture]) -> TieOutcome:
        one, other = sorted(matches[0].entries, key=lambda each: self.seed[each])
        said = {side.entry for each in matches for side in each.sides if side.advances}
        if said and self.followed((matches[0].round, matches[0].board)):
            return TieOutcome(True, one, other) if one in said else TieOutcome(True, other, one)
        if any(each.status in {"planned", "running"} for each in matches):
            return OPEN
        counted = counted_at_end(matches, self.ended_at)
        ahead = sum((side.points or 0) * (1 if side.entry == one else -1) for each in counted for side in each.sides)
        left = self.terms.legs - len(counted)
        goes_on = (left > 0 and abs(ahead) <= left * full_points(self.terms)) or (not ahead and left > -EXTRA)
        if goes_on and not is_cut(matches, self.ended_at):
            if not said or self.ended_at is None:
                return OPEN
            ahead = 1 if one in said else -1  # nothing more can be played: who had won it has
        return TieOutcome(True, one, other) if ahead >= 0 else TieOutcome(True, other, one)

    def is_reset(self, tie: Tie) -> bool:
        final = self._by_place[tie.round - 1, 1]
        upper = self.side(final.sources[0])
        made = (tie.round, tie.board) in self.matches
        return made or self.outcome((final.round, final.board)).winner not in {None, upper}

    def following(self, matches: list[Fixture]) -> tuple[int, tuple[int, int]] | None:
        """Return the leg and seats of a tie's next match; None if none is due."""
        if self.verdict(matches).known or any(each.status in {"planned", "running"} for each in matches):
            return None
        first, second = matches[-1].entries
        swapped = matches[-1].status == "over"  # what was struck is played again from the same seats
        return matches[-1].leg + 1, (second, first) if swapped else (first, second)

    def first_seats(self, one: int, other: int) -> tuple[int, int]:
        """Return who begins a tie with which seat: seat 1 is for the one that has had it less, or the better seed."""
        first, second = sorted((one, other), key=lambda each: (self._difference[each], self.seed[each]))
        return first, second

    def match(self, tie: Tie, leg: int, sides: tuple[int, int]) -> Planned:
        return Planned(self.division, tie.stage, tie.round, leg, tie.board, sides, "bracket")

    def bye(self, tie: Tie, entry: int) -> Planned:
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


# Knock-out at tables of three to six: the best of each table go on, until all sit at one.


def group_rounds(terms: LeagueTerms, count: int, sizes: Sequence[int]) -> int:
    return len(dealt_groups(terms, count, sizes))


def dealt_groups(terms: LeagueTerms, count: int, sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    found = []
    while count > 1:
        going = advance(count, terms.advance, sizes)
        if not going:
            break
        tables, left = split(count, sizes)
        found.append(tables)
        count = sum(going) + left if count not in sizes else 1
    return tuple(found)


def advance(count: int, wanted: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """Return how many of each table go on, by board; empty if so few cannot play.

    They are as many as the terms say, but never the whole table, one from the last table, and more where too few would
    be left for a table.

    Args:
        count: Entries in the round.
        wanted: How many the terms say.
        sizes: Of tables that the game can be played at.
    """
    tables, left = split(count, sizes)
    if count in sizes:
        return (1,)
    going = [min(wanted, size - 1) for size in tables]
    board = 0
    while going and sum(going) + left < min(sizes):
        going[board % len(going)] += going[board % len(going)] < tables[board % len(going)] - 1
        board += 1
    return tuple(going)


@dataclass(frozen=True, slots=True)
class GroupTable:
    """A table of a knock-out, made or to come.

    Attributes:
        round: From 1.
        board: From 1 within the round; 0 for a bye.
        sides: In the order of seats; None for an entry that isn't known yet.
        going: The entries that go on; None while that isn't known.
    """

    round: int
    board: int
    sides: tuple[int | None, ...]
    matches: tuple[Fixture, ...] = ()
    going: frozenset[int] | None = None


def group_tables(season: PairingSeason, division: int) -> tuple[GroupTable, ...]:
    heats = _Heats(season, division)
    found: list[GroupTable] = []
    count, number = len(heats.seed), 1
    while count > 1:
        boards, idle = heats.round(number)
        sizes, free = split(count, season.sizes)
        going = advance(count, season.terms.advance, season.sizes)
        for board, tables in sorted(boards.items()):
            settled = heats.settled(number, tables)
            on = None if settled is None else frozenset(settled)
            found.append(GroupTable(number, board, tables[0].entries, tuple(tables), on))
        found += [GroupTable(number, 0, (each,), (), frozenset({each})) for each in idle]
        if not boards and not idle:
            found += [GroupTable(number, board, (None,) * size) for board, size in enumerate(sizes, 1)]
            found += [GroupTable(number, 0, (None,))] * free
        if not going:
            break
        count = 1 if count in season.sizes else sum(going) + free
        number += 1
    return tuple(found)


def plan_groups(season: PairingSeason, division: int) -> Iterator[Planned]:
    """Give the matches and byes of the round that is due; an entry that has left ranks last where it doesn't play."""
    heats = _Heats(season, division)
    alive: Sequence[int] = tuple(heats.seed)
    for number in range(1, season.round + 1):
        boards, idle = heats.round(number)
        if not boards and not idle:
            if len(alive) > 1:
                yield from heats.first(number, alive)
            return
        going: set[int] = set(idle)
        waiting = False
        for board, tables in boards.items():
            settled = heats.settled(number, tables)
            waiting |= settled is None
            going |= settled or set()
            if settled is None and all(each.status in {"over", "struck"} for each in tables):
                yield heats.match(number, board, tables[-1].leg + 1, _turned(tables[-1]))
        if waiting:
            return
        alive = tuple(each for each in heats.seed if each in going)


def advancing_groups(season: PairingSeason, division: int) -> Iterator[tuple[Fixture, tuple[bool | None, ...]]]:
    """Do for tables what `advancing` does for ties: the last match of a decided table says who advances."""
    heats = _Heats(season, division)
    for number in sorted({each.round for each in season.fixtures_of("main", division)}):
        for tables in heats.round(number)[0].values():
            settled = heats.settled(number, tables)
            over = [each for each in tables if each.status == "over"]
            for each in [] if heats.followed(number) else tables:
                right: tuple[bool | None, ...] = (None,) * len(each.sides)
                if settled is not None and each is (over or tables)[-1]:
                    right = tuple(side.entry in settled for side in each.sides)
                if right != tuple(side.advances for side in each.sides):
                    yield each, right


def group_standing(season: PairingSeason, division: int, fixture: Fixture) -> TieState:
    heats = _Heats(season, division)
    boards, idle = heats.round(fixture.round)
    settled = heats.settled(fixture.round, boards[fixture.board])
    on = None if settled is None else frozenset(settled)
    return TieState(on, heats.followed(fixture.round), len(boards) == 1 and not idle)


def _turned(last: Fixture) -> tuple[int, ...]:
    """Return the entries of a table's next match by seat: each moves on by one, or stays after a struck match."""
    return last.entries if last.status == "struck" else (*last.entries[1:], last.entries[0])


class _Heats:
    """The tables of a knock-out with their matches."""

    def __init__(self, season: PairingSeason, division: int) -> None:
        self._season, self._division = season, division
        given = numbers(each for each in season.members(division) if each.from_round == 1)
        self.seed = dict(sorted(given.items(), key=lambda each: each[1]))
        self._left = {each.id: each.left_at for each in season.members(division)}
        self._made = list(season.fixtures_of("main", division))

    def round(self, number: int) -> tuple[dict[int, list[Fixture]], list[int]]:
        boards: dict[int, list[Fixture]] = {}
        idle: list[int] = []
        for each in self._made:
            if each.round == number and each.is_bye:
                idle += each.entries
            elif each.round == number:
                boards.setdefault(each.board, []).append(each)
        return boards, idle

    def followed(self, number: int) -> bool:
        return any(each.round > number for each in self._made)

    def settled(self, number: int, tables: Sequence[Fixture]) -> set[int] | None:
        """Return the entries that go on from a table; None while matches are to be played.

        Of level entries, those that missed a match come last, then the better seed comes first.
        """
        said = {side.entry for each in tables for side in each.sides if side.advances}
        if said and self.followed(number):
            return said
        counted, ended_at = counted_at_end(tables, self._season.ended_at), self._season.ended_at
        if any(each.status in {"planned", "running"} for each in tables):
            return None
        if len(counted) < self._season.terms.legs and not is_cut([*tables], ended_at):
            return said if said and ended_at is not None else None  # nothing more can be played: who went on does
        boards, idle = self.round(number)
        count = len(idle) + sum(len(each[0].sides) for each in boards.values())
        going = advance(count, self._season.terms.advance, self._season.sizes)[tables[0].board - 1]
        points, missed = (dict.fromkeys(tables[0].entries, 0) for _ in range(2))
        for each in counted:
            for side in each.sides:
                points[side.entry] += side.points or 0
                left_at = self._left.get(side.entry)
                missed[side.entry] += left_at is not None and (each.ended_at is None or left_at <= each.ended_at)
        order = sorted(points, key=lambda entry: (-points[entry], missed[entry], self.seed[entry]))
        return set(order[:going])

    def first(self, number: int, alive: Sequence[int]) -> Iterator[Planned]:
        """Give the first matches of a round: byes for the best seeds, the others dealt over the tables and back."""
        sizes, left = split(len(alive), self._season.sizes)
        if not sizes:
            return
        for entry in alive[:left]:
            yield Planned(
                division=self._division,
                stage="main",
                round=number,
                leg=1,
                board=0,
                sides=(entry,),
                by="bracket",
                why="bye",
                points=full_points(self._season.terms),
                advances=True,
            )
        had = {each: [0] * self._season.terms.sides for each in alive}
        for fixture in self._made:
            for side in fixture.sides:
                if side.entry in had and side.seat:
                    had[side.entry][side.seat - 1] += 1
        tables: list[list[int]] = [[] for _ in sizes]
        order = [*range(len(sizes)), *reversed(range(len(sizes)))]
        turn = 0
        for entry in alive[left:]:
            while len(tables[order[turn % len(order)]]) == sizes[order[turn % len(order)]]:
                turn += 1
            tables[order[turn % len(order)]].append(entry)
            turn += 1
        for board, table in enumerate(tables, start=1):
            yield self.match(number, board, 1, balanced(table, had))

    def match(self, number: int, board: int, leg: int, sides: tuple[int, ...]) -> Planned:
        return Planned(self._division, "main", number, leg, board, sides, "bracket")
