"""Hexes lie where R1 and R5 say, however the board is turned."""

from __future__ import annotations

import math

import pytest

from engine.hexgrid import DIRECTIONS, Hex, neighbour, parse_hex
from render.masks import HexLayout, corners, polar

E5 = Hex(4, 5)


def layout(*, flat: bool, turn: int = 0) -> HexLayout:
    return HexLayout(flat, turn, 10, (100, 200), (E5, E5))


def test_the_circle_has_vertical_columns_and_line_9_on_top() -> None:  # R5
    plan = layout(flat=True)
    assert plan.at(E5) == pytest.approx((100, 200))
    assert plan.at(parse_hex("E8")) == pytest.approx((100, 200 - 30 * math.sqrt(3)))
    assert plan.at(parse_hex("F5")) == pytest.approx((115, 200 + 5 * math.sqrt(3)))


def test_the_oval_has_horizontal_lines_and_line_9_on_top() -> None:  # R5
    plan = layout(flat=False)
    assert plan.at(parse_hex("F5")) == pytest.approx((100 + 10 * math.sqrt(3), 200))
    assert plan.at(parse_hex("E6")) == pytest.approx((100 - 5 * math.sqrt(3), 185))


@pytest.mark.parametrize("flat", [True, False])
@pytest.mark.parametrize("turn", range(6))
def test_angles_point_at_the_neighbours(flat: bool, turn: int) -> None:  # R1
    plan = layout(flat=flat, turn=turn)
    for direction in range(len(DIRECTIONS)):
        x, y = plan.at(neighbour(E5, direction))
        assert (x, y) == pytest.approx(polar((100, 200), 10 * math.sqrt(3), plan.angle(direction)))


def test_turning_goes_clockwise() -> None:
    assert layout(flat=True, turn=1).at(parse_hex("E6")) == pytest.approx(layout(flat=True).at(parse_hex("F6")))


@pytest.mark.parametrize("flat", [True, False])
def test_corners_lie_between_the_directions(flat: bool) -> None:
    plan = layout(flat=flat)
    angles = {round(math.degrees(math.atan2(x, -y))) % 360 for x, y in corners(10, flat=flat)}
    assert angles == {round(plan.angle(direction + 0.5)) for direction in range(6)}


def test_two_opposite_hexes_give_the_middle() -> None:
    plan = HexLayout(False, 0, 10, (0, 0), (Hex(5, 5), Hex(6, 5)))
    first, second = plan.at(Hex(5, 5)), plan.at(Hex(6, 5))
    assert (first[0] + second[0], first[1] + second[1]) == pytest.approx((0, 0))
