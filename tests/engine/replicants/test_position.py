"""Set-up positions: written, read, and refused with a reason."""

from __future__ import annotations

import random

import pytest

from engine.errors import SetupError
from engine.replicants.game import REPLICANTS
from tests.engine.replicants.positions import arrange, crowded, play, start

PRINTED = "T21.1.1 | e4 h2 r34 1E8:3 2D7:3 2F8:3 3D8:3 3F9:3 5G5:3 6E4:3 | e7 h3 r3 1E2:0 2D3:0 2F2:0 3G4:0 5D2:0 6F3:0"
THREE = (
    "T9.2.2 | e1 h1 r3445667 t223 1D7:3 2D5:3 2E6:3 2F8:0 3E7:3 3F9:3 5C6:3"
    " | e2 h0 r3455667 t- 1H5:5 2F3:3 2G4:5 2H6:4 3G5:5 3H4:0 3I7:0 4I6:5"
    " | e3 h3 r4455667 t3 1A2:1 2C2:1 3B1:5 3B2:0 3C4:1"
)


@pytest.mark.parametrize(("mode", "text"), [("2", PRINTED), ("3", THREE)])
def test_a_position_is_read_and_written(mode: str, text: str) -> None:
    state = start(mode, text)
    assert REPLICANTS.write_position(state) == text
    view = REPLICANTS.view(state, None)
    assert f"T{view.turn}.{view.to_act}.{view.action}" == text.split(maxsplit=1)[0]


def test_fields_and_replicants_stand_in_any_order_and_case() -> None:
    mixed = (
        "t21.1.1|1e8:3 5G5:3 R34 6E4:3 2D7:3 H2 2F8:3 3D8:3 3F9:3 e4 |  e7 h3 r3 1E2:0 5D2:0 6F3:0 2D3:0 2F2:0 3G4:0 "
    )
    assert start("2", mixed) == start("2", PRINTED)


@pytest.mark.parametrize("mode", ["2", "3", "4", "teams"])
def test_a_position_after_a_surrender_round_trips(mode: str) -> None:
    for seat in range(1, len(start(mode).sides) + 1):
        gone = REPLICANTS.forfeit(start(mode), seat).state
        assert start(mode, REPLICANTS.write_position(gone)) == gone


@pytest.mark.parametrize("mode", ["2", "3", "4", "teams"])
def test_crowded_positions_round_trip(mode: str) -> None:
    draw = random.Random(f"crowded {mode}")
    for _ in range(50):
        state = start(mode, crowded(mode, draw))
        assert start(mode, REPLICANTS.write_position(state)) == state


def test_r18_a_side_that_lost_its_matrix_round_trips() -> None:
    before = REPLICANTS.write_position(arrange("2", "1A3:0 2A2:3 2B2:0 3B1:0 5E5:0", "1E7:0 2F6:0 2D5:0 2F7:0"))
    over = play(start("2", before), "xE7")
    text = REPLICANTS.write_position(over)
    assert text.endswith(" | end M by 1 out 2")
    assert start("2", text) == over == REPLICANTS.load(REPLICANTS.dump(over))
    with pytest.raises(SetupError):
        start("2", text.replace("end M", "end R"))


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("T21.1.1", "21.1.1", "position-when", "T21.1.1"),
        ("T21.1.1", "T0.1.1", "position-when", "T21.1.1"),
        ("T21.1.1", "T21.3.1", "position-when", "1 to 2"),
        ("T21.1.1", "T21.1.4", "position-when", "1 to 3"),
        (" | e7", " e7", "position-sides", "1 side, but this"),
        ("1E2:0", "1E2:0 | 2A2:0", "position-sides", "3 sides"),
        ("6F3:0", "6F3", "position-word", "6F3"),
        ("e4 ", "e4 e4 ", "position-word", "e4"),
        ("e4 ", "", "position-field", "field e is missing"),
        ("h2 ", "", "position-field", "field h is missing"),
        ("r34 ", "", "position-field", "field r is missing"),
        ("e4 ", "e4 t3 ", "position-field", "doesn't count trophies"),
        ("e4 ", "e8 ", "position-energy", "0 to 7, or 9"),
        ("e4 ", "e- ", "position-energy", "0 to 7, or 9"),
        pytest.param("e4 ", f"e{'9' * 1000} ", "position-word", "can't be read here", id="a number beyond measure"),
        ("h2 ", "h3 ", "position-hearts", "7 Replicants in the arena leave 2 hearts"),
        ("r34 ", "r1 ", "position-reserve", "2 to 7"),
        ("r34 ", "r348 ", "position-reserve", "2 to 7"),
        ("r34 ", "r77 ", "position-souls", "2 souls of value 7, but a player owns 1"),
        ("r34 ", "r333 ", "position-souls", "5 souls of value 3, but a player owns 4"),
        ("6E4:3", "8E4:3", "position-value", "soul 8"),
        ("6E4:3", "6E4:6", "position-heading", "0 to 5"),
        ("6E4:3", "6E9:3", "position-hex", "E9"),
        ("6E4:3", "6J4:3", "position-hex", "J4"),
        ("6E4:3", "6E2:3", "position-hex-twice", "E2"),
        ("1E8:3", "4E8:3", "position-matrix", "Side 1: the matrix is missing"),
        ("1E8:3 2D7:3", "1E8:3 1D7:3", "position-souls", "2 souls of value 1, but a player owns 1"),
        ("h3 r3 1E2:0 2D3:0 2F2:0 3G4:0 5D2:0", "h7 r3 1E2:0", "position-few", "2 Replicants"),
        ("6F3:0", "6F3:0 | end", "position-end", "end R by 2 out 2"),
        ("6F3:0", "6F3:0 | end R by 3 out 2", "position-end", "1 to 2"),
        ("6F3:0", "6F3:0 | end R by 1 out 2", "position-end", "doesn't match"),
        ("6F3:0", "6F3:0 | end M by 1 out 2", "position-end", "doesn't match"),
        ("6F3:0", "6F3:0 | end F by 1 out 2", "position-end", "doesn't match"),
    ],
)
def test_what_is_wrong_with_a_position_is_said(old: str, new: str, code: str, words: str) -> None:
    assert old in PRINTED
    with pytest.raises(SetupError) as caught:
        start("2", PRINTED.replace(old, new, 1))
    assert caught.value.code == code
    assert words in str(caught.value.text)
    assert caught.value.given == PRINTED.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("t223", "t2223"),  # all three 2s of player 2 stand in the arena, and player 3 has lost two
        ("t223", "t77"),
        ("t3 ", "t1 "),
        ("t- ", "t0 "),
    ],
)
def test_r15_trophies_are_enemy_souls_that_are_gone(old: str, new: str) -> None:
    with pytest.raises(SetupError) as caught:
        start("3", THREE.replace(old, new, 1))
    assert caught.value.code == "position-trophies"


def test_trophies_are_asked_for_where_points_count() -> None:
    with pytest.raises(SetupError) as caught:
        start("3", THREE.replace("t- ", ""))
    assert (caught.value.code, "field t" in str(caught.value)) == ("position-field", True)
