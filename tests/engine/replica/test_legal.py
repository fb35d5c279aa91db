"""The order of legal moves, and their number at the start."""

from __future__ import annotations

import pytest

from engine.replica.legal import count_legal, legal
from tests.engine.replica.positions import place, start, texts


def test_the_opening_has_36_advances_and_7_transforms() -> None:
    opening = texts(start())
    assert len(opening) == 43
    assert sum("-" in text for text in opening) == 36
    assert {text for text in opening if text.endswith("=K")} == {
        f"{square}=K" for square in ("a2", "a3", "a4", "b1", "c1", "d1", "b2")
    }


def test_moves_come_by_their_origin_then_transforms() -> None:
    assert texts(place("Kb2 c3", "Kh8")) == ["b2-c2", "b2-d4", "b2-b3", "c3-d3", "c3-d4", "c3-c4", "c3=K"]
    assert texts(place("Kb2", "Kh8 g8", "b - 1")) == ["g8-f8", "g8-f7", "g8-g7", "h8-f8", "h8-g7", "h8-h7", "g8=K"]


def test_backward_captures_follow_a_kings_other_moves() -> None:
    state = place("Ke5 f5", "Kh8 d5 e4 d4", power="backward_capture")
    assert texts(state) == [
        *("e5-g5", "e5-f6", "e5-e6", "e5xd5", "e5xd4", "e5xe4"),
        *("f5-g5", "f5-g6", "f5-f6", "f5=K"),
    ]


def test_closing_comes_last() -> None:
    assert texts(place("Kb1 Kc3", "Kh8", "w c3 2", power="all_kings")) == ["b1-c1", "b1-c2", "b1-b2", "-"]
    assert texts(place("Kb1 Kc3", "Kh8", "w c3 2", power="double")) == ["c3-d3", "c3-d4", "c3-c4", "-"]


@pytest.mark.parametrize(
    ("white", "black", "turn"),
    [
        ("a8 h6 Kc2", "Kf7", "w"),
        ("a4 b4 c4 d4 e4 f4 g4 h4 h3 Kc2", "Kf7", "w"),
        ("Kc2", "h1 a3 Kf7", "b"),
        ("Kc2", "a5 b5 c5 d5 e5 f5 g5 h5 a6 Kf7", "b"),
    ],
)
def test_rows_of_friends_end_at_the_edge_where_moves_are_counted(white: str, black: str, turn: str) -> None:  # P4
    state = place(white, black, f"{turn} - 9")
    assert count_legal(state) == len(legal(state))
