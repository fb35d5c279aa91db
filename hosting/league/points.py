"""What the sides of a fixture get: from the results of its match, without one, or for nothing at all."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from engine.seat import Seat
from hosting.league.terms import LeagueTerms
from hosting.results.scoring import scores
from store.league.values import POINT, Fixture, Side, Why
from store.results import Result


def by_ranks(terms: LeagueTerms, ranks: Sequence[int]) -> tuple[int, ...]:
    """Return what sides get in 120ths that finished with these ranks: 1 is best, equal ranks share their places."""
    if terms.place_points is None:
        return tuple(score or 0 for score in scores(ranks, [None] * len(ranks)))
    listed = (*terms.place_points, *(0 for _ in ranks))
    found = []
    for rank in ranks:
        ahead, level = sum(each < rank for each in ranks), sum(each == rank for each in ranks)
        found.append(POINT * sum(listed[ahead : ahead + level]) // level)
    return tuple(found)


def played(terms: LeagueTerms, fixture: Fixture, rows: Sequence[Result], missing: Collection[int]) -> tuple[Side, ...]:
    """Return the sides of a fixture with what they get for its match.

    Args:
        terms: Of the league.
        fixture: The fixture.
        rows: The results of the match, by seat.
        missing: Entries whose seat was empty: they rank last.
    """
    ranks: dict[Seat, int] = {}
    for row in rows:
        ranks[row.seat] = row.rank
    here = [side for side in fixture.sides if side.entry not in missing]
    seats = {side.entry: side.seat if not missing else at for at, side in enumerate(here, 1)}
    last = len(ranks) + 1
    found = [last if side.entry in missing else ranks[seats[side.entry]] for side in fixture.sides]
    return _with(fixture, by_ranks(terms, found))


def forfeited(terms: LeagueTerms, fixture: Fixture, missing: Collection[int]) -> tuple[Side, ...]:
    """Return the sides of a fixture that is not played as some entries are missing, who rank last."""
    if all(side.entry in missing for side in fixture.sides):
        return _with(fixture, [0] * len(fixture.sides))
    return _with(fixture, by_ranks(terms, [1 + (side.entry in missing) for side in fixture.sides]))


def unfinished(terms: LeagueTerms, fixture: Fixture) -> tuple[Side, ...]:
    """Return the sides of a fixture that is not over at the end of the season."""
    if terms.unfinished != "half":
        return _with(fixture, [0] * len(fixture.sides))
    return _with(fixture, by_ranks(terms, [1] * len(fixture.sides)))


def over(fixture: Fixture, sides: Sequence[Side], why: Why, at: datetime) -> Fixture:
    """Return a fixture that is over."""
    return replace(fixture, status="over", why=why, sides=tuple(sides), ended_at=at, ordered=False, trouble=None)


def struck(fixture: Fixture, why: Why, at: datetime) -> Fixture:
    """Return a fixture that counts for nothing."""
    sides = tuple(replace(side, points=None, advances=None) for side in fixture.sides)
    return replace(fixture, status="struck", why=why, sides=sides, ended_at=at, ordered=False, trouble=None)


def again(fixture: Fixture) -> Fixture:
    """Return a fixture that is to be played again, from nothing."""
    sides = tuple(replace(side, points=None, advances=None) for side in fixture.sides)
    return replace(
        fixture,
        status="planned",
        why=None,
        sides=sides,
        match_id=None,
        started_at=None,
        ended_at=None,
        ordered=False,
        trouble=None,
    )


def _with(fixture: Fixture, points: Sequence[int]) -> tuple[Side, ...]:
    return tuple(replace(side, points=each) for side, each in zip(fixture.sides, points, strict=True))
