"""Seasons for tests of pairing: entries, fixtures that are made and over, lots."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import TypeAlias

from hosting.league.pairing.formats import advancing, plan
from hosting.league.pairing.values import PairingSeason, Planned
from hosting.league.terms import LeagueTerms
from store.league.seasons import Entry, Fixture, Kind, Side, Why

BEGAN = datetime(2026, 11, 1, tzinfo=UTC)

Result: TypeAlias = Callable[[Fixture], tuple[int, ...]]
"""Gives the points of a fixture's sides, in 120ths."""


def lot(purpose: str, number: int) -> bytes:
    """Return a lot as `hosting.league.terms` would."""
    return hashlib.sha256(f"{purpose}:{number}".encode()).digest()


def terms(kind: Kind, **more: object) -> LeagueTerms:
    """Return the terms of a league in a game that does not matter."""
    return replace(LeagueTerms(kind, "nim", "two"), **more)  # type: ignore[arg-type]


def entries(count: int, *, division: int = 1, first: int = 1) -> tuple[Entry, ...]:
    """Return entries whose seeds are in the order of their numbers."""
    return tuple(
        Entry(first + index, division, (100 + first + index,), BEGAN, seed=index + 1) for index in range(count)
    )


def season(of: LeagueTerms, *members: Entry, **more: object) -> PairingSeason:
    """Return a season that has just started."""
    return replace(PairingSeason(of, members, (), lot), **more)  # type: ignore[arg-type]


def made(before: PairingSeason, planned: Iterable[Planned]) -> PairingSeason:
    """Return the season with these fixtures made."""
    start = max((each.id for each in before.fixtures), default=0)
    return replace(
        before,
        fixtures=(
            *before.fixtures,
            *(_fixture(number, each) for number, each in enumerate(planned, start=start + 1)),
        ),
    )


def _fixture(number: int, planned: Planned) -> Fixture:
    bye = len(planned.sides) == 1
    return Fixture(
        id=number,
        division=planned.division,
        stage=planned.stage,
        round=planned.round,
        leg=planned.leg,
        board=planned.board,
        sides=tuple(
            Side(0 if bye else seat, entry, planned.points, planned.advances)
            for seat, entry in enumerate(planned.sides, start=1)
        ),
        status="over" if bye else "planned",
        why=planned.why,
        repeat=planned.repeat,
    )


def over(fixture: Fixture, points: tuple[int, ...], why: Why = "played") -> Fixture:
    """Return a fixture that ended with these points."""
    sides = tuple(replace(side, points=got) for side, got in zip(fixture.sides, points, strict=True))
    return replace(fixture, status="over", why=why, sides=sides)


def played(before: PairingSeason, result: Result) -> PairingSeason:
    """Return the season with all that was planned over."""
    fixtures = (each if each.status != "planned" else over(each, result(each)) for each in before.fixtures)
    return replace(before, fixtures=tuple(fixtures))


def noted(now: PairingSeason) -> PairingSeason:
    """Return the season with who advances noted as the service does, and asked again nothing more to note."""
    right = advancing(now)
    after = replace(
        now,
        fixtures=tuple(
            replace(
                each,
                sides=tuple(replace(side, advances=on) for side, on in zip(each.sides, right[each.id], strict=True)),
            )
            if each.id in right
            else each
            for each in now.fixtures
        ),
    )
    assert advancing(after) == {}
    return after


def settled(before: PairingSeason, result: Result) -> PairingSeason:
    """Return the season with all that was planned over, and who advances noted."""
    return noted(played(before, result))


def step(before: PairingSeason, result: Result) -> PairingSeason:
    """Return the season after what it needs now was made and played."""
    return played(made(before, plan(before)), result)


def stronger(fixture: Fixture) -> tuple[int, ...]:
    """Have the lower number win."""
    best = min(fixture.entries)
    return tuple(120 if entry == best else 0 for entry in fixture.entries)
