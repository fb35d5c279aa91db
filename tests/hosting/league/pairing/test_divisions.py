"""Who plays in which division next season."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from hosting.league.pairing.divisions import (
    MOST_AWAY,
    Joining,
    even_sizes,
    next_season,
    next_sizes,
    placed,
    usual_sizes,
)
from tests.volume import many


def last_season(sizes: tuple[int, ...], up: int) -> list[Joining]:
    """Return everybody of a season's divisions; keys are the division times 100 plus the place."""
    found = []
    for number, size in enumerate(sizes, start=1):
        for place in range(1, size + 1):
            rises = number > 1 and place <= up
            falls = number < len(sizes) and place > size - up
            found.append(Joining(100 * number + place, number, place, "up" if rises else "down" if falls else "stay"))
    return found


def without(joining: list[Joining], *keys: int) -> list[Joining]:
    return [each for each in joining if each.key not in keys]


def test_the_first_go_up_and_the_last_go_down() -> None:
    placed = next_season(last_season((4, 4, 4), 1), (4, 4, 4), by_rating=False)
    assert [set(each) for each in placed] == [{101, 102, 103, 201}, {104, 202, 203, 301}, {204, 302, 303, 304}]


def test_gaps_are_filled_from_below_by_place() -> None:
    joining = without(last_season((4, 4, 4), 1), 101, 102)
    placed = next_season(joining, (4, 3, 3), by_rating=False)
    # 202 and 203 rise as well, not 104, who has just been relegated; 302 and 303 rise behind them.
    assert [set(each) for each in placed] == [{103, 201, 202, 203}, {104, 301, 302}, {204, 303, 304}]


def test_who_was_relegated_rises_again_only_if_nobody_else_can() -> None:
    joining = without(last_season((4, 4), 1), 101, 102, 202, 203, 204)
    assert next_season(joining, (2, 1), by_rating=False) == ((201, 103), (104,))
    fewer = without(joining, 201)
    assert next_season(fewer, (2,), by_rating=False) == ((104, 103),)


def test_who_comes_back_is_one_division_below_and_drives_nobody_out() -> None:
    joining = [*without(last_season((4, 4), 1), 204), Joining(900, 1, 1, away=2)]
    placed = next_season(joining, (4, 4), by_rating=False)
    assert [set(each) for each in placed] == [{101, 102, 103, 201}, {104, 202, 203, 900}]
    away = [*last_season((4, 4), 1), Joining(900, 1, 1, away=3)]
    assert set(next_season(away, (5, 4), by_rating=False)[0]) == {101, 102, 103, 201, 202}
    long_ago = [*without(last_season((4, 4, 4), 1), 304), Joining(900, 1, 1, away=4)]
    assert 900 in next_season(long_ago, (4, 4, 4), by_rating=False)[2]


def test_who_is_new_begins_at_the_bottom_or_by_rating() -> None:
    before = [
        Joining(each.key, each.division, each.place, each.movement, mu=30.0 - each.key / 100)
        for each in without(last_season((4, 4), 1), 103, 204)
    ]
    strong, weak = Joining(901, mu=40.0), Joining(902, mu=1.0)
    at_the_bottom = next_season([*before, strong, weak], (4, 4), by_rating=False)
    assert {901, 902} <= set(at_the_bottom[1])
    by_rating = next_season([*before, strong, weak], (4, 4), by_rating=True)
    assert (901 in by_rating[0], 902 in by_rating[1]) == (True, True)


def test_too_many_for_a_division_play_in_the_one_below() -> None:
    joining = without(last_season((6, 6), 1), 204, 205, 206)
    placed = next_season(joining, (5, 4), by_rating=False)
    assert [set(each) for each in placed] == [{101, 102, 103, 104, 201}, {105, 106, 202, 203}]


@settings(max_examples=many(60, 2000), deadline=None, derandomize=True)
@given(
    st.lists(
        st.tuples(
            st.one_of(st.none(), st.integers(1, 5)),
            st.integers(1, 20),
            st.sampled_from(["up", "stay", "down"]),
            st.integers(0, 5),
        ),
        min_size=4,
        max_size=60,
    ),
    st.integers(1, 5),
    st.booleans(),
)
def test_everybody_has_one_place_and_divisions_are_as_large_as_they_should_be(
    rows: list[tuple[int | None, int, str, int]],
    number: int,
    by_rating: bool,
) -> None:
    joining = [
        Joining(key, division, place, movement, away, float(place))  # type: ignore[arg-type]
        for key, (division, place, movement, away) in enumerate(rows)
    ]
    sizes = [len(rows) // number + (at < len(rows) % number) for at in range(number)]
    placed = next_season(joining, sizes, by_rating=by_rating)
    assert [len(each) for each in placed] == sizes
    assert sorted(key for each in placed for key in each) == list(range(len(rows)))
    assert next_season(reversed(joining), sizes, by_rating=by_rating) == placed


@settings(max_examples=many(40, 1000), deadline=None, derandomize=True)
@given(st.integers(4, 9), st.integers(1, 3), st.integers(1, 3), st.integers(1, 2))
def test_who_stayed_is_never_lower_because_somebody_came_back(size: int, number: int, away: int, division: int) -> None:
    joining = last_season((size,) * number, 1 if number > 1 else 0)
    back = Joining(999, min(division, number), 1, away=away)
    sizes = [size + (at == 0) for at in range(number)]
    before = next_season(joining, (size,) * number, by_rating=False)
    after = next_season([*joining, back], sizes, by_rating=False)
    was = {key: at for at, each in enumerate(before) for key in each}
    now = {key: at for at, each in enumerate(after) for key in each}
    assert all(now[key] <= was[key] for key in was)


def drawn_season(draw: Random, *, returning: int) -> list[Joining]:
    """Return who joins after a season drawn at random: most of its players, new ones, and some who come back."""
    size, number = draw.randint(4, 8), draw.randint(1, 5)
    up = draw.randint(1, (size - 2) // 2) if number > 1 else 0
    sizes = even_sizes(number * size - draw.randint(0, number - 1), number)
    found = [
        replace(each, mu=draw.uniform(0, 50)) if draw.random() < 0.9 else replace(each, away=1)
        for each in last_season(sizes, up)
        if draw.random() < 0.85
    ]
    found += [Joining(900 + key, mu=draw.uniform(0, 50)) for key in range(draw.randint(0, 4))]
    found += [
        Joining(950 + key, draw.randint(1, number), draw.randint(1, size), "stay", draw.randint(1, MOST_AWAY))
        for key in range(returning)
    ]
    return found


def test_nobody_who_stays_is_relegated_as_somebody_comes_back() -> None:
    draw, lowered = Random(12), 0
    for _ in range(many(150, 3000)):
        joining = drawn_season(draw, returning=draw.randint(1, 4))
        stayed = [each for each in joining if not each.away]
        size, by_rating = draw.randint(4, 8), draw.random() < 0.5
        if len(stayed) < 4:
            continue
        without = next_season(stayed, next_sizes(stayed, size, (4, 20), by_rating=by_rating), by_rating=by_rating)
        sizes = next_sizes(joining, size, (4, 20), by_rating=by_rating)
        after = next_season(joining, sizes, by_rating=by_rating)
        was, now = placed(without), placed(after)
        assert all(now[each.key] <= max(was[each.key], each.goal) for each in stayed if each.goal is not None)
        assert sorted(now) == sorted(each.key for each in joining)
        assert max(sizes) - min(sizes) <= 1
        assert list(map(len, after)) == list(sizes)
        lowered += any(now[each.key] > each.goal for each in stayed if each.goal is not None)
    assert lowered  # some do go down, as divisions become smaller, without those who come back too


def test_a_return_makes_no_further_division_that_lowers_those_who_stayed() -> None:
    there = last_season((8, 8), 1)
    back = Joining(999, 1, 1, away=1)
    assert next_sizes(there, 8, (4, 20), by_rating=False) == (8, 8)
    assert next_sizes([*there, back], 8, (4, 20), by_rating=False) == (9, 8)
    # New players do make one; so does a return where divisions can have no more entries.
    assert next_sizes([*there, Joining(999)], 8, (4, 20), by_rating=False) == (6, 6, 5)
    assert next_sizes([*there, back], 8, (4, 8), by_rating=False) == (6, 6, 5)


def test_divisions_are_never_too_small_to_be_played() -> None:
    assert [usual_sizes(count, 4, 4) for count in (3, 5, 8, 9, 11, 12)] == [
        *((3,), (5,), (4, 4), (5, 4), (6, 5), (4, 4, 4)),
    ]
    assert usual_sizes(21, 10, 4) == (7, 7, 7)


def test_who_comes_back_and_finds_no_place_drives_nobody_out_of_the_division_below() -> None:
    back = Joining(999, 1, 1, away=1)
    after = next_season([*without(last_season((4, 4, 4, 4), 1), 404), back], (4, 4, 4, 4), by_rating=False)
    assert {204, 302, 303} < {*after[2]}
    assert 999 in after[3]


def test_promotions_and_relegations_add_up() -> None:
    draw = Random(7)
    for _ in range(50):
        size, number = draw.randint(4, 9), draw.randint(2, 5)
        up = draw.randint(1, (size - 1) // 2)
        joining = last_season((size,) * number, up)
        after = placed(next_season(joining, next_sizes(joining, size, (4, 20), by_rating=False), by_rating=False))
        moved = Counter((each.division, after[each.key]) for each in joining if after[each.key] != each.division)
        assert moved == {
            (at, at + step): up for at in range(1, number + 1) for step in (-1, 1) if 1 <= at + step <= number
        }
        assert all(after[each.key] == each.goal for each in joining)
