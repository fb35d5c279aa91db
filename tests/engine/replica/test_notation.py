"""P10: reading moves leniently and writing them canonically."""

from __future__ import annotations

import pytest

from engine.errors import AmbiguousMoveError, NotationError, TurnError
from engine.replica.game import REPLICA
from engine.turn import complete_turn, parse_turn
from tests.engine.replica.positions import place, play, refused, start, texts


@pytest.mark.parametrize(
    "text",
    [
        "b2-c3",
        "b2c3",
        "B2 C3",
        "b2 c3",
        " B2-C3 ",
        "b2 - c3",
        "b2\u2013c3",
        "b2\u2212c3",
        "b2\u2192c3",
        "b2->c3",
    ],
)
def test_p10_a_step_is_read_leniently_and_written_one_way(text: str) -> None:
    state = place("Kb1 b2", "Kh8")
    assert REPLICA.format(state, 1, REPLICA.parse(state, 1, text)) == "b2-c3"


@pytest.mark.parametrize(
    "text", ["b2xc3", "b2c3", "b2-c3", "B2XC3", "b2 x c3", "b2\u00d7c3", "b2:c3", "b2 C3", "xc3", "c3"]
)
def test_p10_a_capture_needs_no_x_but_is_written_with_one(text: str) -> None:
    state = place("Kb1 b2", "Kh8 c3")
    assert REPLICA.format(state, 1, REPLICA.parse(state, 1, text)) == "b2xc3"


@pytest.mark.parametrize("text", ["a3=K", "a3=k", "A3K", "a3 = k", " A3 =K"])
def test_p10_a_transform_is_read_leniently(text: str) -> None:
    state = start()
    assert REPLICA.format(state, 1, REPLICA.parse(state, 1, text)) == "a3=K"


@pytest.mark.parametrize("text", ["-", " - ", "\u2013", "\u2014"])
def test_p10_a_turn_is_closed_by_a_dash(text: str) -> None:
    state = place("Kb1 Kc3", "Kh8", "w c3 2", power="all_kings")
    assert REPLICA.format(state, 1, REPLICA.parse(state, 1, text)) == "-"


def test_p10_a_target_alone_is_enough_where_one_piece_goes_there() -> None:
    state = place("Kb1 b2 e4", "Kh8")
    assert REPLICA.format(state, 1, REPLICA.parse(state, 1, "F5")) == "e4-f5"
    with pytest.raises(AmbiguousMoveError) as caught:
        REPLICA.parse(state, 1, "c2")
    error = caught.value
    assert error.candidates == ("b1-c2", "b2-c2")
    assert error.rule == "P10"
    assert error.position == REPLICA.write_position(state)
    assert str(error.text) == "c2 could mean several of your pieces: write the square it starts from."


def test_p10_an_x_for_a_target_alone_leaves_only_captures() -> None:
    state = place("Kb1 b2", "Kh8 c3")
    assert REPLICA.format(state, 1, REPLICA.parse(state, 1, "xc3")) == "b2xc3"
    refused(state, "xb3", "nothing-captured", "P4")


@pytest.mark.parametrize("text", ["", "e4e5e6", "Nf3", "O-O", "a3=Q", "=K", "b2--c3", "--", "x", "?"])
def test_p10_what_is_no_move_is_told_with_examples(text: str) -> None:
    error = refused(start(), text, "unreadable" if text else "empty", "P10")
    assert isinstance(error, NotationError)
    assert set(error.suggestions) <= set(texts(start()))
    assert error.suggestions


def test_p10_what_is_nearly_a_move_is_suggested() -> None:
    assert refused(start(), "b4-c5=", "unreadable", "P10").suggestions[0] == "b4-c5"


@pytest.mark.parametrize("text", ["i1-a1", "a1-a9", "z9=K", "a0", "a1-b22"])
def test_p1_squares_that_the_board_lacks(text: str) -> None:
    assert isinstance(refused(start(), text, "no-such-square", "P1"), NotationError)


def test_p10_f_is_no_move() -> None:
    refused(start(), "F", "forfeit", "P10")


def test_p10_king_moves_of_one_turn_are_joined_and_closed() -> None:
    state = place("Kb1 Kc3 Ke1", "Kh8", power="all_kings")
    turn = parse_turn(REPLICA, state, 1, "C3 C4 / b1b2 / \u2013")
    assert turn.text == "c3-c4/b1-b2/-"
    assert turn.over
    assert not parse_turn(REPLICA, state, 1, "c3-c4/b1-b2").over
    assert parse_turn(REPLICA, state, 1, "c3-c4/b1-b2/e1-e2").over


def test_a_turn_that_could_go_on_is_completed_with_its_end() -> None:
    state = place("Kb1 Kc3", "Kh8", power="all_kings")
    assert "c3-c4/" in complete_turn(REPLICA, state, 1, "c3-c4")
    assert complete_turn(REPLICA, state, 1, "c3-c4/")[-1] == "c3-c4/-"


@pytest.mark.parametrize("text", ["b2-c3 g7-f6", "b2-c3/g7-f6"])
def test_two_turns_are_not_one(text: str) -> None:
    state = place("Kb1 b2", "Kh8 g7")
    with pytest.raises(TurnError, match=r"isn't a move|turn is over"):
        parse_turn(REPLICA, state, 1, text)


def test_the_example_of_the_rules_page() -> None:
    after = play(start(), "b2-c3", "g7-f6")
    assert REPLICA.write_position(after) == "4pppk/4pp1p/5ppp/6pp/PP6/PPP5/P1PP4/KPPP4 w - 2"
