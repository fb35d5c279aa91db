"""What the latest results tell of a person."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from hosting.profiles import (
    Conduct,
    Course,
    Handover,
    Handovers,
    Opening,
    Recent,
    Streak,
    conduct_of,
    course_of,
    recent,
)
from tests.hosting.profile.results import NOW, result

ANN, BOB, CLEO = 1, 2, 3
LOST: dict[str, Any] = {"rank": 2, "score": 0}
HANDED = {"finisher_id": BOB, "starter_turns": 2, "finisher_turns": 2} | LOST


@pytest.mark.parametrize(
    ("changed", "ann", "bob"),
    [
        ({}, Conduct.FINISHED, None),
        (LOST | {"gave_up": "resigned"}, Conduct.FINISHED, None),
        (LOST | {"gave_up": "time"}, Conduct.LATE, None),
        (LOST | {"gave_up": "time", "turns": 0, "starter_turns": 0, "finisher_turns": 0}, Conduct.ABSENT, None),
        (HANDED, Conduct.LEFT, Conduct.FINISHED),
        (HANDED | {"excused": True}, Conduct.EXCUSED, Conduct.FINISHED),
        (HANDED | {"starter_turns": 0}, Conduct.ABSENT, Conduct.FINISHED),
        (HANDED | {"gave_up": "time"}, Conduct.LEFT, Conduct.LATE),
        (HANDED | {"gave_up": "time", "finisher_turns": 0}, Conduct.LEFT, Conduct.ABSENT),
        ({"why": "void"}, None, None),
        ({"why": "aborted"}, None, None),
        ({"why": "undecided"}, Conduct.FINISHED, None),
        ({"why": "position"}, Conduct.FINISHED, None),
        ({"why": "solo", "score": None}, None, None),
    ],
)
def test_whether_a_match_was_played_to_its_end(
    changed: dict[str, Any], ann: Conduct | None, bob: Conduct | None
) -> None:
    seat = result(ANN, **changed)
    assert conduct_of(ANN, seat) is ann
    if seat.finisher_id == BOB:
        assert conduct_of(BOB, seat) is bob


@pytest.mark.parametrize(
    ("changed", "course"),
    [
        ({}, Course.WON),
        ({"score": 60}, Course.DRAWN),
        ({"score": 90}, Course.DRAWN),
        ({"score": 60, "rank": 2}, Course.LOST),
        (LOST, Course.LOST),
        (HANDED, Course.LOST),
        (HANDED | {"starter_turns": 0}, None),
        ({"why": "undecided"}, None),
    ],
)
def test_how_a_match_went(changed: dict[str, Any], course: Course | None) -> None:
    assert course_of(ANN, result(ANN, **changed)) is course


def test_seats_that_changed_hands_are_told_of_both_with_the_other_and_in_whose_record_they_stand() -> None:
    """Bob loses for Ann, wins for Cleo by enough turns of his own, and wins for Ann by too few."""
    lost = result(ANN, **HANDED)
    gained = result(CLEO, **HANDED | {"rank": 1, "score": 120, "turns": 8, "starter_turns": 4, "finisher_turns": 4})
    held = result(ANN, **HANDED | {"rank": 1, "score": 120, "turns": 8, "starter_turns": 6, "finisher_turns": 2})
    void, own = result(ANN, **HANDED | {"why": "void"}), result(BOB)
    bob, ann = recent(BOB, [lost, gained, held, void, own]), recent(ANN, [lost, held, void])
    assert bob.taken_over == Handovers(3, 1, (Handover(ANN, 2), Handover(CLEO, 1)))
    assert ann.handed_over == Handovers(2, 1, (Handover(BOB, 2),))
    assert recent(CLEO, [gained]).handed_over == Handovers(1, 0, (Handover(BOB, 1),))
    assert bob.handed_over == ann.taken_over == Handovers()


def test_streaks_are_of_the_matches_that_count() -> None:
    won, lost, void = result(ANN), result(ANN, **LOST), result(ANN, why="void")
    assert recent(ANN, [won, void, won, lost, won, won, won]).streak == Streak(Course.WON, 2)
    assert recent(ANN, [won, void, won, lost, won, won, won]).best == 3
    assert recent(ANN, [lost]).streak == Streak(Course.LOST, 1)
    assert recent(ANN, [lost]).best == 0
    assert recent(ANN, [void]).streak is None


def test_a_turn_takes_what_the_seats_held_alone_tell() -> None:
    slow, fast = result(ANN, thought=3000, timed=3), result(ANN, thought=100, timed=1)
    shared = result(ANN, thought=9_000_000, timed=9, **HANDED)
    assert recent(ANN, [slow, fast, shared]).pace == timedelta(seconds=775)
    assert recent(ANN, [shared]).pace is None


def test_openings_are_counted_by_game_and_mode() -> None:
    opened = [result(ANN, opening=text) for text in ("1/1", "1/2", "1/2", "2/1", "3/1")]
    other = result(ANN, opening="1/1", mode="3")
    others = result(ANN, opening="9/9", **HANDED | {"starter_turns": 0})
    assert recent(ANN, [*opened, other, others]).openings == (
        Opening("tally", "2", "1/2", 2),
        Opening("tally", "2", "1/1", 1),
        Opening("tally", "2", "2/1", 1),
    )


def test_reliability_and_since_when() -> None:
    rows = [
        result(ANN, ended_at=NOW - timedelta(days=3)),
        result(ANN, ended_at=NOW - timedelta(days=40), gave_up="time", **LOST),
        result(ANN, ended_at=NOW - timedelta(days=50)),
    ]
    found = recent(ANN, rows)
    assert found.conduct == ((Conduct.FINISHED, 2), (Conduct.LATE, 1))
    assert (found.matches, found.since) == (3, date(2025, 11, 12))
    assert recent(ANN, []) == Recent()
