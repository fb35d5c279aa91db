"""Seasons drawn at random: every format, with withdrawals, byes, forfeits, decisions and what was not finished."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hosting.league.standings import values
from hosting.league.standings.values import TableSeason
from hosting.league.terms import LeagueTerms, TieBreak
from store.league.seasons import Division, Entry, Fixture, Kind, Side, Stage, Why
from tests.hosting.league.sample import lots

BEGAN = datetime(2026, 11, 1, tzinfo=UTC)
LEFT = BEGAN + timedelta(days=20)
TABLES: tuple[Kind, ...] = ("round-robin", "swiss", "knockout")
OWN_BREAKS: tuple[TieBreak, ...] = ("direct", "sonneborn_berger", "buchholz", "buchholz_cut1", "wins", "seed")


def draw(kind: Kind, seed: int, *, closed: bool | None = None) -> TableSeason:
    """Return a season of a format; the same for the same seed."""
    return _Drawn(kind, random.Random(seed), closed=closed).season()


class _Drawn:
    def __init__(self, kind: Kind, rng: random.Random, *, closed: bool | None) -> None:
        self.rng = rng
        self.closed = rng.random() < 0.5 if closed is None else closed
        sides = rng.choice([2, 2, 3, 4]) if kind in TABLES else 2
        listed = rng.choice([None, (3, 1), (1,)]) if sides == 2 else rng.choice([None, (6, 3, 1, 0), (1, 1)])
        breaks = rng.sample(OWN_BREAKS, rng.randint(0, 5))
        self.terms = LeagueTerms(
            kind,
            "nim",
            "two",
            (("heap", "7"),),
            teams=sides == 2 and rng.random() < 0.3,
            sides=sides,
            legs=rng.choice([1, 2]) if kind == "round-robin" and sides == 2 else 1,
            advance=rng.choice([1, 2]) if sides > 2 else 1,
            place_points=listed,
            tiebreaks=(*breaks, "lot"),
            unfinished=rng.choice(["none", "half"]),
            late_points=60,
        )
        self.fixtures: list[Fixture] = []
        count = rng.randint(1, 3) if kind == "round-robin" else 1
        moving = [0, *(rng.randint(0, 2) for _ in range(count - 1)), 0]
        self.divisions = tuple(Division(n, f"D{n}", moving[n - 1], moving[n]) for n in range(1, count + 1))
        self.entries = [each for n in range(1, count + 1) for each in self._entries(n)]
        if count == 1:
            self.entries = self._seeded()

    def _entries(self, division: int) -> list[Entry]:
        rng = self.rng
        found = []
        for seed in range(1, rng.randint(4, 7) + 1):
            number = division * 20 + seed
            late = self.terms.kind in {"swiss", "ladder"} and rng.random() < 0.15
            left = rng.random() < 0.15
            found.append(
                Entry(
                    number,
                    division,
                    (number, number + 1000) if self.terms.teams else (number,),
                    BEGAN,
                    seed=0 if late else seed,
                    seed_mu=rng.choice([None, 25.0, 25.5, rng.uniform(10, 40)]),
                    from_round=2 if late else 1,
                    left_at=LEFT if left else None,
                )
            )
        return found

    def _seeded(self) -> list[Entry]:
        """Return the entries with seeds by ratings or by lot."""
        lot = lots(TableSeason(self.terms, self.divisions, tuple(self.entries), ()))
        by_rating = self.rng.random() < 0.5
        order = sorted(
            (each for each in self.entries if each.from_round == 1),
            key=lambda each: (-(each.seed_mu or 0.0) if by_rating else 0.0, lot("seed", each.id)),
        )
        seeds = {each.id: seed for seed, each in enumerate(order, 1)}
        return [replace(each, seed=seeds.get(each.id, 0)) for each in self.entries]

    def season(self) -> TableSeason:
        kind = self.terms.kind
        for division in self.divisions:
            members = [each.id for each in self.entries if each.division == division.number]
            makers = {
                "round-robin": self._robin,
                "swiss": self._swiss,
                "knockout": self._knockout,
                "double-knockout": self._double,
                "ladder": self._ladder,
            }
            makers[kind](division.number, members)
        rounds = 3
        if kind == "double-knockout":  # the final, and the same again where that is agreed
            reset = self.rng.random() < 0.5
            self.terms = replace(self.terms, reset=reset)
            rounds = max((each.round for each in self.fixtures), default=0) + reset
        season = TableSeason(self.terms, self.divisions, tuple(self.entries), tuple(self.fixtures), rounds=rounds)
        return replace(season, closed=True, lot=lots(season)) if self.closed else season

    def _left(self, entry: int) -> bool:
        return any(each.id == entry and each.left_at is not None for each in self.entries)

    # Fixtures.

    def _add(self, division: int, stage: Stage, number: int, entries: Sequence[int], leg: int = 1) -> Fixture:
        """Add a fixture that is open."""
        boards = sum(each.round == number and each.division == division for each in self.fixtures)
        fixture = Fixture(
            *(len(self.fixtures) + 1, division, stage, number, leg, boards + 1),
            sides=tuple(Side(seat, entry) for seat, entry in enumerate(entries, 1)),
            repeat=self._repeats(entries) if stage == "swiss" else None,
            planned_at=BEGAN,
        )
        self.fixtures.append(fixture)
        return fixture

    def _repeats(self, entries: Sequence[int]) -> bool:
        return any(len({*each.entries} & {*entries}) > 1 for each in self.fixtures)

    def _bye(self, division: int, stage: Stage, number: int, entry: int, why: Why = "bye") -> None:
        full = values.full_points(self.terms)
        given = {"bye": full, "half_bye": full // 2, "zero_bye": 0}[why]
        advances = True if stage in {"main", "winners", "losers"} else None
        sides = (Side(0, entry, given, advances),)
        base = len(self.fixtures) + 1, division, stage, number, 1, 0, sides, "over", why
        self.fixtures.append(Fixture(*base, planned_at=BEGAN, ended_at=BEGAN))  # type: ignore[arg-type]

    def _end(self, fixture: Fixture, *, must: bool = False) -> Fixture:
        """End a fixture in some way; or leave it open, if the season is and it need not end."""
        rng, sides = self.rng, fixture.entries
        whys: tuple[Why, ...] = ("played", "forfeit", "decision", "unfinished")
        why = rng.choices(whys, [8, 1, 1, 0 if must else 1])[0]
        if not self.closed and not must and rng.random() < 0.25:
            return fixture
        if not must and rng.random() < 0.05:
            return self._set(replace(fixture, status="struck", why="void", ended_at=BEGAN))
        if why == "played":
            here = [each for each in sides if len(sides) == 2 or not self._left(each)]
            given = values.points_by_ranks(self.terms, {each: rng.randint(1, len(sides)) for each in here}, sides)
        elif why == "forfeit":
            given = values.forfeit_points(self.terms, sides, rng.sample(sides, rng.randint(1, len(sides) - must)))
        elif why == "unfinished":
            given = values.unfinished_points(self.terms, len(sides))
        else:
            given = tuple(rng.choice([0, 30, 60, 120]) for _ in sides)
        return self._set(
            replace(
                fixture,
                sides=tuple(replace(side, points=each) for side, each in zip(fixture.sides, given, strict=True)),
                status="over",
                why=why,
                match_id=500 + fixture.id if why == "played" else None,
                started_at=BEGAN,
                ended_at=BEGAN + timedelta(hours=rng.randint(1, 99), microseconds=rng.choice([0, 5])),
            )
        )

    def _set(self, fixture: Fixture) -> Fixture:
        self.fixtures[fixture.id - 1] = fixture
        return fixture

    # Formats.

    def _robin(self, division: int, members: list[int]) -> None:
        if self.terms.sides > 2:
            for number in range(1, 4):
                self._end(self._add(division, "division", number, self.rng.sample(members, min(self.terms.sides, 4))))
            return
        struck = {each for each in members if self._left(each) and self.rng.random() < 0.5}
        number = 0
        for leg in range(1, self.terms.legs + 1):
            for index, one in enumerate(members):
                for other in members[:index]:
                    number += 1
                    fixture = self._add(division, "division", number, (one, other), leg)
                    if {one, other} & struck:
                        self._set(replace(fixture, status="struck", why="withdrawal", ended_at=LEFT))
                    else:
                        self._end(fixture)

    def _swiss(self, division: int, members: list[int]) -> None:
        for number in range(1, self.rng.randint(1, 3) + 1):
            staying = [each for each in members if number == 1 or not self._left(each)]
            self.rng.shuffle(staying)
            for table in _tables(staying, self.terms.sides):
                if len(table) > 1:
                    self._end(self._add(division, "swiss", number, table))
                else:
                    why: Why = self.rng.choice(["bye", "half_bye", "zero_bye"])
                    self._bye(division, "swiss", number, table[0], why)

    def _tie(self, stage: Stage, number: int, table: Sequence[int], on: int) -> list[int]:
        """Play a tie, of two legs at times, and return who goes on; nobody where it is left open."""
        if not self.closed and self.rng.random() < 0.15:
            self._add(1, stage, number, table)
            return []
        if self.rng.random() < 0.3:
            self._end(self._add(1, stage, number, table), must=True)
        last = self._end(self._add(1, stage, number, table, leg=2), must=True)
        best = sorted(last.sides, key=lambda side: -(side.points or 0))[:on]
        self._set(replace(last, sides=tuple(replace(side, advances=side in best) for side in last.sides)))
        return [side.entry for side in best]

    def _round(self, stage: Stage, number: int, entries: list[int]) -> list[int]:
        on = []
        self.rng.shuffle(entries)
        tables = list(_tables(entries, self.terms.sides))
        for table in tables:
            if len(table) > 1:
                on += self._tie(
                    stage, number, table, 1 if len(tables) == 1 else min(self.terms.advance, len(table) - 1)
                )
            else:
                self._bye(1, stage, number, table[0])
                on += table
        return on

    def _knockout(self, division: int, members: list[int]) -> None:
        number, still = 0, members
        while len(still) > 1:
            number += 1
            still = self._round("main", number, still)

    def _double(self, division: int, members: list[int]) -> None:
        upper, number = list(members), 0
        lower: list[int] = []
        while len(upper) > 1 or len(lower) > 1:
            if len(upper) > 1:
                number += 1
                on = self._round("winners", number, upper)
                # An open tie drops nobody.
                played = {
                    e for each in self.fixtures if each.round == number and each.status == "over" for e in each.entries
                }
                lower += [each for each in upper if each in played and each not in on]
                upper = on
            if len(lower) > 1:
                number += 1
                lower = self._round("losers", number, lower)
        if upper and lower:
            self._tie("final", number + 1, [*upper, *lower], 1)

    def _ladder(self, division: int, members: list[int]) -> None:
        for number in range(1, self.rng.randint(0, 9) + 1):
            fixture = self._end(self._add(division, "ladder", number, self.rng.sample(members, 2)))
            challenger = self.rng.choice([0, 1])
            sides = tuple(replace(side, challenger=seat == challenger) for seat, side in enumerate(fixture.sides))
            if self.rng.random() < 0.15:
                sides = tuple(replace(side, points=None) for side in sides)
                over = fixture.ended_at or BEGAN
                fixture = replace(
                    fixture, status="over", why="inactivity", match_id=None, started_at=None, ended_at=over
                )
            self._set(replace(fixture, sides=sides))


def _tables(entries: Sequence[int], sides: int) -> Iterator[Sequence[int]]:
    """Give tables of a size, a smaller one or a single entry last."""
    for first in range(0, len(entries), sides):
        yield entries[first : first + sides]
