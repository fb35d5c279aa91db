"""Trees of APEX that are counted by hand, or estimated by random walks."""

from __future__ import annotations

import math
from typing import Any

import pytest

from engine.apex.game import APEX
from engine.chance import Chance
from engine.perft import perft, sample
from tests.engine.apex.kit import KIT
from tests.engine.apex.positions import state
from tests.engine.test_perft import Case, cases_of
from tests.volume import many


def case(key: str) -> Case:
    """Return a block of `tests/data/apex/perft.txt`."""
    return next(each for each in cases_of(KIT) if each.key == key)


@pytest.mark.parametrize(
    ("mode", "factors"),
    [
        ("2", (6 * 2, 5 * 1, (10 * 4 * 9) ** 2)),
        ("3", (6 * 3, 5 * 2, 4 * 1, (6 * 4) ** 3)),
        ("6", (36, 25, 16, 9, 4, 1)),
    ],
)
@pytest.mark.parametrize("exploration", [False, True])
def test_small_counts_by_hand_face_up_or_down(mode: str, factors: tuple[int, ...], *, exploration: bool) -> None:
    start = state(mode, exploration=exploration)
    depths = range(1, 1 + min(len(factors), many(3, 4)))
    assert [perft(APEX, start, depth) for depth in depths] == [math.prod(factors[:depth]) for depth in depths]


def test_the_estimate_of_a_count_is_near_it() -> None:
    worked = case("expand-worked")

    def estimate() -> Any:
        return sample(APEX, worked.state(), 2, 400, Chance.from_text("walk"))

    found = estimate()
    assert found.walks == 400
    assert abs(found.leaves - worked.leaves[1]) < 4 * found.error
    assert estimate() == found


def test_an_estimate_is_exact_where_nothing_branches_differently() -> None:
    found = sample(APEX, state("3"), 3, 5, Chance.from_text("walk"))
    assert found.leaves == 18 * 10 * 4
    assert found.error == 0


def test_walks_that_come_to_the_end_count_no_leaf() -> None:
    found = sample(APEX, case("war-last").state(), 50, 4, Chance.from_text("walk"))
    assert found.leaves == 0
    assert found.ended == 4
