"""The plan of a picture: nothing overlaps, every sector has its place, each home can be at the bottom."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from engine.apex.components import components
from render.apex.frame import MAX_WIDTH, MIN_WIDTH, Frame, frame
from render.masks import Box

SEATS = (2, 3, 4, 5, 6)


def plan_of(
    seats: int, *, home: str = "", first: int = 1, width: int = 1200, ended: bool = False, rows: int = 0, hand: int = 0
) -> Frame:
    return frame(seats, home=home, first=first, width=width, ended=ended, strip=rows > 0, rows=rows, hand=hand)


def apart(one: Box, other: Box) -> bool:
    return one.right <= other.left or other.right <= one.left or one.bottom <= other.top or other.bottom <= one.top


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("width", [200, 400, 1200, 2400])
@pytest.mark.parametrize(("ended", "rows", "hand"), [(False, 0, 0), (True, 6, 0), (False, 2, 5), (False, 1, 10)])
def test_nothing_overlaps_or_leaves_the_picture(seats: int, width: int, ended: bool, rows: int, hand: int) -> None:
    for home in ("", *(f"H{number}" for number in range(1, seats + 1))):
        plan = plan_of(seats, home=home, width=width, ended=ended, rows=rows, hand=hand)
        assert [name for name, _ in plan.places] == [each.name for each in components().maps[seats].places]
        for (_, one), (_, other) in combinations(plan.places, 2):
            assert math.dist(one, other) >= 2.2 * plan.radius
        boxes = [plan.status, *plan.panel, *plan.cards, plan.legend, plan.foot]
        boxes += [box for box in (plan.strip, plan.hand) if box is not None]
        around = [Box(x, y, x, y).inside(-1.06 * plan.radius) for _, (x, y) in plan.places]
        page = Box(0, 0, plan.width, plan.height)
        for each in (*boxes, *around):
            assert page.left <= each.left < each.right <= page.right
            assert page.top <= each.top < each.bottom <= page.bottom
        assert all(apart(one.inside(0.1), other.inside(0.1)) for one, other in combinations(boxes, 2))
        assert all(apart(box, body) for box in boxes for body in around)


@pytest.mark.parametrize("seats", SEATS)
def test_each_home_can_be_at_the_bottom_in_the_middle(seats: int) -> None:
    for number in range(1, seats + 1):
        plan = plan_of(seats, home=f"H{number}")
        x, y = plan.at(f"H{number}")
        assert x == pytest.approx(plan.width / 2, abs=1)
        assert y == pytest.approx(max(y for _, (_, y) in plan.places), abs=0.5)
    x, y = plan_of(seats).at("H1")
    assert x == pytest.approx(600, abs=1)
    assert y == min(y for _, (_, y) in plan_of(seats).places)


@pytest.mark.parametrize("seats", SEATS)
def test_homes_follow_one_another_clockwise(seats: int) -> None:  # A12
    plan = plan_of(seats)
    middle = [sum(place[axis] for _, place in plan.places) / len(plan.places) for axis in (0, 1)]
    turns = []
    for number in range(1, seats + 1):
        x, y = plan.at(f"H{number}")
        turns.append(round(math.degrees(math.atan2(x - middle[0], middle[1] - y))) % 360)
    assert turns == sorted(turns)


@pytest.mark.parametrize("seats", SEATS)
def test_lanes_join_sectors_that_lie_side_by_side_and_cross_no_other(seats: int) -> None:  # A8
    plan = plan_of(seats)
    for one, other in components().maps[seats].lanes:
        (left, top), (right, bottom) = plan.at(one), plan.at(other)
        for name, (x, y) in plan.places:
            if name in (one, other):
                continue
            along = ((x - left) * (right - left) + (y - top) * (bottom - top)) / (
                (right - left) ** 2 + (bottom - top) ** 2
            )
            share = min(max(along, 0), 1)
            nearest = (left + share * (right - left), top + share * (bottom - top))
            assert math.dist(nearest, (x, y)) > plan.radius, (one, other, name)


@pytest.mark.parametrize("seats", SEATS)
def test_the_readers_card_comes_first_and_the_others_in_their_order(seats: int) -> None:
    usual = plan_of(seats).cards
    for first in range(1, seats + 1):
        cards = plan_of(seats, first=first).cards
        assert [cards[(first - 1 + place) % seats] for place in range(seats)] == list(usual)


def test_plans_scale_with_the_width() -> None:
    large, small = plan_of(6), plan_of(6, width=400)
    assert small.height == pytest.approx(large.height / 3, abs=1)
    assert small.radius == pytest.approx(large.radius / 3)
    assert small.radius >= 26
    assert plan_of(4, width=1).width == MIN_WIDTH
    assert plan_of(4, width=99_999).width == MAX_WIDTH
