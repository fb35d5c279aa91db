"""Knock-out at tables of three to six: the best of each table go on, until all sit at one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hosting.league.pairing import cut
from hosting.league.pairing.field import numbers
from hosting.league.pairing.seating import balanced
from hosting.league.pairing.sizes import split
from hosting.league.pairing.values import Planned, Season, Standing, full_points
from hosting.league.terms import LeagueTerms
from store.league.values import Fixture


def rounds(terms: LeagueTerms, count: int, sizes: Sequence[int]) -> int:
    """Return how many rounds so many entries play."""
    return len(dealt(terms, count, sizes))


def dealt(terms: LeagueTerms, count: int, sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return the sizes of the tables of each round of so many entries."""
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
class Table:
    """A table of a knock-out, made or to come.

    Attributes:
        round: From 1.
        board: From 1 within the round; 0 for a bye.
        sides: Who sits at it, in the order of seats; None for those who are not known yet.
        matches: Its matches, in order.
        going: Who goes on; None while that is not known.
    """

    round: int
    board: int
    sides: tuple[int | None, ...]
    matches: tuple[Fixture, ...] = ()
    going: frozenset[int] | None = None


def tables(season: Season, division: int) -> tuple[Table, ...]:
    """Return the tables and byes of a division by round and board: those that were made, and those to come."""
    heats = _Heats(season, division)
    found: list[Table] = []
    count, number = len(heats.seed), 1
    while count > 1:
        boards, idle = heats.round(number)
        sizes, free = split(count, season.sizes)
        going = advance(count, season.terms.advance, season.sizes)
        for board, there in sorted(boards.items()):
            settled = heats.settled(number, there)
            on = None if settled is None else frozenset(settled)
            found.append(Table(number, board, there[0].entries, tuple(there), on))
        found += [Table(number, 0, (each,), (), frozenset({each})) for each in idle]
        if not boards and not idle:
            found += [Table(number, board, (None,) * size) for board, size in enumerate(sizes, 1)]
            found += [Table(number, 0, (None,))] * free
        if not going:
            break
        count = 1 if count in season.sizes else sum(going) + free
        number += 1
    return tuple(found)


def plan(season: Season, division: int) -> Iterator[Planned]:
    """Give the matches and byes of the round that is due.

    An entry that has left keeps its place, and ranks last wherever it does not play.
    """
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
        for board, there in boards.items():
            settled = heats.settled(number, there)
            waiting |= settled is None
            going |= settled or set()
            if settled is None and all(each.status in {"over", "struck"} for each in there):
                yield heats.match(number, board, there[-1].leg + 1, _turned(there[-1]))
        if waiting:
            return
        alive = tuple(each for each in heats.seed if each in going)


def advancing(season: Season, division: int) -> Iterator[tuple[Fixture, tuple[bool | None, ...]]]:
    """Give each match that is over and whose sides do not say who advances as they should, with what they should say.

    The last match of a table that is decided says it. What the next round was made from stays.

    Args:
        season: As it is.
        division: Whose.
    """
    heats = _Heats(season, division)
    for number in sorted({each.round for each in season.made("main", division)}):
        for there in heats.round(number)[0].values():
            settled = heats.settled(number, there)
            over = [each for each in there if each.status == "over"]
            for each in [] if heats.followed(number) else there:
                right: tuple[bool | None, ...] = (None,) * len(each.sides)
                if settled is not None and each is (over or there)[-1]:
                    right = tuple(side.entry in settled for side in each.sides)
                if right != tuple(side.advances for side in each.sides):
                    yield each, right


def standing(season: Season, division: int, fixture: Fixture) -> Standing:
    """Return how the table of a match stands."""
    heats = _Heats(season, division)
    boards, idle = heats.round(fixture.round)
    settled = heats.settled(fixture.round, boards[fixture.board])
    on = None if settled is None else frozenset(settled)
    return Standing(on, heats.followed(fixture.round), len(boards) == 1 and not idle)


def _turned(last: Fixture) -> tuple[int, ...]:
    """Return the entries of a table's next match by seat: each moves on by one, or stays where a match was struck."""
    return last.entries if last.status == "struck" else (*last.entries[1:], last.entries[0])


class _Heats:
    """The tables of a knock-out with what was played at them."""

    def __init__(self, season: Season, division: int) -> None:
        self._season, self._division = season, division
        given = numbers(each for each in season.members(division) if each.from_round == 1)
        self.seed = dict(sorted(given.items(), key=lambda each: each[1]))
        self._left = {each.id: each.left_at for each in season.members(division)}
        self._made = list(season.made("main", division))

    def round(self, number: int) -> tuple[dict[int, list[Fixture]], list[int]]:
        """Return the matches of a round by board, and who has a bye."""
        boards: dict[int, list[Fixture]] = {}
        idle: list[int] = []
        for each in self._made:
            if each.round == number and each.is_bye:
                idle += each.entries
            elif each.round == number:
                boards.setdefault(each.board, []).append(each)
        return boards, idle

    def followed(self, number: int) -> bool:
        """Return whether the round after this one was made."""
        return any(each.round > number for each in self._made)

    def settled(self, number: int, there: Sequence[Fixture]) -> set[int] | None:
        """Return who goes on from a table; None while matches are to be played.

        Of those who are level, those come last whose seat was missing, then the better seed comes first.
        """
        said = {side.entry for each in there for side in each.sides if side.advances}
        if said and self.followed(number):
            return said
        counted, ended_at = cut.counted(there, self._season.ended_at), self._season.ended_at
        if any(each.status in {"planned", "running"} for each in there):
            return None
        if len(counted) < self._season.terms.legs and not cut.is_cut([*there], ended_at):
            return said if said and ended_at is not None else None  # nothing more can be played: who went on does
        boards, idle = self.round(number)
        count = len(idle) + sum(len(each[0].sides) for each in boards.values())
        going = advance(count, self._season.terms.advance, self._season.sizes)[there[0].board - 1]
        points, missed = (dict.fromkeys(there[0].entries, 0) for _ in range(2))
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
        """Return a match of a table."""
        return Planned(self._division, "main", number, leg, board, sides, "bracket")
