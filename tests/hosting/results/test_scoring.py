"""Scores in 120ths: every outcome of one to six seats, with ties and teams."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hosting.results import scores, side_ranks

NO_TEAMS = (None,) * 6


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ((1,), (None,)),
        ((2,), (None,)),
        ((1, 2), (120, 0)),
        ((2, 1), (0, 120)),
        ((1, 1), (60, 60)),
        ((1, 2, 2), (120, 30, 30)),
        ((1, 3, 3), (120, 30, 30)),  # the same order, said in another way
        ((1, 1, 2), (90, 90, 0)),
        ((3, 1, 2), (0, 120, 60)),
        ((1, 1, 1), (60, 60, 60)),
        ((1, 2, 3, 4), (120, 80, 40, 0)),
        ((1, 2, 2, 2), (120, 40, 40, 40)),
        ((1, 2, 2, 4), (120, 60, 60, 0)),
        ((1, 2, 3, 4, 5), (120, 90, 60, 30, 0)),
        ((1, 2, 2, 2, 2), (120, 45, 45, 45, 45)),
        ((1, 2, 3, 4, 5, 6), (120, 96, 72, 48, 24, 0)),
        ((1, 2, 2, 2, 2, 2), (120, 48, 48, 48, 48, 48)),
        ((2, 2, 1, 1, 2, 2), (36, 36, 108, 108, 36, 36)),
    ],
)
def test_scores_of_those_who_play_alone(ranks: tuple[int, ...], expected: tuple[int | None, ...]) -> None:
    assert scores(ranks, NO_TEAMS[: len(ranks)]) == expected


@pytest.mark.parametrize(
    ("ranks", "teams", "expected"),
    [
        ((1, 2, 1, 2), (0, 1, 0, 1), (120, 0, 120, 0)),
        ((1, 1, 1, 1), (0, 1, 0, 1), (60, 60, 60, 60)),
        ((1, 3, 2, 4), (0, 1, 0, 1), (120, 0, 120, 0)),  # an organiser ranked partners apart: the better place counts
        ((1, 1, 2, 2, 3, 3), (0, 0, 1, 1, 2, 2), (120, 120, 60, 60, 0, 0)),
        ((1, 2), (0, 0), (None, None)),
        ((1, 2, 2), (0, 1, None), (120, 30, 30)),  # a team against one and another
    ],
)
def test_partners_have_the_same(
    ranks: tuple[int, ...], teams: tuple[int | None, ...], expected: tuple[int | None, ...]
) -> None:
    assert scores(ranks, teams) == expected


_ranks = st.integers(2, 6).flatmap(lambda n: st.lists(st.integers(1, n), min_size=n, max_size=n))


@given(_ranks, st.booleans())
def test_the_scores_of_all_sides_add_up_to_sixty_each(ranks: list[int], in_teams: bool) -> None:
    teams: list[int | None] = [seat % 2 if in_teams else None for seat in range(len(ranks))]
    found = dict(zip(teams if in_teams else range(len(ranks)), scores(ranks, teams), strict=False))
    sums = [each for each in found.values() if each is not None]
    assert len(sums) == len(found)
    assert sum(sums) == 60 * len(found)


@given(_ranks)
def test_whoever_is_ranked_before_another_has_more(ranks: list[int]) -> None:
    found = scores(ranks, NO_TEAMS[: len(ranks)])
    for one, ours in zip(ranks, found, strict=True):
        for other, theirs in zip(ranks, found, strict=True):
            assert ours is not None
            assert theirs is not None
            assert (ours > theirs) == (one < other)


def test_the_rank_of_a_side_is_that_of_its_best_seat() -> None:
    assert side_ranks((2, 3, 1, 4), (0, 1, 0, 1)) == (1, 3, 1, 3)
    assert side_ranks((2, 1), (None, None)) == (2, 1)
