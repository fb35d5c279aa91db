"""Ladders: who may challenge whom, refusals, falling for not playing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from hosting.league.pairing.errors import CannotChallenge
from hosting.league.pairing.ladder import REFUSED, Ladder
from hosting.league.pairing.values import Planned, Season
from hosting.league.standings.ladder import positions
from hosting.league.terms import LadderTerms
from store.league.values import Fixture, FixtureStatus, Side, Why
from tests.hosting.league.pairing.seasons import BEGAN, entries, season, terms

DAY = timedelta(days=1)
SIX = season(terms("ladder", cap=2, ladder=LadderTerms(reach=3, protection=3, refusals=1, inactivity=30)), *entries(6))


def met(
    now: Season,
    challenger: int,
    challenged: int,
    points: tuple[int, int] | None,
    at: datetime,
    *,
    status: FixtureStatus = "over",
    why: Why | None = "played",
    begun: bool = True,
) -> Season:
    """Return the ladder with one more fixture."""
    got = points or (None, None)
    fixture = Fixture(
        id=len(now.fixtures) + 1,
        division=1,
        stage="ladder",
        round=1,
        leg=1,
        board=len(now.fixtures) + 1,
        sides=(Side(1, challenged, got[1], challenger=False), Side(2, challenger, got[0], challenger=True)),
        status=status,
        why=why,
        planned_at=at,
        started_at=at if begun else None,
        ended_at=at if status in {"over", "struck"} else None,
    )
    return replace(now, fixtures=(*now.fixtures, fixture))


def ladder(now: Season, at: datetime) -> Ladder:
    return Ladder(now, 1, BEGAN, at)


def refused(now: Season, challenger: int, challenged: int) -> str:
    with pytest.raises(CannotChallenge) as caught:
        ladder(now, BEGAN + DAY).challenge(challenger, challenged)
    return caught.value.why


def test_up_to_so_many_above_can_be_challenged() -> None:
    assert ladder(SIX, BEGAN).challengeable(6) == (3, 4, 5)
    assert ladder(SIX, BEGAN).challengeable(2) == (1,)
    assert ladder(SIX, BEGAN).challengeable(1) == ()
    planned = ladder(SIX, BEGAN).challenge(6, 3)
    assert planned == Planned(1, "ladder", 1, 1, 1, (3, 6), "challenge", challenger=6)
    assert refused(SIX, 6, 2) == refused(SIX, 3, 6) == "reach"
    assert refused(SIX, 6, 6) == refused(SIX, 6, 9) == "absent"


def test_those_who_left_are_no_places() -> None:
    gone = replace(SIX, entries=tuple(replace(each, left_at=BEGAN) if each.id == 4 else each for each in SIX.entries))
    assert ladder(gone, BEGAN).challengeable(6) == (2, 3, 5)
    assert refused(gone, 6, 4) == refused(gone, 4, 3) == "absent"


def test_open_challenges_are_played_first() -> None:
    one = met(SIX, 6, 4, None, BEGAN, status="planned", why=None)
    assert refused(one, 6, 4) == "already"
    assert ladder(one, BEGAN).challengeable(6) == (3, 5)
    two = met(one, 6, 3, None, BEGAN, status="running", why=None)
    assert refused(two, 6, 5) == "own-cap"
    three = met(two, 5, 4, None, BEGAN, status="planned", why=None)
    assert refused(three, 4, 3) == "own-cap"
    assert ladder(three, BEGAN).challengeable(5) == (2, 3)


def test_who_has_just_played_is_protected_for_some_days() -> None:
    now = met(SIX, 6, 4, (0, 120), BEGAN)
    assert refused(now, 5, 4) == "protected"
    assert 4 in ladder(now, BEGAN + 3 * DAY).challengeable(5)
    fell = met(SIX, 5, 4, (120, 0), BEGAN, why="forfeit", begun=False)
    assert 4 in ladder(fell, BEGAN).challengeable(6)


def test_seat_one_is_for_whoever_has_had_it_less() -> None:
    now = met(SIX, 6, 4, (0, 120), BEGAN)
    assert ladder(now, BEGAN + 9 * DAY).challenge(6, 4).sides == (6, 4)
    assert ladder(now, BEGAN + 9 * DAY).challenge(5, 3).sides == (3, 5)


def test_so_many_challenges_in_a_row_may_be_refused() -> None:
    def asked(now: Season) -> Fixture:
        return met(now, 6, 4, None, BEGAN, status="planned", why=None).fixtures[-1]

    def is_lost(now: Season) -> bool:
        fixture = asked(now)
        return ladder(replace(now, fixtures=(*now.fixtures, fixture)), BEGAN).is_lost(fixture)

    once = met(SIX, 5, 4, None, BEGAN, status="struck", why=REFUSED)
    played = met(once, 5, 4, (0, 120), BEGAN)
    assert [is_lost(each) for each in (SIX, once, played)] == [False, True, False]
    other = met(SIX, 5, 3, None, BEGAN, status="struck", why=REFUSED)
    assert not is_lost(other)


def fallen(now: Season, planned: Sequence[Planned], at: datetime) -> Season:
    for each in planned:
        held = next(entry for entry in each.sides if entry != each.challenger)
        now = met(now, each.challenger or 0, held, (120, 0), at, why="forfeit", begun=False)
    return now


def test_who_does_not_play_falls_a_place_and_its_days_begin_anew() -> None:
    played = met(met(met(SIX, 2, 1, (0, 120), BEGAN + 20 * DAY), 4, 3, (0, 120), BEGAN + 20 * DAY), 6, 5, None, BEGAN)
    now = replace(played, fixtures=(*played.fixtures[:2], replace(played.fixtures[2], status="running", why=None)))
    assert list(ladder(now, BEGAN + 29 * DAY).falling()) == []
    now = met(SIX, 2, 1, (0, 120), BEGAN + 20 * DAY)
    now = met(now, 6, 4, None, BEGAN, status="running", why=None)
    at = BEGAN + 30 * DAY
    planned = list(ladder(now, at).falling())
    assert [(each.challenger, set(each.sides)) for each in planned] == [(6, {5, 6}), (4, {3, 4})]
    after = fallen(now, planned, at)
    assert positions(after.entries, after.fixtures) == (1, 2, 4, 3, 6, 5)
    assert list(ladder(after, at).falling()) == []
    assert list(ladder(after, at + 19 * DAY).falling()) == []
    # 6 rose without playing, and 1 and 2 have not played since.
    assert {each.challenger for each in ladder(after, at + 20 * DAY).falling()} >= {4}


def test_of_several_who_do_not_play_each_gets_behind_those_who_do() -> None:
    now = met(met(SIX, 4, 3, (0, 120), BEGAN + 20 * DAY), 6, 5, (0, 120), BEGAN + 20 * DAY)
    at = BEGAN + 30 * DAY
    after = fallen(now, list(ladder(now, at).falling()), at)
    assert positions(after.entries, after.fixtures) == (3, 1, 2, 4, 5, 6)


def test_a_ladder_may_let_everybody_stay() -> None:
    still = replace(SIX, terms=replace(SIX.terms, ladder=LadderTerms(inactivity=None)))
    assert list(ladder(still, BEGAN + 999 * DAY).falling()) == []
