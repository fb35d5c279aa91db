"""The order of legal moves, and the way to each of them by picking."""

from __future__ import annotations

import random

import pytest

from engine.replicants.game import REPLICANTS
from engine.replicants.state import State
from tests.engine.replicants.positions import arrange, crowded, legal_texts, play, start


def test_the_order_at_the_start_is_pinned() -> None:
    state = play(start("2"), "E")
    assert " ".join(legal_texts(state)) == "2C6 2D7D6 2E7D6 2E6 2E7F7 2F8F7 2G8 3B6 3C7 3G9 3H9"


def test_the_order_of_first_actions_is_pinned() -> None:
    state = arrange("2", "1E8:3 7D8:3 2F8:3 3D7:3 2D6:3", "1E2:0 2E3:0 2D2:0 2D1:0", when="T5.1.1", energy=(9, 0))
    assert legal_texts(state) == ["#D6", "#F8", "#D7", "#D8"]


def test_the_order_of_second_actions_is_pinned() -> None:
    state = arrange(
        "2",
        "1D7:3 2C7:3 5E5:0 4C5:3",
        "1A2:0 2A3:0 2B2:0 3E7:0 3F7:0 2E6:3",
        energy=(4, 0),
        reserve=("34", ""),
    )
    moves = "1C6 1D6 1D8 1E8 2B6 2C6 4A4 4B3 4C3 4C4 4C6 4D4"
    volleys = [f"{targets}.{text}" for targets in ("xE7", "xE7.xF7", "xF7") for text in moves.split()]
    creations = "!3C6 !3D6 !3D8 !3E8 !4C6 !4D6 !4D8 !4E8"
    assert " ".join(legal_texts(state)) == f"{moves} 4E6x 5E3 5G7 {' '.join(volleys)} {creations}"


def test_the_order_of_third_actions_is_pinned() -> None:
    state = arrange("2", "1E8:3 7D8:3 2F8:3 3D7:3", "1E2:0 2E3:0 2D2:0 2D1:0", when="T5.1.3")
    assert legal_texts(state) == ["E", "E8-", "E8+", "F8-", "F8+", "D7-", "D7+", "D8-", "D8+"]


# Picking


def paths(state: State) -> dict[tuple[str, ...], str]:
    """Return the paths of keys to all legal moves, with the canonical text of each."""
    seat = state.seat
    return {
        tuple(choice.key for choice in REPLICANTS.choices(state, seat, move)): REPLICANTS.format(state, seat, move)
        for move in REPLICANTS.legal(state, seat)
    }


def test_the_way_to_each_kind_of_move() -> None:
    second = arrange(
        "2",
        "1D7:3 2C7:3 5E5:0 4C5:3",
        "1A2:0 2A3:0 2B2:0 3E7:0 3F7:0 2E6:3",
        energy=(4, 0),
        reserve=("34", ""),
    )
    found = {text: path for path, text in paths(second).items()}
    assert found["2C6"] == ("move", "2C7", "C6")
    assert found["4E6x"] == ("destroy", "4C5", "E6")
    assert found["xE7.xF7.4D4"] == ("arcs", "xE7.xF7", "4C5", "D4")
    assert found["!4C6"] == ("create", "4", "C6")
    third = arrange("2", "1E8:3 7D8:3 2F8:3 3D7:3", "1E2:0 2E3:0 2D2:0 2D1:0", when="T5.1.3")
    assert {("charge",), ("rotate", "1E8", "left"), ("rotate", "7D8", "right")} <= set(paths(third))
    overload = arrange("2", "1E8:3 7D8:3 2F8:3 3D7:3", "1E2:0 2E3:0 2D2:0 2D1:0", when="T5.1.1", energy=(9, 0))
    assert set(paths(overload)) == {("strike", "2F8"), ("strike", "3D7"), ("strike", "7D8")}
    last = arrange("2", "1D7:3 2C7:3 5E5:0 4C5:3", "1A2:0 2A3:0 2B2:0 3E7:0")
    assert ("arcs", "xE7") in paths(last)


def test_the_labels_of_the_way() -> None:
    state = arrange("2", "1D7:3 2C7:3 5E5:0 4C5:3", "1E7:0 2A3:0 2B2:0 3A4:0 3F7:0")
    labels = {
        REPLICANTS.format(state, 1, move): [str(choice.text) for choice in REPLICANTS.choices(state, 1, move)]
        for move in REPLICANTS.legal(state, 1)
    }
    assert labels["1E7x"] == ["Move and destroy", "Matrix on D7", "E7: Player 2's matrix"]
    assert labels["xE7"] == ["Electric arcs", "Destroy xE7"]
    assert labels["4C4"] == ["Move", "4 on C5", "C4"]


@pytest.mark.parametrize("mode", ["2", "3", "4", "teams"])
def test_ways_are_unique_short_and_narrow(mode: str) -> None:
    draw = random.Random(f"choices {mode}")
    for _ in range(60):
        state = start(mode, crowded(mode, draw))
        found = paths(state)
        assert len(found) == len(REPLICANTS.legal(state, state.seat))
        siblings: dict[tuple[str, ...], set[str]] = {}
        for path in found:
            assert path not in {other[: len(path)] for other in found if len(other) > len(path)}
            for depth, key in enumerate(path):
                assert 0 < len(key) <= 40
                siblings.setdefault(path[:depth], set()).add(key)
        for path, keys in siblings.items():
            assert len(keys) <= (25 if path != ("arcs",) else 70)
