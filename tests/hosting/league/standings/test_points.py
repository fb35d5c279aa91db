"""Points of fixtures."""

from __future__ import annotations

import pytest

from hosting.league.model import points_text
from hosting.league.standings import values
from hosting.results import scores
from tests.hosting.league.standings.seasons import terms

SCORE = terms()
LISTED = terms(place_points=(6, 3, 1, 0), sides=4)


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ((1, 2, 3, 4), (720, 360, 120, 0)),
        ((4, 3, 2, 1), (0, 120, 360, 720)),
        ((1, 1, 3, 4), (540, 540, 120, 0)),
        ((1, 2, 2, 2), (720, 160, 160, 160)),
        ((1, 1, 1, 1), (300, 300, 300, 300)),
    ],
)
def test_places_have_points_that_ties_share(ranks: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert values.points_by_ranks(LISTED, dict(enumerate(ranks)), range(4)) == expected


@pytest.mark.parametrize("sides", [2, 3, 4, 5, 6])
def test_without_a_list_the_points_are_the_score(sides: int) -> None:
    for ranks in ((1,) * sides, tuple(range(1, sides + 1)), (1, *(2,) * (sides - 1)), (2, 1, *(2,) * (sides - 2))):
        assert values.points_by_ranks(SCORE, dict(enumerate(ranks)), range(sides)) == scores(ranks, (None,) * sides)


def test_a_seat_that_is_missing_ranks_last() -> None:
    assert values.points_by_ranks(LISTED, {1: 2, 2: 1, 4: 3}, [1, 2, 3, 4]) == (360, 720, 0, 120)
    assert values.points_by_ranks(SCORE, {1: 1, 2: 2}, [1, 2, 3]) == (120, 60, 0)


def test_two_that_are_missing_share_the_last_places() -> None:
    assert values.points_by_ranks(LISTED, {2: 1, 3: 2}, [1, 2, 3, 4]) == (60, 720, 360, 60)


@pytest.mark.parametrize(("listed", "sides", "expected"), [((3,), 4, (360, 0, 0, 0)), ((4, 2, 1), 2, (480, 240))])
def test_a_list_is_filled_up_or_cut(listed: tuple[int, ...], sides: int, expected: tuple[int, ...]) -> None:
    assert values.place_points(terms(place_points=listed, sides=4), sides) == expected


def test_who_does_not_come_gets_nothing_and_the_opponent_everything() -> None:
    assert values.forfeit_points(SCORE, [8, 9], [9]) == (120, 0)
    assert values.forfeit_points(SCORE, [8, 9], [8, 9]) == (0, 0)
    assert values.forfeit_points(LISTED, [6, 7, 8, 9], [7]) == (400, 0, 400, 400)


@pytest.mark.parametrize(("given", "each"), [("none", 0), ("adjudicate", 0), ("half", 360)])
def test_what_is_not_finished_gives_nothing_or_half(given: str, each: int) -> None:
    assert values.unfinished_points(terms(place_points=(6, 3, 1), unfinished=given), 3) == (each,) * 3


def test_the_most_that_a_fixture_gives() -> None:
    assert values.most_points(LISTED, 4) == 1200
    assert values.most_points(SCORE, 2) == 120
    # Half of a first place to each of four is more than all four places.
    assert values.most_points(terms(place_points=(6, 3, 1, 0), unfinished="half"), 4) == 1440


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (0, "0"),
        (60, "½"),
        (780, "6½"),
        (40, "⅓"),
        (400, "3 ⅓"),
        (160, "1 ⅓"),
        (320, "2 ⅔"),
        (96, "⅘"),
        (220, "1 ⅚"),
        (30, "¼"),
    ],
)
def test_shares_are_written_as_people_write_them(given: int, text: str) -> None:
    assert points_text(given) == text


def test_other_fractions_are_made_of_small_digits_and_exact() -> None:
    assert points_text(7, 60) == "⁷⁄₆₀"
    assert points_text(127, 60) == "2 ⁷⁄₆₀"
    assert not any("/" in points_text(each, 60 * 120) for each in range(60 * 120))
