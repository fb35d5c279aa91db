"""Who plays in which division next season."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from hosting.league.pairing.divisions import Joining, next_season
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
