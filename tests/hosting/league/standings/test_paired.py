"""Possible places in seasons that are paired as they really are: every format, in whatever order fixtures end."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hosting.league.pairing import formats
from hosting.league.pairing.values import Season as Pairing
from hosting.league.standings import values
from hosting.league.standings.table import table_of
from hosting.league.standings.values import Row, Season
from hosting.league.terms import LeagueTerms
from store.league.values import Division, Fixture, Kind
from tests.hosting.league.pairing import seasons as pairing
from tests.volume import many


def rows(now: Pairing) -> dict[int, Row]:
    rounds = formats.rounds(now.terms, len(now.entries), now.tables)
    of = Season(now.terms, (Division(1),), now.entries, now.fixtures, rounds=rounds)
    return {row.entry: row for row in table_of(of)}


def end(now: Pairing, fixture: Fixture, rng: random.Random) -> Pairing:
    """Return a season after a fixture ended in some way."""
    terms, who = now.terms, fixture.entries
    absent = rng.sample(who, rng.randint(1, len(who)))
    why, given = rng.choice(
        [
            *[("played", values.points_by_ranks(terms, {each: rng.randint(1, len(who)) for each in who}, who))] * 4,
            ("forfeit", values.forfeit_points(terms, who, absent)),
            ("unfinished", values.unfinished_points(terms, len(who))),
        ]
    )
    after = pairing.over(fixture, given, why)  # type: ignore[arg-type]
    return replace(now, fixtures=tuple(after if each.id == fixture.id else each for each in now.fixtures))


def play(kind: Kind, sides: int, count: int, seed: int) -> None:
    """Play a season and hold what was possible after every event against the end."""
    rng = random.Random(seed)
    terms = LeagueTerms(
        kind,
        "nim",
        "two",
        sides=sides,
        legs=rng.choice([1, 2]),
        advance=rng.randint(1, sides - 1),
        rounds=None,
        place_points=rng.choice([None, (3, 1)]),
        unfinished="half",
    )
    now = replace(pairing.season(terms, *pairing.entries(count)), round=1)
    seen = [rows(now)]
    for _ in range(400):
        made = formats.plan(now)
        still = [each for each in now.fixtures if each.status == "planned"]
        if made:
            now = pairing.made(now, made)
        elif still:
            now = pairing.noted(end(now, rng.choice(still), rng))
        elif formats.finished(now):
            break
        else:
            now = replace(now, round=now.round + 1)
            continue
        seen.append(rows(now))
    else:
        pytest.fail("the season does not end")
    last = seen[-1]
    ranked = kind in {"swiss", "round-robin"}
    for entry, row in last.items():
        # Lots are still to be drawn.
        shared = sum(other.place == row.place for other in last.values()) if ranked else 1
        assert (row.min_place, row.max_place) == (row.place, row.place + shared - 1)
        for before, after in itertools.pairwise(seen):
            one, other = before[entry], after[entry]
            assert one.min_place <= other.min_place <= other.max_place <= one.max_place, (entry, one, other)


FORMATS: list[tuple[Kind, int]] = [
    ("round-robin", 2),
    ("round-robin", 3),
    ("round-robin", 4),
    ("swiss", 2),
    ("swiss", 3),
    ("swiss", 4),
    ("knockout", 2),
    ("knockout", 3),
    ("knockout", 4),
    ("double-knockout", 2),
]


@settings(max_examples=many(30, 1000), deadline=None, derandomize=True)
@given(of=st.sampled_from(FORMATS), count=st.integers(4, 12), seed=st.integers(0, 10**9))
def test_no_event_widens_what_is_possible_and_the_end_was_possible_all_along(
    of: tuple[Kind, int], count: int, seed: int
) -> None:
    play(*of, count, seed)
