"""What a match makes of ratings, by how each seat enters."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from store.ratings.model import BEGINNER, Skill, rate
from store.ratings.stored import Moved, Rated, Seated, can_be_rated, rate_all, rate_match
from tests.volume import many


def seats(*each: tuple[int, Rated, int | None], teams: tuple[int, ...] = ()) -> list[Seated]:
    """Return the seats of a match from rank, way of entering and person."""
    return [
        Seated(seat, teams[seat - 1] if teams else None, rank, rated, person_id)
        for seat, (rank, rated, person_id) in enumerate(each, 1)
    ]


def after(moved: list[Moved]) -> dict[int, Skill]:
    return {each.person_id: each.after for each in moved}


KNOWN = {1: Skill(30.0, 3.0, 12), 2: Skill(22.0, 6.0, 4), 3: Skill(26.0, 2.0, 40), 4: Skill(18.0, 5.0, 9)}


def test_two_who_played_to_the_end_are_rated_against_each_other() -> None:
    moved = rate_match(seats((2, "full", 1), (1, "full", 2)), KNOWN)
    ((first,), (second,)) = rate([[KNOWN[1]], [KNOWN[2]]], [2, 1])
    assert moved == [Moved(1, 1, KNOWN[1], Skill(*first, 13)), Moved(2, 2, KNOWN[2], Skill(*second, 5))]


def test_who_was_never_rated_is_a_beginner() -> None:
    moved = rate_match(seats((1, "full", 7), (2, "full", 8)), {})
    assert [each.before for each in moved] == [BEGINNER, BEGINNER]
    assert [each.after.games for each in moved] == [1, 1]


def test_a_seat_that_is_held_enters_and_stays() -> None:
    moved = rate_match(seats((1, "hold", 1), (2, "full", 2)), KNOWN)
    full = rate_match(seats((1, "full", 1), (2, "full", 2)), KNOWN)
    assert moved[0].after is moved[0].before
    assert moved[1] == full[1]


def test_a_seat_that_can_only_gain_does_not_fall() -> None:
    """Second of four is above the middle, and yet too little for a strong player."""
    known = {1: Skill(45.0, 3.0, 3)}
    match = seats((2, "gain", 1), (1, "full", 2), (3, "full", 3), (4, "full", 4))
    assert after(rate_match([match[0]._replace(rated="full"), *match[1:]], known))[1].mu < 45
    assert after(rate_match(match, known))[1] == Skill(45.0, 3.0, 4)
    known = {1: Skill(15.0, 3.0, 3)}
    assert after(rate_match(match, known)) == after(rate_match([match[0]._replace(rated="full"), *match[1:]], known))


def test_a_seat_that_is_out_is_left_out() -> None:
    moved = rate_match(seats((1, "full", 1), (3, "out", None), (2, "full", 3)), KNOWN)
    alone = rate_match(seats((1, "full", 1), (2, "full", 3)), KNOWN)
    assert after(moved) == after(alone)
    assert [each.seat for each in moved] == [1, 3]


def test_partners_are_rated_as_one_side_wherever_they_sit() -> None:
    moved = rate_match(seats((1, "full", 1), (2, "full", 2), (1, "full", 3), (2, "hold", 4), teams=(0, 1, 0, 1)), KNOWN)
    sides = rate([[KNOWN[1], KNOWN[3]], [KNOWN[2], KNOWN[4]]], [1, 2])
    assert [each.person_id for each in moved] == [1, 2, 3, 4]
    assert [(each.after.mu, each.after.sigma) for each in moved[:3]] == [sides[0][0], sides[1][0], sides[0][1]]
    assert moved[3].after is KNOWN[4]


@pytest.mark.parametrize(
    ("match", "possible"),
    [
        (seats((1, "full", 1), (2, "full", 2)), True),
        (seats((1, "hold", 1), (2, "hold", 2)), True),
        (seats((1, "full", 1), (2, "out", None), (2, "full", 3)), True),
        (seats((1, "full", 1), (2, "out", None)), False),
        (seats((1, "full", 1)), False),
        (seats((1, "full", 1), (2, "full", 1)), False),
        (seats((1, "full", 1), (2, "full", None)), False),
        (seats((1, "full", 1), (1, "full", 2), (2, "full", 3), (2, "full", 4), teams=(0, 0, 1, 1)), True),
        (seats((1, "full", 1), (1, "full", 2), (2, "full", 3), (2, "out", None), teams=(0, 0, 1, 1)), False),
        (seats((1, "full", 1), (1, "full", 2), teams=(0, 0)), False),
    ],
)
def test_a_match_is_rated_if_whole_sides_are_left_to_compare(match: list[Seated], possible: bool) -> None:
    assert can_be_rated(match) is possible


def test_matches_are_rated_one_after_the_other() -> None:
    matches = [
        seats((1, "full", 1), (2, "full", 2)),
        seats((1, "full", 2), (2, "hold", 1)),
        seats((1, "gain", 1), (2, "full", 3)),
    ]
    skills: dict[int, Skill] = {}
    played = [after(moved) for moved in rate_all(matches, skills)]
    assert played[1][1] == played[0][1] == rate_match(matches[2], skills | {1: played[0][1], 3: BEGINNER})[0].before
    assert skills == {1: played[2][1], 2: played[1][2], 3: played[2][3]}
    assert {person: each.games for person, each in skills.items()} == {1: 2, 2: 2, 3: 1}


@settings(max_examples=many(50, 2000), derandomize=True, database=None)
@given(st.integers(2, 6), st.randoms(use_true_random=False))
def test_other_seats_give_the_same_ratings(count: int, rng: random.Random) -> None:
    """But for the last digits: sums are taken in the order of seats."""
    ways: list[Rated] = ["full", "gain", "hold"]
    entered = [(rng.randint(1, count), rng.choice(ways), person) for person in range(1, count + 1)]
    known = {person: Skill(rng.uniform(10, 40), rng.uniform(1, 9), person) for person in range(1, count)}
    moved = after(rate_match(seats(*entered), known))
    other = after(rate_match(seats(*rng.sample(entered, count)), known))
    assert {person: (each.mu, each.sigma) for person, each in other.items()} == {
        person: pytest.approx((each.mu, each.sigma), rel=1e-12) for person, each in moved.items()
    }
