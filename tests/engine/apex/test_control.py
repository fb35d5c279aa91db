"""Control (A26 to A30)."""

from __future__ import annotations

import pytest

from engine.apex.game import APEX
from tests.engine.apex.positions import position, state

PLAYS = "1:3W 2:7E 3:8E"


def controller(hum: str, minerls: str, she: str, slot: str = "A3", tiles: str = "") -> int | None:
    text = position(PLAYS, hum, minerls, she, phase="war 1", tiles=tiles)
    return APEX.view(state("3", text), None).sector(slot).controller


def test_a28_the_worked_example() -> None:
    """Humans 1 ship, 1 colony, influence 3: 5. Minerls 3 ships, influence 0: 3. Sherais 3 ships, influence 1: 4."""
    found = controller("HUM@H1 v0 e0/0/3/0 A3:1c", "MIN@H2 v0 e0/0/0/0 A3:3", "SHE@H3 v0 e0/0/1/0 A3:3")
    assert found == 1


@pytest.mark.parametrize("pawns", ["A3:1", "A3:0c"])
def test_a26_alone_with_one_pawn(pawns: str) -> None:
    assert controller(f"HUM@H1 v0 e0/0/0/0 {pawns}", "MIN@H2 v0 e0/0/5/0", "SHE@H3 v0 e0/0/0/0") == 1


def test_a26_a_home_colony_is_enough() -> None:
    assert controller("HUM@H1 v0 e0/0/0/0", "MIN@H2 v0 e0/0/5/0", "SHE@H3 v0 e0/0/0/0", "H1") == 1


def test_a27_a_shared_highest_count_controls_nothing() -> None:
    third = "SHE@H3 v0 e0/0/0/0 A3:1"
    assert controller("HUM@H1 v0 e0/0/1/0 A3:2", "MIN@H2 v0 e0/0/0/0 A3:3", third) is None
    assert controller("HUM@H1 v0 e0/0/1/0 A3:1", "MIN@H2 v0 e0/0/0/0 A3:2", "SHE@H3 v0 e0/0/0/0 A3:3") == 3


def test_a27_an_enemy_can_control_a_home() -> None:
    assert controller("HUM@H1 v0 e0/0/0/0", "MIN@H2 v0 e0/0/0/0 H1:2", "SHE@H3 v0 e0/0/0/0", "H1") == 2


def test_a29_colonies_add_to_influence_beyond_five() -> None:
    text = position(PLAYS, "HUM@H1 v0 e0/0/5/0 A2:0c C2:0c", "MIN@H2 v0 e0/0/0/0", "SHE@H3 v0 e0/0/0/0", phase="war 1")
    assert APEX.view(state("3", text.replace("war 1", "war 1")), None).sides[0].influence == 7


def test_a30_without_a_pawn_nobody_controls() -> None:
    assert controller("HUM@H1 v0 e0/0/5/0", "MIN@H2 v0 e0/0/0/0", "SHE@H3 v0 e0/0/0/0") is None
