"""Formats: which fixtures a season needs now, and whether it's over.

A format is a pure function of the season as it is. Fixtures that are already made aren't asked for again, so it can be
asked after every event.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import TypeAlias, assert_never

from engine.text import say
from hosting.errors import HostingError
from hosting.league.pairing import knockout, round_robin, swiss
from hosting.league.pairing.values import (
    Absence,
    PairingSeason,
    Planned,
    TieState,
    TooFewEntries,
    split,
)
from hosting.league.terms import LeagueTerms
from store.league.seasons import Fixture, Kind

__all__ = [
    "Absence",
    "PairingSeason",
    "Planned",
    "advancing",
    "check",
    "dealt",
    "finished",
    "plan",
    "rounds",
    "standing",
]

EVER = 1_000_000
"""A round after the last of any season."""
BOUNDS: dict[Kind, tuple[int, int]] = {
    "round-robin": (4, 20),
    "swiss": (4, 1000),
    "knockout": (2, 1024),
    "double-knockout": (3, 512),
    "ladder": (2, 1000),
}
"""The fewest and the most entries of a division."""

Plan: TypeAlias = Callable[[PairingSeason, int], Iterator[Planned]]

OF_TWO: dict[Kind, Plan] = {
    "round-robin": round_robin.plan_berger,
    "swiss": swiss.plan,
    "knockout": knockout.plan,
    "double-knockout": knockout.plan,
}
AT_TABLES: dict[Kind, Plan] = {"round-robin": round_robin.plan, "swiss": swiss.plan, "knockout": knockout.plan_groups}
"""Formats that can also be played at tables of three to six."""


def plan(season: PairingSeason) -> tuple[Planned, ...]:
    """Return the fixtures to make now; none before the season starts, and none when all are made.

    A large Swiss takes up to two seconds of the processor: call it in a thread.
    """
    if season.round < 1 or season.terms.kind == "ladder":
        return ()
    of_kind = (OF_TWO if season.terms.sides == 2 else AT_TABLES)[season.terms.kind]
    return tuple(each for division, alone in season.apart for each in of_kind(alone, division))


def advancing(season: PairingSeason) -> dict[int, tuple[bool | None, ...]]:
    """Return, by fixture of a knock-out, which of its sides advance, where the sides don't say so yet.

    The values are in the order of the sides; None for a match that isn't (or after a correction no longer is) the last
    of its tie. Empty in other formats.
    """
    if season.terms.kind not in {"knockout", "double-knockout"}:
        return {}
    of_kind = knockout.advancing if season.terms.sides == 2 else knockout.advancing_groups
    return {each.id: right for division, alone in season.apart for each, right in of_kind(alone, division)}


def standing(season: PairingSeason, fixture: Fixture) -> TieState | None:
    """Return the state of the tie that a match of a knock-out belongs to; None in other formats, and for a bye."""
    if season.terms.kind not in {"knockout", "double-knockout"} or fixture.is_bye:
        return None
    of_kind = knockout.standing if season.terms.sides == 2 else knockout.group_standing
    alone = dict(season.apart)[fixture.division]
    return of_kind(alone, fixture.division, fixture)


def rounds(terms: LeagueTerms, count: int, tables: tuple[int, ...] = ()) -> int:
    """Return how many rounds a division has at most; 0 in a ladder, which has none.

    `count`: entries at the start; `tables`: smaller sizes of tables that the game can be played at.
    """
    sizes = (terms.sides, *tables)
    match terms.kind:
        case "swiss":
            return swiss.rounds(terms.rounds, count)
        case "round-robin":
            return (
                round_robin.rounds_berger(terms.legs, count)
                if terms.sides == 2
                else round_robin.rounds(terms, count, sizes)
            )
        case "knockout" if terms.sides > 2:
            return knockout.group_rounds(terms, count, sizes)
        case "knockout" | "double-knockout":
            return knockout.rounds(terms, count)
        case "ladder":
            return 0
        case _:
            assert_never(terms.kind)


def dealt(terms: LeagueTerms, count: int, tables: tuple[int, ...] = ()) -> tuple[tuple[int, ...], ...]:
    """Return the sizes of the tables of each round of a division as long as nobody leaves; none in a ladder.

    `count`: entries at the start; `tables`: smaller sizes of tables that the game can be played at.
    """
    sizes = (terms.sides, *tables)
    match terms.kind:
        case "round-robin" if terms.sides == 2:
            places = Counter(place for place, _, _, _ in round_robin.berger_schedule(count, terms.legs))
            return tuple((2,) * places[number] for number in sorted(places))
        case "knockout" if terms.sides > 2:
            return knockout.dealt_groups(terms, count, sizes)
        case "knockout" | "double-knockout":
            return tuple((2,) * each for each in knockout.met(terms.kind, count, reset=terms.reset, third=terms.third))
        case _:
            return (split(count, sizes)[0],) * rounds(terms, count, tables)


def finished(season: PairingSeason) -> bool:
    """Return whether all fixtures of the format are made and over (or struck): the order is final.

    Always false for a ladder, which ends on a date.
    """
    if season.terms.kind == "ladder" or not season.fixtures:
        return False
    return all(each.status in {"over", "struck"} for each in season.fixtures) and not plan(replace(season, round=EVER))


def fewest(terms: LeagueTerms, tables: Collection[int]) -> int:
    """Return how many entries a division needs at least; `tables` are the smaller sizes of tables."""
    needed, _ = BOUNDS[terms.kind]
    if terms.sides > 2:
        return max(needed, min((terms.sides, *tables)))
    if terms.kind == "swiss" and terms.rounds is not None:
        # An odd number of entries can meet in as many rounds without a repeat, an even number in one less.
        return max(needed, terms.rounds | 1)
    return needed


def check(terms: LeagueTerms, sizes: tuple[int, ...], tables: tuple[int, ...] = ()) -> None:
    """Check that the format can be played in divisions of these sizes.

    `tables`: smaller sizes of tables that the game can be played at.

    Raises:
        HostingError (`only-for-two`): The format isn't played at tables of three to six.
        TooFewEntries: A division has too few.
        HostingError (`too-many-entries`): A division has too many.
    """
    if terms.sides > 2 and terms.kind not in AT_TABLES:
        raise HostingError(
            say(
                "This format is for two sides: choose a mode of the game for two, or a round robin, a Swiss or a "
                "knock-out."
            ),
            code="only-for-two",
        )
    needed, most = fewest(terms, tables), BOUNDS[terms.kind][1]
    for count in sizes:
        if count < needed:
            raise TooFewEntries(needed, count)
        if count > most:
            raise HostingError(
                say(
                    "{count} joined, but this format takes {most} at most: allow fewer, or choose another format.",
                    count=count,
                    most=most,
                ),
                code="too-many-entries",
            )
