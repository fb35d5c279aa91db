"""Whose the result of a seat is: the table of docs/life-of-a-match.md, row by row."""

from __future__ import annotations

from typing import Any

import pytest

from store.tables.results import Result, credited, held, holding
from tests.store.test_results import ANN, BOB, CLEO, DAN, PLAIN, match


def seat(score: int, finisher: int = ANN, *, turns: int = 8, starter: int = 4, last: int = 4, **more: Any) -> Result:
    """Return the result of a seat in which Ann sat first."""
    return PLAIN._replace(
        finisher_id=finisher,
        score=score,
        turns=turns,
        starter_turns=starter,
        finisher_turns=starter if finisher == ANN else last,
        **more,
    )


@pytest.mark.parametrize(
    ("result", "expected", "in_the_record_of"),
    [
        # never left, or came back
        (seat(120), ("full", ANN), ANN),
        (seat(60), ("full", ANN), ANN),
        (seat(0), ("full", ANN), ANN),
        (seat(0, excused=True), ("full", ANN), ANN),
        (seat(0, turns=1, starter=1), ("full", ANN), ANN),
        # handed over and won: three own turns and a quarter of the seat's
        (seat(120, CLEO), ("gain", CLEO), CLEO),
        (seat(61, CLEO, turns=12, last=3), ("gain", CLEO), CLEO),
        (seat(120, CLEO, turns=13, last=3), ("hold", ANN), None),
        (seat(120, CLEO, turns=8, last=2), ("hold", ANN), None),
        (seat(120, CLEO, turns=3, starter=0, last=3), ("gain", CLEO), CLEO),
        (seat(120, CLEO, turns=16, starter=4, last=4), ("gain", CLEO), CLEO),  # and somebody in between made eight
        (seat(120, CLEO, turns=20, starter=4, last=4), ("hold", ANN), None),
        (seat(120, CLEO, excused=True), ("gain", CLEO), CLEO),
        # handed over and not won: it stays with who left
        (seat(60, CLEO), ("full", ANN), ANN),
        (seat(0, CLEO), ("full", ANN), ANN),
        (seat(0, CLEO, turns=40, starter=1, last=39), ("full", ANN), ANN),
        (seat(0, CLEO, excused=True), ("hold", ANN), None),
        (seat(60, CLEO, excused=True), ("hold", ANN), None),
        (seat(0, CLEO, turns=9, starter=0, last=9), ("hold", ANN), None),
        # nobody made an own turn: tested before all else
        (seat(120, turns=0, starter=0, last=0), ("out", None), ANN),
        (seat(0, turns=0, starter=0, last=0), ("out", None), ANN),
        (seat(0, CLEO, turns=0, starter=0, last=0), ("out", None), None),
        (seat(120, CLEO, turns=0, starter=0, last=0), ("out", None), None),
    ],
)
def test_the_table(result: Result, expected: tuple[str, int | None], in_the_record_of: int | None) -> None:
    assert holding(result) == expected
    assert credited(result) == in_the_record_of
    assert credited(result._replace(why="void")) is None


def ratings(rows: list[Result]) -> list[tuple[str | None, int | None]]:
    return [(each.rated, each.player_id) for each in held(rows)]


NOTHING = (None, None)


def test_a_match_of_two_is_rated_if_both_have_played() -> None:
    both = match(1, ANN, BOB)
    assert ratings(both) == [("full", ANN), ("full", BOB)]
    assert ratings([both[0], both[1]._replace(turns=0)]) == [NOTHING, NOTHING]


@pytest.mark.parametrize("why", ["void", "aborted", "undecided", "position"])
def test_what_does_not_count_is_not_rated(why: Any) -> None:
    assert ratings(match(1, ANN, BOB, why=why, pool_id=1, pool_no=2)) == [NOTHING, NOTHING]
    assert held(match(1, ANN, BOB, why=why, pool_id=1, pool_no=2))[0].pool_no is None


def test_who_plays_alone_is_not_rated() -> None:
    assert ratings([PLAIN._replace(score=None, why="solo")]) == [NOTHING]


def test_a_seat_without_turns_is_left_out_where_two_sides_are_left() -> None:
    three = match(1, ANN, BOB, CLEO)
    assert ratings([*three[:2], three[2]._replace(turns=0)]) == [("full", ANN), ("full", BOB), ("out", None)]
    assert ratings([three[0], *(each._replace(turns=0) for each in three[1:])]) == [NOTHING] * 3


def test_a_match_of_teams_needs_every_seat() -> None:
    four = [each._replace(team=each.seat % 2, score=120) for each in match(1, ANN, BOB, CLEO, DAN)]
    assert [rated for rated, _ in ratings(four)] == ["full"] * 4
    assert ratings([four[0]._replace(turns=0), *four[1:]]) == [NOTHING] * 4


def test_a_seat_that_is_held_is_a_side_all_the_same() -> None:
    one, other = match(1, ANN, BOB)
    assert ratings([one, other._replace(finisher_id=CLEO, excused=True)]) == [("full", ANN), ("hold", BOB)]
