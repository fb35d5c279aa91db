"""R1 to R6 and R9: the arena, the pieces and their charts."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.errors import SetupError
from engine.game import Setup
from engine.hexgrid import Hex, distance, neighbour, parse_hex, pointy_top_centre, walk
from engine.replicants.board import CELLS, board, in_arena
from engine.replicants.charts import VALUES, Path, souls
from engine.replicants.game import REPLICANTS
from tests.engine.replicants.positions import CHANCE, start

CIRCLE, OVAL = ({place for place in CELLS if in_arena(place, oval=oval)} for oval in (False, True))
CORNERS = {False: ["A1", "A5", "E1", "E9", "I5", "I9"], True: ["A1", "A5", "E9", "H1", "L5", "L9"]}
MODES = ("2", "3", "4", "teams")


def view(mode: str) -> Any:
    return REPLICANTS.view(start(mode), None)


def test_r1_neighbours_and_distance() -> None:
    names = [str(neighbour(parse_hex("E5"), direction)) for direction in range(6)]
    assert names == ["E6", "F6", "F5", "E4", "D4", "D5"]
    assert distance(parse_hex("E5"), parse_hex("G7")) == 2
    assert distance(parse_hex("E5"), parse_hex("G4")) == 3


def test_r2_the_circle_has_55_hexes_and_the_oval_82() -> None:
    assert (len(CIRCLE), len(OVAL)) == (55, 82)


@pytest.mark.parametrize("oval", [False, True])
def test_r2_the_arena_is_convex_but_for_its_corners(oval: bool) -> None:
    cells = OVAL if oval else CIRCLE
    assert not {str(place) for place in cells} & set(CORNERS[oval])
    for corner in map(parse_hex, CORNERS[oval]):
        assert sum(neighbour(corner, direction) in cells for direction in range(6)) == 3
    assert board("1", oval=oval).mask.bit_count() == len(cells)


def test_r2_lookups_know_only_hexes_of_the_arena() -> None:
    assert board("1", oval=False).cell("e8") == board("1", oval=True).cell("E8")
    for name in ("A1", "J8", "E0", "E10", "nonsense", "Z5"):
        assert board("1", oval=False).cell(name) is None
    assert board("1", oval=True).cell("J8") is not None


@pytest.mark.parametrize(
    ("mode", "hexes"),
    [("2", "E8 E2"), ("3", "E8 H5 B2"), ("4", "E8 K8 H2 B2"), ("teams", "E8 K8 H2 B2")],
)
def test_r3_the_matrices_start_on_their_hexes_beside_one_corner(mode: str, hexes: str) -> None:
    matrices = [piece for piece in view(mode).pieces if piece.value == 1]
    assert [piece.hex for piece in matrices] == hexes.split()
    for piece in matrices:
        corners = [
            each for each in CORNERS[mode in ("4", "teams")] if distance(parse_hex(each), parse_hex(piece.hex)) == 1
        ]
        assert len(corners) == 1
        # R4: away from it
        assert str(neighbour(parse_hex(piece.hex), piece.heading + 3)) == corners[0]


@pytest.mark.parametrize(
    ("mode", "seat", "heading", "twos", "threes"),
    [
        ("2", 1, 3, "E7 D7 F8", "D8 F9"),
        ("2", 2, 0, "E3 F3 D2", "F2 D1"),
        ("3", 2, 5, "G5 H6 G4", "I6 H4"),
        ("3", 3, 1, "C3 C2 B3", "B1 A2"),
        ("4", 2, 4, "J7 J8 K7", "K9 L8"),
        ("teams", 3, 0, "H3 I3 G2", "I2 G1"),
    ],
)
def test_r4_the_escorts_at_the_start(mode: str, seat: int, heading: int, twos: str, threes: str) -> None:
    pieces = [piece for piece in view(mode).pieces if piece.seat == seat]
    assert {piece.heading for piece in pieces} == {heading}
    assert {piece.hex for piece in pieces if piece.value == 2} == set(twos.split())
    assert {piece.hex for piece in pieces if piece.value == 3} == set(threes.split())


def test_r5_the_four_matrices_form_a_rectangle() -> None:
    points = [pointy_top_centre(parse_hex(name)) for name in ("E8", "K8", "H2", "B2")]
    (left, top), (right, top2), (right2, bottom), (left2, bottom2) = points
    assert (left, right, top, bottom) == pytest.approx((left2, right2, top2, bottom2))


@pytest.mark.parametrize("mode", MODES)
def test_r6_pieces_and_reserves_at_the_start(mode: str) -> None:
    shown = view(mode)
    for side in shown.sides:
        values = Counter(piece.value for piece in shown.pieces if piece.seat == side.seat)
        assert values == {1: 1, 2: 3, 3: 2}
        assert side.reserve == (0, 2, 2, 2, 2, 1)
        assert side.hearts == (3 if mode == "2" else 2)
        assert (side.energy, side.half_points, side.trophies, side.out) == (0, 0, (), False)
    assert sum(souls().souls) == 15


# R9, the charts


def ends(paths: tuple[Path, ...], heading: int = 0) -> set[Hex]:
    return {walk(parse_hex("E5"), path, heading) for path in paths}


@pytest.mark.parametrize("key", sorted(souls().sets))
def test_r9_every_chart_is_its_own_mirror_image(key: str) -> None:
    for chart in souls().sets[key].charts.values():
        for paths in (chart.walk, chart.leap, chart.arc):
            mirrored = tuple(tuple(-step % 6 for step in path) for path in paths)
            assert ends(paths) == ends(mirrored)


@pytest.mark.parametrize("key", sorted(souls().sets))
def test_r9_every_chart_is_well_formed(key: str) -> None:
    chart_set = souls().sets[key]
    assert sorted(chart_set.charts) == list(VALUES)
    assert chart_set.label
    for chart in chart_set.charts.values():
        assert all(len(set(path)) == 1 and len(path) <= 2 for path in chart.walk)  # walks go straight
        every = [*chart.walk, *chart.leap, *chart.arc]
        assert len(ends(tuple(every))) == len(every)  # no hex twice
        assert parse_hex("E5") not in ends(tuple(every))


def test_r9_what_the_texts_say_of_the_souls() -> None:
    charts = souls().sets["1"].charts
    assert (len(charts[6].walk), len(charts[6].leap)) == (5, 5)
    assert (len(charts[5].walk), len(charts[5].leap)) == (3, 0)
    assert not ends(charts[5].walk) & ends(charts[5].arc)
    passed = {walk(parse_hex("E5"), path[:1]) for path in charts[5].walk}
    assert passed & ends(charts[5].arc)  # a walk can be blocked by what its arcs can hit
    four = charts[4].walk + charts[4].leap
    assert any(walk(parse_hex("G8"), path, heading) == parse_hex("E7") for path in four for heading in range(6))


def test_r9_an_unknown_chart_set_is_refused() -> None:
    with pytest.raises(SetupError) as caught:
        REPLICANTS.initial(Setup("2", data="99"), CHANCE)
    assert (caught.value.code, caught.value.rule, caught.value.suggestions) == ("unknown-charts", "R9", ("1",))


def test_r9_a_setup_names_its_chart_set() -> None:
    assert REPLICANTS.initial(Setup("2", data="1"), CHANCE) == start("2")
    assert REPLICANTS.info.data_version == "1"
    assert view("2").charts == "1"
