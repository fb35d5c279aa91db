"""What is drawn of a season before it is played: its terms, how many join, and how they behave."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from engine.text import Text, say
from hosting.clock import ClockTerms
from hosting.league.pairing.formats import BOUNDS, rounds
from hosting.league.pairing.swiss import most_rounds
from hosting.league.terms import LadderTerms, LeagueTerms, TieBreak
from hosting.league.validation import SCORED
from hosting.lobby.starter import Built, Note
from hosting.match.model import Match, Ordered, Place, Start
from hosting.match_terms import Terms
from store.league.seasons import Kind

DAY = timedelta(days=1)
BREAKS: tuple[TieBreak, ...] = ("direct", "sonneborn_berger", "buchholz", "buchholz_cut1", "wins", "seed")
FORMATS = (
    "round-robin",
    "round-robin-divisions",
    "round-robin-teams",
    "round-robin-tables",
    "swiss",
    "swiss-teams",
    "swiss-tables",
    "knockout",
    "knockout-teams",
    "knockout-tables",
    "double-knockout",
    "ladder",
)
"""Formats with what changes the way in which they are played."""
SMALL = 50
LARGE = 200
"""More entries than this play fewer rounds, and where matches cannot start, a tenth of them cannot."""
DATED = 0.3
"""The share of seasons without days of rounds that have a last day which comes."""
MORE = 4
"""Entries that may join besides those at the start."""
_KINDS: tuple[Kind, ...] = ("round-robin", "swiss", "knockout", "double-knockout", "ladder")
_LEAST = {"round-robin-divisions": 9, "round-robin-tables": 6, "swiss-tables": 6, "knockout-tables": 6}


@dataclass(frozen=True, slots=True)
class Scenario:
    """A season to play.

    Attributes:
        format: One of `FORMATS`.
        seed: From which everything is drawn.
        count: How many entries join before the start.
        terms: What the league agrees on.
        at_once: How many league matches the server wants at a time.
        calm: The share of events that are results, the rest being all that can happen besides.
        steps: Events after which nothing unusual happens any more.
        alternates: Whether alternates wait.
        rival: Whether a second process without the lock sees to the season as well.
        refused: Where starts are refused, one match of so many.
    """

    format: str
    seed: int
    count: int
    terms: LeagueTerms
    at_once: int
    calm: float
    steps: int
    alternates: bool
    rival: bool
    refused: int = 1

    def __str__(self) -> str:
        return f"{self.format}-{self.count}-{self.seed}"


def draw(of: str, seed: int, now: datetime, most: int) -> Scenario:
    """Return the season of a format for a seed; the same for the same seed.

    Args:
        of: One of `FORMATS`.
        seed: From which it is drawn.
        now: When the league is made.
        most: Entries that join, at most; exactly so many where that is more than `SMALL`.
    """
    rng = random.Random(f"{of}:{seed}")
    kind = next(each for each in _KINDS if of.startswith(each))
    sides = rng.randint(3, 6) if "-tables" in of else 2
    count = most if most > SMALL else rng.randint(min(most, _LEAST.get(of, 4)), max(4, most))
    if kind == "round-robin" and of != "round-robin-divisions":
        count = min(count, 20)
    if kind == "double-knockout":
        count = min(count, BOUNDS[kind][1] - MORE)
    terms = replace(
        _terms(rng, kind, now),
        sides=sides,
        teams="-teams" in of,
        mode="teams" if "-teams" in of else str(sides),
        place_points=_place_points(rng, sides) if kind in SCORED or sides > 2 else None,
        most=count + MORE,
        **_of_format(rng, of, sides, count),
    )
    if kind == "round-robin" and of != "round-robin-divisions":
        terms = replace(terms, most=20)
    terms = _sensible(terms)
    if terms.round_days is None and kind != "round-robin" and rng.random() < DATED:
        terms = replace(terms, ends_at=now + 60 * DAY)
    if count > LARGE:
        terms = _shortened(terms)
    at_once = rng.choice([3, 7, 1000]) if count < 40 else 1000
    calm = rng.choice([0.4, 0.6, 0.85])
    steps = rng.choice([20, 60, 150]) + 2 * min(count, 40)
    return Scenario(
        format=of,
        seed=seed,
        count=count,
        terms=terms,
        at_once=at_once,
        calm=calm,
        steps=min(steps, 120) if count > LARGE else steps,
        alternates=rng.random() < 0.5,
        rival=rng.random() < 0.2,
        refused=10 if count > LARGE else 1,
    )


def _sensible(terms: LeagueTerms) -> LeagueTerms:
    """Return terms without those that a league refuses, as they would mean nothing in its format."""
    late = terms.late_rounds if terms.kind == "swiss" or (terms.kind == "round-robin" and terms.sides == 2) else 0
    if terms.kind == "swiss":
        if terms.rounds is not None:
            terms = replace(terms, rounds=min(terms.rounds, most_rounds(terms.most, terms.sides)))
        played = rounds(terms, terms.most, tuple(range(2, terms.sides)))
        late, terms = min(late, played), replace(terms, half_byes=min(terms.half_byes, played - 1))
    if terms.kind == "round-robin" and terms.sides == 2:
        breaks = tuple(each for each in terms.tiebreaks if not each.startswith("buchholz"))
        terms = replace(terms, tiebreaks=breaks)
    late = 1 if terms.kind == "ladder" else late
    return replace(terms, late_rounds=late, late_points=terms.late_points if late and terms.kind == "swiss" else 0)


def _shortened(terms: LeagueTerms) -> LeagueTerms:
    """Return terms under which each of hundreds of entries plays a few matches, not tens."""
    size = None if terms.division_size is None else min(terms.division_size, 5)
    return replace(
        terms,
        legs=1,
        rounds=min(terms.rounds or 5, 5) if terms.kind == "swiss" else None,
        division_size=size,
        up=0 if size is None else min(terms.up, (size - 1) // 2),
    )


def _terms(rng: random.Random, kind: Kind, now: datetime) -> LeagueTerms:
    clock = ClockTerms("turn", per_turn=rng.choice([2, 6, 30]) * DAY)
    return LeagueTerms(
        kind=kind,
        game="verdict",
        mode="2",
        match=Terms(clock=clock, agreed_ends=False),
        cap=rng.choice([1, 2, 3, 20]),
        tiebreaks=(*rng.sample(BREAKS, rng.randint(0, 5)), "lot"),
        seeding=rng.choice(["rating", "lot"]),
        ends_at=rng.choice([None, None, now + 2000 * DAY]),
        unfinished=rng.choice(["none", "half", "adjudicate"]),
        grace_days=max(1, rng.randint(0, 7)),
        late_rounds=rng.choice([0, 2, 3]),
        late_points=rng.choice([0, 60]),
        half_byes=rng.randint(0, 2),
    )


def _place_points(rng: random.Random, sides: int) -> tuple[int, ...] | None:
    return rng.choice([None, (3, 1), (1,)] if sides == 2 else [None, (6, 3, 1), (1, 1), (5,)])


def _of_format(rng: random.Random, of: str, sides: int, count: int) -> dict[str, Any]:
    match of:
        case "round-robin-divisions":
            size = rng.randint(4, 8)
            return {"division_size": size, "up": rng.randint(0, (size - 1) // 2), "legs": 1, "round_days": _days(rng)}
        case "round-robin" | "round-robin-teams":
            return {"legs": rng.choice([1, 1, 2]), "round_days": _days(rng)}
        case "round-robin-tables":
            return {"legs": 1, "round_days": _days(rng)}
        case "swiss" | "swiss-teams":
            rounds = rng.choice([None, rng.randint(1, min(9, count - 1 - (count + 1) % 2))])
            return {"rounds": rounds, "round_days": _days(rng)}
        case "swiss-tables":
            return {"rounds": rng.choice([None, rng.randint(1, 4)]), "round_days": _days(rng)}
        case "knockout" | "knockout-teams" | "double-knockout":
            third = of != "double-knockout" and count % 2 == 0
            held = {"legs": rng.choice([1, 1, 3, 5]), "round_days": _days(rng), "reset": rng.random() < 0.5}
            return {**held, "third": third}
        case "knockout-tables":
            return {"legs": rng.choice([1, 1, 3]), "advance": rng.randint(1, sides - 1), "round_days": _days(rng)}
        case _:
            ladder = LadderTerms(
                reach=rng.randint(1, 4),
                protection=rng.randint(0, 3),
                refusals=rng.randint(0, 2),
                inactivity=rng.choice([None, 5, 30]),
            )
            return {"ladder": ladder, "late_rounds": 1}


def _days(rng: random.Random) -> int | None:
    return rng.choice([None, None, 3, 10])


# A builder that makes nothing, so that matches start in one transaction; it can be told to refuse.


class BareBuilder:
    """Gives each match a channel of its own.

    Attributes:
        refusing: Whether matches cannot start.
        refused: Of so many it is one that cannot: always the same, by who plays.
    """

    def __init__(self) -> None:
        self.refusing = False
        self.refused = 1
        self._channels = itertools.count(5000)

    def knows(self, _guild_id: int) -> bool:
        return True

    async def place(self, start: Start) -> Start:
        return start

    async def check(self, start: Start) -> Mapping[int, str]:
        if self.refusing and min(start.people) // 2 % self.refused == 0:
            raise PermissionError("refused")
        return {person: f"P{person}" for person in start.people}

    async def build(self, ordered: Ordered, names: Sequence[str], note: Note, since: datetime | None) -> Built:
        return Built((Place("board", next(self._channels)),))

    async def undo(self, ordered: Ordered) -> tuple[tuple[str, int], ...]:
        return ()

    async def settle(self, start: Start, match: Match) -> None:
        pass

    def missing(self, error: BaseException) -> frozenset[int]:
        return frozenset()

    def words(self, start: Start, error: BaseException) -> Text:
        return say("Refused.")
