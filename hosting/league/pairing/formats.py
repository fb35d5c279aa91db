"""Formats: what a season needs now, and whether it is over.

A format is a pure function of the season as it is. What it asks for it no longer asks for once it is made, so it can be
asked again after every event, however often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

from hosting.league.pairing import berger, knockout, swiss
from hosting.league.pairing.errors import TooFewEntries, TooManyEntries
from hosting.league.pairing.values import Absence, Planned, Season
from hosting.league.terms import LeagueTerms
from store.league.values import Kind

__all__ = ["Absence", "Planned", "Season", "check", "finished", "plan", "rounds"]

EVER = 1_000_000
"""A round behind the last of any season."""
BOUNDS: dict[Kind, tuple[int, int]] = {
    "round-robin": (4, 20),
    "swiss": (4, 1000),
    "knockout": (2, 1024),
    "double-knockout": (3, 512),
    "ladder": (2, 1000),
}
"""The fewest and the most entries of a division."""

Plan: TypeAlias = Callable[[Season, int], Iterator[Planned]]

PLANS: dict[Kind, Plan] = {
    "round-robin": berger.plan,
    "swiss": swiss.plan,
    "knockout": knockout.plan,
    "double-knockout": knockout.plan,
}


def plan(season: Season) -> tuple[Planned, ...]:
    """Return the fixtures that are to be made now; none before the season starts and when all are there.

    It takes up to two seconds of the processor for a large Swiss: callers run it in a thread.
    """
    if season.round < 1:
        return ()
    of_kind = PLANS[season.terms.kind]
    return tuple(each for division in season.divisions for each in of_kind(season, division))


def rounds(terms: LeagueTerms, count: int) -> int:
    """Return how many rounds a division of so many entries has at most; 0 in a ladder, which has none."""
    if terms.kind == "swiss":
        return swiss.rounds(terms.rounds, count, terms.sides)
    if terms.kind in {"knockout", "double-knockout"}:
        return knockout.rounds(terms, count)
    return 0 if terms.kind == "ladder" else (count + count % 2 - 1) * terms.legs


def finished(season: Season) -> bool:
    """Return whether all that the format asks for is made and over (or struck): nothing can change the order any more.

    A ladder never is: its end is a date.
    """
    if season.terms.kind == "ladder" or not season.fixtures:
        return False
    return all(each.status in {"over", "struck"} for each in season.fixtures) and not plan(replace(season, round=EVER))


def check(terms: LeagueTerms, sizes: tuple[int, ...]) -> None:
    """Hold divisions of these sizes against the format.

    Raises:
        TooFewEntries: A division has too few.
        TooManyEntries: A division has too many.
    """
    fewest, most = BOUNDS[terms.kind]
    if terms.kind == "swiss" and terms.sides == 2 and terms.rounds is not None:
        fewest = max(
            fewest, terms.rounds | 1
        )  # an odd number of entries meets in as many rounds, an even one in one less
    for count in sizes:
        if count < fewest:
            raise TooFewEntries(fewest, count)
        if count > most:
            raise TooManyEntries(most, count)
