from __future__ import annotations

import itertools
import math

import pytest

from engine.hexgrid import (
    DIRECTIONS,
    Hex,
    distance,
    flat_top_centre,
    neighbour,
    parse_hex,
    pointy_top_centre,
    walk,
)


@pytest.mark.parametrize("name", ["A1", "E8", "L5", "B12"])
def test_names_are_read_and_written(name: str) -> None:
    assert str(parse_hex(name)) == name
    assert parse_hex(name.lower()) == parse_hex(name)


@pytest.mark.parametrize("name", ["", "E", "8", "E0", "8E", "EE8", "E-1", " E8", "E100"])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="not a hex"):
        parse_hex(name)


def test_six_steps_round_a_hex_touch_its_neighbours_in_clockwise_order() -> None:
    middle = Hex(4, 5)
    ring = [neighbour(middle, direction) for direction in range(6)]
    assert len(set(ring)) == 6
    for one, two in itertools.pairwise([*ring, ring[0]]):
        assert distance(one, two) == 1
    for centre in (flat_top_centre, pointy_top_centre):
        x, y = centre(middle)
        angles = [math.atan2(centre(each)[1] - y, centre(each)[0] - x) for each in ring]
        turns = [(one - two) % math.tau for one, two in itertools.pairwise([*angles, angles[0]])]
        assert turns == pytest.approx([math.tau / 6] * 6)  # clockwise: angles fall


def test_opposite_steps_cancel() -> None:
    for direction in range(6):
        assert walk(Hex(4, 5), (direction, direction + 3)) == Hex(4, 5)
        assert walk(Hex(4, 5), (0, 1), heading=direction) == walk(Hex(4, 5), (direction, direction + 1))


def test_distance_is_the_length_of_the_shortest_path() -> None:
    start = Hex(6, 6)
    reached, frontier = {start}, {start}
    for steps in range(1, 5):
        frontier = {neighbour(place, direction) for place in frontier for direction in range(6)} - reached
        assert len(frontier) == 6 * steps
        assert {distance(start, place) for place in frontier} == {steps}
        assert {distance(place, start) for place in frontier} == {steps}
        reached |= frontier


def test_both_drawings_keep_neighbours_at_equal_distance() -> None:
    for centre in (flat_top_centre, pointy_top_centre):
        for column, line in DIRECTIONS:
            here, there = centre(Hex(3, 3)), centre(Hex(3 + column, 3 + line))
            assert math.dist(here, there) == pytest.approx(math.sqrt(3))
