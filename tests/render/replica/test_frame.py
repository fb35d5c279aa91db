"""The plan of a picture: nothing overlaps, every square has its place, each side can be at the bottom."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.replica.view import GOALS
from engine.seat import Seat
from render.masks import Box
from render.replica.frame import LABEL, MAX_WIDTH, MIN_WIDTH, SQUARES, Frame, frame, goal_place, label_places
from tests.render.replica.scenes import SIDES


def plan_of(side: Seat | None = None, *, width: int = 1200, ended: bool = False) -> Frame:
    return frame(side=side, width=width, ended=ended)


def around(x: float, y: float, reach: float) -> Box:
    return Box(x - reach, y - reach, x + reach, y + reach)


def apart(one: Box, other: Box) -> bool:
    return one.right <= other.left or other.right <= one.left or one.bottom <= other.top or other.bottom <= one.top


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("ended", [False, True])
@pytest.mark.parametrize("width", [200, 400, 720, 1200, 2400])
def test_nothing_overlaps_or_leaves_the_picture(side: Seat | None, ended: bool, width: int) -> None:
    plan = plan_of(side, width=width, ended=ended)
    squares = [around(*plan.at(name), plan.square / 2) for name in SQUARES]
    labels = [around(x, y, LABEL / 3 * plan.unit) for _, (x, y) in label_places(plan)]
    signs = [around(*goal_place(plan, goal), 22 * plan.unit) for goal in GOALS.values()]
    boxes = [plan.status, *plan.cards, plan.foot]
    every = [*squares, *labels, *signs, *boxes]
    # Less than a pixel, as squares are whole pixels.
    assert all(apart(one.inside(0.8), other.inside(0.8)) for one, other in combinations(every, 2))
    page = Box(0, 0, plan.width, plan.height)
    for each in every:
        assert page.left <= each.left < each.right <= page.right
        assert page.top <= each.top < each.bottom <= page.bottom


@pytest.mark.parametrize("side", SIDES)
def test_each_side_has_its_own_corner_at_the_lower_left_and_its_card_below(side: Seat | None) -> None:
    plan = plan_of(side)
    home, far = ("h8", "a1") if side == 2 else ("a1", "h8")
    assert plan.at(home)[0] < plan.at(far)[0]
    assert plan.at(home)[1] > plan.at(far)[1]
    mine, theirs = (plan.cards[1], plan.cards[0]) if side == 2 else plan.cards
    assert theirs.bottom < plan.at(far)[1] < plan.at(home)[1] < mine.top
    assert plan.angle(45) == (225 if side == 2 else 45)


@pytest.mark.parametrize("side", SIDES)
def test_names_of_files_and_ranks_stand_beside_their_squares_at_all_edges(side: Seat | None) -> None:
    plan = plan_of(side)
    places = list(label_places(plan))
    for label in "abcdefgh12345678":
        mine = [place for text, place in places if text == label]
        assert len(mine) == 2
        square = plan.at(label + "1" if label.isalpha() else "a" + label)
        axis = 0 if label.isalpha() else 1
        assert all(place[axis] == square[axis] for place in mine)


def test_plans_scale_with_the_width() -> None:
    large, small = plan_of(), plan_of(width=400)
    assert small.height == pytest.approx(large.height / 3, abs=1)
    assert small.square == pytest.approx(large.square / 3, abs=0.5)
    assert plan_of(width=1).width == MIN_WIDTH
    assert plan_of(width=99_999).width == MAX_WIDTH
