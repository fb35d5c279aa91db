"""The plan of a picture: nothing overlaps, everybody has a place, each side can be at the bottom."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.hexgrid import parse_hex
from engine.replicants.charts import souls
from render.masks import Box, corners
from render.replicants.frame import LABEL, MAX_WIDTH, MIN_WIDTH, Frame, cells, frame, label_places
from tests.render.replicants.scenes import MODES

CASES = [(mode, side) for mode in MODES for side in (None, *range(1, len(souls().matrices[mode]) + 1))]


def plan_of(mode: str, side: int | None, *, width: int = 1200, ended: bool = False) -> Frame:
    return frame(mode, oval=mode in ("4", "teams"), side=side, width=width, ended=ended)


def boxes_of(plan: Frame) -> list[Box]:
    return [plan.status, *(box for card in plan.cards for box in card)]


def apart(one: Box, other: Box) -> bool:
    return one.right <= other.left or other.right <= one.left or one.bottom <= other.top or other.bottom <= one.top


def test_there_are_55_and_82_hexes() -> None:  # R2
    assert len(cells(oval=False)) == 55
    assert len(cells(oval=True)) == 82


@pytest.mark.parametrize(("mode", "side"), CASES)
@pytest.mark.parametrize("ended", [False, True])
def test_nothing_overlaps_or_leaves_the_picture(mode: str, side: int | None, ended: bool) -> None:
    plan = plan_of(mode, side, ended=ended)
    boxes = boxes_of(plan)
    hexes = [
        Box(min(xs), min(ys), max(xs), max(ys))
        for place in cells(oval=plan.oval)
        for xs, ys in [zip(*corners(plan.layout.radius, plan.layout.at(place), flat=plan.layout.flat), strict=True)]
    ]
    labels = [
        Box(x - LABEL / 3, y - LABEL / 2.5, x + LABEL / 3, y + LABEL / 2.5)
        for _, (x, y) in label_places(plan.layout, oval=plan.oval)
    ]
    assert all(apart(one, other) for one, other in combinations(boxes, 2))
    assert all(apart(box, other) for box in boxes for other in (*hexes, *labels))
    page = Box(0, 0, plan.width, plan.height)
    for each in (*boxes, *hexes, *labels):
        assert page.left <= each.left < each.right <= page.right
        assert page.top <= each.top < each.bottom <= page.bottom


@pytest.mark.parametrize(("mode", "side"), CASES)
def test_a_card_lies_on_the_same_edge_as_its_matrix(mode: str, side: int | None) -> None:
    plan = plan_of(mode, side)
    for home, card in zip(souls().matrices[mode], plan.cards, strict=True):
        above = plan.layout.at(home)[1] < plan.layout.centre[1]
        assert all((box.bottom <= plan.layout.centre[1]) == above for box in card)
    if side is not None:
        assert plan.layout.at(souls().matrices[mode][side - 1])[1] > plan.layout.centre[1]


def test_line_9_is_on_top_unless_a_side_is_asked_for() -> None:  # R5
    for mode, top, low in (("2", "F9", "D1"), ("4", "F9", "B1")):
        plan = plan_of(mode, None)
        assert plan.layout.at(parse_hex(top))[1] < plan.layout.at(parse_hex(low))[1]


def test_plans_scale_with_the_width() -> None:
    large, small = plan_of("3", None), plan_of("3", None, width=400)
    assert small.height == pytest.approx(large.height / 3, abs=1)
    assert small.layout.radius == pytest.approx(large.layout.radius / 3)
    assert plan_of("2", None, width=1).width == MIN_WIDTH
    assert plan_of("2", None, width=99_999).width == MAX_WIDTH
